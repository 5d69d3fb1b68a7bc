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
echo 'of what only scouts have seen there are no counts: the same but for the coverage'
sed -n '/"inputs":28083/{s//"inputs":29083,"scouted":1000/p;q}' "$CLI/../report.jsonl" >scouted.jsonl
sed 's/29083,"scouted":1000/28083/' scouted.jsonl >measured.jsonl
for of in scouted measured; do ulparity report $of.jsonl -v >$of.text; done
grep ' mean ' measured.text
diff measured.text scouted.text
ulparity report "$CLI/../report.jsonl" --format html >page.html
echo "html: exit status $?"
grep -o ' src=[^ ]*\|https\?://[^"]*' page.html | sort -u # of a network nothing is asked: SVG has that name
sed 's/,"signature":"[^"]*"//' "$CLI/../report.jsonl" >older.jsonl
ulparity report older.jsonl --format html | cmp - page.html && echo 'the same of older records'
echo 'why rows fail; devices that share a number are told by their drivers, else by all that is known'
grep -o '<td class="why">.*' page.html
two() { # DEVICE, and of two runs each: "NAME, DRIVER, COMPILER"
    local file=first device=$1 words rest
    for words in "$2" "$3"; do
        rest=${words#*, }
        sed -n "/\"arch\":null/s/\"device\":.*\"coverage\":/\"device\":\"$device\",\"device_name\":\"${words%%, *}\",\"driver\":\"${rest%%, *}\",\"compiler\":\"${rest#*, }\",\"coverage\":/p" \
            "$CLI/../report.jsonl" >$file.jsonl
        file=second
    done
    ulparity report first.jsonl second.jsonl --format html | grep -o "<td>${device}[^<]*\(<small>[^<]*\)\?" | sort | uniq -c
}
two opencl:1:0 'pthread-zen, 3.1+debian, OpenCL 3.0 PoCL 3.1+debian Linux, LLVM' 'llvmpipe (LLVM 15), 22.3.6, OpenCL 3.0'
two opencl:1:0 'Oclgrind, Oclgrind 21, OpenCL 1.2' 'Oclgrind, Oclgrind 21, OpenCL 3.0'
two cuda:0 'GPU, CUDA 13.0, NVRTC 13.0' 'GPU, CUDA 12.8, NVRTC 13.0'
ulparity report "$CLI/../report.jsonl" --format pdf
