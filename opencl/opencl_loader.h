/* OpenCL's entry points, a vendor's own, found at run time: the program runs where there is no OpenCL. */
#ifndef UL_OPENCL_LOADER_H
#define UL_OPENCL_LOADER_H

#define CL_USE_DEPRECATED_OPENCL_1_2_APIS /* clCreateCommandQueue: devices of OpenCL 1.2 have no other */
#include <CL/cl.h>
#include "common/text.h"

/* clang-format off */
#define UL_OPENCL_FUNCTIONS(F)                                                             \
    F(clGetPlatformInfo)    F(clGetDeviceIDs)                                              \
    F(clGetDeviceInfo)      F(clCreateContext)        F(clReleaseContext)                  \
    F(clCreateCommandQueue) F(clReleaseCommandQueue)  F(clFinish)                          \
    F(clCreateBuffer)       F(clReleaseMemObject)     F(clEnqueueReadBuffer)               \
    F(clEnqueueWriteBuffer) F(clCreateProgramWithSource) F(clBuildProgram)                 \
    F(clReleaseProgram)     F(clGetProgramBuildInfo)  F(clCreateKernel)                    \
    F(clReleaseKernel)      F(clSetKernelArg)         F(clEnqueueNDRangeKernel)             \
    F(clGetKernelWorkGroupInfo) F(clCreateProgramWithBinary) F(clGetProgramInfo)           \
    F(clFlush)              F(clGetEventInfo)         F(clReleaseEvent)                  \
    F(clWaitForEvents)
/* clang-format on */

struct ul_opencl {
#define UL_ROW(name) __typeof__(&name) name;
    UL_OPENCL_FUNCTIONS(UL_ROW)
#undef UL_ROW
};
extern struct ul_opencl ul_cl;

/* Loads the driver that an .icd file names, as an ICD loader does (cl_khr_icd), and gives its platforms (at
 * most `room`). A worker sees one vendor; a loader would show all, and not every loader can be told which:
 * the CUDA toolkit's knows no OCL_ICD_VENDORS. -1 with a reason. */
int ul_opencl_open(const char *icd, cl_platform_id *platforms, int room, struct ul_line *why);

/* "CL_INVALID_BUFFER_SIZE" for -61; "error -1001" for a number without a name here. */
const char *ul_opencl_error(cl_int code);

#endif
