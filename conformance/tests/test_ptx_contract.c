/* Which products and sums are fused: each case is a body before and behind contraction. What is expected was
 * read in the machine code that ptxas 13.0 makes of the same text for sm_90. */
#include "ptx_test.h"

/* ---- Text of statements ----------------------------------------------------------------------------- */

static void print_operand(struct ul_text *t, const struct ul_ptx_function *f, const struct ul_ptx_operand *o)
{
    switch (o->kind) {
    case UL_PTX_REGISTER:
        ul_text_add(t, "%s%s", o->negated ? "!" : "", f->reg[o->index].name);
        break;
    case UL_PTX_IMMEDIATE:
        ul_text_add(t, "0f%08llX", (unsigned long long)o->bits);
        break;
    case UL_PTX_ADDRESS:
        ul_text_add(t, "[");
        print_operand(t, f, &o->element[0]);
        ul_text_add(t, "]");
        break;
    default:
        ul_text_add(t, "%s", o->name ? o->name : "?");
    }
}

/* "mul.f32 %t, %a, %b; L: @%p ret; " */
static void print_function(struct ul_text *t, const struct ul_ptx_function *f)
{
    for (int i = 0, label = 0; i <= f->statements; i++) {
        for (; label < f->labels && f->label[label].at == i; label++)
            ul_text_add(t, "%s: ", f->label[label].name);
        if (i == f->statements)
            break;
        const struct ul_ptx_statement *s = &f->statement[i];
        if (s->guard >= 0)
            ul_text_add(t, "@%s%s ", s->guard_negated ? "!" : "", f->reg[s->guard].name);
        ul_text_add(t, "%s", s->opcode);
        for (int k = 0; k < s->operands; k++) {
            ul_text_add(t, k ? ", " : " ");
            print_operand(t, f, &s->operand[k]);
        }
        ul_text_add(t, "; ");
    }
}

/* Fresh registers are shown as %1, %2 ... in the text's order. */
static void number_fresh(char *text)
{
    static const char word[] = "%fused";
    char *seen[16] = {0}, *out = text;
    for (const char *in = text; *in;) {
        if (strncmp(in, word, strlen(word))) {
            *out++ = *in++;
            continue;
        }
        in += strlen(word);
        size_t digits = strspn(in, "0123456789");
        char *number = strndup(in, digits);
        int k = 0;
        while (seen[k] && strcmp(seen[k], number))
            k++;
        if (seen[k])
            free(number);
        else
            seen[k] = number;
        *out++ = '%';
        *out++ = (char)('1' + k);
        in += digits;
    }
    *out = 0;
    for (int k = 0; k < 16; k++)
        free(seen[k]);
}

/* The body of a function with these registers: t u v w products, d e sums, a b c g h inputs, all of `type`; r
 * of .b32; x an address; p, q predicates. The caller frees. */
static char *contracted(const char *type, int target, const char *body, bool contract, bool fmad)
{
    char *text =
        ul_format(".version 8.0\n.target sm_%d\n.address_size 64\n.visible .entry k(.param .u64 n)\n{\n"
                  ".reg .%s %%t, %%u, %%v, %%w, %%d, %%e, %%a, %%b, %%c, %%g, %%h;\n.reg .b32 %%r;\n"
                  ".reg .b64 %%x;\n.reg .pred %%p, %%q;\n%s\nret;\n}\n",
                  target, type, body);
    struct ul_line why = {""};
    struct ul_ptx_module *m = parse(text);
    if (contract && !ul_ptx_contract(m, fmad, &why))
        fail_msg("%s: %s", body, why.text);
    struct ul_text out = {0};
    print_function(&out, m->function[0]);
    ul_ptx_free(m);
    free(text);
    number_fresh(out.data);
    return out.data;
}

static void expect(const char *type, int target, const char *body, const char *expected)
{
    char *got = contracted(type, target, body, true, true);
    char *want = expected ? ul_format("%s ret; ", expected) : contracted(type, target, body, false, true);
    if (strcmp(got, want))
        fail_msg("%s\n      got %s\n     want %s", body, got, want);
    free(want);
    free(got);
}

