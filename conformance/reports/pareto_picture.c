#include "pareto_picture.h"
#include "cost_table.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* In pixels: a picture, what surrounds its plot, a point's radius, a letter of a label and its line. */
enum {
    WIDTH = 760,
    HEIGHT = 440,
    LEFT = 76,
    RIGHT = 28,
    TOP = 56,
    BOTTOM = 56,
    RADIUS = 5,
    GAP = 9,
    LINE = 15
};
static const double letter = 6.9;

/* Costs further apart than this are spread by their logarithms. */
enum { WIDE = 16 };

/* --- Scales ----------------------------------------------------------------------------------------- */

/* Where costs and errors lie. Errors are on a scale of powers of ten; a row below it is for 0, one above for
 * infinity, where there are such. */
struct scale {
    bool wide;           /* costs by their logarithms */
    double least, most;  /* costs */
    int low, high;       /* exponents of errors */
    bool zero, infinite; /* has such a row */
};

static bool is_plain(double error)
{
    return error > 0 && isfinite(error);
}

static struct scale scale_of(const struct ul_pareto_group *g)
{
    struct scale s = {.least = INFINITY, .low = 1000, .high = -1000};
    for (int k = 0; k < g->points; k++) {
        const struct ul_pareto_point *p = &g->point[k];
        s.least = fmin(s.least, p->cost->count.instructions);
        s.most = fmax(s.most, p->cost->count.instructions);
        s.zero |= p->error == 0;
        s.infinite |= isinf(p->error);
        if (is_plain(p->error)) {
            s.low = (int)fmin(s.low, floor(log10(p->error)));
            s.high = (int)fmax(s.high, ceil(log10(p->error)));
        }
    }
    if (s.low > s.high)
        s.low = s.high = 0;
    s.high += s.low == s.high;
    s.least = fmax(s.least, 1);
    s.most = fmax(s.most, 1);
    s.wide = s.most / s.least > WIDE;
    return s;
}

static double x_of(const struct scale *s, double cost)
{
    const double room = WIDTH - LEFT - RIGHT;
    const double share =
        s->wide ? (log(fmax(cost, 1)) - log(s->least)) / (log(s->most) - log(s->least)) : cost / s->most;
    return LEFT + room * (s->wide ? 0.04 + 0.88 * share : 0.92 * share);
}

static double y_of(const struct scale *s, double error)
{
    enum { ROW = 26 };
    const double top = TOP + (s->infinite ? ROW : 0), bottom = HEIGHT - BOTTOM - (s->zero ? ROW : 0);
    if (error == 0)
        return HEIGHT - BOTTOM - ROW * 0.4;
    if (isinf(error))
        return TOP + ROW * 0.4;
    return bottom - (bottom - top) * (log10(error) - s->low) / (s->high - s->low);
}

/* --- Axes ------------------------------------------------------------------------------------------- */

static void put_line(struct ul_text *out, const char *class, double x1, double y1, double x2, double y2)
{
    ul_text_add(out, "<line class='%s' x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f'/>\n", class, x1, y1, x2, y2);
}

static void put_words(struct ul_text *out, const char *class, double x, double y, const char *anchor,
                      const char *text)
{
    ul_text_add(out, "<text class='%s' x='%.1f' y='%.1f' text-anchor='%s'>", class, x, y, anchor);
    ul_html_add(out, text);
    ul_text_add(out, "</text>\n");
}

/* "10" with the exponent above; 1 and 10 as such. */
static void put_power(struct ul_text *out, double y, int exponent)
{
    if (exponent == 0 || exponent == 1)
        ul_text_add(out, "<text class='tick' x='%d' y='%.1f' text-anchor='end'>%d</text>\n", LEFT - 8, y + 4,
                    exponent ? 10 : 1);
    else
        ul_text_add(out,
                    "<text class='tick' x='%d' y='%.1f' text-anchor='end'>10<tspan dy='-5' font-size='9'>"
                    "%d</tspan></text>\n",
                    LEFT - 8, y + 4, exponent);
}

