#include "part.h"
#include "backends.h"
#include "row.h"
#include "subject_read.h"
#include "sums.h"
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is asked of a device when a row is judged, beside what every record has. */
static const struct {
    const char *name;
    size_t at;
    bool number; /* else it is a bool */
} properties[] = {
    {"opencl_c", offsetof(struct ul_device, opencl_c), true},
    {"embedded_profile", offsetof(struct ul_device, embedded_profile), false},
    {"flushes_half", offsetof(struct ul_device, flushes_half), false},
    {"flushes_float", offsetof(struct ul_device, flushes_float), false},
    {"flushes_double", offsetof(struct ul_device, flushes_double), false},
    {"half_to_zero", offsetof(struct ul_device, half_to_zero), false},
    {"float_to_zero", offsetof(struct ul_device, float_to_zero), false},
    {"double_to_zero", offsetof(struct ul_device, double_to_zero), false},
};
enum { PROPERTIES = sizeof properties / sizeof *properties };

static json_t *device_json(const struct ul_device *d)
{
    json_t *o = json_object();
    for (int k = 0; k < PROPERTIES; k++) {
        const char *at = (const char *)d + properties[k].at;
        ul_json_set(o, properties[k].name,
                    properties[k].number ? json_integer(*(const int *)(const void *)at)
                                         : json_boolean(*(const bool *)at));
    }
    return o;
}

static void read_device(struct ul_device *d, const json_t *record, const json_t *device)
{
    const struct {
        char *to;
        size_t room;
        const char *name;
    } texts[] = {{d->id, sizeof d->id, "device"},
                 {d->name, sizeof d->name, "device_name"},
                 {d->driver, sizeof d->driver, "driver"},
                 {d->compiler, sizeof d->compiler, "compiler"}};
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        snprintf(texts[k].to, texts[k].room, "%s", ul_json_text(record, texts[k].name));
    if (sscanf(ul_json_text(record, "arch"), "sm_%d", &d->arch) != 1)
        d->arch = 0;
    for (int k = 0; k < PROPERTIES; k++) {
        char *at = (char *)d + properties[k].at;
        const json_t *value = json_object_get(device, properties[k].name);
        if (properties[k].number)
            *(int *)(void *)at = (int)json_integer_value(value);
        else
            *(bool *)at = json_is_true(value);
    }
}

static json_t *setup_json(const struct ul_record *r)
{
    const struct ul_subject *s = r->subject;
    json_t *o = json_object();
    ul_json_set(o, "label", ul_json_string(s->label));
    ul_json_set(o, "path", ul_json_string(s->users ? s->path : NULL));
    ul_json_set(o, "text", ul_json_string(s->users ? s->text : NULL));
    ul_json_set(o, "width", json_integer(r->width));
    ul_json_set(o, "backend", ul_json_string(r->part.backend));
    ul_json_set(o, "bounds", ul_json_string(r->part.edition));
    ul_json_set(o, "device", device_json(&r->device));
    return o;
}

json_t *ul_part_json(const struct ul_record *r)
{
    json_t *o = json_object();
    ul_json_set(o, "row", ul_json_count(r->part.row));
    ul_json_set(o, "rows", ul_json_count(r->part.rows));
    ul_json_set(o, "records", ul_json_count(r->part.records));
    ul_json_set(o, "blocks", ul_json_count(r->part.blocks));
    if (r->part.blocks < 2)
        return o;
    ul_json_set(o, "inputs", ul_json_count(r->part.inputs));
    ul_json_set(o, "failed", json_boolean(r->part.failed));
    ul_json_set(o, "setup", setup_json(r));
    ul_json_set(o, "sums", ul_json_string(r->part.failed ? NULL : r->part.sums));
    return o;
}

/* ---- merging ---- */

static const struct ul_subject *find(const struct ul_catalogue *c, const char *label, const char *text)
{
    for (int k = 0; k < c->count; k++) {
        const struct ul_subject *s = ul_subject_measured(&c->subject[k]);
        if (!strcmp(s->label, label) && (s->users ? !strcmp(s->text, text) : !*text))
            return s;
    }
    return NULL;
}

static const struct ul_subject *find_or_read(struct ul_catalogue *c, const json_t *setup, struct ul_line *why)
{
    const char *label = ul_json_text(setup, "label"), *text = ul_json_text(setup, "text");
    const struct ul_subject *s = find(c, label, text);
    const int before = c->count;
    if (!s && *text && !ul_feet_read(c, ul_json_text(setup, "path"), text, why))
        return NULL;
    for (int k = before; k < c->count; k++)
        c->subject[k].users = true;
    if (!s)
        s = find(c, label, text);
    if (!s)
        ul_fail(why, "this program has no function %s", label);
    return s;
}

