#!/usr/bin/env bash
# Records the fingerprints of a GPU: every CUDA subject and algorithm under each set of flags, into one compressed
# text whose lines are sorted, so that equal ones compress. It compiles and runs many groups of subjects at once, a
# part a group; a part that is there is not made again, so that a run that was ended can be gone on with.
#
#   record-h200.sh PROGRAM [-d DEVICE] [-o FILE.gz] [-w FOLDER] [-s SECONDS] [-p PROCESSES] [SUBJECT...]
#
# FOLDER keeps the parts. After SECONDS no group is begun any more; the file is made of what is there. Hashes are
# cut to as many digits as fit into 2 MiB. Exit status 0: all was recorded; 3: something is lacking, see stderr.
set -u -o pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
program=${1:?the program}
program=$(readlink -e "$program") || { echo "$1: no such program" >&2; exit 2; }
shift
device=cuda:0 out=$here/h200/cuda-13.0.txt.gz work=record-h200.parts seconds=1000000 processes=$(nproc)
while getopts d:o:w:s:p: option; do
    case $option in
    d) device=$OPTARG ;;
    o) out=$OPTARG ;;
    w) work=$OPTARG ;;
    s) seconds=$OPTARG ;;
    p) processes=$OPTARG ;;
    *) exit 2 ;;
    esac
done
shift $((OPTIND - 1))
flag_sets=('' '-ftz=true' '-fmad=false' '-use_fast_math' '-prec-div=false -prec-sqrt=false')
group=8                       # subjects a process
most=$((2048 * 1024 - 65536)) # bytes of the file

names() {
    if [ $# -gt 0 ]; then "$program" list "$@"; else "$program" list; fi |
        awk '/^[^ ]/ && $1 !~ /^(opencl|host)\// { print $1 }' | LC_ALL=C sort -u
}

# One line a group: its number, its flags by number, its subjects. Groups of one kind are far from each other, so that
# compiling and running go on at once.
groups() {
    local flags
    for flags in "${!flag_sets[@]}"; do
        names "$@" | xargs -n $group | awk -v flags="$flags" '{ print NR, flags, $0 }'
    done | LC_ALL=C sort -k1n,1 -k2n,2 | awk '{ print ($1 * 7) % 101, $0 }' | sort -k1n,1 -s | cut -d' ' -f2-
}

# Makes a part. One that ended early, by a signal or a wrong word, is made again by a later run.
record() {
    local number=$1 flags=$2 part
    shift 2
    part=$work/$number-$flags
    [ ! -e "$part" ] || return 0
    [ "$(date +%s)" -lt "$end" ] || { echo "not begun: $* under ${flag_sets[flags]:--}" >>"$part.log"; return 0; }
    rm -f "$part.log"
    "$program" fingerprint -d "$device" -j 4 --timeout 60 --flags "${flag_sets[flags]}" "$@" \
        >"$part.new" 2>>"$part.log"
    case $? in
    0 | 3) mv "$part.new" "$part" ;;
    *) echo "ended early: $* under ${flag_sets[flags]:--}" >>"$part.log" ;;
    esac
    [ -s "$part.log" ] || rm -f "$part.log"
}

assemble() {
    local digits
    cat "$work"/*-[0-9] | grep -v '^#' | LC_ALL=C sort -u >"$work/lines"
    for digits in 16 12 8; do
        { cat "$work"/*-[0-9] | grep -m1 '^#'
          sed -E "s/ ([0-9a-f]{$digits})[0-9a-f]*\b/ \1/g" "$work/lines"; } | gzip -9n >"$work/out.gz"
        [ "$(stat -c %s "$work/out.gz")" -gt $most ] || break
    done
    mkdir -p "$(dirname "$out")"
    mv "$work/out.gz" "$out"
    echo "$out: $(wc -l <"$work/lines") lines, $digits digits, $(stat -c %s "$out") bytes"
}

mkdir -p "$work"
end=$(($(date +%s) + seconds))
# shellcheck disable=SC2086
if [ "${RECORD_GROUP-}" ]; then end=$RECORD_END; record $RECORD_GROUP; exit; fi
groups "$@" | tr '\n' '\0' | RECORD_END=$end xargs -0 -P "$processes" -I{} \
    env RECORD_GROUP={} bash "${BASH_SOURCE[0]}" "$program" -d "$device" -w "$work"
assemble
! cat "$work"/*.log >&2 2>/dev/null || exit 3