static void put_rows(struct ul_text *out, const struct scale *s)
{
    const int step = (s->high - s->low + 7) / 8;
    for (int e = s->low; e <= s->high; e += step) {
        const double y = y_of(s, pow(10, e));
        put_line(out, "grid", LEFT, y, WIDTH - RIGHT, y);
        put_power(out, y, e);
    }
    const double ends[] = {0, INFINITY};
    for (int k = 0; k < 2; k++)
        if (k ? s->infinite : s->zero) {
            const double y = y_of(s, ends[k]);
            put_line(out, "grid", LEFT, y, WIDTH - RIGHT, y);
            put_words(out, "tick", LEFT - 8, y + 4, "end", k ? "\xe2\x88\x9e" : "0");
        }
}

/* 1, 2 or 5 times a power of ten: at most eight ticks. */
static double round_step(double most)
{
    double step = 1;
    for (int k = 0; most / step > 8; k++)
        step *= k % 3 == 1 ? 2.5 : 2;
    return step;
}

static void put_tick(struct ul_text *out, const struct scale *s, double cost)
{
    char text[16];
    const double x = x_of(s, cost);
    snprintf(text, sizeof text, "%.0f", cost);
    put_line(out, "tickmark", x, HEIGHT - BOTTOM, x, HEIGHT - BOTTOM + 5);
    put_words(out, "tick", x, HEIGHT - BOTTOM + 19, "middle", text);
}

static void put_columns(struct ul_text *out, const struct scale *s)
{
    const double step = round_step(s->most);
    for (double cost = 0; !s->wide && cost <= s->most * 1.04; cost += step)
        put_tick(out, s, cost);
    int k = 0;
    for (double cost = 1; s->wide && cost <= s->most * 1.2; cost *= k++ % 3 == 1 ? 2.5 : 2)
        if (cost >= s->least * 0.9)
            put_tick(out, s, cost);
}

static void put_axes(struct ul_text *out, const struct ul_pareto_group *g, const struct scale *s)
{
    char release[UL_RELEASE_ROOM];
    char *below = ul_format("instructions, sm_%d, CUDA %s", g->arch, ul_release_text(g->release, release));
    put_rows(out, s);
    put_columns(out, s);
    put_line(out, "axis", LEFT, TOP, LEFT, HEIGHT - BOTTOM);
    put_line(out, "axis", LEFT, HEIGHT - BOTTOM, WIDTH - RIGHT, HEIGHT - BOTTOM);
    put_words(out, "name", (LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 14, "middle", below);
    ul_text_add(out,
                "<text class='name' text-anchor='middle' transform='translate(20 %d) rotate(-90)'>"
                "largest error, ulp</text>\n",
                (TOP + HEIGHT - BOTTOM) / 2);
    free(below);
}

/* --- Points ----------------------------------------------------------------------------------------- */

struct box {
    double x1, y1, x2, y2;
};

static bool overlap(const struct box *a, const struct box *b)
{
    return a->x1 < b->x2 && b->x1 < a->x2 && a->y1 < b->y2 && b->y1 < a->y2;
}

/* What is drawn: points, then labels. */
struct drawn {
    int boxes;
    struct box *box;
};

static bool is_free(const struct drawn *d, const struct box *b)
{
    bool ok = b->x1 >= LEFT && b->x2 <= WIDTH - 2 && b->y1 >= TOP - LINE && b->y2 <= HEIGHT - BOTTOM;
    for (int k = 0; k < d->boxes; k++)
        ok &= !overlap(&d->box[k], b);
    return ok;
}

/* Beside the point, first where the front does not pass, or at the next place that is free; else nowhere: the
 * table and the point's own words tell it. */
static void put_label(struct ul_text *out, const struct ul_pareto_point *p, double x, double y,
                      struct drawn *d)
{
    static const struct {
        double x, y, anchor; /* anchor: which share of the label lies left of x */
        const char *name;
    } places[] = {{GAP, -6, 0, "start"},          {GAP, 4, 0, "start"},         {-GAP, 4, 1, "end"},
                  {0, -GAP, 0.5, "middle"},       {GAP, 15, 0, "start"},        {-GAP, -6, 1, "end"},
                  {-GAP, 15, 1, "end"},           {0, GAP + 10, 0.5, "middle"}, {-RADIUS, -GAP, 0, "start"},
                  {-RADIUS, GAP + 10, 0, "start"}};
    char *label = ul_cost_label(p->cost);
    const double width = letter * (double)strlen(label);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        const double left = x + places[k].x - places[k].anchor * width, base = y + places[k].y;
        const struct box b = {left, base - LINE + 4, left + width, base + 3};
        if (!is_free(d, &b))
            continue;
        d->box[d->boxes++] = b;
        put_words(out, p->better ? "label" : "label best", x + places[k].x, base, places[k].name, label);
        break;
    }
    free(label);
}

