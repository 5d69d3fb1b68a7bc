/* Where a bound holds and how far it reaches, as a table's cells say it: pure functions of the cell and an
 * input. */
#ifndef UL_LIMIT_H
#define UL_LIMIT_H

#include "common/type.h"
#include "subject.h"

/* An input as domains and limits see it: the arguments' lanes one after the other, as doubles. */
enum { UL_POINT_VALUES = 32 };
struct ul_point {
    int values, width; /* width: lanes of a vector, 1 of a scalar */
    double x[UL_POINT_VALUES];
};
struct ul_point ul_point_at(const struct ul_signature *s, const ul_bits *args);

/* What a condition asks of an argument. */
enum ul_relation {
    UL_INSIDE,
    UL_OUTSIDE,        /* a NaN is outside */
    UL_ODD,            /* "y odd": an odd whole number */
    UL_FRACTIONAL,     /* "y fractional": finite, no whole number */
    UL_BELOW_MULTIPLE, /* "|x| < 1.5*n": below lo times the order */
    UL_ABOVE_MULTIPLE  /* "|x| > 1.5*n" */
};
struct ul_condition {
    int argument;
    bool magnitude;
    enum ul_relation relation;
    double lo, hi; /* infinite ends are closed */
    bool lo_open, hi_open;
};

/* All of its conditions hold; without one: everywhere. Written "all", "rest", or conditions joined by "and":
 * "[0.5,2]" (of x), "not in [-10.001,-2.264]", "|y| in [2^-126,2^126]", "y not in [0,0]", "y = 0", "y odd",
 * "y fractional". Arguments are x, y, z, w in order; but where the order n of a Bessel function is named
 * ("n = 128", "|x| < n", "|x| > 1.5*n"), that is the first and x the second. */
enum { UL_MAX_CONDITIONS = 3 };
struct ul_domain {
    int conditions;
    struct ul_condition condition[UL_MAX_CONDITIONS];
};
bool ul_domain_parse(const char *text, struct ul_domain *out, struct ul_line *why);
bool ul_domain_holds(const struct ul_domain *d, const struct ul_point *at);
/* Does it hold for all or for none of the values of an only argument between these, of one sign or both NaN?
 * May deny it where it is so. */
bool ul_domain_is_uniform(const struct ul_domain *d, double from, double to);
/* Can the second, tried after the first, not be meant? It is the same, or an interval that overlaps the first
 * and does not hold it. */
bool ul_domain_clashes(const struct ul_domain *first, const struct ul_domain *then);

enum ul_limit_kind {
    UL_LIMIT_NUMBER,            /* error <= a function of the input, see ul_limit_parse */
    UL_LIMIT_CORRECTLY_ROUNDED, /* no result misrounded */
    UL_LIMIT_ONE_OF,            /* the result of one of the forms, each operation correctly rounded */
    UL_LIMIT_DERIVED,           /* within its figure, or equal to the document's formula on the device */
    UL_LIMIT_ANY,               /* "Any value allowed (infinite ulp)" */
    UL_LIMIT_IMPLEMENTATION_DEFINED,
    UL_LIMIT_UNDOCUMENTED,
    UL_LIMIT_UNDEFINED /* no judgement */
};

extern const char *const ul_limit_names[]; /* "number", "correctly-rounded", "one-of" ... */

/* Is there a limit to hold a figure against, and so a share of it? */
bool ul_limit_has_share(enum ul_limit_kind kind);

/* One piece of a row: where it holds, what it limits. The first piece whose domain holds wins. */
struct ul_piece {
    struct ul_domain domain;
    enum ul_measure measure;
    enum ul_limit_kind kind;
    int form;              /* NUMBER: an index into the closed list of forms; 0: a plain number */
    double lost;           /* the smallest number of the type that is not lost: subnormal, or normal */
    double number, factor; /* the form's; DERIVED where the document gives no figure: number is NAN */
    const char *words; /* DERIVED, ONE_OF: forms, joined by " or "; UNDOCUMENTED: what is said; else NULL */
};
/* Reads a limit. A number, "2.5" or "2^-21.41"; of the input: "3+floor(|2*x|)", "ceil(2+2.5*n)" (n: the first
 * argument), "2.5+2*width", "max*max*3*2^-23", "max*max*(2*width-1)*2^-23" (max: the largest magnitude among
 * all arguments). In words: "correctly-rounded", "any", "implementation-defined", "undocumented",
 * "undocumented: round-down mode", "undefined". "derived 8192: log(x + 1)", "derived: ...". "one-of: fma(x,
 * y, z) or x * y + z", of which a closed list is known. `text` outlives the piece. */
bool ul_limit_parse(const char *text, struct ul_piece *out, struct ul_line *why);
/* Is a result held against anything there? The other pieces give figures for information. */
bool ul_piece_judges(const struct ul_piece *p);
/* Does a figure limit the errors there (NUMBER, DERIVED with a figure)? */
bool ul_piece_has_figure(const struct ul_piece *p);
/* The piece's limit at an input (NUMBER, DERIVED; CORRECTLY_ROUNDED counts misrounded results instead). */
double ul_piece_limit(const struct ul_piece *p, const struct ul_point *at);
/* Whether y is one of the values that a ONE_OF piece allows for arguments of type `t`. `flush`: subnormal
 * arguments and results of each operation may be taken as zeros (OpenCL C 3.0, 7.5.3). */
bool ul_piece_allows(const struct ul_piece *p, enum ul_type t, const ul_bits *args, ul_bits y, bool flush);
/* The same limit everywhere, whatever the input. */
bool ul_piece_is_plain(const struct ul_piece *p);

#endif
