// FriBidi: the Unicode Bidirectional Algorithm (UAX #9), as far as embedding levels. It is loaded at the first call of
// cfribidi_load, not at the start of the program (see CFriBidi.c).

#pragma once
#include <stdint.h>

/// Loads libfribidi, once. Null, or what is missing.
const char *_Nullable cfribidi_load(void);

/// What was found missing when libfribidi was to be loaded; null where it is there, or was not asked for.
const char *_Nullable cfribidi_missing(void);

/// Writes the embedding level of each character of a paragraph, which has at least one. It may be called only once
/// cfribidi_load has returned null.
///
/// The last `drawn` characters are in the order of drawing, where a mark stands before the
/// right-to-left letter that it belongs to. Returns 1, or 0 where there is no memory.
int cfribidi_levels(const uint32_t *_Nonnull text, int count, int drawn, int is_right_to_left, int8_t *_Nonnull levels);
