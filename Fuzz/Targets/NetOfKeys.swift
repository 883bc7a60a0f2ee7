// The net: both of its readings find the same, on a page as in a text, and a number that stands there by itself is found.

import Rows
import Text

@testable import Net

extension Target {
    /// Keys and masks up to a NUL each, then the text.
    static let net = Target("net") { bytes in
        let parts = bytes.split(separator: 0, omittingEmptySubsequences: false)
        let text = Array(String(decoding: parts.last ?? [], as: UTF8.self).utf8)
        let written = parts.dropLast().prefix(20).map { String(decoding: $0, as: UTF8.self) }
        for masks in [written.compactMap { try? KeyMask($0) }, written.compactMap { try? KeyMask(text: $0) }] {
            try check(masks, text)
        }
    }
}

private func check(_ masks: [KeyMask], _ text: [UInt8]) throws {
    let net = Net(watched: masks, isText: true)
    let found = try batches(net) { $0.add(text, page: 1) }
    // Of more not all are told.
    if found.count >= Mention.most { return }
    for mask in masks where mask.isLiteral && stands(Array(mask.key.utf8), in: text) {
        try promise(found.contains(mask.key), "a number is not found")
    }
    // There it is a hyphen.
    if String(decoding: text, as: UTF8.self).unicodeScalars.contains("\u{AD}") { return }
    var page = TextPage(number: 1)
    page.utf8 = text
    page.runs = [TextRun(text: text.indices, start: Point(x: 0, y: 0), end: Point(x: 99, y: 0), size: 9)]
    try promise(try batches(net) { $0.add(page) } == found, "a page and a text differ")
}

/// The batches that a net finds where none has a row.
private func batches(_ net: Net, _ add: (inout Net) -> Void) throws -> Set<String> {
    var (first, all) = (net, net.locatingAll())
    add(&first)
    add(&all)
    let (mentions, hasMore) = all.mentions(besides: [])
    for mention in mentions {
        try promise(mention.excerpt.count <= Mention.longestExcerpt, "an excerpt is too long")
    }
    let found = Set(mentions.map(\.batch))
    guard let suspects = first.suspects(besides: []) else {
        try promise(found.isEmpty, "the first reading misses a key")
        return found
    }
    var second = net.locating(suspects)
    add(&second)
    let located = Set(second.mentions(besides: []).mentions.map(\.batch))
    try promise(hasMore || located == found, "the second reading finds other keys than one of all keys")
    return found
}

/// Whether a number of ASCII digits stands in a text, and only blanks beside it.
private func stands(_ key: [UInt8], in text: [UInt8]) -> Bool {
    guard !key.isEmpty, key.count <= text.count, key.allSatisfy({ 0x30...0x39 ~= $0 }) else { return false }
    let isBlank = { (place: Int) in !text.indices.contains(place) || text[place] == 0x20 }
    return (0...text.count - key.count).contains { start in
        isBlank(start - 1) && isBlank(start + key.count) && text[start..<start + key.count].elementsEqual(key)
    }
}
