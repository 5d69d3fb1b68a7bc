# A subject that is not there: the nearest name; one that cannot be measured, exit status 2.
wrong() {
    echo "\$ ulparity $*"
    ulparity "$@" 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
wrong list opencl/expp
wrong list expf
wrong list zzz
wrong list 'opencl/zzz*'
wrong check hexmp1
wrong eval host/exxpf 1
wrong fingerprint hexmp1
wrong list ./absent.h
wrong check 'cuda/__nv_cvt_float_to_fp8(e4m3)'
