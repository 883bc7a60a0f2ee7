// The shapes that the keys of one list have: what a key that no row has would look like.

extension KeyMask {
    /// Shorter shapes are those of years, pages and house numbers.
    private static let fewestInShape = 5
    /// A list whose keys have more shapes has none.
    private static let mostShapes = 16

    /// The masks of the keys of these rows: what all keys alike begin with, then a digit for each digit and a letter for each letter.
    ///
    /// A key that is alone in its shape says nothing of others.
    ///
    /// - Parameter mask: that of the list, which is as good where it says how keys begin and how long they are.
    package static func shapes(of rows: [Row], mask: KeyMask) -> [KeyMask] {
        if !mask.isAnyText, !mask.isRange, mask.fewestDigits >= fewestInShape { return [mask] }
        var shapes: [String: (prefix: Substring, count: Int)] = [:]
        var last = ""
        for row in rows where row.batch != last {
            last = row.batch
            guard let shape = shape(of: last) else { continue }
            if let known = shapes[shape] {
                shapes[shape] = (known.prefix.commonPrefix(with: last), known.count + 1)
            } else {
                if shapes.count == mostShapes * 4 { return [] }
                shapes[shape] = (last[...], 1)
            }
        }
        let common = shapes.filter { $0.value.count > 1 }
        if common.count > mostShapes { return [] }
        return common.compactMap { shape, found in
            let rest = shape.dropFirst(found.prefix.count)
            return rest.isEmpty ? nil : try? KeyMask(escaped(String(found.prefix)) + rest.map(escapedSign).joined())
        }
    }

    /// The mask of all keys with a digit for each digit of a key, and a letter for each letter; nil if the key is as short as
    /// a year or a house number.
    package init?(formOf key: String) {
        guard let shape = Self.shape(of: key), let mask = try? KeyMask(shape.map(Self.escapedSign).joined()) else {
            return nil
        }
        self = mask
    }

    /// Its digits as `#` and its letters as `A`; nil for what may be any word or number.
    private static func shape(of key: String) -> String? {
        var (letters, digits) = (0, 0)
        let signs = key.map { character -> Character in
            switch character {
            case "0"..."9":
                digits += 1
                return "#"
            case "a"..."z", "A"..."Z":
                letters += 1
                return "A"
            default: return character
            }
        }
        return digits > 0 && letters + digits >= fewestInShape ? String(signs) : nil
    }

    private static func escapedSign(_ sign: Character) -> String {
        "?[{*".contains(sign) ? "[\(sign)]" : String(sign)
    }
}

extension Substring {
    fileprivate func commonPrefix(with other: String) -> Substring {
        var (end, place) = (startIndex, other.startIndex)
        while end < endIndex, place < other.endIndex, self[end] == other[place] {
            formIndex(after: &end)
            other.formIndex(after: &place)
        }
        return self[..<end]
    }
}
