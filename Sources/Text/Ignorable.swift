// Recognises characters that are not drawn.

/// Whether a character is not drawn: it hides, orders or joins others, or is a filler that looks like a blank.
package func isIgnorable(_ scalar: Unicode.Scalar) -> Bool {
    // Nearly all text ends here: apart from the soft hyphen, the first such character is U+034F.
    if scalar.value < 0x34F { return scalar.value == 0xAD }
    var (first, end) = (0, ignorableCharacters.count)
    while first < end {
        let middle = (first + end) / 2
        let range = ignorableCharacters[middle]
        if range.contains(scalar.value) { return true }
        if scalar.value < range.lowerBound { end = middle } else { first = middle + 1 }
    }
    return false
}
