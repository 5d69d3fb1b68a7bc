/* A table for people: columns with headings, rows of cells, printed as the format asks. */
#ifndef UL_TABLE_H
#define UL_TABLE_H

#include <stdio.h>
#include "options.h"

/* Of numbers the right ends stand under each other; a wide one gives way first where a line is too long. */
enum ul_column_kind { UL_WORDS, UL_NUMBERS, UL_WIDE };

struct ul_table;

struct ul_table *ul_table_new(void);
void ul_table_free(struct ul_table *t);
/* All columns before the first row. `heading` is copied. */
void ul_table_column(struct ul_table *t, const char *heading, enum ul_column_kind kind);
struct ul_column {
    const char *heading;
    enum ul_column_kind kind;
};
void ul_table_columns(struct ul_table *t, const struct ul_column *columns, size_t n);
/* Begins a row; its cells follow, from the left. Cells that do not follow are empty. */
void ul_table_row(struct ul_table *t);
/* One cell, made plain (text.h). More cells than columns end the program. */
void ul_table_cell(struct ul_table *t, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* One cell: a text, which is freed. Spaces that it begins with, to stand under others, are left out. */
void ul_table_text(struct ul_table *t, struct ul_text *text);
/* The row that was begun stands out: on a terminal by colour, in Markdown bold, in HTML by class "fail". */
void ul_table_mark(struct ul_table *t);
/* The last cell alone stands out in the same way. */
void ul_table_mark_cell(struct ul_table *t);
int ul_table_rows(const struct ul_table *t);
/* Prints it as UL_TEXT (columns aligned; `width` is the terminal's, 0: none; wide columns are cut to it,
 * "..."), UL_MARKDOWN, UL_CSV (RFC 4180, headings first) or UL_HTML (the element <table> alone). Empty
 * columns are left out of text. */
void ul_table_print(const struct ul_table *t, enum ul_format format, FILE *out, int width, bool color);

/* Text as a cell of CSV: quoted where it holds a comma, a quote or a line break; other control characters
 * become
 * '?'. */
void ul_csv_add(struct ul_text *out, const char *text);
/* Text as a cell of HTML or XML, or a value of an attribute: & < > " are escaped, control characters, which
 * XML has none of, become '?'. */
void ul_html_add(struct ul_text *out, const char *text);
/* A line of text as Markdown that shows it, whatever is in it. */
void ul_markdown_add(struct ul_text *out, const char *text);
/* The same text behind a piece of HTML. */
void ul_html_print(FILE *out, const char *before, const char *text);

#endif
