ulparity list opencl/exp2 hexpm1 cuda/sincosf cuda/fmaf --format json
