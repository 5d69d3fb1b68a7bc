# The errors of glibc's exp and expm1 that are published (B. Gladman, V. Innocente, J. Mather, P. Zimmermann, Accuracy of
# Mathematical Functions, 2026): a maximum is rounded up to its last digit.
ulparity devices | grep -q glibc || { echo "no glibc here" >&2; exit 125; }
while read -r function input; do
    ulparity eval "host/$function" "$input" -d host --format json | sed 's/.*"ulp":{"opencl":\([0-9.]*\),.*/\1/' |
        awk -v name="$function" '{ up = int($1 * 1e6); printf "%s %.6f\n", name, (up + (up < $1 * 1e6)) / 1e6 }'
done <<END
exp -0x1.49f33ad2c1c58p+9
expm1 0x1.63e063d87938p-2
END
