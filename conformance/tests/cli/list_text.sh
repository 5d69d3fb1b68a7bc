ulparity list opencl/exp2 opencl/native_exp2 hexpm1 cuda/sincosf cuda/atan2f
