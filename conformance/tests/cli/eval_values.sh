# Values by decimal, hexfloat, bits; every one that is malformed says why.
export OCL_ICD_VENDORS=$PWD
ulparity eval hexpm1 bits:b76e -d host
ulparity eval hexpm1 -0x1.db8p-2 -d host
ulparity eval hexpm1 1 -d host
wrong() {
    echo "\$ ulparity eval $*"
    ulparity eval "$@" -d host 2>&1
    [ $? = 2 ] || echo "exit status $?"
}
wrong hexpm1 12x
wrong hexpm1 bits:1ffff
wrong hexpm1 0x1.8p
wrong hexpm1 1 2
ulparity eval 'host/*logf' 1 -d host
