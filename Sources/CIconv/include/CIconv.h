// iconv(3) in one call, for Swift, which cannot pass its pointers. No policy here.
#pragma once

/// The encoding is unknown to this system.
#define CICONV_UNKNOWN (-1)
/// More bytes mean nothing than are allowed.
#define CICONV_WRONG (-2)
/// `room` does not do; four times `count` and some does for all encodings.
#define CICONV_ROOM (-3)

/// Loads what decoding takes, for good: 1, or 0 where the encoding is unknown to this system.
int ciconv_load(const char *_Nonnull encoding);

/// Decodes `count` bytes into UTF-8. What means nothing becomes U+FFFD, `most_wrong` times at most. `width` is the most
/// bytes that a character takes: of one that means nothing both are passed over.
///
/// Returns the length of the result, or one of the three above.
long ciconv_utf8(const char *_Nonnull encoding, int width, const char *_Nonnull bytes, long count,
                 char *_Nonnull output, long room, long most_wrong);
