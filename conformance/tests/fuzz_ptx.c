/* Any bytes as PTX: they are refused with a line that says where, or read; nothing crashes (fuzz.sh). */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "cuda/ptx/ptx.h"

/* Every reason names its line. */
static void check(bool ok, const struct ul_line *why)
{
    if (!ok && strncmp(why->text, "line ", 5))
        abort();
}

static bool has_flow(struct ul_ptx_module *m, struct ul_line *why)
{
    bool all = true;
    for (int i = 0; i < m->functions; i++) {
        struct ul_ptx_flow flow;
        bool ok = ul_ptx_flow(&m->arena, m->function[i], &flow, why);
        check(ok, why);
        all = all && ok;
    }
    return all;
}

static void translates(struct ul_ptx_module *m, struct ul_line *why)
{
    struct ul_ptx_translation t = {0};
    check(ul_ptx_translate(m, &t, why), why);
    ul_text_free(&t.ir);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ul_line why = {""};
    struct ul_ptx_module *m = ul_ptx_parse((const char *)data, size, &why);
    check(m, &why);
    if (m && has_flow(m, &why))
        translates(m, &why);
    ul_ptx_free(m);
    return 0;
}
