// The other forms that the keys of a list have: seven forms of permit numbers, a suffix letter in one row of fifty. A mask
// without them would leave their rows out in silence.

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
        var shapes: [(shape: KeyShape, count: Int)] = []
        for text in Set(texts).sorted() where !mask.matches(text) && !DateCell.isDate(text, compact: false) {
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
        if shapes.isEmpty || mask.isAnyText { return nil }
        for index in shapes.indices where shapes[index].count < fewestToMeasure {
            shapes[index].shape = shapes[index].shape.withShorterNumbers
        }
        let masks = shapes.sorted { $0.count > $1.count }.prefix(most).map { $0.shape.mask() }
        var wide = try? KeyMask((mask.masks + masks).joined(separator: "\n"))
        wide?.isInText = mask.isInText
        return wide
    }
}
