# A file that does not compile: the compiler's words, exit status 3; nothing is called a pass.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x + y;
}
/* ulparity
 * signature  float(float)
 * reference  exp(x)
 */
END
ulparity check ./mine.h -d host 2>log | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
grep -c 'mine.h:4' log
