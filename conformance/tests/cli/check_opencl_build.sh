# The same through an OpenCL compiler.
ulparity devices | grep -q 'OpenCL.*PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
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
ulparity check ./mine.h -d opencl:pocl >out 2>log
echo "exit status $?"
grep -c 'mine.h:4' log
