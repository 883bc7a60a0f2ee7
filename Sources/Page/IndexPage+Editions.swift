// The editions of a list: a bar for each, with its number of rows as height, in the colours of their statuses; and a
// table of the same.

import Coding

extension IndexPage {
    /// The height in units of the drawing.
    private static let height = 80
    private static let step = 20

    func editions(of source: PageContent.Source) -> String {
        if source.editions.isEmpty { return "" }
        let name = escaped(source.name)
        let statuses = commonStatuses(of: source.editions)
        let columns = statuses + (source.editions.contains { others($0, statuses) > 0 } ? ["any other"] : [])
        let key = columns.enumerated().map { index, status in
            "<li><svg viewBox=\"0 0 10 10\" aria-hidden=\"true\"><rect class=\"\(colour(index, statuses))\" width=\"10\" height=\"10\"/></svg>"
                + "<bdi>\(title(of: status))</bdi></li>"
        }
        return """
            <h3 id="editions-\(name)">Editions</h3>
            <p class="axis">\(scale(of: source.editions))</p>
            \(bars(source.editions, statuses, of: name))
            <ul class="key">\(key.joined())</ul>
            <details><summary>\(counted(source.editions.count, "edition", "editions"))<span class="aside"> of \(name)</span></summary>
            \(table(source.editions, columns, statuses))
            </details>

            """
    }

    /// The scale of the bars: a drawing alone shows no numbers.
    private func scale(of editions: [PageContent.Edition]) -> String {
        let most = counted(editions.map(\.rows).max() ?? 0, "row", "rows")
        guard let first = editions.first, let last = editions.last, editions.count > 1 else {
            return "\(most), \(editions.map { time($0.time) }.joined())"
        }
        return "From \(time(first.time)) to \(time(last.time)); the largest has \(most)."
    }

    /// Statuses without a colour of their own are grey.
    private func colour(_ index: Int, _ statuses: [String]) -> String {
        "s\(index < statuses.count ? index : PageStyle.statusColours)"
    }

    private func title(of status: String) -> String { status.isEmpty ? "no status" : escaped(status, limit: 120) }

    /// The statuses with a colour, by their rows in all editions, the most frequent first.
    private func commonStatuses(of editions: [PageContent.Edition]) -> [String] {
        var rows: [String: Int] = [:]
        for edition in editions { for count in edition.statuses { rows[count.status, default: 0] += count.rows } }
        let sorted = rows.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return sorted.prefix(PageStyle.statusColours).map(\.key)
    }

    private func rows(_ edition: PageContent.Edition, _ status: String) -> Int {
        edition.statuses.reduce(0) { $0 + ($1.status == status ? $1.rows : 0) }
    }

    /// Rows without a colour of their own.
    private func others(_ edition: PageContent.Edition, _ statuses: [String]) -> Int {
        max(0, edition.rows - statuses.reduce(0) { $0 + rows(edition, $1) })
    }

    private func bars(_ editions: [PageContent.Edition], _ statuses: [String], of name: String) -> String {
        let most = max(1, editions.map(\.rows).max() ?? 1)
        var shapes: [String] = []
        for (place, edition) in editions.enumerated() {
            var top = Self.height
            let counts = statuses.map { rows(edition, $0) } + [others(edition, statuses)]
            for (index, count) in counts.enumerated() where count > 0 {
                let part = max(1, count * Self.height / most)
                top -= part
                shapes.append(
                    "<rect class=\"\(colour(index, statuses))\" x=\"\(place * Self.step)\" y=\"\(top)\" width=\"\(Self.step - 6)\" "
                        + "height=\"\(part)\"/>")
            }
        }
        // Parts of at least one unit each may be higher together than the whole bar.
        let room = statuses.count + 1
        let width = editions.count * Self.step
        return """
            <svg class="bars" viewBox="0 \(-room) \(width) \(Self.height + room)" width="\(width)" \
            height="\(Self.height + room)" role="img" aria-label="Rows of the \
            \(counted(editions.count, "latest edition", "latest editions")) of \(name) by status">\(shapes.joined())</svg>
            """
    }

    private func table(_ editions: [PageContent.Edition], _ columns: [String], _ statuses: [String]) -> String {
        let headings = ["Seen", "Title", "Rows", "New", "Gone", "Changed"] + columns.map(title)
        let lines = editions.reversed().map { edition in
            let counts = columns.enumerated().map { index, status in
                index < statuses.count ? rows(edition, status) : others(edition, statuses)
            }
            let numbers = [edition.rows, edition.new, edition.gone, edition.changed] + counts
            let cells = numbers.map { "<td class=\"count\">\($0.map(String.init) ?? "–")</td>" }
            return "<tr><th scope=\"row\">\(time(edition.time))</th><td><bdi>\(escaped(edition.title))</bdi></td>"
                + "\(cells.joined())</tr>"
        }
        return """
            <div class="scroll" tabindex="0" role="group" aria-label="Table of editions"><table>
            <thead><tr>\(headings.map { "<th scope=\"col\"><bdi>\($0)</bdi></th>" }.joined())</tr></thead>
            <tbody>
            \(lines.joined(separator: "\n"))
            </tbody></table></div>
            """
    }
}
