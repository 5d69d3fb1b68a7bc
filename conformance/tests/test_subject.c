#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <cmocka.h>
#include "common/embedded.h"
#include "definition.h"
#include "subject_read.h"
#include "table.h"

/* Every embedded table of functions. */
static void read_tables(struct ul_catalogue *c)
{
    struct ul_line why = {""};
    for (const struct ul_embedded *e = ul_embedded; e->path; e++)
        if (strstr(e->path, "/functions") &&
            !ul_function_table_read(c, e->path, e->text, UL_HOME_EVERYWHERE, &why))
            fail_msg("%s", why.text);
    assert_true(c->count > 200);
}

static const struct ul_subject *find(const struct ul_catalogue *c, const char *name)
{
    for (int k = 0; k < c->count; k++)
        if (!strcmp(c->subject[k].name, name))
            return &c->subject[k];
    fail_msg("no subject %s", name);
    return NULL;
}

static void test_tables(void **state)
{
    (void)state;
    struct ul_catalogue c = {0};
    read_tables(&c);
    for (int k = 0; k < c.count; k++) {
        const struct ul_subject *s = &c.subject[k];
        for (int j = 0; j < k; j++)
            assert_string_not_equal(s->label, c.subject[j].label);
        for (int r = 0; r < s->signature.results; r++)
            assert_int_equal(s->reference[r] != NULL, ul_subject_is_measured(s));
    }
    ul_catalogue_free(&c);
}

static struct ul_catalogue documented;

/* A name of CUDA's documents: a subject runs it, or a reason says why none does. */
static void check_name(char **column, const char *where)
{
    enum { NAME = 1, SUBJECT, REASON };
    bool runs = strcmp(column[SUBJECT], "-") != 0, excused = strcmp(column[REASON], "-") != 0;
    if (runs == excused)
        fail_msg("%s: %s needs a subject or a reason", where, column[NAME]);
    if (runs)
        find(&documented, column[SUBJECT]);
}

static void test_documented_names(void **state)
{
    (void)state;
    struct ul_line why = {""};
    if (!ul_catalogue_load(&documented, &why))
        fail_msg("%s", why.text);
    assert_true(for_each_row("cuda_names.tsv", 4, check_name) > 600);
    ul_catalogue_free(&documented);
}

/* The whole catalogue: names are unique, algorithms have a text, a source, and claims that can be held. */
static void test_catalogue(void **state)
{
    (void)state;
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    if (!ul_catalogue_load(&c, &why))
        fail_msg("%s", why.text);
    int algorithms = 0;
    for (int k = 0; k < c.count; k++) {
        const struct ul_subject *s = &c.subject[k];
        for (int j = 0; j < k; j++)
            assert_string_not_equal(s->label, c.subject[j].label);
        algorithms += s->text != NULL;
        assert_int_equal(s->text != NULL, s->source != NULL);
        for (int j = 0; j < s->claims; j++)
            assert_true(s->claim[j].rounded_up >= s->claim[j].value);
    }
    assert_true(algorithms >= 9);
    assert_int_equal(find(&c, "acosf_harley")->home, UL_HOME_EVERYWHERE);
    assert_int_equal(find(&c, "approx/rcp")->home, UL_HOME_EVERYWHERE);
    assert_int_equal(find(&c, "ptx/rcp.approx.f32")->home, UL_HOME_CUDA);
    assert_int_equal(find(&c, "opencl/exp")->home, UL_HOME_OPENCL);
    assert_int_equal(find(&c, "host/expf")->home, UL_HOME_HOST);
    ul_catalogue_free(&c);
}

