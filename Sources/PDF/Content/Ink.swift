// The colour of paint (ISO 32000-1 8.6), as far as it decides whether a text is visible on its ground.

/// A colour in eight bits for each of red, green and blue, or why there is none.
struct Ink: Hashable {
    private let code: UInt32

    static let black = Ink(code: 0)
    static let white = Ink(code: 0xFF_FFFF)
    /// An unknown colour: of a pattern, a separation, a blend.
    static let unknown = Ink(code: 1 << 24)
    /// Nothing is painted: fully transparent, or rendering mode 3.
    static let clear = Ink(code: 2 << 24)
    /// A picture or a drawing: it may show anything, letters among it.
    static let picture = Ink(code: 3 << 24)

    private init(code: UInt32) { self.code = code }

    /// From components of 0 to 1; values beyond are clamped (ISO 32000-1 8.6.4).
    @inline(__always) init(red: Double, green: Double, blue: Double) {
        code = Self.byte(red) << 16 | Self.byte(green) << 8 | Self.byte(blue)
    }

    init(cyan: Double, magenta: Double, yellow: Double, black: Double) {
        self.init(red: 1 - cyan - black, green: 1 - magenta - black, blue: 1 - yellow - black)
    }

    @inline(__always) private static func byte(_ component: Double) -> UInt32 {
        component > 0 ? component < 1 ? UInt32(component * 255 + 0.5) : 255 : 0
    }

    /// Whether it is a known colour.
    @inline(__always) var isColour: Bool { code < 1 << 24 }

    /// Whether it is visible on white paper; unknown colours are.
    @inline(__always) var isPlain: Bool { self != .clear && !isNear(.white) }

    /// A twentieth of the range: no eye distinguishes two colours that differ by no more in each component.
    private static let tolerance: UInt32 = 13

    /// Whether both are known colours that no eye distinguishes.
    @inline(__always) func isNear(_ other: Ink) -> Bool {
        guard isColour, other.isColour else { return false }
        return Self.isNear(code >> 16, other.code >> 16) && Self.isNear(code >> 8 & 0xFF, other.code >> 8 & 0xFF)
            && Self.isNear(code & 0xFF, other.code & 0xFF)
    }

    @inline(__always) private static func isNear(_ one: UInt32, _ other: UInt32) -> Bool {
        max(one, other) - min(one, other) <= tolerance
    }
}
