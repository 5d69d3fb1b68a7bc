# Random inputs of a range: as many as asked for, of both signs, and the same for the same seed.
export OCL_ICD_VENDORS=$PWD
sample() {
    ulparity check acosf_borchardt_7 -d host --samples 3000 --format json "$@" |
        sed 's/.*"coverage":\({[^}]*}\).*"ordinal":{\("max":[^,]*\).*/\1 \2/'
}
sample --range -1..1 >one
sample --range -1..1 | cmp - one && cat one
sample --range -1..1 --seed 2 | cmp -s - one || echo "another seed gives others"
sample --range 0x1.fffffep-1..0x1.fffffep-1
ulparity check acosf_borchardt_7 -d host --samples 0 --range -1..1 2>&1
