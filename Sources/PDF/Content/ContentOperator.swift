// The operators of content streams that affect text, its visibility, or painted paths (ISO 32000-1 annex A). The reader
// ignores all others.

/// An operator; the raw value is its characters, the last one lowest.
enum ContentOperator: UInt32, CaseIterable {
    case beginText = 0x4254  // BT
    case setFont = 0x5466  // Tf
    case moveText = 0x5464  // Td
    case moveTextSetLeading = 0x5444  // TD
    case setTextMatrix = 0x546D  // Tm
    case nextLine = 0x542A  // T*
    case show = 0x546A  // Tj
    case showArray = 0x544A  // TJ
    case showOnNextLine = 0x27  // '
    case showOnNextLineSpaced = 0x22  // "
    case setCharacterSpacing = 0x5463  // Tc
    case setWordSpacing = 0x5477  // Tw
    case setHorizontalScaling = 0x547A  // Tz
    case setLeading = 0x544C  // TL
    case setRise = 0x5473  // Ts
    case save = 0x71  // q
    case restore = 0x51  // Q
    case concatenate = 0x636D  // cm
    case drawObject = 0x446F  // Do
    case setGraphicsState = 0x6773  // gs
    case beginInlineImage = 0x4249  // BI
    case inlineImageData = 0x4944  // ID
    case clip = 0x57  // W
    case clipEvenOdd = 0x572A  // W*
    case setLineWidth = 0x77  // w
    case stroke = 0x53  // S
    case closeStroke = 0x73  // s
    case fill = 0x66  // f
    case fillObsolete = 0x46  // F
    case fillEvenOdd = 0x662A  // f*
    case fillStroke = 0x42  // B
    case fillStrokeEvenOdd = 0x422A  // B*
    case closeFillStroke = 0x62  // b
    case closeFillStrokeEvenOdd = 0x622A  // b*
    case setRenderingMode = 0x5472  // Tr
    case setGrey = 0x67  // g
    case setStrokeGrey = 0x47  // G
    case setRGB = 0x7267  // rg
    case setStrokeRGB = 0x5247  // RG
    case setCMYK = 0x6B  // k
    case setStrokeCMYK = 0x4B  // K
    case setColourSpace = 0x6373  // cs
    case setStrokeColourSpace = 0x4353  // CS
    case setColour = 0x7363  // sc
    case setStrokeColour = 0x5343  // SC
    case setColourNamed = 0x73636E  // scn
    case setStrokeColourNamed = 0x53434E  // SCN
    case paintShading = 0x7368  // sh
    case beginMarkedContent = 0x424D43  // BMC
    case beginMarkedContentWithProperties = 0x424443  // BDC
    case endMarkedContent = 0x454D43  // EMC

    /// Whether it sets a colour. Some programs do so within a path.
    @inline(__always) var setsColour: Bool {
        switch self {
        case .setGrey, .setStrokeGrey, .setRGB, .setStrokeRGB, .setCMYK, .setStrokeCMYK, .setColourSpace,
            .setStrokeColourSpace, .setColour, .setStrokeColour, .setColourNamed, .setStrokeColourNamed:
            true
        default: false
        }
    }
}

/// The operators by their characters: one lookup instead of a search.
struct ContentOperators {
    /// Operators of one or two characters, indexed by seven bits of each.
    private let short: [ContentOperator?]

    init() {
        var short = [ContentOperator?](repeating: nil, count: 1 << 14)
        for known in ContentOperator.allCases where known.rawValue < 0x8000 {
            short[Self.index(known.rawValue)] = known
        }
        self.short = short
    }

    @inline(__always) subscript(code: UInt32) -> ContentOperator? {
        code & 0xFFFF_8080 == 0 ? short[Self.index(code)] : ContentOperator(rawValue: code)
    }

    @inline(__always) private static func index(_ code: UInt32) -> Int { Int(code & 0x7F | code >> 1 & 0x3F80) }
}