/* Columns reach their members. */
static void test_columns(void **state)
{
    (void)state;
    struct ul_catalogue c = {0};
    read_tables(&c);
    assert_string_equal(find(&c, "cuda/expf")->call, "expf(a0)");
    assert_string_equal(find(&c, "cuda/expf")->function, "exp");
    assert_string_equal(find(&c, "cuda/__expf")->function, "");
    assert_string_equal(find(&c, "cuda/sincosf")->call, "sincosf(a0, &r0, &r1)");
    assert_string_equal(find(&c, "opencl/sincos")->call, "sincos(a0, &r1)");
    assert_string_equal(find(&c, "opencl/recip")->call, "(float)1 / a0");
    assert_int_equal(find(&c, "cuda/__frcp_rn")->rounding, UL_NEAREST);
    assert_int_equal(find(&c, "cuda/__frcp_rz")->rounding, UL_TO_ZERO);
    assert_int_equal(find(&c, "cuda/__fsqrt_ru")->rounding, UL_UP);
    assert_int_equal(find(&c, "cuda/__fsqrt_rd")->rounding, UL_DOWN);
    assert_int_equal(find(&c, "ptx/tanh.approx.f32")->requires.cuda_arch, 75);
    assert_int_equal(find(&c, "cuda/__tanhf")->requires.toolkit, 1280);
    assert_true(find(&c, "opencl/half_exp")->flush_always);
    assert_true(find(&c, "ptx/rcp.approx.ftz.f32")->flush_always);
    assert_false(find(&c, "ptx/rcp.approx.f32")->flush_always);
    const struct ul_subject *lrint = find(&c, "host/lrintf");
    assert_true(lrint->has_domain && lrint->domain_lo == -0x1p63 && lrint->domain_hi == 0x1p63);
    assert_true(!lrint->domain_lo_open && lrint->domain_hi_open);
    ul_catalogue_free(&c);
}

#define FUNCTION    "ul_fn float\nf(float x)\n{\n    return x;\n}\n"
#define FOOT(lines) FUNCTION "/* ulparity\n" lines " */\n"
#define SHAPE       " * signature  float(float)\n * reference  acos(x)\n"

/* A foot in full. */
static void test_foot(void **state)
{
    (void)state;
    static const char text[] = "/* Not ul_fn float g(float). */\n"
                               "ul_fn float helper(float x)\n{\n    return x; /* \"*\" */\n}\n" FOOT(
                                   SHAPE " * domain     [-1, 1)\n"
                                         " * split      0 -0.5     where the code branches\n"
                                         " * claim      ulp 303.08 ordinal  at 0x1.8p-1\n"
                                         " * claim      rel 1.9514e-5\n"
                                         " * claim      misrounded 2 at -1\n"
                                         " * cost       12 instructions, 3 mufu, sm_89, CUDA 12.8\n"
                                         " * requires   cuda sm_52, half\n"
                                         " * source     N. Juffa, 2026,\n"
                                         " *            a forum\n");
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    if (!ul_feet_read(&c, "mine.h", text, &why))
        fail_msg("%s", why.text);
    assert_int_equal(c.count, 1);
    const struct ul_subject *s = &c.subject[0];
    assert_string_equal(s->name, "f");
    assert_string_equal(s->call, "f(a0)");
    assert_string_equal(s->text, text);
    assert_string_equal(s->path, "mine.h");
    assert_string_equal(s->reference[0]->text, "acos(x)");
    assert_true(s->has_domain && s->domain_lo == -1 && s->domain_hi == 1);
    assert_true(!s->domain_lo_open && s->domain_hi_open);
    assert_int_equal(s->splits, 2);
    assert_true(s->split[0] == 0 && s->split[1] == -0.5);
    assert_int_equal(s->claims, 3);
    assert_int_equal(s->claim[0].measure, UL_ORDINAL);
    assert_true(s->claim[0].has_input && s->claim[0].input[0] == 0x3f400000);
    assert_string_equal(s->claim[0].text, "ulp 303.08 ordinal");
    assert_int_equal(s->claim[1].measure, UL_REL);
    assert_false(s->claim[1].has_input);
    assert_int_equal(s->claim[2].kind, UL_CLAIM_MISROUNDED);
    assert_true(s->claim[2].rounded_up == 2);
    assert_int_equal(s->requires.cuda_arch, 52);
    assert_true(s->requires.half);
    assert_string_equal(s->source, "N. Juffa, 2026, a forum");
    assert_string_equal(s->cost.text, "12 instructions, 3 mufu, sm_89, CUDA 12.8");
    assert_int_equal(s->cost.instructions, 12);
    assert_int_equal(s->cost.mufu, 3);
    assert_int_equal(s->cost.arch, 89);
    assert_int_equal(s->cost.toolkit, 1280);
    ul_catalogue_free(&c);
}

