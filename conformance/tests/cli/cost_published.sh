# Instructions that the authors counted, with CUDA 12.8 and nvdisasm, where they are here.
export XDG_CACHE_HOME=$CACHE
ulparity cost approx/rcp -d cuda@12.8 >/dev/null 2>why ||
    { echo "skipped: $(cat why)" >&2; exit 125; }
ulparity cost acosf_borchardt_15 acosf_borchardt_7 acosf_harley cuda/acosf --arch sm_89 -d cuda:emulated@12.8
echo "exit status $?"
ulparity cost acosf_harley cuda/sqrtf 'cuda/hexp(half)' cuda/sincosf --arch sm_89 -d cuda@12.8 --format json
# Documented: roundf and round take 8 instructions, the others 1.
ulparity cost cuda/roundf cuda/rintf cuda/truncf cuda/ceilf cuda/floorf cuda/round cuda/rint cuda/trunc \
    cuda/ceil cuda/floor --arch sm_89 -d cuda@12.8 --format csv
ulparity cost ptx/ex2.approx.ftz.bf16 --arch sm_89 -d cuda@12.8
echo "exit status $?"
ulparity cost acosf_harley --arch sm_71 -d cuda@12.8
echo "exit status $?"
