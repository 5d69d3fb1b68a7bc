#!/usr/bin/env bash
# Derives every coefficient anew, half a minute, and finds it in its algorithm: in ../NAME.h, in order, for each line
# `NAME coefficient ...` that a script prints. 77 where there is no Sollya.
set -eu -o pipefail
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")"
command -v sollya >/dev/null || { echo 'no sollya here'; exit 77; }

as_in_c() { sed -E 's/(0x[0-9a-f.]+)p([0-9])/\1p+\2/g; s/(0x[0-9a-f.]+p[+-][0-9]+)/\1f/g'; }

status=0
for script in [!f]*.sollya; do
    # Its status says only that there were warnings.
    lines=$( (sollya --warnonstderr "$script" </dev/null 2>/dev/null || true) | grep ' ' | as_in_c) ||
        { echo "$script gives nothing"; exit 1; }
    while read -r name coefficients; do
        there=$(grep -o -- '-\?0x1[.0-9a-f]*p[+-][0-9]*f' "../$name.h" | paste -sd ' ')
        case " $there " in
        *" $coefficients "*) ;;
        *) echo "$name.h has not what $script derives: $coefficients"; status=1 ;;
        esac
    done <<<"$lines"
done
exit $status
