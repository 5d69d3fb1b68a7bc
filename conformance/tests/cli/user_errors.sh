# What can be wrong with a file of one's own and needs no compiler: one line and exit status 2. What a compiler has to
# tell, it tells of the user's file and line, on each device that is here.
foot() { printf '/* ulparity\n * signature  %s\n * reference  x\n */\n' "${1-float(float)}"; }
mine() { cat >mine.h && foot "$@" >>mine.h; }
tell() {
    ulparity "$@" 2>&1
    echo "    exit status $?"
}

mkdir folder.h
: >empty.h
printf 'ul_fn float mine(float x)\n{\n    return x;\n}\n' >no_foot.h
head -c 5000 /dev/zero >binary.h
for file in gone.h folder.h empty.h binary.h /dev/zero no_foot.h; do tell check $file; done

mine <<<'float mine(float x) { return x; }'
tell check mine.h
mine <<<'ul_fn float mine(float x);'
tell check mine.h
mine <<<'ul_fn float mine(float x) { return x;'
tell check mine.h
mine <<<'ul_fn float mine(float x) { return x; } }'
tell check mine.h
mine <<<'ul_fn float mine(float x, float y) { return x; }'
for command in check list 'eval mine.h 1' 'cost' 'fingerprint' 'compare'; do
    # shellcheck disable=SC2086
    case $command in *mine*) tell $command ;; *) tell $command mine.h ;; esac
done
mine <<<'ul_fn double mine(double x) { return x; }'
tell check mine.h
mine 'void(float, float*)' <<<'ul_fn void mine(const float x, /* , */ ul_int *r) { *r = 0; }'
tell check mine.h
mine <<<'ul_fn float mine(float x) { return x; }'
cat mine.h >>mine.h.twice
cat mine.h >>mine.h.twice
mv mine.h.twice twice.h
tell check twice.h
cp mine.h other.h
tell check mine.h other.h
mine 'half(half)' <<<'ul_fn ul_half hgd(ul_half x) { return x; }'
tell check hgd mine.h
mine <<<'ul_fn float mine(float x) { return x; }'
tr '\n' '\r' <mine.h >returns.h
tell check returns.h
sed 's/^ \*\// * domain  (1, 1)\n&/' mine.h >nowhere.h
tell check nowhere.h

# No harm in what looks wrong: an editor's marks, branches of the preprocessor, types that only a compiler knows.
(printf '\xef\xbb\xbf' && sed 's/$/\r/' mine.h) >marked.h
tell check marked.h -d host --samples 10 | grep status
mine <<'TEXT'
#ifdef __cplusplus
extern "C" {
#endif
#define OPEN {
typedef float real;
#ifdef __CUDACC__
ul_fn real mine(real x /* { */)
{
#else
ul_fn real mine(real x)
{
#endif
    return x;
}
TEXT
printf '#ifdef __cplusplus\n}\n#endif\n' >>mine.h
devices=host
ulparity devices >devices.txt
! grep -q 'OpenCL.*PoCL [0-9]' devices.txt || devices+=' opencl:pocl'
! grep -q '^cuda:emulated' devices.txt || devices+=' cuda:emulated'
for device in $devices; do
    ulparity check mine.h -d $device --samples 10 | grep -o '[0-9]* row.*' | sed '/1 row: 1 info/d'
done

# Each device's compiler, by every command that compiles: the line is the file's.
here() { # PATTERN COMMAND...
    local pattern=$1 device said
    shift
    for device in $devices; do
        said=$(ulparity "$@" -d $device 2>&1)
        [ $? = 3 ] || echo "$1 on $device: no exit status 3: $said"
        grep -q "$pattern" <<<"$said" || echo "$1 on $device: no $pattern: $said"
    done
}
wrong() { # LINE TEXT
    mine <<<"$2"
    here "[ :]mine.h[:(]$1[:)].*error\|error: mine.h:$1:" check mine.h --samples 10
}
wrong 2 $'ul_fn float mine(float x) {\n    return x +; }'
here 'mine.h[:(]2[:)]' eval mine.h 1
here 'mine.h[:(]2[:)]' fingerprint mine.h --blocks 0
wrong 3 $'ul_fn float mine(float x)\n{\n    return ul_aprox_exp2(x); }'
wrong 2 $'ul_fn float mine(float x) {\n#error it cannot be\n    return x; }'
wrong 2 $'typedef float real;\nul_fn float mine(real *x) { return *x; }'
echo 'ul_fn float q"u\o(float x) { return x +; }' >'q"u\o.h'
sed -i 's/q"u.o(/quo(/' 'q"u\o.h'
foot >>'q"u\o.h'
here 'q"u\\o.h[:(]1' check './q"u\o.h' --samples 10
# oclgrind tells lines of the program's whole text.
oclgrind=$(find /usr/lib/oclgrind /usr/lib/*/oclgrind -name 'liboclgrind-rt-icd.so' 2>/dev/null | head -n 1)
if [ -n "$oclgrind" ]; then
    mkdir vendors
    echo "$oclgrind" >vendors/oclgrind.icd
    OCL_ICD_VENDORS=$PWD/vendors ulparity check './q"u\o.h' -d opencl:oclgrind 2>&1 | grep -q '/q"u.o.h:1:.*error: ' || echo 'oclgrind does not tell the line'
fi
# Without its `return` C has a value all the same: the host's compiler is asked to tell.
mine <<<$'ul_fn float mine(float x) {\n    float y = x; }'
ulparity check mine.h -d host --samples 10 2>&1 | grep -q 'mine.h:2:.*return-type' || echo 'a function without its return is not told'
