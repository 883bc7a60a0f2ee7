#include "CZlib.h"

int batchwatch_inflateInitRaw(z_streamp stream) {
    return inflateInit2(stream, -MAX_WBITS);
}
