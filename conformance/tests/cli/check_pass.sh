# An algorithm whose claim holds, over all its inputs.
OCL_ICD_VENDORS=$PWD ulparity check hexpm1 -d host
