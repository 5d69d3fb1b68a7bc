#include "manual.h"
#include "option_rows.h"
#include <stdio.h>
#include <string.h>

/* What is true of all commands; each part is a paragraph. */
static const struct {
    const char *title, *text;
} parts[] = {
    {"Subjects", "A subject is a function of an API (`opencl/exp`, `cuda/__expf`, `ptx/rcp.approx.ftz.f32`, "
                 "`host/expf`), an\n"
                 "approximation by its name in the dialect (`approx/rcp`), an algorithm by its name "
                 "(`acosf_harley`), a file that\n"
                 "holds algorithms (`./mine.h`), or a glob over these (`'opencl/native_*'`). Without one, a "
                 "command takes all."},
    {"Values",
     "An argument is decimal (`1.5`), hexfloat (`-0x1.8p+3`), `inf`, `nan`, or bits in hexadecimal\n"
     "(`bits:b76e`). Lanes of a vector are joined by commas.\n"
     "\n"
     "Options given twice: devices, flags and what else says `repeatable` add up; of numbers and formats the "
     "last\n"
     "counts; two values of any other option are a mistake."},
    {"Devices", "`host` is this machine's C library and compiler. `cuda:N` is a GPU, `cuda:emulated` the "
                "same without one;\n"
                "`cuda:0@11.8` and `cuda:emulated@11.8` take the compiler of that CUDA release. "
                "`opencl:WORD` is the device of the\n"
                "OpenCL platform that the word names, `opencl:P:D` the same by numbers. `all` takes "
                "everything that is here."},
    {"Exit status",
     "0: all hold. 1: a bound is broken, or what was compared differs. 2: the command line or a file is at "
     "fault, or a device named is not here; one\n"
     "line says what and where. 3: a measurement could not be made. 77: no device could run what was asked."},
    {"Environment", "`XDG_CACHE_HOME`: compiled code is kept below it, in `ulparity` (else in `~/.cache`). "
                    "`OCL_ICD_VENDORS`: the folder\n"
                    "of OpenCL's .icd files. `CC`: the compiler of the host's subjects. `NO_COLOR`: no "
                    "colour. `COLUMNS`: the width of\n"
                    "a line."},
};

enum { PARTS = sizeof parts / sizeof *parts };

static bool has(int command, const struct option *o)
{
    return o->commands & UL_COMMAND_BIT(command);
}

/* ---- a page for man ---- */

/* Text of roff: a hyphen that may be copied, no line that is a request; `code` is bold. */
static void roff(const char *text)
{
    bool bold = false;
    for (const char *c = text; *c; c++)
        if (*c == '`')
            fputs((bold = !bold) ? "\\fB" : "\\fR", stdout);
        else if (*c == '-')
            fputs("\\-", stdout);
        else if (*c == '\\')
            fputs("\\e", stdout);
        else if ((*c == '.' || *c == '\'') && (c == text || c[-1] == '\n'))
            printf("\\&%c", *c);
        else
            putchar(*c);
}

static void man_option(const struct option *o)
{
    fputs(".TP\n", stdout);
    if (o->brief)
        printf("\\fB\\-%c\\fR%s", o->brief, o->name ? ", " : "");
    if (o->name) {
        fputs("\\fB\\-\\-", stdout);
        roff(o->name);
        fputs("\\fR", stdout);
    }
    if (o->argument) {
        fputs(" \\fI", stdout);
        roff(o->argument);
        fputs("\\fR", stdout);
    }
    putchar('\n');
    roff(o->text);
    if (o->standard)
        printf(" [%s]", o->standard);
    putchar('\n');
}

static void man_command(int k)
{
    printf(".SS \"ulparity %s %s\"\n", ul_command_rows[k].name, ul_command_rows[k].words);
    roff(ul_command_rows[k].text);
    puts("");
    for (int o = 0; o < UL_OPTION_ROWS; o++)
        if (has(k, &ul_option_rows[o]))
            man_option(&ul_option_rows[o]);
}

static void man_example(int k)
{
    fputs(".TP\n\\fB", stdout);
    roff(ul_example_rows[k].line);
    fputs("\\fR\n", stdout);
    roff(ul_example_rows[k].text);
    puts("");
}

