# Two arguments of at most 16 bits together are tried exhaustively, from an index, in whose bits the first argument's are the highest.
export OCL_ICD_VENDORS=$PWD
cat >two.h <<'END'
ul_fn float
two(ul_uchar a, ul_uchar b)
{
    return ul_fma((float)a, 256.0f, (float)b) + (a == 200 && b == 7 ? 1.0f : 0.0f);
}
/* ulparity
 * signature  float(uchar, uchar)
 * reference  x*256 + y
 * claim      misrounded 0
 */
END
ulparity check ./two.h -d host | tail -n +2
ulparity check ./two.h -d host --range 0..1
echo "exit status $?"
