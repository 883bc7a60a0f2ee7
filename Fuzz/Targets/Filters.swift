// Filters and chains of them, chosen by the first bytes: no more bytes than the budget allows, the same ones each time,
// what stood in the output stays, and what an encoder writes comes back.

@testable import PDF

private let limits: PDFLimits = {
    var limits = PDFLimits()
    limits.streamBytes = 1 << 16
    limits.ratioBytes = 1 << 12
    limits.ratio = 20
    return limits
}()

extension Target {
    static let filters = Target("filters") { bytes in
        var choices = Choices(bytes)
        let kind = choices.number()
        if kind >= 0x80 {
            try checkReturn(of: choices.rest, kind)
            return
        }
        let filters = (0...(kind % 5)).map { _ in filter(&choices) }
        try checkChain(filters, choices.rest)
    }
}

/// A filter's name, and its parameters.
private func filter(_ choices: inout Choices) -> (name: PDFObject, parameters: PDFObject) {
    let name = choices.one(of: [
        "FlateDecode", "LZWDecode", "ASCII85Decode", "ASCIIHexDecode", "RunLengthDecode", "Fl", "DCT", "None",
    ])
    let flags = choices.number()
    if flags & 1 == 0 { return (.name(name), .null) }
    let parameters: [PDFObject] = [
        .name("Predictor"), .integer(choices.one(of: [1, 2, 10, 12, 15, 3, -1, .max])),
        .name("Colors"), .integer(choices.one(of: [1, 3, 4, 32, 33, 0, .min])),
        .name("BitsPerComponent"), .integer(choices.one(of: [8, 1, 2, 4, 16, 7])),
        .name("Columns"), .integer(flags & 2 == 0 ? choices.number() : choices.one(of: [.max, 1 << 60, 1 << 40, -5])),
        .name("EarlyChange"), .integer(flags >> 2 & 1),
    ]
    return (.name(name), .dictionary(PDFDictionary(pairs: parameters[...])))
}

private func decode(
    _ filters: [(name: PDFObject, parameters: PDFObject)], _ encoded: [UInt8], after: [UInt8], _ inflate: Inflate
) throws(PDFError) -> (output: [UInt8], damage: String?) {
    let dictionary = PDFDictionary(pairs: [
        .name("Filter"), .array(filters.map(\.name)), .name("DecodeParms"), .array(filters.map(\.parameters)),
    ])
    let store = try ObjectStore([], headerOffset: 0, limits: limits)
    var output = after
    let damage = try StreamFilters(of: dictionary, store: store).decode(
        encoded[...], to: &output, inflate: inflate, charge: { _ in }
    ) {
        DecodingBudget(limits: limits, encodedBytes: $0, documentBytes: limits.decodedBytes)
    }
    return (output, damage)
}

private func checkChain(_ filters: [(name: PDFObject, parameters: PDFObject)], _ encoded: [UInt8]) throws {
    let inflate = Inflate()
    let first: (output: [UInt8], damage: String?)
    do throws(PDFError) {
        first = try decode(filters, encoded, after: [1, 2, 3], inflate)
    } catch {
        return
    }
    try promise(filters.count <= limits.filters, "there are more filters than allowed")
    try promise(first.output.starts(with: [1, 2, 3]), "a filter changes what stood before")
    let allowed = max(limits.ratio * encoded.count, limits.ratioBytes)
    try promise(first.output.count - 3 <= min(limits.streamBytes, allowed), "a filter yields more than allowed")
    let second = try decode(filters, encoded, after: [], inflate)
    try promise(second.output == Array(first.output.dropFirst(3)), "a stream reads otherwise the second time")
    try promise(second.damage == first.damage, "a stream's damage is another the second time")
}

/// Encodes the bytes in a simple way and wants them back.
private func checkReturn(of bytes: [UInt8], _ kind: Int) throws {
    let (name, encoded, parameters): (String, [UInt8], PDFObject) =
        switch kind % 6 {
        case 0: ("ASCIIHexDecode", hexadecimal(bytes), .null)
        case 1: ("ASCII85Decode", ascii85(bytes), .null)
        case 2: ("RunLengthDecode", runLength(bytes), .null)
        case 3: ("LZWDecode", lzw(bytes, earlyChange: true), .null)
        case 4: ("LZWDecode", lzw(bytes, earlyChange: false), pairs(["EarlyChange": 0]))
        default: ("LZWDecode", lzw(png(bytes), earlyChange: true), pairs(["Predictor": 15, "Columns": 5, "Colors": 3]))
        }
    let result = try decode([(.name(name), parameters)], encoded, after: [], Inflate())
    try promise(result.output == bytes && result.damage == nil, "\(name) does not give back what was encoded")
}

private func pairs(_ values: [String: Int]) -> PDFObject {
    .dictionary(PDFDictionary(pairs: values.flatMap { [.name($0.key), .integer($0.value)] }[...]))
}

private func hexadecimal(_ bytes: [UInt8]) -> [UInt8] {
    let digits = Array("0123456789abcdef".utf8)
    return bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] } + [UInt8(ascii: ">")]
}

private func ascii85(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 4) {
        let group = bytes[start..<min(start + 4, bytes.count)]
        var value = (0..<4).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
        var characters: [UInt8] = []
        for _ in 0..<5 {
            characters.insert(UInt8(value % 85) + 0x21, at: 0)
            value /= 85
        }
        output += characters.prefix(group.count + 1)
    }
    return output + Array("~>".utf8)
}

private func runLength(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var position = 0
    while position < bytes.count {
        let run = bytes[position...].prefix(128).prefix { $0 == bytes[position] }.count
        if run > 1 {
            output += [UInt8(257 - run), bytes[position]]
            position += run
        } else {
            output += [0, bytes[position]]
            position += 1
        }
    }
    return output + [128]
}

/// LZW without a match: each byte is a code, whose width grows as the reader's table does.
private func lzw(_ bytes: [UInt8], earlyChange: Bool) -> [UInt8] {
    var output: [UInt8] = []
    var (bits, bitCount) = (0, 0)
    var (next, width, isFirst) = (258, 9, true)
    func put(_ code: Int) {
        bits = bits << width | code
        bitCount += width
        while bitCount >= 8 {
            bitCount -= 8
            output.append(UInt8(truncatingIfNeeded: bits >> bitCount))
        }
        bits &= 0xFF
    }
    put(256)
    for byte in bytes {
        put(Int(byte))
        if !isFirst { next += 1 }
        isFirst = false
        if next + (earlyChange ? 1 : 0) >= 1 << width, width < 12 { width += 1 }
        if next >= 4093 {
            put(256)
            (next, width, isFirst) = (258, 9, true)
        }
    }
    put(257)
    if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits << (8 - bitCount))) }
    return output
}

/// Rows of 15 bytes with pixels of 3, each row with the next of the PNG filters.
private func png(_ bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    for (number, start) in stride(from: 0, to: bytes.count, by: 15).enumerated() {
        output.append(UInt8(number % 5))
        for position in start..<min(start + 15, bytes.count) {
            let hasLeft = position - start >= 3
            let left = hasLeft ? Int(bytes[position - 3]) : 0
            let above = start > 0 ? Int(bytes[position - 15]) : 0
            let corner = hasLeft && start > 0 ? Int(bytes[position - 18]) : 0
            let nearest = [left, above, corner].min {
                abs(left + above - corner - $0) < abs(left + above - corner - $1)
            }
            let prediction = [0, left, above, (left + above) / 2, nearest ?? 0][number % 5]
            output.append(bytes[position] &- UInt8(truncatingIfNeeded: prediction))
        }
    }
    return output
}
