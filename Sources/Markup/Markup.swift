// Reads XML and HTML as events: the only place that calls libxml2. No network, no files, no entities of the document's
// own; HTML is repaired as in browsers.

import CXML
import Text

/// Receives the events of a document, in order. Throwing ends the parse.
package protocol MarkupReceiver {
    /// An element begins.
    ///
    /// - Parameters:
    ///   - name: its local name; in lower case for HTML.
    ///   - attributes: the local names and values, in the document's order; they end with the call.
    mutating func start(_ name: ElementName, _ attributes: Attributes) throws(TableError)
    /// An element ends; in HTML also without an end tag.
    mutating func end(_ name: ElementName) throws(TableError)
    /// The document ends without tags that close the open elements; their ends follow. HTML only: XML that ends too
    /// early is an error.
    mutating func breaksOff() throws(TableError)
    /// A piece of text, in valid UTF-8; adjacent pieces may belong to one text.
    mutating func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError)
}

extension MarkupReceiver {
    /// Receivers that accept incomplete pages may ignore this.
    package mutating func breaksOff() throws(TableError) {}
}

/// The most attributes of an element: in libxml2 2.9 their cost grows with the square of their number.
package let longestAttributes = Int(CXML_ATTRIBUTES)

/// The namespace of the XML element that began last (Namespaces in XML).
package final class MarkupSpace {
    fileprivate let place: UnsafeMutablePointer<cxml_space>

    package init() {
        place = .allocate(capacity: 1)
        place.initialize(to: cxml_space())
    }

    deinit { place.deallocate() }

    /// Identifies a namespace within a document; nil for none.
    package var name: UnsafeRawPointer? { place.pointee.uri.map { UnsafeRawPointer($0) } }
    /// The prefix of the element's name, which the author chooses; nil for none.
    package var prefix: String? { place.pointee.prefix.map { String(cString: $0) } }
}

/// The two languages.
package enum MarkupLanguage: Sendable {
    case xml
    /// Reads invalid HTML as well; HTML has no errors.
    case html
}

/// Loads libxml2, for a process that can load nothing later.
package func loadMarkup() { _ = cxml_load() }

/// Reads a whole document.
///
/// - Parameters:
///   - document: the document; HTML in UTF-8.
///   - isUTF8: whether XML is UTF-8, whatever it declares; otherwise its byte order mark or declaration decides.
///   - nesting: the greatest depth of elements.
///   - text: also collects all text.
///   - space: receives the namespace of each XML element.
///   - receiver: receives the events. In XML an "&" that begins no reference stands for itself, and names that HTML has
///     ("&nbsp;") need no declaration (`mendedReferences`).
/// - Throws: the receiver's errors; errors for XML that is not well-formed, and for an entity that needs a declaration
///   in the document; for more than `longestAttributes` in one element, more names than `CXML_NAMES`, more attributes
///   from a document type than `CXML_GIVEN_BYTES`, and more elements and mistakes of a page than `CXML_PAGE_PARTS`.
package func readMarkup<Receiver: MarkupReceiver>(
    _ document: [UInt8], as language: MarkupLanguage, isUTF8: Bool = false, nesting: Int = TableLimits().nesting,
    collecting text: MarkupText? = nil, space: MarkupSpace? = nil, for receiver: inout Receiver
) throws(TableError) {
    if let missing = cxml_load() {
        throw TableError(.unsupported, "libxml2 cannot be loaded: \(String(cString: missing))")
    }
    let isHTML = language == .html
    let bytes = isHTML ? soundPage(document) : mendedReferences(in: document)
    if isHTML && bytes.isEmpty { return }
    guard let count = Int32(exactly: bytes.count) else {
        throw TableError(.limit, "the document is longer than 2 GiB")
    }
    let (result, error) = withUnsafeMutablePointer(to: &receiver) { receiver in
        let parse = MarkupParse(receiver, nesting: nesting, collecting: text)
        return (parse.run(bytes, count, isUTF8 ? "UTF-8" : nil, isHTML: isHTML, space), parse.error)
    }
    if let error { throw error }
    if result.has_too_many_attributes != 0 { throw tooManyAttributes }
    if result.has_long_type != 0 {
        throw TableError(.limit, "the document type of the XML is longer than \(CXML_TYPE_BYTES >> 10) KiB")
    }
    if result.has_too_many_names != 0 {
        throw TableError(.limit, "the document has more than \(CXML_NAMES) names of elements and attributes")
    }
    if result.has_too_much_given != 0 {
        throw TableError(
            .limit,
            "the document type of the XML gives its elements more than \(CXML_GIVEN_BYTES >> 20) MiB of attributes")
    }
    if result.most_parts != 0 {
        throw TableError(.limit, "the page has more than \(result.most_parts) elements and mistakes")
    }
    guard result.is_whole == 0 else { return }
    let words = withUnsafeBytes(of: result.words) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    throw TableError(
        result.code == CXML_RESOURCE_LIMIT ? .limit : .malformed,
        (isHTML ? "the page cannot be read to its end" : "the XML is not well-formed")
            + (words.isEmpty ? "" : ": \(words)") + " (line \(result.line))")
}

