# report --as inputs: rows for worst inputs that are not known, of one argument and of several; none where results are
# correctly rounded. check tries what is known, of several arguments too.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit
cat >pinned.h <<'EOT'
ul_fn float pinned(float x, float y) { return x == 0x1.422a74p+0f && y == -0x1.2edf6cp+8f ? x : (float)ul_pow_d(x, y); }
/* ulparity
 * signature float(float, float)
 * reference pow(x, y)
 */
EOT
ulparity check ./pinned.h -d host --samples 10 --format json | sed -n 's/.*"opencl":{"max":[0-9.e+]*,.*"input":\["0x1.422a74p+0","-0x1.2edf6cp+8"\].*/it was tried/p' | head -n 1
ulparity check host/pow host/exp host/fma host/remainder --type double -d host --search 50000 -o r.jsonl >/dev/null
ulparity report r.jsonl --as inputs | sed 's/double\t[^\t]*;[^\t]*\t/double\tx;y\t/; s/double\t[-+0-9a-fxp.]*\t/double\tx\t/; s/, .*, found/, found/; s/: [0-9.]* ulp/: so many ulp/'
