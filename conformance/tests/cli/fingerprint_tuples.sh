# Any signature has hashes; one result that differs is found by them: its input, and what the other had.
export OCL_ICD_VENDORS=$PWD
mkdir here there
cat >here/mine.h <<'END'
ul_fn float
taken(float x, float y, ul_int n)
{
    return n < 0 ? x : y;
}
/* ulparity
 * signature  float(float, float, int)
 * reference  x
 */

ul_fn float
parts(float x, ul_int *exponent)
{
    *exponent = (ul_int)(ul_float_bits(x) >> 23 & 255) - 127;
    return x < 1.5f ? 1.0f : x;
}
/* ulparity
 * signature  float(float, int*)
 * reference  x; x
 */

ul_fn ul_int
bits(ul_half x)
{
    return x;
}
/* ulparity
 * signature  int(half)
 * reference  x
 */
END
# Two inputs in a block, one in another; the first tuple of block 1.
sed 's/return x < 1.5f/return x == 1.25f || x == 1.125f || x == 2.5f/; s/n < 0/n < 0 || n == 1639052956/' \
    here/mine.h >there/mine.h
(cd here; ulparity fingerprint ./mine.h -d host --blocks 0-1,127-128) | tee here.txt
cd there
ulparity fingerprint ./mine.h -d host --blocks 127-128,0-1 --compare ../here.txt
echo "exit status $?"
ulparity fingerprint ./mine.h -d host --blocks 400 2>&1 | cut -c1-100 | grep -v '^#'
