# Rows that a record holds are not run again, but count; a torn last line is cut. A file of one's own may have
# changed: it is run again.
export OCL_ICD_VENDORS=$PWD
ulparity check hexpm1 -d host -o r.jsonl >/dev/null
ulparity check hexpm1 -d host -o r.jsonl
printf '{"v":1,"tool"' >>r.jsonl
ulparity check hexpm1 hexpm1_lg2 -d host -o r.jsonl
wc -l <r.jsonl
# Judged by another edition a row is another.
ulparity check opencl/exp opencl/tgamma --bounds cuda-13.1 2>&1
echo "exit status $?"
ulparity devices 2>/dev/null | grep -q ^cuda:emulated && {
    ulparity check cuda/erfcinvf -d cuda:emulated --samples 9 -o e.jsonl | tail -n 1
    ulparity check cuda/erfcinvf -d cuda:emulated --samples 9 -o e.jsonl --bounds seed | tail -n 1
} >cuda || printf '1 row: 1 pass\n1 row: 1 fail\n' >cuda
cat cuda
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x + 1.0f;
}
/* ulparity
 * signature  float(float)
 * reference  x + 1
 * claim      rel 5.97e-8
 */
END
ulparity check ./mine.h -d host -o r.jsonl --range 1..0x1.01p+0
echo "exit status $?"
sed -i 's/x + 1.0f/x + 1.5f/' mine.h
ulparity check ./mine.h -d host -o r.jsonl --range 1..0x1.01p+0
echo "exit status $?"
