ulparity list opencl/exp2 hexpm1 -v
