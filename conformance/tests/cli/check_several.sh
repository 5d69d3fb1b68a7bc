# Functions of several arguments: what overflows between is caught, where a wider type would not; so is a rounding
# too many in three of them.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
ul_fn float
hypot_naive(float x, float y)
{
    return ul_sqrt(ul_add(ul_mul(x, x), ul_mul(y, y)));
}
/* ulparity
 * signature  float(float, float)
 * reference  hypot(x,y)
 * claim      ulp 1.5 opencl
 */

ul_fn float
hypot_wide(float x, float y)
{
    return (float)ul_sqrt_d(ul_add_d(ul_mul_d(x, x), ul_mul_d(y, y)));
}
/* ulparity
 * signature  float(float, float)
 * reference  hypot(x,y)
 * domain     each (-inf, inf)
 * claim      ulp 0.5001 opencl
 */

ul_fn float
not_fused(float x, float y, float z)
{
    return ul_add(ul_mul(x, y), z);
}
/* ulparity
 * signature  float(float, float, float)
 * reference  fma(x,y,z)
 * claim      misrounded 0
 */
END
ulparity check ./mine.h -d host | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
