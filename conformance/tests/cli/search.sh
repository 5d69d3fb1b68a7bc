# check --search: bad budgets are one line; the same seed and budget give the same record; shards of whole sub-searches
# make the record of one run; small domains are tried whole; a budget of seconds records what was evaluated.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
wrong() {
    echo "\$ ulparity $*"
    ulparity "$@" 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
for budget in 0 -5 0s -1s 127 1e30 1e400 2.5 5x soon nan inf '' s 1e9s 2h3m 1e-9s; do
    wrong check acosf_harley -d host --search "$budget"
done
wrong check acosf_harley -d host --search 1e6 --quick
wrong check acosf_harley -d host --search 1e6 --samples 5

cat >few.h <<'EOT'
ul_fn double nothing(double x) { return x; }
/* ulparity
 * signature double(double)
 * reference x
 * domain (1, 0x1.0000000000001p+0)
 */
ul_fn float between(float x) { return x; }
/* ulparity
 * signature float(float)
 * reference x
 * domain (0, 1e-60)
 */
ul_fn double only_one(double x) { return x + 0.5; }
/* ulparity
 * signature double(double)
 * reference x
 * domain [1, 1]
 */
ul_fn double few(double x) { return x; }
/* ulparity
 * signature double(double)
 * reference x
 * domain [1, 1.000000000000002]
 */
EOT
ulparity check ./few.h -d host --search 1e6 | tail -n +2

for subject in acosf_harley host/pow; do
    for k in 1 2; do
        ulparity check $subject --type "$([ $subject = host/pow ] && echo double || echo float)" -d host --search 20000 -o "$k.jsonl" -j $k >/dev/null
        sed -i 's/"seconds":[^,}]*//' "$k.jsonl"
    done
    cmp 1.jsonl 2.jsonl && echo "$subject: the same record"
    rm -f ./*.jsonl
done
ulparity check acosf_harley host/expf --type float -d host --search 20000 --seed 7 --format json >one
for k in 1 2 3; do ulparity check acosf_harley host/expf --type float -d host --search 20000 --seed 7 --shard $k/3 -o $k.jsonl >/dev/null; done
ulparity report [123].jsonl --format json >three
for f in one three; do sed 's/"seconds":[^,}]*//' $f >$f.plain; done
cmp one.plain three.plain && echo "three shards: the record of one run"

ulparity check acosf_harley -d host --search 0.3s -o t.jsonl >/dev/null
grep -o '"budget":"0.3s"' t.jsonl
[ "$(sed 's/.*"kind":"search","inputs":\([0-9]*\).*/\1/' t.jsonl)" -gt 64 ] && echo "evaluated"
ulparity check acosf_harley -d host --search 0.3s -o t.jsonl 2>&1 | grep -c 'was taken'
