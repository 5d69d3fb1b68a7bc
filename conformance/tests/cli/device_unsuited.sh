# Devices, but none that could run what is asked for.
ulparity check opencl/exp -d host
