#include "reproduce.h"
#include "common/kernel.h"
#include "value.h"
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* The three languages: what a type is called, how a lane is named, the prelude of the dialect. */
struct language {
    const char *api, *prelude, *lanes;
    const char *type[UL_TYPE_COUNT];
    const char *half_bits; /* of the dialect: a half as its bits */
};

/* Those that CUDA and the host share. */
#define TYPES_OF_C                                                                                           \
    [UL_FLOAT] = "float", [UL_DOUBLE] = "double", [UL_BOOL] = "int", [UL_CHAR] = "signed char",              \
    [UL_UCHAR] = "unsigned char", [UL_SHORT] = "short", [UL_USHORT] = "unsigned short", [UL_INT] = "int",    \
    [UL_UINT] = "unsigned int", [UL_LONG] = "long long", [UL_ULONG] = "unsigned long long"

static const struct language languages[] = {
    {.api = "opencl",
     .prelude = "opencl/prelude.clh",
     .lanes = "s0s1s2s3s4s5s6s7s8s9sasbscsdsesf",
     .half_bits = "ushort",
     .type = {[UL_HALF] = "half",
              [UL_BFLOAT16] = "ushort",
              [UL_FLOAT] = "float",
              [UL_DOUBLE] = "double",
              [UL_BOOL] = "int",
              [UL_CHAR] = "char",
              [UL_UCHAR] = "uchar",
              [UL_SHORT] = "short",
              [UL_USHORT] = "ushort",
              [UL_INT] = "int",
              [UL_UINT] = "uint",
              [UL_LONG] = "long",
              [UL_ULONG] = "ulong"}},
    {.api = "cuda",
     .prelude = "cuda/prelude.cuh",
     .lanes = "x y z w ",
     .half_bits = "unsigned short",
     .type = {[UL_HALF] = "__half", [UL_BFLOAT16] = "__nv_bfloat16", TYPES_OF_C}},
    {.api = "host",
     .prelude = "host/prelude.h",
     .lanes = "",
     .half_bits = "unsigned short",
     .type = {[UL_HALF] = "unsigned short", [UL_BFLOAT16] = "unsigned short", TYPES_OF_C}}};
enum { LANGUAGES = sizeof languages / sizeof *languages };

static const struct language *language_of(const struct ul_reproduction *r)
{
    int k = 0;
    while (k < LANGUAGES - 1 && strcmp(languages[k].api, ul_place_api(r->place)))
        k++;
    return &languages[k];
}

static bool is_api(const struct ul_reproduction *r, const char *api)
{
    return !strcmp(ul_place_api(r->place), api);
}

/* Algorithms, and calls that the dialect spells, come with its text. */
static bool needs_dialect(const struct ul_reproduction *r)
{
    const struct ul_subject *s = r->subject;
    return s->text || strstr(s->call, "ul_") || strstr(s->call, "UL_");
}

static const char *type_of(const struct ul_reproduction *r, enum ul_type t)
{
    const struct language *l = language_of(r);
    const bool bits = (t == UL_HALF || t == UL_BFLOAT16) && ul_subject_carries_bits(r->subject);
    return bits ? l->half_bits : l->type[t];
}

/* "float4", "__half2", "__nv_bfloat162". */
static void add_type(struct ul_text *t, const struct ul_reproduction *r, enum ul_type type, int width)
{
    ul_text_add(t, "%s", type_of(r, type));
    if (width > 1)
        ul_text_add(t, "%d", width);
}

static void add_lane(struct ul_text *t, const struct language *l, int lane)
{
    ul_text_add(t, ".%c", l->lanes[2 * lane]);
    if (l->lanes[2 * lane + 1] != ' ')
        ul_text_add(t, "%c", l->lanes[2 * lane + 1]);
}

/* ---- the function's call ---- */

/* What the call takes: the signature at a width, or vectors whose lanes the signature's numbers are. */
static const struct ul_signature *taken(const struct ul_reproduction *r)
{
    return r->subject->vectors ? r->subject->vectors : &r->subject->signature;
}

static int lanes_of(const struct ul_reproduction *r, const struct ul_parameter *p)
{
    return r->subject->vectors ? p->width : r->width;
}