/* ---- The cases -------------------------------------------------------------------------------------- */

/* expected: NULL if nothing changes. */
struct example {
    const char *type, *body, *expected;
};

static const struct example types[] = {
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.ftz.f32 %t, %a, %b; add.ftz.f32 %d, %c, %t; st.f32 [%x], %d;",
     "fma.rn.ftz.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f64", "mul.f64 %t, %a, %b; add.f64 %d, %t, %c; st.f64 [%x], %d;",
     "fma.rn.f64 %d, %a, %b, %c; st.f64 [%x], %d;"},
    {"b16", "mul.f16 %t, %a, %b; add.f16 %d, %t, %c; st.b16 [%x], %d;",
     "fma.rn.f16 %d, %a, %b, %c; st.b16 [%x], %d;"},
    {"b16", "mul.ftz.f16 %t, %a, %b; add.ftz.sat.f16 %d, %t, %c; st.b16 [%x], %d;",
     "fma.rn.ftz.sat.f16 %d, %a, %b, %c; st.b16 [%x], %d;"},
    {"b16", "mul.bf16 %t, %a, %b; add.bf16 %d, %t, %c; st.b16 [%x], %d;",
     "fma.rn.bf16 %d, %a, %b, %c; st.b16 [%x], %d;"},
    {"b32", "mul.f16x2 %t, %a, %b; add.f16x2 %d, %t, %c; st.b32 [%x], %d;",
     "fma.rn.f16x2 %d, %a, %b, %c; st.b32 [%x], %d;"},
    {"b32", "mul.bf16x2 %t, %a, %b; add.bf16x2 %d, %t, %c; st.b32 [%x], %d;",
     "fma.rn.bf16x2 %d, %a, %b, %c; st.b32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, 0f40400000; add.f32 %d, %t, 0f3F800000; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, 0f40400000, 0f3F800000; st.f32 [%x], %d;"},
};

