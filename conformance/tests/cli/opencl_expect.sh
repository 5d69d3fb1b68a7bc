# A failure that is known and no worse than known does not fail; a worse one does.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
echo -0x1.17d95cp+5 >inputs.txt
echo 'opencl/tgamma  16.1  near poles' >known
ulparity check opencl/tgamma --type float -d opencl:pocl --inputs inputs.txt --expect known | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
echo 'opencl/tgamma  16.05  near poles' >known
ulparity check opencl/tgamma --type float -d opencl:pocl --inputs inputs.txt --expect known | tail -n +2
echo "exit status ${PIPESTATUS[0]}"
# One width alone.
printf '0x1p-126\n1e8\n' >inputs.txt
echo 'opencl/sin(float2)  any  beside a large lane' >known
ulparity check opencl/sin --type float --width 2,4 -d opencl:pocl --inputs inputs.txt --expect known | grep -v '^opencl:'
echo "exit status ${PIPESTATUS[0]}"
