ulparity
for command in devices list check eval fingerprint; do
    echo "---- $command"
    ulparity $command -h
done
