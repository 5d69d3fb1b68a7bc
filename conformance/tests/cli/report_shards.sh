# The shards of a run merge to the record of the run as a whole, but for its times, and to its text; rows whose
# inputs are dealt to several shards are among them.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return ul_add(x, x > 1.2f ? 1.0000001f : 1.0f);
}
/* ulparity
 * signature  float(float)
 * reference  x + 1
 * claim      rel 5.97e-8
 */
END
run() { ulparity check ./mine.h approx/rcp host/expf hexpm1 'cuda/expf' -d host --range 1..0x1.48p+0 --samples 2400000 "$@"; }
untimed() { sed 's/,"seconds":[^}]*}$/}/' "$@"; }
run -o whole.jsonl >whole.txt
echo "whole: exit status $?"
for k in 1 2 3; do run --shard $k/3 -o s$k.jsonl >s$k.txt; done
grep -ho '"subject":"[^"]*"\|"inputs":[0-9]*,"seed"\|"shard":"[^"]*"' s?.jsonl | paste -d ' ' - - -
mv mine.h mine.kept # a record needs it no more
ulparity report s3.jsonl s1.jsonl s2.jsonl --format json >merged.jsonl
echo "merged: exit status $?"
cmp <(untimed whole.jsonl) <(untimed merged.jsonl) && echo equal
ulparity report s?.jsonl | cmp - whole.txt && echo 'equal text'
ulparity report whole.jsonl | cmp - whole.txt && echo 'equal text'
# Failures that are known are known of parts, and of the whole that is merged from them; a worse one is none.
mv mine.kept mine.h
for limit in 1.1e-7 1e-9; do
    echo "mine $limit known" >known
    ulparity report s?.jsonl --expect known | tail -n 2
    echo "$limit: exit status ${PIPESTATUS[0]}"
done
for k in 1 2 3; do
    echo 'mine 1.1e-7 known' >known
    run --shard $k/3 --expect known | tail -n 1
    echo "$k: exit status ${PIPESTATUS[0]}"
done
