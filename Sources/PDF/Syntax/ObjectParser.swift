// Parses tokens to objects (ISO 32000-1 7.3), with an explicit stack: nesting costs no recursion. Accepts input that
// ends too early.

/// Reads object after object.
struct ObjectParser {
    var lexer: Lexer
    private let limits: PDFLimits
    /// Decrypts the strings; nil if they are not encrypted.
    private var strings: StringDecryption?
    /// Whether the last object held an unclosed container, a dictionary of other things than pairs, or unknown words.
    private(set) var isBroken = false
    /// Values read and not yet taken by a container.
    private var values: [PDFObject] = []
    /// Open containers: the start of their values, and their closing token.
    private var open: [(start: Int, isDictionary: Bool)] = []

    init(_ lexer: Lexer, limits: PDFLimits, strings: StringDecryption? = nil) {
        self.lexer = lexer
        self.limits = limits
        self.strings = strings
        // Most objects are a dictionary of fewer than a dozen values, and there are many of them.
        values.reserveCapacity(24)
    }

    /// The next object; null if there is none. An unclosed container ends where the object ends.
    mutating func object() throws(PDFError) -> PDFObject {
        values.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        isBroken = false
        let start = lexer.position
        var count = 0
        while true {
            let before = lexer.position
            if try !take(lexer.next()) {
                lexer.position = before
                if !open.isEmpty { isBroken = true }
                while !open.isEmpty { close() }
            }
            if open.isEmpty { return values.last ?? .null }
            count += 1
            if count > limits.elements {
                throw PDFError(.limit, "an object has more than \(limits.elements) values", offset: start)
            }
        }
    }

    /// Takes a token; returns false if it cannot belong to the object.
    private mutating func take(_ token: Lexer.Token) throws(PDFError) -> Bool {
        switch token {
        case .end: return false
        case .integer(let value): values.append(integerOrReference(value))
        case .real(let value): values.append(.real(value))
        case .name(let value): values.append(.name(value))
        case .string(let value): values.append(.string(try strings?.decrypt(value) ?? value))
        case .arrayStart: try begin(isDictionary: false)
        case .dictionaryStart: try begin(isDictionary: true)
        case .arrayEnd, .dictionaryEnd:
            if open.isEmpty { return false }
            close()
        case .keyword(let word): return take(keyword: word)
        }
        return true
    }

    private mutating func take(keyword: String) -> Bool {
        switch keyword {
        case "true": values.append(.boolean(true))
        case "false": values.append(.boolean(false))
        case "null": values.append(.null)
        case "endobj", "stream", "endstream", "obj", "xref", "trailer", "startxref": return false
        default:
            if open.isEmpty { return false }
            isBroken = true
        }
        return true
    }

    /// `12` or `12 0 R`.
    private mutating func integerOrReference(_ value: Int) -> PDFObject {
        guard value >= 0, lexer.position < lexer.bytes.count, lexer.bytes[lexer.position].isWhiteSpace else {
            return .integer(value)
        }
        let before = lexer.position
        if let generation = lexer.takeInteger(), generation >= 0, lexer.take(keyword: "R") { return .reference(value) }
        lexer.position = before
        return .integer(value)
    }

    private mutating func begin(isDictionary: Bool) throws(PDFError) {
        if open.count >= limits.nesting {
            throw PDFError(.limit, "objects are nested deeper than \(limits.nesting)", offset: lexer.position)
        }
        open.append((values.count, isDictionary))
    }

    private mutating func close() {
        guard let container = open.popLast() else { return }
        // No slice may be alive when the values are removed: it would force a copy.
        let object: PDFObject
        if container.isDictionary {
            let dictionary = PDFDictionary(pairs: values[container.start...])
            if 2 * dictionary.count != values.count - container.start { isBroken = true }
            object = .dictionary(dictionary)
        } else {
            object = .array(Array(values[container.start...]))
        }
        values.removeLast(values.count - container.start)
        values.append(object)
    }
}
