# A driver that breaks in one kernel costs that one's row; the run goes on with a fresh worker, and the same command
# measures the row anew once the driver holds.
ulparity devices | grep -q 'PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
BROKEN_DRIVER=$(cat /etc/OpenCL/vendors/pocl.icd)
mkdir icd
echo "$(dirname "$(command -v ulparity)")/conformance/tests/libbroken_icd.so" >icd/broken.icd
export BROKEN_DRIVER OCL_ICD_VENDORS=$PWD/icd
run() { ulparity check opencl/ceil opencl/fabs opencl/floor --type float -d opencl:pocl --samples 1000 "$@" >out; echo "exit status $?"; tail -n +2 out; }
for fault in none crash abort leave hang refuse build compiler stall garbage; do
    echo "---- $fault"
    limit=$(case $fault in hang | stall) echo '--timeout 5' ;; esac) # what is compiled by then comes from PoCL's cache
    # shellcheck disable=SC2086 # two words, or none
    BROKEN=$fault run -o $fault.jsonl $limit
done
for fault in crash abort leave hang refuse build compiler stall; do
    echo "---- after $fault"
    run -o $fault.jsonl
    ulparity report $fault.jsonl --format json | sed 's/,"seconds":[^}]*}$/}/' | sort >now
    ulparity report none.jsonl --format json | sed 's/,"seconds":[^}]*}$/}/' | sort | cmp - now
done
# One that breaks before is told; other devices are measured.
for fault in open describe; do
    echo "---- $fault"
    BROKEN=$fault ulparity check hexpm1 -d host -d opencl --timeout 3 2>&1 | sed "s:$PWD/::g"
    echo "exit status ${PIPESTATUS[0]}"
    BROKEN=$fault ulparity check hexpm1 --timeout 3 2>&1 | grep '^hexpm1\|^ulparity' | sed "s:$PWD/::g" | head -n 2
done