static void test_two_functions(void **state)
{
    (void)state;
    static const char text[] = FOOT(SHAPE) "ul_fn void\ng(float x, float *y)\n{\n}\n"
                                           "/*  ulparity\n"
                                           "   signature void(float, float*)\n"
                                           "   reference sin(x)\n"
                                           "*/\n";
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    if (!ul_feet_read(&c, "mine.h", text, &why))
        fail_msg("%s", why.text);
    assert_int_equal(c.count, 2);
    assert_string_equal(c.subject[1].name, "g");
    assert_string_equal(c.subject[1].call, "g(a0, &r0)");
    ul_catalogue_free(&c);
}

/* What a claim lets pass: the figures that round to it. */
static void test_claim_limits(void **state)
{
    (void)state;
    static const struct {
        const char *claim;
        double holds, breaks;
    } rows[] = {
        {"ulp 303.08 ordinal", 303.0849999, 303.0850001},
        {"ulp 91951 ordinal", 91951.4999, 91951.5},
        {"ulp 5 cuda", 5.4999, 5.5},
        {"ulp 5. opencl", 5.4999, 5.5},
        {"rel 1.9514e-5", 1.95144999e-5, 1.95145001e-5},
        {"abs 2E-3", 2.4999e-3, 2.5001e-3},
        {"misrounded 0", 0, 1},
        {"misrounded 9", 9, 9.5},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *text = ul_format(FUNCTION "/* ulparity\n" SHAPE " * claim %s\n */\n", rows[k].claim);
        struct ul_catalogue c = {0};
        struct ul_line why = {""};
        if (!ul_feet_read(&c, "mine.h", text, &why))
            fail_msg("%s", why.text);
        assert_true(rows[k].holds <= c.subject[0].claim[0].rounded_up);
        assert_false(rows[k].breaks <= c.subject[0].claim[0].rounded_up);
        ul_catalogue_free(&c);
        free(text);
    }
}

#define CLAIMS_2 " * claim rel 1\n * claim rel 2\n"
#define CLAIMS_8 CLAIMS_2 CLAIMS_2 CLAIMS_2 CLAIMS_2

