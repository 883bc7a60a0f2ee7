// The links of a JSON document: strings that look like addresses, with the name of their object.

import JSON
import Text

/// The strings that are URLs, or paths with the name of a document, in document order. The text is the title, name or
/// file name of the enclosing object.
func writtenLinks(in document: JSONValue) throws(TableError) -> [WrittenLink] {
    var links: [WrittenLink] = []
    // Values to visit, the next one last.
    var open: [(value: JSONValue, title: String)] = [(document, "")]
    while let (value, title) = open.popLast() {
        switch value {
        case .string(let marked):
            let text = CellMark.removed(from: marked)
            if looksLikeLink(text) { try add(WrittenLink(address: text, text: title), to: &links) }
        case .array(let values):
            open += values.reversed().map { ($0, title) }
        case .object(let members):
            let own = ownTitle(of: value)
            // A file name beside an address, or beside a member that may have one, is its text, and no second address.
            let hasAddress = members.contains { mayHaveAddress($0) && !titleNames.contains($0.name.lowercased()) }
            for member in members.reversed() where !(hasAddress && titleNames.contains(member.name.lowercased())) {
                open.append((member.value, own ?? title))
            }
        default: break
        }
    }
    return links
}

private let titleNames = ["title", "name", "filename", "label", "text"]

private func ownTitle(of object: JSONValue) -> String? {
    guard case .object(let members) = object else { return nil }
    for name in titleNames {
        for member in members where member.name.lowercased() == name {
            if case .string(let text) = member.value, !text.isEmpty {
                return lineOfText(CellMark.removed(from: text).utf8)
            }
        }
    }
    return nil
}

private func mayHaveAddress(_ member: JSONMember) -> Bool {
    switch member.value {
    case .string(let text): looksLikeLink(text)
    case .array, .object: true
    default: false
    }
}

private func looksLikeLink(_ text: String) -> Bool {
    guard text.utf8.count <= 2_000, !text.utf8.contains(where: { $0 < 0x20 }) else { return false }
    let head = String(text.unicodeScalars.prefix(8)).lowercased()
    if head.hasPrefix("http://") || head.hasPrefix("https://") || head.hasPrefix("file://") { return true }
    return isDocumentName(String(text.unicodeScalars.prefix { $0 != "?" && $0 != "#" }))
}