static void print_man(void)
{
    puts(".TH ULPARITY 1 \"\" \"ulparity " UL_VERSION "\"\n.SH NAME\n"
         "ulparity \\- the accuracy of GPU math, measured and held against the documents\n.SH SYNOPSIS\n"
         ".B ulparity\n.I COMMAND\n[\\fIOPTION\\fR...] [\\fIWORD\\fR...]\n.SH COMMANDS");
    for (int k = 0; k < UL_COMMANDS; k++)
        man_command(k);
    for (int k = 0; k < PARTS; k++) {
        printf(".SH \"%s\"\n", parts[k].title);
        roff(parts[k].text);
        puts("");
    }
    puts(".SH EXAMPLES");
    for (int k = 0; k < UL_EXAMPLE_ROWS; k++)
        man_example(k);
}

/* ---- Markdown ---- */

/* A cell of a table: what is code there needs no escapes but of '|'. */
static void cell(const char *text)
{
    for (; *text; text++)
        printf(*text == '|' ? "\\|" : "%c", *text);
}

static void md_option(const struct option *o)
{
    fputs("| `", stdout);
    if (o->brief)
        printf("-%c", o->brief);
    if (o->name)
        printf("%s--%s", o->brief ? ", " : "", o->name);
    if (o->argument) {
        putchar(' ');
        cell(o->argument);
    }
    fputs("` | ", stdout);
    cell(o->text);
    if (o->standard)
        printf(" [%s]", o->standard);
    puts(" |");
}

static void md_examples(enum ul_command command)
{
    puts("\n| for example | |\n|---|---|");
    for (int k = 0; k < UL_EXAMPLE_ROWS; k++)
        if (ul_example_rows[k].command == command)
            printf("| `%s` | %s |\n", ul_example_rows[k].line, ul_example_rows[k].text);
}

static void print_md(void)
{
    puts("# The command line\n\nMade by `ulparity --manual md` from the rows that the parser reads "
         "(`conformance/options.def`); `--manual man` makes\nthe page for `man`, `bash`, `zsh`, `fish` those "
         "shells' "
         "completions.");
    md_examples(UL_COMMANDS);
    for (int k = 0; k < PARTS; k++)
        printf("\n## %s\n\n%s\n", parts[k].title, parts[k].text);
    for (int k = 0; k < UL_COMMANDS; k++) {
        printf("\n## ulparity %s%s%s\n\n%s\n\n| option | |\n|---|---|\n", ul_command_rows[k].name,
               *ul_command_rows[k].words ? " " : "", ul_command_rows[k].words, ul_command_rows[k].text);
        for (int o = 0; o < UL_OPTION_ROWS; o++)
            if (has(k, &ul_option_rows[o]))
                md_option(&ul_option_rows[o]);
        md_examples((enum ul_command)k);
    }
}

/* ---- completions ---- */

/* The words of "text|json", if the argument is such a list. */
static void print_choices(const char *argument)
{
    for (; *argument; argument++)
        putchar(*argument == '|' ? ' ' : *argument);
}

static bool is_list(const struct option *o)
{
    return o->argument && strchr(o->argument, '|');
}

static void print_spellings(const struct option *o)
{
    if (o->brief)
        printf(" -%c", o->brief);
    if (o->name)
        printf(" --%s", o->name);
}

static void print_bash(void)
{
    puts("# bash completion for ulparity\n_ulparity() {\n"
         "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} words=\n"
         "    case ${COMP_WORDS[1]}:$before in");
    for (int k = 0; k < UL_COMMANDS; k++)
        for (int o = 0; o < UL_OPTION_ROWS; o++)
            if (has(k, &ul_option_rows[o]) && is_list(&ul_option_rows[o])) {
                printf("    %s:--%s) words='", ul_command_rows[k].name, ul_option_rows[o].name);
                print_choices(ul_option_rows[o].argument);
                puts("' ;;");
            }
    puts("    *:ulparity | *:*/ulparity)");
    fputs("        words='-h --help --version", stdout);
    for (int k = 0; k < UL_COMMANDS; k++)
        printf(" %s", ul_command_rows[k].name);
    puts("' ;;\n    *)\n        case ${COMP_WORDS[1]} in");
    for (int k = 0; k < UL_COMMANDS; k++) {
        printf("        %s) words='", ul_command_rows[k].name);
        for (int o = 0; o < UL_OPTION_ROWS; o++)
            if (has(k, &ul_option_rows[o]))
                print_spellings(&ul_option_rows[o]);
        puts("' ;;");
    }
    puts("        esac ;;\n    esac\n    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\")\n"
         "}\ncomplete -o default -F _ulparity ulparity");
}

