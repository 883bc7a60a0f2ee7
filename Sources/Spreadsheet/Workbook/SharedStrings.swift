// The texts of a workbook, each stored once for all cells that show it (ECMA-376 part 1, 18.4).

import Markup
import Text

/// Collects the texts.
struct SharedStrings: MarkupReceiver {
    private(set) var texts: [String] = []
    private let limits: TableLimits
    private var textBytes = 0
    private var text: RichText
    private var isInItem = false

    init(limits: TableLimits) {
        self.limits = limits
        text = RichText(TableBudget(ofSheets: limits))
    }

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        if isInItem { text.start(name, attributes) } else if name == "si" { isInItem = true }
    }

    mutating func end(_ name: ElementName) throws(TableError) {
        guard isInItem else { return }
        guard text.isOutside, name == "si" else {
            text.end(name)
            return
        }
        isInItem = false
        let item = try text.take()
        textBytes += item.utf8.count
        guard texts.count < limits.cells, textBytes <= limits.textBytes else {
            throw TableError(.limit, "the workbook has too many texts, or more than \(limits.textBytes) bytes of them")
        }
        texts.append(item)
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) { try text.append(bytes) }
}

/// A text in runs (18.4.4): joins them, and leaves out their phonetic form (rPh).
struct RichText {
    private var raw: [UInt8] = []
    private let budget: TableBudget
    /// The open elements, from the outermost on; only the innermost decides whether text counts.
    private var depth = 0
    private var isInText = false
    private var passed = 0
    /// Whether the run is superscript.
    private var isRaised = false
    /// Whether the run is struck out, and the text of such runs.
    private var isStruck = false
    private var struck: [UInt8] = []

    /// - Parameter budget: the limits for a text.
    init(_ budget: TableBudget) {
        self.budget = budget
    }

    /// Whether no element has begun.
    var isOutside: Bool { depth == 0 }

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        depth += 1
        if name == "r" { (isRaised, isStruck) = (false, false) }
        if name == "strike" { isStruck = isOn(attributes) }
        if name == "vertAlign" { isRaised = attributes["val"] == "superscript" }
        if passed == 0, name == "rPh" || name == "phoneticPr" { passed = depth }
        isInText = name == "t" && passed == 0
    }

    mutating func end(_ name: ElementName) {
        if passed == depth { passed = 0 }
        depth -= 1
        isInText = false
    }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {
        guard isInText else { return }
        // White space is not collapsed yet; no real document has that much of it.
        try budget.check(cellBytes: (raw.count + struck.count + bytes.count + 7) / 8)
        if isStruck {
            struck += bytes
        } else if isRaised {
            raw += raised(bytes, behind: RaisedPlace(behind: raw) ?? .other)
        } else {
            raw += bytes
        }
    }

    /// Returns the text and empties it.
    mutating func take() throws(TableError) -> String {
        defer {
            raw.removeAll(keepingCapacity: true)
            (isRaised, isStruck) = (false, false)
            if !struck.isEmpty { struck = [] }
        }
        var text = collapsed(raw.contains(UInt8(ascii: "_")) ? unescaped(raw) : raw)
        if text.isEmpty, !struck.isEmpty {
            let struck = collapsed(unescaped(struck))
            if !struck.isEmpty { text = CellMark.struckOut.on(struck) }
        }
        try budget.check(cellBytes: text.utf8.count)
        return text
    }
}

/// Decodes _xHHHH_: characters that XML cannot contain, or a "_" (22.9.2.19).
func unescaped(_ text: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(text.count)
    var rest = text[...]
    while let first = rest.first {
        if first == UInt8(ascii: "_"), rest.count >= 7, rest[rest.startIndex + 1] == UInt8(ascii: "x"),
            rest[rest.startIndex + 6] == UInt8(ascii: "_"),
            let value = UInt32(String(decoding: rest.dropFirst(2).prefix(4), as: UTF8.self), radix: 16),
            let scalar = Unicode.Scalar(value)
        {
            result += Array(String(scalar).utf8)
            rest = rest.dropFirst(7)
        } else {
            result.append(first)
            rest = rest.dropFirst()
        }
    }
    return result
}
