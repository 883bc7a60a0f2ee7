// Joins the streams of one page. The division must lie between tokens and separates them (ISO 32000-1 table 30, 7.8.2).
// Some documents are cut anywhere, every so many bytes: there, the cut is no white space. The bytes at the seam show
// which case it is. Fixtures contents_cut_*.

/// Joins the streams of a page.
struct ContentSeams {
    private let limits: PDFLimits
    private var scanner: ContentScanner
    private var window: ContentScanner
    /// The start of the last statement that may continue over the next seam.
    private var start = 0
    /// How many bytes after a seam are read: the longest operand must end within.
    private static let lookahead = 1024

    init(limits: PDFLimits) {
        self.limits = limits
        scanner = ContentScanner(limits: limits)
        window = ContentScanner(limits: limits)
    }

    /// Joins the bytes from `seam` on to those before: with white space, unless that cuts a token.
    ///
    /// - Returns: how many bytes each further seam reads again, to be charged.
    mutating func join(_ bytes: inout [UInt8], at seam: Int) throws(PDFError) -> Int {
        try advance(to: seam, in: bytes)
        // A string continues over the seam. Any other token was cut only if the two halves make sense together and not
        // apart.
        if scanner.isBroken || isCut(bytes, at: seam) { return seam - start }
        bytes.insert(0x0A, at: seam)
        return seam - start
    }

    /// Reads up to the seam, and finds the start of the statement there: operands, and an operator that may be cut.
    private mutating func advance(to seam: Int, in bytes: [UInt8]) throws(PDFError) {
        let before = bytes.span.extracting(0..<seam)
        scanner.restart(at: start)
        while let code = scanner.next(in: before) {
            if code == ContentOperator.inlineImageData.rawValue {
                try scanner.skipInlineImage(in: before, dictionaryFrom: start, limits: limits)
            }
            if scanner.position < seam { start = scanner.position }
            scanner.clear()
        }
    }

    /// Whether the seam cuts a token: read as one token the statement is valid, as two it is not.
    private mutating func isCut(_ bytes: [UInt8], at seam: Int) -> Bool {
        guard seam < bytes.count, bytes[seam - 1].isRegular, bytes[seam].isRegular else { return false }
        let after = bytes[seam..<min(seam + Self.lookahead, bytes.count)]
        let whole = bytes[start..<seam] + after
        let parted = bytes[start..<seam] + [0x0A] + after
        return !isRight(Array(parted), over: seam - start) && isRight(Array(whole), over: seam - start)
    }

    /// Whether all operators up to the first that ends after the seam are known and have their operands.
    private mutating func isRight(_ bytes: [UInt8], over seam: Int) -> Bool {
        window.restart(at: 0)
        while let code = window.next(in: bytes.span) {
            guard Self.isRight(code, window.operands[..<window.operandCount]) else { return false }
            if window.position > seam { return true }
            window.clear()
        }
        return false
    }

    private static func isRight(_ code: UInt32, _ operands: ArraySlice<Operand>) -> Bool {
        guard let wanted = signatures[code] else { return false }
        let found = operands.map { kinds[Int($0.kind.rawValue)] }
        switch wanted {
        case "any": return true
        case "[…]":
            // Two adjacent numbers in a `TJ` array are a number that was cut.
            return found.first == "[" && found.last == "]"
                && !zip(found, found.dropFirst()).contains { $0 == ("n", "n") }
        case "[…]n": return found.first == "[" && found.suffix(2) == ["]", "n"]
        default: return found.elementsEqual(wanted)
        }
    }

    /// Operands in the notation of `signatures`, by the raw value of their kind.
    private static let kinds: [Character] = ["n", "/", "s", "s", "s", "[", "]"]

    /// The operands of each operator (ISO 32000-1 annex A): n is a number, / a name, s a string.
    private static let signatures: [UInt32: String] = {
        let operators: [(operands: String, names: String)] = [
            ("", "b B b* B* BI BT BX EI EMC ET EX f F f* h n q Q s S T* W W*"),
            ("n", "G g i j J M Tc TL Tr Ts Tw Tz w"), ("nn", "d0 l m Td TD"), ("nnn", "RG rg"),
            ("nnnn", "K k re v y"), ("nnnnnn", "c cm d1 Tm"), ("/", "BMC CS cs Do gs MP ri sh"), ("/n", "Tf"),
            ("s", "Tj '"), ("nns", "\""), ("[…]", "TJ"), ("[…]n", "d"), ("any", "BDC DP ID SC SCN sc scn"),
        ]
        var signatures: [UInt32: String] = [:]
        for (operands, names) in operators {
            for name in names.split(separator: " ") {
                signatures[name.utf8.reduce(0) { $0 << 8 | UInt32($1) }] = operands
            }
        }
        return signatures
    }()
}
