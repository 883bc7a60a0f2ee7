// Text of a list that must never take effect.

/// A status that tries everything: line feeds, NUL, escape sequences, a function for an old bash, substitutions,
/// bidirectional overrides, C1.
package let hostile =
    "a\nb\r\0\u{1b}[31m() { :;}; `id` $(id);rm -rf ~ \u{202e}cba\u{2066} \u{9b}2J \u{7f}'\"\\%s\u{2028}"
/// The same as it is shown.
package let hostileInert =
    "a b \u{fffd}\u{fffd}[31m() { :;}; `id` $(id);rm -rf ~ \u{fffd}cba\u{fffd} \u{fffd}2J \u{fffd}'\"\\%s "
