/* ulparity devices: what is here, and what could be had. */
#include "command.h"
#include "backends.h"
#include "device.h"
#include "json.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What judging knows of a floating type on a device. */
struct type_row {
    const char *name;
    bool present, flushes, to_zero;
};

enum { TYPES = 3 };

static void types_of(const struct ul_device *d, struct type_row out[TYPES])
{
    out[0] = (struct type_row){"half", d->has_half, d->flushes_half, d->half_to_zero};
    out[1] = (struct type_row){"float", true, d->flushes_float, d->float_to_zero};
    out[2] = (struct type_row){"double", d->has_double, d->flushes_double, d->double_to_zero};
}

/* "OpenCL C 1.2", "sm_90", or "" on the host. */
static void add_language(struct ul_text *t, const struct ul_device *d)
{
    if (d->opencl_c)
        ul_text_add(t, "OpenCL C %d.%d", d->opencl_c / 100, d->opencl_c / 10 % 10);
    else if (d->arch)
        ul_text_add(t, "sm_%d", d->arch);
}

/* ---- JSON ---- */

static json_t *types_json(const struct ul_device *d)
{
    struct type_row types[TYPES];
    json_t *o = json_object();
    types_of(d, types);
    for (int k = 0; k < TYPES; k++) {
        json_t *type = types[k].present ? json_object() : json_null();
        if (types[k].present) {
            ul_json_set(type, "subnormals", json_boolean(!types[k].flushes));
            ul_json_set(type, "rounding", ul_json_string(types[k].to_zero ? "zero" : "nearest"));
        }
        ul_json_set(o, types[k].name, type);
    }
    return o;
}

static void print_json(const struct ul_device *d)
{
    json_t *o = json_object();
    struct ul_text language = {0};
    add_language(&language, d);
    ul_json_set(o, "device", ul_json_string(d->id));
    ul_json_set(o, "platform", ul_json_string(d->platform));
    ul_json_set(o, "device_name", ul_json_string(d->name));
    ul_json_set(o, "driver", ul_json_string(d->driver));
    ul_json_set(o, "compiler", ul_json_string(d->compiler));
    ul_json_set(o, "version", ul_json_string(d->version));
    ul_json_set(o, "language", ul_json_string(language.data));
    ul_json_set(o, "words", ul_json_string(d->words));
    ul_json_set(o, "profile",
                d->opencl_c ? ul_json_string(d->embedded_profile ? "embedded" : "full") : json_null());
    ul_json_set(o, "cpu", json_boolean(d->is_cpu));
    ul_json_set(o, "simulator", json_boolean(d->simulator));
    ul_json_set(o, "units", json_integer(d->units));
    ul_json_set(o, "types", types_json(d));
    ul_json_print(o);
    ul_text_free(&language);
}

static void print_notes_json(const char *member, char *const *note, int notes)
{
    for (int k = 0; k < notes; k++) {
        json_t *o = json_object();
        ul_json_set(o, member, ul_json_string(note[k]));
        ul_json_print(o);
    }
}

/* ---- text ---- */

static void add_part(struct ul_text *t, const char *part)
{
    bool told = !*part || (t->data && strstr(t->data, part));
    if (!told)
        ul_text_add(t, "%s%s", t->length ? ", " : "", part);
}

static void print_types(const struct ul_device *d)
{
    struct type_row types[TYPES];
    types_of(d, types);
    for (int k = TYPES - 1; k >= 0; k--)
        if (types[k].present)
            printf("    %-7s %s, rounds to %s\n", types[k].name,
                   types[k].flushes ? "subnormals flushed" : "subnormals",
                   types[k].to_zero ? "zero" : "nearest even");
}

/* By what -d finds the device, and where its driver was found. */
static void print_more(const struct ul_place *p)
{
    const struct ul_device *d = &p->device;
    printf("    %s: %d unit%s; -d %s", d->platform, d->units, d->units == 1 ? "" : "s", d->id);
    if (strcmp(ul_place_api(p), d->words))
        printf(" or %s:WORD: %s", ul_place_api(p), d->words);
    printf("%s%s\n", *p->where ? "\n    " : "", p->where);
}

/* The versions, each told once: names of drivers and compilers often hold one another. */
static void print_text(const struct ul_devices *all, const struct ul_place *p, bool verbose)
{
    const struct ul_device *d = &p->device;
    struct ul_text versions = {0}, language = {0};
    add_language(&language, d);
    add_part(&versions, d->version);
    if (language.data)
        add_part(&versions, language.data);
    add_part(&versions, d->compiler);
    add_part(&versions, d->driver);
    printf("%-11s %s%s%s\n", d->id, d->name,
           d->simulator                 ? " (a simulator: only if asked for)"
           : ul_device_left_out(all, p) ? " (a GPU is here: only if asked for)"
                                        : "",
           d->embedded_profile ? " (embedded profile)" : "");
    printf("    %s\n", versions.data ? versions.data : "");
    print_types(d);
    if (verbose)
        print_more(p);
    ul_text_free(&versions);
    ul_text_free(&language);
}

static void print_notes(const char *heading, char *const *note, int notes)
{
    if (notes)
        printf("\n%s:\n", heading);
    for (int k = 0; k < notes; k++)
        printf("    %s\n", note[k]);
}

/* Where CUDA releases were found. */
static void print_releases(bool as_json)
{
    struct ul_text found = {0};
    char *rest = NULL;
    ul_backend_releases(&found);
    char *line = found.data ? strtok_r(found.data, "\n", &rest) : NULL;
    if (line && !as_json)
        printf("\nCUDA releases (-d cuda:emulated@RELEASE, -d cuda:0@RELEASE):\n");
    for (; line; line = strtok_r(NULL, "\n", &rest)) {
        if (!as_json) {
            printf("    %s\n", line);
            continue;
        }
        json_t *o = json_object();
        char *path = strchr(line, ' ');
        *path++ = 0;
        ul_json_set(o, "cuda_release", ul_json_string(line));
        ul_json_set(o, "path", ul_json_string(path + strspn(path, " ")));
        ul_json_print(o);
    }
    ul_text_free(&found);
}

int ul_command_devices(const struct ul_options *o)
{
    struct ul_devices d;
    ul_devices_find(&d, NULL, 0, o->timeout);
    for (int k = 0; k < d.count; k++)
        if (o->format == UL_JSON)
            print_json(&d.place[k].device);
        else
            print_text(&d, &d.place[k], o->verbose);
    print_releases(o->format == UL_JSON);
    if (o->format == UL_JSON) {
        print_notes_json("trouble", d.trouble, d.broken);
        print_notes_json("hint", d.hint, d.hints);
    } else {
        print_notes("Could not be opened", d.trouble, d.broken);
        print_notes("Could be had", d.hint, d.hints);
    }
    if (!d.count)
        fprintf(stderr, "ulparity: no device is here\n");
    int status = d.count ? 0 : 77;
    ul_devices_free(&d);
    return status;
}
