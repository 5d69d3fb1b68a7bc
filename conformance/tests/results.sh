#!/usr/bin/env bash
# docs/results: its pages are what its records make; an edited page, an edited record, a record of no line and a page of
# no record are told.
#
#   results.sh PROGRAM
set -u
program=$(readlink -f "${1:?the program}")
root=$(readlink -f "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../..")
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
status=0

wrong() {
    echo "$*"
    status=1
}

"$root/docs/results/make" --check "$program" || wrong 'docs/results: `docs/results/make build/ulparity` makes other pages'

# A copy of one record, small, in which things are broken.
fresh() {
    rm -rf "$work/docs"
    mkdir -p "$work/docs/records"
    cp "$root/docs/results/make" "$work/docs/"
    grep "^name	\|^glibc	" "$root/docs/results/recorded.tsv" >"$work/docs/recorded.tsv"
    cp "$root/docs/results/records/glibc.jsonl.gz" "$work/docs/records/"
    "$work/docs/make" "$program"
}

# What is done to the copy, a command, has to be told.
tells() {
    local what=$1
    shift
    fresh
    (cd "$work/docs" && "$@")
    "$work/docs/make" --check "$program" >/dev/null 2>&1 && wrong "not told: $what"
}
edit_record() { gzip -dc records/glibc.jsonl.gz | sed "$1" | gzip >new && mv new records/glibc.jsonl.gz; }

fresh
"$work/docs/make" --check "$program" || wrong 'a page that was just made is told'
tells 'an edited figure' sed -i 's/ ulp |/1 ulp |/' seed.md
tells 'an edited page of a device' sed -i 's/pass/PASS/' glibc.md
tells 'an edited day' sed -i 's/2026-/2025-/' recorded.tsv
tells 'a figure of a record' edit_record '3s/"max":0/"max":1/'
tells 'what no page shows' edit_record '3s/"seconds":0/"seconds":1/'
tells 'a line less' edit_record '$d'
tells 'a broken line' edit_record '3s/"ulp"/ulp/'
tells 'a damaged file' truncate -s 1000 records/glibc.jsonl.gz
tells 'a record of no line' cp records/glibc.jsonl.gz records/other.jsonl.gz
tells 'a record of no day' sed -i '/^glibc/s/[^	]*$/-/' recorded.tsv
tells 'a page of no record' cp glibc.md other.md
tells 'a page that is not there' rm opencl.md
exit $status
