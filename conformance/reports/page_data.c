#include "page_data.h"
#include "picture.h"
#include "told.h"
#include <stdarg.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static json_t *text(struct ul_page_data *p, const char *s)
{
    json_t *n = json_object_get(p->number, s);
    if (!n) {
        ul_json_set(p->number, s, json_integer((json_int_t)json_array_size(p->texts)));
        json_array_append_new(p->texts, ul_json_string(s));
        n = json_object_get(p->number, s);
    }
    return json_integer(json_integer_value(n));
}

static json_t *text_at(struct ul_page_data *p, const json_t *of, const char *member)
{
    return text(p, ul_json_text(of, member));
}

static json_t *input_at(struct ul_page_data *p, const json_t *of, const char *member)
{
    struct ul_text t = {0};
    ul_told_input(&t, json_object_get(of, member));
    json_t *n = text(p, t.data ? t.data : "");
    ul_text_free(&t);
    return n;
}

/* A number, "inf", or null. */
static json_t *figure_at(const json_t *of, const char *member)
{
    json_t *j = json_object_get(of, member);
    return j ? json_incref(j) : json_null();
}

static json_t *whole_at(const json_t *of, const char *member)
{
    return ul_json_count(ul_json_whole(of, member));
}

/* As many as there are before the NULL. */
static json_t *list(json_t *first, ...)
{
    json_t *l = json_array();
    va_list more;
    va_start(more, first);
    for (json_t *item = first; item; item = va_arg(more, json_t *))
        json_array_append_new(l, item);
    va_end(more);
    return l;
}

static json_t *verdict_at(const json_t *of)
{
    return json_integer(ul_told_verdict(of));
}

static json_t *measures(struct ul_page_data *p, const json_t *record)
{
    json_t *all = json_array();
    for (int m = 0; m < UL_MEASURES; m++) {
        const json_t *max = ul_told_maximum(record, ul_measure_names[m]);
        if (max)
            json_array_append_new(all, list(json_integer(m), figure_at(max, "max"), figure_at(max, "upper"),
                                            input_at(p, max, "input"), text_at(p, max, "got"),
                                            text_at(p, max, "want"), NULL));
    }
    return all;
}

static json_t *derived(struct ul_page_data *p, const json_t *bound)
{
    const json_t *d = json_object_get(bound, "derived");
    return d ? list(whole_at(d, "compared"), whole_at(d, "differ"), input_at(p, d, "input"), NULL)
             : json_null();
}

static json_t *bounds(struct ul_page_data *p, const json_t *record)
{
    json_t *all = json_array();
    size_t k;
    const json_t *b;
    json_array_foreach (json_object_get(record, "bounds"), k, b) {
        json_array_append_new(all, list(text_at(p, b, "edition"), text_at(p, b, "row"), text_at(p, b, "text"),
                                        text_at(p, b, "source"),
                                        json_integer(json_is_true(json_object_get(b, "in_force"))),
                                        json_integer(ul_told_unsure(b)), verdict_at(b),
                                        text_at(p, b, "measure"), figure_at(b, "limit"),
                                        figure_at(b, "error"), figure_at(b, "share"), input_at(p, b, "input"),
                                        text_at(p, b, "got"), text_at(p, b, "says"), derived(p, b), NULL));
    }
    return all;
}

static json_t *claims(struct ul_page_data *p, const json_t *record)
{
    json_t *all = json_array();
    size_t k;
    const json_t *c;
    json_array_foreach (json_object_get(record, "claims"), k, c) {
        json_array_append_new(all, list(text_at(p, c, "text"), text_at(p, c, "measure"), verdict_at(c),
                                        json_integer(!json_is_false(json_object_get(c, "judged"))), NULL));
    }
    return all;
}

static json_t *counts(const json_t *record)
{
    return list(whole_at(record, "misrounded"), whole_at(record, "over_1ulp"),
                ul_json_figure(ul_told_mean(record)), NULL);
}

static json_t *wrong(struct ul_page_data *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_wrong(&t, record);
    json_t *l =
        list(text(p, t.data ? t.data : ""), input_at(p, json_object_get(record, "wrong"), "input"), NULL);
    ul_text_free(&t);
    return l;
}

static json_t *reason(struct ul_page_data *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_reason(&t, record);
    json_t *n = text(p, t.data);
    ul_text_free(&t);
    return n;
}

static json_t *flushed(struct ul_page_data *p, const json_t *record)
{
    const json_t *f = json_object_get(record, "flushed");
    return list(whole_at(f, "count"), input_at(p, f, "input"), NULL);
}

static json_t *width1(struct ul_page_data *p, const json_t *record)
{
    const json_t *d = json_object_get(record, "width1");
    return d ? list(whole_at(d, "differ"), whole_at(d, "lane"), input_at(p, d, "input"), text_at(p, d, "got"),
                    text_at(p, d, "at_width1"), NULL)
             : json_null();
}

/* The blocks, the type that they are of, and the block of the largest error. */
static json_t *picture(struct ul_page_data *p, const json_t *record)
{
    const json_t *blocks = json_object_get(record, "blocks"), *max = ul_told_maximum(record, "opencl");
    const enum ul_type type = ul_picture_type(ul_json_text(record, "signature"));
    if (json_array_size(blocks) != UL_BLOCKS || !max || type == UL_VOID)
        return json_null();
    struct ul_text t = {0};
    ul_picture_add(&t, blocks);
    const char *worst = json_string_value(json_array_get(json_object_get(max, "input"), 0));
    json_t *j = list(text(p, t.data), text(p, ul_types[type].name),
                     json_integer(ul_picture_block(type, worst)), NULL);
    ul_text_free(&t);
    return j;
}

