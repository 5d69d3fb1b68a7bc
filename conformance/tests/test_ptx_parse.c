/* PTX texts: what is read of them, and what is said of broken ones. */
#include "ptx_test.h"

#define HEAD         ".version 8.0\n.target sm_90a, debug\n.address_size 64\n"
#define KERNEL(body) HEAD ".visible .entry k(.param .u64 a)\n{\n" body "\n}\n"

/* The text is refused, for that reason. */
static void refuses(const char *text, const char *reason)
{
    struct ul_line why = {""};
    struct ul_ptx_module *m = ul_ptx_parse(text, strlen(text), &why);
    if (m)
        fail_msg("read: %s", text);
    check_reason(&why, reason, text);
}

static void test_module(void **state)
{
    (void)state;
    struct ul_ptx_module *m = parse("// a comment\n" HEAD "/* and\n one */ .file 1 \"a \\\" b\", 12, 13\n"
                                    ".section .debug_str { L: .b8 0 .b64 L-L }\n"
                                    ".func (.param .b32 r) f (.param .b32 x);\n"
                                    ".visible .entry k(\n .param .u64 .ptr .global .align 16 a,\n"
                                    " .param .align 8 .b8 b[12], .param .f32 c )\n"
                                    ".maxntid 128, 1, 1 .minnctapersm 4 .pragma \"nounroll\";\n{ ret; }\n"
                                    ".weak .func (.param .b32 r) f (.param .b32 x) .noreturn { ret; }");
    assert_int_equal(m->target, 90);
    assert_int_equal(m->functions, 2);
    const struct ul_ptx_function *k = m->function[0];
    assert_string_equal(k->name, "k");
    assert_true(k->entry);
    assert_int_equal(k->line, 9);
    assert_int_equal(k->parameters, 3);
    assert_int_equal(k->parameter[0]->align, 8);
    assert_int_equal(k->parameter[1]->bytes, 12);
    assert_int_equal(k->parameter[2]->type.kind, 'f');
    assert_false(m->function[1]->entry);
    assert_int_equal(m->function[1]->results, 1);
    ul_ptx_free(m);
}

static void test_tables(void **state)
{
    (void)state;
    struct ul_ptx_module *m = parse(
        HEAD ".global .align 8 .b8 t[5] = {1, 0xff, -1, 017};\n.const .f32 f[2][2] = {1.5, -0f3F800000};\n"
             ".const .align 4 .b32 z[4], one = 0b101U;\n.global .s64 s[] = {-2, 3};\n.visible .const .f64 d "
             "= 1e-1;\n");
    assert_int_equal(m->globals, 6);
    const struct ul_ptx_variable *const *g = (const struct ul_ptx_variable *const *)m->global;
    assert_memory_equal(g[0]->data, "\1\377\377\17\0", 5);
    assert_int_equal(g[0]->align, 8);
    assert_int_equal(g[1]->bytes, 16);
    assert_int_equal(g[1]->space, UL_PTX_CONST);
    assert_memory_equal(g[1]->data, "\0\0\300\77\0\0\200\277\0\0\0\0\0\0\0\0", 16);
    assert_null(g[2]->data);
    assert_memory_equal(g[3]->data, "\5\0\0\0", 4);
    assert_int_equal(g[4]->bytes, 16);
    double tenth = 0.1;
    assert_memory_equal(g[5]->data, &tenth, 8);
    ul_ptx_free(m);
}

