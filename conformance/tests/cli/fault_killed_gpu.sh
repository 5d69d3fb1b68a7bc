# As fault_killed.sh, of a GPU (PoCL that says it is one): several workers measure it at once, by sweeping.
ulparity devices | grep -q 'PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
BROKEN_DRIVER=$(cat /etc/OpenCL/vendors/pocl.icd)
mkdir icd
echo "$(dirname "$(command -v ulparity)")/conformance/tests/libbroken_icd.so" >icd/broken.icd
export BROKEN_DRIVER OCL_ICD_VENDORS=$PWD/icd BROKEN=gpu
check=(ulparity check opencl/exp opencl/fabs opencl/floor opencl/sqrt --type float -d opencl:pocl --range 1..2)
moments=10
# shellcheck source=/dev/null
. "$CLI/fault_killed.sh"
