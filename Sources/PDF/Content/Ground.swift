// Paint below or across text: it decides whether a person sees the text (`PageBuilder+Unseen.swift`).

import Text

/// A painted part of a page.
struct Ground {
    let box: PageBox
    let ink: Ink
    /// How many runs were drawn before it.
    var runs: Int
}

/// A stroke that is neither horizontal nor vertical.
struct Slant {
    let start: Point
    let end: Point
}

extension Ink {
    /// The ground that a fill with this ink gives to text; nil to keep the previous ground.
    ///
    /// - Parameter isUncertain: whether the fill shines through, or may be smaller than its rectangle. White then
    ///   changes nothing: it hides no text that is visible without it.
    @inline(__always) func ground(isUncertain: Bool) -> Ink? {
        if self == .clear { return nil }
        if isUncertain, isColour { return isNear(.white) ? nil : .unknown }
        return self
    }
}
