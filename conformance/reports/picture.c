#include "picture.h"
#include "value.h"
#include <math.h>

enum {
    NONE,
    ZERO,
    FIRST,
    STEPS = 60,
    LEAST = -20,
    MOST = 44,
    LARGE = FIRST + (MOST - LEAST) * STEPS,
    INFINITE = 4095
};

static int code_of(const json_t *error)
{
    if (json_is_string(error))
        return INFINITE;
    if (!json_is_number(error))
        return NONE;
    const double e = json_number_value(error);
    if (e <= 0)
        return ZERO;
    const double k = fmax(log2(e), LEAST);
    if (k < MOST)
        return (int)fmin(FIRST + round((k - LEAST) * STEPS), LARGE - 1);
    return (int)fmin(LARGE + floor((k - MOST) / 8.5), INFINITE - 1);
}

static void add_letter(struct ul_text *t, int digit)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    ul_text_put(t, &letters[digit & 63], 1);
}

void ul_picture_add(struct ul_text *t, const json_t *blocks)
{
    const size_t n = json_array_size(blocks);
    for (size_t k = 0, run; k < n; k += run) {
        const int code = code_of(json_array_get(blocks, k));
        run = 1;
        while (run < 65 && k + run < n && code_of(json_array_get(blocks, k + run)) == code)
            run++;
        add_letter(t, code >> 6);
        add_letter(t, code);
        if (run > 1) {
            ul_text_put(t, ".", 1);
            add_letter(t, (int)run - 2);
        }
    }
}

enum { BLOCK_BITS = 9 };

int ul_picture_block(enum ul_type t, const char *value)
{
    const int shift = 8 * ul_types[t].bytes - BLOCK_BITS;
    ul_bits bits;
    return shift >= 0 && value && ul_value_parse(t, value, &bits, NULL) ? (int)(bits >> shift) : -1;
}

enum ul_type ul_picture_type(const char *signature)
{
    struct ul_signature s;
    if (!ul_signature_parse(signature, &s, NULL) || !s.arguments)
        return UL_VOID;
    const enum ul_type t = s.argument[0].type;
    return s.argument[0].width == 1 && 8 * ul_types[t].bytes >= BLOCK_BITS ? t : UL_VOID;
}
