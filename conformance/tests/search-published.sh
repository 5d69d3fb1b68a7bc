#!/usr/bin/env bash
# By hand: does a search of a device beat the published worst inputs of fp64 functions there?
#
#   search-published.sh ULPARITY [DEVICE [BUDGET [FUNCTION...]]]      build/ulparity cuda:0 15s
#
# For each function of the list (V. Innocente's for CUDA 11.2): the error at the published input, the largest that a
# search of BUDGET finds, which starts from it, and where. Functions are those of the device's API. The list takes as
# many times the budget, and a minute. The exit status is 1 where a search gave less than the published input.
set -eu
program=$(readlink -f "$1")
device=${2:-cuda:0} budget=${3:-15s}
here=$(dirname "$(readlink -f "$0")")
case $device in cuda*) home=cuda ;; host*) home=host ;; *) home=opencl ;; esac
functions=(acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp10 exp2 expm1 j0 j1 lgamma log log10 log1p
    log2 sin sinh sqrt tan tanh tgamma y0 y1)
[ $# -le 3 ] || functions=("${@:4}")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Subject, largest error, its input, number of inputs: of each JSON record.
figures() {
    sed -n 's/.*"function":"\([^"]*\)".*"coverage":{"kind":"[^"]*","inputs":\([0-9]*\).*"ulp":{"opencl":{"max":\([^,]*\),[^[]*\["\([^"]*\)".*/\1 \3 \4 \2/p'
}
check() { # a bound that is broken, 1, is no failure here
    "$program" check "$@" --type double -d "$device" --format json 2>>"$work/log" || [ $? = 1 ] || tail -n 1 "$work/log" >&2
}

check "${functions[@]/#/$home/}" --search "$budget" | figures >"$work/found"
printf '%-8s %16s %16s  %-26s %s\n' function published search at evaluations
larger=0 equal=0 less=0 none=0
for f in "${functions[@]}"; do
    awk -F'\t' -v f="$f" '$1 == f && $2 == "double" && index($4, "CUDA 11.2") { print $3 }' "$here/../inputs/double.tsv" >"$work/in"
    [ -s "$work/in" ] || awk -F'\t' -v f="$f" '$1 == f && $2 == "double" { print $3 }' "$here/../inputs/double.tsv" >"$work/in"
    old=$(check "$home/$f" --inputs "$work/in" | figures | head -n 1 | cut -d' ' -f2)
    read -r s at n <<<"$(awk -v f="$f" '$1 == f { print $2, $3, $4; exit }' "$work/found")" || true
    [ -n "${s-}" ] || { none=$((none + 1)); echo "$f: not measured"; continue; }
    printf '%-8s %16s %16s  %-26s %s\n' "$f" "${old:--}" "$s" "$at" "$n"
    case $(awk -v s="$s" -v o="${old:-0}" 'BEGIN { print (s > o) - (s < o) }') in
    1) larger=$((larger + 1)) ;;
    0) equal=$((equal + 1)) ;;
    *) less=$((less + 1)) ;;
    esac
done
echo "search above the published input: $larger, equal: $equal, below: $less, not measured: $none"
[ "$less" = 0 ]
