// Some fonts name a letter by its form at the beginning, in the middle or at the end of a word, or two letters by their
// ligature. Nobody types these characters (Unicode 9.2): they stand for the letters.

/// The presentation forms of Hebrew and Arabic letters.
enum PresentationForms {
    /// The text with letters instead of forms.
    static func spelled(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isForm) else { return text }
        var spelled = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if isForm(scalar), let letters = letters[scalar.value] {
                spelled.append(contentsOf: letters)
            } else {
                spelled.append(scalar)
            }
        }
        return String(spelled)
    }

    private static func isForm(_ scalar: Unicode.Scalar) -> Bool { 0xFB1D...0xFEFC ~= scalar.value }

    /// The letters of each form.
    private static let letters: [UInt32: [Unicode.Scalar]] = {
        var letters: [UInt32: [Unicode.Scalar]] = [:]
        for entry in presentationFormTable.split(whereSeparator: \.isWhitespace) {
            let parts = entry.split(separator: ",")
            guard parts.count == 3, let first = UInt32(parts[0], radix: 16), let count = UInt32(parts[1]) else {
                continue
            }
            let scalars = parts[2].split(separator: "_")
                .compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }
            for form in first..<first + count { letters[form] = scalars }
        }
        return letters
    }()
}
