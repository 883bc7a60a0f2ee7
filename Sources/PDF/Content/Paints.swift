// The colours of the graphics state (ISO 32000-1 8.6.3, 8.6.8), and what text is painted with under a rendering mode.

/// How many components a colour has, as far as it matters.
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
    /// Whether a transparency group around is fully transparent.
    private var isGroupClear = false
    /// With what text is painted.
    private(set) var text = Ink.black

    /// Less alpha than this leaves nothing to be seen, as a colour so near to white does.
    private static let leastAlpha = 0.05

    /// With what a filled path is painted.
    var filling: Ink { isFillClear || isGroupClear ? .clear : fill }
    /// With what a stroked path is painted.
    var stroking: Ink { isStrokeClear || isGroupClear ? .clear : stroke }

    @inline(__always) mutating func set(_ ink: Ink, space: ColourSpace, strokes: Bool) {
        if strokes { (stroke, strokeSpace) = (ink, space) } else { (fill, fillSpace) = (ink, space) }
        setText()
    }

    /// `cs`: a colour space begins with its own black, or with a colour that is not known.
    mutating func set(_ space: ColourSpace, strokes: Bool) {
        set(space == .other || space == .pattern ? .unknown : .black, space: space, strokes: strokes)
    }

    /// The space that the components of `sc` are of.
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

    /// Text that is clipped to shows what is painted next: nobody knows whether it is seen.
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
