# A vector's lanes are measured as numbers are, and told apart from them: PoCL 3.1's sin of a tiny number goes wrong
# beside a huge one (its reduction is chosen for the whole vector), and nothing but a vector shows it.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
printf '0x1p-126\n0x1.7d784p+26\n2\n' >inputs.txt
run() {
    ulparity check "$@" -d opencl:pocl | tail -n +2
    echo "exit status ${PIPESTATUS[0]}"
}
run opencl/sin --type float --width 1,2,4 --inputs inputs.txt
ulparity check opencl/sin --type float --width 4 --inputs inputs.txt -d opencl:pocl --format json | grep -o '"width1":{[^}]*}\|"width":[0-9]*'
run 'opencl/convert_int_sat_rte(float)' opencl/isless opencl/frexp opencl/vload_half --type float --width 3,16 --samples 100
ulparity eval opencl/sincos 0x1p-126,1e8 -d opencl:pocl
ulparity eval opencl/ldexp 1.5 -130,7 -d opencl:pocl --format json | grep -o '"\(width\|args\|got\|want\)":[0-9[][^]]*'
# A record is resumed width by width.
ulparity check opencl/fabs -d opencl:pocl --width 1,2 --samples 100 -o record >/dev/null
ulparity check opencl/fabs -d opencl:pocl --width 1,2,8 --samples 100 -o record | tail -n 3
