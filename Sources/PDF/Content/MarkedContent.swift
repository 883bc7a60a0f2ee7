// The marked content that is open (ISO 32000-1 14.6). Artifacts are text like any other.

import Text

/// A sequence of marked content that has begun.
struct MarkedContent {
    enum Effect {
        case none
        /// The text string that stands for what is drawn (ISO 32000-1 14.9.4).
        case replacement([UInt8])
        /// Not to be seen: a layer that is off (8.11.3.2).
        case hidden
    }
    var effect = Effect.none
    /// Whose it is, as the document's structure says.
    var owner = TextOwner.unknown
    /// What was on the page before; nil where nothing happens at the end.
    var mark: PageMark?
}

/// The sequences that are open, the innermost last.
struct MarkedContentStack {
    private var open: [MarkedContent] = []
    /// Sequences within those that are not kept.
    private var unkept = 0
    /// Sequences kept open; further ones within have no effect.
    private static let kept = 512

    /// How many are open.
    var count: Int { open.count }

    /// Whose what is drawn now is.
    var owner: TextOwner { open.last?.owner ?? .unknown }

    /// `BMC`, `BDC`.
    mutating func begin(_ content: MarkedContent) {
        if open.count < Self.kept { open.append(content) } else { unkept += 1 }
    }

    /// `EMC`, in a stream that began with so many open; nil where nothing ends.
    mutating func end(above count: Int) -> MarkedContent? {
        if unkept > 0 {
            unkept -= 1
            return nil
        }
        return open.count > count ? open.popLast() : nil
    }

    /// Ends those that a stream, which began with so many open, leaves open: the innermost first.
    mutating func endStream(to count: Int) -> [MarkedContent] {
        unkept = 0
        guard open.count > count else { return [] }
        // Element by element: a slice would share the list's memory, and then taking its end off would copy the list.
        let ended = (count..<open.count).reversed().map { open[$0] }
        open.removeLast(ended.count)
        return ended
    }
}
