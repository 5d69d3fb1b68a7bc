# A wrong CUDA release: one line that says what is here and how to get one.
for device in cuda:0@12.x cuda@13 host@12.8; do
    OCL_ICD_VENDORS=$PWD ulparity eval cuda/expf 1 -d "$device"
    echo "exit status $?"
done
"$CLI/../../cuda-release" 12.x
echo "exit status $?"
"$CLI/../../cuda-release" | sed -n 's/^\(12\..\)$/\1/p'
