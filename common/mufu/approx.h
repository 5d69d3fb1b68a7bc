/* The dialect's approximations by NVIDIA's unit in integers: on the host, and on any device that is asked to
 * (--approx mufu). */
#ifdef UL_APPROX_MUFU
#define ul_approx_rcp   ul_mufu_rcp
#define ul_approx_sqrt  ul_mufu_sqrt
#define ul_approx_rsqrt ul_mufu_rsqrt
#define ul_approx_exp2  ul_mufu_exp2
#define ul_approx_log2  ul_mufu_log2
#define ul_approx_sin   ul_mufu_sin
#define ul_approx_cos   ul_mufu_cos
#define ul_approx_tanh  ul_mufu_tanh
#endif
