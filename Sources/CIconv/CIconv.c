#include "CIconv.h"

#include <errno.h>
#include <iconv.h>
#include <string.h>

/// How many bytes to pass over where a character means nothing: of two beyond ASCII the second would begin another.
static size_t surplus(const char *bytes, size_t left, int width) {
    int is_pair = width > 1 && left > 1 && (bytes[0] & 0x80) && (bytes[1] & 0x80);
    return is_pair ? 2 : 1;
}

int ciconv_load(const char *encoding) {
    // Never closed: the C library keeps what it has loaded for a converter as long as there is one.
    return iconv_open("UTF-8", encoding) != (iconv_t)-1;
}

long ciconv_utf8(const char *encoding, int width, const char *bytes, long count, char *output, long room,
                 long most_wrong) {
    iconv_t converter = iconv_open("UTF-8", encoding);
    if (converter == (iconv_t)-1) return CICONV_UNKNOWN;
    char *from = (char *)bytes, *to = output;
    size_t left = (size_t)count, free = (size_t)room;
    long wrong = 0, problem = 0;
    while (!problem && iconv(converter, &from, &left, &to, &free) == (size_t)-1) {
        if (errno == E2BIG || free < 3) {
            problem = CICONV_ROOM;
        } else if (++wrong > most_wrong) {
            problem = CICONV_WRONG;
        } else {
            // A byte that means nothing there, or the beginning of a character at the end.
            memcpy(to, "\xEF\xBF\xBD", 3);
            to += 3, free -= 3;
            size_t passed = surplus(from, left, width);
            from += passed, left -= passed;
            if (!left) break;
        }
    }
    // Some hold a letter back until they know whether a mark follows.
    if (!problem && iconv(converter, NULL, NULL, &to, &free) == (size_t)-1) problem = CICONV_ROOM;
    iconv_close(converter);
    return problem ? problem : to - output;
}
