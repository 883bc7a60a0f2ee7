// The objects of a PDF (ISO 32000-1 7.3) as values. References stay references: `ObjectStore` follows them.

/// An object.
enum PDFObject: Equatable {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string([UInt8])
    case name(String)
    case array([PDFObject])
    case dictionary(PDFDictionary)
    /// The number of an indirect object; the generation is not needed.
    case reference(Int)
    indirect case stream(PDFStream)

    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value.rounded(.towardZero))
        default: nil
        }
    }

    /// A number, always finite.
    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    var name: String? { if case .name(let value) = self { value } else { nil } }
    var array: [PDFObject]? { if case .array(let value) = self { value } else { nil } }
    var reference: Int? { if case .reference(let value) = self { value } else { nil } }
    var stream: PDFStream? { if case .stream(let value) = self { value } else { nil } }

    /// A dictionary, or that of a stream.
    var dictionary: PDFDictionary? {
        switch self {
        case .dictionary(let value): value
        case .stream(let value): value.dictionary
        default: nil
        }
    }
}

/// A dictionary; the last of several equal keys counts. Nearly all are small, so keys are searched in order.
struct PDFDictionary: Equatable {
    /// A key and its value.
    struct Entry: Equatable {
        var key: String
        var value: PDFObject
    }

    /// Entries, including those with repeated keys.
    private(set) var entries: [Entry] = []
    /// For large ones, so that hostile dictionaries take no quadratic time.
    private var index: [String: Int]?
    private static let small = 24

    init() {}

    /// From alternating keys and values; skips entries without a name as key.
    init(pairs elements: ArraySlice<PDFObject>) {
        var position = elements.startIndex
        entries.reserveCapacity(elements.count / 2)
        while position + 1 < elements.endIndex {
            if case .name(let key) = elements[position] {
                entries.append(Entry(key: key, value: elements[position + 1]))
                position += 2
            } else {
                position += 1
            }
        }
        if entries.count > Self.small {
            index = Dictionary(zip(entries.map(\.key), entries.indices)) { $1 }
        }
    }

    /// The value as the dictionary has it, possibly a reference.
    subscript(key: String) -> PDFObject? {
        if let index { return index[key].map { entries[$0].value } }
        return entries.last { $0.key == key }?.value
    }

    var isEmpty: Bool { entries.isEmpty }
    /// Keys, including repeated ones.
    var count: Int { entries.count }
}

/// A stream: its dictionary, and the start of its encoded bytes in the document.
struct PDFStream: Equatable {
    var dictionary: PDFDictionary
    /// The number of its indirect object.
    var object: Int
    /// Its generation, needed only for keys.
    var generation: Int
    /// The first byte after the end-of-line that follows `stream`.
    var start: Int
}
