# CUDA beside OpenCL and the host: other types of the same name, conversions, results that are not defined everywhere, pairs.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
ulparity devices 2>/dev/null | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
compare() { ulparity compare "$@" 2>&1 | grep -v '^host  \|^opencl:.*pthread\|^cuda:emulated .*GPU' | sed 's/opencl:[0-9]*:0/pocl/g; s/ *$//'; echo "exit status ${PIPESTATUS[0]}"; }
compare ldexp -d cuda:emulated -d host --type float --samples 50 | sed 's/^  */ /'
compare 'opencl/convert_*(float)' -d opencl:pocl -d cuda:emulated --samples 10
compare ilogb -d cuda:emulated -d opencl:pocl --type float --samples 10
compare hexpm1 'cuda/__frcp_r?' 'cuda/h*2(half2)' -d cuda:emulated -d host --type half
compare cuda/rintf -d cuda:emulated --flags '' --flags -ftz=true --samples 100
