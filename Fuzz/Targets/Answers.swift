// What a server says before anything is parsed: the fields that we go by, and a body in a content coding.

import Text

@testable import Fetch

extension Target {
    /// The first byte says what the rest is: a body in a coding and in how large pieces it comes, or a field's value.
    static let answers = Target("answers") { bytes in
        var choices = Choices(bytes)
        let kind = choices.number()
        if kind < 128 {
            try checkBody(kind % 2 == 0 ? .gzip : .deflate, piece: 1 + choices.number(), choices.rest)
        } else {
            try checkField(String(decoding: choices.rest, as: UTF8.self))
        }
    }
}

/// A body means the same in whichever pieces it comes, and no more than the limit comes out of it.
private func checkBody(_ coding: ContentCoding, piece: Int, _ body: [UInt8]) throws {
    let limit = 1 << 16
    func decoded(_ piece: Int) throws -> [UInt8]? {
        let decoder = ContentDecoder(coding, limit: limit)
        var output: [UInt8] = []
        do {
            for start in stride(from: 0, to: body.count, by: piece) {
                try body[start..<min(start + piece, body.count)].withUnsafeBytes { try decoder.decode($0, to: &output) }
            }
            try decoder.finish()
        } catch {
            return nil
        }
        try promise(output.count <= limit, "more comes out of a coding than the limit")
        return output
    }
    let whole = try decoded(max(1, body.count))
    try promise(try decoded(piece) == whole, "a body in pieces is another one")
}

/// What is taken from a field is within its bounds, and can be sent or written.
private func checkField(_ value: String) throws {
    let now = 1_780_000_000.0
    if let wait = retryAfter(value, now: now) {
        try promise(wait >= 0 && wait <= longestRetryAfter, "a wait is longer than a week")
    }
    if let age = maxAge([value]) { try promise(age >= 0 && age <= 2_147_483_648, "an age is out of bounds") }
    if let label = charset(value) {
        try promise(
            (1...64).contains(label.utf8.count) && label.utf8.allSatisfy { (0x21...0x7E).contains($0) },
            "a label has characters that none has")
    }
    if let kept = validators(etags: [value], lastModified: [value], now: now) {
        for field in [kept.etag, kept.lastModified].compactMap({ $0 }) {
            try promise(field == value && !field.utf8.contains { $0 < 0x20 }, "a validator cannot go back as it came")
        }
    }
    try promise(
        matchWeakly(value, "W/" + value) || value.utf8.starts(with: "W/".utf8), "a tag does not match itself")
    let line = told(value)
    try promise(!line.unicodeScalars.contains { $0.value < 0x20 }, "what others say is more than a line")
}
