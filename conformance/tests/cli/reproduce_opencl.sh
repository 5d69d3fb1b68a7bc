# The same of OpenCL: vectors, several results, doubles, lanes as arguments, an algorithm with NVIDIA's unit modelled.
ulparity devices 2>/dev/null | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
mkdir lib
loader=$(ldconfig -p 2>/dev/null | sed -n 's/.*libOpenCL\.so\.1 .*=> //p' | head -n 1)
[ -n "$loader" ] || loader=$(PATH=$PATH:/sbin:/usr/sbin ldconfig -p | sed -n 's/.*libOpenCL\.so\.1 .*=> //p' | head -n 1)
[ -n "$loader" ] || { echo "no libOpenCL.so.1 here" >&2; exit 125; }
ln -s "$loader" lib/libOpenCL.so
echo '#include <CL/cl.h>' | cc -E - >/dev/null 2>&1 || { echo "no cc or no OpenCL headers here" >&2; exit 125; }
eval_() { ulparity eval "$@" -d opencl:pocl --reproduce bug 2>&1 | sed -n 's/opencl:[0-9]*:0 /pocl /; s/opencl_[0-9]*_0/pocl/; /^  pocl\|wrote/p'; }
eval_ opencl/tanh inf --type float
eval_ opencl/sin 1,2,3
eval_ opencl/fract 2.5 --type double
eval_ opencl/dot 1 2 3 4 --type float
eval_ 'opencl/convert_int_rtz(float)' 1.5,-2.5
eval_ opencl/isnan nan,2.5
eval_ acosf_harley 0.3 --approx mufu
eval_ opencl/exp 1 --type float --flags -cl-fast-relaxed-math
cd bug || exit
for f in *.c; do
    name=$(sed 's/-opencl_[0-9]*_0//' <<<"${f%.c}")
    cc -Wall -Wextra "$f" -o "$name" -L../lib -lOpenCL && "./$name" | grep -v '^device'
    echo "$name: exit status ${PIPESTATUS[0]}"
done
cat opencl_tanh-*.cl
./opencl_tanh 'no such device'
echo "exit status $?"
mv opencl_tanh-*.cl elsewhere
./opencl_tanh 2>&1 | grep -v '^device' | sed 's/opencl_[0-9]*_0/pocl/'
