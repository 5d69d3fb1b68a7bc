# Rows that a record holds are not run again; a torn last line is.
export OCL_ICD_VENDORS=$PWD
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
ulparity check hexpm1 -d host -o r.jsonl
printf '{"v":1,"tool"' >>r.jsonl
ulparity check hexpm1 hexpm1_lg2 -d host -o r.jsonl
wc -l <r.jsonl