static json_t *coverage(struct ul_page_data *p, const json_t *record)
{
    const json_t *c = json_object_get(record, "coverage");
    return list(text_at(p, c, "kind"), whole_at(c, "inputs"), figure_at(c, "seed"), text_at(p, c, "range"),
                text_at(p, c, "file"), text_at(p, c, "shard"), NULL);
}

/* In the order of data.js's `field`. */
static json_t *data_of_row(struct ul_page_data *p, const json_t *record, int place)
{
    const struct ul_told_figure f = ul_told_figure(record);
    const bool measured = ul_told_measured(record);
    return list(text_at(p, record, "label"), text_at(p, record, "subject"), text_at(p, record, "signature"),
                text_at(p, record, "type"), whole_at(record, "width"), json_integer(place),
                text_at(p, record, "approx"), verdict_at(record), reason(p, record),
                measured && f.present ? ul_json_figure(f.figure) : json_null(), text(p, f.measure),
                measured ? measures(p, record) : json_array(), bounds(p, record), claims(p, record),
                counts(record), wrong(p, record), flushed(p, record), width1(p, record),
                figure_at(record, "seconds"), coverage(p, record),
                measured ? picture(p, record) : json_null(), NULL);
}

/* ---- places ---- */

static json_t *data_of_place(const json_t *record)
{
    static const char *const names[] = {"device", "device_name", "driver", "compiler", "arch", "flags"};
    json_t *l = json_array();
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        json_array_append_new(l, ul_json_string(ul_json_text(record, names[k])));
    return l;
}

/* "PoCL 3.1", "Oclgrind 21.10": the driver, where it has a name. One that is a version only has its name
 * before it in what the compiler says, else it is given that of the device. */
static char *short_name(const json_t *record)
{
    const char *driver = ul_json_text(record, "driver"), *compiler = ul_json_text(record, "compiler"),
               *device = ul_json_text(record, "device_name"), *end = strstr(compiler, driver), *start = end;
    if (!isdigit((unsigned char)*driver))
        return ul_strdup(driver);
    while (end && start > compiler && (start == end || start[-1] != ' '))
        start--;
    if (end && isalpha((unsigned char)*start))
        return ul_format("%.*s%s", (int)(end - start), start, driver);
    return ul_format("%.*s%s%s", (int)strcspn(device, "("), device, strchr(device, '(') ? "" : " ", driver);
}

static json_t *names_of(const json_t *record)
{
    struct ul_text whole = {0};
    char *name = short_name(record);
    ul_plain(name);
    ul_told_device(&whole, record);
    json_t *names = list(ul_json_string(name), ul_json_string(whole.data), NULL);
    ul_text_free(&whole);
    free(name);
    return names;
}

enum { SHORT, WHOLE };

static const char *name_of(const struct ul_page_data *p, size_t place, size_t which)
{
    return json_string_value(json_array_get(json_array_get(p->names, place), which));
}

static const char *number_of(const struct ul_page_data *p, size_t place)
{
    return json_string_value(json_array_get(json_array_get(p->places, place), 0));
}

/* Where there are several devices, numbers of OpenCL say nothing; the others do, if no two devices share one.
 */
static const char *telling_name(const struct ul_page_data *p, size_t place)
{
    const char *number = number_of(p, place), *name = "";
    for (size_t k = 0; k < json_array_size(p->places); k++) {
        const bool shared = !strcmp(number, number_of(p, k));
        if (!strcmp(name_of(p, place, WHOLE), name_of(p, k, WHOLE)))
            continue;
        if (shared && !strcmp(name_of(p, place, SHORT), name_of(p, k, SHORT)))
            return name_of(p, place, WHOLE);
        if (shared || !strncmp(number, "opencl:", 7))
            name = name_of(p, place, SHORT);
    }
    return name;
}

static int place_of(struct ul_page_data *p, const json_t *record)
{
    struct ul_text t = {0};
    ul_told_place(&t, record);
    const json_t *known = json_object_get(p->place, t.data);
    const int n = known ? (int)json_integer_value(known) : (int)json_array_size(p->places);
    if (!known) {
        ul_json_set(p->place, t.data, json_integer(n));
        json_array_append_new(p->places, data_of_place(record));
        json_array_append_new(p->names, names_of(record));
    }
    ul_text_free(&t);
    return n;
}

/* ---- all ---- */

struct ul_page_data ul_page_data_new(void)
{
    return (struct ul_page_data){.number = json_object(),
                                 .texts = json_array(),
                                 .place = json_object(),
                                 .places = json_array(),
                                 .names = json_array(),
                                 .rows = json_array()};
}

void ul_page_data_free(struct ul_page_data *p)
{
    json_decref(p->number);
    json_decref(p->texts);
    json_decref(p->place);
    json_decref(p->places);
    json_decref(p->names);
    json_decref(p->rows);
}

int ul_page_data_add(struct ul_page_data *p, const json_t *record)
{
    const int place = place_of(p, record);
    json_array_append_new(p->rows, data_of_row(p, record, place));
    return place;
}

void ul_page_data_name(struct ul_page_data *p)
{
    for (size_t k = 0; k < json_array_size(p->places); k++)
        json_array_append_new(json_array_get(p->places, k), ul_json_string(telling_name(p, k)));
}

char *ul_page_data_text(const struct ul_page_data *p)
{
    json_t *all = json_object();
    ul_json_set(all, "texts", json_incref(p->texts));
    ul_json_set(all, "places", json_incref(p->places));
    ul_json_set(all, "rows", json_incref(p->rows));
    char *text = json_dumps(all, JSON_COMPACT | JSON_REAL_PRECISION(9));
    json_decref(all);
    return text;
}
