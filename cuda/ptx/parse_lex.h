/* PTX text as tokens (PTX ISA 9.1, chapter 4). */
#ifndef UL_PTX_PARSE_LEX_H
#define UL_PTX_PARSE_LEX_H

#include "ptx.h"

enum ul_lex_kind {
    UL_LEX_END,
    UL_LEX_NAME,   /* %r1, $L__BB0_1, fma */
    UL_LEX_DOT,    /* .f32, .shared::cta: the text is what follows the dot */
    UL_LEX_NUMBER, /* 12, 0x1F, 0f3F800000, 1.5e-3: the sign is a token of its own */
    UL_LEX_STRING, /* without its quotes */
    UL_LEX_CHAR,   /* any other character */
};

struct ul_lex_token {
    enum ul_lex_kind kind;
    const char *text; /* in the source: not NUL-terminated */
    size_t length;
    int line;
};

struct ul_lexer {
    const char *at, *end;
    int line;
    struct ul_lex_token token; /* the one that is to be read */
    const char *fault;         /* what ended the tokens before the text's end, or NULL */
};

void ul_lex_start(struct ul_lexer *l, const char *text, size_t length);
void ul_lex_next(struct ul_lexer *l);

/* The value of a NUMBER's text as an immediate operand; false if it is none. */
bool ul_lex_number(const char *text, size_t length, struct ul_ptx_operand *out);
void ul_lex_negate(struct ul_ptx_operand *number);

#endif
