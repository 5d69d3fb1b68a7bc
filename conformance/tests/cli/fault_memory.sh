# A long run takes no more memory than a short one: a row of a tiny function, measured and recorded again and again.
# What counts is the median of what the program's own pages come to in early rows and in late ones: a row takes about
# 1 MiB and gives it back, so the most that is seen hangs on when one looks. The kernel maps files' pages as it likes,
# and /proc/PID/status counts only roughly.
export OCL_ICD_VENDORS=$PWD
[ -r /proc/self/smaps_rollup ] || { echo "no /proc/self/smaps_rollup here" >&2; exit 125; }
sets=()
for ((k = 0; k < 200; k++)); do sets+=(--flags ''); done
: >r.jsonl
ulparity check approx/rcp -d host --samples 100 -o r.jsonl "${sets[@]}" >out &
own() { awk '/^Anonymous/ {print $2}' /proc/$!/smaps_rollup 2>/dev/null; }
rows() { wc -l <r.jsonl; }
while row=$(rows) && kbytes=$(own) && [ "$kbytes" ]; do
    echo "$row $kbytes" # in this order: what is read late is no row's before it
    sleep 0.02
done >samples
wait $!
tail -n 1 out
echo "$(($(rows) - 200)) rows lack"
median() { awk -v from="$1" -v to="$2" '$1 >= from && $1 < to {print $2}' samples | sort -n | awk '{v[NR] = $1} END {print v[int((NR + 1) / 2)] + 0}'; }
early=$(median 20 80) late=$(median 140 200)
[ "$early" -gt 0 ] && [ "$late" -gt 0 ] && [ $((late - early)) -lt 512 ] && echo steady || echo "from $early to $late KiB"
