# Killed in the middle, with a torn last line: the next run measures what is missing, and the one after nothing.
export OCL_ICD_VENDORS=$PWD
ulparity check 'approx/*' -d host -o r.jsonl >/dev/null 2>&1 &
until grep -qs "}$" r.jsonl; do sleep 0.02; done # a whole line
{ kill -9 $! && wait $!; } 2>/dev/null
printf '{"v":1,"tool":"0.1.0","subject":"approx/e' >>r.jsonl
ulparity check 'approx/*' -d host -o r.jsonl 2>err | tail -n 1
grep -c '^ulparity: [1-9][0-9]* rows* w[a-z]* taken from r.jsonl$' err
ulparity check 'approx/*' -d host -o r.jsonl
grep -o '"subject":"[^"]*"' r.jsonl | sort | uniq -c