static void test_operands(void **state)
{
    (void)state;
    struct ul_ptx_module *m =
        parse(KERNEL(".reg .pred %p<3>; .reg .b32 %r<9>; .reg .b64 %rd<2>, q;\n.local .align 4 .b8 d[8];\n"
                     "ld.param.u64 %rd1, [a];\n"
                     "@!%p1 setp.lt.and.f32 %p1|%p2, %r1, 0f3F800000, !%p2;\n"
                     "mov.b64 {%r1, _}, q;\n"
                     "ld.global.v2.u32 {%r1, %r2}, [%rd1+-8];\n"
                     "mov.u64 %rd1, d;\n"
                     "mov.u32 %r3, %tid.x;\n"
                     "add.f64 %rd0, 0d3ff0000000000000, -1.5;\n"
                     "lop3.b32 %r1, -%r2, -3, 0xFFFFFFFF, 4294967295U;\n"
                     "ret;"));
    const struct ul_ptx_function *k = m->function[0];
    const struct ul_ptx_statement *s = k->statement;
    assert_int_equal(k->statements, 9);
    assert_int_equal(k->registers, 15);
    assert_string_equal(k->reg[3].name, "%r0");
    assert_int_equal(k->reg[0].type.kind, 'p');

    assert_string_equal(s[0].opcode, "ld.param.u64");
    assert_int_equal(s[0].line, 8);
    assert_int_equal(s[0].guard, -1);
    assert_int_equal(s[0].operand[1].kind, UL_PTX_ADDRESS);
    assert_ptr_equal(s[0].operand[1].element[0].variable, k->parameter[0]);

    assert_int_equal(s[1].guard, 1);
    assert_true(s[1].guard_negated);
    assert_int_equal(s[1].operand[0].kind, UL_PTX_PAIR);
    assert_int_equal(s[1].operand[0].element[1].index, 2);
    assert_true(s[1].operand[2].is_float);
    assert_int_equal(s[1].operand[2].float_bits, 32);
    assert_int_equal(s[1].operand[2].bits, 0x3f800000);
    assert_true(s[1].operand[3].negated);

    assert_int_equal(s[2].operand[0].kind, UL_PTX_VECTOR);
    assert_int_equal(s[2].operand[0].element[1].kind, UL_PTX_SINK);
    assert_int_equal((int64_t)s[3].operand[1].bits, -8);
    assert_ptr_equal(s[4].operand[1].variable, k->local[0]);
    assert_int_equal(s[5].operand[1].kind, UL_PTX_SPECIAL);
    assert_string_equal(s[5].operand[1].name, "%tid.x");
    assert_int_equal(s[6].operand[1].float_bits, 64);
    assert_int_equal(s[6].operand[2].bits, 0xbff8000000000000);
    assert_true(s[7].operand[1].negated);
    assert_int_equal((int64_t)s[7].operand[2].bits, -3);
    assert_int_equal(s[7].operand[3].bits, 0xffffffff);
    assert_int_equal(s[7].operand[4].bits, 0xffffffff);
    ul_ptx_free(m);
}

/* Inline assembly: registers that hide others, labels that every scope has anew, a brace on a line of its
 * own. */
static void test_scopes(void **state)
{
    (void)state;
    struct ul_ptx_module *m =
        parse(KERNEL(".reg .b32 %r<2>; .reg .pred %p<1>;\nLOOP:\n"
                     "{ .reg .u64 %r1, t;\n LOOP: mov.u64 %r1, t; @%p0 bra LOOP; @%p0 bra END;\n}\n"
                     "{ .reg .u32 t;\n LOOP: mov.u32 %r1, t; { bra LOOP; } }\n"
                     "bra LOOP;\nEND: ret;"));
    const struct ul_ptx_function *k = m->function[0];
    assert_int_equal(k->labels, 4);
    assert_int_equal(k->statement[0].operand[0].index, 3);
    assert_int_equal(k->reg[3].type.bits, 64);
    assert_int_equal(k->statement[1].operand[0].index, 1);
    assert_int_equal(k->statement[2].operand[0].index, 3);
    assert_int_equal(k->statement[3].operand[0].index, 1);
    assert_int_equal(k->statement[4].operand[0].index, 2);
    assert_int_equal(k->statement[5].operand[0].index, 0);
    assert_int_equal(k->label[3].at, 6);
    assert_int_equal(k->label[2].at, 3);
    ul_ptx_free(m);
    m = parse(KERNEL("L: nop; { { bra L; } L: ret; }")); /* the nearest, though it comes later */
    assert_int_equal(m->function[0]->statement[1].operand[0].index, 1);
    ul_ptx_free(m);
}

