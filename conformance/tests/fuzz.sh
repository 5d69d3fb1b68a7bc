#!/usr/bin/env bash
# fuzz.sh [SECONDS]: libFuzzer on the PTX parser and what follows it, one job, in build/fuzz.
# The seeds are what NVRTC writes for CUDA's functions. What is found is left in build/fuzz/found.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=${UL_BUILD:-$root/build}
seconds=${1:-600}
cmake --build "$build" --target fuzz_ptx_program --target ptx_texts >/dev/null
mkdir -p "$build/fuzz/seeds" "$build/fuzz/corpus" "$build/fuzz/found"
[ -n "$(ls "$build/fuzz/seeds")" ] || "$build/conformance/tests/ptx_texts" "$build/fuzz/seeds" 12
cd "$build/fuzz"
exec "$build/conformance/tests/fuzz_ptx" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
    -dict="$root/conformance/tests/fuzz_ptx.dict" -artifact_prefix=found/ -print_final_stats=1 corpus seeds