/* The foot begins in line 6 of FOOT: its first line is 7. */
static void test_malformed_feet(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {FUNCTION, "mine.h: no foot"},
        {"/* ulparity\n" SHAPE " */\n", "mine.h:1: a foot without an ul_fn before it"},
        {FOOT(SHAPE) "/* ulparity\n" SHAPE " */\n", "mine.h:10: a foot without an ul_fn before it"},
        {FUNCTION "/* ulparity\n" SHAPE, "mine.h:6: the comment does not end"},
        {FOOT(" * signature  float(float)\n * refrence acos(x)\n"),
         "mine.h:8: unknown key 'refrence', did you mean 'reference'?"},
        {FOOT(SHAPE " * call f(a0)\n"), "mine.h:9: unknown key 'call'"},
        {FOOT(" * reference acos(x)\n"), "mine.h:6: 'signature' is missing"},
        {FOOT(" * signature float(float)\n"), "mine.h:6: 'reference' is missing"},
        {FOOT(SHAPE " * signature float(float)\n"), "mine.h:9: a second 'signature'"},
        {FOOT(SHAPE " * domain\n"), "mine.h:9: 'domain' is empty"},
        {FOOT(" * signature  flot(float)\n * reference acos(x)\n"), "mine.h:7: signature: malformed"},
        {FOOT(" * signature  float(float)\n * reference acso(x)\n"),
         "mine.h:8: reference: column 1: unknown"},
        {FOOT(" * signature  float(float)\n * reference x + y\n"),
         "mine.h:8: reference: it uses 'y', the signature has 1 argument"},
        {FOOT(" * signature  float(float)\n * reference x;x\n"), "mine.h:8: reference: more references"},
        {FOOT(" * signature  float(float, int*)\n * reference x\n"), "mine.h:8: reference: 1 of 2 results"},
        {FOOT(SHAPE " * domain [-1 1]\n"), "mine.h:9: domain: malformed interval"},
        {FOOT(SHAPE " * domain [1, -1]\n"), "mine.h:9: domain: malformed interval"},
        {FOOT(SHAPE " * domain [-1, 1] or so\n"), "mine.h:9: domain: malformed interval"},
        {FOOT(SHAPE " * split here\n"), "mine.h:9: split: malformed number 'here'"},
        {FOOT(SHAPE " * split 0 1x\n"), "mine.h:9: split: malformed number '1x'"},
        {FOOT(SHAPE " * claim 303\n"), "mine.h:9: claim: unknown claim '303'"},
        {FOOT(SHAPE " * claim ulp\n"), "mine.h:9: claim: a claim needs a decimal figure"},
        {FOOT(SHAPE " * claim ulp x ordinal\n"), "mine.h:9: claim: a claim needs a decimal figure"},
        {FOOT(SHAPE " * claim ulp 0x3p1 ordinal\n"), "mine.h:9: claim: a claim needs a decimal figure"},
        {FOOT(SHAPE " * claim rel -1\n"), "mine.h:9: claim: a claim needs a decimal figure"},
        {FOOT(SHAPE " * claim ulp 3\n"), "mine.h:9: claim: a claim in ulp needs its measure"},
        {FOOT(SHAPE " * cost 3\n"), "mine.h:9: cost: unexpected '3': a cost reads like 12 instructions"},
        {FOOT(SHAPE " * cost 3 mufu, fast\n"), "mine.h:9: cost: unexpected 'fast'"},
        {FOOT(SHAPE " * cost 3 mufu, 4 mufu\n"), "mine.h:9: cost: unexpected '4'"},
        {FOOT(SHAPE " * cost sm_89, CUDA 12.8\n"), "mine.h:9: cost: it counts nothing"},
        {FOOT(SHAPE " * claim ulp 3 ordinary\n"), "mine.h:9: claim: a claim in ulp needs its measure"},
        {FOOT(SHAPE " * claim rel 3e-5 near 1\n"), "mine.h:9: claim: unexpected 'near 1'"},
        {FOOT(SHAPE " * claim rel 3e-5 at one\n"), "mine.h:9: claim: "},
        {FOOT(SHAPE " * claim rel 3e-5 at 1;2\n"), "mine.h:9: claim: more inputs"},
        {FOOT(SHAPE CLAIMS_8 " * claim rel 3\n"), "mine.h:17: claim: more than 8 claims"},
        {"ul_fn float f(float x);\n/* ulparity\n" SHAPE " */\n", "mine.h:2: a foot without an ul_fn"},
        {"ul_fn float f(float x)\n{\n/* ulparity\n" SHAPE " */\n", "mine.h:2: the '{' here"},
        {FOOT(SHAPE) "ul_fn float g(float x)\n{\n", "mine.h:11: the '{' here"},
        {"ul_fn float f(float x) { }\n}\n/* ulparity\n" SHAPE " */\n", "mine.h:2: this '}' closes nothing"},
        {FOOT(SHAPE) FOOT(SHAPE), "mine.h:10: a second function 'f', there is one in line 1"},
        {FOOT(SHAPE " * requires sm_x\n"), "mine.h:9: requires: unknown requirement 'sm_x'"},
        {FOOT(SHAPE " * requires opencl three\n"), "mine.h:9: requires: unknown requirement 'three'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct ul_catalogue c = {0};
        struct ul_line why = {""};
        if (ul_feet_read(&c, "mine.h", rows[k].text, &why))
            fail_msg("accepted: %s", rows[k].text);
        if (strncmp(why.text, rows[k].why, strlen(rows[k].why)))
            fail_msg("'%s', expected '%s'", why.text, rows[k].why);
        ul_catalogue_free(&c);
    }
}

