# Without a reference a function is run, not judged: check leaves it out and says so; its name alone is refused.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
ulparity eval 'cuda/__nv_cvt_float_to_fp8(e4m3)' 1 -d cuda:emulated
ulparity eval 'cuda/__nv_cvt_float_to_fp8(e4m3)' -1 -d cuda:emulated --format json
ulparity eval 'cuda/__shfl_sync(half)' 1 -d cuda:emulated 2>&1
ulparity check cuda/fabsf 'cuda/__nv_cvt_float*' -d cuda:emulated --quick 2>&1 | grep -v ^cuda:emulated
ulparity check 'cuda/__nv_cvt_float*' -d cuda:emulated 2>&1
echo "exit status $?"
ulparity check cuda/fabsf 'cuda/__nv_cvt_float_to_fp8(e4m3)' -d cuda:emulated 2>&1
echo "exit status $?"
