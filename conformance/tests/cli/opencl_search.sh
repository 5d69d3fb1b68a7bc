# check --search of vectors: a width's row is a search of its own, whatever other widths are asked for, and shards make the
# record of one run, though lanes of PoCL's sin influence each other: vectors are of one sub-search each.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
ulparity devices | grep -q PoCL || { echo "no PoCL here" >&2; exit 125; }
search() {
    ulparity check opencl/exp opencl/sin -d opencl:pocl --type float --search 1e5 --seed 3 "$@" >/dev/null
}
plain() {
    sed 's/"seconds":[^,}]*//'
}
for width in 2 3 16; do
    search --width $width -o whole.jsonl
    for k in 1 2 3; do search --width $width --shard $k/3 -o "$k.jsonl"; done
    ulparity report whole.jsonl --format json | plain >one
    ulparity report [123].jsonl --format json | plain >three
    cmp one three && echo "$width: three shards are the record of one run"
    plain <whole.jsonl >"$width.alone"
    rm ./*.jsonl
done
search --width 1,2,3,16 -o all.jsonl
for width in 2 3 16; do
    grep "\"width\":$width," all.jsonl | plain | cmp - $width.alone && echo "$width: the rows of a search without the others"
done
search --width 3,16,8 -o all.jsonl
grep -c . all.jsonl

echo '$ ulparity check --width 1,16 --search 2047'
ulparity check opencl/sin -d opencl:pocl --width 1,16 --search 2047 2>&1
echo "exit status $?"
ulparity check opencl/sin -d opencl:pocl --type float --width 16 --search 2048 | grep -o 'search 2048'
