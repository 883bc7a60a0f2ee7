// All text of a document of elements, for whoever looks for a word in it and does not want to know in which element it
// stands. What nobody sees is there as well, but for scripts, styles and comments. Whoever reads the document's tables is
// told of the same events and knows nothing of it.

import Text

/// Collects the text, part by part.
package final class MarkupText {
    /// What the elements are.
    package enum Language: Sendable {
        case html
        /// Elements are records and fields, unless they mark a text up.
        case xml
        /// OpenDocument: only what stands in paragraphs is text.
        case openDocument
        /// The parts of an Office Open XML package: numbers are there as nobody sees them.
        case package
    }

    /// The text of a table or sheet, or what stands outside of them.
    package struct Part: Sendable {
        /// The number of the table or sheet; 0 outside.
        package var page: Int
        /// UTF-8, with the signs of `MarkupText` between its pieces.
        package var bytes: [UInt8]
    }

    /// A cell ends, or a value.
    package static let end: UInt8 = 0x1E
    /// A mark within a line begins or ends.
    package static let joint: UInt8 = 0x1F
    static let line: UInt8 = 0x0A

    /// To be set before the document begins.
    package var language: Language
    private var roles = KnownRoles()
    private var done: [Part] = []
    private var bytes: [UInt8] = []
    /// The number of the part that is collected.
    private var page = 0
    private var pages = 0
    /// How deep in elements, in the outermost table, and in one whose text is none.
    private var depth = 0
    private var tableDepth: Int?
    private var silentDepth: Int?
    /// How deep in the elements that hold text, where others do not.
    private var textDepth = 0

    package init(_ language: Language) { self.language = language }

    /// The parts so far, of which none is kept.
    package func take() -> [Part] {
        endPart(next: 0)
        defer { removeAll() }
        return done
    }

    /// Begins anew.
    package func removeAll() {
        (done, bytes, page, pages, depth, tableDepth, silentDepth, textDepth) = ([], [], 0, 0, 0, nil, nil, 0)
    }

    /// What comes next is of another sheet.
    package func begin(page number: Int) {
        endPart(next: number)
        (depth, tableDepth, silentDepth, textDepth) = (0, nil, nil, 0)
    }

    private func endPart(next: Int) {
        if !bytes.isEmpty { done.append(Part(page: page, bytes: bytes)) }
        (bytes, page) = ([], next)
    }

    // MARK: - Events

    /// Another document begins: names are elsewhere from here on.
    func beginDocument() { roles = KnownRoles() }

    func start(_ name: UnsafePointer<CChar>, _ attributes: Attributes) {
        depth += 1
        let role = roles.role(of: name, language)
        if role.isNothing || silentDepth != nil { return }
        if role.isSilent {
            silentDepth = depth
            return
        }
        if role.isTable, tableDepth == nil {
            tableDepth = depth
            pages += 1
            endPart(next: pages)
        }
        if role.sign != 0 { sign(role.sign) }
        if role.holdsText { textDepth += 1 }
        if !attributes.isEmpty { take(attributes) }
    }

    func end(_ name: UnsafePointer<CChar>) {
        defer { depth -= 1 }
        let role = roles.role(of: name, language)
        if role.isNothing { return }
        if let silentDepth {
            if silentDepth == depth { self.silentDepth = nil }
            return
        }
        if role.holdsText { textDepth = max(0, textDepth - 1) }
        if role.sign != 0 { sign(role.sign) }
        if tableDepth == depth {
            tableDepth = nil
            endPart(next: 0)
        }
    }

    func text(_ piece: UnsafeBufferPointer<UInt8>) {
        if silentDepth != nil || language == .package && textDepth == 0 { return }
        append(piece)
    }

    /// Of signs beside each other the one that parts the most counts.
    private func sign(_ sign: UInt8) {
        guard let last = bytes.last else { return }
        switch (last, sign) {
        case (Self.end, _), (Self.line, Self.joint), (Self.joint, Self.joint), (Self.line, Self.line),
            (Self.line, 0x20),
            (0x20, Self.joint), (0x20, 0x20):
            break
        case (Self.joint, _), (Self.line, Self.end), (0x20, _): bytes[bytes.count - 1] = sign
        default: bytes.append(sign)
        }
    }

    // MARK: - Text

    /// Attributes that browsers show or read out; what a script shows of others is named as they are.
    private static let shown: [StaticString] = [
        "alt", "title", "aria-label", "aria-description", "aria-valuetext", "value", "placeholder", "label", "summary",
        "abbr", "data-label", "data-title", "data-content", "data-tooltip", "data-original-title",
    ]
    /// Attributes of XML that are addresses or styles.
    private static let unshown: Set<String> = ["href", "src", "style", "class", "rel", "schemaLocation"]

    private func take(_ attributes: Attributes) {
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

    /// A value by itself.
    package func take(_ value: String) {
        if value.isEmpty { return }
        sign(Self.end)
        var value = value
        value.withUTF8 { append($0) }
        bytes.append(Self.end)
    }

    /// Text whose white space is one blank, and none behind another sign.
    private func append(_ piece: UnsafeBufferPointer<UInt8>) {
        // Most text has single blanks within and none at its ends.
        var last: UInt8 = 0x20
        var isPlain = true
        for byte in piece {
            if byte <= 0x20, byte < 0x20 || last == 0x20 {
                isPlain = false
                break
            }
            last = byte
        }
        if isPlain, last != 0x20 { return bytes.append(contentsOf: piece) }
        var index = 0
        while index < piece.count {
            if piece[index] <= 0x20 {
                sign(0x20)
                index += 1
                continue
            }
            let start = index
            while index < piece.count, piece[index] > 0x20 { index += 1 }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: piece[start..<index]))
        }
    }
}
