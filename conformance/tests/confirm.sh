#!/bin/sh
# Rows of the host and of PoCL, where it is, failing ones among them, are confirmed: confirm.sh ULPARITY CONFIRM
pocl=$("$1" devices | grep -q 'PoCL' && echo '-d opencl:pocl')
# shellcheck disable=SC2086 # two words, or none
"$1" check --quick --format json -d host $pocl \
    host/expf host/j0f host/lgammaf host/tgammaf acosf_harley hexpm1 hexpm1_lg2 approx/rcp opencl/cospi opencl/erfc \
    opencl/fract opencl/half_exp opencl/lgamma_r opencl/log2 opencl/native_tan opencl/tanh opencl/tgamma \
    host/atan2f host/pow host/fmaf opencl/fmod opencl/hypot opencl/ldexp opencl/pown opencl/divide opencl/dot \
    opencl/mad opencl/nextafter opencl/remquo opencl/rootn 'opencl/convert_short_sat_rtn(float)' | "$2"
