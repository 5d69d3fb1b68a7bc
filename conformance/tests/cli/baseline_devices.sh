# A baseline's rows are those of the device that is most alike: drivers, compilers, numbers may change. One that is not
# there any more is missed, unless -d says which are meant.
export OCL_ICD_VENDORS=$PWD
ulparity check hexpm1 -d host -o host.jsonl >/dev/null
as() { sed "s/\"device\":\"host\"/\"device\":\"$1\"/; s/\"device_name\":\"[^\"]*\"/\"device_name\":\"$2\"/; s/\"driver\":\"[^\"]*\"/\"driver\":\"$3\"/; s/\"compiler\":\"[^\"]*\"/\"compiler\":\"$4\"/; s/\"ulp\":{\"opencl\":{\"max\":[0-9.]*/\"ulp\":{\"opencl\":{\"max\":$5/" host.jsonl; }
{ as opencl:0:0 'Fast GPU 9' 1.2.3 'OpenCL 3.0' 0.51; as opencl:1:0 'cpu-zen AMD' 4.0 'OpenCL 3.0 PoCL' 0.52; } >old.jsonl
{ as opencl:0:0 'cpu-zen5 AMD' 5.0 'OpenCL 3.0 PoCL' 0.52; as opencl:3:0 'Fast GPU 9' 1.3.0 'OpenCL 3.0' 0.51; } >new.jsonl
report() { ulparity report "$@" -q; echo "exit status $?"; }
report new.jsonl --baseline old.jsonl
as opencl:0:0 'cpu-zen5 AMD' 5.0 'OpenCL 3.0 PoCL' 0.53 >less.jsonl
report less.jsonl --baseline old.jsonl
report old.jsonl --baseline less.jsonl
echo ---- other bounds
sed 's/"bounds_version":"[^"]*"/"bounds_version":"0123456789abcdef"/' new.jsonl >bounds.jsonl
report new.jsonl --baseline bounds.jsonl | tail -n 2
sed 's/"bounds":\[\]/"bounds":[{"edition":"x","row":"r","text":"<= 0.1 ulp","in_force":true,"verdict":"fail"}]/; s/"verdict":"pass","reason":null/"verdict":"fail","reason":null/' new.jsonl >bounded.jsonl
ulparity report bounded.jsonl --baseline old.jsonl | tail -n 5
echo "exit status ${PIPESTATUS[0]}"
ulparity report new.jsonl --baseline bounded.jsonl | tail -n 1
echo ---- both have other names
{ as opencl:0:0 'Faster GPU 10' 2.0 'OpenCL 3.1' 0.51; as opencl:1:0 'cpu-zen5 AMD' 5.0 'OpenCL 3.0 PoCL 5' 0.52; } >names.jsonl
{ as opencl:0:0 'cpu-zen AMD' 4.0 'OpenCL 3.0 PoCL' 0.52; as opencl:1:0 'Fast GPU 9' 1.2.3 'OpenCL 3.0' 0.51; } >older.jsonl
report names.jsonl --baseline older.jsonl
echo ---- no such device
ulparity check hexpm1 -d host --baseline old.jsonl 2>&1 | tail -n 1
echo "exit status ${PIPESTATUS[0]}"
echo ---- what is no baseline
refused() {
    ulparity check hexpm1 -d host --baseline "$@" 2>&1 | cut -c 1-200
    echo "exit status ${PIPESTATUS[0]}"
}
refused nowhere.jsonl
sed '2s/"ulp"/ulp/' old.jsonl >broken.jsonl
refused broken.jsonl
sed '2s/^{"v":1/{"v":2/' old.jsonl >newer.jsonl
refused newer.jsonl
sed '2s/"bounds_version":"[^"]*"/"bounds_version":"0123456789abcdef"/' old.jsonl >mixed.jsonl
refused mixed.jsonl
refused old.jsonl --shard 1/2
refused ''
