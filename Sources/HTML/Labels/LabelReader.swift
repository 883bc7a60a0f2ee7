// Finds labels beside values outside of tables: "<div class=label>Status</div><div>Approved</div>", "<p><b>Status:</b>
// Approved", "<dt>", a line "Status: Approved". The result is a guess, used only if no table has the rows. The cost
// grows no faster than the page, and nothing here is ever an error.

import Markup
import Text

/// The labels of a page outside of its tables; `OutlineReader` passes the elements.
struct LabelReader {
    private var open = [OpenElement(tag: nil, isBlock: true, isNamedLabel: false)]
    private var count = 0
    /// Whether there were too many.
    private var isOver = false

    /// A page with more pairs counts as one without any: each costs some hundred bytes.
    private static let mostPairs = 50_000
    private static let mostCells = 500_000

    mutating func start(_ name: ElementName, _ attributes: Attributes) {
        if isOver { return }
        let isBlock = name.kind == .block
        if isBlock { add(open[open.count - 1].endLine()) }
        if isOver { return }
        let isLabel = isNamedLabel(name.tag, attributes)
        open.append(OpenElement(tag: name.tag, isBlock: isBlock, isNamedLabel: isLabel))
    }

    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, isBlank: Bool) {
        if !isOver { open[open.count - 1].append(bytes, isBlank: isBlank) }
    }

    mutating func end() {
        guard !isOver, open.count > 1, var element = open.popLast() else { return }
        let isBlock = element.isBlock
        let parent = open.count - 1
        add(element.close() ? 1 : 0)
        if isOver { return }
        if element.groups.isEmpty {
            if let label = open[parent].label(of: element) {
                add(open[parent].beginLabel(label))
            } else if isBlock {
                add(open[parent].endLine() + (element.hasText ? open[parent].takeBlock(element) : 0))
            } else {
                open[parent].pass(element)
            }
            return
        }
        // The value of a label may itself look like pairs of labels and values.
        if open[parent].awaitsValue, element.groups.count == 1, let card = element.groups[0].first, card.count == 1,
            element.groups[0].count == 1, card.values[0].evidence != .label
        {
            count -= 1
            return add(open[parent].takeBlock(element))
        }
        open[parent].takeCards(combined(element.groups))
        add(open[parent].endLine())
    }

    private mutating func add(_ pairs: Int) {
        count += pairs
        if count <= Self.mostPairs { return }
        isOver = true
        open = []
    }

    /// The tables; none for a page without labels, or with too many.
    mutating func finish() -> [TextTable] {
        if isOver { return [] }
        _ = open[0].close()
        return tables(of: combined(open[0].groups), mostCells: Self.mostCells)
    }

    /// Whether an element is a label by its name or class.
    private func isNamedLabel(_ tag: ElementTag, _ attributes: Attributes) -> Bool {
        if tag == .dt || tag == .label { return true }
        guard let value = attributes["class"], value.utf8.count <= 200 else { return false }
        return value.lowercased().split { " -_".contains($0) }.contains { Self.classes.contains($0) }
    }

    private static let classes: Set<Substring> = ["label", "lbl", "term", "caption", "fieldname", "key", "dt"]
}

/// An open element.
private struct OpenElement {
    /// Nil for the page.
    let tag: ElementTag?
    let isBlock: Bool
    /// Whether its name or class marks it as a label.
    let isNamedLabel: Bool
    /// Whether it is emphasised, as labels are.
    var isBold: Bool {
        switch tag {
        case .strong, .b, .th, .h2, .h3, .h4, .h5, .h6: true
        default: false
        }
    }
    /// All its text while it has no labels, and the line at its end.
    private var raw: [UInt8] = []
    private var lineStart = 0
    /// Whether it has more text than is kept: then it is neither a label nor a value.
    private(set) var isLong = false
    private var isLineLong = false
    /// Whether it has any text, and whether the line has any.
    private(set) var hasText = false
    private var hasLine = false
    /// Whether it has ended with a label without a value.
    private(set) var endsWithLabel = false
    private var label: String?
    private(set) var groups: [LabelledCards] = []
    /// The texts of its parts, while it has no other content.
    private var parts: [[UInt8]] = []
    private var hasOtherText = false

    /// Limits of a value and of a label, in bytes.
    private static let longest = 2048
    private static let mostParts = 64

    init(tag: ElementTag?, isBlock: Bool, isNamedLabel: Bool) {
        (self.tag, self.isBlock, self.isNamedLabel) = (tag, isBlock, isNamedLabel)
    }

    /// Whether a label precedes the next text.
    var awaitsValue: Bool { label != nil && !hasLine }

    mutating func append(_ bytes: UnsafeBufferPointer<UInt8>, isBlank: Bool) {
        take(bytes)
        if !isBlank { (hasOtherText, hasLine, hasText) = (true, true, true) }
    }

    private mutating func take(_ bytes: UnsafeBufferPointer<UInt8>) {
        if raw.count - lineStart + bytes.count > OpenElement.longest { isLineLong = true }
        if raw.count + bytes.count > OpenElement.longest { isLong = true }
        if !isLineLong { raw += bytes }
    }

    /// Takes the text of an inline element.
    mutating func pass(_ element: OpenElement) {
        if element.isLong { (isLong, isLineLong) = (true, true) }
        element.raw.withUnsafeBufferPointer { take($0) }
        if element.hasText { (hasLine, hasText) = (true, true) }
        note(part: element)
    }

