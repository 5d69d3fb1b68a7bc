# Ctrl-C: the line that is being written is finished, and it is said how to go on.
export OCL_ICD_VENDORS=$PWD
check=(env --default-signal=INT ulparity check 'approx/*' -d host --samples 50000)
for signal in INT TERM; do
    rm -f r.jsonl
    "${check[@]}" -o r.jsonl >out 2>err &
    while [ ! -s r.jsonl ]; do sleep 0.01; done
    kill -$signal $!
    wait $!
    echo "exit status $?"
    sed 's/after [0-7] of/after SOME of/' err
    ulparity report r.jsonl >/dev/null || echo "the record is torn"
    "${check[@]}" -o r.jsonl 2>/dev/null | tail -n 1
done
rm out
"${check[@]}" >out 2>err &
while [ ! -s out ]; do sleep 0.01; done
kill -INT $!
wait $!
sed 's/after [0-7] of/after SOME of/' err