static void read_coverage(struct ul_coverage *out, const json_t *record)
{
    const json_t *c = json_object_get(record, "coverage"), *part = json_object_get(record, "part");
    *out = (struct ul_coverage){.kind = ul_json_text(c, "kind"),
                                .inputs = ul_json_whole(part, "inputs"),
                                .seed = ul_json_whole(c, "seed"),
                                .has_seed = json_is_integer(json_object_get(c, "seed")),
                                .range = json_string_value(json_object_get(c, "range")),
                                .file = json_string_value(json_object_get(c, "file")),
                                .budget = json_string_value(json_object_get(c, "budget"))};
    if (out->budget)
        out->inputs = 0; /* the sum of its parts */
}

/* Adds a part's sums; what failed is told of the whole. */
static bool add_part(struct ul_sums *all, struct ul_record *r, const char **failure, const json_t *record,
                     struct ul_line *why)
{
    const json_t *part = json_object_get(record, "part");
    struct ul_sums *sums = ul_sums_new();
    r->seconds += ul_json_number(record, "seconds");
    if (r->coverage.budget) {
        r->coverage.inputs += ul_json_whole(json_object_get(record, "coverage"), "inputs");
        r->coverage.scouted += ul_json_whole(json_object_get(record, "coverage"), "scouted");
    }
    if (json_is_true(json_object_get(part, "failed")) && !*failure)
        *failure = ul_json_text(record, "reason");
    bool ok = *failure || ul_sums_read(ul_json_text(part, "sums"), r->subject->signature.arguments, sums);
    if (ok && !*failure)
        ul_sums_merge(all, sums);
    free(sums);
    return ok || ul_fail(why, "the sums of a part are damaged");
}

/* Is it this program's: are there the function, the API and the bounds that its parts were measured by? */
static bool can_judge(const json_t *record, const struct ul_subject *s, int result, struct ul_line *why)
{
    const json_t *setup = json_object_get(json_object_get(record, "part"), "setup");
    if (strcmp(ul_json_text(record, "tool"), UL_VERSION) ||
        strcmp(ul_json_text(record, "bounds_version"), ul_bounds_version()))
        return ul_fail(why, "another version of this program measured it, which has to merge it, too");
    const uint64_t width = ul_json_whole(setup, "width");
    if (result < s->signature.results && width && width <= UL_MAX_WIDTH &&
        ul_backend_find(ul_json_text(setup, "backend")))
        return true;
    return ul_fail(why, "no result %d of %s, %d wide, on '%s'", result, s->label, (int)width,
                   ul_json_text(setup, "backend"));
}

static json_t *merge(const struct ul_subject *s, json_t *const *records, int n, int *at, struct ul_line *why)
{
    const json_t *first = records[0], *setup = json_object_get(json_object_get(first, "part"), "setup");
    const int result = (int)ul_json_whole(first, "result");
    struct ul_place place = {0};
    struct ul_record *r = ul_alloc(sizeof *r);
    struct ul_row_setup row;
    struct ul_sums *all = ul_sums_new();
    const char *failure = NULL;
    bool ok = can_judge(first, s, result, why);
    read_device(&place.device, first, json_object_get(setup, "device"));
    snprintf(place.backend, sizeof place.backend, "%s", ul_json_text(setup, "backend"));
    if (ok) {
        ul_row_begin(s, result, &place, ul_json_text(first, "flags"), ul_json_text(first, "approx"),
                     json_string_value(json_object_get(setup, "bounds")), r, &row);
        r->width = (int)ul_json_whole(setup, "width");
        read_coverage(&r->coverage, first);
    }
    for (int k = 0; k < n && ok; k++)
        ok = add_part(all, r, &failure, records[ *at = k], why);
    if (ok) {
        ul_sums_finish(all, &row, r);
        ul_sums_tell_width1(all, r);
    }
    if (ok && failure) {
        r->verdict = UL_ERROR;
        snprintf(r->reason, sizeof r->reason, "%s", failure);
    }
    char *line = ok ? ul_record_json(r) : NULL;
    json_t *merged = line ? json_loads(line, 0, NULL) : NULL;
    free(line);
    free(all);
    free(r);
    return merged;
}

json_t *ul_part_merge(json_t *const *records, int n, struct ul_catalogue *c, int *at, struct ul_line *why)
{
    *at = 0;
    const json_t *setup = json_object_get(json_object_get(records[0], "part"), "setup");
    const struct ul_subject *s = find_or_read(c, setup, why);
    return s ? merge(s, records, n, at, why) : NULL;
}
