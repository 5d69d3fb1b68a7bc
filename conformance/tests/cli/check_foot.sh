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
wrong() {
    sed "s|float(float)|${2-float(float)}|; s|expp(x)|$1|" mine.h >other.h
    ulparity check other.h -d host
}
wrong 'pow(x)'
wrong 'exp(y)'
wrong '2x'
wrong x 'float(float'
wrong x 'float(flaot)'
wrong x 'float4(float4)'
wrong 'x\n * domain [2, 1]'
wrong 'x\n * claim ulp 3'
wrong 'x\n * claim rel 3 at foo'
wrong 'x\n * requires sm_x'
wrong 'x\n * reference x'
sed 's/expp(x)/x/; /^ul_fn/,/^}/d' mine.h >other.h
ulparity check other.h -d host
sed '/ulparity/,$d' mine.h >other.h
ulparity check other.h -d host
sed '$d' mine.h >other.h
ulparity check other.h -d host
