#include "table.h"
#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

struct column {
    char *heading;
    enum ul_column_kind kind;
};

struct row {
    char **cell;    /* as many as there are columns; NULL: empty */
    bool *standing; /* of each cell: it stands out by itself */
    bool marked;
};

struct ul_table {
    int columns, rows, cells; /* cells: of the last row */
    struct column *column;
    struct row *row;
};

struct ul_table *ul_table_new(void)
{
    return ul_alloc(sizeof(struct ul_table));
}

void ul_table_free(struct ul_table *t)
{
    if (!t)
        return;
    for (int r = 0; r < t->rows; r++) {
        for (int c = 0; c < t->columns; c++)
            free(t->row[r].cell[c]);
        free(t->row[r].cell);
        free(t->row[r].standing);
    }
    for (int c = 0; c < t->columns; c++)
        free(t->column[c].heading);
    free(t->column);
    free(t->row);
    free(t);
}

void ul_table_column(struct ul_table *t, const char *heading, enum ul_column_kind kind)
{
    t->column = ul_realloc(t->column, ((size_t)t->columns + 1) * sizeof *t->column);
    t->column[t->columns++] = (struct column){ul_strdup(heading), kind};
}

void ul_table_columns(struct ul_table *t, const struct ul_column *columns, size_t n)
{
    for (size_t k = 0; k < n; k++)
        ul_table_column(t, columns[k].heading, columns[k].kind);
}

void ul_table_row(struct ul_table *t)
{
    t->row = ul_realloc(t->row, ((size_t)t->rows + 1) * sizeof *t->row);
    t->row[t->rows++] = (struct row){.cell = ul_alloc((size_t)t->columns * sizeof(char *)),
                                     .standing = ul_alloc((size_t)t->columns * sizeof(bool))};
    t->cells = 0;
}

void ul_table_cell(struct ul_table *t, const char *format, ...)
{
    va_list values;
    char *text;
    if (t->cells == t->columns)
        abort();
    va_start(values, format);
    if (vasprintf(&text, format, values) < 0)
        abort();
    va_end(values);
    ul_plain(text);
    t->row[t->rows - 1].cell[t->cells++] = text;
}

void ul_table_text(struct ul_table *t, struct ul_text *text)
{
    const char *words = text->data ? text->data : "";
    ul_table_cell(t, "%s", words + strspn(words, " "));
    ul_text_free(text);
}

void ul_table_mark(struct ul_table *t)
{
    t->row[t->rows - 1].marked = true;
}

void ul_table_mark_cell(struct ul_table *t)
{
    if (!t->cells)
        abort();
    t->row[t->rows - 1].standing[t->cells - 1] = true;
}

int ul_table_rows(const struct ul_table *t)
{
    return t->rows;
}

static const char *cell(const struct ul_table *t, int row, int column)
{
    const char *text = t->row[row].cell[column];
    return text ? text : "";
}

static bool stands_out(const struct ul_table *t, int row, int column)
{
    return row >= 0 && (t->row[row].marked || t->row[row].standing[column]);
}

/* ---- text ---- */

/* Characters, not bytes. */
static int length_of(const char *text)
{
    int n = 0;
    for (; *text; text++)
        n += (*text & 0xc0) != 0x80;
    return n;
}

static int bytes_of(const char *text, int characters)
{
    const char *at = text;
    for (; *at && characters; characters--)
        while ((*++at & 0xc0) == 0x80) {
        }
    return (int)(at - text);
}

enum { GAP = 2, LEAST_WIDE = 12 };

/* How wide each column is, 0: it is empty. The last wide one gives way first. */
static void lay_out(const struct ul_table *t, int width, int *size)
{
    int total = -GAP;
    for (int c = 0; c < t->columns; c++) {
        int longest = 0;
        for (int r = 0; r < t->rows; r++) {
            const int length = length_of(cell(t, r, c));
            longest = length > longest ? length : longest;
        }
        const int heading = length_of(t->column[c].heading);
        size[c] = !longest ? 0 : longest > heading ? longest : heading;
        total += size[c] ? size[c] + GAP : 0;
    }
    for (int c = t->columns - 1; c >= 0 && width && total > width; c--)
        if (t->column[c].kind == UL_WIDE && size[c] > LEAST_WIDE) {
            const int give = total - width < size[c] - LEAST_WIDE ? total - width : size[c] - LEAST_WIDE;
            size[c] -= give;
            total -= give;
        }
}

static void add_padded(struct ul_text *line, const char *text, int size, enum ul_column_kind kind)
{
    const int length = length_of(text), pad = size > length ? size - length : 0;
    if (kind == UL_NUMBERS)
        ul_text_add(line, "%*s%s", pad, "", text);
    else if (length > size)
        ul_text_add(line, "%.*s...", bytes_of(text, size - 3), text);
    else
        ul_text_add(line, "%s%*s", text, pad, "");
}

static void print_line(const struct ul_table *t, int row, const int *size, FILE *out, bool color)
{
    struct ul_text line = {0};
    const bool marked = color && row >= 0 && t->row[row].marked;
    for (int c = 0; c < t->columns; c++)
        if (size[c]) {
            const bool alone = color && !marked && stands_out(t, row, c);
            ul_text_add(&line, "%*s%s", line.length ? GAP : 0, "", alone ? "\033[1;31m" : "");
            add_padded(&line, row < 0 ? t->column[c].heading : cell(t, row, c), size[c], t->column[c].kind);
            ul_text_add(&line, "%s", alone ? "\033[0m" : "");
        }
    while (line.length && line.data[line.length - 1] == ' ')
        line.data[--line.length] = 0;
    fprintf(out, "%s%s%s\n", marked ? "\033[1;31m" : "", line.data ? line.data : "", marked ? "\033[0m" : "");
    ul_text_free(&line);
}

