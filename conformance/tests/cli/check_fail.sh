# An algorithm in a file of one's own: its claim is judged; a claim that is too good is broken, exit status 1.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x + 1.0f;
}
/* ulparity
 * signature  float(float)
 * reference  exp(x)
 * domain     [0, 1]
 * claim      rel 0.2643
 * source     the first two terms
 */
END
ulparity check ./mine.h -d host --range 0x1p-1..1
echo "exit status $?"
sed -i 's/0.2643/0.2641/' mine.h
ulparity check ./mine.h -d host --range 0x1p-1..1
