# What a GPU's driver compiled is kept by text, options and driver, and makes the same figures; what is damaged, or is not
# taken, is compiled anew. (PoCL that says it is a GPU. What a processor's compiler made is kept by itself.)
ulparity devices | grep -q 'PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
BROKEN_DRIVER=$(cat /etc/OpenCL/vendors/pocl.icd)
mkdir icd
echo "$(dirname "$(command -v ulparity)")/conformance/tests/libbroken_icd.so" >icd/broken.icd
export BROKEN_DRIVER OCL_ICD_VENDORS=$PWD/icd XDG_CACHE_HOME=$PWD
run() {
    echo "---- $1"
    shift
    ulparity check opencl/exp opencl/ceil --type float -d opencl:pocl --range 1..1.1 "$@" 2>&1 | tail -n +2
}
count() { find ulparity -name 'opencl-*' 2>/dev/null | wc -l; }
BROKEN=none run 'a processor' | tail -n 1
count
BROKEN=gpu run compiled
[ "$(count)" -gt 0 ] && echo kept
BROKEN='gpu source' run 'from what was kept'
BROKEN='gpu source' run 'not under other options' --flags -cl-denorms-are-zero
BROKEN='gpu binary' run 'none is taken'
for file in ulparity/opencl-*; do truncate -s 3000 "$file"; done
BROKEN='gpu source' run damaged
BROKEN=gpu run 'compiled anew' | tail -n 1
BROKEN='gpu source' run 'from what was kept' | tail -n 1
