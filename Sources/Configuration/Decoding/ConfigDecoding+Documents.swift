// The keys of a source that say how to find the documents of a list (page, link, pick), and how its columns are called.

import Reading
import Rows
import Text

extension ConfigDecoding {
    /// `page`, the URL that links lead from.
    mutating func page(of table: ConfigTable) -> (text: String, parts: SourceURL?) {
        let path = table.path + ["page"]
        if table.table["url"] != nil {
            report(
                "cannot be combined with url: use url if the list has a fixed address, page if it moves",
                at: path)
        }
        guard let text = string("page", of: table, expected: "a URL in quotes") else { return ("", nil) }
        if text.holds(SourceConfig.batchInURL) {
            report("has {batch} in it, which only url can have", at: path)
        }
        return (text, sound(text, at: path))
    }

    /// `link` and `pick`; nil without a page.
    mutating func links(of table: ConfigTable) -> LinkRequest? {
        let glob = line("link", of: table, expected: "what the links look like, like \"*Decisions*.pdf\"")
        let pick = word("pick", of: table, known: LinkPick.allCases.map(\.rawValue)).flatMap(LinkPick.init)
        guard table.table["page"] != nil else {
            for key in ["link", "pick"] where table.table[key] != nil {
                report("is only used with page", at: table.path + [key])
            }
            return nil
        }
        guard table.table["link"] != nil else {
            reportMissing(
                "link", of: table, "write a pattern for the links to the list, like link = \"*Decisions*.pdf\"")
            return nil
        }
        return LinkRequest(glob: glob ?? "*", pick: pick ?? .newest)
    }

    /// `columns` as a table: what stands above each.
    mutating func headings(of table: ConfigTable, isCasePage: Bool) -> ColumnHeadings {
        guard let columns = self.table("columns", of: table) else { return ColumnHeadings() }
        checkKeys(of: columns, known: ConfigKeys.headings)
        func heading(_ name: String) -> String? {
            line(name, of: columns, expected: "what stands above the column, in quotes")
        }
        let headings = ColumnHeadings(batch: heading("batch"), status: heading("status"), date: heading("date"))
        if columns.table["batch"] == nil, !isCasePage {
            reportMissing("batch", of: columns, "write what stands above the batch numbers, like batch = \"Number\"")
        }
        if columns.table["status"] == nil, columns.table["date"] == nil {
            reportMissing("status", of: columns, "write what stands above the statuses, like status = \"Decision\"")
        }
        return headings
    }

    /// `keep = "forever"`.
    mutating func keep(of table: ConfigTable) -> Bool {
        word("keep", of: table, known: ["forever"]) != nil
    }

    /// `tell-editions`.
    mutating func tellsEditions(of table: ConfigTable, isCasePage: Bool) -> Bool {
        let isWanted = boolean("tell-editions", of: table) ?? false
        if isWanted, isCasePage {
            report("is of no use with {batch}: pages of single cases are no list", at: table.path + ["tell-editions"])
        }
        return isWanted
    }

    mutating func userAgent(of table: ConfigTable) -> String? {
        guard let text = string("user-agent", of: table, expected: "a text in quotes, like \"Mozilla/5.0\"") else {
            return nil
        }
        let path = table.path + ["user-agent"]
        if !(1...ConfigLimits.userAgentLength).contains(text.utf8.count) {
            report("has \(text.utf8.count) characters; write 1 to \(ConfigLimits.userAgentLength)", at: path)
        }
        if !text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) {
            report("has characters that cannot stand there; write letters, digits and signs of ASCII", at: path)
        }
        return text
    }

    /// `expect-every`, a duration or "3 working days".
    mutating func expectation(of table: ConfigTable) -> Cadence? {
        let words = table.table["expect-every"]?.string?.split(separator: " ") ?? []
        guard words.count == 3, words[1] == "working", ["day", "days"].contains(words[2]), let days = Int(words[0])
        else {
            return duration("expect-every", of: table, within: ConfigLimits.expectEvery).map { .seconds($0) }
        }
        let limits = ConfigLimits.expectWorkingDays
        if !limits.contains(days) {
            report(
                "expected \(limits.lowerBound) to \(limits.upperBound) working days, found \(days)",
                at: table.path + ["expect-every"])
        }
        return .workingDays(days)
    }

    /// One of a few words.
    mutating func word(_ key: String, of table: ConfigTable, known: [String]) -> String? {
        let expected = known.map { "\"\($0)\"" }.joined(separator: ", ")
        guard let text = string(key, of: table, expected: expected) else { return nil }
        if known.contains(text) { return text }
        report("expected \(expected), found \"\(text.printable)\"", at: table.path + [key])
        return nil
    }

    /// A text that is not empty and stands on one line.
    mutating func line(_ key: String, of table: ConfigTable, expected: String) -> String? {
        guard let text = string(key, of: table, expected: expected) else { return nil }
        let path = table.path + [key]
        if text.allSatisfy(\.isWhitespace) { report("is empty; write \(expected)", at: path) }
        if text.hasControl {
            report("has a control character; write it in one line of plain text", at: path)
        }
        if text.count > ConfigLimits.nameInDocument {
            report("is too long; the maximum is \(ConfigLimits.nameInDocument) characters", at: path)
        }
        return text
    }
}
