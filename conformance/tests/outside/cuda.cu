#include <stdio.h>
#include "common/ulparity.h"
#include "common/algorithms/acosf_harley.h"

__global__ void kernel(float *out)
{
    *out = acosf_harley(0.5f);
}

int main(void)
{
    float *device, host = 0;
    if (cudaMalloc((void **)&device, sizeof host))
        return 77; /* no GPU here */
    kernel<<<1, 1>>>(device);
    cudaMemcpy(&host, device, sizeof host, cudaMemcpyDeviceToHost);
    printf("%a\n", host);
    cudaFree(device);
}