static void put_point(struct ul_text *out, const struct ul_pareto_point *p, double x, double y)
{
    char *label = ul_cost_label(p->cost);
    ul_text_add(out, "<circle class='%s' cx='%.1f' cy='%.1f' r='%d'><title>",
                p->better ? "point" : "point best", x, y, RADIUS);
    ul_html_add(out, label);
    ul_text_add(out, ": %d instructions, %d mufu, %.6g ulp", p->cost->count.instructions,
                p->cost->count.of[UL_SASS_MUFU], p->error);
    if (*p->input) {
        ul_text_add(out, " at ");
        ul_html_add(out, p->input);
    }
    ul_text_add(out, "</title></circle>\n");
    free(label);
}

/* What can be had for a cost, by steps. */
static void put_front(struct ul_text *out, const struct ul_pareto_group *g, const struct scale *s)
{
    bool begun = false;
    ul_text_add(out, "<path class='front' d='");
    for (int k = 0; k < g->points; k++) {
        const struct ul_pareto_point *p = &g->point[k];
        const double x = x_of(s, p->cost->count.instructions), y = y_of(s, p->error);
        if (p->better)
            continue;
        ul_text_add(out, begun ? "H%.1fV%.1f" : "M%.1f %.1f", x, y);
        begun = true;
    }
    ul_text_add(out, "H%d'/>\n", WIDTH - RIGHT);
}

/* Labels of the front have the first choice of places. */
static void put_points(struct ul_text *out, const struct ul_pareto_group *g, const struct scale *s)
{
    struct drawn d = {.box = ul_alloc(2 * (size_t)g->points * sizeof *d.box)};
    for (int k = 0; k < g->points; k++) {
        const double x = x_of(s, g->point[k].cost->count.instructions), y = y_of(s, g->point[k].error);
        put_point(out, &g->point[k], x, y);
        d.box[d.boxes++] = (struct box){x - RADIUS, y - RADIUS, x + RADIUS, y + RADIUS};
    }
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < g->points; k++)
            if (!g->point[k].better == !pass)
                put_label(out, &g->point[k], x_of(s, g->point[k].cost->count.instructions),
                          y_of(s, g->point[k].error), &d);
    free(d.box);
}

/* --- Pictures --------------------------------------------------------------------------------------- */

/* Colours are the reader's: light unless dark is preferred. */
static const char style[] =
    "svg,:root{--ground:#fff;--ink:#1a1d21;--soft:#5c6670;--rule:#e3e7eb;--best:#0b62c4;--rest:#9aa4ae}\n"
    "@media(prefers-color-scheme:dark){svg,:root{--ground:#15181c;--ink:#e8eaed;--soft:#9aa5b1;--rule:#"
    "2b3138;"
    "--best:#6cb2ff;--rest:#6b7681}}\n"
    "svg{font:12px system-ui,sans-serif}.ground{fill:var(--ground)}text{fill:var(--ink)}\n"
    ".title{font-size:15px;font-weight:600}.name,.tick{fill:var(--soft)}.grid{stroke:var(--rule)}\n"
    ".axis,.tickmark{stroke:var(--soft)}.point{fill:var(--ground);stroke:var(--rest);stroke-width:1.8}\n"
    ".best.point{fill:var(--best);stroke:var(--best)}.front{fill:none;stroke:var(--best);stroke-width:1.5;"
    "opacity:.55}\n"
    ".label{fill:var(--soft);paint-order:stroke;stroke:var(--ground);stroke-width:3px;stroke-linejoin:round}"
    "\n"
    ".best.label{fill:var(--ink)}\n";

static void put_panel(struct ul_text *out, const struct ul_pareto_group *g)
{
    const struct scale s = scale_of(g);
    put_axes(out, g, &s);
    put_front(out, g, &s);
    put_points(out, g, &s);
}

/* A single point is no comparison; where nothing else is, it is shown all the same. */
static bool is_shown(const struct ul_pareto *p, const struct ul_pareto_group *g)
{
    bool any = false;
    for (int k = 0; k < p->groups; k++)
        any |= p->group[k].points > 1;
    return !any || g->points > 1;
}

