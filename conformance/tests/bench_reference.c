/* What a certified value costs: each word of the vocabulary at random floats and doubles, half of them any
 * bits and half of moderate size, integers where it takes one. Columns: microseconds a result, the mean and
 * the largest, each as ul_errors_certify takes it. Not a test: `cmake --build build -t bench_reference`, then
 * run it, with words or none. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "errors.h"

enum { INPUTS = 4000 };

static uint64_t random_bits(void)
{
    static uint64_t s = 20260714;
    s ^= s << 13;
    s ^= s >> 7;
    s ^= s << 17;
    return s;
}

static double microseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec * 1e-3;
}

static ul_bits random_float(enum ul_type t, bool moderate)
{
    ul_bits b = random_bits() & (t == UL_DOUBLE ? UINT64_MAX : UINT32_MAX);
    if (!moderate)
        return b;
    double x = ldexp((double)(int64_t)random_bits(), -63 - 8 + (int)(random_bits() % 16));
    return ul_double_to_bits(t, x);
}

static void bench(const struct ul_expression *e, enum ul_type t, double *mean, double *most)
{
    enum ul_word w = e->node[e->count - 1].word;
    const char *name = ul_words[w].name;
    bool integer_first = !strcmp(name, "jn") || !strcmp(name, "yn");
    bool integer_second = !strcmp(name, "ldexp") || !strcmp(name, "pown") || !strcmp(name, "rootn");
    struct ul_parameter types[UL_MAX_PARAMETERS];
    for (int k = 0; k < 4; k++) {
        bool integer = (k == 0 && integer_first) || (k == 1 && integer_second);
        types[k] = (struct ul_parameter){.type = integer ? UL_INT : t, .width = 1};
    }
    struct ul_errors errors;
    ul_errors_init(&errors);
    const struct ul_reading reading = {t, UL_NEAREST};
    *mean = *most = 0;
    for (int i = 0; i < INPUTS; i++) {
        ul_bits args[4];
        for (int k = 0; k < 4; k++)
            args[k] = types[k].type != UL_INT ? random_float(t, i & 1)
                      : integer_first         ? random_bits() % 130
                      : i & 2                 ? random_bits() & UINT32_MAX
                                              : (random_bits() % 128 - 64) & UINT32_MAX;
        ul_errors_certify(e, types, args, 0, &reading, &errors);
        ul_bits y = errors.want;
        double start = microseconds();
        ul_errors_certify(e, types, args, y, &reading, &errors);
        double spent = microseconds() - start;
        *mean += spent / INPUTS;
        if (spent > *most)
            *most = spent;
    }
    ul_errors_clear(&errors);
}

int main(int argc, char **argv)
{
    printf("%-16s %10s %10s %10s %10s\n", "word", "float", "most", "double", "most");
    for (int w = 0; w < UL_WORD_COUNT; w++) {
        static const char *const calls[] = {"", "%s(x)", "%s(x,y)", "%s(x,y,z)", "%s(x,y,z,w)"};
        bool asked = argc == 1, is_operator = strchr("+-*/", *ul_words[w].name);
        for (int k = 1; k < argc; k++)
            asked |= !strcmp(argv[k], ul_words[w].name);
        if (!asked)
            continue;
        char text[64];
        snprintf(text, sizeof text, is_operator ? "x%sy" : calls[ul_words[w].arity], ul_words[w].name);
        struct ul_expression *e = ul_expression_parse(text, NULL);
        double mean[2], most[2];
        bench(e, UL_FLOAT, &mean[0], &most[0]);
        bench(e, UL_DOUBLE, &mean[1], &most[1]);
        printf("%-16s %10.1f %10.0f %10.1f %10.0f\n", ul_words[w].name, mean[0], most[0], mean[1], most[1]);
        fflush(stdout);
        ul_expression_free(e);
    }
    flint_cleanup();
    return 0;
}
