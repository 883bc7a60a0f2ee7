// The form in which format readers pass text to the net: one text for a part of the document, with separator bytes
// between its pieces.

/// The bytes between the pieces of a text, which is otherwise UTF-8.
package enum NetText {
    /// A cell or value ends: no number continues after it.
    package static let end: UInt8 = 0x1E
    /// Inline markup begins or ends: a number may continue after it.
    package static let joint: UInt8 = 0x1F
    /// A line ends: a number may be broken.
    package static let line: UInt8 = 0x0A
}
