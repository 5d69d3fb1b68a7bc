# What was asked for and has no row is told, with the reason.
ulparity devices | grep -q 'OpenCL.*PoCL [0-9]' || { echo "no PoCL here" >&2; exit 125; }
told() {
    echo "\$ check $*"
    ulparity check "$@" --samples 1 2>&1 >/dev/null
}
told host/expf opencl/exp --type float -d host -d opencl:pocl
told host/expf opencl/exp --type float -d host -d opencl:pocl --flags=-cl-mad-enable
told host/expf opencl/exp --type float -d host -d opencl:pocl --flags '' --flags=-cl-mad-enable
told 'opencl/d*' --type float -d opencl:pocl --width 4
told host/expf opencl/exp 'cuda/exp*' --type float -d host
told host/expf host/exp --type float -d host
