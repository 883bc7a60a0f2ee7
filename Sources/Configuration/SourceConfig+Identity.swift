// The identity of a list, which the state keeps across restarts: another address or layout is another list.

import Rows

extension SourceConfig {
    /// What is fetched and as whom; the secret itself stays out.
    package var address: String {
        if let command { return "command " + command.map(\.debugDescription).joined(separator: " ") }
        let place = links.map { "\(url) \($0.pick.rawValue) \($0.glob)" } ?? url
        let sent = submission.map { "\(place) \($0.identity)" } ?? place
        let name = auth.map { "\(sent) \($0.scheme.rawValue):\($0.user)" } ?? sent
        return headers.reduce(name) { $0 + " " + $1.identity }
    }

    /// Whether it reads a table as was done before.
    ///
    /// - Parameters:
    ///   - layout: the `layoutText` of then.
    ///   - headings: those that the columns were found by; nil for columns that were configured or in their usual order.
    package func reads(_ layout: String, by headings: ColumnHeadings?) -> Bool {
        layout == layoutText && (headings == nil || !hasOwnColumns)
    }

    /// How the table is read, as one text.
    package var layoutText: String {
        var text = "\(layout.key) \(layout.columns.map(\.rawValue).joined(separator: ","))"
        if let headings = layout.headings { text += headings.layoutText }
        if layout.key.isInText { text += " in \(KeyMask.inText)" }
        if let record { text += " record \(record.debugDescription)" }
        if showsHidden { text += " visible all" }
        return text
    }
}

extension HeaderConfig {
    /// The field as a part of the address; a secret is known by its place.
    fileprivate var identity: String {
        switch value {
        case .text(let text): "\(name): \(text.debugDescription)"
        case .secret(.file(let path)): "\(name): file \(path.debugDescription)"
        case .secret(.credential(let name)): "\(self.name): credential \(name)"
        }
    }
}

extension ColumnHeadings {
    /// All three, as one text.
    package var layoutText: String {
        [batch, status, date].map { " " + ($0?.debugDescription ?? "-") }.joined()
    }
}