static void test_calls(void **state)
{
    (void)state;
    struct ul_ptx_module *m = parse(
        HEAD
        ".func (.param .align 8 .b8 r[16]) f (.param .f64 x);\n.func g() { ret; }\n"
        ".entry k() { .reg .f64 %fd<2>;\n"
        "{ // callseq 0, 0\n.reg .b32 temp_param_reg;\n.param .b64 param0; st.param.f64 [param0+0], %fd1;\n"
        ".param .align 8 .b8 retval0[16];\ncall.uni (retval0), \nf, \n(\nparam0\n);\n"
        "ld.param.f64 %fd1, [retval0+8];\n}\n"
        "{ .param .b64 param0; .param .align 8 .b8 retval0[16];\ncall (retval0), f, (param0); }\n"
        "call g; call g, (); ret; }\n"
        ".func (.param .align 8 .b8 r[16]) f (.param .f64 x) { ret; }\n");
    const struct ul_ptx_function *k = m->function[1];
    assert_int_equal(k->locals, 4);
    assert_string_equal(k->local[0]->name, "param0");
    assert_string_equal(k->local[2]->name, "param0");
    assert_int_equal(k->local[1]->bytes, 16);
    const struct ul_ptx_statement *call = &k->statement[3];
    assert_string_equal(call->opcode, "call");
    assert_int_equal(call->operands, 3);
    assert_int_equal(call->operand[0].elements, 1);
    assert_ptr_equal(call->operand[0].element[0].variable, k->local[3]);
    assert_ptr_equal(call->operand[2].element[0].variable, k->local[2]);
    assert_string_equal(call->operand[1].name, "f");
    assert_null(call->operand[1].variable);
    for (int i = 4; i < 6; i++) {
        assert_int_equal(k->statement[i].operands, 3);
        assert_int_equal(k->statement[i].operand[0].elements + k->statement[i].operand[2].elements, 0);
    }
    ul_ptx_free(m);
}

static void test_refused_modules(void **state)
{
    (void)state;
    refuses("", "line 1: no .target: this is no PTX");
    refuses("\n\nint main;", "line 3: 'int' where a directive is expected");
    refuses(".entry k() { ret; }", "line 1: no .target before the first definition");
    refuses(HEAD "/* open", "line 4: a comment is not closed");
    refuses(HEAD ".file 1 \"open", "line 4: a string is not closed");
    refuses(HEAD "\1", "line 4: the byte 0x01 where a directive is expected");
    refuses(".target compute_90", "line 1: 'compute_90' where an architecture is expected");
    refuses(".address_size 32", "line 1: addresses of 32 bits");
    refuses(HEAD ".shared .b8 s[4];", "line 4: '.shared' is not supported here");
    refuses(HEAD ".extern .global .b8 s[4];", "line 4: a variable that is defined elsewhere");
    refuses(HEAD ".global .b8 t[2] = {1, 2, 3};", "line 4: 't' has more initial values than elements");
    refuses(HEAD ".global .b8 t[2] = {256};", "line 4: an initial value of 't' is not one of its type");
    refuses(HEAD ".global .f32 t = 1;", "line 4: an initial value of 't' is not one of its type");
    refuses(HEAD ".global .u64 t = generic(t);",
            "line 4: an address in the initial value of 't' is not supported");
    refuses(HEAD ".global .b8 t[99999999];", "line 4: 't' is larger than 67108864 bytes");
    refuses(HEAD ".global .b8 t[60000000], u[60000000];",
            "line 4: the variables are larger than 67108864 bytes");
    refuses(HEAD ".global .b8 t[];", "line 4: 't' has no length");
    refuses(HEAD ".global .b8 t, t;", "line 4: 't' is declared twice");
    refuses(HEAD ".global .align 3 .b8 t;", "line 4: 3 is no alignment");
    refuses(HEAD ".entry k() { ret; }\n.entry k() { ret; }", "line 5: 'k' is declared twice");
    refuses(HEAD ".entry k(.reg .b32 x) { ret; }", "line 4: '.reg' where '.param' is expected");
    refuses(HEAD ".func f(); .entry k() { call f; ret; }", "line 4: 'f' has no body");
    refuses(HEAD ".func f(.param .b32 x) { ret; } .entry k() { call f, (); ret; }",
            "line 4: 'f' has 1 parameters, the call 0");
    refuses(HEAD ".func f(.param .b32 x) { ret; } .entry k() { .param .b64 y; call f, (y); ret; }",
            "line 4: number 1 of a call of 'f' is no .param variable of 4 bytes");
}

