#!/usr/bin/env bash
# Is the emulated device a GPU, bit for bit? Holds its fingerprints against those that were recorded on one.
#
#   emulated.sh PROGRAM [-d DEVICE] [-r RECORDING.gz] [-n ROWS]     some rows of the recording, some blocks of each
#   emulated.sh PROGRAM [-d DEVICE] [-r RECORDING.gz] -a FILE       all blocks of all rows; FILE takes a line for each
#                                                 row that is finished, and a later run goes on behind them
#   -p PROCESSES: as many groups of rows at once, each with all cores [2]
#
# Exit status 0: all equal; 1: some differ; 3: some could not be run; 77: there is no such device or recording here.
set -u -o pipefail
here=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")
program=${1:?the program}
program=$(readlink -e "$program") || { echo "$1: no such program" >&2; exit 2; }
shift
device=cuda:emulated@13.0 recording=$here/h200/cuda-13.0.txt.gz rows=200 finished= processes=2
while getopts d:r:n:a:p: option; do
    case $option in
    d) device=$OPTARG ;;
    r) recording=$OPTARG ;;
    n) rows=$OPTARG ;;
    a) finished=$OPTARG ;;
    p) processes=$OPTARG ;;
    *) exit 2 ;;
    esac
done
sampled=0,4,118,126,129,255,382 # of a float's blocks, and two of a tuple's
group=8                         # subjects a process: they share a compilation

skip() {
    echo "skipped: $1" >&2
    exit 77
}

# "cuda:emulated@12.8" is where both the device and the release are.
is_here() {
    local list release=${device#"${device%@*}"}
    list=$("$program" devices 2>/dev/null)
    grep -q "^${device%@*}\b" <<<"$list" && { [ -z "$release" ] || grep -q "^    ${release#@}  " <<<"$list"; }
}

# "name flags" of the rows to compare.
choose() {
    if [ "$finished" ]; then
        touch "$finished"
        zcat "$recording" | awk -v finished="$finished" '
            BEGIN { while ((getline line <finished) > 0) { split(line, word, " "); done[word[2], word[3]] } }
            !/^#/ && !(($1, $2) in done) { print $1, $2 }'
    else
        zcat "$recording" | awk '!/^#/ { print $1, $2 }' |
            awk -v rows="$rows" '{ row[NR] = $0 }
                END { if (NR < rows) rows = NR; for (k = 0; k < rows; k++) print row[1 + int(k * NR / rows)] }'
    fi
}

# "flags name name ...", a group a line.
groups() {
    choose | LC_ALL=C sort -k2,2 -s | awk -v most=$group '
        $2 != flags || n == most { printf "%s%s", (NR == 1 ? "" : "\n"), $2; n = 0; flags = $2 }
        { printf " %s", $1; n++ }
        END { if (NR) print "" }'
}

# Compares a group; what it says goes out at once, so that groups do not mix.
compare() {
    local flags=$1 parted=${1//,/ } blocks=$sampled said status name verdict
    shift
    [ "$flags" != - ] || parted=
    [ -z "$finished" ] || blocks=all
    said=$(zcat "$recording" | "$program" fingerprint "$@" -d "$device" --timeout 600 --blocks "$blocks" \
        --flags "$parted" --compare - 2>&1)
    status=$?
    [ $status != 77 ] || status=0 # the device lacks what these need, and says so
    [ $status = 0 ] || printf '%s\n    of %s under %s\n' "$said" "$*" "$flags"
    [ "$finished" ] && [ $status -lt 2 ] || return $status
    for name; do
        verdict=equal
        [[ $'\n'$said != *$'\n'"$name on "* ]] || verdict=different
        [[ $'\n'$said != *$'\n'"ulparity: $name cannot be run"* ]] || verdict=unsupported
        echo "$verdict $name $flags" >>"$finished"
    done
    return $status
}

if [ "${EMULATED_GROUP-}" ]; then
    # shellcheck disable=SC2086
    compare $EMULATED_GROUP
    exit
fi
[ -e "$recording" ] || skip "no recording $recording"
is_here || skip "no device $device here"
report=$(mktemp)
trap 'rm -f "$report"' EXIT
count=$(choose | wc -l)
groups | tr '\n' '\0' | xargs -0 -r -P "$processes" -I{} env EMULATED_GROUP={} bash "${BASH_SOURCE[0]}" "$program" \
    -d "$device" -r "$recording" ${finished:+-a "$finished"} | tee "$report"
status=$?
if [ "$finished" ]; then
    grep -v '^equal' "$finished"
    echo "$(grep -c '^equal' "$finished") rows equal, $(choose | wc -l) could not be compared"
    ! grep -q '^different' "$finished" || exit 1
    [ -z "$(choose)" ] || exit 3
else
    [ "$count" -gt 0 ] || status=3
    [ $status != 0 ] || echo "$count rows equal"
    ! grep -q ' differs' "$report" || exit 1
    [ $status = 0 ] || exit 3
fi