static const struct example modifiers[] = {
    {"f32", "mul.f32 %t, %a, %b; add.sat.f32 %d, %t, %c; st.f32 [%x], %d;",
     "fma.rn.sat.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.rn.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; add.rn.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.rz.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.sat.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.ftz.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; add.ftz.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"b32", "mul.f16x2 %t, %a, %b; add.bf16x2 %d, %t, %c; st.b32 [%x], %d;", NULL},
    {"b32", "mul.lo.s32 %t, %a, %b; add.s32 %d, %t, %c; st.b32 [%x], %d;", NULL},
};

static const struct example signs[] = {
    {"f32", "mul.f32 %t, %a, %b; sub.f32 %d, %t, %c; st.f32 [%x], %d;",
     "neg.f32 %1, %c; fma.rn.f32 %d, %a, %b, %1; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; sub.f32 %d, %c, %t; st.f32 [%x], %d;",
     "neg.f32 %1, %a; fma.rn.f32 %d, %1, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; neg.f32 %u, %t; add.f32 %d, %u, %c; st.f32 [%x], %d;",
     "neg.f32 %1, %a; fma.rn.f32 %d, %1, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; neg.f32 %u, %t; sub.f32 %d, %c, %u; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f64", "mul.f64 %t, %a, %b; neg.f64 %u, %t; sub.f64 %d, %u, %c; st.f64 [%x], %d;",
     "neg.f64 %1, %a; neg.f64 %2, %c; fma.rn.f64 %d, %1, %b, %2; st.f64 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; neg.f32 %u, %t; neg.f32 %v, %u; add.f32 %d, %v, %c; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.ftz.f32 %t, %a, %b; neg.f32 %u, %t; add.ftz.f32 %d, %u, %c; st.f32 [%x], %d;",
     "neg.f32 %1, %a; fma.rn.ftz.f32 %d, %1, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.ftz.f32 %t, %a, %b; neg.ftz.f32 %u, %t; add.ftz.f32 %d, %u, %c; st.f32 [%x], %d;",
     "neg.f32 %1, %a; fma.rn.ftz.f32 %d, %1, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; neg.ftz.f32 %u, %t; add.f32 %d, %u, %c; st.f32 [%x], %d;", NULL},
    {"b32", "mul.f16x2 %t, %a, %b; neg.f16x2 %u, %t; add.f16x2 %d, %u, %c; st.b32 [%x], %d;",
     "neg.f16x2 %1, %a; fma.rn.f16x2 %d, %1, %b, %c; st.b32 [%x], %d;"},
    {"b32", "mul.bf16x2 %t, %a, %b; neg.bf16x2 %u, %t; add.bf16x2 %d, %u, %c; st.b32 [%x], %d;", NULL},
};

static const struct example copies[] = {
    {"f32", "mul.f32 %t, %a, %b; mov.b32 %r, %t; mov.b32 %u, %r; add.f32 %d, %u, %c; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %u, %t; add.f32 %d, %u, %c; st.f32 [%x], %d; st.f32 [%x], %t;",
     NULL},
    {"f32", "mul.f32 %t, %a, %b; abs.f32 %u, %t; add.f32 %d, %u, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; selp.f32 %u, %t, %a, %p; add.f32 %d, %u, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; xor.b32 %u, %t, 1; add.f32 %d, %u, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %u, %c; @%p mov.f32 %u, %t; add.f32 %d, %u, %c; st.f32 [%x], %d;",
     NULL},
};

static const struct example uses[] = {
    /* several sums of one product: each is fused */
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; sub.f32 %e, %g, %t; st.f32 [%x], %d; st.f32 [%x], %e;",
     "fma.rn.f32 %d, %a, %b, %c; neg.f32 %1, %a; fma.rn.f32 %e, %1, %b, %g; st.f32 [%x], %d; st.f32 [%x], "
     "%e;"},
    /* any other use prevents it: a store, a product, fma's, a rounded sum, a block of its own */
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d; st.f32 [%x], %t;", NULL},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; mul.f32 %e, %t, %c; st.f32 [%x], %d; st.f32 [%x], %e;",
     NULL},
    {"f32",
     "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; fma.rn.f32 %e, %a, %b, %t; st.f32 [%x], %d; st.f32 [%x], %e;",
     NULL},
    {"f32",
     "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; add.rn.f32 %e, %t, %c; st.f32 [%x], %d; st.f32 [%x], %e;",
     NULL},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d; @%p ret; st.f32 [%x], %t;", NULL},
    /* the product with itself, whatever its signs */
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %t; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; sub.f32 %d, %t, %t; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; neg.f32 %u, %t; add.f32 %d, %u, %t; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %u, %t; add.f32 %d, %u, %t; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %t; add.f32 %e, %t, %c; st.f32 [%x], %d; st.f32 [%x], %e;",
     NULL},
    /* what nobody needs is no use */
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; abs.f32 %e, %t; sin.approx.f32 %u, %e; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; abs.f32 %e, %t; sin.approx.f32 %u, %e; st.f32 [%x], %d;"},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %t, %c; mul.f32 %u, %a, %c; add.f32 %d, %t, %u; st.f32 [%x], %d; "
     "st.f32 [%x], %u;",
     "mul.f32 %u, %t, %c; mul.f32 %u, %a, %c; fma.rn.f32 %d, %a, %b, %u; st.f32 [%x], %d; st.f32 [%x], %u;"},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d; bra E; st.f32 [%x], %t; E: ret;",
     "fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d; bra E; st.f32 [%x], %t; E: ret;"},
};

