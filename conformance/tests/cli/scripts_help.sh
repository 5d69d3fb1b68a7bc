# -h of the scripts: nothing is installed or built for it.
mkdir bin
for name in apt-get cmake ctest; do
    printf '#!/bin/sh\necho "%s was called"\n' $name >bin/$name
    chmod +x bin/$name
done
export PATH=$PWD/bin:$PATH
for words in 'test -h' 'test -R docs --yes --help' 'bench -h' 'bench --help'; do
    # shellcheck disable=SC2086
    "$CLI"/../../$words 2>&1 | sed -n 1,4p
    echo "exit status ${PIPESTATUS[0]}"
done
"$CLI/../../bench" --hepl 2>&1 >stdout | sed -n 1p
echo "exit status ${PIPESTATUS[0]}, $(wc -c <stdout) bytes"
