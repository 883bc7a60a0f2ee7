// What the names of elements mean for the text of a document: found out once for each name, as a document has millions of
// elements and a few names.

/// What an element does to the text around it.
struct MarkupRole {
    /// What stands in the text where it begins and ends; 0 for nothing.
    var sign: UInt8 = 0
    /// Nothing in it is text.
    var isSilent = false
    /// It is a table or sheet.
    var isTable = false
    /// What stands in it is text, where that of other elements is none.
    var holdsText = false

    /// Whether it need not be looked at.
    var isNothing: Bool { sign == 0 && !isSilent && !isTable && !holdsText }
}

/// The roles of the names that came last, by where libxml2 keeps them: each once for a document.
struct KnownRoles {
    private var known = [(place: UnsafePointer<CChar>?, role: MarkupRole)](
        repeating: (nil, MarkupRole()), count: 1 << KnownRoles.bits)
    private static let bits: UInt64 = 7

    mutating func role(of name: UnsafePointer<CChar>, _ language: MarkupText.Language) -> MarkupRole {
        let hash = UInt64(UInt(bitPattern: name)) &* 0x9E37_79B9_7F4A_7C15
        let index = Int(hash >> (64 - Self.bits))
        if known[index].place == name { return known[index].role }
        let role = MarkupRole(String(cString: name), language)
        known[index] = (name, role)
        return role
    }
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
        case .xml: sign = meaning.isMarkup ? Self.sign(ofPage: meaning) : MarkupText.end
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

    private static func sign(ofPage meaning: ElementMeaning) -> UInt8 {
        switch meaning.tag {
        case .td, .th, .tr, .table, .caption, .dt, .dd, .li, .option, .select, .input, .button, .title, .img:
            MarkupText.end
        default: meaning.kind == .block ? MarkupText.line : MarkupText.joint
        }
    }

    private static func sign(ofOpenDocument name: String) -> UInt8 {
        switch name {
        case "span", "a", "ruby", "ruby-base": MarkupText.joint
        case "s", "tab": 0x20
        case "p", "h", "line-break": MarkupText.line
        default: MarkupText.end
        }
    }

    private static func sign(ofPackage name: String) -> UInt8 {
        switch name {
        case "r", "t", "rPr": MarkupText.joint
        case "p": MarkupText.line
        case "si", "is", "comment", "text", "threadedComment": MarkupText.end
        case _ where texts.contains(name): MarkupText.end
        default: 0
        }
    }

    private static let texts: Set<String> = [
        "t", "text", "oddHeader", "oddFooter", "evenHeader", "evenFooter", "firstHeader", "firstFooter",
    ]
}
