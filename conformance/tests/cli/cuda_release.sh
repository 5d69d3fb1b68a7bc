# A wrong CUDA release: one line that says what is here and how to get one.
for device in cuda:0@12.x cuda@13 host@12.8; do
    OCL_ICD_VENDORS=$PWD ulparity eval cuda/expf 1 -d "$device"
    echo "exit status $?"
done
"$CLI/../../cuda-release" 12.x
echo "exit status $?"
for words in -h --help '12.8 --hepl'; do
    # shellcheck disable=SC2086
    "$CLI/../../cuda-release" $words 2>&1
    echo "exit status $?"
done
"$CLI/../../cuda-release" | sed -n 's/^\(12\..\)$/\1/p'
# What a killed run left behind goes with the next one, that of a run under way stays.
export XDG_CACHE_HOME=$PWD PIP_NO_INDEX=1
mkdir -p ulparity/cuda/.fetching-12.1-old ulparity/cuda/.fetching-12.1-new
touch -d '2 hours ago' ulparity/cuda/.fetching-12.1-old
bash -c '. "$CLI/../../setup.sh"; fetch_release 12.1' 2>/dev/null
echo "exit status $?"
ls -A ulparity/cuda
# nvdisasm: that which is there serves its own release and older ones; where a newer one cannot be had it stays.
mkdir -p ulparity/cuda/nvdisasm/nvidia_cuda_nvdisasm-13.5.37.dist-info
bash -c '. "$CLI/../../setup.sh"
    for release in 9.2 12.8 13.5 13.10 14.0; do have_nvdisasm $release && echo "nvdisasm reads $release"; done
    fetch_nvdisasm 12.8 13.5 && fetch_nvdisasm 12.8 13.10' 2>&1 | grep -v '^ERROR\|^WARNING' | sed "s|$PWD|...|"
ls -A ulparity/cuda ulparity/cuda/nvdisasm
