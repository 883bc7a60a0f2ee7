// Text of a page that a person sees differently from the document's data.

/// A place of a page where the visible text and the data differ.
package struct ObscuredText: Sendable, Equatable {
    /// Why they differ.
    package enum Cause: Sendable {
        /// A rectangle or picture covers it.
        case covered
        /// It is the value of a field, or a note on the page, that the document does not draw: some programs show it.
        case undrawn
        /// It has the colour of its ground, is fully transparent, invisible or too small.
        case unseen
        /// A slanting line crosses it, from one corner to the opposite one.
        case crossedOut
    }
    package var cause: Cause
    package var text: String
    /// Its beginning and end, on its baseline.
    package var start: Point
    package var end: Point
    /// The height of the em, in the page's units; positive.
    package var size: Double

    package init(_ cause: Cause, text: String, start: Point, end: Point, size: Double) {
        (self.cause, self.text, self.start, self.end, self.size) = (cause, text, start, end, size)
    }
}
