// Tokens and objects of any bytes: the cursor always moves on, numbers are finite, nesting and size keep to the limits.

@testable import PDF

extension Target {
    static let objects = Target("objects") { bytes in
        try checkTokens(bytes)
        try checkObjects(bytes)
    }
}

private func checkTokens(_ bytes: [UInt8]) throws {
    var lexer = Lexer(bytes)
    while true {
        lexer.skipWhiteSpace()
        let start = lexer.position
        let token = lexer.next()
        if token == .end {
            try promise(start == bytes.count && lexer.position == start, "the end is not where the bytes end")
            return
        }
        try promise(lexer.position > start && lexer.position <= bytes.count, "a token does not move the cursor")
        let text = bytes[start..<lexer.position]
        switch token {
        case .integer(let value):
            if let read = plainInteger(text) { try promise(read == value, "\(read) was read as \(value)") }
        case .real(let value):
            try promise(value.isFinite, "a number is not finite")
            try promise(plainInteger(text) == nil, "\(text) was read as \(value)")
        case .keyword(let word):
            try promise(word.unicodeScalars.count <= 20, "a keyword is not cut off")
        case .string(let string):
            try promise(string.count < text.count, "a string is longer than what stands there")
        default: break
        }
        var again = lexer
        again.position = start
        try promise(
            again.next() == token && again.position == lexer.position, "a token reads otherwise the second time")
    }
}

/// The value of up to 15 digits, with a "-" maybe; nil for other texts.
private func plainInteger(_ text: ArraySlice<UInt8>) -> Int? {
    let digits = text.first == UInt8(ascii: "-") ? text.dropFirst() : text
    guard 1...15 ~= digits.count, digits.allSatisfy(\.isDigit) else { return nil }
    return Int(String(decoding: text, as: UTF8.self))
}

private func checkObjects(_ bytes: [UInt8]) throws {
    var limits = PDFLimits()
    limits.nesting = 8
    limits.elements = 1000
    var parser = ObjectParser(Lexer(bytes), limits: limits)
    while true {
        let before = parser.lexer.position
        do {
            let object = try parser.object()
            try checkExtent(of: object, limits)
            if parser.lexer.position > before { continue }
            try promise(object == .null, "an object stands where nothing was read")
        } catch let error as PDFError {
            try promise(error.kind == .limit, "an object is refused for no limit: \(error)")
        }
        // Words that end an object are left for the caller.
        if parser.lexer.next() == .end { return }
    }
}

private func checkExtent(of object: PDFObject, _ limits: PDFLimits) throws {
    var waiting = [(object, 0)]
    var count = 0
    while let (object, depth) = waiting.popLast() {
        count += 1
        try promise(depth <= limits.nesting, "an object is nested too deep")
        switch object {
        case .array(let elements): waiting += elements.map { ($0, depth + 1) }
        case .dictionary(let dictionary):
            for entry in dictionary.entries {
                try promise(dictionary[entry.key] != nil, "a dictionary does not find its key")
                waiting.append((entry.value, depth + 1))
            }
        case .real(let value): try promise(value.isFinite, "a number is not finite")
        default: break
        }
    }
    try promise(count <= limits.elements + 1, "an object has too many values")
}
