# A claim is judged on an OpenCL device unless the function takes OpenCL's own approximations.
ulparity devices | grep -q PoCL || { echo "no PoCL here" >&2; exit 125; }
cat >mine.h <<'END'
ul_fn float mine(float x)
{
    return ul_fma(x, x, 1.0f);
}
/* ulparity
 * signature  float(float)
 * reference  x*x + 1
 * claim      ulp 0.5 opencl
 * claim      rel 1e-9
 */
END
ulparity check ./mine.h -d opencl:pocl --range 1..1.001 | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
sed -i 's/return .*/return ul_approx_rcp(x);/; s/x\*x + 1/1\/x/' mine.h
ulparity check ./mine.h -d opencl:pocl --range 1..1.001 | grep -c 'native approximations'
ulparity check ./mine.h -d opencl:pocl --range 1..1.001 --approx mufu | tail -n +2
