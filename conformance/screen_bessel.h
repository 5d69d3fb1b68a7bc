/* Bessel's functions at large arguments, for the host's screening and in the dialect. */
#ifndef UL_SCREEN_BESSEL_H
#define UL_SCREEN_BESSEL_H

#ifndef ul_table
#define ul_table static const
#endif

/* Polynomials in (8/x)^2 for the modulus and phase functions P and x Q of DLMF 10.17.1 at x >= 8: the
 * interpolants at the ten Chebyshev points of [0, 1], computed with 40 digits; from P and x Q they differ by
 * at most 1.1e-15 and 7.3e-15 (at 4000 points), which is 2^-49 of either's effect on the result. */
ul_table double ul_bessel_p[2][10] = {
    {0x1.ffffffffffff8p-1, -0x1.1fffffff3116ep-10, 0x1.cb5ff92e621dap-16, -0x1.251c0f5051902p-19,
     0x1.841e704f0d434p-22, -0x1.adbde9cb89ee6p-24, 0x1.43cb915eaaf94p-25, -0x1.f8c1882f46116p-27,
     0x1.2acab0377fb2ap-28, -0x1.660c6058be7f6p-31},
    {0x1.0000000000004p+0, 0x1.dfffffff22e08p-10, -0x1.274ffc5b5aea0p-15, 0x1.5a674d8ace116p-19,
     -0x1.b7e89d6636d91p-22, 0x1.db5ee92a6bfcep-24, -0x1.611e0f0fbb380p-25, 0x1.1125976a1a929p-26,
     -0x1.422060598f50dp-28, 0x1.813841cbbb5ccp-31}};
ul_table double ul_bessel_q[2][10] = {
    {-0x1.ffffffffffe19p-4, 0x1.2bfffffa07703p-10, -0x1.d11de6c2a0c37p-15, 0x1.ba41c57566188p-18,
     -0x1.84eddab3b97d6p-20, 0x1.09e78faebed8cp-21, -0x1.ced03fd0ff1b8p-23, 0x1.88d14de8d285cp-24,
     -0x1.e74bcb3acb3f7p-26, 0x1.2ba8b2f792fbdp-28},
    {0x1.7ffffffffff7ep-2, -0x1.a3fffff9a335ap-10, 0x1.1c3cf28de7ac5p-14, -0x1.fe4cd3f06e81cp-18,
     0x1.b2bf2e176d689p-20, -0x1.23886eb136823p-21, 0x1.f5ac3aa052147p-23, -0x1.a73525765f2abp-24,
     0x1.05ab270a30dfbp-25, -0x1.4145eea637f3bp-28}};

#endif
