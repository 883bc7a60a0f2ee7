// What the names of elements mean for the text of a document.

/// What an element does to the text around it.
struct MarkupRole {
    /// What stands in the text where it begins and ends.
    var sign = MarkupText.Sign.none
    /// Nothing in it is text.
    var isSilent = false
    /// It is a table or sheet.
    var isTable = false
    /// What stands in it is text, where that of other elements is none.
    var holdsText = false

    /// Whether it does more than part the text.
    var isSpecial: Bool { isSilent || isTable || holdsText }
}

extension MarkupRole {
    /// - Parameter name: of an element of that language.
    init(_ name: String, _ language: MarkupText.Language) {
        let meaning = ElementMeaning(name)
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
