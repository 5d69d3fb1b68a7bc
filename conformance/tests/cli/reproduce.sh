# A result as a program of its own: it builds with a plain compiler, needs nothing of ulparity, and prints the same bits; where
# they are others, it says so.
export OCL_ICD_VENDORS=$PWD
command -v cc >/dev/null || { echo "no cc here" >&2; exit 125; }
cat >mine.h <<'END'
ul_fn float
mine(float x, ul_int n)
{
    return ul_add(ul_approx_rcp(x), (float)n);
}
/* ulparity
 * signature  float(float, int)
 * reference  1/x + y
 */
END
{
    ulparity eval acosf_harley 0.3 -d host --reproduce bug
    ulparity eval hexpm1 bits:b76e -d host --reproduce bug
    ulparity eval ./mine.h 3 -7 -d host --reproduce bug
    ulparity eval host/fabs -0 -d host --reproduce bug
    ulparity eval host/ilogbf 0x1p-149 -d host --reproduce bug
} 2>&1 | grep '^  host\|wrote'
cd bug || exit
for f in *.c; do
    grep -c '#include "' "$f"
    cc -Wall -Wextra -O2 -fno-builtin "$f" -o "${f%.c}" -lm && "./${f%.c}"
    echo "exit status $?"
done
sed 's/0x3fa295a1/0x3fa295a2/' acosf_harley-host.c >other.c
cc -O2 other.c -o other -lm && ./other | tail -n 2
echo "exit status ${PIPESTATUS[0]}"
cd .. || exit
touch file
ulparity eval hexpm1 1 -d host --reproduce file/bug >/dev/null
echo "exit status $?"
ulparity eval hexpm1 1 -d host --reproduce file >/dev/null
echo "exit status $?"
ulparity eval hexpm1 1 -d host --reproduce
echo "exit status $?"
