// The text state (ISO 32000-1 9.3) and the graphics state as far as it moves text. Values, saved by q and restored by
// Q.

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

/// What `q` saves.
struct GraphicsState {
    var matrix = Matrix.identity
    var text = TextState()
    /// What the clip path leaves of the page; nil without one.
    var clip: PageBox?
    /// The rectangles of a clip path of several, where what lies between them is hidden, too.
    var clipParts: [PageBox] = []
    /// Whether what is painted lets what lies below shine through (ISO 32000-1 11.3).
    var isSeeThrough = false
    /// Whether the clip path may be smaller than its rectangle.
    var isClipShaped = false
    var paints = Paints()
    /// In user space.
    var lineWidth = 1.0
}
