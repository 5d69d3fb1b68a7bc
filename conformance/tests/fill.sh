#!/usr/bin/env bash
# docs/results/record-releases --fill: the code of a release goes where it was asked to, in a folder named from here too,
# and serves a GPU's run there. The stand-in driver runs nothing: what is compiled is all that is looked at.
#
#   fill.sh PROGRAM      exit status 77 where no release was fetched (conformance/cuda-release)
set -u
program=${1:?the program}
program=$(readlink -e "$program") || { echo "$1: no such program" >&2; exit 2; }
root=$(readlink -f "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..")
releases=$(readlink -f "${XDG_CACHE_HOME:-$HOME/.cache}/ulparity/cuda")
release=$(ls "$releases" 2>/dev/null | grep -E '^[0-9]+\.[0-9]+$' | tail -n 1)
[ -n "$release" ] || { echo 'no CUDA release was fetched: nothing is filled' >&2; exit 77; }
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
status=0

wrong() {
    echo "$*"
    status=1
}

# The program, but of two functions only.
mkdir -p "$work/bin" "$work/carry/ulparity"
ln -s "$(dirname "$program")/conformance" "$work/bin/conformance"
cat >"$work/bin/ulparity" <<END
#!/bin/sh
[ "\$1" = list ] || exec "$program" "\$@"
exec "$program" list cuda/expf cuda/cbrtf --format json
END
chmod +x "$work/bin/ulparity"
ln -s "$releases" "$work/carry/ulparity/cuda"
cd "$work" || exit 2

codes() { find carry/ulparity -name 'cubin-*' | sort; }

"$root/docs/results/record-releases" --fill bin/ulparity carry -- "$release" >told 2>&1 || wrong "not filled: $(cat told)"
codes >filled
[ "$(wc -l <filled)" = 2 ] || wrong "$(wc -l <filled) functions' code, not 2"
grep -q '^[1-9].*total$' told || wrong "its size is not told: $(cat told)"

# There, without the release.
rm carry/ulparity/cuda
XDG_CACHE_HOME=$work/carry LD_LIBRARY_PATH=$work/bin/conformance/tests/fake_driver OCL_ICD_VENDORS=$work \
    taskset -c 0 "$program" check cuda/expf cuda/cbrtf -d "cuda:0@$release" --exhaustive >there 2>&1
grep -q "NVRTC $release" there || wrong "not run there: $(cat there)"
codes | cmp -s - filled || wrong 'compiled again there'

"$root/docs/results/record-releases" --fill bin/ulparity empty -- 99.9 >told 2>&1 && wrong 'filled with no release'
grep -q '99\.9' told || wrong "a release that is not here is not told: $(cat told)"
exit $status
