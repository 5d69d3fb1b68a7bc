# Functions of whole vectors: each lane is an argument, or a result.
ulparity devices 2>/dev/null | grep -q PoCL || { echo "no PoCL here" >&2; exit 125; }
ulparity check opencl/dot opencl/cross opencl/length opencl/distance opencl/normalize 'opencl/fast_*' --type float -d opencl:pocl \
    --samples 300 2>&1 | awk '/ samples / { print $1, $(NF - 2) }'
# Records tell them apart by their width.
ulparity check opencl/dot --type float -d opencl:pocl --samples 10 --format json | grep -o '"type":"float","width":[0-9]*'
# One name for several sizes: as many numbers as are given.
ulparity eval opencl/length 2 3 6 --type float -d opencl:pocl | head -3
ulparity eval opencl/length 2 --type float -d opencl:pocl 2>&1
echo "exit status $?"
