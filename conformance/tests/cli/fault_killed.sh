# The program, or a worker of it, is killed at random moments; the same command goes on, to the same record but for times
# and the order of lines. A worker's end costs the row that it was at. (fault_killed_gpu.sh: of other rows.)
[ "${check+set}" ] || {
    export OCL_ICD_VENDORS=$PWD
    check=(ulparity check 'approx/*' -d host --samples 100000)
    moments=20
}
RANDOM=1
run() { "${check[@]}" "$@" >out 2>err; }
rows() { ulparity report "$1" --format json | sed 's/,"seconds":[^}]*}$/}/' | sort; }
run # the compiled code is kept
length=1000000 # ms, the least of some runs: other processes make one long
for k in 1 2 3; do
    rm -f whole.jsonl
    start=$(date +%s%N)
    run -o whole.jsonl
    took=$((($(date +%s%N) - start) / 1000000))
    [ $took -ge $length ] || length=$took
done
rows whole.jsonl >whole
wc -l <whole
for victim in program worker; do
    hits=0
    for ((k = 1; k <= moments; k++)); do
        rm -f r.jsonl
        "${check[@]}" -o r.jsonl >out 2>err &
        moment=$((RANDOM % length))
        sleep "$((moment / 1000)).$(printf %03d $((moment % 1000)))"
        kill -9 "$([ $victim = program ] && echo $! || pgrep -P $! | tail -n 1)"
        wait $! || hits=$((hits + 1))
        run -o r.jsonl || echo "$victim, $k: exit status $?"
        rows r.jsonl | cmp -s - whole || echo "$victim, $k: another record after a kill at $moment ms"
    done
    [ $((3 * hits)) -ge "$moments" ] && echo "$victim: in time" || echo "$victim: only $hits of the kills came in time"
done 2>/dev/null
