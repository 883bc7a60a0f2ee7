// Draws the events of batches as lines under one axis, for wide terminals: a sign for each event, and a line while the
// batch is on the list.

import Coding
import Delivery
import Text

/// The events of batches, drawn from the first one until now.
struct TimeLine {
    /// The narrowest terminal that gets a time line, in columns.
    static let leastColumns = 100
    /// The number of batches to draw: those with the latest events.
    static let mostBatches = 20
    /// The longest name of a batch, in columns.
    private static let longestName = 32

    private struct Line {
        var name: String
        var events: [(time: Date, isListed: Bool, isUnclear: Bool)] = []
        var latest: Date { events.last?.time ?? Date(timeIntervalSince1970: -.infinity) }
    }
    private var lines: [String: Line] = [:]

    /// Takes one more event; those of sources are not drawn.
    mutating func add(_ event: PastEvent) {
        guard !event.batch.isEmpty else { return }
        let name = sanitized(event.label.isEmpty ? event.batch : event.label, limit: 100)
        let key = event.source + "\0" + event.batch
        let isUnclear = event.kind == "unclear"
        // The journal has only the kind of an event.
        let before = lines[key]?.events.last?.isListed ?? false
        let isListed = event.isListed ?? (isUnclear ? before : event.kind != "disappeared")
        lines[key, default: Line(name: name)].events.append((event.time, isListed, isUnclear))
    }

    /// - Parameters:
    ///   - now: the end of the axis.
    ///   - columns: of the terminal.
    /// - Returns: the axis and a line for each batch; nothing where no batch has two events, or the terminal is too
    ///   narrow.
    func drawn(until now: Date, columns: Int) -> [String] {
        let shown = lines.sorted { ($0.value.latest, $1.key) > ($1.value.latest, $0.key) }
            .prefix(Self.mostBatches).map(\.value)
        guard columns >= Self.leastColumns, shown.contains(where: { $0.events.count > 1 }),
            let start = shown.flatMap(\.events).map(\.time).min(), start < now
        else { return [] }
        let names = min(Self.longestName, shown.map { columnCount($0.name) }.max() ?? 0)
        let room = min(columns, 160) - names - 3
        func place(_ time: Date) -> Int {
            let share = time.timeIntervalSince(start) / now.timeIntervalSince(start)
            return max(0, min(room - 1, Int(share * Double(room - 1))))
        }
        let blanks = String(repeating: " ", count: names + 2)
        return [blanks + axis(from: start, to: now, room: room)]
            + shown.map { line in
                var signs = [String](repeating: " ", count: room)
                for (index, event) in line.events.enumerated() {
                    let here = place(event.time)
                    // Of several events in one column, the last has its sign there.
                    signs[here] = event.isUnclear ? "?" : event.isListed ? "●" : "○"
                    guard event.isListed else { continue }
                    let next = line.events.indices.contains(index + 1) ? place(line.events[index + 1].time) : room
                    for column in here + 1..<max(here + 1, next) { signs[column] = "─" }
                }
                let name = columnCount(line.name) > names ? wrapped(line.name, to: names - 1)[0] + "…" : line.name
                return padded(name, to: names) + "  " + signs.joined()
            }
    }

    /// The days at both ends, and in the middle where there is room.
    private func axis(from start: Date, to end: Date, room: Int) -> String {
        func day(_ time: Date) -> String { String(localTime(time).prefix(10)) }
        let middle = day(start.addingTimeInterval(end.timeIntervalSince(start) / 2))
        let gap = room - 3 * 10
        return day(start) + String(repeating: " ", count: gap / 2) + middle
            + String(repeating: " ", count: gap - gap / 2) + day(end)
    }
}
