// The colours of the graphics state (ISO 32000-1 8.6.3, 8.6.8), and the ink of text in each rendering mode.

/// The number of components of a colour, as far as it matters.
enum ColourSpace: UInt8 {
    case grey, rgb, cmyk
    /// Patterns, which may be pictures.
    case pattern
    /// Anything else: separations, tables of colours.
    case other
}

/// The colours and the rendering mode in force. `q` saves them.
struct Paints {
    private(set) var fill = Ink.black
    private(set) var stroke = Ink.black
    private var fillSpace = ColourSpace.grey
    private var strokeSpace = ColourSpace.grey
    /// ISO 32000-1 table 106.
    private var mode: UInt8 = 0
    private var isFillClear = false
    private var isStrokeClear = false
    /// Whether an enclosing transparency group is fully transparent.
    private var isGroupClear = false
    /// The ink of text.
    private(set) var text = Ink.black

    /// Less alpha than this leaves nothing visible, like a colour so near to white.
    private static let leastAlpha = 0.05

    /// The ink of filled paths.
    var filling: Ink { isFillClear || isGroupClear ? .clear : fill }
    /// The ink of stroked paths.
    var stroking: Ink { isStrokeClear || isGroupClear ? .clear : stroke }

    @inline(__always) mutating func set(_ ink: Ink, space: ColourSpace, strokes: Bool) {
        if strokes { (stroke, strokeSpace) = (ink, space) } else { (fill, fillSpace) = (ink, space) }
        setText()
    }

    /// `cs`: a colour space begins with its own black, or with an unknown colour.
    mutating func set(_ space: ColourSpace, strokes: Bool) {
        set(space == .other || space == .pattern ? .unknown : .black, space: space, strokes: strokes)
    }

    /// The colour space for the components of `sc`.
    func space(strokes: Bool) -> ColourSpace { strokes ? strokeSpace : fillSpace }

    /// `Tr`.
    mutating func set(mode: Double) {
        self.mode = mode >= 0 && mode <= 7 ? UInt8(mode) : 0
        setText()
    }

    /// The alpha of fills or strokes (ISO 32000-1 11.6.4.4).
    mutating func set(alpha: Double, strokes: Bool) {
        if strokes { isStrokeClear = alpha < Self.leastAlpha } else { isFillClear = alpha < Self.leastAlpha }
        setText()
    }

    /// Begins a transparency group: it is painted as a whole, with the alpha of fills (ISO 32000-1 11.6.6).
    mutating func beginGroup() {
        isGroupClear = isGroupClear || isFillClear
        (isFillClear, isStrokeClear) = (false, false)
        setText()
    }

    /// Clipping text shows later paint: it counts as unknown.
    private mutating func setText() {
        switch mode {
        case 0: text = filling
        case 1: text = stroking
        case 2: text = filling.isPlain ? filling : stroking
        case 3: text = .clear
        default: text = .unknown
        }
    }
}
