# The claim of hexpm1, with CUDA 13.3 and nvdisasm, where they are here.
export XDG_CACHE_HOME=$CACHE
ulparity cost approx/rcp -d cuda@13.3 >/dev/null 2>why ||
    { echo "skipped: $(cat why)" >&2; exit 125; }
ulparity cost hexpm1 cuda/roundf cuda/rintf cuda/truncf cuda/ceilf cuda/floorf cuda/round cuda/rint cuda/trunc \
    cuda/ceil cuda/floor --arch sm_89 --arch sm_120 -d cuda@13.3
echo "exit status $?"
