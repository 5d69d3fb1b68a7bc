#!/usr/bin/env bash
# Does NVIDIA's unit, modelled on an OpenCL device, give a GPU's bits? Each algorithm of common/algorithms that takes
# ul_approx_*, and these by themselves, with --approx mufu: hashes of blocks against what was recorded on an H200, or,
# where an algorithm is younger than the recording, against cuda:emulated, without one against the host.
#
#   mufu.sh PROGRAM DEVICE        DEVICE: opencl:pocl, opencl:intel, opencl:rusticl
#
# A device that flushes subnormal floats may differ by that: its flushed results, which `check` counts, are told.
# Exit status 0: all equal; 1: some differ; 3: some could not be compared; 77: there is no such device here.
set -u -o pipefail
program=$(readlink -e "${1:?the program}") device=${2:?the device}
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
recording=$here/h200/cuda-13.0.txt.gz
[ $device != opencl:rusticl ] || export RUSTICL_ENABLE=${RUSTICL_ENABLE-llvmpipe}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT

"$program" fingerprint hgd -d $device --approx mufu >"$work/try" 2>&1
case $? in 2 | 77) cat "$work/try"; exit 77 ;; esac
mapfile -t algorithms < <(cd "$here/../../common/algorithms" && grep -l ul_approx_ -- *.h | sed 's/\.h$//')
mapfile -t units < <("$program" list 'approx/*' | sed 's/ .*//')

hash() { # BLOCKS NAME...
    local blocks=$1 young=() old=() name other
    shift
    zcat "$recording" | awk '$2 == "-" || /^#/' >"$work/there"
    for name; do grep -q "^$name -" "$work/there" || young+=("$name"); done
    if [ ${#young[@]} -gt 0 ]; then
        other=host
        "$program" devices 2>/dev/null | grep -q '^cuda:emulated' && other=cuda:emulated
        "$program" fingerprint "${young[@]}" -d $other --blocks "$blocks" >"$work/young" || return 3
        echo "${young[*]}: of $other"
        compare "$work/young" "$blocks" "${young[@]}" || return
    fi
    for name; do [[ " ${young[*]-} " == *" $name "* ]] || old+=("$name"); done
    [ ${#old[@]} -eq 0 ] || compare "$work/there" "$blocks" "${old[@]}"
}
compare() { # FILE BLOCKS NAME...
    local file=$1 blocks=$2 status
    shift 2
    "$program" fingerprint "$@" -d $device --approx mufu --flags '' --blocks "$blocks" --compare "$file" >"$work/said" 2>&1
    status=$?
    sed "s|^$file|$device|" "$work/said"
    [ $status != 0 ] || grep -q ": $# equal, 0 different, 0 missing" "$work/said" || status=3
    return $status
}

status=0
[ ${#algorithms[@]} -ge 8 ] && [ ${#units[@]} -eq 8 ] || { echo "not 8 algorithms and units: ${algorithms[*]} ${units[*]}"; exit 3; }
# Floats of [1/2, 1) and, of algorithms, [-1, -1/2); all halves.
hash 126,382 "${algorithms[@]}" || status=$?
hash 126 "${units[@]}" || status=$?
if "$program" devices 2>/dev/null | sed -n "/^opencl.*/h; /^    float/{ G; /flush/p; }" | grep -q flush; then
    "$program" check "${algorithms[@]}" "${units[@]}" -d $device --approx mufu --samples 1000 -o "$work/r.jsonl" >/dev/null 2>&1
    grep -o '"flushed":{"count":[0-9]*' "$work/r.jsonl" |
        awk -F: -v device=$device '{ n += $3 } END { print device ": of a sample, " n + 0 " results flushed" }'
fi
exit $status
