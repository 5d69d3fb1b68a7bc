/* JSON as this program writes it: one object a line, figures deterministic. */
#ifndef UL_JSON_H
#define UL_JSON_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Sets a member; out of memory ends the program. Takes `value`. */
void ul_json_set(json_t *object, const char *name, json_t *value);
/* A string, NULL as null. Drivers' names may hold bytes that are no UTF-8: those become '?'. */
json_t *ul_json_string(const char *s);
/* A figure: whole numbers as such, infinity as the string "inf", NaN as null, else 15 digits. */
json_t *ul_json_figure(double x);
/* A count; beyond what JSON's readers know as an integer, the largest. */
json_t *ul_json_count(uint64_t n);
/* One line without its newline, allocated. Releases `value`. */
char *ul_json_line(json_t *value);
/* The same on stdout. */
void ul_json_print(json_t *value);

/* Readers, of members that may be absent or something else: then "", NaN, 0. */
const char *ul_json_text(const json_t *object, const char *name);
double ul_json_number(const json_t *object, const char *name);
uint64_t ul_json_whole(const json_t *object, const char *name);
/* Are the texts of all n members equal? */
bool ul_json_same(const json_t *a, const json_t *b, const char *const *names, size_t n);

#endif
