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
# A foot that says something else than the function needs no compiler. Of a file of two functions its words come once.
cat >mine.h <<'END'
ul_fn float
mine(float x, float y)
{
    return x + y;
}
/* ulparity
 * signature  float(float)
 * reference  2*x
 */

ul_fn float
yours(float x)
{
    return x;
}
/* ulparity
 * signature  float(float)
 * reference  x
 */
END
ulparity check ./mine.h -d host 2>&1
sed -i '1,/^ \*\/$/s/float(float)/float(float, float)/; s/2\*x/x+y/; s/return x;/float y = z; return x;/' mine.h
ulparity check ./mine.h -d host 2>log | tail -n +2
grep -c 'mine.h:14:.*error' log
ulparity fingerprint ./mine.h -d host 2>&1 | grep -c '^./mine.h:14:.*error'
