// The effect of element names on the text of a document.

/// An element's effect on the text around it. One byte: a larger role and its name would be passed in memory, at each
/// event.
struct MarkupRole {
    private let bits: UInt8
    private static let (silent, table, text, attributes): (UInt8, UInt8, UInt8, UInt8) = (8, 16, 32, 64)

    /// The separator in the text at its beginning and end.
    var sign: MarkupText.Sign { MarkupText.Sign(rawValue: bits & 7) ?? .none }
    /// Nothing in it is text.
    var isSilent: Bool { bits & Self.silent != 0 }
    /// It is a table or sheet.
    var isTable: Bool { bits & Self.table != 0 }
    /// Its content is text, while that of other elements is not.
    var holdsText: Bool { bits & Self.text != 0 }
    /// Its attributes may have text.
    var hasAttributes: Bool { bits & Self.attributes != 0 }

    /// Whether it does more than separate text.
    var isSpecial: Bool { bits > 7 }

    /// A role without effect.
    init() { bits = 0 }
}

extension MarkupRole {
    /// - Parameter name: the name of an element in that language.
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
        // Of a sheet's attributes only the name is text.
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
