# Every wrong word is answered in one line, with the nearest right one, and exit status 2.
wrong() {
    echo "\$ ulparity $*"
    ulparity "$@" 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
wrong chekc
wrong frobnicate
wrong -d host
wrong check --exhausitve
wrong check --blocks 3
wrong list -d host
wrong check -x
wrong check --seed
wrong check --seed 12x
wrong check --seed -1
wrong check --samples 1e-3
wrong check --samples 99999999999999999999
wrong check -j 100000
wrong check --timeout 0
wrong check --timeout soon
wrong check --format jsno
wrong report r.jsonl --format htlm
wrong list --format csv
wrong check --type flaot
wrong check --type float --type half
wrong check --range 1..2 --range 1..3
wrong check --approx fast
wrong check --arch 89
wrong check --bounds sede
wrong check --range 3
wrong check --quick=yes
wrong check --width 5
wrong check --width 2,,4
wrong check host/expf acosf_harley --width 1,4
wrong check 'cuda/h2exp(half2)' --width 16
wrong eval opencl/exp 1,2,3,4,5
wrong eval opencl/pow 1,2 1,2,3
wrong eval opencl/exp 1,2 --width 4
wrong eval host/expf 1,2
wrong check --quick --exhaustive
wrong check --inputs file --range 0..1
wrong check -d ''
wrong check --flags -cl-mad-enabel
wrong check --flags=-cl-ftz
wrong check --flags -ftz=yes
wrong check --flags fast
wrong check --flags '-cl-mad-enable --ftz=true'
wrong check opencl/exp --flags=-cl-mad-enable --flags=-prec-div=false
wrong check cuda/expf host/expf --flags=-cl-mad-enable
wrong eval host/expf 1 --flags=-ftz=true
wrong fingerprint host/expf --flags=-ftz=true
wrong compare -o r.jsonl
wrong compare --formt md
wrong eval host/expf 1 --baseline r.jsonl
wrong check --reproduce bug
wrong eval host/expf
wrong devices now
wrong cost
wrong cost cuda/expf --arch 89
wrong cost cuda/expf --arch sm_89 --arch sm_089
wrong cost cuda/expf --format junit
wrong cost cuda/expf --exhaustive
wrong cost cuda/expf --records ''
