#!/usr/bin/env bash
# What is installed serves programs of others: install.sh BUILD_FOLDER installs it to a prefix, from where the program
# runs, and builds outside/ against it: C by gcc and clang, C++, OpenCL, CUDA where nvcc is. All give the same bits.
set -eu
build=$1 outside=$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/outside
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
fail() { echo "$*"; exit 1; }
quietly() { "$@" >"$dir/log" 2>&1 || { cat "$dir/log"; fail "failed: $*"; }; }

quietly cmake --install "$build" --prefix "$dir/prefix"
grep -rlF "$(dirname "$outside")" "$dir/prefix" --include='*.cmake' --include='*.pc' --include='*.h' && fail 'the source tree is named there'
PATH=$dir/prefix/bin:$PATH
cd "$dir"
want=$(OCL_ICD_VENDORS=$dir ulparity eval acosf_harley 0.5 -d host --format json | grep -o '"got":\["[^"]*' | sed 's/.*"//')
[ -n "$want" ] || fail 'the installed program gives no result'
[ -f prefix/share/man/man1/ulparity.1 ] && [ -f prefix/share/bash-completion/completions/ulparity ] || fail 'no manual'

(cd prefix/share/doc/*/examples && OCL_ICD_VENDORS=$dir ulparity check ./mine.h -d host --samples 100 >"$dir/log") || { cat log; fail 'the example'; }

check() { # PROGRAM...: 77 where it has no device
    local got status=0
    got=$("$@") || status=$?
    case $status in
    0) [ "$got" = "$want" ] || fail "$* gives $got, not $want" ;;
    77) echo "$*: no device, built only" ;;
    *) fail "$* ends with $status" ;;
    esac
}
quietly cmake -S "$outside" -B projects -DCMAKE_PREFIX_PATH="$dir/prefix"
quietly cmake --build projects
for program in host_c host_cpp opencl cuda; do
    if [ -x projects/$program ]; then check projects/$program; else echo "$program: no compiler or headers, not built"; fi
done
flags=$(PKG_CONFIG_PATH=$(dirname "$(find prefix -name ulparity.pc)") pkg-config --cflags --libs ulparity)
for cc in gcc clang-19 clang-18 clang-17 clang-16 clang; do
    command -v $cc >/dev/null || continue
    # shellcheck disable=SC2086
    quietly $cc -std=c11 -Wall -Wextra -Werror "$outside/host.c" -o by_pkg_config $flags
    check ./by_pkg_config
done
