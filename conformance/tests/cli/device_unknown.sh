# A -d that names nothing is bad usage, and the answer says what is here.
OCL_ICD_VENDORS=$PWD CUDA_VISIBLE_DEVICES='' ulparity check hexpm1 -d opencl:foo