/* An element of the buffers: of a number of a vector, or of a lane of a number. */
static void add_element(struct ul_text *t, const struct ul_reproduction *r, const char *buffer, int number,
                        int k, int lane)
{
    if (r->subject->vectors)
        ul_text_add(t, "%s%d[i]", buffer, number);
    else if (r->width > 1)
        ul_text_add(t, "%s%d[%d * i + %d]", buffer, k, r->width, lane);
    else
        ul_text_add(t, "%s%d[i]", buffer, k);
}

static void add_arguments(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = taken(r);
    int number = 0;
    for (int k = 0; k < s->arguments; k++) {
        const int lanes = lanes_of(r, &s->argument[k]);
        ul_text_add(t, "    ");
        add_type(t, r, s->argument[k].type, lanes);
        ul_text_add(t, " a%d", k);
        for (int lane = 0; lane < lanes; lane++, number++) {
            if (lanes > 1) {
                ul_text_add(t, ";\n    a%d", k);
                add_lane(t, language_of(r), lane);
            }
            ul_text_add(t, " = ");
            add_element(t, r, "in", number, k, lane);
        }
        ul_text_add(t, ";\n");
    }
}

static void add_call(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = taken(r);
    const int width = r->subject->vectors ? 1 : r->width;
    char *call = width > 1 && is_api(r, "opencl") ? ul_kernel_widened(r->subject->call, width)
                                                  : ul_strdup(r->subject->call);
    for (int k = 0; k < s->results; k++) {
        ul_text_add(t, "    ");
        add_type(t, r, s->result[k].type, lanes_of(r, &s->result[k]));
        ul_text_add(t, " r%d;\n", k);
    }
    const int lanes = lanes_of(r, &s->returns);
    if (s->returns.type == UL_VOID)
        ul_text_add(t, "    %s;\n", call);
    else if (s->returns.type == UL_BOOL && lanes > 1 && is_api(r, "opencl")) /* true is -1 of vectors */
        ul_text_add(t, "    r0 = -convert_int%d(%s);\n", lanes, call);
    else
        ul_text_add(t, "    r0 = %s;\n", call);
    free(call);
}

static void add_results(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = taken(r);
    int number = 0;
    for (int k = 0; k < s->results; k++) {
        const int lanes = lanes_of(r, &s->result[k]);
        for (int lane = 0; lane < lanes; lane++, number++) {
            ul_text_add(t, "    ");
            add_element(t, r, "out", number, k, lane);
            ul_text_add(t, " = r%d", k);
            if (lanes > 1)
                add_lane(t, language_of(r), lane);
            ul_text_add(t, ";\n");
        }
    }
}

static void add_buffers(struct ul_text *t, const struct ul_reproduction *r, const char *space)
{
    const struct ul_signature *s = &r->subject->signature;
    for (int k = 0; k < s->arguments; k++)
        ul_text_add(t, "%s%sconst %s *in%d", k ? ", " : "", space, type_of(r, s->argument[k].type), k);
    for (int k = 0; k < s->results; k++)
        ul_text_add(t, ", %s%s *out%d", space, type_of(r, s->result[k].type), k);
}

/* ---- the text before it ---- */

static bool has_type(const struct ul_signature *s, enum ul_type t)
{
    bool has = false;
    for (int k = 0; k < s->arguments; k++)
        has |= s->argument[k].type == t;
    for (int k = 0; k < s->results; k++)
        has |= s->result[k].type == t;
    return has;
}