void ul_pareto_svg(const struct ul_pareto *p, FILE *out)
{
    struct ul_text t = {0};
    int panels = 0;
    for (int k = 0; k < p->groups; k++)
        panels += is_shown(p, &p->group[k]);
    ul_text_add(
        &t,
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 %d %d' width='%d' height='%d' role='img'>\n"
        "<title>Accuracy against cost</title>\n<style>\n%s</style>\n"
        "<rect class='ground' width='100%%' height='100%%'/>\n",
        WIDTH, panels * HEIGHT, WIDTH, panels * HEIGHT, style);
    for (int k = 0, at = 0; k < p->groups; k++) {
        if (!is_shown(p, &p->group[k]))
            continue;
        ul_text_add(&t, "<g transform='translate(0 %d)'>\n", HEIGHT * at++);
        put_words(&t, "title", LEFT, 28, "start", p->group[k].function);
        put_panel(&t, &p->group[k]);
        ul_text_add(&t, "</g>\n");
    }
    fprintf(out, "%s</svg>\n", t.data);
    ul_text_free(&t);
}

/* --- A page ----------------------------------------------------------------------------------------- */

static const char page_style[] =
    "body{margin:0 auto;max-width:52rem;padding:1rem;background:var(--ground);color:var(--ink);"
    "font:15px/1.5 system-ui,sans-serif}\n"
    "h1{font-size:1.4rem}h2{font-size:1.1rem;margin:2.5rem 0 .5rem}svg{width:100%;height:auto}\n"
    "p{color:var(--soft)}nav a{margin-right:.8rem;white-space:nowrap}a{color:var(--best)}\n"
    ".scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-size:.9rem}\n"
    "th,td{padding:.25rem .6rem;text-align:left;border-bottom:1px solid var(--rule);white-space:nowrap}\n"
    "th{color:var(--soft);font-weight:500}.number{text-align:right;font-variant-numeric:tabular-nums}\n"
    "@media print{section{break-inside:avoid}}\n";

static void put_section(const struct ul_pareto *p, const struct ul_pareto_group *g, int k, FILE *out)
{
    char release[UL_RELEASE_ROOM];
    struct ul_table *table = ul_pareto_table(p, g);
    struct ul_text t = {0};
    ul_text_add(&t, "<section id='g%d'>\n<h2>", k);
    ul_html_add(&t, g->function);
    ul_text_add(&t, " <small>sm_%d, CUDA %s</small></h2>\n", g->arch, ul_release_text(g->release, release));
    if (g->points > 1) {
        ul_text_add(&t, "<svg viewBox='0 %d %d %d' role='img' aria-label='error over instructions'>\n",
                    TOP / 2, WIDTH, HEIGHT - TOP / 2);
        put_panel(&t, g);
        ul_text_add(&t, "</svg>\n");
    }
    fprintf(out, "%s<div class='scroll'>", t.data);
    ul_text_free(&t);
    ul_table_print(table, UL_HTML, out, 0, false);
    ul_table_free(table);
    fputs("</div>\n</section>\n", out);
}

/* A page of many functions begins with a list of them. */
static void put_contents(const struct ul_pareto *p, FILE *out)
{
    struct ul_text t = {0};
    ul_text_add(&t, "<nav>");
    for (int k = 0; k < p->groups && p->groups > 3; k++) {
        ul_text_add(&t, "<a href='#g%d'>", k);
        ul_html_add(&t, p->group[k].function);
        ul_text_add(&t, "</a>\n");
    }
    fprintf(out, "%s</nav>\n", t.data);
    ul_text_free(&t);
}

void ul_pareto_html(const struct ul_pareto *p, FILE *out)
{
    fprintf(
        out,
        "<!DOCTYPE html>\n<html lang='en'>\n<meta charset='utf-8'>\n"
        "<meta name='viewport' content='width=device-width, initial-scale=1'>\n"
        "<meta name='color-scheme' content='light dark'>\n<title>Accuracy against cost</title>\n"
        "<style>\n%s%s</style>\n<h1>Accuracy against cost</h1>\n"
        "<p>Filled points are worth having: nothing that computes the same is no dearer and no less "
        "accurate. "
        "Instructions are those of a function's body; what it calls for rare inputs is counted apart. Errors "
        "are in ulp as OpenCL C defines it.</p>\n",
        style, page_style);
    put_contents(p, out);
    for (int k = 0; k < p->groups; k++)
        put_section(p, &p->group[k], k, out);
    fputs("</html>\n", out);
}
