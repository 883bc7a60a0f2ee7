// The open marked content (ISO 32000-1 14.6). Artifacts are text like any other.

import Text

/// A sequence of marked content that has begun.
struct MarkedContent {
    enum Effect {
        case none
        /// The text string that replaces the drawn text (ISO 32000-1 14.9.4).
        case replacement([UInt8])
        /// Hidden: a layer that is off (8.11.3.2).
        case hidden
    }
    var effect = Effect.none
    /// Its owner by the document's structure.
    var owner = TextOwner.unknown
    /// The page's content before it; nil if its end needs no action.
    var mark: PageMark?
}

/// The open sequences, the innermost last.
struct MarkedContentStack {
    private var open: [MarkedContent] = []
    /// Open sequences beyond those kept.
    private var unkept = 0
    /// Sequences kept open; further ones within have no effect.
    private static let kept = 512

    /// How many are open.
    var count: Int { open.count }

    /// The owner of text drawn now.
    var owner: TextOwner { open.last?.owner ?? .unknown }

    /// `BMC`, `BDC`.
    mutating func begin(_ content: MarkedContent) {
        if open.count < Self.kept { open.append(content) } else { unkept += 1 }
    }

    /// `EMC`, in a stream that began with so many open; nil if it ends nothing.
    mutating func end(above count: Int) -> MarkedContent? {
        if unkept > 0 {
            unkept -= 1
            return nil
        }
        return open.count > count ? open.popLast() : nil
    }

    /// Ends the sequences that a stream leaves open: the innermost first. The stream began with so many open.
    mutating func endStream(to count: Int) -> [MarkedContent] {
        unkept = 0
        guard open.count > count else { return [] }
        // Element by element: a slice would share the list's memory, and removing its end would then copy the list.
        let ended = (count..<open.count).reversed().map { open[$0] }
        open.removeLast(ended.count)
        return ended
    }
}
