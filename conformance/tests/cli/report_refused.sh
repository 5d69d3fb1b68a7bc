# What does not make a whole run is told, in a line that says what and where.
export OCL_ICD_VENDORS=$PWD
run() { ulparity check approx/rcp approx/exp2 -d host --samples 2400000 "$@" >/dev/null; }
for k in 1 2 3; do run --shard $k/3 -o s$k.jsonl; done
for k in 1 2; do run --samples 9 --shard $k/2 -o whole$k.jsonl; done # a row each
run --shard 1/3 -o again.jsonl
run --shard 2/3 --seed 2 -o seed.jsonl
run --shard 2/2 -o of2.jsonl
run -o whole.jsonl
ulparity check approx/rcp approx/log2 -d host --samples 2400000 --shard 2/3 -o other.jsonl >/dev/null
head -n 1 s2.jsonl >half.jsonl
head -c 3000 s2.jsonl >torn.jsonl
sed 's/"sums":"[^ ]* /&x /' s2.jsonl >damaged.jsonl
for k in 1 2 3; do sed 's/"width":1,"backend"/"width":99,"backend"/' s$k.jsonl >wide$k.jsonl; done
sed 's/"verdict":"info","reason"/"verdict":"fine","reason"/' s2.jsonl >edited.jsonl
sed 's/"label":"approx\/rcp"/"label":"approx\/rpc"/g; s/"v":1,"tool":"[^"]*"/"v":1,"tool":"0.0.9"/' s2.jsonl >older.jsonl
: >empty.jsonl
sed '2s/"bounds_version":"[^"]*"/"bounds_version":"0123456789abcdef"/' whole.jsonl >mixed.jsonl
sed '2s/^{"v":1/{"v":2/' whole.jsonl >newer.jsonl
sed '2s/"tool"/tool/' whole.jsonl >broken.jsonl # before what this machine is called
report() {
    echo "\$ report $*"
    ulparity report "$@" 2>&1 | cut -c 1-200
    echo "exit status ${PIPESTATUS[0]}"
}
report s1.jsonl s3.jsonl
report whole1.jsonl
report whole2.jsonl
report s1.jsonl half.jsonl s3.jsonl
report s1.jsonl s2.jsonl s3.jsonl again.jsonl
report s1.jsonl s2.jsonl s3.jsonl s2.jsonl
report s1.jsonl seed.jsonl s3.jsonl
report s1.jsonl of2.jsonl s3.jsonl
report s1.jsonl other.jsonl s3.jsonl
report s1.jsonl s2.jsonl s3.jsonl whole.jsonl
report s1.jsonl torn.jsonl s3.jsonl
report s1.jsonl damaged.jsonl s3.jsonl
report s1.jsonl wide2.jsonl s3.jsonl
report wide1.jsonl wide2.jsonl wide3.jsonl
report s1.jsonl edited.jsonl s3.jsonl
report s1.jsonl older.jsonl s3.jsonl
report mixed.jsonl | sed 's/bounds [0-9a-f]*$/bounds VERSION/'
report newer.jsonl
report broken.jsonl
gzip -c whole.jsonl >whole.jsonl.gz
report whole.jsonl.gz
report empty.jsonl
report nowhere.jsonl
report /
report
for shard in 0/3 4/3 3 1/0 -1/3 1/3x a/b 1/ ''; do
    ulparity check approx/rcp -d host --shard "$shard"
    echo "exit status $?"
done 2>&1
