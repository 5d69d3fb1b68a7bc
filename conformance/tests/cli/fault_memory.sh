# A long run takes no more memory than a short one: a row of a tiny function, measured and recorded again and again.
export OCL_ICD_VENDORS=$PWD
sets=()
for ((k = 0; k < 160; k++)); do sets+=(--flags ''); done
: >r.jsonl
ulparity check approx/rcp -d host --samples 100 -o r.jsonl "${sets[@]}" >out &
resident() { awk '/^VmRSS/ {print $2}' /proc/$!/status 2>/dev/null; }
rows() { wc -l <r.jsonl; }
while [ "$(rows)" -lt 30 ]; do sleep 0.05; done
early=$(resident)
while kbytes=$(resident) && [ "$kbytes" ]; do late=$kbytes; sleep 0.05; done
wait $!
tail -n 1 out
echo "$(($(rows) - 160)) rows lack"
[ $((late - early)) -lt 512 ] && echo steady || echo "from $early to $late KiB"
