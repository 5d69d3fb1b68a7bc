ulparity
for command in devices list check report tables eval fingerprint cost; do
    echo "---- $command"
    ulparity $command -h
done
