// Text of a page that a person does not see as the document has it.

/// A place of a page where what is seen and what is read differ.
package struct ObscuredText: Sendable, Equatable {
    /// Why they differ.
    package enum Cause: Sendable {
        /// A rectangle or picture is painted over it.
        case covered
        /// It is the value of a field, or a note on the page, for which the document draws nothing: some programs show it.
        case undrawn
        /// It has the colour of what lies below it, is fully transparent, invisible or too small.
        case unseen
        /// A slanting line goes through it, from one corner to the opposite one.
        case crossedOut
    }
    package var cause: Cause
    package var text: String
    /// Where it begins and ends, on its baseline.
    package var start: Point
    package var end: Point
    /// The height of the em, in the page's units; positive.
    package var size: Double

    package init(_ cause: Cause, text: String, start: Point, end: Point, size: Double) {
        (self.cause, self.text, self.start, self.end, self.size) = (cause, text, start, end, size)
    }
}
