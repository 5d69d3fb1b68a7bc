ulparity list opencl/exp2 hexpm1 cuda/sincosf --format json
