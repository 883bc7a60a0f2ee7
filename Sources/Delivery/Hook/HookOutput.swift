// Splits the output of a hook into lines for the journal: bounded, sanitized, and without memory beyond the bound.

import Processes
import Text

/// The lines of a hook, from both streams: up to 64 lines and 8 KiB, then only their number. Empty lines count, but are
/// not passed on.
struct HookOutput {
    /// Enough for a stack trace, and little enough for ten thousand failing events.
    static let byteLimit = 8192
    static let lineLimit = 64

    private var unfinished: [Stream: [UInt8]] = [:]
    private var kept = 0
    private var lines = 0
    private var dropped = 0
    /// The wait in seconds that the hook requested with a line on standard error, "retry-after: 120". The last such
    /// line counts.
    private(set) var retryAfter: Double?
    /// The first line of standard error, sanitized.
    private(set) var firstError: String?

    /// Takes output and passes on the complete lines.
    mutating func take(_ bytes: UnsafeRawBufferPointer, from stream: Stream, tell: (String) -> Void) {
        var rest = bytes[...]
        while !rest.isEmpty {
            guard lines < Self.lineLimit, kept < Self.byteLimit else {
                dropped &+= rest.count
                return
            }
            let end = rest.firstIndex(of: UInt8(ascii: "\n"))
            let part = rest[..<(end ?? rest.endIndex)]
            let room = part.prefix(Self.byteLimit - kept)
            unfinished[stream, default: []] += room
            kept += room.count
            dropped &+= part.count - room.count
            rest = rest[(end.map { $0 + 1 } ?? rest.endIndex)...]
            if end != nil { hand(stream, tell) }
        }
    }

    /// Passes on a last line without a line feed, and reports what was left out.
    mutating func finish(tell: (String) -> Void) {
        hand(.output, tell)
        hand(.error, tell)
        if dropped > 0 { tell("… \(dropped) bytes more") }
    }

    private mutating func hand(_ stream: Stream, _ tell: (String) -> Void) {
        guard let line = unfinished.removeValue(forKey: stream) else { return }
        guard lines < Self.lineLimit else {
            dropped &+= line.count
            return
        }
        lines += 1
        guard !line.isEmpty else { return }
        let text = sanitized(String(decoding: line, as: UTF8.self))
        if stream == .error, firstError == nil { firstError = text }
        if stream == .error, let seconds = Self.retryAfter(in: text) { retryAfter = seconds }
        tell(text)
    }

    /// The seconds in such a line, with any number of digits; nil for any other line.
    private static func retryAfter(in line: String) -> Double? {
        let parts = line.split(separator: ":", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "retry-after" else { return nil }
        let words = parts[1].split(separator: " ")
        guard words.count == 1, words[0].utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Double(words[0])
    }
}
