// libdeflate, which inflates whole streams twice as fast as zlib does. It is loaded at the first stream, and may be
// missing (see CDeflate.c).

#pragma once
#include <stddef.h>
#include <stdint.h>

/// Loads libdeflate now: 1, or 0 where it is missing.
int cdeflate_load(void);

/// Inflates deflate data without a header (RFC 1951) that fit into `room` bytes of output, to their end.
///
/// `used` is how many bytes of the data were read, `written` how many came of them. Returns 1. Returns 0 where the data
/// are cut short, longer, or damaged so that it sees it, and where libdeflate is missing: the output is worth nothing
/// then, and zlib is to be asked. It gives a meaning to some symbols that RFC 1951 forbids: only a checksum tells.
int cdeflate_inflate(
    const uint8_t *_Nullable data, size_t count, uint8_t *_Nullable output, size_t room, size_t *_Nonnull used,
    size_t *_Nonnull written);

/// Adler-32 (RFC 1950 8.2), of libdeflate or, where that is missing, of zlib.
uint32_t cdeflate_adler32(const uint8_t *_Nullable data, size_t count);
