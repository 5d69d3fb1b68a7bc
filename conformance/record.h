/* Records: one JSON object a line for each result of a function on a device. Everything printed, compared,
 * merged or resumed is a function of records. The key of a row: subject, result, type, width, flags, approx,
 * arch, device name, driver, compiler, coverage, seed, bounds_version. New members may be added; members
 * never change meaning within version 1. */
#ifndef UL_RECORD_H
#define UL_RECORD_H

#include "bounds.h"
#include "errors.h"
#include "json.h"

/* The version of records, which changes only when a member changes its meaning. */
enum { UL_RECORD_VERSION = 1 };

enum ul_verdict { UL_PASS, UL_FAIL, UL_INFO, UL_UNSUPPORTED, UL_SKIPPED, UL_ERROR, UL_VERDICTS };
extern const char *const ul_verdict_names[UL_VERDICTS];
/* UL_VERDICTS: there is none of that name. */
enum ul_verdict ul_verdict_named(const char *name);
/* Of two verdicts on the same results the one that counts: a failure, an error, a pass, the first. */
enum ul_verdict ul_verdict_worse(enum ul_verdict a, enum ul_verdict b);

/* A maximum and where it is attained. */
struct ul_maximum {
    bool present;
    double value, upper; /* certified; the enclosure's upper end (screening's bound) */
    ul_bits input[UL_MAX_PARAMETERS];
    ul_bits got, want;
};

struct ul_judgement {
    struct ul_bound bound;
    int piece; /* the piece where the share is largest; -1: nothing judged */
    double limit, error, share;
    bool has_input;
    ul_bits input[UL_MAX_PARAMETERS], got;
    /* Of a function that may be derived: results compared with the document's formula, those that differ. */
    uint64_t compared, differing;
    ul_bits differing_input[UL_MAX_PARAMETERS];
    enum ul_verdict verdict;
};

struct ul_coverage {
    const char *kind; /* "exhaustive", "quick", "range", "file", "samples", "search"; "none": nothing */
    uint64_t inputs, seed;
    uint64_t scouted; /* of these, those that a search's scouts drew: they are in no count or sum */
    bool has_seed;
    const char *range, *shard, *file; /* NULL where absent */
    const char *budget;               /* of a search: "60s", "1000000000"; else NULL */
};

/* A record of a sharded run: which part of which row it is. Of a row whose inputs are split, what it is
 * merged from; else the record is the row's. */
struct ul_part {
    uint64_t row, rows; /* the row's number in the whole run; how many it has; 0: the run is whole */
    uint64_t records;   /* of the row: each width's results */
    uint64_t blocks; /* of the row's inputs, dealt to the shards one by one, from a later one in each row */
    uint64_t inputs; /* of the row as a whole */
    bool failed;     /* it could not be run; `reason` says why */
    char *sums;      /* see sums.h; NULL where the row is not split */
    const char *backend; /* the place's */
    const char *edition; /* --bounds, or NULL */
};

/* Results at a width beside those at width 1 of the same inputs. */
struct ul_lane_difference {
    bool compared;
    uint64_t count; /* lanes whose bits differ; any NaN equals any other */
    int lane;       /* the one that differs most: where it is in its vector, the vector, both results */
    ul_bits vector[UL_MAX_PARAMETERS][UL_MAX_WIDTH], got, width1;
};

enum { UL_BLOCKS = 512 };

struct ul_record {
    const struct ul_subject *subject;
    int result, width;
    enum ul_type type;
    const char *flags, *approx; /* approx NULL where the subject uses none */
    struct ul_device device;
    struct ul_coverage coverage;
    struct ul_maximum maximum[UL_MEASURES];
    uint64_t misrounded;
    uint64_t over_1ulp, ulp_sum;    /* by the screened figures; ulp_sum in 2^-20 ulp, saturates */
    uint64_t wrong[UL_WRONG_KINDS]; /* [UL_RIGHT] unused */
    bool has_wrong_input;
    enum ul_wrong wrong_kind; /* of that input */
    ul_bits wrong_input[UL_MAX_PARAMETERS], wrong_got, wrong_want;
    uint64_t flushed;
    bool has_flushed_input;
    ul_bits flushed_input[UL_MAX_PARAMETERS];
    int judgements;
    struct ul_judgement judgement[UL_MAX_BOUNDS];
    struct ul_lane_difference width1; /* "width1": {"differ", and of the worst: "input", "lane", "got",
                                       * "at_width1"}; absent at width 1 */
    uint64_t edges_missed; /* required special values that were missed; part of wrong[UL_WRONG_VALUE] */
    bool claims_hold; /* claims are judged: not where OpenCL's approximations take the place of NVIDIA's */
    int claims;       /* parallel to subject->claim */
    enum ul_verdict claim_verdict[UL_MAX_CLAIMS];
    double block[UL_BLOCKS]; /* largest opencl error by the first argument's top 9 bits; < 0: none */
    enum ul_verdict verdict;
    char reason[512];
    double seconds;
    struct ul_part part;
};

/* The record as one JSON line (no newline), allocated. */
char *ul_record_json(const struct ul_record *r);
/* As a row begins, allocated: "opencl/sincos(float4)[1]". */
char *ul_record_label(const struct ul_subject *s, int width, int result);
/* The key alone, for resuming, allocated: a string that is equal exactly when the keys are. The whole
 * coverage is part of it, the number of inputs included: fill it before asking. */
char *ul_record_key(const struct ul_record *r);

/* A line of a file of records, with its key, allocated; NULL: it is none ("r.jsonl:7: is no record"). */
json_t *ul_record_parse(const char *path, int number, const char *line, size_t length, char **key,
                        struct ul_line *why);

/* A file of records, appended whole line by whole line and fsynced; a torn last line is cut at opening;
 * knows the keys that are done (rows in error are not). */
struct ul_record_file;
struct ul_record_file *ul_record_open(const char *path, struct ul_line *why);
bool ul_record_done(const struct ul_record_file *f, const char *key);
/* The verdict of the last line with the key; UL_VERDICTS: there is none. */
enum ul_verdict ul_record_verdict(const struct ul_record_file *f, const char *key);
bool ul_record_append(struct ul_record_file *f, const char *json, struct ul_line *why);
void ul_record_close(struct ul_record_file *f);

#endif
