# What a driver calls itself is words: no markup of Markdown or HTML, no command of a terminal.
export OCL_ICD_VENDORS=$PWD
ulparity check host/expf -d host --samples 9 -o r.jsonl >/dev/null
name='<img src=x>[a](http:\/\/b) \&amp; |\\n# c \\u001b[31m\\u009b31m`_*'
sed "s/\"device_name\":\"[^\"]*\",\"driver\":\"[^\"]*\",\"compiler\":\"[^\"]*\"/\"device_name\":\"$name\",\"driver\":\"1\",\"compiler\":\"1\"/" r.jsonl >named.jsonl
run() {
    echo "\$ ulparity $*"
    ulparity "$@" | grep -a -F '<img' | head -n 2 | sed 's/; then .*/; then .../' | cat -v
}
run report named.jsonl
run report named.jsonl --baseline r.jsonl --format md
run compare named.jsonl r.jsonl
run compare named.jsonl r.jsonl --format md
run tables named.jsonl
run tables named.jsonl --format md
ulparity report named.jsonl --format md | grep -a -F '<summary>' | cat -v
# Nor is what an edited record says of its bounds and inputs.
sed 's/"bounds_version":"[^"]*"/"bounds_version":"\\u001b[31m"/; s/"kind":"samples"/"kind":"sam\\u001bples"/' r.jsonl >edited.jsonl
for format in text md html csv; do ulparity tables edited.jsonl --format $format | grep -a -c $'\033' || :; done
