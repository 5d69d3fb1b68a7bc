#!/bin/sh
# Prints, as a Markdown table, the largest error of each library here at the published inputs of fp64 functions:
# published.sh ULPARITY. A figure is rounded up to its sixth decimal, as published ones are; its input follows.
set -eu
program=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
awk -F'\t' -v dir="$work" '/^[^#]/ && $2 == "double" { print $3 > (dir "/" $1) }' "$here/double.tsv"
for function in $(ls "$work"); do
    "$program" check "*/$function" --type double -d all \
        --inputs "$work/$function" --format json 2>>"$work/.log" || [ $? = 1 ] || { tail -n 1 "$work/.log" >&2; exit 3; }
done | sed -n 's/.*"subject":"[^/]*\/\([^"(]*\).*"device":"\([^"]*\)".*"driver":"\([^"]*\)".*"opencl":{"max":\([^,]*\),[^[]*\["\([^"]*\)".*/\1\t\2\t\3\t\4\t\5/p' |
    awk -F'\t' '
    function up(v) { k = int(v * 1e6); return sprintf("%.6f", (k + (k < v * 1e6)) / 1e6) }
    !($2 in column) { column[$2] = ++devices; title[devices] = $2 ", " $3 }
    !($1 in row) { row[$1] = ++rows; name[rows] = $1 }
    { cell[row[$1], column[$2]] = ($4 + 0 == $4 ? up($4) : $4) " at " $5 }
    END {
        printf "| function |"; for (d = 1; d <= devices; d++) printf " %s |", title[d]
        printf "\n|---|"; for (d = 1; d <= devices; d++) printf "---|"; print ""
        for (r = 1; r <= rows; r++) {
            printf "| %s |", name[r]
            for (d = 1; d <= devices; d++) printf " %s |", cell[r, d]
            print ""
        }
    }'
