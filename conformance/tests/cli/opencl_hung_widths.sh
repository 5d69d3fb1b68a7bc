# PoCL 3.1's fmod of double8 and double16 does not end where a subnormal y stands in an odd lane: these widths are told
# to hang, long before the timeout, and the shorter ones are measured.
ulparity devices | grep -q 'PoCL 3\.1' || { echo "no PoCL 3.1 here" >&2; exit 125; }
for k in $(seq 16); do [ "$k" = 12 ] && echo '1.5; 0x1p-1074' || echo '1.5; 1.25'; done >inputs.txt
ulparity check opencl/fmod --type double -d opencl:pocl --width all --inputs inputs.txt --timeout 600 --format json |
    sed 's/.*"width":\([0-9]*\),.*"verdict":"\([a-z]*\)","reason":\([^}]*\),"seconds.*/\1 \2 \3/'
