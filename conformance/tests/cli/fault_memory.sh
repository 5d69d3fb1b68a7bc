# A long run takes no more memory than a short one: a row of a tiny function, measured and recorded again and again.
# What counts is the program's own memory: the kernel maps and drops pages of files as it likes, and counts a
# process's pages in /proc/PID/status only roughly.
export OCL_ICD_VENDORS=$PWD
[ -r /proc/self/smaps_rollup ] || { echo "no /proc/self/smaps_rollup here" >&2; exit 125; }
sets=()
for ((k = 0; k < 160; k++)); do sets+=(--flags ''); done
: >r.jsonl
ulparity check approx/rcp -d host --samples 100 -o r.jsonl "${sets[@]}" >out &
own() { awk '/^Anonymous/ {print $2}' /proc/$!/smaps_rollup 2>/dev/null; }
rows() { wc -l <r.jsonl; }
while [ "$(rows)" -lt 30 ]; do sleep 0.05; done
early=$(own)
late=0
while kbytes=$(own) && [ "$kbytes" ]; do late=$((kbytes > late ? kbytes : late)); sleep 0.05; done
wait $!
tail -n 1 out
echo "$(($(rows) - 160)) rows lack"
[ $((late - early)) -lt 512 ] && echo steady || echo "from $early to $late KiB"
