# The documents' tables with measured columns, of records that are spelled here: two devices side by side, one of them
# under two sets of flags, the host's libm beside rows that do not judge it, and what could not be measured.
bound() { # edition row measure limit error share input verdict source
    printf '{"edition":"%s","row":"%s","text":"<= %s ulp","measure":"%s","limit":%s,"error":%s,"share":%s,"input":["%s"],"got":"0x0p+0","kind":"number","says":null,"source":"%s","guaranteed":true,"in_force":true,"verdict":"%s"}' \
        "$1" "$2" "$4" "$3" "$4" "$5" "$6" "$7" "$9" "$8"
}
record() { # subject result type flags device name ulp-error input wrong bounds verdict inputs
    printf '{"v":1,"tool":"0.1.0","subject":"%s","function":"f","result":%s,"type":"%s","width":1,"flags":"%s","approx":null,"arch":null,"device":"%s","device_name":"%s","driver":"a driver","compiler":"a compiler","coverage":{"kind":"%s","inputs":%s,"seed":1,"range":null,"shard":null,"file":null},"ulp":{"opencl":{"max":%s,"upper":%s,"input":["%s"],"got":"0x0p+0","want":"0x0p+0"}},"misrounded":0,"over_1ulp":0,"ulp_sum":0,"wrong":{"nan":0,"inf":0,"sign":0,"value":%s,"input":["inf"]},"flushed":{"count":0,"input":[]},"bounds_version":"0123456789abcdef","bounds":[%s],"claims":[],"blocks":null,"label":"%s[%s]","measure":"opencl","verdict":"%s","reason":null,"seconds":1}\n' \
        "$1" "$2" "$3" "$4" "$5" "$6" "${12%% *}" "${12##* }" "$7" "$7" "$8" "$9" "${10}" "$1" "$2" "${11}"
}
single='OpenCL C 3.0, 7.4, single precision, full profile'
seed='Comparison of the CUDA and OpenCL documents, single precision, OpenCL column'
unsafe='OpenCL C 3.0, 7.4, single precision, -cl-unsafe-math-optimizations'
both() { bound opencl-3 "$@" "$single"; printf ,; bound seed "$@" "$seed"; }
{
    record opencl/exp 0 float '' opencl:0:0 'First | card' 2.5 0x1p+3 0 "$(both exp opencl 3 2.5 0.8333 0x1p+3 pass)" pass 'quick 1000'
    record opencl/tanh 0 float '' opencl:0:0 'First | card' 1.25 0x1p+1 2 "$(both tanh opencl 5 1.25 0.25 0x1p+1 fail)" fail 'quick 3000'
    record opencl/sincos 0 float '' opencl:0:0 'First | card' 1 0x1p+0 0 "$(both sincos opencl 4 1 0.25 0x1p+0 pass)" pass 'quick 2000'
    record opencl/sincos 1 float '' opencl:0:0 'First | card' 3 0x1p-1 0 "$(both sincos opencl 4 3 0.75 0x1p-1 pass)" pass 'quick 2000'
    record opencl/half_sin 0 float '' opencl:0:0 'First | card' 7 0x1p-2 0 "$(bound opencl-3 half_sin opencl 8192 7 0.0008 0x1p-2 pass 'OpenCL C 3.0, 6.15.2: the argument is in [-2^16, 2^16]')" pass 'quick 2000'
    record opencl/cos 0 float '' opencl:0:0 'First | card' 0 0x1p+0 0 '' error 'quick 0'
    record hexpm1 0 half '' opencl:0:0 'First | card' 1 0x1p+0 0 '' info 'exhaustive 65536'
} >first.jsonl
{
    record opencl/exp 0 float '' opencl:0:0 Second 40 0x1p+4 0 "$(both exp opencl 3 40 13.333 0x1p+4 fail)" fail 'exhaustive 4294967296'
    record opencl/exp 0 float -cl-unsafe-math-optimizations opencl:0:0 Second 9 0x1p+5 0 "$(bound opencl-3 'exp(x)' opencl 67 9 0.134 0x1p+5 pass "$unsafe")" pass 'exhaustive 4294967296'
} >second.jsonl
record host/expf 0 float '' host processor 0.501 -0x1p-6 0 '' info 'quick 4000' >libm.jsonl
{
    embedded='OpenCL C 3.0, 7.4, single precision, embedded profile'
    record opencl/exp 0 float '' opencl:1:0 Small 4.5 0x1p+3 0 "$(bound opencl-3 exp opencl 4 4.5 1.125 0x1p+3 fail "$embedded")" fail 'quick 1000'
    record opencl/half_sin 0 float '' opencl:1:0 Small 8 0x1p-2 0 "$(bound opencl-3 half_sin opencl 8192 8 0.001 0x1p-2 pass 'OpenCL C 3.0, 6.15.2: the argument is in [-2^16, 2^16]')" pass 'quick 2000'
} >embedded.jsonl
echo '---- Markdown: the rows that were measured'
ulparity tables first.jsonl second.jsonl libm.jsonl embedded.jsonl --bounds opencl-3 --format md |
    grep '^#\|^[^|]\|0x\| error |\|| opencl:'
echo '---- text: one device has no prefix; the same row in two documents'
ulparity tables first.jsonl | grep '^exp \|^tanh \|^sincos \|^cos \|^half_sin\|rows\|^Tables' | tr -s ' '
echo '---- CSV'
ulparity tables second.jsonl --table single_unsafe_math --format csv | grep '^F\|^exp(' | tr -d '\r'
echo '---- HTML'
ulparity tables second.jsonl --table single_full --format html | grep '^<h2\|fail"\|^<p>'
echo '---- JSON'
ulparity tables first.jsonl --table opencl-3_single_full --format json | grep '"column"'
echo '---- what a table cannot be made of'
wrong() {
    ulparity tables "$@" >out
    echo "exit status $?"
    cat out
}
sed 's/"ulp"/ulp/' first.jsonl >broken.jsonl
sed 's/0123456789abcdef/fedcba9876543210/' libm.jsonl >other.jsonl
{
    wrong broken.jsonl
    wrong first.jsonl other.jsonl
    wrong nowhere.jsonl
    wrong --bounds opencl-4
    wrong --table singel
    wrong --bounds seed --table single_full
    wrong --format xml
    wrong --exhaustive
} 2>&1