static void test_refused_bodies(void **state)
{
    (void)state;
    refuses(HEAD ".entry k() {\n{ ret;\n}\n", "line 7: the text ends within 'k', in the scope of line 4");
    refuses(KERNEL(".reg .b32 r; tex.1d.v4.f32.s32 {r, r, r, r}, [r, {r}];"),
            "line 6: an address of several parts, as textures have, is not supported here");
    refuses(KERNEL("ret"), "line 7: '}' where an operand is expected");
    refuses(KERNEL("mov.u32 %r1, 1;"), "line 6: '%r1' is not declared");
    refuses(KERNEL("mov.u32 %tid.q, 1;"), "line 6: '%tid' is not declared");
    refuses(KERNEL("bra L;"), "line 6: the label 'L' is not declared");
    refuses(KERNEL("bra L; { L: ret; }"), "line 6: the label 'L' is not declared");
    refuses(KERNEL("L: L: ret;"), "line 6: the label 'L' is declared twice");
    refuses(KERNEL(".reg .f32 x<2>, x1;"), "line 6: 'x1' is declared twice");
    refuses(KERNEL(".reg .f32 %f<2000000000>;"), "line 6: more than 1048576 registers");
    refuses(KERNEL(".reg .f33 %f;"), "line 6: '.f33' where a type is expected");
    refuses(KERNEL(".reg .b32 x; mov.b32 x, 0f3F80000;"), "line 6: '0f3F80000' where a number is expected");
    refuses(KERNEL(".reg .b32 x; mov.b32 x, 18446744073709551616;"),
            "line 6: '18446744073709551616' where a number is expected");
    refuses(KERNEL(".reg .b32 x; mov.b32 x, 08;"), "line 6: '08' where a number is expected");
    refuses(KERNEL(".reg .b32 x; @x mov.b32 x, x;"), "line 6: '@' before what is no predicate");
    refuses(KERNEL(".reg .b32 x; mov.b64 {{x}}, x;"), "line 6: '{' where an operand is expected");
    refuses(KERNEL("p : .callprototype _ ();"), "line 6: '.callprototype' is not supported here");
    refuses(KERNEL("call k, (a);"), "line 6: 'k' is called and is an entry");

    struct ul_text deep = {0}, wide = {0};
    ul_text_add(&wide, "%s.reg .b32 %%%080d<1048576>;", HEAD ".entry k() { ", 0);
    refuses(wide.data,
            "line 4: '%000000000000000000000000000000000000000...' is too long for a range of registers");
    wide.length = 0;
    ul_text_add(&wide, "%sadd.%0160d;", HEAD ".entry k() { ", 0);
    refuses(wide.data, "line 4: an unknown instruction: 'add...'");
    ul_text_free(&wide);
    ul_text_add(&deep, "%s", HEAD ".entry k() ");
    for (int i = 0; i < 200; i++)
        ul_text_add(&deep, "{");
    refuses(deep.data, "line 4: more than 100 scopes within each other");
    ul_text_free(&deep);
}

/* Every beginning of a text is refused with a line, or read. */
static void test_truncated(void **state)
{
    (void)state;
    const char *text = KERNEL(".reg .pred %p<2>; .reg .b32 %r<2>; // c\n/* c */ L: @!%p1 bra L;\n"
                              "{ .param .b8 x[2]; ld.param.u8 %r1, [x+-1]; }\nmov.b64 {%r1, _}, 0f3F800000;\n"
                              "setp.eq.u32 %p1|%p0, %r1, 1.5e+3; .pragma \"a\"; ret;");
    size_t whole = strlen(text);
    for (size_t n = 0; n <= whole; n++) {
        struct ul_line why = {""};
        char *copy = malloc(n + 1); /* its end is where a sanitizer sees a step beyond */
        struct ul_ptx_module *m = ul_ptx_parse(memcpy(copy, text, n), n, &why);
        assert_true(m || !strncmp(why.text, "line ", 5));
        assert_true(m || n < whole - 1);
        ul_ptx_free(m);
        free(copy);
    }
}

/* ---- Opcodes and flow ------------------------------------------------------------------------------- */

