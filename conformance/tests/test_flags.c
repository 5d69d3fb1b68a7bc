/* A build's flags: in one spelling, of one API, or refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include "flags.h"

static void assert_read(const char *text, const char *want)
{
    struct ul_line why = {""};
    char *flags = ul_flags_read(text, &why);
    if (!flags)
        fail_msg("'%s': %s", text, why.text);
    assert_string_equal(flags, want);
    free(flags);
}

static void assert_refused(const char *text, const char *want)
{
    struct ul_line why;
    assert_null(ul_flags_read(text, &why));
    assert_string_equal(why.text, want);
}

static void one_spelling(void **state)
{
    (void)state;
    assert_read("", "");
    assert_read("  ", "");
    assert_read(" -cl-mad-enable  -cl-no-signed-zeros ", "-cl-mad-enable -cl-no-signed-zeros");
    assert_read("--ftz=true --use_fast_math", "-ftz=true -use_fast_math");
    assert_read("-fmad false --prec-div true", "-fmad=false -prec-div=true");
    assert_read("-ftz=true -fmad=false --ftz=false", "-fmad=false -ftz=false");
    assert_read("-cl-std=CL1.2 -cl-mad-enable -cl-std=CL3.0", "-cl-mad-enable -cl-std=CL3.0");
    assert_read("-cl-mad-enable -w -DX=1", "-cl-mad-enable -w -DX=1");
    assert_read("-cl-intel-greater-than-4GB-buffer-required", "-cl-intel-greater-than-4GB-buffer-required");
    /* the compiler's affair */
    assert_read("--maxrregcount 32 -G -fmad=true", "--maxrregcount 32 -G -fmad=true");
    assert_read("-Xptxas -fmad=false -fmad=true", "-Xptxas -fmad=false -fmad=true");
}

static void what_is_refused(void **state)
{
    (void)state;
    assert_refused("-cl-mad-enabel", "unknown flag '-cl-mad-enabel', did you mean '-cl-mad-enable'?");
    assert_refused("-cl-frobnicate-everything", "unknown flag '-cl-frobnicate-everything'");
    assert_refused("-ftz=yes", "unknown flag '-ftz=yes': there is -ftz=true or -ftz=false");
    assert_refused("-ftz", "unknown flag '-ftz': there is -ftz=true or -ftz=false");
    assert_refused("--use_fastmath", "unknown flag '--use_fastmath', did you mean '-use_fast_math'?");
    assert_refused("fast", "'fast' is no flag: flags begin with '-'");
    assert_refused("-fmad=true -cl-mad-enable",
                   "'-cl-mad-enable' is OpenCL's, '-fmad=true' CUDA's: two builds");
}

static void whose_they_are(void **state)
{
    (void)state;
    assert_null(ul_flags_api(""));
    assert_string_equal(ul_flags_api("-w -cl-mad-enable"), "opencl");
    assert_string_equal(ul_flags_api("-ftz=true"), "cuda");
    assert_string_equal(ul_flags_api("-DX=-cl-y"), "cuda");
    assert_true(ul_flags_have("-ftz=true -use_fast_math", "-use_fast_math"));
    assert_true(ul_flags_have("-ftz=true -use_fast_math", "-ftz=true"));
    assert_false(ul_flags_have("-ftz=true -use_fast_math", "-ftz"));
    assert_false(ul_flags_have("-D-use_fast_math", "-use_fast_math"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_spelling),
        cmocka_unit_test(what_is_refused),
        cmocka_unit_test(whose_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
