// libfribidi is loaded by dlopen: few lists are written from right to left, and no other has to pay for it.

#include "CFriBidi.h"

#include <dlfcn.h>
#include <fribidi/fribidi.h>
#include <pthread.h>
#include <stdlib.h>

// The functions in use, typed by fribidi.h and found by name.
#define FUNCTIONS(each)                                                                                              \
    each(fribidi_get_bidi_types) each(fribidi_get_bracket_types) each(fribidi_get_par_embedding_levels_ex)

#define MEMBER(name) __typeof__(name) *name##_;
static struct { FUNCTIONS(MEMBER) } table;

static const char *missing;

// The soname of every libfribidi since 2004.
static void load(void) {
    void *library = dlopen("libfribidi.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        missing = "libfribidi.so.0";
        return;
    }
#define FIND(name)                                                                                                   \
    table.name##_ = (__typeof__(name) *)dlsym(library, #name);                                                       \
    if (!table.name##_) missing = #name;
    FUNCTIONS(FIND)
}

const char *cfribidi_load(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return missing;
}

const char *cfribidi_missing(void) { return missing; }

// A mark takes the type of what stands before it (UAX #9, W1), which in the order of drawing is another letter.
static void attach_marks(FriBidiCharType *types, int from, int count) {
    for (int index = count - 2; index >= from; index--) {
        if (types[index] == FRIBIDI_TYPE_NSM && FRIBIDI_IS_RTL(types[index + 1]) && FRIBIDI_IS_LETTER(types[index + 1]))
            types[index] = types[index + 1];
    }
}

int cfribidi_levels(const uint32_t *text, int count, int drawn, int is_right_to_left, int8_t *levels) {
    FriBidiCharType *types = malloc((size_t)count * sizeof *types);
    FriBidiBracketType *brackets = malloc((size_t)count * sizeof *brackets);
    int is_done = 0;
    if (types && brackets) {
        FriBidiParType base = is_right_to_left ? FRIBIDI_PAR_RTL : FRIBIDI_PAR_LTR;
        table.fribidi_get_bidi_types_(text, count, types);
        attach_marks(types, count - drawn, count);
        table.fribidi_get_bracket_types_(text, count, types, brackets);
        is_done = table.fribidi_get_par_embedding_levels_ex_(types, brackets, count, &base, levels) != 0;
    }
    free(types);
    free(brackets);
    return is_done;
}
