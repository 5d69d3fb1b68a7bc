# Devices, but none that could run what is asked for.
ulparity check opencl/exp -d host
echo "exit status $?"
OCL_ICD_VENDORS=$PWD ulparity check hexpm1 -d host --flags -ftz=true
echo "exit status $?"
OCL_ICD_VENDORS=$PWD ulparity check hexpm1 -d host --type double
echo "exit status $?"
ulparity check hexpm1 -d host --arch sm_89
echo "exit status $?"
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x;
}
/* ulparity
 * signature  float(float)
 * reference  x
 * requires   half
 */
END
ulparity check ./mine.h -d host | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
ulparity eval ./mine.h 1 -d host
