# The same records in each format. Known failures are none, whatever the format; a page is tested by ../page.py.
report() {
    echo "---- $*"
    ulparity report "$CLI/../report.jsonl" "$@" | sed 's/\r$/<CR>/'
    echo "exit status ${PIPESTATUS[0]}"
}
report --format text
report --format md
report --format md -q
report --format csv
report --format csv -q
report --format junit
ulparity report "$CLI/../report.jsonl" --format json | cmp - "$CLI/../report.jsonl" && echo 'json: the records'
printf 'opencl/* any unreported\ncuda/jnf any it, too\n' >known
report --format md --expect known | sed -n '2,8p'
echo 'opencl/pow any float alone' >known
ulparity report "$CLI/../report.jsonl" --expect known -q 2>&1 | grep 'pow.*[0-9]x'
echo 'opencl/pow(double) any all widths' >known
ulparity report "$CLI/../report.jsonl" --expect known 2>&1 | grep 'pow.*[0-9]x'
ulparity report "$CLI/../report.jsonl" --format html >page.html
echo "html: exit status $?"
grep -o ' src=[^ ]*\|https\?://[^"]*' page.html | sort -u # of a network nothing is asked: SVG has that name
sed 's/,"signature":"[^"]*"//' "$CLI/../report.jsonl" >older.jsonl
ulparity report older.jsonl --format html | cmp - page.html && echo 'the same of older records'
ulparity report "$CLI/../report.jsonl" --format pdf