/// The page as valid UTF-8 without zero bytes, and without character names that libxml2 does not know: at invalid or
/// zero bytes libxml2 2.9 would stop.
private func soundPage(_ page: [UInt8]) -> [UInt8] {
    let text = isUTF8(page) ? page : Array(String(decoding: page, as: UTF8.self).utf8)
    return withKnownReferences(withoutBogusComments(holds(text, 0) ? text.map { $0 == 0 ? 0x20 : $0 } : text))
}

private let tooManyAttributes = TableError(.limit, "an element has more than \(longestAttributes) attributes")

/// One parse: the callbacks for libxml2, without the receiver's type.
private class MarkupEvents {
    /// The variable state of a parse.
    private struct State {
        var error: TableError?
        var depth = 0
        var names: ElementNames
    }

    /// Behind a pointer, so that events need no check for exclusive access.
    private let state: UnsafeMutablePointer<State>
    private let nesting: Int
    private let text: MarkupText?
    private let collected: UnsafeMutablePointer<CollectedText>?

    init(nesting: Int, collecting text: MarkupText?) {
        (self.text, collected) = (text, text?.collected)
        state = .allocate(capacity: 1)
        state.initialize(to: State(names: ElementNames(text?.language)))
        self.nesting = nesting
    }

    deinit {
        state.deinitialize(count: 1)
        state.deallocate()
    }

    final var error: TableError? { state.pointee.error }

    func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {}
    func end(_ name: ElementName) throws(TableError) {}
    func breaksOff() throws(TableError) {}
    func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) {}

    /// Returns whether the parse continues.
    final func begin(_ name: UnsafePointer<CChar>, _ attributes: Attributes) -> Bool {
        state.pointee.depth += 1
        if state.pointee.depth > nesting {
            state.pointee.error = TableError(.limit, "elements are nested deeper than \(nesting)")
            return false
        }
        if attributes.count > longestAttributes {
            state.pointee.error = tooManyAttributes
            return false
        }
        let (name, role) = state.pointee.names.name(at: name)
        collected?.pointee.start(role, attributes)
        return goesOn { () throws(TableError) in try start(name, attributes) }
    }

    final func finish(_ name: UnsafePointer<CChar>) -> Bool {
        state.pointee.depth -= 1
        let (name, role) = state.pointee.names.name(at: name)
        collected?.pointee.end(role)
        return goesOn { () throws(TableError) in try end(name) }
    }

    final func breakOff() -> Bool {
        goesOn { () throws(TableError) in try breaksOff() }
    }

    final func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        collected?.pointee.text(bytes)
        return goesOn { () throws(TableError) in try text(bytes) }
    }

    final func refuse(entity name: String) -> Bool {
        state.pointee.error = TableError(
            .refused, "the XML uses the entity \"\(name)\" of its own: entities are not expanded")
        return false
    }

    private func goesOn(_ step: () throws(TableError) -> Void) -> Bool {
        if error != nil { return false }
        do throws(TableError) {
            try step()
        } catch {
            state.pointee.error = error
        }
        return error == nil
    }
}

private final class MarkupParse<Receiver: MarkupReceiver>: MarkupEvents {
    /// Behind a pointer for the same reason.
    private let receiver: UnsafeMutablePointer<Receiver>

    init(_ receiver: UnsafeMutablePointer<Receiver>, nesting: Int, collecting text: MarkupText?) {
        self.receiver = receiver
        super.init(nesting: nesting, collecting: text)
    }

    override func start(_ name: ElementName, _ attributes: Attributes) throws(TableError) {
        try receiver.pointee.start(name, attributes)
    }

    override func end(_ name: ElementName) throws(TableError) { try receiver.pointee.end(name) }

    override func breaksOff() throws(TableError) { try receiver.pointee.breaksOff() }

    override func text(_ bytes: UnsafeBufferPointer<UInt8>) throws(TableError) { try receiver.pointee.text(bytes) }
}

extension MarkupEvents {
    func run(
        _ document: [UInt8], _ count: Int32, _ encoding: String?, isHTML: Bool, _ space: MarkupSpace?
    ) -> cxml_result {
        var receiver = cxml_receiver(
            start: { context, name, attributes in
                told(context) { $0.begin(name, Attributes(attributes)) }
            },
            end: { context, name in told(context) { $0.finish(name) } },
            cut: { context in told(context) { $0.breakOff() } },
            text: { context, bytes, count in
                let pointer = UnsafeRawPointer(bytes).assumingMemoryBound(to: UInt8.self)
                return told(context) { $0.take(UnsafeBufferPointer(start: pointer, count: Int(count))) }
            },
            entity: { context, name in told(context) { $0.refuse(entity: String(cString: name)) } },
            space: space?.place)
        return document.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return cxml_result() }
            return cxml_parse(
                base.assumingMemoryBound(to: CChar.self), count, encoding, isHTML ? 1 : 0, &receiver,
                Unmanaged.passUnretained(self).toOpaque())
        }
    }
}

/// Passes an event to the parse behind a context; its caller keeps the parse alive. Returns 1 to continue.
private func told(_ context: UnsafeMutableRawPointer, _ event: (MarkupEvents) -> Bool) -> Int32 {
    Unmanaged<MarkupEvents>.fromOpaque(context)._withUnsafeGuaranteedRef { event($0) ? 1 : 0 }
}
