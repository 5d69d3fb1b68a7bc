# Something else than a record is left as it is; a full disk is told.
export OCL_ICD_VENDORS=$PWD
echo 'dear diary' >diary
ulparity check hexpm1 -d host -o diary
cat diary
ulparity check hexpm1 -d host -o /dev/full >/dev/null
echo "exit status $?"
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
flock r.jsonl ulparity check hexpm1 -d host -o r.jsonl