static const struct example pairs[] = {
    /* of two products the first */
    {"f32", "mul.f32 %u, %g, %h; mul.f32 %t, %a, %b; add.f32 %d, %t, %u; st.f32 [%x], %d;",
     "mul.f32 %u, %g, %h; fma.rn.f32 %d, %a, %b, %u; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; sub.f32 %d, %t, %u; st.f32 [%x], %d;",
     "mul.f32 %u, %g, %h; neg.f32 %1, %u; fma.rn.f32 %d, %a, %b, %1; st.f32 [%x], %d;"},
    /* one that has no other use before one that has; which then cannot be fused through this sum */
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %d, %t, %u; add.f32 %e, %t, %c; st.f32 [%x], %d; "
     "st.f32 "
     "[%x], %e;",
     "mul.f32 %t, %a, %b; fma.rn.f32 %d, %g, %h, %t; add.f32 %e, %t, %c; st.f32 [%x], %d; st.f32 [%x], %e;"},
    /* also if the other one's sums come first */
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %e, %t, %c; add.f32 %d, %t, %u; st.f32 [%x], %d; "
     "st.f32 "
     "[%x], %e;",
     "mul.f32 %t, %a, %b; add.f32 %e, %t, %c; fma.rn.f32 %d, %g, %h, %t; st.f32 [%x], %d; st.f32 [%x], %e;"},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %d, %u, %t; add.f32 %e, %t, %c; add.f32 %v, %u, %c; "
     "st.f32 "
     "[%x], %d; st.f32 [%x], %e; st.f32 [%x], %v;",
     "mul.f32 %t, %a, %b; fma.rn.f32 %d, %g, %h, %t; add.f32 %e, %t, %c; fma.rn.f32 %v, %g, %h, %c; st.f32 "
     "[%x], "
     "%d; st.f32 [%x], %e; st.f32 [%x], %v;"},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %d, %u, %t; add.f32 %e, %t, %u; st.f32 [%x], %d; "
     "st.f32 "
     "[%x], %e;",
     "mul.f32 %t, %a, %b; fma.rn.f32 %d, %g, %h, %t; fma.rn.f32 %e, %g, %h, %t; st.f32 [%x], %d; st.f32 "
     "[%x], "
     "%e;"},
    /* equal products are one */
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %v, %b; mul.f32 %u, %v, %a; add.f32 %d, %t, %u; st.f32 [%x], %d;",
     NULL},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %a, %b; abs.f32 %e, %u; add.f32 %d, %t, %u; st.f32 [%x], %d; st.f32 "
     "[%x], %e;",
     NULL},
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %b, %c; mul.f32 %u, %a, %b; add.f32 %d, %t, %u; st.f32 [%x], %d;",
     "mov.b32 %1, %b; mov.f32 %b, %c; mul.f32 %u, %a, %b; fma.rn.f32 %d, %a, %1, %u; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; mul.f32 %u, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d; st.f32 [%x], %u;",
     "mul.f32 %u, %a, %b; fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d; st.f32 [%x], %u;"},
    {"f32", "mul.f32 %t, %a, %b; mul.f32 %u, %a, %b; sub.f32 %d, %t, %u; st.f32 [%x], %d;",
     "mul.f32 %u, %a, %b; neg.f32 %1, %u; fma.rn.f32 %d, %a, %b, %1; st.f32 [%x], %d;"},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %a, %b; add.f32 %d, %t, %u; add.f32 %e, %t, %c; add.f32 %v, %u, %g; "
     "st.f32 [%x], %d; st.f32 [%x], %e; st.f32 [%x], %v;",
     "mul.f32 %u, %a, %b; fma.rn.f32 %d, %a, %b, %u; fma.rn.f32 %e, %a, %b, %c; add.f32 %v, %u, %g; st.f32 "
     "[%x], %d; st.f32 [%x], %e; st.f32 [%x], %v;"},
    {"f32", "mul.ftz.f32 %t, %a, %b; mul.ftz.f32 %u, %a, %b; add.ftz.f32 %d, %t, %u; st.f32 [%x], %d;",
     "mul.ftz.f32 %u, %a, %b; fma.rn.ftz.f32 %d, %a, %b, %u; st.f32 [%x], %d;"},
    {"b32", "mul.f16x2 %t, %a, %b; mul.f16x2 %u, %a, %b; add.f16x2 %d, %t, %u; st.b32 [%x], %d;",
     "mul.f16x2 %u, %a, %b; fma.rn.f16x2 %d, %a, %b, %u; st.b32 [%x], %d;"},
    {"b16", "mul.bf16 %t, %a, %b; mul.bf16 %u, %a, %b; add.bf16 %d, %t, %u; st.b16 [%x], %d;", NULL},
    /* of two that have several uses the one that has fewer, though one of them is fused by then */
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %d, %u, %t; add.f32 %e, %t, %c; add.f32 %v, %u, %c; "
     "add.f32 %w, %u, %a; st.f32 [%x], %d; st.f32 [%x], %e; st.f32 [%x], %v; st.f32 [%x], %w;",
     "mul.f32 %u, %g, %h; fma.rn.f32 %d, %a, %b, %u; fma.rn.f32 %e, %a, %b, %c; add.f32 %v, %u, %c; "
     "add.f32 %w, %u, %a; st.f32 [%x], %d; st.f32 [%x], %e; st.f32 [%x], %v; st.f32 [%x], %w;"},
    {"f32",
     "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %e, %t, %c; add.f32 %d, %u, %t; add.f32 %v, %u, %c; "
     "add.f32 %w, %t, %a; st.f32 [%x], %d; st.f32 [%x], %e; st.f32 [%x], %v; st.f32 [%x], %w;",
     "mul.f32 %t, %a, %b; fma.rn.f32 %e, %a, %b, %c; fma.rn.f32 %d, %g, %h, %t; fma.rn.f32 %v, %g, %h, %c; "
     "add.f32 %w, %t, %a; st.f32 [%x], %d; st.f32 [%x], %e; st.f32 [%x], %v; st.f32 [%x], %w;"},
    /* the other operand may be any product */
    {"f32", "mul.f32 %t, %a, %b; mul.f32 %u, %g, %h; add.f32 %d, %t, %u; st.f32 [%x], %d; st.f32 [%x], %t;",
     "mul.f32 %t, %a, %b; fma.rn.f32 %d, %g, %h, %t; st.f32 [%x], %d; st.f32 [%x], %t;"},
};

