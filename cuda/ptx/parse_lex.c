#include "parse_lex.h"
#include <stdlib.h>
#include <string.h>

/* The letters of PTX are ASCII's, whatever the locale. */
static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_word(char c) /* inside of names */
{
    return is_letter(c) || is_digit(c) || c == '_' || c == '$';
}

static char peek(const struct ul_lexer *l, size_t ahead)
{
    if ((size_t)(l->end - l->at) > ahead)
        return l->at[ahead];
    return 0;
}

static void stop(struct ul_lexer *l, const char *fault)
{
    l->fault = fault;
    l->at = l->end;
}

static void skip_line(struct ul_lexer *l)
{
    while (l->at < l->end && *l->at != '\n')
        l->at++;
}

static void skip_block_comment(struct ul_lexer *l)
{
    int line = l->line;
    for (l->at += 2; l->at < l->end; l->at++) {
        if (*l->at == '*' && peek(l, 1) == '/') {
            l->at += 2;
            return;
        }
        l->line += *l->at == '\n';
    }
    l->line = line;
    stop(l, "a comment is not closed");
}

static void skip_space(struct ul_lexer *l)
{
    while (l->at < l->end) {
        char c = *l->at;
        if (c == '/' && peek(l, 1) == '/') {
            skip_line(l);
        } else if (c == '/' && peek(l, 1) == '*') {
            skip_block_comment(l);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f' || c == '\v') {
            l->line += c == '\n';
            l->at++;
        } else {
            return;
        }
    }
}

static void take_word(struct ul_lexer *l)
{
    while (is_word(peek(l, 0)))
        l->at++;
}

static void take_name(struct ul_lexer *l)
{
    l->token.kind = UL_LEX_NAME;
    l->at++;
    take_word(l);
}

/* ".shared::cta" is one token. */
static void take_dot(struct ul_lexer *l)
{
    l->token.kind = UL_LEX_DOT;
    l->token.text = ++l->at;
    take_word(l);
    while (peek(l, 0) == ':' && peek(l, 1) == ':' && is_word(peek(l, 2))) {
        l->at += 2;
        take_word(l);
    }
}

/* Letters are taken along, so that "12abc" is one wrong number; ul_lex_number judges it. */
static void take_number(struct ul_lexer *l)
{
    l->token.kind = UL_LEX_NUMBER;
    const char *start = l->at;
    take_word(l);
    bool decimal =
        !(*start == '0' && l->at - start > 1 && is_letter(start[1]) && start[1] != 'e' && start[1] != 'E');
    if (decimal && peek(l, 0) == '.' && is_digit(peek(l, 1))) {
        l->at++;
        take_word(l);
    }
    char last = l->at[-1], sign = peek(l, 0);
    if (decimal && (last == 'e' || last == 'E') && (sign == '+' || sign == '-') && is_digit(peek(l, 1))) {
        l->at++;
        take_word(l);
    }
}

static void take_string(struct ul_lexer *l)
{
    l->token.kind = UL_LEX_STRING;
    l->token.text = ++l->at;
    while (l->at < l->end && *l->at != '"' && *l->at != '\n')
        l->at += 1 + (*l->at == '\\' && l->end - l->at > 1 && l->at[1] != '\n');
    if (l->at >= l->end || *l->at != '"')
        stop(l, "a string is not closed");
}

static void take_token(struct ul_lexer *l)
{
    char c = *l->at, next = peek(l, 1);
    if (is_letter(c) || c == '_' || c == '$' || (c == '%' && is_word(next)))
        take_name(l);
    else if (is_digit(c))
        take_number(l);
    else if (c == '.' && is_word(next))
        take_dot(l);
    else if (c == '"')
        take_string(l);
    else
        l->at++;
}

void ul_lex_next(struct ul_lexer *l)
{
    skip_space(l);
    l->token = (struct ul_lex_token){.kind = UL_LEX_CHAR, .text = l->at, .line = l->line};
    if (l->at < l->end)
        take_token(l);
    else
        l->token.kind = UL_LEX_END;
    l->token.length = (size_t)(l->at - l->token.text);
    if (l->fault)
        l->token.kind = UL_LEX_END;
    else if (l->token.kind == UL_LEX_STRING)
        l->at++;
}

void ul_lex_start(struct ul_lexer *l, const char *text, size_t length)
{
    *l = (struct ul_lexer){.at = text, .end = text + length, .line = 1};
    ul_lex_next(l);
}

/* ---- Numbers ---------------------------------------------------------------------------------------- */

static int digit_value(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : 99;
}

static bool read_digits(const char *text, size_t length, unsigned base, uint64_t *out)
{
    *out = 0;
    for (size_t i = 0; i < length; i++) {
        unsigned digit = (unsigned)digit_value(text[i]);
        if (digit >= base || __builtin_mul_overflow(*out, (uint64_t)base, out) ||
            __builtin_add_overflow(*out, (uint64_t)digit, out))
            return false;
    }
    return length > 0;
}

/* 0f3F800000 and 0d3FF0000000000000: 8 and 16 digits exactly. */
static bool read_float_bits(const char *text, size_t length, struct ul_ptx_operand *out)
{
    out->is_float = true;
    out->float_bits = text[1] == 'f' || text[1] == 'F' ? 32 : 64;
    return length == 2 + (size_t)out->float_bits / 4 && read_digits(text + 2, length - 2, 16, &out->bits);
}

static bool read_decimal_fraction(const char *text, size_t length, struct ul_ptx_operand *out)
{
    char copy[512], *end;
    if (length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    double value = strtod(copy, &end);
    memcpy(&out->bits, &value, sizeof value);
    out->is_float = true;
    out->float_bits = 64;
    return !*end;
}

static bool is_fraction(const char *text, size_t length)
{
    return memchr(text, '.', length) || memchr(text, 'e', length) || memchr(text, 'E', length);
}

bool ul_lex_number(const char *text, size_t length, struct ul_ptx_operand *out)
{
    *out = (struct ul_ptx_operand){.kind = UL_PTX_IMMEDIATE};
    char second = 0; /* the letter or digit of 0x1F, 0f..., 017 */
    if (length > 1 && *text == '0')
        second = text[1];
    if (second == 'f' || second == 'F' || second == 'd' || second == 'D')
        return read_float_bits(text, length, out);
    bool hex = second == 'x' || second == 'X';
    if (!hex && is_fraction(text, length))
        return read_decimal_fraction(text, length, out);
    if (length && text[length - 1] == 'U')
        length--;
    if (hex || second == 'b' || second == 'B')
        return length > 2 && read_digits(text + 2, length - 2, hex ? 16 : 2, &out->bits);
    return read_digits(text, length, second ? 8 : 10, &out->bits);
}

void ul_lex_negate(struct ul_ptx_operand *number)
{
    number->bits = number->is_float ? number->bits ^ 1ull << (number->float_bits - 1) : 0 - number->bits;
}
