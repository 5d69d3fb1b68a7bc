# What cannot be compared is told in one line.
export OCL_ICD_VENDORS=$PWD
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
sed 's/"tool"/tool/' r.jsonl >broken.jsonl # before what this machine is called
sed 's/^{"v":1/{"v":2/' r.jsonl >newer.jsonl
sed 's/"bounds_version":"[^"]*"/"bounds_version":"0123456789abcdef"/' r.jsonl >other.jsonl
sed 's/"verdict":"pass"}]/"verdict":"fine"}]/' r.jsonl >fine.jsonl
cat r.jsonl >record
gzip -c r.jsonl >r.gz
compare() {
    echo "\$ compare $*"
    ulparity compare "$@" 2>&1 | cut -c 1-200 | sed 's/bounds [0-9a-f]\{16\}/bounds .../g'
    echo "exit status ${PIPESTATUS[0]}"
}
compare hexpm1 -d host
compare hexpm1 -d host -d host
compare r.jsonl
compare r.jsonl broken.jsonl
compare r.jsonl newer.jsonl
compare r.jsonl fine.jsonl
compare r.jsonl other.jsonl
compare other.jsonl hexpm1 -d host
compare r.jsonl nowhere.jsonl
compare r.jsonl r.gz
compare r.jsonl record acosf_harley
compare record r.jsonl hexpm2
compare hexpm1 -d opencl:nowhere r.jsonl | sed "s/; here are.*//"
compare nofunction -d host
compare hexpm1 r.jsonl -d host --inputs nowhere.txt
compare r.jsonl --format junit
cp r.jsonl old.jsonl
for option in --exhaustive --quick '--flags -ftz=true' '--samples 9' '--seed 2' '--range 0..1' '--inputs nowhere.txt' '--width 4' \
    '--approx mufu' '--arch sm_89' '--bounds seed' '-j 1' '--timeout 9'; do
    # shellcheck disable=SC2086
    compare old.jsonl r.jsonl $option
done
compare 'cuda/exp*' -d host
