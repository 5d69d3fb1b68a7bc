/* The meter of a row: takes blocks of inputs and results, and ends as a record: maxima certified, bounds
 * judged. Everything it prints is a function of inputs and results, whatever the number of threads. */
#ifndef UL_METER_H
#define UL_METER_H

#include "lanes.h"
#include "record.h"
#include "sums.h"

/* A block of a plan: n tuples. `in` holds argument arrays laid out for `capacity` (see common/type.h), or is
 * NULL: the arguments' bits are those of base + i (ul_index_shift). `order` is the first tuple's place in the
 * plan. Behind the last tuple UL_MAX_WIDTH - 1 more fill its vector. */
struct ul_block {
    uint64_t order, base;
    uint32_t n, capacity;
    const void *in;
    bool alone; /* not for vectors: see struct ul_plan */
    /* Not NULL: the places in the plan of runs of so many tuples each, instead of `order`. */
    const uint64_t *orders;
    uint32_t run;
};

/* The bits of result k of tuple i in a result buffer laid out for `capacity`, NaNs made canonical. */
ul_bits ul_block_result(const void *out, uint32_t capacity, const struct ul_signature *s, int k, uint32_t i);

struct ul_meter;

/* `record` has subject, result, type, device, flags, coverage filled, and its judgements' bounds; the meter
 * fills the rest. `inputs`: how many the plan has. `language`: NULL, or "cuda", "opencl": references are
 * then arrays that the device computed. */
struct ul_meter *ul_meter_new(const struct ul_row_setup *setup, struct ul_record *record, uint64_t inputs,
                              int threads, const char *language);
/* A further row: the same function at another width, over the same inputs. Rows share what does not depend on
 * results; where their bits are equal, so are their figures, which are measured once. */
void ul_meter_add_row(struct ul_meter *m, struct ul_record *record);
/* Of each of the first `rows` rows the result array (bytes of the result's type), and `reference` doubles or
 * NULL. */
void ul_meter_block(struct ul_meter *m, const struct ul_block *b, const void *const *y, int rows,
                    const double *reference);
/* The plan's inputs that are audited among those from `order` on, n of them: their places, at most `room`;
 * returns how many there are. */
uint64_t ul_meter_audits(const struct ul_meter *m, uint64_t order, uint64_t n, uint64_t *places,
                         uint64_t room);
/* Audits all tuples of a block, and measures none. */
void ul_meter_audit(struct ul_meter *m, const struct ul_block *b, const double *reference);
/* What was seen so far of the first row, allocated; and what else was, without its results. */
struct ul_sums *ul_meter_sums(const struct ul_meter *m);
void ul_meter_add(struct ul_meter *m, const struct ul_sums *s);
/* What the setup's forms gave for the next block of a row: an array each, NULL where one was not run. */
void ul_meter_forms(struct ul_meter *m, int row, const void *const form[UL_MAX_FORMS]);
/* The first so many inputs of the plan are certified with the contenders, however many others screening does
 * not tell from them (sqrt has errors just below 0.5 everywhere). Not too many. */
void ul_meter_know(struct ul_meter *m, uint64_t first);
/* Who is told of a row's lanes of each block, as they are measured: by several threads, each lane once. */
typedef void (*ul_meter_watcher)(void *context, const struct ul_lanes *l);
void ul_meter_watch(struct ul_meter *m, int row, ul_meter_watcher watcher, void *context);
/* A required special value that a row has missed. */
void ul_meter_missed(struct ul_meter *m, int row, const ul_bits *args, ul_bits got, ul_bits want);
/* Certifies, audits, judges; fills the records; frees the meter. */
void ul_meter_finish(struct ul_meter *m);

#endif
