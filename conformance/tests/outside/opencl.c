#include <CL/cl.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static char text[1 << 20];
    FILE *f = fopen(PROGRAM, "r");
    const size_t length = f ? fread(text, 1, sizeof text / 2, f) : 0;
    const char *source = text;
    cl_platform_id platform;
    cl_device_id device;
    float out = 0;
    strcpy(text + length, "__kernel void run(__global float *out) { *out = acosf_harley(0.5f); }\n");
    if (clGetPlatformIDs(1, &platform, NULL) || clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL))
        return 77; /* no device here */
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, NULL);
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, NULL);
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, NULL);
    if (clBuildProgram(program, 1, &device, "", NULL, NULL))
        return 1;
    cl_kernel kernel = clCreateKernel(program, "run", NULL);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_WRITE_ONLY, sizeof out, NULL, NULL);
    clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
    const size_t one = 1;
    if (clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, NULL, 0, NULL, NULL) ||
        clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, sizeof out, &out, 0, NULL, NULL))
        return 1;
    printf("%a\n", out);
    return 0;
}
