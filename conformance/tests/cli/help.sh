ulparity
for command in devices list check report eval fingerprint; do
    echo "---- $command"
    ulparity $command -h
done
