# A claim that is not kept is told, and the exit status 1; with any NVRTC, and nvdisasm.
export XDG_CACHE_HOME=$CACHE
ulparity cost approx/rcp --arch sm_89 >/dev/null 2>why || { echo "skipped: $(cat why)" >&2; exit 125; }
file() {
    cat >mine.h <<END
ul_fn float mine(float x)
{
    return ul_approx_rcp(ul_fma(x, x, 1.0f));
}
/* ulparity
 * signature  float(float)
 * reference  1/(x*x + 1)
 * cost       $1
 */
END
}
for claim in '2 instructions, 1 mufu' 'sm_89, 1 instruction' '0 mufu' '1 instructions, sm_80' \
    '1 instructions, CUDA 11.0' '2 instructions and 1 mufu' '1.5 instructions' 'sm_89' '2 instructions, 3 instructions'; do
    file "$claim"
    echo "$claim:"
    ulparity cost ./mine.h --arch sm_89 --format csv 2>&1 | cut -d, -f1,3,5- | sed 's/\r$//'
    ulparity cost ./mine.h --arch sm_89 >/dev/null 2>&1
    echo "exit status $?"
done
