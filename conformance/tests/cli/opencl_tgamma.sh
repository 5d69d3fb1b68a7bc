# PoCL 3.1 breaks OpenCL's bound of tgamma: found by its input, and the exact value stands beside it.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
echo -0x1.17d95cp+5 >inputs.txt
ulparity check opencl/tgamma --type float -d opencl:pocl --inputs inputs.txt | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
ulparity eval opencl/tgamma -0x1.17d95cp+5 -d opencl:pocl
