// A number or text to watch (`try --watch`), without knowing its column.

import Rows

/// What somebody wants to watch.
package struct SoughtText: Sendable {
    /// As it was written, without blanks at its ends.
    package let text: String
    /// The key, or the keys, that it stands for where keys are no texts; nil for what is no mask.
    package let mask: KeyMask?
    /// How a configuration watches it where keys are no texts.
    package let pattern: String
    private let folded: String

    package init(_ text: String) {
        folded = TextKey.folded(text)
        pattern = KeyMask.pattern(soughtAs: text)
        mask = try? KeyMask(pattern)
        self.text = (try? KeyMask(text: text))?.key ?? text
    }

    /// Whether it is one of a list's keys.
    ///
    /// - Parameter isText: whether the keys of the list may be any text.
    package func isKey(_ key: String, isText: Bool) -> Bool {
        isText ? isIn(key) : mask?.matches(key) ?? false
    }

    /// Whether a list with this key mask can have it.
    package func isKey(of list: KeyMask) -> Bool {
        if list.isAnyText { return true }
        guard let mask else { return false }
        if mask.isLiteral { return list.matches(mask.key) }
        return mask.shortest <= list.length && list.shortest <= mask.length
    }

    /// Whether it is what a cell says.
    func isIn(_ cell: String) -> Bool {
        // Most cells differ in length by more than blanks and signs make.
        guard cell.utf8.count <= 4 * folded.utf8.count + 16 else { return false }
        return TextKey.folded(cell) == folded
    }
}