    private mutating func note(part element: OpenElement) {
        if !element.hasText || hasOtherText { return }
        let mayBeValue = element.tag == .div || element.tag == .span || element.tag == .p
        if mayBeValue, parts.count < OpenElement.mostParts, !element.isLong {
            parts.append(element.raw)
        } else {
            hasOtherText = true
        }
    }

    /// The text of an ended part, if that is the label of the following text.
    func label(of element: OpenElement) -> String? {
        // Most parts are no labels, by their last character and their position.
        let last = element.raw.last { $0 > 0x20 }
        let isFree = !hasLine && label == nil || element.isBlock
        guard
            last == 0x3A || last == 0x9A || element.isNamedLabel
                || isFree && (element.isBold || element.endsWithLabel && !awaitsValue)
        else { return nil }
        // White space may surround it.
        guard element.hasText, !element.isLong, element.raw.count <= 4 * longestLabel else { return nil }
        let text = collapsed(element.raw)
        guard text.utf8.count <= longestLabel, text.contains(where: \.isLetter) else { return nil }
        if text.hasSuffix(":") || text.hasSuffix("\u{FF1A}") { return text }
        // Bold words within a line are no labels.
        if element.isNamedLabel { return text }
        return isFree && (element.isBold || element.endsWithLabel && !awaitsValue) ? text : nil
    }

    /// A label has ended. Returns how many pairs ended with the line before.
    mutating func beginLabel(_ text: String) -> Int {
        let pairs = endLine()
        label = text
        parts = []
        hasOtherText = true
        return pairs
    }

    /// A block has ended in it.
    mutating func takeBlock(_ element: OpenElement) -> Int {
        hasText = true
        if element.isLong {
            isLong = true
            label = nil
            return 0
        }
        if let label {
            self.label = nil
            add(label, collapsed(element.raw), .label)
            return 1
        }
        note(part: element)
        raw.append(0x20)
        element.raw.withUnsafeBufferPointer { bytes in
            if raw.count + bytes.count > OpenElement.longest { isLong = true } else { raw += bytes }
        }
        lineStart = raw.count
        return 0
    }

    mutating func takeCards(_ cards: LabelledCards) {
        if !hasLine { label = nil }
        if !cards.isEmpty { groups.append(cards) }
    }

    /// A line ends. Returns how many pairs it had.
    mutating func endLine() -> Int {
        if !hasLine { return 0 }
        defer {
            (isLineLong, hasLine) = (false, false)
            if isLong { raw.removeAll(keepingCapacity: true) } else { raw.append(0x20) }
            lineStart = raw.count
        }
        // Most lines are no pairs: they need a colon, or the last byte of a full-width one.
        if label == nil, isLineLong || !raw[lineStart...].contains(where: { $0 == 0x3A || $0 == 0x9A }) { return 0 }
        let text = isLineLong ? "" : collapsed(raw[lineStart...])
        if let label {
            self.label = nil
            add(label, text, .label)
            return 1
        }
        let pairs = OpenElement.pairs(in: text)
        for (name, value) in pairs { add(name, value, .colon) }
        return pairs.count
    }

    /// The end of the element. Returns whether a pair ended with it.
    mutating func close() -> Bool {
        if let label, !hasLine {
            // Its value follows this element, unless this is a value in bold type.
            (endsWithLabel, hasText) = (true, true)
            raw += label.utf8
            self.label = nil
            return false
        }
        let pairs = pairs
        for (label, value) in pairs { add(label, value, .pair) }
        if !pairs.isEmpty { return true }
        return (isBlock || label != nil) && endLine() > 0
    }

    /// The parts of an element that consists of pairs, if the first of each may be a label.
    private var pairs: [(String, String)] {
        guard groups.isEmpty, label == nil, !hasOtherText, !parts.isEmpty, parts.count.isMultiple(of: 2),
            isBlock, tag != nil
        else { return [] }
        var pairs: [(String, String)] = []
        for index in stride(from: 0, to: parts.count, by: 2) {
            guard parts[index].count <= 4 * longestLabel else { return [] }
            let label = collapsed(parts[index])
            guard label.utf8.count <= longestLabel / 2, label.contains(where: \.isLetter),
                !label.contains(where: \.isNumber), labelAndValue(in: label) == nil
            else { return [] }
            pairs.append((label, collapsed(parts[index + 1])))
        }
        return pairs
    }

    private mutating func add(_ label: String, _ value: String, _ evidence: LabelledValue.Evidence) {
        let colons: Set<Character> = [":", "\u{FF1A}", " "]
        var label = label[...]
        while let last = label.last, colons.contains(last) { label.removeLast() }
        let text = String(value.drop { colons.contains($0) })
        if label.isEmpty || text.isEmpty { return }
        groups.append([LabelledCard(LabelledValue(label: String(label), value: text, evidence: evidence))])
    }

    /// A line "Number: 1, Status: Approved" as pairs; as one pair if not each part is one.
    private static func pairs(in line: String) -> [(String, String)] {
        guard let whole = labelAndValue(in: line) else { return [] }
        let signs: Set<Character> = [",", ";", "|", "\u{B7}", "\u{2022}"]
        let pieces = line.split { signs.contains($0) }
        let pairs = pieces.compactMap { labelAndValue(in: collapsed($0.utf8)) }
        return pairs.count == pieces.count ? pairs : [whole]
    }
}
