#!/usr/bin/env bash
# A day's run cannot grow memory: steady.sh PROGRAM MINUTES ARGUMENT... has one `check ARGUMENT...` measure the same rows
# again and again, ends it by Ctrl-C after so many minutes, and prints the KiB that it and its workers kept resident, every
# ten seconds and then by tenths of the time. Exit status 1: the last quarter took more than the second (the first warms up).
#     conformance/tests/steady.sh build/ulparity 60 'opencl/*' -d opencl:pocl --samples 100000
set -u
program=${1:?the program} minutes=${2:?minutes}
shift 2
folder=$(mktemp -d)
sets=()
for ((k = 0; k < 1000; k++)); do sets+=(--flags ''); done
env --default-signal=INT "$program" check "$@" "${sets[@]}" -o "$folder/r.jsonl" >"$folder/out" 2>"$folder/err" &
check=$!
resident() { for pid; do cat /proc/"$pid"/status; done 2>/dev/null | awk '/^VmRSS/ {sum += $2} END {print sum + 0}'; }
end=$((SECONDS + minutes * 60))
while [ $SECONDS -lt $end ] && kill -0 $check 2>/dev/null; do
    # shellcheck disable=SC2046 # a process each
    echo "$((SECONDS - end + minutes * 60)) $(resident $check) $(resident $(pgrep -P $check))"
    sleep 10
done | tee "$folder/curve"
kill -INT $check 2>/dev/null
wait $check
[ $? = 130 ] || { cat "$folder/err"; echo "it ended by itself"; exit 3; }
tail -n 1 "$folder/err"
awk -v seconds=$((minutes * 60)) '
    { tenth = int(10 * $1 / seconds); quarter = int(4 * $1 / seconds)
      for (k = 2; k <= 3; k++) {
          if ($k > most[k, tenth]) most[k, tenth] = $k
          if ($k > of[k, quarter]) of[k, quarter] = $k
      } }
    END {
        for (k = 2; k <= 3; k++) {
            printf "%s:", k == 2 ? "program" : "workers"
            for (t = 0; t < 10; t++) printf " %d", most[k, t]
            printf " KiB\n"
            grown = of[k, 3] - of[k, 1]
            if (grown > 4096 && grown > of[k, 1] / 20) { printf "grown by %d KiB\n", grown; bad = 1 }
        }
        exit bad
    }' "$folder/curve"
status=$?
rm -r "$folder"
exit $status