/* A function as it is written, a signature, and whether they may be the same. */
static void test_written_types(void **state)
{
    (void)state;
    static const struct {
        const char *function, *signature;
        bool fits;
    } rows[] = {
        {"float f(float x)", "float(float)", true},
        {" const float\nf (const /* , */ float)", "float(float)", true},
        {"double f(float x)", "float(float)", false},
        {"float f(float x, float y)", "float(float)", false},
        {"float f(float x)", "float(float, float)", false},
        {"void f(float x, float *s, ul_int* n)", "void(float, float*, int*)", true},
        {"void f(float x, float s, ul_int* n)", "void(float, float*, int*)", false},
        {"ul_half f(ul_half h, unsigned int n)", "half(half, uint)", true},
        {"ul_ushort f(ul_ushort b)", "bfloat16(bfloat16)", true},
        {"ul_half f(float h)", "half(half)", false},
        {"ul_int f(double x)", "bool(double)", true},
        {"ul_ulong f(double x)", "long(double)", false},
        {"real f(real x)", "float(float)", true}, /* who knows */
        {"real f(real x, real y)", "float(float)", false},
        {"float f(MACRO(x))", "float(float)", true},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        char *text = ul_format("%s { }", rows[k].function);
        struct ul_definition d;
        struct ul_signature s;
        struct ul_line why;
        assert_true(ul_definition_read(text, 1, &d) && ul_signature_parse(rows[k].signature, &s, &why));
        assert_string_equal(d.name, "f");
        if (ul_definition_fits(&d, &s) != rows[k].fits)
            fail_msg("%s: %s %d", rows[k].function, rows[k].signature, !rows[k].fits);
        ul_definition_clear(&d);
        free(text);
    }
}

/* Braces in the preprocessor's branches, in comments, strings and macros. */
static void test_braces(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "#ifdef A\nul_fn float f(float x) {\n#else\nul_fn float f(float x)\n{\n#endif\n}\n",
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\n" FUNCTION "#ifdef __cplusplus\n}\n#endif\n",
        "#define OPEN { /* and\n more { */ \\\n {\n" FUNCTION,
        "/* { */ // {\n" FUNCTION,
        "#if 0\n{{{ }\n#endif\n" FUNCTION,
    };
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        struct ul_catalogue c = {0};
        struct ul_line why = {""};
        char *text = ul_format("%s/* ulparity\n" SHAPE " */\n", texts[k]);
        if (!ul_feet_read(&c, "mine.h", text, &why))
            fail_msg("%s: %s", text, why.text);
        assert_int_equal(c.count, 1);
        free(text);
        ul_catalogue_free(&c);
    }
}

#define HEAD "name\tsignature\tfunction\treference\trequires\trounding\tflush\tdomain\tcall\n"

