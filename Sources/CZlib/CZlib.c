#include "CZlib.h"

int batchwatch_inflateInit(z_streamp stream, int window_bits) {
    return inflateInit2(stream, window_bits);
}

int batchwatch_inflateInitRaw(z_streamp stream) {
    return batchwatch_inflateInit(stream, -MAX_WBITS);
}
