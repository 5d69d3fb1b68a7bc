# One name, several types: --type and labels choose; a type that the device lacks is no row unless it is asked for.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
echo '3;4' >inputs.txt
run() {
    ulparity check -d opencl:pocl --inputs inputs.txt "$@" | tail -n +2
    echo "exit status ${PIPESTATUS[0]}"
}
run opencl/fmax
run opencl/fmax --type double
run 'opencl/fmax(half)' 'opencl/fmax(double)'
run opencl/isless opencl/remquo --type float
for words in 'opencl/ldexp 3 4' 'opencl/ldexp 3 4 --type double' 'opencl/hypot(double) 3 4'; do
    ulparity eval $words -d opencl:pocl | grep -v '^  opencl'
done
ulparity fingerprint opencl/maxmag --type double -d opencl:pocl --blocks 0 >fp
cut -d' ' -f1,2 fp | tail -n 1