static const struct example flow[] = {
    {"f32", "mul.f32 %t, %a, %b; bra L; M: st.f32 [%x], %d; ret; L: add.f32 %d, %t, %c; bra M;",
     "bra L; M: st.f32 [%x], %d; ret; L: fma.rn.f32 %d, %a, %b, %c; bra M;"},
    {"f32", "mul.f32 %t, %a, %b; L: sub.f32 %d, %t, %c; st.f32 [%x], %d;",
     "L: neg.f32 %1, %c; fma.rn.f32 %d, %a, %b, %1; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; @%p bra L; L: add.f32 %d, %t, %c; st.f32 [%x], %d;",
     "@%p bra L; L: fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; @%p ret; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; @%p bra L; add.f32 %d, %t, %c; st.f32 [%x], %d; L: ret;", NULL},
    {"f32", "mov.f32 %t, %c; @%p bra L; mul.f32 %t, %a, %b; L: add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "@%p bra L; mul.f32 %t, %a, %b; add.f32 %d, %t, %c; L: st.f32 [%x], %d;",
     "@%p bra L; fma.rn.f32 %d, %a, %b, %c; L: st.f32 [%x], %d;"},
    /* a sum of the next turn */
    {"f32", "L: add.f32 %d, %d, %t; mul.f32 %t, %d, %a; @%p bra L; st.f32 [%x], %d;", NULL},
    {"f32", "L: mul.f32 %t, %a, %b; add.f32 %d, %d, %t; @%p bra L; st.f32 [%x], %d;",
     "L: fma.rn.f32 %d, %a, %b, %d; @%p bra L; st.f32 [%x], %d;"},
    /* guards */
    {"f32", "mul.f32 %t, %a, %b; @!%p add.f32 %d, %t, %c; st.f32 [%x], %d;",
     "@!%p fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "@%p mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; @%p mov.f32 %t, %g; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    /* what becomes a call stands between */
    {"f32", "mul.f32 %t, %a, %b; sqrt.rn.f32 %u, %c; add.f32 %d, %t, %u; st.f32 [%x], %d;", NULL},
    {"f32", "mul.f32 %t, %a, %b; sqrt.approx.f32 %u, %c; add.f32 %d, %t, %u; st.f32 [%x], %d;",
     "sqrt.approx.f32 %u, %c; fma.rn.f32 %d, %a, %b, %u; st.f32 [%x], %d;"},
    {"f64", "mul.f64 %t, %a, %b; div.rn.f64 %u, %c, %g; add.f64 %d, %t, %u; st.f64 [%x], %d;", NULL},
    {"f64", "mul.f64 %t, %a, %b; rsqrt.approx.f64 %u, %c; add.f64 %d, %t, %u; st.f64 [%x], %d;", NULL},
    {"f32", "div.rn.f32 %u, %c, %g; mul.f32 %t, %u, %b; add.f32 %d, %t, %a; st.f32 [%x], %d;",
     "div.rn.f32 %u, %c, %g; fma.rn.f32 %d, %u, %b, %a; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; rem.s32 %r, %r, %r; add.f32 %d, %t, %c; st.f32 [%x], %d; st.b32 [%x], %r;",
     NULL},
    {"f32", "mul.f32 %t, %a, %b; div.u32 %r, %r, %r; add.f32 %d, %t, %c; st.f32 [%x], %d; st.b32 [%x], %r;",
     "div.u32 %r, %r, %r; fma.rn.f32 %d, %a, %b, %c; st.f32 [%x], %d; st.b32 [%x], %r;"},
    {"f32", "mul.f32 %t, %a, %b; membar.gl; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
};

static const struct example redefined[] = {
    {"f32", "mul.f32 %t, %a, %b; add.f32 %t, %t, %c; st.f32 [%x], %t;",
     "fma.rn.f32 %t, %a, %b, %c; st.f32 [%x], %t;"},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; mov.f32 %t, %g; st.f32 [%x], %t; st.f32 [%x], %d;",
     "fma.rn.f32 %d, %a, %b, %c; mov.f32 %t, %g; st.f32 [%x], %t; st.f32 [%x], %d;"},
    /* a factor that changes before the sum is kept */
    {"f32", "mul.f32 %t, %a, %b; mov.f32 %a, %g; add.f32 %d, %t, %c; st.f32 [%x], %d; st.f32 [%x], %a;",
     "mov.b32 %1, %a; mov.f32 %a, %g; fma.rn.f32 %d, %1, %b, %c; st.f32 [%x], %d; st.f32 [%x], %a;"},
    {"f32", "mul.f32 %a, %a, %a; add.f32 %d, %a, %c; st.f32 [%x], %d;",
     "mov.b32 %1, %a; mov.b32 %2, %a; fma.rn.f32 %d, %1, %2, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; add.f32 %a, %t, %c; st.f32 [%x], %a;",
     "fma.rn.f32 %a, %a, %b, %c; st.f32 [%x], %a;"},
    /* each product of one register is its own */
    {"f32",
     "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; mul.f32 %t, %d, %b; st.f32 [%x], %t; @%p bra L; mul.f32 %t, "
     "%g, %h; "
     "add.f32 %e, %t, %c; st.f32 [%x], %e; L: ret;",
     "fma.rn.f32 %d, %a, %b, %c; mul.f32 %t, %d, %b; st.f32 [%x], %t; @%p bra L; fma.rn.f32 %e, %g, %h, %c; "
     "st.f32 [%x], %e; L: ret;"},
};

static const struct example divisions[] = {
    {"f32", "div.approx.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;",
     "div.approx.f32.fused %d, %a, %b, %c; st.f32 [%x], %d;"},
    {"f32", "div.full.ftz.f32 %t, %a, %b; sub.ftz.f32 %d, %c, %t; st.f32 [%x], %d;",
     "neg.f32 %1, %a; div.full.ftz.f32.fused %d, %1, %b, %c; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; div.approx.f32 %u, %g, %h; add.f32 %d, %u, %t; st.f32 [%x], %d;",
     "mul.f32 %t, %a, %b; div.approx.f32.fused %d, %g, %h, %t; st.f32 [%x], %d;"},
    {"f32", "mul.f32 %t, %a, %b; div.full.f32 %u, %g, %h; add.f32 %d, %t, %u; st.f32 [%x], %d;",
     "div.full.f32 %u, %g, %h; fma.rn.f32 %d, %a, %b, %u; st.f32 [%x], %d;"},
    {"f32", "div.approx.f32 %t, %a, %b; @%p add.sat.f32 %d, %t, %c; st.f32 [%x], %d;",
     "div.approx.f32.fused %1, %a, %b, %c; @%p cvt.sat.f32.f32 %d, %1; st.f32 [%x], %d;"},
    {"f32", "div.rn.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;", NULL},
    {"f32", "div.approx.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d; st.f32 [%x], %t;", NULL},
};

#define CHECK(table)                                                                                         \
    static void check_##table(void **state)                                                                  \
    {                                                                                                        \
        (void)state;                                                                                         \
        for (size_t i = 0; i < sizeof table / sizeof *table; i++)                                            \
            expect(table[i].type, 90, table[i].body, table[i].expected);                                     \
    }
CHECK(types)
CHECK(modifiers)
CHECK(signs)
CHECK(copies)
CHECK(uses)
CHECK(pairs)
CHECK(flow)
CHECK(redefined)
CHECK(divisions)

static void bf16_from_sm_90(void **state)
{
    (void)state;
    expect("b16", 89, "mul.bf16 %t, %a, %b; add.bf16 %d, %t, %c; st.b16 [%x], %d;", NULL);
    expect("b16", 89, "mul.f16 %t, %a, %b; add.f16 %d, %t, %c; st.b16 [%x], %d;",
           "fma.rn.f16 %d, %a, %b, %c; st.b16 [%x], %d;");
}

static void nothing_without_fmad(void **state)
{
    (void)state;
    const char *body = "mul.f32 %t, %a, %b; add.f32 %d, %t, %c; st.f32 [%x], %d;";
    char *before = contracted("f32", 90, body, false, false),
         *after = contracted("f32", 90, body, true, false);
    assert_string_equal(before, after);
    free(after);
    free(before);
}

/* A long text takes no longer than its length warrants, and no deep stack. */
static void many_statements(void **state)
{
    (void)state;
    enum { MANY = 20000 };
    struct ul_text body = {0};
    ul_text_add(&body, "mul.f32 %%t, %%a, %%b;");
    for (int i = 0; i < MANY; i++)
        ul_text_add(&body, "mov.f32 %%u, %%t; mov.f32 %%t, %%u;");
    ul_text_add(&body, "add.f32 %%d, %%t, %%c; st.f32 [%%x], %%d;");
    for (int i = 0; i < MANY; i++)
        ul_text_add(&body,
                    "mul.f32 %%t, %%a, %%b; add.f32 %%d, %%t, %%d; st.f32 [%%x], %%d; @%%p bra L%d; L%d:", i,
                    i);
    char *got = contracted("f32", 90, body.data, true, true);
    assert_null(strstr(got, "mul."));
    assert_null(strstr(got, "mov."));
    free(got);
    ul_text_free(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_types),          cmocka_unit_test(check_modifiers),
        cmocka_unit_test(check_signs),          cmocka_unit_test(check_copies),
        cmocka_unit_test(check_uses),           cmocka_unit_test(check_pairs),
        cmocka_unit_test(check_flow),           cmocka_unit_test(check_redefined),
        cmocka_unit_test(check_divisions),      cmocka_unit_test(bf16_from_sm_90),
        cmocka_unit_test(nothing_without_fmad), cmocka_unit_test(many_statements),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
