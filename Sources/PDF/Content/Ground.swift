// What lies below or across text: it decides whether a person sees the text (`PageBuilder+Unseen.swift`).

import Text

/// Part of a page that is painted.
struct Ground {
    let box: PageBox
    let ink: Ink
    /// How many runs were drawn before it.
    var runs: Int
}

/// A stroke that is neither level nor upright.
struct Slant {
    let start: Point
    let end: Point
}

extension Ink {
    /// What a fill with this ink leaves for text to lie on; nil where that is what was there before.
    ///
    /// - Parameter isUncertain: whether the fill shines through, or may be smaller than its rectangle. White is then as
    ///   good as none: it hides no text that is seen without it.
    @inline(__always) func ground(isUncertain: Bool) -> Ink? {
        if self == .clear { return nil }
        if isUncertain, isColour { return isNear(.white) ? nil : .unknown }
        return self
    }
}
