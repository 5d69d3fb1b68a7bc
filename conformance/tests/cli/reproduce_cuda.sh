# The same of CUDA, as far as nvcc compiles it: there may be no GPU to run it.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
command -v nvcc >/dev/null || { echo "no nvcc here: .cu programs are not compiled" >&2; exit 125; }
eval_() { ulparity eval "$@" -d cuda:emulated --reproduce bug 2>&1 | grep '^  cuda\|wrote'; }
eval_ cuda/expf 1 --flags -ftz=true
eval_ 'cuda/h2exp(half2)' 1,2
eval_ ptx/ex2.approx.f32 0.5
eval_ cuda/sincos 1
eval_ acosf_harley 0.3
cd bug || exit
for f in *.cu; do
    echo "$f"
    flags=$(sed -n 's/^ \* *nvcc \(.*\) [^ ]*\.cu -o.*/\1/p' "$f")
    # shellcheck disable=SC2086
    nvcc $flags -ptx "$f" -o out.ptx || echo "it does not compile"
    grep -c 'entry' out.ptx
done