static void print_text(const struct ul_table *t, FILE *out, int width, bool color)
{
    int *size = ul_alloc((size_t)t->columns * sizeof *size);
    lay_out(t, width, size);
    for (int r = -1; r < t->rows; r++)
        print_line(t, r, size, out, color);
    free(size);
}

/* ---- Markdown ---- */

void ul_markdown_add(struct ul_text *out, const char *text)
{
    for (; *text; text++) {
        const bool link = text[0] == ']' && text[1] == '(';
        const bool entity = text[0] == '&' && (isalpha((unsigned char)text[1]) || text[1] == '#');
        if (link || entity || strchr("|*_`<\\", *text))
            ul_text_put(out, "\\", 1);
        ul_text_put(out, text, 1);
    }
}

static void markdown_cell(const char *text, bool bold, FILE *out)
{
    struct ul_text cell = {0};
    ul_markdown_add(&cell, text);
    const char *mark = bold && cell.length ? "**" : "";
    fprintf(out, " %s%s%s |", mark, cell.data ? cell.data : "", mark);
    ul_text_free(&cell);
}

static void print_markdown(const struct ul_table *t, FILE *out)
{
    fputc('|', out);
    for (int c = 0; c < t->columns; c++)
        markdown_cell(t->column[c].heading, false, out);
    fputs("\n|", out);
    for (int c = 0; c < t->columns; c++)
        fputs(t->column[c].kind == UL_NUMBERS ? "---:|" : "---|", out);
    fputc('\n', out);
    for (int r = 0; r < t->rows; r++) {
        fputc('|', out);
        for (int c = 0; c < t->columns; c++)
            markdown_cell(cell(t, r, c), stands_out(t, r, c) && *cell(t, r, c), out);
        fputc('\n', out);
    }
}

/* ---- CSV ---- */

/* No letter, nor a line break or a tab. */
static bool is_control(char c)
{
    return c > 0 && (c < ' ' || c == 0x7f) && !strchr("\t\n\r", c);
}

void ul_csv_add(struct ul_text *out, const char *text)
{
    const bool quoted = strpbrk(text, ",\"\r\n");
    ul_text_add(out, "%s", quoted ? "\"" : "");
    for (; *text; text++)
        ul_text_put(out, *text == '"' ? "\"\"" : is_control(*text) ? "?" : text, *text == '"' ? 2 : 1);
    ul_text_add(out, "%s", quoted ? "\"" : "");
}

static void print_csv(const struct ul_table *t, FILE *out)
{
    for (int r = -1; r < t->rows; r++) {
        struct ul_text line = {0};
        for (int c = 0; c < t->columns; c++) {
            ul_csv_add(&line, r < 0 ? t->column[c].heading : cell(t, r, c));
            ul_text_add(&line, c + 1 < t->columns ? "," : "\r\n");
        }
        fputs(line.data ? line.data : "", out);
        ul_text_free(&line);
    }
}

/* ---- HTML ---- */

void ul_html_add(struct ul_text *out, const char *text)
{
    static const char *const entity[128] = {
        ['&'] = "&amp;", ['<'] = "&lt;", ['>'] = "&gt;", ['"'] = "&quot;"};
    for (; *text; text++) {
        const char *known = is_control(*text) ? "?" : *text > 0 ? entity[(int)*text] : NULL;
        ul_text_put(out, known ? known : text, known ? strlen(known) : 1);
    }
}

void ul_html_print(FILE *out, const char *before, const char *text)
{
    struct ul_text t = {0};
    ul_html_add(&t, text);
    fprintf(out, "%s%s", before, t.data ? t.data : "");
    ul_text_free(&t);
}

static void html_line(const struct ul_table *t, int row, FILE *out)
{
    struct ul_text line = {0};
    const char *tag = row < 0 ? "th" : "td";
    ul_text_add(&line, "<tr%s>", row >= 0 && t->row[row].marked ? " class=\"fail\"" : "");
    for (int c = 0; c < t->columns; c++) {
        const bool number = t->column[c].kind == UL_NUMBERS, alone = row >= 0 && t->row[row].standing[c];
        ul_text_add(&line, "<%s", tag);
        if (number || alone)
            ul_text_add(&line, " class=\"%s%s\"", number ? "number" : "",
                        !alone   ? ""
                        : number ? " fail"
                                 : "fail");
        ul_text_add(&line, ">");
        ul_html_add(&line, row < 0 ? t->column[c].heading : cell(t, row, c));
        ul_text_add(&line, "</%s>", tag);
    }
    fprintf(out, "%s</tr>\n", line.data);
    ul_text_free(&line);
}

static void print_html(const struct ul_table *t, FILE *out)
{
    fputs("<table>\n<thead>\n", out);
    html_line(t, -1, out);
    fputs("</thead>\n<tbody>\n", out);
    for (int r = 0; r < t->rows; r++)
        html_line(t, r, out);
    fputs("</tbody>\n</table>\n", out);
}

void ul_table_print(const struct ul_table *t, enum ul_format format, FILE *out, int width, bool color)
{
    if (format == UL_MARKDOWN)
        print_markdown(t, out);
    else if (format == UL_CSV)
        print_csv(t, out);
    else if (format == UL_HTML)
        print_html(t, out);
    else
        print_text(t, out, width, color);
}
