# One object a line; of several results the worst figures, and the bounds of each.
export OCL_ICD_VENDORS=$PWD
ulparity eval hexpm1 -0x1.db8p-2 -d host --format json
ulparity eval host/sincosf 2 -d host --format json
ulparity eval host/logf -1 -d host --format json
