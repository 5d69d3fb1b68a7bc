/* A record of opencl/exp2 with round figures, for the tests of records and reports. */
#include "common/embedded.h"
#include "record.h"
#include "subject_read.h"
#include <string.h>

static inline bool load_opencl(struct ul_catalogue *c, struct ul_line *why)
{
    const char *path = "opencl/functions.tsv";
    return ul_function_table_read(c, path, ul_embedded_text(path), UL_HOME_OPENCL, why);
}

static inline struct ul_subject *subject_named(const struct ul_catalogue *c, const char *name)
{
    for (int k = 0; k < c->count; k++)
        if (!strcmp(c->subject[k].name, name))
            return &c->subject[k];
    return NULL;
}

/* Judged by every edition that names the subject: `error` against the first piece's limit. */
static inline void judge_example(struct ul_record *r, double error, double limit)
{
    struct ul_bound bounds[UL_MAX_BOUNDS];
    r->judgements = ul_bounds_select(r->subject, 0, &r->device, r->flags, NULL, bounds);
    for (int k = 0; k < r->judgements; k++)
        r->judgement[k] = (struct ul_judgement){.bound = bounds[k],
                                                .limit = limit,
                                                .error = error,
                                                .share = error / limit,
                                                .has_input = true,
                                                .input = {r->maximum[UL_OPENCL].input[0]},
                                                .got = r->maximum[UL_OPENCL].got,
                                                .verdict = error <= limit ? UL_PASS : UL_FAIL};
    r->verdict = error <= limit ? UL_PASS : UL_FAIL;
}

static inline struct ul_record example(const struct ul_subject *subject)
{
    const ul_bits x = 0x3e780000, got = 0x3f978001,
                  want = 0x3f977fff; /* 0x1.fp-3, 0x1.2f0002p+0, 0x1.2efffep+0 */
    struct ul_record r = {
        .subject = subject,
        .width = 1,
        .type = UL_FLOAT,
        .flags = "",
        .device =
            {.id = "opencl:0:0", .name = "card", .driver = "1.0", .compiler = "OpenCL 3.0", .opencl_c = 300},
        .coverage = {.kind = "exhaustive", .inputs = UINT64_C(1) << 32},
        .maximum = {[UL_OPENCL] = {true, 2.3830123456789012, 2.5, {x}, got, want},
                    [UL_CUDA] = {true, 2, 2, {x}, got, want},
                    [UL_REL] = {true, 1.2345e-7, 1.2345e-7, {x}, got, want}},
        .misrounded = 3,
        .over_1ulp = 2,
        .ulp_sum = UINT64_C(1) << 50,
        .seconds = 0.5,
    };
    for (int k = 0; k < UL_BLOCKS; k++)
        r.block[k] = -1;
    judge_example(&r, 2.3830123456789012, 3);
    return r;
}
