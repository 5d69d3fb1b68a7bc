#!/usr/bin/env bash
# docs/results: its pages are what its records make; an edited page, an edited record, a record of no line and a page of
# no record are told.
#
#   results.sh PROGRAM
set -u
program=${1:?the program}
program=$(readlink -e "$program") || { echo "$1: no such program" >&2; exit 2; }
root=$(readlink -f "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
status=0

wrong() {
    echo "$*"
    status=1
}

"$root/docs/results/make" --check "$program" || wrong 'docs/results: `docs/results/make build/ulparity` makes other pages'

python3 "$root/docs/results/make-releases" --check || status=1
mkdir -p "$work/releases"
cp -r "$root/docs/results/make-releases" "$root/docs/results/cuda-releases.md" "$root/docs/results/releases" "$work/releases/"
sed -i 's/| 11.8 |/| 11.9 |/' "$work/releases/cuda-releases.md"
python3 "$work/releases/make-releases" --check 2>/dev/null && wrong 'not told: an edited page of releases'

# A copy with one record, a small one.
mkdir -p "$work/whole/records"
cp "$root/docs/results/make" "$work/whole/"
grep '^name	\|^glibc	' "$root/docs/results/recorded.tsv" >"$work/whole/recorded.tsv"
cp "$root/docs/results/records/glibc.jsonl.gz" "$work/whole/records/"
"$work/whole/make" "$program" && "$work/whole/make" --check "$program" || wrong 'pages that were just made are told'

# What is done to it, a command, has to be told.
tells() {
    local what=$1
    shift
    rm -rf "$work/docs"
    cp -r "$work/whole" "$work/docs"
    (cd "$work/docs" && "$@")
    diff -rq "$work/whole" "$work/docs" >/dev/null && wrong "edits nothing: $what"
    "$work/docs/make" --check "$program" >/dev/null 2>&1 && wrong "not told: $what"
}
edit_record() { gzip -dc records/glibc.jsonl.gz | sed "$1" | gzip >new && mv new records/glibc.jsonl.gz; }

tells 'an edited figure' sed -i 's/ ulp |/1 ulp |/' seed.md
tells 'an edited page of a device' sed -i 's/0 wrong/1 wrong/' glibc.md
tells 'an edited day' sed -i 's/2026-/2025-/' recorded.tsv
tells 'a figure of a record' edit_record '1s/"max":0/"max":1/'
tells 'what no page shows' edit_record '3s/"seconds":0/"seconds":1/'
tells 'a line less' edit_record '$d'
tells 'a broken line' edit_record '3s/"ulp"/ulp/'
tells 'a damaged file' truncate -s 1000 records/glibc.jsonl.gz
tells 'a record of no line' cp records/glibc.jsonl.gz records/other.jsonl.gz
tells 'a record of no day' sed -i '/^glibc/s/[^	]*$/-/' recorded.tsv
tells 'a page of no record' cp glibc.md other.md
tells 'a page that is not there' rm opencl.md
exit $status
