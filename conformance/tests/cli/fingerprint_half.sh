# All 65536 results of a correctly rounded half function have one known hash.
OCL_ICD_VENDORS=$PWD ulparity fingerprint hexpm1 hgd hagd -d host
