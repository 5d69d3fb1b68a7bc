/* What a page's scripts work on: JSON in which a row is a list, and a text its number in the list of texts,
 * so that thousands of rows are small. data.js reads it. */
#ifndef UL_PAGE_DATA_H
#define UL_PAGE_DATA_H

#include "json.h"

struct ul_page_data {
    json_t *number; /* of a text: where it stands in `texts` */
    json_t *texts;
    json_t *place; /* of a heading, as text has it: its number */
    json_t
        *places;   /* of each: device, its name, driver, compiler, architecture, flags; what tells it apart */
    json_t *names; /* of each: a short name, and one that no other has */
    json_t *rows;
};

struct ul_page_data ul_page_data_new(void);
void ul_page_data_free(struct ul_page_data *p);
/* Adds a record's row; gives its place's number. */
int ul_page_data_add(struct ul_page_data *p, const json_t *record);
/* When all rows are there: which words tell devices apart whose numbers do not, "PoCL 3.1". */
void ul_page_data_name(struct ul_page_data *p);
/* All of it, allocated; figures have nine digits. */
char *ul_page_data_text(const struct ul_page_data *p);

#endif
