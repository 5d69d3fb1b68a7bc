/* Scalar types and signatures: what a function takes and gives, on every device alike. */
#ifndef UL_COMMON_TYPE_H
#define UL_COMMON_TYPE_H

#include <stdbool.h>
#include <stdint.h>
#include "text.h"

/* clang-format off */
/*     enum        name        bytes  precision  emax   signed
 * precision: bits of the significand with the hidden one, 0 for integers; emax: the largest
 * exponent of 1.f * 2^e; emin is 1 - emax. */
#define UL_TYPES(F)                                \
    F(UL_VOID,     "void",     0, 0,  0,    false) \
    F(UL_HALF,     "half",     2, 11, 15,   true)  \
    F(UL_BFLOAT16, "bfloat16", 2, 8,  127,  true)  \
    F(UL_FLOAT,    "float",    4, 24, 127,  true)  \
    F(UL_DOUBLE,   "double",   8, 53, 1023, true)  \
    F(UL_BOOL,     "bool",     4, 0,  0,    true)  \
    F(UL_CHAR,     "char",     1, 0,  0,    true)  \
    F(UL_UCHAR,    "uchar",    1, 0,  0,    false) \
    F(UL_SHORT,    "short",    2, 0,  0,    true)  \
    F(UL_USHORT,   "ushort",   2, 0,  0,    false) \
    F(UL_INT,      "int",      4, 0,  0,    true)  \
    F(UL_UINT,     "uint",     4, 0,  0,    false) \
    F(UL_LONG,     "long",     8, 0,  0,    true)  \
    F(UL_ULONG,    "ulong",    8, 0,  0,    false)
/* clang-format on */

/* UL_BOOL is an int that counts as zero or not zero (OpenCL and C predicates give any nonzero). */
enum ul_type {
#define UL_ROW(id, name, bytes, precision, emax, is_signed) id,
    UL_TYPES(UL_ROW)
#undef UL_ROW
        UL_TYPE_COUNT
};

struct ul_type_info {
    const char *name;
    int bytes, precision, emax;
    bool is_signed;
};
extern const struct ul_type_info ul_types[UL_TYPE_COUNT];

/* The type of that name, the first `length` letters of it; UL_TYPE_COUNT: there is none. */
enum ul_type ul_type_named(const char *name, size_t length);

static inline bool ul_is_float(enum ul_type t)
{
    return ul_types[t].precision > 0;
}

/* What "correctly rounded" means: to nearest even, or as CUDA's _rz _ru _rd intrinsics and OpenCL's
 * round-to-zero devices have it. */
enum ul_rounding { UL_NEAREST, UL_TO_ZERO, UL_UP, UL_DOWN };

/* A value of any type, as its bits in the low bytes, zero above. */
typedef uint64_t ul_bits;

enum { UL_MAX_PARAMETERS = 12, UL_MAX_RESULTS = 8 };

/* Widths of vectors, 1 for none (OpenCL C 3.0, 6.3.2). */
enum { UL_WIDTHS = 6, UL_MAX_WIDTH = 16 };
extern const int ul_widths[UL_WIDTHS];

/* One parameter: its element type, its lanes (1, or 2 for CUDA's half2), and whether the function
 * writes it through a pointer. */
struct ul_parameter {
    enum ul_type type;
    int width;
    bool out;
};

/* A function's shape. Results in order: the returned value unless void, then the out-parameters.
 * `arguments` and `results` are derived from the parameters by ul_signature_parse. */
struct ul_signature {
    struct ul_parameter returns;
    int parameters;
    struct ul_parameter parameter[UL_MAX_PARAMETERS];
    int arguments; /* how many parameters are read */
    struct ul_parameter argument[UL_MAX_PARAMETERS];
    int results;
    struct ul_parameter result[UL_MAX_RESULTS];
    int vector; /* its numbers are the lanes of vectors of so many; 0: they are not */
};

/* Reads "float(float)", "float(float, int*)", "void(float, float*, float*)", "half2(half2, half2)".
 * False with a reason for an unknown type or a malformed text. */
bool ul_signature_parse(const char *text, struct ul_signature *out, struct ul_line *why);
/* Writes it back, in one spelling. */
void ul_signature_print(const struct ul_signature *s, struct ul_text *out);

/* The type that a record names: the result's floating type, else the first floating argument's. */
enum ul_type ul_signature_type(const struct ul_signature *s);

/* A signature of numbers: each lane of a vector is one, the returned ones written like the others. False:
 * they are too many, or a vector has more than four lanes. */
enum { UL_MAX_SPREAD = 4 };
bool ul_signature_spread(const struct ul_signature *s, struct ul_signature *out);

/* The width that every parameter and the result has; 0: they differ. */
int ul_signature_width(const struct ul_signature *s);

/* Bytes of one tuple: of the first n parameters, of all arguments, of all results. Arrays are laid out one
 * after the other (structure of arrays): array k begins at capacity * (bytes of the elements before it). */
int ul_tuple_bytes(const struct ul_parameter *p, int n);
int ul_argument_bytes(const struct ul_signature *s);
int ul_result_bytes(const struct ul_signature *s);
/* Where argument k's bits begin in an index that is all arguments' bits, the first's highest. */
int ul_index_shift(const struct ul_signature *s, int k);

#endif
