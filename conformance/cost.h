/* What subjects cost: the instructions of each as a callable function, for an architecture, by a CUDA
 * release. Counted in a worker (cuda/counter.h); no GPU is needed. */
#ifndef UL_COST_H
#define UL_COST_H

#include "cuda/sass.h"
#include "json.h"
#include "record.h"

/* A subject's cost somewhere. */
struct ul_cost {
    const struct ul_subject *subject;
    int arch, release; /* 89, 1280 */
    const char *flags;
    struct ul_sass_count count;
    uint64_t key;          /* of its PTX: equal where two releases wrote the same (cuda/text_key.h) */
    enum ul_verdict claim; /* UL_INFO: the foot claims nothing, or of another release or architecture, or
                              there are flags */
    enum ul_verdict
        verdict;  /* that, UL_UNSUPPORTED or UL_ERROR; if it was counted and nothing is claimed UL_INFO */
    char *reason; /* of the last two; else NULL */
};

/* Was it counted? */
static inline bool ul_cost_known(const struct ul_cost *c)
{
    return c->verdict != UL_UNSUPPORTED && c->verdict != UL_ERROR;
}

/* Has CUDA a function of it? An algorithm, cuda/..., ptx/..., approx/... */
bool ul_cost_belongs(const struct ul_subject *s);

struct ul_coster;

/* Starts a worker that counts by a release: "12.8"; "": any that is here. NULL: there is none, or no
 * disassembler. */
struct ul_coster *ul_coster_open(const char *release, double timeout, struct ul_line *why);
void ul_coster_close(struct ul_coster *c);

/* Whose `toolkit` is the release, `arch` what it compiles for by default, `words` all that it can compile
 * for. */
const struct ul_device *ul_coster_device(const struct ul_coster *c);
bool ul_coster_knows(const struct ul_coster *c, int arch);

/* Can anything be counted there? False with a reason, of the disassembler's, say, which knows other
 * architectures than the compiler. */
bool ul_coster_try(struct ul_coster *c, int arch, struct ul_line *why);

/* Counts n subjects; fills out[0 .. n - 1], of which each is to be freed. */
void ul_coster_count(struct ul_coster *c, int arch, const char *flags,
                     const struct ul_subject *const *subjects, int n, struct ul_cost *out);
void ul_cost_free(struct ul_cost *c);

/* "12.8" of 1280. */
enum { UL_RELEASE_ROOM = 16 };
const char *ul_release_text(int release, char out[UL_RELEASE_ROOM]);

/* As a line of `cost --format json`, to which members may be added. */
json_t *ul_cost_json(const struct ul_cost *c);

#endif
