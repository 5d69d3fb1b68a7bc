#!/usr/bin/env bash
# docs/dialect.md tells of each name that common/ulparity.h documents, and of no other.
set -u
cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." || exit 1
status=0
names() { grep -oE '\b(ul|UL)_[A-Za-z0-9_]+' | sort -u; }
not_names='^(ul_kernel_write|ul_program_prelude|UL_ULPARITY_H)$' # the program's, the header's own guard
# The header gives sine and cosine of the unit on a line, "_d" as a suffix: names that are there in full count.
documented=$(sed -n '1,/clang-format on/p' common/ulparity.h | names | grep -vE "$not_names")
# shellcheck disable=SC2016 # Markdown's backticks
told=$(grep -o '`[^`]*`' docs/dialect.md | names)
for name in $documented; do
    grep -qx "$name" <<<"$told" || { echo "docs/dialect.md does not tell of $name"; status=1; }
done
for name in $told; do
    grep -qE "\b$name\b" common/ulparity.h host/prelude.h opencl/prelude.clh || { echo "docs/dialect.md tells of $name, which is none"; status=1; }
done
exit $status
