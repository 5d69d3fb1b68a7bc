# A long run takes no more memory than a short one: a row of a tiny function, measured and recorded again and again.
# What counts is the most that the program's own pages come to, in the first rows and in the last: what a row needs
# comes and goes, the kernel maps files' pages as it likes, and /proc/PID/status counts only roughly.
export OCL_ICD_VENDORS=$PWD
[ -r /proc/self/smaps_rollup ] || { echo "no /proc/self/smaps_rollup here" >&2; exit 125; }
sets=()
for ((k = 0; k < 200; k++)); do sets+=(--flags ''); done
: >r.jsonl
ulparity check approx/rcp -d host --samples 100 -o r.jsonl "${sets[@]}" >out &
own() { awk '/^Anonymous/ {print $2}' /proc/$!/smaps_rollup 2>/dev/null; }
rows() { wc -l <r.jsonl; }
early=0 late=0
while kbytes=$(own) && [ "$kbytes" ]; do
    if [ "$(rows)" -lt 60 ]; then early=$((kbytes > early ? kbytes : early)); else late=$((kbytes > late ? kbytes : late)); fi
    sleep 0.02
done
wait $!
tail -n 1 out
echo "$(($(rows) - 200)) rows lack"
[ "$late" -gt 0 ] && [ $((late - early)) -lt 512 ] && echo steady || echo "from $early to $late KiB"
