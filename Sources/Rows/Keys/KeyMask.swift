// Key masks: how the keys of a list (batch numbers) are told from all other text, and how a watch names many keys at
// once. No regular expressions: a mask is a few forms, each one set of bytes per place, so matching is linear in the key
// and cannot blow up.

/// A pattern for keys: `#` is a digit, `A` a letter, `?` either, `[0-8]` one of a class, anything else itself; `{11}`
/// says how many there are of what stands before it, `{7,9}` from how many to how many; `(…)?` is a part that may be
/// missing.
///
/// Digits and letters are the ASCII ones, letters of either case. `[#]`, `[A]`, `[?]`, `[[]`, `[{]` and `[(]` stand for
/// the signs themselves. The mask `*` by itself allows any text (`isAnyText`); a key that is a star is `[*]`. A list of
/// masks is a mask that allows what one of them allows; `text` has them in lines.
package struct KeyMask: Hashable, Sendable, CustomStringConvertible {
    /// The longest mask, in bytes of what it matches. Four times the longest key known (16 digits), so that a mask
    /// stays a line.
    package static let longest = 64

    /// What `key-in` says of keys in longer cells.
    package static let inText = "text"

    /// The longest key where keys may be any text, in bytes.
    package static let longestText = 256

    /// How many forms a mask may have: each optional part doubles them.
    package static let mostForms = 256

    /// The mask of lists whose keys may be any text: names, titles.
    package static let anyText = KeyMask(text: "*", forms: [KeyForm(places: [], shortest: 1)])

    /// The default for a list: the London rule, 20000000000 to 28999999999.
    package static let london = KeyMask(
        text: "2[0-8]#########",
        forms: [
            KeyForm(
                places: [.byte(0x32), .oneOf(Place.set(from: 0x30, to: 0x38))]
                    + [Place](repeating: .oneOf(Place.digits), count: 9), shortest: 11)
        ])

    /// The mask as it was written; of a list of masks one in each line.
    package let text: String

    /// The form of most masks, and the first one of others.
    private let form: KeyForm
    /// The other forms, where parts may be missing or the mask is a list.
    private let others: [KeyForm]
    /// How many bytes a matching key has at least.
    package let shortest: Int
    /// How many bytes a matching key has at most.
    package let length: Int
    /// Whether a key may stand in a longer cell, beside text that says nothing of the case (`key-in = "text"`).
    package var isInText = false

    private init(key: String) {
        self.init(text: key, forms: [KeyForm(key: key)])
    }

    private init(text: String, forms: [KeyForm]) {
        self.text = text
        form = forms.first ?? KeyForm(places: [], shortest: 1)
        others = Array(forms.dropFirst())
        shortest = others.reduce(form.shortest) { min($0, $1.shortest) }
        length = form.isAnyText ? KeyMask.longestText : others.reduce(form.length) { max($0, $1.length) }
    }

    /// Reads a mask, or several in lines; the error names the character that is wrong.
    package init(_ text: String) throws(MaskError) {
        // Most masks are plain numbers, and there may be a hundred thousand.
        if (1...KeyMask.longest).contains(text.utf8.count), text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) {
            self.init(key: text)
            return
        }
        if text == "*" {
            self = .anyText
            return
        }
        guard text.utf8.contains(0x0A) else {
            var parser = MaskParser(text)
            self.init(text: text, forms: try parser.forms())
            return
        }
        var masks: [KeyMask] = []
        for line in KeyMask.lines(of: text) { masks.append(try KeyMask(line)) }
        try self.init(anyOf: masks)
    }

    /// The mask that allows what one of these allows.
    ///
    /// - Throws: `empty` for none, `anyTextAmongOthers` for a list with `*`, and `tooManyForms`.
    package init(anyOf masks: [KeyMask]) throws(MaskError) {
        if masks.isEmpty { throw .empty }
        if masks.count > 1, masks.contains(where: \.isAnyText) { throw .anyTextAmongOthers }
        var forms: [KeyForm] = []
        for form in masks.flatMap(\.allForms) where !forms.contains(form) { forms.append(form) }
        if forms.count > KeyMask.mostForms { throw .tooManyForms }
        self.init(text: masks.map(\.text).joined(separator: "\n"), forms: forms)
    }

    /// A key of a list whose keys may be any text: this one, in which no sign means another. White space is one space
    /// each, and none at either end.
    package init(text: String) throws(MaskError) {
        let key = TextKey.trimmed(text)
        if key.isEmpty { throw .empty }
        if key.utf8.count > KeyMask.longestText { throw .textTooLong }
        for (index, scalar) in key.unicodeScalars.enumerated() where scalar.properties.generalCategory == .control {
            throw .controlCharacter(at: index + 1)
        }
        self.init(key: key)
    }

    private var allForms: [KeyForm] { [form] + others }

    /// The mask as people read it: a list as "A, B".
    package var description: String { text.utf8.contains(0x0A) ? masks.joined(separator: ", ") : text }

    /// The masks of a list; the mask itself where it is none.
    package var masks: [String] { KeyMask.lines(of: text) }

    /// The lines of a text by their bytes: to Swift, "\r\n" is one character, and none of its lines ends there.
    private static func lines(of text: String) -> [String] {
        text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false).map { String(decoding: $0, as: UTF8.self) }
    }

    /// A mask for each of the forms: of one length, or of several with the same beginning.
    package var forms: [KeyMask] { others.isEmpty ? [self] : allForms.map { KeyMask(text: text, forms: [$0]) } }

    /// "the key mask ########"; the default is called that, since nobody may have written it.
    package var phrase: String {
        masks.count > 1
            ? "the key masks \(description)" : "the \(self == .london ? "default " : "")key mask \(description)"
    }

    /// Whether any text matches.
    package var isAnyText: Bool { form.isAnyText }

    /// Whether keys of several lengths match.
    package var isRange: Bool { shortest != length }

    /// Whether no place is a wildcard: the mask is a key.
    package var isLiteral: Bool { others.isEmpty && form.isLiteral }

    /// The key that a literal mask stands for: its text, but for places written as a class (`[A]`).
    package var key: String { String(decoding: form.bytes, as: UTF8.self) }

    /// The mask of the list that these keys are taken from: the default one where that has them all; for a single other
    /// key the mask of all that look like it, digits for digits and letters for letters; else this one.
    ///
    /// A list is read by the mask of all its keys, since the rows around a wanted one tell where that one ends.
    package var list: KeyMask {
        if !isInText, allForms.allSatisfy({ $0.isWithin(KeyMask.london.form) }) { return .london }
        if !isLiteral { return self }
        if key == "*" { return self }
        let signs = key.map { character in
            switch character {
            case "0"..."9": "#"
            case "a"..."z", "A"..."Z": "A"
            case "?", "#", "[", "{", "(": "[\(character)]"
            default: String(character)
            }
        }
        return (try? KeyMask(signs.joined())) ?? self
    }

    /// The bytes of the key that a literal mask stands for; nil for other masks.
    package var literalBytes: [UInt8]? { isLiteral && !isAnyText ? form.bytes : nil }

    /// Whether a key of the first form may have this byte at a place, counted from 0.
    package func allows(_ byte: UInt8, at place: Int) -> Bool { form.allows(byte, at: place) }

    /// How many places of the key with the fewest digits are digits.
    var fewestDigits: Int { others.reduce(form.fewestDigits) { min($0, $1.fewestDigits) } }

    /// The lengths of the shortest and the longest key of each form, each once.
    var lengths: Set<Int> { Set(allForms.flatMap { [$0.shortest, $0.length] }) }

    /// Whether the whole key matches.
    package func matches(_ key: String) -> Bool {
        matches(key.utf8)
    }

    /// Whether these bytes of UTF-8, all of them, match.
    package func matches(_ key: some Collection<UInt8>) -> Bool {
        form.matches(key) || !others.isEmpty && others.contains { $0.matches(key) }
    }

    /// Whether the bytes at these positions of a buffer match; false where the range leaves it.
    package func matches(_ buffer: [UInt8], at range: Range<Int>) -> Bool {
        form.matches(buffer, at: range) || !others.isEmpty && others.contains { $0.matches(buffer, at: range) }
    }

    /// Whether a matching key can begin with this byte.
    @inline(__always)
    func canBegin(with byte: UInt8) -> Bool {
        form.canBegin(with: byte) || !others.isEmpty && others.contains { $0.canBegin(with: byte) }
    }

    package static func == (left: KeyMask, right: KeyMask) -> Bool {
        left.form == right.form && left.others == right.others && left.isInText == right.isInText
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(form)
        hasher.combine(others)
    }
}

extension KeyMask {
    /// The mask that matches this key and nothing else.
    package static func escaped(_ key: String) -> String {
        key.map { "A#?[{(*".contains($0) ? "[\($0)]" : String($0) }.joined()
    }
}

extension KeyMask {
    /// The pattern that somebody means who types the number of a case, or a mask: what has a digit and no sign that only
    /// masks have is the number itself, also with an "A" in it.
    package static func pattern(soughtAs text: String) -> String {
        let isNumber = text.utf8.contains { 0x30...0x39 ~= $0 } && !text.contains { "#?[{*".contains($0) }
        return isNumber ? escaped(text) : text
    }

    /// A cell as keys are compared: signs of full width and digits of other scripts as those of ASCII.
    package static func folded(_ cell: String) -> String { CellText.cell(cell, folding: true) }
}
