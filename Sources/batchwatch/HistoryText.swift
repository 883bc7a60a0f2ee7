// The output of `batchwatch history`: a line for each event, on a terminal wrapped if it is too long. Times, names and
// texts are aligned, and a blank line separates days. In a pipe each event is one whole line, for grep.

import Delivery
import Text

struct HistoryText {
    private let style: Style
    /// The day of the previous event.
    private var day = ""
    /// The columns of the longest name so far, within bounds: events are shown as they are read.
    private var names = 24

    init(_ style: Style) {
        self.style = style
    }

    /// The lines of one more event.
    mutating func lines(of event: PastEvent) -> [String] {
        let time = localTime(event.time)
        let (name, what) = parts(of: event)
        names = min(32, max(names, columnCount(name)))
        let start = "\(time)  \(padded(name, to: names))  "
        let parting = style.isTerminal && !day.isEmpty && !time.hasPrefix(day) ? [""] : []
        day = String(time.prefix(10))
        guard style.isTerminal else { return [start + what] }
        let styledStart = "\(style.faint(time))  \(style.strong(padded(name, to: names)))  "
        let room = style.columns - columnCount(start)
        // Too little room beside a long name: the text starts on the next line.
        let inset = room >= 30 ? columnCount(start) : 18
        var texts = wrapped(what, to: style.columns - inset)
        var lines = parting
        lines.append(inset == 18 ? style.faint(time) + "  " + style.strong(name) : styledStart + texts.removeFirst())
        return lines + texts.map { String(repeating: " ", count: inset) + $0 }
    }

    /// The name, "Mine (20121456171)" or a source, and what happened.
    private func parts(of event: PastEvent) -> (name: String, what: String) {
        let message = sanitized(event.message)
        let batch = sanitized(event.batch, limit: 100)
        let label = sanitized(event.label, limit: 100)
        let names = [label.isEmpty ? batch : "\(label) (\(batch))", sanitized(event.source, limit: 100)]
        for name in names where !name.isEmpty && message.hasPrefix(name + ": ") {
            return (name, String(message.dropFirst(name.count + 2)))
        }
        return ("", message)
    }
}
