/* The documents' formulas: where a table lets a function be derived from others ("exp(x) - 1" for expm1,
 * OpenCL C 3.0, 7.4), the formulas ride along in the function's kernel, on the same device under the same
 * flags, and a result that equals one of them is right. */
#ifndef UL_FORMS_H
#define UL_FORMS_H

#include "bounds.h"

enum { UL_MAX_FORMS = 6 };

/* One formula, as written (rounded at every operation) or fused: where a product meets a sum, in one fma. */
struct ul_form {
    const char *words; /* `length` letters of a piece's; not owned */
    int length;
    bool fused;
};
struct ul_forms {
    int count;
    struct ul_form form[UL_MAX_FORMS];
};

/* Those of all pieces of some bounds, each once; more than UL_MAX_FORMS are none. */
void ul_forms_collect(const struct ul_bound *bounds, int n, struct ul_forms *out);
/* Those of a subject's result on a device under flags. Formulas are of floats: of a result of another type
 * there are none. */
void ul_forms_select(const struct ul_subject *s, int result, const struct ul_device *d, const char *flags,
                     struct ul_forms *out);
/* The formula as an expression of the device's language, over x, y, z, w. */
void ul_form_write(const struct ul_form *f, struct ul_text *out);

/* Are the forms those of the piece, and no others? It is of the bounds that they are from. */
bool ul_forms_are_those_of(const struct ul_forms *f, const struct ul_piece *p);
/* `equals`: bit k is set where a result equals the k-th form's. Does it equal one of the piece's? */
bool ul_forms_hold(const struct ul_forms *f, const struct ul_piece *p, unsigned equals);

#endif
