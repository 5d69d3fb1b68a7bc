# Records side by side, in every format: who is most accurate, whose bound is broken, what only one of them has.
export OCL_ICD_VENDORS=$PWD
ulparity check hexpm1 'approx/*' acosf_harley -d host --samples 3000 --format json | sed 's/"device_name":"[^"]*","driver":"[^"]*","compiler":"[^"]*"/"device_name":"A|B, \&<\\"C\\">","driver":"1.0","compiler":"1.0"/' >a.jsonl
sed 's/"device":"host","device_name":"[^,]*, [^,]*","driver":"1.0"/"device":"cuda:0","device_name":"GPU","driver":"2.0"/' a.jsonl >b.jsonl
# One bound broken, one wrong result, a better figure, a row in error, one that only A has.
sed -i '/"subject":"hexpm1"/{s/"verdict":"pass","reason":null/"verdict":"fail","reason":null/}
/"subject":"approx.sin"/s/"wrong":{"nan":0/"wrong":{"nan":2/
/"subject":"approx.rcp"/s/"ulp":{"opencl":{"max":[0-9.]*/"ulp":{"opencl":{"max":0.625/
/"subject":"approx.exp2"/s/"verdict":"info","reason":null/"verdict":"error","reason":"signal 11"/
/"subject":"approx.tanh"/d' b.jsonl
run() {
    echo "---- $*"
    ulparity compare a.jsonl b.jsonl "$@"
    echo "exit status $?"
}
run
run -q -v
run --format md hexpm1 recip
run --format csv 'approx/[rt]*'
run --format json approx/tanh
run --format html approx/rcp
run --type half --format csv
ulparity compare a.jsonl a.jsonl 'approx/s*' | head -n 4
# A device that is here beside a record: what the record lacks is not measured.
ulparity check hexpm1 approx/rcp -d host --samples 9 -o r.jsonl >/dev/null
ulparity compare -d host r.jsonl --samples 9 | tail -n +4
