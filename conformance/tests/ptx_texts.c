/* What NVRTC writes for CUDA's kernels, a file each, and whether the parser reads it: seeds for fuzz_ptx.c,
 * and a check of a release of NVRTC. No GPU is needed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/kernel.h"
#include "cuda/nvrtc.h"
#include "cuda/ptx/ptx.h"
#include "subject.h"

static const char usage[] = "usage: ptx_texts FOLDER [STEP [RELEASE [ARCHITECTURE [FLAGS]]]]\n"
                            "PTX of every STEP-th function of CUDA's, as FOLDER/k0.ptx, FOLDER/k1.ptx, ...\n";

struct work {
    const char *folder, *flags;
    struct ul_nvrtc *nvrtc;
    int arch;
    int written, refused;
};

static bool runs(const struct work *w, const struct ul_subject *s)
{
    const struct ul_device d = {
        .arch = w->arch, .toolkit = ul_nvrtc_release(w->nvrtc), .has_half = true, .has_double = true};
    return s->home == UL_HOME_CUDA && ul_requirement_met(&s->requires, &d, NULL);
}

static bool compile(const struct work *w, const struct ul_subject *s, struct ul_text *ptx,
                    struct ul_line *why)
{
    struct ul_text text = {0}, log = {0};
    const struct ul_kernel kernel = {.name = "k", .signature = &s->signature, .call = s->call};
    ul_text_add(&text, UL_PROGRAM_HALF);
    ul_program_prelude(&text, "cuda/prelude.cuh", "native");
    ul_kernel_write(&text, &kernel);
    bool ok = ul_nvrtc_compile_ptx(w->nvrtc, text.data, w->arch, w->flags, ptx, NULL, &log, why);
    ul_text_free(&text);
    ul_text_free(&log);
    return ok;
}

static bool is_read(const char *text, struct ul_line *why)
{
    struct ul_ptx_flow flow;
    struct ul_ptx_module *m = ul_ptx_parse(text, strlen(text), why);
    bool ok = m;
    for (int i = 0; ok && i < m->functions; i++)
        ok = ul_ptx_flow(&m->arena, m->function[i], &flow, why);
    ul_ptx_free(m);
    return ok;
}

static bool write_file(const struct work *w, const struct ul_text *ptx, struct ul_line *why)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/k%d.ptx", w->folder, w->written);
    FILE *f = fopen(path, "w");
    if (!f || fputs(ptx->data, f) < 0 || fclose(f))
        return ul_fail(why, "%s cannot be written", path);
    return true;
}

static void do_subject(struct work *w, const struct ul_subject *s)
{
    struct ul_text ptx = {0};
    struct ul_line why = {""};
    if (!compile(w, s, &ptx, &why) || !write_file(w, &ptx, &why) || !is_read(ptx.data, &why)) {
        printf("%s: %s\n", s->name, why.text);
        w->refused++;
    }
    w->written++;
    ul_text_free(&ptx);
}

int main(int count, char **word)
{
    struct work w = {.folder = count > 1 ? word[1] : NULL, .flags = count > 5 ? word[5] : ""};
    struct ul_catalogue catalogue;
    struct ul_line why = {""};
    int step = count > 2 ? atoi(word[2]) : 1, next = 0;
    if (!w.folder || step < 1) {
        fputs(usage, stderr);
        return 2;
    }
    w.nvrtc = ul_nvrtc_open(count > 3 ? ul_nvrtc_release_named(word[3]) : 0, 0, &why);
    if (!w.nvrtc || !ul_catalogue_load(&catalogue, &why)) {
        fprintf(stderr, "%s\n", why.text);
        return 1;
    }
    w.arch = count > 4 ? atoi(word[4]) : ul_nvrtc_default_arch(w.nvrtc);
    for (int i = 0; i < catalogue.count; i++)
        if (runs(&w, &catalogue.subject[i]) && next++ % step == 0)
            do_subject(&w, &catalogue.subject[i]);
    printf("%d texts of NVRTC %d, %d refused\n", w.written, ul_nvrtc_release(w.nvrtc), w.refused);
    ul_catalogue_free(&catalogue);
    ul_nvrtc_close(w.nvrtc);
    return w.refused != 0;
}
