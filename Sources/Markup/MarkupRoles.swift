// What the names of elements mean for the text of a document.

/// What an element does to the text around it. One byte: with more, a name and its role are handed over in memory, at each
/// event.
struct MarkupRole {
    private let bits: UInt8
    private static let (silent, table, text, attributes): (UInt8, UInt8, UInt8, UInt8) = (8, 16, 32, 64)

    /// What stands in the text where it begins and ends.
    var sign: MarkupText.Sign { MarkupText.Sign(rawValue: bits & 7) ?? .none }
    /// Nothing in it is text.
    var isSilent: Bool { bits & Self.silent != 0 }
    /// It is a table or sheet.
    var isTable: Bool { bits & Self.table != 0 }
    /// What stands in it is text, where that of other elements is none.
    var holdsText: Bool { bits & Self.text != 0 }
    /// Its attributes may have text.
    var hasAttributes: Bool { bits & Self.attributes != 0 }

    /// Whether it does more than part the text.
    var isSpecial: Bool { bits > 7 }

    /// One that does nothing.
    init() { bits = 0 }
}

extension MarkupRole {
    /// - Parameter name: of an element of that language.
    init(_ name: String, _ language: MarkupText.Language) {
        let meaning = ElementMeaning(name)
        var (sign, isSilent, isTable, holdsText) = (MarkupText.Sign.none, false, false, false)
        switch language {
        case .html:
            sign = Self.sign(ofPage: meaning)
            isSilent = meaning.kind == .unseen && (meaning.tag == .script || name == "style")
            isTable = meaning.tag == .table
        case .xml: sign = meaning.isMarkup ? Self.sign(ofPage: meaning) : .end
        case .openDocument:
            sign = Self.sign(ofOpenDocument: name)
            isSilent = name == "automatic-styles" || name == "font-face-decls"
            isTable = meaning.tag == .table
        case .package:
            sign = Self.sign(ofPackage: name)
            isSilent = name == "f"
            holdsText = Self.texts.contains(name)
        }
        // Of a sheet only the name is text.
        let hasAttributes = language == .html || language == .xml || language == .openDocument && isTable
        bits =
            sign.rawValue | (isSilent ? Self.silent : 0) | (isTable ? Self.table : 0) | (holdsText ? Self.text : 0)
            | (hasAttributes ? Self.attributes : 0)
    }

    private static func sign(ofPage meaning: ElementMeaning) -> MarkupText.Sign {
        switch meaning.tag {
        case .td, .th, .tr, .table, .caption, .dt, .dd, .li, .option, .select, .input, .button, .title, .img:
            .end
        default: meaning.kind == .block ? .line : .joint
        }
    }

    private static func sign(ofOpenDocument name: String) -> MarkupText.Sign {
        switch name {
        case "span", "a", "ruby", "ruby-base": .joint
        case "s", "tab": .blank
        case "p", "h", "line-break": .line
        default: .end
        }
    }

    private static func sign(ofPackage name: String) -> MarkupText.Sign {
        switch name {
        case "r", "t", "rPr": .joint
        case "p": .line
        case "si", "is", "comment", "text", "threadedComment": .end
        case _ where texts.contains(name): .end
        default: .none
        }
    }

    private static let texts: Set<String> = [
        "t", "text", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter",
    ]
}
