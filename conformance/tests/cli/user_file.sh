# A file of one's own with several functions, float and half, with and without claims, by every command.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
/* The first is right, the second too; nobody claims anything of the third. */
ul_fn float
square_plus_one(float x)
{
    return ul_fma(x, x, 1.0f);
}
/* ulparity
 * signature  float(float)
 * reference  x*x + 1
 * claim      ulp 0.5 opencl
 */

ul_fn ul_half
twice(ul_half x)
{
    return ul_float_to_half(2.0f * ul_half_to_float(x));
}
/* ulparity
 * signature  half(half)
 * reference  2*x
 * claim      misrounded 0
 */

ul_fn float
itself(float x)
{
    return x;
}
/* ulparity
 * signature  float(float)
 * reference  sin(x)
 * domain     [-0.01, 0.01]
 */
END
ulparity list ./mine.h
ulparity check ./mine.h -d host
echo "exit status $?"
ulparity eval ./mine.h 0x1p-7 -d host
echo "exit status $?"
ulparity eval ./mine.h 0x1p-7 2 -d host 2>&1
echo "exit status $?"
ulparity fingerprint ./mine.h -d host --blocks 0
# A file is its name, whatever globs are made of.
mv mine.h 'mine[1].h'
ulparity list './mine[1].h'