static void test_malformed_tables(void **state)
{
    (void)state;
    static const struct {
        const char *text, *why;
    } rows[] = {
        {HEAD "a/f\tfloat(float)\n", "t.tsv:2: 2 cells under 9 columns"},
        {"name\tsignature\n", "t.tsv:1: 2 columns where 9 are known"},
        {HEAD "a/f\t-\t-\tx\t-\t-\t-\t-\t-\n", "t.tsv:2: 'signature' is missing"},
        {HEAD "a/f\thalf(half2)\t-\tx;y\t-\t-\t-\t-\t-\n", "t.tsv:2: reference: more references"},
        {HEAD "a/f\thalf4(half2)\t-\tx;y\t-\t-\t-\t-\t-\n", "t.tsv:2: reference: 2 of 4 results"},
        {HEAD "a/f\thalf(half8)\t-\tx\t-\t-\t-\t-\t-\n", "t.tsv:2: reference: its vectors have more"},
        {HEAD "a/f\tfloat(float)\t-\tx\t-\tnear\t-\t-\t-\n", "t.tsv:2: rounding: unknown rounding 'near'"},
        {HEAD "a/f\tfloat(float)\t-\tx\t-\t-\tyes\t-\t-\n", "t.tsv:2: flush: unknown word 'yes'"},
    };
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        struct ul_catalogue c = {0};
        struct ul_line why = {""};
        assert_false(ul_function_table_read(&c, "t.tsv", rows[k].text, UL_HOME_CUDA, &why));
        if (strncmp(why.text, rows[k].why, strlen(rows[k].why)))
            fail_msg("'%s', expected '%s'", why.text, rows[k].why);
        ul_catalogue_free(&c);
    }
}

/* A row of gentype is three subjects of one name; the integers of its size follow. */
static void test_generic_rows(void **state)
{
    (void)state;
    static const struct {
        const char *label, *signature, *call;
        bool half, fp64, bits;
    } want[] = {
        {"a/f", "float(float, uint, int*)", "f((float)a0, a1, &r1)", false, false, true},
        {"a/f(double)", "double(double, ulong, int*)", "f((double)a0, a1, &r1)", false, true, true},
        {"a/f(half)", "half(half, ushort, int*)", "f((half)a0, a1, &r1)", true, false, false},
    };
    const char *text =
        HEAD "a/f\tgentype(gentype, ugentype, int*)\tf\t-\t-\t-\t-\t-\tf((gentype)a0, a1, &r1)\n";
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    assert_true(ul_function_table_read(&c, "t.tsv", text, UL_HOME_OPENCL, &why));
    assert_int_equal(c.count, 3);
    for (int k = 0; k < c.count; k++) {
        const struct ul_subject *s = &c.subject[k];
        struct ul_text signature = {0};
        ul_signature_print(&s->signature, &signature);
        assert_string_equal(s->name, "a/f");
        assert_string_equal(s->label, want[k].label);
        assert_string_equal(signature.data, want[k].signature);
        assert_string_equal(s->call, want[k].call);
        assert_int_equal(s->requires.half, want[k].half);
        assert_int_equal(s->requires.fp64, want[k].fp64);
        assert_int_equal(ul_subject_carries_bits(s), want[k].bits);
        ul_text_free(&signature);
    }
    ul_catalogue_free(&c);
}

static int choose(struct ul_catalogue *c, const char *word, struct ul_line *why)
{
    bool *chosen = NULL;
    int n = 0;
    if (ul_catalogue_choose(c, word, &chosen, why))
        for (int k = 0; k < c->count; k++)
            n += chosen[k];
    free(chosen);
    return n;
}

static void test_choose(void **state)
{
    (void)state;
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    read_tables(&c);
    assert_int_equal(choose(&c, "cuda/expf", &why), 1);
    assert_int_equal(choose(&c, "opencl/exp", &why), 3);
    assert_int_equal(choose(&c, "opencl/exp(half)", &why), 1);
    assert_int_equal(choose(&c, "opencl/exp*(double)", &why), 4);
    assert_int_equal(choose(&c, "opencl/native_*", &why), 14);
    assert_int_equal(choose(&c, "*/exp10*", &why), 7);
    assert_int_equal(choose(&c, "*", &why), c.count);
    assert_int_equal(choose(&c, "cuda/acoosf", &why), 0);
    assert_string_equal(why.text, "unknown subject 'cuda/acoosf', did you mean 'cuda/acosf'?");
    assert_int_equal(choose(&c, "erfcxf", &why), 0);
    assert_string_equal(why.text, "unknown subject 'erfcxf', did you mean 'cuda/erfcxf'?");
    assert_int_equal(choose(&c, "xyzzyxyzzyxyzzy", &why), 0);
    assert_string_equal(why.text, "unknown subject 'xyzzyxyzzyxyzzy'; 'ulparity list' names all");
    assert_int_equal(choose(&c, "nothing/*", &why), 0);
    assert_string_equal(why.text, "no subject matches 'nothing/*'; 'ulparity list' names all");
    ul_catalogue_free(&c);
}

