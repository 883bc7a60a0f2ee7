// Loads the libraries that a document needs, before any of them sees a byte of it. Then the sandbox refuses new code
// (`refuseCode` in Worker/Sandbox.swift): no other library can be loaded, and code in the document cannot run.

import Bidi
import Links
import Markup
import PDF
import Reading
import Text

/// What is loaded for a document, once it is known what it is, and only that: libxml2 takes as long as the whole start.
struct Libraries {
    private let followsLinks: Bool
    private let close: () throws(ReadingFailure) -> Void
    private(set) var isClosed = false

    /// - Parameter close: closes the door; tests run in a process that goes on.
    init(for request: ParseRequest, close: @escaping () throws(ReadingFailure) -> Void) {
        followsLinks = request.links != nil || request.inspects
        self.close = close
    }

    /// Loads what a format takes.
    mutating func settle(for format: Format, _ document: [UInt8]) throws(ReadingFailure) {
        if isClosed { return }
        switch format {
        case .pdf:
            VisualOrder.load()
            loadLibraries(for: document)
        case .html, .xml, .json:
            if format != .json { loadMarkup() }
            if followsLinks { loadLinkLibraries() }
        case .spreadsheet: loadMarkup()
        case .csv: break
        }
        try end()
    }

    /// Loads what any format may take, of which nothing can be known yet: the document is packed.
    mutating func settleForAll() throws(ReadingFailure) {
        VisualOrder.load()
        loadLibraries(for: Array("/Encrypt".utf8))
        try settleForText()
    }

    /// Likewise, of a text whose characters are not known yet.
    mutating func settleForText() throws(ReadingFailure) {
        if isClosed { return }
        loadMarkup()
        if followsLinks { loadLinkLibraries() }
        try end()
    }

    /// Closes the door, whatever is loaded.
    mutating func end() throws(ReadingFailure) {
        if isClosed { return }
        isClosed = true
        try close()
    }
}
