# A special value that is missed fails, however near it is: tanh(inf) is 1 (C99 F.9.2.1).
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
ulparity check opencl/tanh -d opencl:pocl --samples 1000 | grep wrong
echo "exit status ${PIPESTATUS[0]}"
# So does eval; there a subnormal result is told as flushed where that is allowed.
ulparity eval opencl/tanh inf -d opencl:pocl
ulparity eval opencl/fract 0x1p-140 -d opencl:pocl --flags -cl-denorms-are-zero
