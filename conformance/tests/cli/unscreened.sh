# A reference of which screening tells nothing, all of whose terms cancel: Arb decides every input, however many they are.
export OCL_ICD_VENDORS=$PWD
cat >beside.h <<'END'
ul_fn float
beside(float x)
{
    return ul_bits_float(ul_float_bits(x) + 1);
}
/* ulparity
 * signature  float(float)
 * reference  exp(x) - 1
 */
END
ulparity check ./beside.h -d host --range 1e-20..1.2e-20 -v | sed 's/^host  .*/host/; s/; [0-9.]* s$//'
