// The text state (ISO 32000-1 9.3) and those parts of the graphics state that move text. Values, saved by q and
// restored by Q.

/// The parameters of text.
struct TextState {
    /// The index of the font in `FontTable`; nil before the first `Tf`.
    var font: Int?
    var size = 0.0
    var characterSpacing = 0.0
    var wordSpacing = 0.0
    /// 1 for 100 %.
    var horizontalScaling = 1.0
    var leading = 0.0
    var rise = 0.0
}

/// The state that `q` saves.
struct GraphicsState {
    var matrix = Matrix.identity
    var text = TextState()
    /// The extent of the clip path; nil without one.
    var clip: PageBox?
    /// The rectangles of a clip path that has several; it also hides content between them.
    var clipParts: [PageBox] = []
    /// Whether paint lets the content below shine through (ISO 32000-1 11.3).
    var isSeeThrough = false
    /// Whether the clip path may be smaller than its rectangle.
    var isClipShaped = false
    var paints = Paints()
    /// In user space.
    var lineWidth = 1.0
}
