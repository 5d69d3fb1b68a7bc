/* Who reads and who writes a register, along straight-line code. */
#ifndef UL_PTX_DATAFLOW_H
#define UL_PTX_DATAFLOW_H

#include "ptx.h"

/* Statements that run one after another as ptxas sees them: blocks joined by a lone jump are one stretch, and
 * a statement that becomes a call of a routine with branches (a division) ends one. */
struct ul_ptx_stretch {
    int first, end; /* positions */
    int successors, successor[2];
};

struct ul_ptx_access {
    int at; /* a position */
    bool reads, writes;
    bool sure; /* writes whatever the guard */
};

/* A position counts the statements that can be reached, stretch by stretch. */
struct ul_ptx_dataflow {
    const struct ul_ptx_function *f;
    int positions;
    int *statement;  /* by position: the index in the function */
    int *stretch_of; /* by position */
    bool *needed;    /* by position: it does something, or something needs its result */
    int stretches;
    struct ul_ptx_stretch *stretch;
    int *first; /* by register, and one more: where its accesses begin */
    struct ul_ptx_access *access;
    int *written;        /* by access: the one before it, of its register and stretch, that writes; or -1 */
    int *seen, searches; /* ul_ptx_live_after's, by stretch */
};

/* All of it in `a`. False as ul_ptx_flow is. */
bool ul_ptx_dataflow(struct ul_arena *a, const struct ul_ptx_function *f, struct ul_ptx_dataflow *out,
                     struct ul_line *why);
/* The index of the register's first access at or behind the position; first[reg + 1] if there is none. */
int ul_ptx_access_from(const struct ul_ptx_dataflow *d, int reg, int at);
/* Does something needed outside the stretch read what the register holds at the stretch's end? It was written
 * at `at`, in the stretch. */
bool ul_ptx_live_after(struct ul_ptx_dataflow *d, int reg, int at);

#endif
