# Ten rare defects in copies of functions (planted.h): which of them a small search finds.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" && cp "$CLI/planted.h" . || exit
ulparity check ./planted.h -d host --search 500000 --format json |
    sed -n 's/.*"subject":"\([^"]*\)".*"opencl":{"max":\([0-9]*\).*/\1 \2/p' |
    awk '{ found += $2 > 100 } END { print (found >= 8 ? "at least 8" : found) " of " NR }'
