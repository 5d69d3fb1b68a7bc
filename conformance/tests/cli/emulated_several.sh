# CUDA's functions of several types and arguments, of one rounding and of several results; jn(128, 0) is a NaN.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
ulparity check cuda/sincospi cuda/remquo cuda/hypot cuda/jn 'cuda/__fadd_r?' 'cuda/__ddiv_r?' 'cuda/hexp(bfloat16)' \
    'cuda/__hfma_sat(half)' cuda/__double2half cuda/__half2ll_rd cuda/__float_as_int cuda/__hiloint2double \
    'cuda/__hltu(half)' ptx/ex2.approx.f16 'cuda/__lowhigh2highlow(half2)' 'cuda/__hgtu2_mask(half2)' 'cuda/__hbne2(bfloat162)' \
    'cuda/__hcmadd(half2)' 'cuda/__hfma2_sat(bfloat162)' -d cuda:emulated --samples 500 2>&1 | grep -v ^cuda:emulated