static void test_opcodes(void **state)
{
    (void)state;
    struct ul_ptx_type t[3];
    assert_true(ul_ptx_has("fma.rn.ftz.f32", "ftz"));
    assert_true(ul_ptx_has("fma.rn.ftz.f32", "f32"));
    assert_false(ul_ptx_has("fma.rn.ftz.f32", "fma"));
    assert_false(ul_ptx_has("fma.rn.ftz.f32", "ft"));
    assert_true(ul_ptx_is("fma.rn.f32", "fma"));
    assert_true(ul_ptx_is("ret", "ret"));
    assert_false(ul_ptx_is("fma.rn.f32", "fm"));
    assert_int_equal(ul_ptx_types("cvt.rn.f16x2.f32", t), 2);
    assert_true(t[0].kind == 'f' && t[0].bits == 32 && t[1].kind == 'b' && t[1].bits == 32);
    assert_int_equal(ul_ptx_types("setp.lt.and.ftz.f16", t), 1);
    assert_true(t[0].kind == 'f' && t[0].bits == 16);
    assert_int_equal(ul_ptx_types("mul.wide.s32", t), 1);
    assert_int_equal(ul_ptx_types("ret", t), 0);
    assert_int_equal(ul_ptx_types("f32", t), 0);
    assert_int_equal(ul_ptx_types("x.f32.f32.f32.f32", t), 3);
}

/* The blocks of a kernel as text: statements, successors, "+" on a cycle, "?" if unreachable. */
static void flows(const char *text, const char *expected)
{
    struct ul_ptx_module *m = parse(text);
    struct ul_ptx_flow flow;
    struct ul_line why = {""};
    struct ul_text seen = {0};
    if (!ul_ptx_flow(&m->arena, m->function[0], &flow, &why))
        ul_text_add(&seen, "%s", why.text);
    for (int i = 0; i < flow.blocks && !*why.text; i++) {
        const struct ul_ptx_block *b = &flow.block[i];
        ul_text_add(&seen, "%s%d-%d", i ? " " : "", b->first, b->end);
        for (int k = 0; k < b->successors; k++)
            ul_text_add(&seen, "%c%d", k ? ',' : ':', b->successor[k]);
        ul_text_add(&seen, "%s%s", b->in_cycle ? "+" : "", b->reachable ? "" : "?");
    }
    assert_string_equal(seen.data, expected);
    ul_text_free(&seen);
    ul_ptx_free(m);
}

static void test_flow(void **state)
{
    (void)state;
#define P ".reg .pred p;"
    flows(KERNEL("ret;"), "0-1");
    flows(KERNEL(P "nop; @p bra A; nop; A: ret;"), "0-2:2,1 2-3:2 3-4");
    flows(KERNEL(P "A: nop; B: nop; @p bra A; ret;"), "0-1:1+ 1-3:0,2+ 3-4");
    flows(KERNEL("A: bra A;"), "0-1:0+");
    flows(KERNEL(P "@p ret; @p trap; exit;"), "0-1:1 1-2:2 2-3");
    flows(KERNEL("bra B; A: nop; B: ret; bra A;"), "0-1:2 1-2:2? 2-3 3-4:1?");
    flows(KERNEL("bra B; A: nop; bra A; B: ret;"), "0-1:2 1-3:1+? 3-4");
    flows(KERNEL("ret; nop;"), "0-1 1-2?");
    flows(KERNEL("nop;"), "line 6: 'k' may run past its last statement");
    flows(KERNEL(P "@p ret;"), "line 6: 'k' may run past its last statement");
    flows(KERNEL("bra E; ret; E:"), "line 6: the label 'E' leads past the last statement");
    flows(KERNEL(""), "line 4: 'k' has no statement");
    /* Two cycles within each other, one beside them, none across the bridge. */
    flows(KERNEL(P "A: nop; B: nop; @p bra B; @p bra A; nop; @p bra C; nop; C: @p bra C; ret;"),
          "0-1:1+ 1-3:1,2+ 3-4:0,3+ 4-6:5,4 6-7:5 7-8:5,6+ 8-9");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_module),         cmocka_unit_test(test_tables),
        cmocka_unit_test(test_operands),       cmocka_unit_test(test_scopes),
        cmocka_unit_test(test_calls),          cmocka_unit_test(test_refused_modules),
        cmocka_unit_test(test_refused_bodies), cmocka_unit_test(test_truncated),
        cmocka_unit_test(test_opcodes),        cmocka_unit_test(test_flow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
