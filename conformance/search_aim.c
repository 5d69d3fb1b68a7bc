#include "search_aim.h"
#include "reference.h"
#include "value.h"
#include <math.h>
#include <string.h>

enum {
    LOOKS = 3, /* an anchor: there, a step on, and so many */
    FAR = 1 << 10,
    CHUNK = 128 * LOOKS,
    TRIES = 4,
    PRECISION = 53 + 64
};

bool ul_aim_make(struct ul_aim *a, const struct ul_space *s, int result)
{
    const struct ul_subject *of = s->subject;
    *a = (struct ul_aim){.space = s, .result = result};
    if (of->signature.result[result].type != UL_DOUBLE)
        return false;
    a->screen =
        ul_screen_takes(&of->signature) ? ul_screen_new(of->reference[result], UL_SCREEN_PAIRS) : NULL;
    return true;
}

void ul_aim_clear(struct ul_aim *a)
{
    ul_screen_free(a->screen);
    a->screen = NULL;
}

uint64_t ul_aim_phase(double ulps)
{
    const double share = ulps - floor(ulps);
    return share < 1 ? (uint64_t)(share * 0x1p64) : 0;
}

/* Of r + low, where low is a share of an ulp; false: that is not known well enough. */
static bool phase_of(double r, double low, double err, uint64_t *phase)
{
    if (!(fabs(r) > UL_SCREEN_PAIR_LEAST && fabs(r) < UL_SCREEN_PAIR_MOST))
        return false;
    const double ulps = ldexp(low, 52 - ilogb(r));
    *phase = ul_aim_phase(r < 0 ? -ulps : ulps);
    return ldexp(err, 52 - ilogb(r)) < 0x1p-32;
}

/* Exact values as pairs, by Arb. */
static void certify(const struct ul_aim *aim, const ul_bits (*at)[UL_MAX_PARAMETERS], int n, double *r,
                    double *low, double *err)
{
    const struct ul_subject *of = aim->space->subject;
    struct ul_exact v;
    arf_t rest;
    ul_exact_init(&v);
    arf_init(rest);
    for (int i = 0; i < n; i++) {
        ul_reference(of->reference[aim->result], of->signature.argument, at[i], PRECISION, &v);
        arf_set(rest, arb_midref(v.ball));
        r[i] = arf_get_d(rest, ARF_RND_NEAR);
        err[i] = v.kind == UL_EXACT_BALL ? mag_get_d(arb_radref(v.ball)) : NAN;
        low[i] = 0;
        if (!isfinite(r[i]))
            continue;
        arf_set_d(arb_midref(v.ball), r[i]);
        arf_sub(rest, rest, arb_midref(v.ball), 53, ARF_RND_NEAR);
        low[i] = arf_get_d(rest, ARF_RND_NEAR);
    }
    arf_clear(rest);
    ul_exact_clear(&v);
}

static void screen(const struct ul_aim *aim, const ul_bits (*at)[UL_MAX_PARAMETERS], int n, double *r,
                   double *low, double *err)
{
    double x[UL_MAX_PARAMETERS][CHUNK];
    const double *args[UL_MAX_PARAMETERS];
    for (int k = 0; k < aim->space->arguments; k++) {
        args[k] = x[k];
        for (int i = 0; i < n; i++)
            x[k][i] = ul_space_number(aim->space, at[i], k);
    }
    ul_screen_run_pairs(aim->screen, args, n, r, low, err);
}

/* Of n points, CHUNK at most. */
static void look(const struct ul_aim *aim, const ul_bits (*at)[UL_MAX_PARAMETERS], int n, uint64_t *phase,
                 bool *holds)
{
    double r[CHUNK], low[CHUNK], err[CHUNK];
    (aim->screen ? screen : certify)(aim, at, n, r, low, err);
    for (int i = 0; i < n; i++)
        holds[i] = phase_of(r[i], low[i], err[i], &phase[i]);
}

