// Finds rarer forms of the keys of a list: seven forms of permit numbers, a suffix letter in one row of fifty. A mask
// without them would silently leave out rows.

import Rows

/// Widens masks by texts that stand among the keys.
package enum KeyForms {
    /// A column of more forms is not one of keys alone; the commonest are taken.
    static let most = 16

    /// Fewer keys of a form do not show how long its numbers are.
    private static let fewestToMeasure = 3

    /// The mask with the forms of these texts; nil where they add none.
    ///
    /// - Parameter texts: cells of the keys' column, in rows that say something in other columns.
    package static func mask(_ mask: KeyMask, with texts: [String]) -> KeyMask? {
        let shapes = shapes(of: texts.filter { !mask.matches($0) })
        if shapes.isEmpty || mask.isAnyText { return nil }
        var wide = try? KeyMask((mask.masks + masks(of: shapes)).joined(separator: "\n"))
        wide?.isInText = mask.isInText
        return wide
    }

    /// The mask with all forms of these texts; nil for none. A number of two digits counts something.
    package static func mask(of texts: [String]) -> KeyMask? {
        let masks = masks(of: shapes(of: texts.filter { $0.utf8.count { 0x30...0x39 ~= $0 } > 2 }))
        return masks.isEmpty ? nil : try? KeyMask(masks.joined(separator: "\n"))
    }

    private static func masks(of shapes: [(shape: KeyShape, count: Int)]) -> [String] {
        shapes.sorted { $0.count > $1.count }.prefix(most).map { shape, count in
            (count < fewestToMeasure ? shape.withShorterNumbers : shape).mask()
        }
    }

    /// The forms of some texts, with how many have each.
    private static func shapes(of texts: [String]) -> [(shape: KeyShape, count: Int)] {
        var shapes: [(shape: KeyShape, count: Int)] = []
        for text in Set(texts).sorted() where !DateCell.isDate(text, compact: false) {
            guard let shape = KeyShape(text.utf8) ?? KeyShape(phrase: text.utf8) else { continue }
            let known = shapes.indices.lazy.compactMap { index in
                shapes[index].shape.joined(with: shape, anywhere: true).map { (index: index, shape: $0) }
            }.first
            if let known {
                shapes[known.index] = (known.shape, shapes[known.index].count + 1)
            } else {
                shapes.append((shape, 1))
            }
        }
        return shapes
    }
}
