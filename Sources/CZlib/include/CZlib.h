// zlib for Swift: the header, and what Swift cannot import because it is a macro. No policy here.
#pragma once
#include <zlib.h>

/// inflateInit2; a zlib result code.
int batchwatch_inflateInit(z_streamp stream, int window_bits);

/// inflateInit2 for deflate data without a zlib header (RFC 1951); a zlib result code.
int batchwatch_inflateInitRaw(z_streamp stream);
