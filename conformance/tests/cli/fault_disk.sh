# A disk that is full (here: a file that may grow no more) is told; the record keeps its whole lines, and the same
# command goes on once there is room. A cache that cannot be written is told, or another folder serves; what is damaged in
# it is made anew; what is too much, and was not used of late, is removed, and nothing else.
export OCL_ICD_VENDORS=$PWD
run() { ulparity check 'approx/*' -d host --samples 20000 "$@"; }
untimed() { sed 's/,"seconds":[^}]*}$/}/' | sort; }
run --format json | untimed >whole
ulparity check hexpm1 -d host --samples 20 --format json >line
most=24000 # KiB: a worker's memory is limited, too
yes "$(cat line)" | head -n $(((most - 16) * 1024 / $(wc -c <line))) >r.jsonl
(ulimit -f $most && run -o r.jsonl >out)
echo "exit status $?"
tail -n 1 out
[ "$(tail -c 1 r.jsonl | od -An -c)" = '  \n' ] && echo whole
run -o r.jsonl >out 2>/dev/null
ulparity report r.jsonl --format json | grep -v hexpm1 | untimed | cmp - whole
echo ---- a cache
export HOME=/proc/nowhere
XDG_CACHE_HOME=/proc/nowhere TMPDIR=$PWD ulparity check hexpm1 -d host | tail -n 1
XDG_CACHE_HOME=/proc/nowhere TMPDIR=/proc/nowhere ulparity check hexpm1 -d host
echo "exit status $?"
echo ---- a cache that is damaged, and too large
export HOME=$PWD XDG_CACHE_HOME=$PWD/damaged
mkdir damaged
one() { ulparity check hexpm1 -d host | tail -n 1; }
one
object=$(echo damaged/ulparity/host-*)
truncate -s 3000 "$object"
one
printf x | dd of="$object" bs=1 seek=2000 conv=notrunc status=none
one
large=damaged/ulparity/host-0123456789abcdef0123456789abcdef
mkdir damaged/ulparity/cuda
truncate -s 2G $large damaged/ulparity/cuda/libnvrtc.so damaged/ulparity/mine
touch -d '2 days ago' $large damaged/ulparity/*/* damaged/ulparity/mine
one
(cd damaged/ulparity && ls -d -- * */* | sed 's/-.*/-KEY/' | sort | uniq -c)
echo ---- a cache for several
cat >slow <<'END'
#!/bin/bash
# A compiler that writes what it made in two halves.
case " $* " in *' -o '*) ;; *) exec gcc "$@" ;; esac
made=$(mktemp) || exit
gcc "${@:1:$#-1}" "$made" || exit
head -c 2000 "$made" >"${@: -1}"
sleep 0.5
cat "$made" >"${@: -1}"
rm "$made"
END
chmod +x slow
export XDG_CACHE_HOME=$PWD/cache CC=$PWD/slow
mkdir cache
for k in 1 2 3 4; do
    run --format json >run$k &
    sleep 0.3
done
wait
for k in 1 2 3 4; do untimed <run$k | cmp - whole; done
find cache -name '*.??????' # what is left of files that were being written
