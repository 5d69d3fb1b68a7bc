# A record that is cut anywhere, or has zeros at its end, is gone on from to the same record; one that was edited so that it
# is none is told, and left as it is.
export OCL_ICD_VENDORS=$PWD
run() { ulparity check 'approx/*' -d host --samples 3000 "$@"; }
rows() { ulparity report "$1" --format json | sed 's/,"seconds":[^}]*}$/}/' | sort; }
run -o whole.jsonl >/dev/null
rows whole.jsonl >whole
bytes=$(stat -c %s whole.jsonl) line=$(head -n 1 whole.jsonl | wc -c)
resume() {
    run -o r.jsonl >out 2>err || echo "$1: exit status $?: $(cat err)"
    rows r.jsonl | cmp - whole || echo "another record, $1"
}
for at in 0 1 4 5 6 $((line - 2)) $((line - 1)) "$line" $((line + 1)) $((line + 20)) $((bytes / 3)) $((bytes / 2)) $((bytes - 2)) $((bytes - 1)); do
    head -c "$at" whole.jsonl >r.jsonl
    resume "cut at $at"
done
head -c $((line + 3000)) whole.jsonl >r.jsonl
truncate -s 65536 r.jsonl
resume 'zeros in a line'
head -n 2 whole.jsonl >r.jsonl
truncate -s 65536 r.jsonl
resume 'zeros behind a line'
sed 3d whole.jsonl >r.jsonl
resume 'a line less'
refuse() {
    sed "$1" whole.jsonl >r.jsonl
    cp r.jsonl before
    run -o r.jsonl
    echo "exit status $?"
    cmp before r.jsonl
} 2>&1
refuse '2s/"verdict":"info","reason"/"verdict":"fine","reason"/'
refuse '3s/"device_name"/"name"/'
refuse '4s/"v":1/"v":2/'
refuse '5s/"/ /9'
refuse '6s/.*//'
refuse '7s/^/>/'
printf '{"name": "of another program"}' >r.jsonl
run -o r.jsonl
echo "exit status $?"
cat r.jsonl
echo
