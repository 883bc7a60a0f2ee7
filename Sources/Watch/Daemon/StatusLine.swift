// The one line of `systemctl status`: what the service watches, when it continues, what is wrong. Pure.

import Coding
import Glibc
import Text

/// The service's own report in one line: "3 sources, 2 batches; next poll 14:05; london failing (once): HTTP 503".
package struct StatusLine {
    /// The number of troubles shown; more are only counted, because terminals cut the line.
    static let mostTroubles = 3
    /// The longest cause, in bytes.
    static let longestCause = 120

    /// The sources and batches: `Config.summary`.
    package var summary: String
    /// When the next source is due; nil if none is, or all workers are busy.
    package var nextPoll: Date?
    /// The troubles, each with its cause: "london failing (3 times): HTTP 503".
    package var troubles: [String] = []

    package init(_ summary: String) {
        self.summary = summary
    }

    /// The line: sanitized, at most some 700 bytes.
    package var text: String {
        var parts = [summary]
        if let nextPoll { parts.append("next poll \(clockText(nextPoll))") }
        parts += troubles.prefix(Self.mostTroubles)
        let more = troubles.count - Self.mostTroubles
        if more > 0 { parts.append("\(more) more in trouble") }
        return parts.map { sanitized($0, limit: Self.longestCause) }.joined(separator: "; ")
    }
}

/// Hours and minutes of the local time.
func clockText(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970)
    var local = tm()
    localtime_r(&seconds, &local)
    let minutes = "\(local.tm_min)"
    return "\(local.tm_hour):\(minutes.count < 2 ? "0" : "")\(minutes)"
}
