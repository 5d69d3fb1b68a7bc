# Accuracy against cost, from records made up: by the same release and flags, on a CUDA device.
export XDG_CACHE_HOME=$CACHE
ulparity cost approx/rcp -d cuda@12.8 >/dev/null 2>why ||
    { echo "skipped: $(cat why)" >&2; exit 125; }
# record SUBJECT ERROR [DEVICE [RELEASE [FLAGS]]]
record() {
    cat <<END
{"v":1,"subject":"$1","result":0,"type":"float","width":1,"flags":"${5-}","approx":"native","arch":"sm_90","device":"${3-cuda:0}","device_name":"made up","driver":"1","compiler":"NVRTC ${4-12.8}","coverage":{"kind":"exhaustive","inputs":4294967296,"seed":null,"range":null,"shard":null,"file":null},"ulp":{"opencl":{"max":$2,"input":["0x1p-1"]}},"bounds_version":"0","verdict":"info"}
END
}
{
    record acosf_harley 85791
    record acosf_borchardt_7 91951
    record acosf_borchardt_15 303.08
    record cuda/acosf 1.3
    record cuda/acosf 1.34 cuda:emulated@12.8
    record cuda/acosf 0.5 cuda:1 13.0
    record cuda/acosf 0.25 cuda:1 12.8 -ftz=true
    record cuda/floorf 0
    record ptx/div.approx.f32 '"inf"'
    record ptx/div.full.f32 2
} >r.jsonl
cost() {
    ulparity cost 'acosf_*' cuda/acosf cuda/floorf 'ptx/div.*.f32' cuda/expf -d cuda@12.8 --arch sm_89 --records r.jsonl "$@"
    echo "exit status $?"
}
cost
cost --flags -ftz=true --format csv
cost --format json | sed -n 's/.*"subject":"\([^"]*\)".*"verdict":"[a-z]*"/\1 /p'
cost --format svg | sed -n 's/.*<title>\(.*\)<\/title>.*/\1/p'
cost --format html | grep -c '<circle\|<tr>'
record cuda/expf 1 cuda:0 13.0 >other.jsonl
ulparity cost cuda/expf -d cuda@12.8 --arch sm_89 --records other.jsonl
echo "exit status $?"