static void add_headers(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = &r->subject->signature;
    const bool small = (has_type(s, UL_HALF) || has_type(s, UL_BFLOAT16) || strstr(r->subject->call, "_fp8"));
    const bool own = small && !ul_subject_carries_bits(r->subject);
    if (is_api(r, "cuda") && own && needs_dialect(r))
        ul_text_add(t, UL_PROGRAM_HALF);
    else if (is_api(r, "cuda") && own)
        ul_text_add(t, "#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n%s",
                    strstr(r->subject->call, "_fp8") ? "#include <cuda_fp8.h>\n" : "");
    if (needs_dialect(r)) {
        ul_text_add(t, "/* What the function needs of ulparity's dialect (BSD-2-Clause). */\n");
        if (is_api(r, "cuda")) /* a function that is not used */
            ul_text_add(t, "#pragma nv_diag_suppress 177\n");
        ul_program_prelude(t, language_of(r)->prelude, r->approx);
        ul_text_add(t, "%s\n", r->subject->text ? r->subject->text : "");
        return;
    }
    if (!is_api(r, "opencl"))
        return;
    ul_text_add(t, "#pragma OPENCL FP_CONTRACT OFF\n");
    if (own)
        ul_text_add(t, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    if (has_type(s, UL_DOUBLE))
        ul_text_add(t, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
}

/* ---- what was seen ---- */

/* How a host program prints a number: a float's letter is 'f', a half's 'h', an integer's 'i' or 'u'. */
static char letter_of(enum ul_type t)
{
    static const char letters[UL_TYPE_COUNT] = {
        [UL_HALF] = 'h', [UL_BFLOAT16] = 'b', [UL_FLOAT] = 'f', [UL_DOUBLE] = 'd'};
    return letters[t] ? letters[t] : ul_types[t].is_signed ? 'i' : 'u';
}

static const char *print(enum ul_type t, ul_bits b, char *room)
{
    return ul_value_print(t, b, room);
}

/* "opencl/exp(0x1.8p+3)" */
static void add_input(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = &r->subject->signature;
    char room[UL_VALUE_ROOM];
    ul_text_add(t, "%s(", r->subject->name);
    for (int k = 0; k < s->arguments; k++)
        for (int lane = 0; lane < r->width; lane++)
            ul_text_add(t, "%s%s",
                        lane ? ","
                        : k  ? ", "
                             : "",
                        print(s->argument[k].type, r->args[lane][k], room));
    ul_text_add(t, ")");
}

/* Text within a C string or comment. */
static void add_quoted(struct ul_text *t, const char *text)
{
    for (; *text; text++)
        if (*text == '"' || *text == '\\')
            ul_text_add(t, "\\%c", *text);
        else if (isprint((unsigned char)*text))
            ul_text_add(t, "%c", *text);
}

static void add_row(struct ul_text *t, const struct ul_parameter *p, const ul_bits *bits, int lanes)
{
    ul_text_add(t, "    {%d, '%c', {", ul_types[p->type].bytes, letter_of(p->type));
    for (int lane = 0; lane < lanes; lane++)
        ul_text_add(t, "%s0x%llx", lane ? ", " : "", (unsigned long long)bits[lane]);
    ul_text_add(t, "}},\n");
}

static void add_rows(struct ul_text *t, const struct ul_reproduction *r, const char *name,
                     const struct ul_parameter *p, int n, const ul_bits *bits, size_t stride)
{
    ul_text_add(t, "static const struct number %s[] = {\n", name);
    for (int k = 0; k < n; k++) {
        ul_bits lane_bits[UL_MAX_WIDTH];
        for (int lane = 0; lane < r->width; lane++)
            lane_bits[lane] = bits[(size_t)lane * stride + (size_t)k];
        add_row(t, &p[k], lane_bits, r->width);
    }
    ul_text_add(t, "};\n");
}

/* The numbers, as tables of a host program. */
static void add_tables(struct ul_text *t, const struct ul_reproduction *r)
{
    const struct ul_signature *s = &r->subject->signature;
    ul_text_add(t,
                "enum { ARGUMENTS = %d, RESULTS = %d, LANES = %d };\n"
                "struct number {\n    int bytes;\n    char kind;\n    unsigned long long bits[LANES];\n};\n",
                s->arguments, s->results, r->width);
    add_rows(t, r, "argument", s->argument, s->arguments, r->args[0], UL_MAX_PARAMETERS);
    ul_text_add(t, "/* What ulparity saw. */\n");
    add_rows(t, r, "seen", s->result, s->results, r->got[0], UL_MAX_RESULTS);
    if (r->want) {
        ul_text_add(t, "/* The exact value, correctly rounded, and its digits. */\n");
        add_rows(t, r, "correct", s->result, s->results, r->want[0], UL_MAX_RESULTS);
    }
    ul_text_add(t, "static const char *const exact[] = {");
    for (int k = 0; k < r->width * s->results; k++) {
        ul_text_add(t, "%s\"", k ? ", " : "");
        add_quoted(t, r->exact[k] ? r->exact[k] : "");
        ul_text_add(t, "\"");
    }
    ul_text_add(t, "};\n");
}

/* ---- host programs ---- */

static const char printing[] =
    "\n"
    "static void print(const char *what, char kind, const void *at)\n"
    "{\n"
    "    unsigned long long bits = 0;\n"
    "    float f = 0;\n"
    "    double d = 0;\n"
    "    size_t bytes = kind == 'd' ? 8 : kind == 'f' ? 4 : kind == 'h' || kind == 'b' ? 2 : 0;\n"
    "    if (bytes) {\n"
    "        memcpy(&bits, at, bytes);\n"
    "        memcpy(&f, at, bytes == 4 ? 4 : 0);\n"
    "        memcpy(&d, at, bytes == 8 ? 8 : 0);\n"
    "    } else {\n"
    "        memcpy(&bits, at, 8);\n"
    "    }\n"
    "    if (kind == 'f')\n"
    "        printf(\"%s%a  bits 0x%llx\\n\", what, f, bits);\n"
    "    else if (kind == 'd')\n"
    "        printf(\"%s%a  bits 0x%llx\\n\", what, d, bits);\n"
    "    else if (kind == 'h' || kind == 'b')\n"
    "        printf(\"%sbits 0x%04llx\\n\", what, bits);\n"
    "    else if (kind == 'i')\n"
    "        printf(\"%s%lld\\n\", what, (long long)bits);\n"
    "    else\n"
    "        printf(\"%s%llu\\n\", what, bits);\n"
    "}\n"
    "\n"
    "/* Integers as 64 bits. */\n"
    "static unsigned long long widen(const struct number *n, unsigned long long bits)\n"
    "{\n"
    "    const int shift = 64 - 8 * n->bytes;\n"
    "    return n->kind == 'i' ? (unsigned long long)((long long)(bits << shift) >> shift) : bits;\n"
    "}\n"
    "\n"
    "static int is_nan(char kind, unsigned long long bits)\n"
    "{\n"
    "    switch (kind) {\n"
    "    case 'd':\n"
    "        return (bits & 0x7fffffffffffffffu) > 0x7ff0000000000000u;\n"
    "    case 'f':\n"
    "        return (bits & 0x7fffffff) > 0x7f800000;\n"
    "    case 'h':\n"
    "        return (bits & 0x7fff) > 0x7c00;\n"
    "    case 'b':\n"
    "        return (bits & 0x7fff) > 0x7f80;\n"
    "    }\n"
    "    return 0;\n"
    "}\n"
    "\n"
    "/* Prints the results beside what is right; are they those that ulparity saw? */\n"
    "static int judge(const void *const *result)\n"
    "{\n"
    "    int same = 1;\n"
    "    for (int lane = 0; lane < LANES; lane++)\n"
    "        for (int k = 0; k < RESULTS; k++) {\n"
    "            unsigned long long got = 0;\n"
    "            memcpy(&got, (const char *)result[k] + lane * seen[k].bytes, (size_t)seen[k].bytes);\n"
    "            const unsigned long long g = widen(&seen[k], got), s = widen(&seen[k], "
    "seen[k].bits[lane]);\n"
    "            same &= g == s || (is_nan(seen[k].kind, g) && is_nan(seen[k].kind, s));\n"
    "            print(\"result   \", seen[k].kind, &g);\n";

static const char judged[] = "            if (*exact[lane * RESULTS + k])\n"
                             "                printf(\"exact    %s\\n\", exact[lane * RESULTS + k]);\n"
                             "            print(\"seen     \", seen[k].kind, &s);\n"
                             "        }\n"
                             "    puts(same ? \"reproduced\" : \"not reproduced\");\n"
                             "    return same ? 0 : 1;\n"
                             "}\n";

static void add_judge(struct ul_text *t, const struct ul_reproduction *r)
{
    ul_text_add(t, "%s", "");
    ul_text_put(t, printing, strlen(printing));
    if (r->want)
        ul_text_add(t, "            const unsigned long long c = widen(&correct[k], correct[k].bits[lane]);\n"
                       "            print(\"correct  \", correct[k].kind, &c);\n");
    ul_text_put(t, judged, strlen(judged));
}

/* The head of every file: what it is, how it is built. */
static void add_head(struct ul_text *t, const struct ul_reproduction *r, const char *build)
{
    const struct ul_device *d = &r->place->device;
    ul_text_add(t, "/* ");
    add_input(t, r);
    ul_text_add(t, ", as ulparity " UL_VERSION " saw it on ");
    add_quoted(t, d->name);
    ul_text_add(t, ",\n * ");
    add_quoted(t, d->driver);
    ul_text_add(t, ", ");
    add_quoted(t, d->compiler);
    ul_text_add(t,
                "%s%s.\n *\n *     %s\n *\n * It prints the result, and what is right; exit status 0: the "
                "result is the one that was seen. */\n",
                *r->flags ? ", flags " : "", r->flags, build);
}

static void add_string(struct ul_text *t, const char *name, const char *text)
{
    ul_text_add(t, "static const char %s[] = \"", name);
    add_quoted(t, text);
    ul_text_add(t, "\";\n");
}

static const char opencl_program[] =
    "\n"
    "#define MOST 64\n"
    "#define ITEMS 64 /* all of them on the same input */\n"
    "\n"
    "static void check(cl_int error, const char *what)\n"
    "{\n"
    "    if (error != CL_SUCCESS) {\n"
    "        fprintf(stderr, \"%s: error %d\\n\", what, (int)error);\n"
    "        exit(2);\n"
    "    }\n"
    "}\n"
    "\n"
    "static int holds(const char *text, const char *word)\n"
    "{\n"
    "    while (*text && strncasecmp(text, word, strlen(word)))\n"
    "        text++;\n"
    "    return *text || !*word;\n"
    "}\n"
    "\n"
    "/* The first device whose name, or whose platform's name or version, holds the word. */\n"
    "static cl_device_id choose(const char *word)\n"
    "{\n"
    "    cl_platform_id platform[MOST];\n"
    "    cl_uint platforms = 0;\n"
    "    check(clGetPlatformIDs(MOST, platform, &platforms), \"clGetPlatformIDs\");\n"
    "    for (cl_uint p = 0; p < platforms && p < MOST; p++) {\n"
    "        cl_device_id device[MOST];\n"
    "        cl_uint devices = 0;\n"
    "        char name[2][1024] = {{0}}, version[1024] = {0};\n"
    "        clGetPlatformInfo(platform[p], CL_PLATFORM_NAME, sizeof name[0] - 1, name[0], NULL);\n"
    "        clGetPlatformInfo(platform[p], CL_PLATFORM_VERSION, sizeof version - 1, version, NULL);\n"
    "        if (clGetDeviceIDs(platform[p], CL_DEVICE_TYPE_ALL, MOST, device, &devices) != CL_SUCCESS)\n"
    "            continue;\n"
    "        for (cl_uint d = 0; d < devices && d < MOST; d++) {\n"
    "            clGetDeviceInfo(device[d], CL_DEVICE_NAME, sizeof name[1] - 1, name[1], NULL);\n"
    "            if (holds(name[0], word) || holds(name[1], word) || holds(version, word)) {\n"
    "                printf(\"device   %s, %s\\n\", name[1], name[0]);\n"
    "                return device[d];\n"
    "            }\n"
    "        }\n"
    "    }\n"
    "    fprintf(stderr, \"no platform or device has '%s' in its name\\n\", word);\n"
    "    exit(2);\n"
    "}\n"
    "\n"
    "static char *read_source(void)\n"
    "{\n"
    "    FILE *f = fopen(source, \"rb\");\n"
    "    char *text = f ? calloc(1, 1 << 20) : NULL;\n"
    "    if (!text || !fread(text, 1, (1 << 20) - 1, f)) {\n"
    "        fprintf(stderr, \"%s: cannot be read: it belongs into this folder\\n\", source);\n"
    "        exit(2);\n"
    "    }\n"
    "    fclose(f);\n"
    "    return text;\n"
    "}\n"
    "\n"
    "static cl_kernel build(cl_context context, cl_device_id device)\n"
    "{\n"
    "    cl_int error;\n"
    "    const char *text = read_source();\n"
    "    cl_program program = clCreateProgramWithSource(context, 1, &text, NULL, &error);\n"
    "    check(error, \"clCreateProgramWithSource\");\n"
    "    error = clBuildProgram(program, 1, &device, options, NULL, NULL);\n"
    "    if (error != CL_SUCCESS) {\n"
    "        static char log[1 << 16];\n"
    "        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);\n"
    "        fputs(log, stderr);\n"
    "    }\n"
    "    check(error, \"clBuildProgram\");\n"
    "    cl_kernel kernel = clCreateKernel(program, \"reproduce\", &error);\n"
    "    check(error, \"clCreateKernel\");\n"
    "    return kernel;\n"
    "}\n"
    "\n"
    "int main(int argc, char **argv)\n"
    "{\n"
    "    static unsigned char in[ITEMS * LANES * 8], out[RESULTS][ITEMS * LANES * 8];\n"
    "    const void *result[RESULTS];\n"
    "    cl_int error;\n"
    "    cl_device_id device = choose(argc > 1 ? argv[1] : platform_name);\n"
    "    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);\n"
    "    check(error, \"clCreateContext\");\n"
    "    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);\n"
    "    check(error, \"clCreateCommandQueue\");\n"
    "    cl_kernel kernel = build(context, device);\n"
    "    cl_mem buffer[ARGUMENTS + RESULTS];\n"
    "    for (int k = 0; k < ARGUMENTS + RESULTS; k++) {\n"
    "        for (int i = 0; k < ARGUMENTS && i < ITEMS; i++)\n"
    "            for (int lane = 0; lane < LANES; lane++)\n"
    "                memcpy(in + (i * LANES + lane) * argument[k].bytes, &argument[k].bits[lane],\n"
    "                       (size_t)argument[k].bytes);\n"
    "        buffer[k] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, sizeof in, in, "
    "&error);\n"
    "        check(error, \"clCreateBuffer\");\n"
    "        check(clSetKernelArg(kernel, (cl_uint)k, sizeof buffer[k], &buffer[k]), \"clSetKernelArg\");\n"
    "    }\n"
    "    const size_t items = ITEMS;\n"
    "    check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &items, NULL, 0, NULL, NULL), "
    "\"clEnqueueNDRangeKernel\");\n"
    "    for (int k = 0; k < RESULTS; k++) {\n"
    "        check(clEnqueueReadBuffer(queue, buffer[ARGUMENTS + k], CL_TRUE, 0, sizeof out[k], out[k], 0, "
    "NULL, NULL),\n"
    "              \"clEnqueueReadBuffer\");\n"
    "        result[k] = out[k];\n"
    "    }\n"
    "    puts(input);\n"
    "    return judge(result);\n"
    "}\n";

static const char cuda_program[] =
    "\n"
    "static void check(cudaError_t error, const char *what)\n"
    "{\n"
    "    if (error != cudaSuccess) {\n"
    "        fprintf(stderr, \"%s: %s\\n\", what, cudaGetErrorString(error));\n"
    "        exit(2);\n"
    "    }\n"
    "}\n"
    "\n"
    "int main()\n"
    "{\n"
    "    static unsigned char out[RESULTS][LANES * 8];\n"
    "    const void *result[RESULTS];\n"
    "    void *buffer[ARGUMENTS + RESULTS];\n"
    "    for (int k = 0; k < ARGUMENTS + RESULTS; k++) {\n"
    "        check(cudaMalloc(&buffer[k], LANES * 8), \"cudaMalloc\");\n"
    "        for (int lane = 0; k < ARGUMENTS && lane < LANES; lane++)\n"
    "            check(cudaMemcpy((char *)buffer[k] + lane * argument[k].bytes, &argument[k].bits[lane],\n"
    "                             (size_t)argument[k].bytes, cudaMemcpyHostToDevice), \"cudaMemcpy\");\n"
    "    }\n";

static const char cuda_program_end[] =
    "    check(cudaDeviceSynchronize(), \"reproduce\");\n"
    "    for (int k = 0; k < RESULTS; k++) {\n"
    "        check(cudaMemcpy(out[k], buffer[ARGUMENTS + k], LANES * 8, cudaMemcpyDeviceToHost), "
    "\"cudaMemcpy\");\n"
    "        result[k] = out[k];\n"
    "    }\n"
    "    cudaDeviceProp device;\n"
    "    check(cudaGetDeviceProperties(&device, 0), \"cudaGetDeviceProperties\");\n"
    "    printf(\"device   %s\\n\", device.name);\n"
    "    puts(input);\n"
    "    return judge(result);\n"
    "}\n";

static void add_input_string(struct ul_text *t, const struct ul_reproduction *r)
{
    struct ul_text input = {0};
    add_input(&input, r);
    add_string(t, "input", input.data);
    ul_text_free(&input);
}

/* ---- files ---- */

static void write_kernel(struct ul_text *t, const struct ul_reproduction *r)
{
    const bool opencl = is_api(r, "opencl");
    add_headers(t, r);
    ul_text_add(t, "\n%s reproduce(", opencl ? "__kernel void" : "__global__ void");
    add_buffers(t, r, opencl ? "__global " : "");
    ul_text_add(t, ")\n{\n    const %s;\n", opencl ? "size_t i = get_global_id(0)" : "int i = threadIdx.x");
    add_arguments(t, r);
    add_call(t, r);
    add_results(t, r);
    ul_text_add(t, "}\n");
}

static void write_opencl_host(struct ul_text *t, const struct ul_reproduction *r, const char *name)
{
    const struct ul_device *d = &r->place->device;
    char *build = ul_format("cc %s.c -o %s -lOpenCL && ./%s [WORD OF THE PLATFORM'S OR DEVICE'S NAME]", name,
                            name, name);
    char *source = ul_format("%s.cl", name);
    char *options = ul_format("%s%s%s",
                              strstr(r->flags, "-cl-std=") ? ""
                              : d->opencl_c >= 300         ? "-cl-std=CL3.0"
                              : d->opencl_c >= 120         ? "-cl-std=CL1.2"
                                                           : "",
                              *r->flags ? " " : "", r->flags);
    add_head(t, r, build);
    ul_text_add(t, "#define CL_TARGET_OPENCL_VERSION 120\n#define CL_USE_DEPRECATED_OPENCL_1_2_APIS\n"
                   "#include <CL/cl.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include "
                   "<string.h>\n#include <strings.h>\n\n");
    add_string(t, "source", source);
    add_string(t, "options", options);
    add_string(t, "platform_name", d->platform);
    add_input_string(t, r);
    add_tables(t, r);
    add_judge(t, r);
    ul_text_put(t, opencl_program, strlen(opencl_program));
    free(build);
    free(source);
    free(options);
}

static void write_cuda(struct ul_text *t, const struct ul_reproduction *r, const char *name)
{
    const struct ul_signature *s = &r->subject->signature;
    char *build = ul_format("nvcc -arch=sm_%d %s%s%s.cu -o %s && ./%s", r->place->device.arch, r->flags,
                            *r->flags ? " " : "", name, name, name);
    add_head(t, r, build);
    ul_text_add(t, "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n");
    write_kernel(t, r);
    ul_text_add(t, "\n");
    add_input_string(t, r);
    add_tables(t, r);
    add_judge(t, r);
    ul_text_put(t, cuda_program, strlen(cuda_program));
    ul_text_add(t, "    reproduce<<<1, 1>>>(");
    for (int k = 0; k < s->arguments; k++)
        ul_text_add(t, "%s(const %s *)buffer[%d]", k ? ", " : "", type_of(r, s->argument[k].type), k);
    for (int k = 0; k < s->results; k++)
        ul_text_add(t, ", (%s *)buffer[%d]", type_of(r, s->result[k].type), s->arguments + k);
    ul_text_add(t, ");\n");
    ul_text_put(t, cuda_program_end, strlen(cuda_program_end));
    free(build);
}

/* The arguments are volatile, so that the compiler does not evaluate the function itself. */
static void write_host(struct ul_text *t, const struct ul_reproduction *r, const char *name)
{
    const struct ul_signature *s = &r->subject->signature;
    char *build = ul_format("cc -O2 -fno-builtin %s.c -o %s -lm && ./%s", name, name, name);
    add_head(t, r, build);
    ul_text_add(t, "#define _GNU_SOURCE\n#include <math.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
                   "#include <string.h>\n\n");
    add_headers(t, r);
    add_input_string(t, r);
    add_tables(t, r);
    add_judge(t, r);
    ul_text_add(t, "\nint main(void)\n{\n    const int i = 0;\n    const void *result[RESULTS];\n");
    for (int k = 0; k < s->arguments; k++) {
        const char *type = type_of(r, s->argument[k].type);
        ul_text_add(t, "    volatile %s in%d[1];\n", type, k);
        ul_text_add(t, "    memcpy((void *)in%d, &argument[%d].bits[0], sizeof in%d);\n", k, k, k);
    }
    for (int k = 0; k < s->results; k++)
        ul_text_add(t, "    %s out%d[1];\n", type_of(r, s->result[k].type), k);
    add_arguments(t, r);
    add_call(t, r);
    add_results(t, r);
    for (int k = 0; k < s->results; k++)
        ul_text_add(t, "    result[%d] = out%d;\n", k, k);
    ul_text_add(t, "    puts(input);\n    return judge(result);\n}\n");
    free(build);
}

static bool write_file(const char *path, const struct ul_text *t, struct ul_line *why)
{
    FILE *f = fopen(path, "w");
    bool ok = f && fwrite(t->data, 1, t->length, f) == t->length;
    if (f && fclose(f))
        ok = false;
    return ok || ul_fail(why, "%s: %s", path, strerror(errno));
}

/* "opencl_exp-opencl_0_0": letters and digits, what else there is as '_'. */
static char *file_name(const struct ul_reproduction *r)
{
    char *width = r->width > 1 ? ul_format("x%d", r->width) : ul_strdup("");
    char *name = ul_format("%s%s-%s%s%s", r->subject->label, width, r->place->device.id, *r->flags ? "-" : "",
                           r->flags);
    free(width);
    size_t length = 0; /* no '_' at a word's end */
    for (const char *c = name; *c; c++)
        if (isalnum((unsigned char)*c) || *c == '-') {
            length -= *c == '-' && length && name[length - 1] == '_';
            name[length++] = *c;
        } else {
            name[length++] = '_';
        }
    name[length] = 0;
    return name;
}

static bool write_as(const struct ul_reproduction *r, const char *folder, const char *name, const char *kind,
                     void (*write)(struct ul_text *, const struct ul_reproduction *, const char *),
                     struct ul_line *why)
{
    struct ul_text t = {0};
    char *path = ul_format("%s/%s.%s", folder, name, kind);
    write(&t, r, name);
    const bool ok = write_file(path, &t, why);
    if (ok)
        fprintf(stderr, "ulparity: wrote %s\n", path);
    ul_text_free(&t);
    free(path);
    return ok;
}

static void write_opencl_kernel(struct ul_text *t, const struct ul_reproduction *r, const char *name)
{
    (void)name;
    write_kernel(t, r);
}

bool ul_reproduce(const struct ul_reproduction *r, const char *folder, struct ul_line *why)
{
    if (mkdir(folder, 0777) && errno != EEXIST)
        return ul_fail(why, "--reproduce %s: %s", folder, strerror(errno));
    char *name = file_name(r);
    bool ok;
    if (is_api(r, "opencl"))
        ok = write_as(r, folder, name, "cl", write_opencl_kernel, why) &&
             write_as(r, folder, name, "c", write_opencl_host, why);
    else if (is_api(r, "cuda"))
        ok = write_as(r, folder, name, "cu", write_cuda, why);
    else
        ok = write_as(r, folder, name, "c", write_host, why);
    free(name);
    return ok;
}