/* Text between single quotes, where zsh and fish want it so; `also` are letters that need a backslash. */
static void quoted(const char *text, const char *also)
{
    for (; *text; text++)
        if (*text == '\'')
            fputs("'\\''", stdout);
        else
            printf(strchr(also, *text) ? "\\%c" : "%c", *text);
}

static void zsh_spelling(const struct option *o, const char *spelling)
{
    printf(" \\\n            '*%s[", spelling);
    quoted(o->text, "[]:\\");
    putchar(']');
    if (is_list(o)) {
        fputs(":word:(", stdout);
        print_choices(o->argument);
        putchar(')');
    } else if (o->argument) {
        printf(":%s:_files", o->argument);
    }
    putchar('\'');
}

static void print_zsh(void)
{
    puts("#compdef ulparity\n_ulparity() {\n    if ((CURRENT == 2)); then\n        local -a commands=(");
    for (int k = 0; k < UL_COMMANDS; k++) {
        printf("            '%s:", ul_command_rows[k].name);
        quoted(ul_command_rows[k].text, ":");
        puts("'");
    }
    puts("        )\n        _describe command commands\n        return\n    fi\n    shift words\n    "
         "((CURRENT--))\n"
         "    case $words[1] in");
    for (int k = 0; k < UL_COMMANDS; k++) {
        printf("    %s)\n        _arguments '*:word:_files'", ul_command_rows[k].name);
        for (int o = 0; o < UL_OPTION_ROWS; o++) {
            char spelling[64];
            if (!has(k, &ul_option_rows[o]))
                continue;
            if (ul_option_rows[o].brief)
                zsh_spelling(&ul_option_rows[o], (const char[]){'-', ul_option_rows[o].brief, 0});
            if (ul_option_rows[o].name) {
                snprintf(spelling, sizeof spelling, "--%s", ul_option_rows[o].name);
                zsh_spelling(&ul_option_rows[o], spelling);
            }
        }
        puts(" ;;");
    }
    puts("    esac\n}\n_ulparity \"$@\"");
}

static void print_fish(void)
{
    puts("# fish completion for ulparity");
    for (int k = 0; k < UL_COMMANDS; k++) {
        printf("complete -c ulparity -n __fish_use_subcommand -f -a %s -d '", ul_command_rows[k].name);
        quoted(ul_command_rows[k].text, "\\");
        puts("'");
        for (int o = 0; o < UL_OPTION_ROWS; o++) {
            if (!has(k, &ul_option_rows[o]))
                continue;
            printf("complete -c ulparity -n '__fish_seen_subcommand_from %s'", ul_command_rows[k].name);
            if (ul_option_rows[o].brief)
                printf(" -s %c", ul_option_rows[o].brief);
            if (ul_option_rows[o].name)
                printf(" -l %s", ul_option_rows[o].name);
            if (ul_option_rows[o].argument)
                fputs(" -r", stdout);
            if (is_list(&ul_option_rows[o])) {
                fputs(" -f -a '", stdout);
                print_choices(ul_option_rows[o].argument);
                putchar('\'');
            }
            fputs(" -d '", stdout);
            quoted(ul_option_rows[o].text, "\\");
            puts("'");
        }
    }
}

int ul_manual_main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*print)(void);
    } forms[] = {
        {"man", print_man}, {"md", print_md}, {"bash", print_bash}, {"zsh", print_zsh}, {"fish", print_fish}};
    for (size_t k = 0; k < sizeof forms / sizeof *forms && argc == 3; k++)
        if (!strcmp(argv[2], forms[k].name)) {
            forms[k].print();
            return 0;
        }
    fputs("ulparity: --manual: one of man, md, bash, zsh, fish is expected\n", stderr);
    return 2;
}
