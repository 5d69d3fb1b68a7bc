# What cannot be counted: one line, exit status 2.
wrong() {
    echo "\$ ulparity cost $*"
    ulparity cost "$@" 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
wrong cuda/exp9f
wrong opencl/exp cuda/expf
wrong 'host/*'
wrong 'opencl/e*' --type double
wrong 'cuda/expf' --type double
wrong cuda/expf -d host
wrong cuda/expf -d cuda@
wrong cuda/expf --format html
wrong cuda/expf --records absent.jsonl
echo '{"v":1}' >r.jsonl
wrong cuda/expf --records r.jsonl
ulparity cost cuda/expf -d cuda@14.0 2>&1 | grep -o "no CUDA release '14.0' here"
