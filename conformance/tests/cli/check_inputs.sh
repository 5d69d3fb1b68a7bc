# Inputs of one's own; what is malformed is told with its line.
export OCL_ICD_VENDORS=$PWD
printf '# a comment\n0.5\n\nbits:3c00\n' >inputs.txt
ulparity check hexpm1 -d host --inputs inputs.txt
wrong() {
    echo "\$ ulparity check hexpm1 $*"
    ulparity check hexpm1 -d host "$@" 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
echo foo >>inputs.txt
wrong --inputs inputs.txt
wrong --inputs absent.txt
wrong --range 1..x
wrong --range 2..1
wrong --inputs .
wrong --expect absent.txt
wrong --expect .
head -c 100 /dev/zero >zeros
wrong --expect zeros
printf 'hexpm1 3\r\n' >dos
wrong --expect dos
wrong -o absent/record
