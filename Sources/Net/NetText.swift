// How readers of formats hand their text to the net: one text for a part of the document, with bytes between its pieces.

/// The bytes between the pieces of a text. Beside these, it is UTF-8.
package enum NetText {
    /// Here a cell ends, or a value: no number goes on behind it.
    package static let end: UInt8 = 0x1E
    /// Here a mark within a line begins or ends: a number may go on behind it.
    package static let joint: UInt8 = 0x1F
    /// Here a line ends: a number may be broken.
    package static let line: UInt8 = 0x0A
}