static void look_beside(const struct ul_aim *aim, struct ul_anchor *a, int n)
{
    static const int64_t away[LOOKS] = {0, 1, FAR};
    ul_bits at[CHUNK][UL_MAX_PARAMETERS];
    uint64_t phase[CHUNK];
    bool holds[CHUNK];
    for (int i = 0; i < LOOKS * n; i++) {
        const struct ul_anchor *from = &a[i / LOOKS];
        memcpy(at[i], from->args, sizeof at[i]);
        ul_space_step(aim->space, from->argument, away[i % LOOKS], at[i]);
    }
    look(aim, (const ul_bits(*)[UL_MAX_PARAMETERS])at, LOOKS * n, phase, holds);
    for (int i = 0; i < n; i++) {
        const uint64_t *p = &phase[LOOKS * i];
        const bool *h = &holds[LOOKS * i];
        a[i].holds = h[0] && h[1] && h[2];
        a[i].phase = p[0];
        a[i].slope = p[1] - p[0];
        a[i].bend = (int64_t)(p[2] - p[0] - FAR * a[i].slope) / (FAR / 2 * (FAR - 1));
    }
}

void ul_aim_look(const struct ul_aim *aim, struct ul_anchor *a, int n)
{
    enum { MOST = CHUNK / LOOKS };
    for (int k = 0; k < n; k += MOST)
        look_beside(aim, a + k, n - k < MOST ? n - k : MOST);
}

int ul_aim_side(const struct ul_aim *aim, const ul_bits *args, double ulps)
{
    const double near = 0x1p-30;
    ul_bits at[1][UL_MAX_PARAMETERS];
    uint64_t phase;
    bool holds;
    memcpy(at[0], args, sizeof at[0]);
    look(aim, (const ul_bits(*)[UL_MAX_PARAMETERS])at, 1, &phase, &holds);
    if (!holds)
        return 0;
    const double beyond = fabs((double)(int64_t)(phase + ul_aim_phase(ulps))) * 0x1p-64,
                 short_of = fabs((double)(int64_t)(phase - ul_aim_phase(ulps))) * 0x1p-64;
    return beyond < near && beyond < short_of ? 1 : short_of < near ? -1 : 0;
}

/* The least k for which k * step, less multiples of m (0: of 2^64), is from lo to hi, both below m. As
 * Euclid's algorithm does it: between two multiples of `step` that leave lo to hi out, the next multiple of m
 * that shifts one of them into it is asked for. */
static uint64_t first(uint64_t step, uint64_t m, uint64_t lo, uint64_t hi, uint64_t most)
{
    if (!lo)
        return 0;
    if (step > m - step) /* down by the rest, as well as up */
        return first(m - step, m, m - hi, m - lo, most);
    if (!step)
        return most;
    const uint64_t over = lo % step, rest = (m - step) % step;
    if (!over || step - over <= hi - lo)
        return lo / step + (over != 0);
    const uint64_t whole = first(rest ? step - rest : 0, step, over, hi % step, most);
    if (whole >= most)
        return most;
    const unsigned __int128 turn = m ? m : (unsigned __int128)1 << 64;
    const unsigned __int128 k = (turn * whole + lo + (step - 1)) / step;
    return k < most ? (uint64_t)k : most;
}

uint64_t ul_aim_first(uint64_t step, uint64_t lo, uint64_t hi, uint64_t most)
{
    const uint64_t k = hi < lo ? 0 : first(step, 0, lo, hi, most); /* 0 lies between */
    return k < most ? k : most;
}

/* As far as a slope and a bend tell. */
static uint64_t phase_at(const struct ul_anchor *a, int64_t k)
{
    return a->phase + (uint64_t)k * a->slope + (uint64_t)(k * (k - 1) / 2) * (uint64_t)a->bend;
}

/* As if there were no bend; from where that leads to, again. */
bool ul_aim_from(const struct ul_aim *aim, const struct ul_anchor *a, uint64_t lo, uint64_t width,
                 struct ul_random *r, ul_bits *args)
{
    int64_t k = (int64_t)ul_random_below(r, 2 * UL_AIM_REACH) - UL_AIM_REACH;
    for (int try = 0; a->holds && try < TRIES && k < UL_AIM_REACH; try++) {
        const uint64_t at = phase_at(a, k);
        if (at - lo <= width) {
            memcpy(args, a->args, sizeof a->args);
            ul_space_step(aim->space, a->argument, k, args);
            return true;
        }
        k += (int64_t)ul_aim_first(phase_at(a, k + 1) - at, lo - at, lo + width - at, 2 * UL_AIM_REACH);
    }
    return false;
}
