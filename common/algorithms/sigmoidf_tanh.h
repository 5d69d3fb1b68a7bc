/* The logistic function as (1 + tanh(x/2)) / 2: one approximation. Good to an absolute error; where the
 * result is small, below -8, little of it is left. */
ul_fn float sigmoidf_tanh(float x)
{
    return ul_fma(ul_approx_tanh(ul_mul(x, 0.5f)), 0.5f, 0.5f);
}
/* ulparity
 * signature  float(float)
 * reference  1/(1+exp(-x))
 * claim      abs 3.993e-6 at 0x1.37fffp+1
 * cost       4 instructions, 1 mufu, sm_89, CUDA 13.0
 * requires   cuda sm_75
 * source     N. Juffa, 2023, NVIDIA developer forum
 */
