# Every example that a -h prints works: with all devices that are here, cut to few inputs where it measures much.
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return ul_fma(x, x, 1.0f);
}
/* ulparity
 * signature  float(float)
 * reference  x*x + 1
 */
END
echo 0.5 >one.txt
ulparity devices | grep -q 'OpenCL.*PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
ulparity fingerprint approx/rcp --blocks 0 >old.txt
ulparity check hexpm1 -d host --samples 1 -o a.jsonl >/dev/null
ulparity check hexpm1 -d host --samples 2 -o b.jsonl >/dev/null
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
cp r.jsonl old.jsonl
cp r.jsonl new.jsonl
ulparity check hexpm1 -d host -o shard-1.jsonl --shard 1/1 >/dev/null
for command in '' devices list check report tables compare eval fingerprint cost; do
    # shellcheck disable=SC2086
    ulparity $command -h | sed -n '/^Examples:/,/^$/s/^  \(.*[^ ]\)  .*/\1/p'
done >examples.txt
# Counting needs NVRTC and nvdisasm, accuracy against cost a record of a CUDA device as well.
counts() { XDG_CACHE_HOME=$CACHE ulparity cost approx/rcp >/dev/null 2>&1; }
counts && XDG_CACHE_HOME=$CACHE ulparity check hexpm1 -d cuda:emulated -o r.jsonl >/dev/null 2>&1
while read -r line; do
    case $line in
    'ulparity cost'*)
        echo "$line"
        counts || continue
        XDG_CACHE_HOME=$CACHE eval "$line" >out 2>err || { echo "    exit status $?"; cat err; }
        continue ;;
    *--quick*) fewer=--samples=1 ;;
    'ulparity check'*) fewer='--inputs one.txt' ;;
    *.jsonl) fewer= ;;
    'ulparity compare'*) fewer=--samples=9 ;;
    *--blocks*) fewer= ;;
    *approx/*) fewer='--blocks 0' ;;
    *) fewer= ;;
    esac
    eval "$line $fewer" >out 2>err
    status=$?
    echo "$line"
    # A bound may be broken (1) or a function fail to build (3): that is the device's.
    case $status in 0 | 1 | 3) ;; *) echo "    exit status $status"; cat err ;; esac
    [ -s out ] || echo "    prints nothing"
done <examples.txt
