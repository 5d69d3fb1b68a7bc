# A malformed foot is told with its line.
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x;
}
/* ulparity
 * signature  float(float)
 * refrence   exp(x)
 */
END
ulparity check mine.h -d host
echo "exit status $?"
sed -i 's/refrence   exp(x)/reference  expp(x)/' mine.h
ulparity check mine.h -d host
