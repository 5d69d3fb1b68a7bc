# A kernel that never ends is stopped, and its row says so.
ulparity devices 2>/dev/null | grep -q ^cuda:emulated || { echo "no emulated device here" >&2; exit 125; }
cat >endless.h <<'END'
ul_fn float endless(float x)
{
    while (x > 0.0f)
        x = ul_add(x, 1.0f);
    return x;
}
/* ulparity
 * signature  float(float)
 * reference  x
 */
END
ulparity check ./endless.h -d cuda:emulated --timeout 1
