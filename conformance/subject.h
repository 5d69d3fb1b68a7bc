/* Subjects: everything that can be measured. A subject is a function as one API offers it, or an
 * algorithm of the layer. Each comes from a row of a table or the foot of an algorithm's file. */
#ifndef UL_SUBJECT_H
#define UL_SUBJECT_H

#include <stdbool.h>
#include "common/backend.h"
#include "expression.h"

/* Where a subject lives, and so which devices can run it. */
enum ul_home {
    UL_HOME_CUDA,      /* cuda/expf, ptx/rcp.approx.ftz.f32: devices of the cuda API */
    UL_HOME_OPENCL,    /* opencl/exp */
    UL_HOME_HOST,      /* host/expf: the host's libm */
    UL_HOME_EVERYWHERE /* approx/rcp, algorithms, a user's file: every device */
};

/* A claim of a foot: "ulp 303.08 ordinal at 0x..." or "rel 1.9514e-5", or "misrounded 0". */
enum ul_claim_kind { UL_CLAIM_ULP, UL_CLAIM_ABS, UL_CLAIM_REL, UL_CLAIM_MISROUNDED };
enum ul_measure { UL_OPENCL, UL_CUDA, UL_ORDINAL, UL_ABS, UL_REL, UL_MEASURES };
extern const char *const ul_measure_names[UL_MEASURES]; /* "opencl" "cuda" "ordinal" "abs" "rel" */

enum { UL_MAX_CLAIMS = 8 };

struct ul_claim {
    enum ul_claim_kind kind;
    enum ul_measure measure;
    double value;
    double
        rounded_up; /* the largest figure that rounds to the claim as written (a tie rounds up): the limit */
    char *text;     /* "ulp 303.08 ordinal" */
    bool has_input;
    ul_bits input[UL_MAX_PARAMETERS];
};

/* What an algorithm's foot says that it costs: "12 instructions, 3 mufu, sm_89, CUDA 12.8". */
struct ul_cost_claim {
    char *text;             /* NULL: nothing */
    int instructions, mufu; /* at most; -1: nothing is said */
    int arch, toolkit;      /* 89, 1280: there alone; 0: for all */
};

/* A requirement on the device: "sm_75, cuda 13.0" (where it is CUDA), "opencl 3.0" (where it is OpenCL),
 * "half", "double", "gpu" (threads that see each other: a real one). */
struct ul_requirement {
    int cuda_arch, opencl_c; /* 75, 300 */
    int toolkit;             /* NVRTC's release, 1300 */
    bool half, fp64, gpu;
};
/* False with a reason: "needs sm_75; the device is sm_70". */
bool ul_requirement_met(const struct ul_requirement *r, const struct ul_device *d, struct ul_line *why);

struct ul_subject {
    char *name; /* "cuda/expf", "acosf_harley"; for a user's file the function's name. OpenCL's functions have
                 * one name for all types */
    char *label;    /* the name where it alone tells the subject: "opencl/exp" (float), "opencl/exp(half)" */
    char *function; /* the mathematical function, as conformance/edge_values.tsv names it: "exp"; or "" */
    enum ul_home home;
    struct ul_signature signature;
    int lanes; /* 1; of a by_lane: what the call takes at once */
    struct ul_subject
        *by_lane; /* a function of vectors as one of numbers; NULL: it is none. One of pairs (half2)
                   * that does the same in each lane is that function of a lane; of another, each
                   * lane is an argument, or a result, and `vectors` is what the call takes. */
    struct ul_signature *vectors;
    char *call;                                      /* see kernel.h */
    struct ul_expression *reference[UL_MAX_RESULTS]; /* one for each result, over x, y, z, w, s, t, u, v; or
                                                      * all NULL. Of vectors: over all lanes, for each lane,
                                                      * unless one for all lanes is given */
    struct ul_requirement requires;
    enum ul_rounding rounding; /* __frcp_rz: UL_TO_ZERO; all others UL_NEAREST */
    bool flush_always; /* subnormals may be flushed anywhere: half_ functions (OpenCL C 7.5.3), PTX's .ftz */
    bool has_domain;   /* where results are defined: of the first argument, or of each one */
    bool domain_of_each;
    double domain_lo, domain_hi; /* inputs outside, and NaN, are run and hashed, not judged */
    bool domain_lo_open, domain_hi_open;
    /* Algorithms only: */
    char *text; /* C text to be compiled, else NULL (a path in messages: `path`) */
    char *path; /* the file it comes from, */
    int line;   /* and where it begins */
    bool users; /* a file of the command line, whose text may change between two runs */
    int claims;
    struct ul_claim *claim;
    int splits;
    double *split;
    struct ul_cost_claim cost;
    char *source;
};

/* A function's name without its home, and, as far as `length`, what tells its overloads apart: "recip" of
 * "host/recip(double)". */
const char *ul_subject_base(const char *name, size_t *length);

/* Is an argument where results are defined? NaN is not, where there is a domain. */
static inline bool ul_subject_domain_has(const struct ul_subject *s, double x)
{
    return (s->domain_lo_open ? x > s->domain_lo : x >= s->domain_lo) &&
           (s->domain_hi_open ? x < s->domain_hi : x <= s->domain_hi);
}

/* Does it take half as its bits (algorithms, vload_half: no half arithmetic is needed), or as the language's
 * own? */
bool ul_subject_carries_bits(const struct ul_subject *s);

/* Is the word its name, or its label? */
bool ul_subject_is_named(const struct ul_subject *s, const char *word);

/* Into a device's program: an algorithm's text, and where its call begins, for the compiler's messages. */
void ul_subject_put_text(const struct ul_subject *s, struct ul_text *out);
void ul_subject_begin_call(const struct ul_subject *s, struct ul_text *out);

/* The widths at which it can be called, from the least; returns how many. OpenCL's functions of numbers take
 * vectors too; a by_lane takes vectors only. */
int ul_subject_widths(const struct ul_subject *s, int width[UL_WIDTHS]);
bool ul_widths_have(const int *width, int widths, int which);

/* What is measured: the subject itself, or one of numbers. */
static inline const struct ul_subject *ul_subject_measured(const struct ul_subject *s)
{
    return s->by_lane ? s->by_lane : s;
}

/* Without a reference a subject is run and hashed, not measured. */
static inline bool ul_subject_is_measured(const struct ul_subject *s)
{
    return s->reference[0] != NULL;
}

/* The catalogue: all built-in subjects, in the tables' order. */
struct ul_catalogue {
    int count;
    struct ul_subject *subject;
};

/* Reads the embedded tables and the built-in algorithms' feet. False: a table is malformed
 * ("cuda/functions.tsv:12: ..."). */
bool ul_catalogue_load(struct ul_catalogue *c, struct ul_line *why);
void ul_catalogue_free(struct ul_catalogue *c);

/* Marks in `chosen` (c->count bools) those that a word of the command line names: an exact name (of all its
 * types) or label (of one), a glob of either, or a user's file (dialect C with feet), whose functions are
 * added first. False: nothing matched, and the nearest name is in `why`; or the file is malformed:
 * "mine.h:12: ...". */
bool ul_catalogue_choose(struct ul_catalogue *c, const char *word, bool **chosen, struct ul_line *why);

#endif
