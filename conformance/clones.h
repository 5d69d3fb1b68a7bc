/* Loops compiled for the vectors that the processor has: UL_CLONES before a function of such a loop. */
#ifndef UL_CLONES_H
#define UL_CLONES_H

/* gcc 11 knows no levels here. */
#if !defined(__x86_64__) || !defined(__GNUC__) || defined(__clang__) || defined(__SANITIZE_ADDRESS__)
#define UL_CLONES
#elif __GNUC__ >= 12
#define UL_CLONES __attribute__((target_clones("arch=x86-64-v4", "arch=x86-64-v3", "default")))
#else
#define UL_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#endif

#endif