static void test_choose_file(void **state)
{
    (void)state;
    char path[] = "/tmp/ulparity_subject_XXXXXX";
    int fd = mkstemp(path);
    assert_true(fd >= 0);
    assert_int_equal(write(fd, FOOT(SHAPE), strlen(FOOT(SHAPE))), strlen(FOOT(SHAPE)));
    close(fd);
    struct ul_catalogue c = {0};
    struct ul_line why = {""};
    read_tables(&c);
    int before = c.count;
    bool *chosen = NULL;
    assert_true(ul_catalogue_choose(&c, "cuda/expf", &chosen, &why));
    assert_true(ul_catalogue_choose(&c, path, &chosen, &why));
    assert_true(ul_catalogue_choose(&c, path, &chosen, &why)); /* once more: not a second subject */
    assert_int_equal(c.count, before + 1);
    assert_true(chosen[before]);
    free(chosen);
    unlink(path);
    assert_int_equal(choose(&c, "./absent.h", &why), 0);
    assert_string_equal(why.text, "./absent.h: No such file or directory");
    assert_int_equal(choose(&c, "/tmp", &why), 0);
    assert_string_equal(why.text, "/tmp: Is a directory");
    ul_catalogue_free(&c);
}

static void test_requirements(void **state)
{
    (void)state;
    struct ul_line why = {""};
    const struct ul_requirement r = {.cuda_arch = 75, .toolkit = 1300, .opencl_c = 300};
    assert_true(ul_requirement_met(&r, &(struct ul_device){.arch = 75, .toolkit = 1300}, &why));
    assert_true(ul_requirement_met(&r, &(struct ul_device){.opencl_c = 300}, &why));
    assert_false(ul_requirement_met(&r, &(struct ul_device){.arch = 70, .toolkit = 1300}, &why));
    assert_string_equal(why.text, "needs sm_75; the device is sm_70");
    assert_false(ul_requirement_met(&r, &(struct ul_device){.arch = 75, .toolkit = 1280}, &why));
    assert_string_equal(why.text, "needs CUDA 13.0; NVRTC is 12.8");
    assert_false(ul_requirement_met(&r, &(struct ul_device){.opencl_c = 120}, &why));
    assert_string_equal(why.text, "needs OpenCL C 3.0; the device has 1.2");
    assert_false(ul_requirement_met(&(struct ul_requirement){.half = true}, &(struct ul_device){0}, &why));
    assert_string_equal(why.text, "the device has no half");
    assert_false(ul_requirement_met(&(struct ul_requirement){.gpu = true},
                                    &(struct ul_device){.emulated = true}, &why));
    assert_string_equal(why.text, "needs a GPU");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_documented_names),
        cmocka_unit_test(test_tables),
        cmocka_unit_test(test_catalogue),
        cmocka_unit_test(test_columns),
        cmocka_unit_test(test_foot),
        cmocka_unit_test(test_two_functions),
        cmocka_unit_test(test_claim_limits),
        cmocka_unit_test(test_malformed_feet),
        cmocka_unit_test(test_written_types),
        cmocka_unit_test(test_braces),
        cmocka_unit_test(test_malformed_tables),
        cmocka_unit_test(test_generic_rows),
        cmocka_unit_test(test_choose),
        cmocka_unit_test(test_choose_file),
        cmocka_unit_test(test_requirements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
