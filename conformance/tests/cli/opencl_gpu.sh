# A device that says it is a GPU measures itself, by several runners, and with its own double functions as references:
# the figures are those of the same device as a processor, in the same order.
ulparity devices | grep -q 'PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
BROKEN_DRIVER=$(cat /etc/OpenCL/vendors/pocl.icd)
mkdir icd
echo "$(dirname "$(command -v ulparity)")/conformance/tests/libbroken_icd.so" >icd/broken.icd
export BROKEN_DRIVER OCL_ICD_VENDORS=$PWD/icd
run() { ulparity check --type float -d opencl:pocl "$@"; }
all="opencl/a* opencl/exp* opencl/l* opencl/half_* opencl/sin*"
# shellcheck disable=SC2086 # several words, and no files
BROKEN=gpu run $all --range 0.9..1.1 | tail -n +2 >gpu
# shellcheck disable=SC2086
run $all --range 0.9..1.1 | tail -n +2 >cpu
cmp cpu gpu && grep rows: gpu
# Three blocks of inputs a row, one for each shard.
BROKEN=gpu run opencl/exp opencl/sincos --range 1..8 --format json | sed 's/,"seconds":[^}]*}$/}/' >whole
for part in 1 2 3; do BROKEN=gpu run opencl/exp opencl/sincos --range 1..8 --shard $part/3 -o $part.jsonl >out; done
ulparity report 1.jsonl 2.jsonl 3.jsonl --format json | sed 's/,"seconds":[^}]*}$/}/' | cmp whole - && wc -l <whole
