// libdeflate is loaded by dlopen: only some formats are deflated, and what it does zlib does as well, for more time.

#include "CDeflate.h"

#include <dlfcn.h>
#include <libdeflate.h>
#include <pthread.h>
#include <zlib.h>

// The functions in use, typed by libdeflate.h and found by name.
#define FUNCTIONS(each)                                                                                              \
    each(libdeflate_alloc_decompressor) each(libdeflate_deflate_decompress_ex) each(libdeflate_adler32)

#define MEMBER(name) __typeof__(name) *name##_;
static struct { FUNCTIONS(MEMBER) } table;

static int is_there;

// The soname of every libdeflate since 2016.
static void load(void) {
    void *library = dlopen("libdeflate.so.0", RTLD_NOW | RTLD_LOCAL);
    if (!library) return;
    is_there = 1;
#define FIND(name)                                                                                                   \
    table.name##_ = (__typeof__(name) *)dlsym(library, #name);                                                       \
    if (!table.name##_) is_there = 0;
    FUNCTIONS(FIND)
}

static int is_loaded(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, load);
    return is_there;
}

int cdeflate_load(void) { return is_loaded(); }

int cdeflate_inflate(const uint8_t *data, size_t count, uint8_t *output, size_t room, size_t *used, size_t *written) {
    // One for all streams of a document: each begins anew, and to make one costs as much as a short stream.
    static _Thread_local struct libdeflate_decompressor *decompressor;
    if (!decompressor && is_loaded()) decompressor = table.libdeflate_alloc_decompressor_();
    if (!decompressor) return 0;
    return table.libdeflate_deflate_decompress_ex_(decompressor, data, count, output, room, used, written)
        == LIBDEFLATE_SUCCESS;
}

uint32_t cdeflate_adler32(const uint8_t *data, size_t count) {
    return is_loaded() ? table.libdeflate_adler32_(1, data, count) : (uint32_t)adler32_z(1, data, count);
}
