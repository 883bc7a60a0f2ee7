// The one line of `systemctl status`: what is watched, when it goes on, what is wrong. Pure.

import Coding
import Glibc
import Text

/// What the service says of itself in one line: "3 sources, 2 batches; next poll 14:05; london failing (once): HTTP
/// 503".
package struct StatusLine {
    /// More sources than that are only counted: the line is cut at a terminal's edge.
    static let mostTroubles = 3
    /// Of each cause, in bytes.
    static let longestCause = 120

    /// What is watched: `Config.summary`.
    package var summary: String
    /// When the next source is due; nil while none is, as when all workers are busy.
    package var nextPoll: Date?
    /// What is not well, each with its cause: "london failing (3 times): HTTP 503".
    package var troubles: [String] = []

    package init(_ summary: String) {
        self.summary = summary
    }

    /// Inert, in one line, some 700 bytes at most.
    package var text: String {
        var parts = [summary]
        if let nextPoll { parts.append("next poll \(clockText(nextPoll))") }
        parts += troubles.prefix(Self.mostTroubles)
        let more = troubles.count - Self.mostTroubles
        if more > 0 { parts.append("\(more) more in trouble") }
        return parts.map { inert($0, limit: Self.longestCause) }.joined(separator: "; ")
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
