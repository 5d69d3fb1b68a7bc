# An instruction that is not emulated is named with its line; nothing is guessed.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
cat >unknown.h <<'END'
ul_fn float unknown(float x)
{
    ul_uint y;
    asm("vadd.u32.u32.u32 %0, %1, %1;" : "=r"(y) : "r"(ul_float_bits(x)));
    return ul_bits_float(y);
}
/* ulparity
 * signature  float(float)
 * reference  x
 */
END
ulparity check ./unknown.h -d cuda:emulated
