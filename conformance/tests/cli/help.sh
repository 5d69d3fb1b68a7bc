ulparity
for command in devices list check report tables compare eval fingerprint cost; do
    echo "---- $command"
    ulparity $command -h
done
