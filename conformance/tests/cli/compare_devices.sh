# Devices that are here, on the same inputs: how far apart they are, where, and which give the same bits; eval has the last
# word. The host and PoCL with NVIDIA's unit modelled are the same; with PoCL's own functions they are not.
ulparity devices 2>/dev/null | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
compare() { ulparity compare "$@" 2>&1 | grep -v '^host  \|^opencl:[0-9:]*[^ ]* *[-a-z]*  *pthread\|^opencl:.*pthread' | sed 's/opencl:[0-9]*:0/pocl/g; s/ *$//'; echo "exit status ${PIPESTATUS[0]}"; }
echo ---- every half
compare hexpm1 -d host -d opencl:pocl
compare hexpm1 -d host -d opencl:pocl --approx mufu
ulparity eval hexpm1 0x1.d4cp-4 -d opencl:pocl | grep -o 'want.*\|0x1.f0[^ ]*'
echo ---- floats, a selection, and all of a range
compare 'approx/[es]*' -d host -d opencl:pocl --format csv
compare approx/rcp -d host -d opencl:pocl --range 1..2
compare approx/rcp -d host -d opencl:pocl --samples 100 --approx mufu | tail -n 2
echo ---- flags as columns, several results, wrong results
compare opencl/fract opencl/tanh --type float -d opencl:pocl --flags '' --flags -cl-finite-math-only --samples 100
echo ---- the same inputs for both, as for check
echo 0.5 >in.txt
compare hexpm1 -d host -d opencl:pocl --inputs in.txt --format json | grep -o '"between".*\|"inputs":[0-9]*'
echo ---- beside a record
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
compare hexpm1 -d opencl:pocl r.jsonl
