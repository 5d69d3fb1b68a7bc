# What got worse since a record fails, and only that: figures, verdicts, rows that are gone, or that cannot be measured any
# more; better and new ones are told. Other inputs are no comparison.
export OCL_ICD_VENDORS=$PWD
function_of() { # NAME CONSTANT CLAIM: x + 1, off by the constant
    printf 'ul_fn float\n%s(float x)\n{\n    return ul_add(x, %s);\n}\n' "$1" "$2"
    printf '/* ulparity\n * signature  float(float)\n * reference  x + 1\n * domain     [0, 1]\n * claim      rel %s\n */\n' "$3"
}
run() { ulparity check ./mine.h ./more.h -d host --range 0x1p-1..1 --samples 5000 "$@"; echo "exit status $?"; }
summary() { sed -n '/^[0-9]* rows*:/,$p' | sed 's/^\(  host\)  .*/\1/'; }
{ function_of worse 1.001f 1e-2; function_of better 1.01f 1e-1; function_of same 1.0f 1e-7; function_of gone 1.0f 1e-7
  function_of broken 1.0001f 1e-3; function_of known 1.0001f 1e-6; } >mine.h
function_of stopped 1.0f 1e-7 >more.h
echo ---- the record
run -o old.jsonl | tail -n 2
echo ---- nothing has changed: what failed may fail
run --baseline old.jsonl | summary
{ function_of worse 1.002f 1e-2; function_of better 1.0f 1e-1; function_of same 1.0f 1e-7; function_of fresh 1.0f 1e-7
  function_of broken 1.0001f 1e-5; function_of known 1.0001f 1e-6; } >mine.h
function_of stopped y 1e-7 >more.h
echo ---- much has
run --baseline old.jsonl 2>/dev/null | summary
echo ---- fewer words
run --baseline old.jsonl -q 2>/dev/null | summary
echo ---- of records, as Markdown, and beside JSON
run -o new.jsonl >/dev/null 2>&1
ulparity report new.jsonl --baseline old.jsonl --no-color | summary
ulparity report old.jsonl --baseline new.jsonl -q | summary
ulparity report new.jsonl --baseline old.jsonl --format json 2>told >/dev/null
echo "exit status $?"
tail -n 1 told
echo ---- rows that a record has count as if they were measured now
function_of same 1.0f 1e-7 >mine.h
ulparity check hexpm1 -d host -o two.jsonl >/dev/null
ulparity check hexpm1 acosf_harley -d host --samples 9 -o two.jsonl >/dev/null
ulparity check acosf_harley -d host --samples 9 -o one.jsonl >/dev/null
ulparity check acosf_harley -d host --samples 9 -o one.jsonl --baseline two.jsonl 2>&1 | tail -n 1
echo ---- a new row that fails, one that fails as is known, a known one that does not fail
function_of bad 1.1f 1e-7 >mine.h
function_of stopped 1.0f 1e-7 >more.h
run --baseline old.jsonl | tail -n 2
printf 'bad any ours\nstopped any theirs\n' >known
run --baseline old.jsonl --expect known 2>told | summary
cat told
echo ---- failures that got worse: within what is known, beyond it
{ function_of known 1.001f 1e-6; function_of broken 1.0001f 1e-5; } >mine.h
function_of stopped 1.0f 1e-7 >more.h
known() { printf '%s\n' "$@" >known; run --baseline old.jsonl --expect known | summary; }
known 'known any ours' 'broken 1e-4 ours'
known 'known 1e-3 ours'
echo ---- other inputs
ulparity check hexpm1 -d host --samples 9 --baseline two.jsonl | tail -n 1
ulparity check hexpm1 -d host --samples 10 --baseline two.jsonl | summary
echo "exit status ${PIPESTATUS[0]}"
ulparity check hexpm1 -d host --samples 9 -o few.jsonl >/dev/null
ulparity check hexpm1 -d host --baseline few.jsonl | tail -n 1
