#!/usr/bin/env bash
# fuzz.sh [SECONDS]: libFuzzer on the PTX parser and what follows it, one job, in build/fuzz.
# The seeds are what NVRTC writes for CUDA's functions. What is found is left in build/fuzz/found.
set -eu
root=$(cd "$(dirname "$(readlink -f "${BASH_SOURCE[0]}")")/../.." && pwd)
build=${UL_BUILD:-$root/build}
seconds=${1:-600}
cmake --build "$build" --target fuzz_ptx_program --target ptx_texts >/dev/null
mkdir -p "$build/fuzz/seeds" "$build/fuzz/corpus" "$build/fuzz/found"
[ -e "$build/fuzz/seeds/k1.ptx" ] || "$build/conformance/tests/ptx_texts" "$build/fuzz/seeds" 6
# What those hold rarely or never.
cat >"$build/fuzz/seeds/rare.ptx" <<'END'
.version 8.0
.target sm_90
.address_size 64
.global .align 8 .b8 t[5] = {1, 0xff, -1, 017};
.const .f32 c[2] = {1.5, -0f3F800000};
.func (.param .align 8 .b8 r[16]) f (.param .f64 x, .param .b32 y);
.entry k(.param .u64 .ptr .global .align 4 in, .param .u64 out, .param .u64 base, .param .u32 n,
 .param .u32 capacity, .param .u32 first)
{
.reg .pred %p<4>; .reg .b32 %r<9>; .reg .b64 %rd<4>; .reg .f32 %f<9>; .reg .f64 %d<4>; .reg .b16 %h<4>;
.local .align 8 .b8 depot[16];
ld.param.u64 %rd1, [out]; cvta.to.global.u64 %rd2, %rd1;
setp.lt.and.f32 %p1|%p2, %f1, 0f3F800000, !%p3;
@!%p1 bra $L;
{ .reg .b32 q; mov.b64 {%r1, q}, %d1; mov.b64 %d2, {q, %r1}; mov.b32 %r2, {%h1, %h2}; LOOP: @%p2 bra LOOP; }
{ .param .b64 param0; .param .b32 param1; .param .align 8 .b8 retval0[16];
st.param.f64 [param0+0], %d1; st.param.b32 [param1], %r1;
call.uni (retval0), f, (param0, param1);
ld.param.v2.f64 {%d1, %d2}, [retval0+0]; }
$L: mov.u64 %rd3, depot; st.local.v2.u32 [%rd3+8], {%r1, %r2}; ld.local.u8 %h1, [depot+3];
mul.f32 %f3, %f1, %f2; mov.f32 %f4, %f3; neg.f32 %f5, %f4; add.f32 %f6, %f5, %f2; sub.sat.f32 %f7, %f6, %f3;
div.full.f32 %f1, %f2, %f3; @%p1 add.f32 %f8, %f1, %f1; mul.ftz.f32 %f1, %f2, %f3; add.ftz.f32 %f1, %f1, %f8;
add.cc.u32 %r1, %r2, %r3; addc.u32 %r4, %r1, -1;
ld.const.f32 %f1, [c+4]; ld.global.nc.u8 %h2, [t]; mov.u32 %r5, %ctaid.x; mov.u32 %r6, WARP_SZ;
st.global.f32 [%rd2+-8], %f1; @%p2 exit; ret;
}
.func (.param .align 8 .b8 r[16]) f (.param .f64 x, .param .b32 y)
{ .reg .f64 d; ld.param.f64 d, [x]; st.param.f64 [r+8], d; ret; }
END
cd "$build/fuzz"
exec "$build/conformance/tests/fuzz_ptx" -max_total_time="$seconds" -max_len=65536 -timeout=20 -rss_limit_mb=2048 \
    -dict="$root/conformance/tests/fuzz_ptx.dict" -artifact_prefix=found/ -print_final_stats=1 corpus seeds
