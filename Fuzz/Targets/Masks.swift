// Masks, and the keys that they match: the quick ways must say what the slow one says.

@testable import Rows

extension Target {
    /// Masks up to a NUL each, then the text that they are tried on.
    static let masks = Target("masks") { bytes in
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        let text = parts.last.map { Array($0) } ?? []
        var masks: [KeyMask] = []
        for part in parts.dropLast().prefix(20) {
            let written = String(decoding: part, as: UTF8.self)
            guard let mask = try? KeyMask(written) else { continue }
            try check(mask, written, text)
            masks.append(mask)
        }
        try check(KeySet(patterns: masks), masks, text)
    }
}

private func check(_ mask: KeyMask, _ written: String, _ text: [UInt8]) throws {
    try promise(mask.text == written, "a mask is not kept as it was written")
    try promise(mask.forms.count <= KeyMask.mostForms, "a mask has \(mask.forms.count) forms")
    try promise(mask.forms.map(\.shortest).min() == mask.shortest, "no form is as short as its mask")
    if !mask.isAnyText { try promise(1...KeyMask.longest ~= mask.length, "a mask has \(mask.length) places") }
    try promise(1...mask.length ~= mask.shortest, "a mask has \(mask.shortest) of \(mask.length) places")
    try promise(!mask.isLiteral || mask.shortest == mask.length, "a key has several lengths")
    if mask.isLiteral { try promise(mask.matches(mask.key), "a key does not match itself") }
    for start in text.indices.prefix(64) {
        let length = start % 2 == 0 ? mask.length : mask.shortest
        let range = start..<min(start + length, text.count)
        try promise(
            mask.matches(text, at: range) == mask.forms.contains { $0.matches(text, at: range) },
            "a mask matches what none of its forms does")
        try promise(
            mask.matches(text, at: range) == mask.matches(text[range]), "a mask matches in one way and not in the other"
        )
        if mask.matches(text, at: range) {
            try promise(mask.canBegin(with: text[start]), "a key begins with what no key begins with")
        }
    }
    try promise(!mask.matches(text, at: -1..<(mask.length - 1)), "a mask matches before the text")
    try promise(!mask.matches(text, at: text.count..<(text.count + mask.length)), "a mask matches after the text")
}

private func check(_ set: KeySet, _ masks: [KeyMask], _ text: [UInt8]) throws {
    try promise(set.isEmpty == masks.isEmpty, "a set is empty and is not")
    for mask in masks {
        for start in text.indices.prefix(16) {
            let range = start..<min(start + mask.length, text.count)
            // A key is always valid UTF-8: it was made a string before.
            guard let key = String(validating: text[range], as: UTF8.self) else { continue }
            let isWatched = masks.contains { $0.matches(key) }
            try promise(set.contains(key) == isWatched, "a set and its masks differ on a key")
            try promise((set.pattern(for: key) != nil) == isWatched, "a watched key has no pattern")
            if isWatched { try promise(set.mayContain(text, at: range), "a watched key would be passed over") }
        }
    }
}
