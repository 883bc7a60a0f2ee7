// The least work of any reader of a PDF's text: inflates each Flate stream of the document, discards the bytes, and
// prints their number. Font programs and images are left out, because text needs neither. The floor of scripts/bench.

#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static unsigned char output[1 << 18];

// The dictionary that ends at `end`: from the last "obj" on, which is far enough, because nested keys are not needed.
static int is_wanted(const char *start, const char *end) {
    static const char *const strangers[] = {"/Length1", "/FontFile", "/Image", "Type1C", "Type0C", "/OpenType"};
    const char *begin = end;
    while (begin > start && end - begin < 4096 && memcmp(begin, " obj", 4)) begin--;
    size_t length = (size_t)(end - begin);
    if (!memmem(begin, length, "/FlateDecode", 12) && !memmem(begin, length, "/Fl ", 4)) return 0;
    for (size_t i = 0; i < sizeof strangers / sizeof *strangers; i++)
        if (memmem(begin, length, strangers[i], strlen(strangers[i]))) return 0;
    return 1;
}

int main(int count, char **arguments) {
    FILE *file = count == 2 ? fopen(arguments[1], "rb") : NULL;
    if (!file || fseek(file, 0, SEEK_END)) return fprintf(stderr, "usage: bench-floor FILE\n"), 64;
    size_t length = (size_t)ftell(file);
    char *document = malloc(length + 1);
    rewind(file);
    if (!document || fread(document, 1, length, file) != length) return fprintf(stderr, "cannot be read\n"), 66;
    z_stream stream = {0};
    if (inflateInit(&stream) != Z_OK) return 70;
    unsigned long long streams = 0, decoded = 0;
    const char *end = document + length, *keyword = document;
    while ((keyword = memmem(keyword, (size_t)(end - keyword), "stream", 6))) {
        const char *data = keyword + 6;
        int is_wanted_here = keyword > document && keyword[-1] != 'd' && is_wanted(document, keyword);
        keyword = data;
        if (!is_wanted_here) continue;
        if (data < end && *data == '\r') data++;
        if (data < end && *data == '\n') data++;
        stream.next_in = (unsigned char *)data;
        stream.avail_in = (unsigned)(end - data);
        int result;
        do {
            stream.next_out = output;
            stream.avail_out = sizeof output;
            result = inflate(&stream, Z_NO_FLUSH);
        } while (result == Z_OK);
        if (result != Z_STREAM_END) return fprintf(stderr, "a stream cannot be inflated\n"), 65;
        streams++;
        decoded += stream.total_out;
        keyword = (const char *)stream.next_in;
        inflateReset(&stream);
    }
    printf("%llu %llu\n", streams, decoded);
    return 0;
}
