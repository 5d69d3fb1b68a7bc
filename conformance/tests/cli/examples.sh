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
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
ulparity check hexpm1 -d host -o shard-1.jsonl --shard 1/1 >/dev/null
for command in '' devices list check report eval fingerprint; do
    # shellcheck disable=SC2086
    ulparity $command -h | sed -n '/^Examples:/,/^$/s/^  \(.*[^ ]\)  .*/\1/p'
done >examples.txt
while read -r line; do
    case $line in
    *--quick*) fewer=--samples=1 ;;
    'ulparity check'*) fewer='--inputs one.txt' ;;
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
