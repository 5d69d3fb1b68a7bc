/* What tests of PTX share: texts that are read, the library that holds LLVM, and code that it makes. */
#ifndef UL_PTX_TEST_H
#define UL_PTX_TEST_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/launch.h"
#include "cuda/ptx/llvm.h"
#include "cuda/ptx/ptx.h"

static inline struct ul_ptx_module *parse(const char *text)
{
    struct ul_line why = {""};
    struct ul_ptx_module *m = ul_ptx_parse(text, strlen(text), &why);
    if (!m)
        fail_msg("%s\n%s", why.text, text);
    return m;
}

/* What was refused for that reason was to be. */
static inline void check_reason(const struct ul_line *why, const char *expected, const char *text)
{
    if (strcmp(why->text, expected))
        fail_msg("'%s' where '%s' is expected for: %s", why->text, expected, text);
}

/* NULL: it is not built. */
static inline const struct ul_llvm *open_llvm(void)
{
    void *library = dlopen(UL_BINARY_DIR "/libulparity-llvm.so", RTLD_NOW | RTLD_LOCAL);
    return library ? dlsym(library, "ul_llvm") : NULL;
}

static inline struct ul_llvm_code *compile_and_load(const struct ul_llvm *llvm, const struct ul_text *ir)
{
    struct ul_text object = {0};
    struct ul_line why = {""};
    char *unknown = NULL;
    if (!llvm->compile(ir->data, ir->length, &object, &unknown, &why))
        fail_msg("%s\n%s", why.text, ir->data);
    assert_null(unknown);
    struct ul_llvm_code *code = llvm->load(object.data, object.length, &why);
    if (!code)
        fail_msg("%s", why.text);
    ul_text_free(&object);
    return code;
}

static inline ul_native_kernel *kernel_of(const struct ul_llvm *llvm, struct ul_llvm_code *code,
                                          const char *name)
{
    ul_native_kernel *kernel;
    void *symbol = llvm->symbol(code, name);
    assert_non_null(symbol);
    memcpy(&kernel, &symbol, sizeof symbol);
    return kernel;
}

#endif
