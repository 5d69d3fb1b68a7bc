# Rare defects in copies of functions: how many of them a small search finds. Ten are in planted.h; by the ten in held.h
# nothing of a search is chosen.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp "$CLI/planted.h" "$CLI/held.h" "$work" && cd "$work" || exit
for set in planted held; do
    ulparity check ./$set.h -d host --search 500000 --format json |
        sed -n 's/.*"subject":"\([^"]*\)".*"opencl":{"max":\([0-9]*\).*/\1 \2/p' |
        awk -v set=$set '{ found += $2 > 100 } END { print set ": " (found >= 8 ? "at least 8" : found) " of " NR }'
done
