// Collects all text of a document of elements, for searches that do not depend on the element. Includes invisible text,
// except scripts, styles and comments. The reader of the document's tables gets the same events independently.

import Text

/// Collects the text, part by part.
package final class MarkupText {
    /// The kind of document.
    package enum Language: Sendable {
        case html
        /// Elements are records and fields, unless they are inline markup.
        case xml
        /// OpenDocument: only the content of paragraphs is text.
        case openDocument
        /// The parts of an Office Open XML package: numbers are unformatted.
        case package
    }

    /// The text of a table or sheet, or the text outside of them.
    package struct Part: Sendable {
        /// The number of the table or sheet; 0 outside.
        package var page: Int
        /// UTF-8, with signs between its pieces.
        package var bytes: [UInt8]
    }

    /// A separator of pieces of text. Of several adjacent ones the strongest counts, the last of these.
    enum Sign: UInt8, Comparable {
        case none, joint, blank, line, end

        /// Its byte in the text: inline markup begins or ends, or a cell or value ends.
        var byte: UInt8 {
            switch self {
            case .none, .blank: 0x20
            case .joint: 0x1F
            case .line: 0x0A
            case .end: 0x1E
            }
        }

        static func < (sign: Sign, other: Sign) -> Bool { sign.rawValue < other.rawValue }
    }

    /// Set this before the document begins.
    package var language: Language {
        get { collected.pointee.language }
        set { collected.pointee.language = newValue }
    }

    /// Receives the text while the document is read, piece by piece, each with the number of its table or sheet, so
    /// that not all of it is kept.
    package var sink: ((UnsafeBufferPointer<UInt8>, Int) -> Void)? {
        get { collected.pointee.sink }
        set { collected.pointee.sink = newValue }
    }

    /// Behind a pointer, so that events need no check for exclusive access.
    let collected: UnsafeMutablePointer<CollectedText>

    package init(_ language: Language) {
        collected = .allocate(capacity: 1)
        collected.initialize(to: CollectedText(language: language))
    }

    deinit {
        collected.deinitialize(count: 1)
        collected.deallocate()
    }

    /// Returns the parts so far and forgets them.
    package func take() -> [Part] {
        collected.pointee.endPart(next: 0)
        defer { removeAll() }
        return collected.pointee.done
    }

    /// Starts again without text.
    package func removeAll() {
        let sink = sink
        collected.pointee = CollectedText(language: language)
        self.sink = sink
    }

    /// The following text belongs to another sheet.
    package func begin(page number: Int) { collected.pointee.begin(page: number) }

    /// Adds a separate value.
    package func take(_ value: String) { collected.pointee.take(value) }
}

/// The text collected so far.
struct CollectedText {
    var language: MarkupText.Language
    var sink: ((UnsafeBufferPointer<UInt8>, Int) -> Void)?
    private(set) var done: [MarkupText.Part] = []
    private var bytes: [UInt8] = []
    /// The number of the current part.
    private var page = 0
    private var pages = 0
    /// The separator after the text so far.
    private var sign = MarkupText.Sign.none
    /// The depth in elements, in the outermost table, and in an element without text; 0 outside of them.
    private var depth = 0
    private var tableDepth = 0
    private var silentDepth = 0
    /// The depth in elements that hold text, in languages where others do not.
    private var textDepth = 0
    /// The most bytes kept before they are passed on.
    private static let mostKept = 32 << 10

    init(language: MarkupText.Language) { self.language = language }

    /// The following text belongs to another sheet.
    mutating func begin(page number: Int) {
        endPart(next: number)
        (depth, tableDepth, silentDepth, textDepth) = (0, 0, 0, 0)
    }

    mutating func endPart(next: Int) {
        if !bytes.isEmpty {
            if let sink {
                bytes.withUnsafeBufferPointer { sink($0, page) }
                bytes.removeAll(keepingCapacity: true)
            } else {
                done.append(MarkupText.Part(page: page, bytes: bytes))
                bytes = []
            }
        }
        (page, sign) = (next, .none)
    }

    // MARK: - Events

    @inline(__always) mutating func start(_ role: MarkupRole, _ attributes: Attributes) {
        depth &+= 1
        if silentDepth != 0 { return }
        if role.isSpecial { return startSpecial(role, attributes) }
        part(by: role.sign)
    }

    private mutating func startSpecial(_ role: MarkupRole, _ attributes: Attributes) {
        if role.isSilent {
            silentDepth = depth
            return
        }
        if role.isTable, tableDepth == 0 {
            tableDepth = depth
            pages += 1
            endPart(next: pages)
        }
        if role.holdsText { textDepth += 1 }
        part(by: role.sign)
        if role.hasAttributes, !attributes.isEmpty { take(attributes) }
    }

    @inline(__always) mutating func end(_ role: MarkupRole) {
        if silentDepth == 0 {
            part(by: role.sign)
            if role.isSpecial { endSpecial(role) }
        } else if silentDepth == depth {
            silentDepth = 0
        }
        depth &-= 1
    }

    private mutating func endSpecial(_ role: MarkupRole) {
        if role.holdsText { textDepth = max(0, textDepth - 1) }
        if tableDepth == depth {
            tableDepth = 0
            endPart(next: 0)
        }
    }

    mutating func text(_ piece: UnsafeBufferPointer<UInt8>) {
        if silentDepth != 0 || language == .package && textDepth == 0 { return }
        append(piece)
    }

    @inline(__always) private mutating func part(by other: MarkupText.Sign) {
        if other.rawValue > sign.rawValue { sign = other }
    }

    // MARK: - Text

    /// Attributes that browsers show or read out, and those that scripts show by convention.
    private static let shown: [StaticString] = [
        "alt", "title", "aria-label", "aria-description", "aria-valuetext", "value", "placeholder", "label", "summary",
        "abbr", "data-label", "data-title", "data-content", "data-tooltip", "data-original-title",
    ]
    /// Attributes of XML with addresses or styles.
    private static let unshown: Set<String> = ["href", "src", "style", "class", "rel", "schemaLocation"]

    private mutating func take(_ attributes: Attributes) {
        switch language {
        case .html:
            for name in Self.shown {
                if let value = attributes[name] { take(value) }
            }
        case .xml:
            for (name, value) in attributes where !Self.unshown.contains(name) { take(value) }
        case .openDocument: if tableDepth == depth, let name = attributes["name"] { take(name) }
        case .package: break
        }
    }

    /// Adds a separate value.
    mutating func take(_ value: String) {
        if value.isEmpty { return }
        part(by: .end)
        var value = value
        value.withUTF8 { append($0) }
        part(by: .end)
    }

    /// Adds text with white space collapsed to one blank, and no blank after another separator.
    private mutating func append(_ piece: UnsafeBufferPointer<UInt8>) {
        var start = 0
        // Most text has single blanks within and none at its ends.
        for index in piece.indices where piece[index] <= 0x20 {
            if piece[index] == 0x20, index > start, index + 1 < piece.count, piece[index + 1] > 0x20 { continue }
            add(piece[start..<index])
            part(by: .blank)
            start = index + 1
        }
        add(piece[start...])
    }

    private mutating func add(_ piece: Slice<UnsafeBufferPointer<UInt8>>) {
        if piece.isEmpty { return }
        if sign == .end, sink != nil, bytes.count > Self.mostKept { endPart(next: page) }
        if sign != .none, !bytes.isEmpty { bytes.append(sign.byte) }
        sign = .none
        bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece))
    }
}
