// The names and attributes of elements while a document is read. A page has millions of elements and few names, so the
// meaning of each name is looked up once.

/// The name of an element, and its meaning.
package struct ElementName: Sendable, Equatable {
    package let string: String
    package let tag: ElementTag
    /// Its kind in a web page.
    package let kind: ElementKind
    /// Two flags in one byte: with one byte more, names would be passed in memory, at each event.
    @usableFromInline let traits: UInt8
    /// Whether it is inline markup (`isMarkup`).
    @inlinable package var isMarkup: Bool { traits & 1 != 0 }
    /// Whether its content is visible and unchanged, unless an attribute or style says otherwise.
    @inlinable package var isPlain: Bool { traits & 2 != 0 }

    package init(_ name: String) {
        string = name
        let meaning = ElementMeaning(name)
        (tag, kind) = (meaning.tag, meaning.kind)
        let isSpecial = [.details, .summary, .dialog, .del, .s, .strike, .style].contains(meaning.tag)
        traits = (meaning.isMarkup ? 1 : 0) | (isSpecial || meaning.kind == .unseen ? 0 : 2)
    }

    package static func == (name: ElementName, other: ElementName) -> Bool {
        name.tag == other.tag && (name.tag != .other || name.string == other.string)
    }

    package static func == (name: ElementName, text: String) -> Bool { name.string == text }

    /// For `switch`.
    package static func ~= (text: String, name: ElementName) -> Bool { name.string == text }
}

/// The last names, by their addresses in libxml2: libxml2 keeps each name once while it reads a document.
struct ElementNames {
    private var known = [(place: UnsafePointer<CChar>?, name: ElementName, role: MarkupRole)](
        repeating: (nil, ElementName(""), MarkupRole()), count: 1 << ElementNames.bits)
    private static let bits: UInt64 = 7
    /// The language of the collected text; nil if no text is collected.
    private let language: MarkupText.Language?

    init(_ language: MarkupText.Language?) { self.language = language }

    /// The name, and its role for the text.
    mutating func name(at place: UnsafePointer<CChar>) -> (name: ElementName, role: MarkupRole) {
        let hash = UInt64(UInt(bitPattern: place)) &* 0x9E37_79B9_7F4A_7C15
        let index = Int(hash >> (64 - Self.bits))
        if known[index].place != place {
            let name = ElementName(String(cString: place))
            known[index] = (place, name, language.map { MarkupRole(name.string, $0) } ?? MarkupRole())
        }
        return (known[index].name, known[index].role)
    }
}

/// The attributes of an element that affect its display; they end with the call.
struct Styling {
    var classes: UnsafeBufferPointer<UInt8>?
    var style: UnsafeBufferPointer<UInt8>?
    /// `hidden` or `popover`.
    var isHidden = false
    /// `color`; `bgcolor` or `background`.
    var colour: UnsafeBufferPointer<UInt8>?
    var ground: UnsafeBufferPointer<UInt8>?

    var isNothing: Bool { classes == nil && style == nil && !isHidden && colour == nil && ground == nil }
}

/// The attributes of an element: alternating names and values, ended by a null. They are valid during the event of
/// their element.
package struct Attributes: Sequence {
    private let list: UnsafePointer<UnsafePointer<CChar>?>

    init(_ list: UnsafePointer<UnsafePointer<CChar>?>) {
        self.list = list
    }

    package var isEmpty: Bool { list[0] == nil }

    package var count: Int {
        var count = 0
        while list[2 * count] != nil { count += 1 }
        return count
    }

    /// The value of the first attribute of this name; nil if there is none.
    package subscript(name: StaticString) -> String? { value(of: name).map { String(cString: $0) } }

    /// Whether an attribute of this name exists.
    package func has(_ name: StaticString) -> Bool { value(of: name) != nil }

    /// Whether the first attribute of this name has this value; nil if there is no such attribute.
    package func says(_ name: StaticString, _ text: StaticString) -> Bool? {
        value(of: name).map { Markup.hasPrefix($0, text) && $0[text.utf8CodeUnitCount] == 0 }
    }

    /// The value of the first attribute of this name, for reading only: it ends with the call.
    package func bytes(of name: StaticString) -> UnsafeBufferPointer<UInt8>? {
        value(of: name).map { Self.buffer($0) }
    }

    /// The attributes that affect the display, found in one pass.
    var styling: Styling {
        var said = Styling()
        var index = 0
        while let name = list[index] {
            guard let value = list[index + 1] else { break }
            switch UInt8(bitPattern: name[0]) {
            case UInt8(ascii: "c"):
                if isName(name, "class"), said.classes == nil { said.classes = Self.buffer(value) }
                if isName(name, "color") { said.colour = Self.buffer(value) }
            case UInt8(ascii: "s"): if isName(name, "style"), said.style == nil { said.style = Self.buffer(value) }
            case UInt8(ascii: "h"): if isName(name, "hidden") { said.isHidden = true }
            case UInt8(ascii: "p"): if isName(name, "popover") { said.isHidden = true }
            case UInt8(ascii: "b"):
                if isName(name, "bgcolor") || isName(name, "background") { said.ground = Self.buffer(value) }
            default: break
            }
            index += 2
        }
        return said
    }

    private func isName(_ written: UnsafePointer<CChar>, _ name: StaticString) -> Bool {
        Markup.hasPrefix(written, name) && written[name.utf8CodeUnitCount] == 0
    }

    private static func buffer(_ text: UnsafePointer<CChar>) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        while text[count] != 0 { count += 1 }
        return UnsafeBufferPointer(start: UnsafeRawPointer(text).assumingMemoryBound(to: UInt8.self), count: count)
    }

    /// The value of the first attribute of a name known at run time; nil if there is none.
    func value(named name: String) -> String? { first { $0.name == name }?.value }

    private func value(of name: StaticString) -> UnsafePointer<CChar>? {
        var index = 0
        while let written = list[index] {
            if Markup.hasPrefix(written, name), written[name.utf8CodeUnitCount] == 0 { return list[index + 1] }
            index += 2
        }
        return nil
    }

    /// Whether any attribute name begins with this prefix.
    package func hasName(withPrefix prefix: StaticString) -> Bool {
        var index = 0
        while let written = list[index] {
            if Markup.hasPrefix(written, prefix) { return true }
            index += 2
        }
        return false
    }

    package func makeIterator() -> Iterator { Iterator(rest: list) }

    package struct Iterator: IteratorProtocol {
        fileprivate var rest: UnsafePointer<UnsafePointer<CChar>?>

        package mutating func next() -> (name: String, value: String)? {
            guard let name = rest[0], let value = rest[1] else { return nil }
            rest += 2
            return (String(cString: name), String(cString: value))
        }
    }
}

/// Whether a zero-terminated text begins with another one.
@inline(__always)
private func hasPrefix(_ text: UnsafePointer<CChar>, _ prefix: StaticString) -> Bool {
    let (start, count) = (prefix.utf8Start, prefix.utf8CodeUnitCount)
    for index in 0..<count where UInt8(bitPattern: text[index]) != start[index] { return false }
    return true
}
