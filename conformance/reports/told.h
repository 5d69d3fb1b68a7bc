/* What is told of a record, whatever the format: which of its figures, and pieces of text. Pieces are added
 * to `t`. Members that are absent give nothing. */
#ifndef UL_TOLD_H
#define UL_TOLD_H

#include "record.h"

enum ul_verdict ul_told_verdict(const json_t *of);
/* Were there figures? Else the reason says why not. */
bool ul_told_measured(const json_t *record);
/* The bound that decides the verdict; NULL: there is none. */
const json_t *ul_told_in_force(const json_t *record);
/* The maximum of a measure; NULL: none was measured. */
const json_t *ul_told_maximum(const json_t *record, const char *measure);

/* Does a share of the bound's limit say something? Not where there is none, or every result must be right. */
bool ul_told_has_share(const json_t *bound);
bool ul_told_is_kind(const json_t *bound, enum ul_limit_kind kind);
/* Is it a figure that the document does not guarantee? */
bool ul_told_unsure(const json_t *bound);

/* The figure of the row: what uses most of the bound in force, or the maximum of the row's measure. */
struct ul_told_figure {
    bool present;
    double figure;
    const char *measure;
    const json_t *input;
};
struct ul_told_figure ul_told_figure(const json_t *record);
/* The maximum of a measure. */
struct ul_told_figure ul_told_largest(const json_t *record, const char *measure);

/* How many inputs the counts are of: all, but for those that scouts alone have seen. */
uint64_t ul_told_inputs(const json_t *record);
double ul_told_mean(const json_t *record); /* of the error, in ulp */
/* Wrong results of any kind. */
uint64_t ul_told_wrong_count(const json_t *record);

/* A figure is no figure without its convention: "ulp" is OpenCL's, "ulp cuda", "ulp ord", "abs", "rel". */
const char *ul_told_unit(const char *measure);
/* "0x1p+3;0x1.8p-1": arguments. */
void ul_told_input(struct ul_text *t, const json_t *input);
/* " got 0x1p+0 want 0x1p+1" */
void ul_told_outcome(struct ul_text *t, const json_t *of);
/* " 79 %", "1539x": never rounded across the limit. */
void ul_told_share(struct ul_text *t, double share);
/* "quick 131k, shard 2/3" */
void ul_told_coverage(struct ul_text *t, const json_t *record);
/* The bound, where its whole text has no more than `room` letters; else what it comes to at the judged input.
 */
void ul_told_bound(struct ul_text *t, const json_t *bound, size_t room);
/* The record's reason. What drivers said, here, of a device and in a place, has '?' for control characters.
 */
void ul_told_reason(struct ul_text *t, const json_t *record);
/* "card, 1.0, sm_89": what tells a device from others, but for its number. */
void ul_told_device(struct ul_text *t, const json_t *record);
/* "opencl:0:0 -cl-mad-enable": the device by its id, and the flags. */
void ul_told_build(struct ul_text *t, const json_t *record);
/* "opencl:0:0  card, 1.0, OpenCL 3.0  flags -cl-mad-enable": what rows stand under. */
void ul_told_place(struct ul_text *t, const json_t *record);
/* "2 NaN, 1 value; at inf got 0x1p+0 want inf": nothing where no result was wrong. */
void ul_told_wrong(struct ul_text *t, const json_t *record);
/* "3 misrounded" */
void ul_told_rounding(struct ul_text *t, const json_t *record);
/* "97 rows: 90 pass, 4 fail, 3 info" */
void ul_told_counts(struct ul_text *t, const int rows[UL_VERDICTS]);
/* A figure that is beyond its bound, in a line; else nothing. */
void ul_told_broken(struct ul_text *t, const json_t *record);
/* What else a failure is about: claims that do not hold, wrong results, the reason. */
void ul_told_why(struct ul_text *t, const json_t *record);

#endif
