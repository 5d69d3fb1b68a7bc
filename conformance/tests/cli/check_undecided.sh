# A reference that jumps where no precision tells on which side it is: an error, never a pass; wrong results
# elsewhere do not hide it.
export OCL_ICD_VENDORS=$PWD
cat >mine.h <<'END'
ul_fn float
mine(float x)
{
    return x >= 1.0f && x <= 16.0f ? (float)(ul_int)x : x;
}
/* ulparity
 * signature  float(float)
 * reference  floor(exp(log(x)))
 * domain     [1, 16]
 * claim      ulp 0 opencl
 */
END
ulparity check ./mine.h -d host
echo "exit status $?"
echo 2.5 >inputs.txt
ulparity check ./mine.h -d host --inputs inputs.txt
echo "exit status $?"
ulparity eval ./mine.h 3 -d host
echo "exit status $?"
ulparity eval ./mine.h 3 -d host --format json
echo "exit status $?"
# However many threads and parts measured it.
for threads in 1 2 3; do
    ulparity check ./mine.h -d host --range 1..16 -j $threads -o $threads.jsonl >/dev/null
    for k in 1 2; do ulparity check ./mine.h -d host --range 1..16 -j $threads --shard $k/2 -o $threads-$k.jsonl >/dev/null; done
    ulparity report $threads-?.jsonl --format json >>$threads.jsonl
    sed -i 's/"seconds":[^}]*//' $threads.jsonl
done
cmp 1.jsonl 2.jsonl && cmp 2.jsonl 3.jsonl && uniq 1.jsonl | wc -l
grep -o '"reason":"[^"]*"\|"misrounded":[0-9]*' 1.jsonl
