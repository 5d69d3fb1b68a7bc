# The program or its worker is killed at 20 random moments; the same command goes on, to the same record. A worker's
# end costs the row that it was at.
export OCL_ICD_VENDORS=$PWD
check=(ulparity check 'approx/*' -d host --samples 50000)
run() { "${check[@]}" "$@" >out 2>err; }
rows() { ulparity report "$1" --format json | sed 's/,"seconds":[^}]*}$/}/' | sort; }
run # the compiled code is kept
start=$(date +%s%N)
run -o whole.jsonl
length=$((($(date +%s%N) - start) / 1000000))
rows whole.jsonl >whole
wc -l <whole
for k in {1..20}; do
    rm -f r.jsonl
    "${check[@]}" -o r.jsonl >out 2>err &
    moment=$((RANDOM % length))
    sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
    case $k in *[02468]) victim=$! ;; *) victim=$(pgrep -P $!) ;; esac
    # shellcheck disable=SC2086 # two workers, or none yet
    kill -9 $victim 2>/dev/null
    wait $! 2>/dev/null
    run -o r.jsonl || echo "$k: exit status $?"
    rows r.jsonl | cmp -s - whole || echo "$k: another record after a kill at $moment ms"
done 2>/dev/null
