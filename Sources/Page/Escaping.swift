// Escapes text from a list for markup.

import Text

/// The longest text on a page or in a feed, in bytes: a status is a line, and a status of 60 kB is cut.
package let longestText = 1_000

/// The text as content or as an attribute in double quotes, for HTML and XML 1.0: sanitized, without signs of markup, and
/// without the code points that neither allows (XML 1.0 2.2, HTML 13.2.3.5).
func escaped(_ text: String, limit: Int = longestText) -> String {
    var result = ""
    for scalar in sanitized(text, limit: limit).unicodeScalars {
        switch scalar {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        default: result.unicodeScalars.append(isNoncharacter(scalar) ? "\u{fffd}" : scalar)
        }
    }
    return result
}

/// Unicode 23.7: the last two of each plane, and U+FDD0 to U+FDEF.
private func isNoncharacter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value & 0xfffe == 0xfffe || (0xfdd0...0xfdef).contains(scalar.value)
}
