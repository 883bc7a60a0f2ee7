// A new edition as a whole. The reader counts it and compares it with the previous edition: while it reads, if the list
// is one document, otherwise from the tables that were stored for both. No document is read again.

import Configuration
import Reading
import Rows

/// A counted edition.
package struct CountedEdition: Sendable {
    package var edition: Edition
    /// The digest of the edition compared with; nil for none.
    package var before: String?
}

extension SourceConfig {
    /// Whether the list has editions; with a page for each case only the watched cases are known.
    var hasEditions: Bool { !hasCasePages }

    /// Identifies how a document was read. 16 hexadecimal digits.
    func tableMark(of part: DocumentPart) -> String {
        var hash = Hash64()
        var text = "\(layoutText)\n\(ReadingVersion.current)\n\(part.charset ?? "")"
        if let headings = part.headings { text += "\n\(headings.layoutText)" }
        Array(text.utf8).withUnsafeBytes { hash.add($0) }
        return hash.text
    }

    /// The batches watched by number, not through a mask, that have no rows; sorted.
    func batchesMissing(among rows: [Row]) -> [String] {
        let listed = Set(rows.map(\.batch))
        return watched.filter { $0.pattern.isLiteral && !listed.contains($0.pattern.key) }.map(\.pattern.key)
    }
}

extension AcceptedDocument {
    /// Whether a document is another edition of the list, because it has other rows.
    ///
    /// - Returns: nil if that is unknown, because this one was read differently.
    func isReplaced(by facts: DocumentFacts, _ reading: Reading) -> Bool? {
        guard digest != facts.digest, let now = reading.fingerprint?.text else { return false }
        if let before = fingerprint?.text, before == now { return false }
        return fingerprint == nil || readingVersion != ReadingVersion.current ? nil : true
    }
}

extension PollTools {
    /// A cached document that has a table.
    private typealias Tabulated = (digest: String, mark: String)

    /// Counts the document if it is another edition than the accepted one.
    ///
    /// - Parameters:
    ///   - list: its parts.
    ///   - isReread: whether the accepted edition reads differently in the encoding of this one.
    /// - Returns: nil if it is no other edition, or cannot be counted.
    func counted(
        _ facts: DocumentFacts, _ reading: Reading, _ list: Composition, after state: SourceState,
        of source: SourceConfig, isReread: Bool
    ) -> CountedEdition? {
        guard source.hasEditions, reading.damage.isEmpty else { return nil }
        let accepted = state.isOfSameList(as: source) ? state.document : nil
        var isOther: Bool?
        if let accepted {
            isOther = accepted.isReplaced(by: facts, reading)
            if isOther == false { return nil }
        }
        let own = tabulated(list, source)
        let mentioned = Set(reading.mentions.map(\.batch))
        let missing = reading.hasMoreMentions ? [] : source.batchesMissing(among: reading.rows)
        let absent = Array(missing.filter { !mentioned.contains($0) }.prefix(Edition.mostAbsent))
        let request = EditionRequest(documents: own.count, absent: list.isIncomplete == true ? [] : absent)
        if own.isEmpty { return nil }
        let isWhole = list.isIncomplete != true && accepted?.composition?.isIncomplete != true
        if let accepted, isOther == true, isWhole, !isReread {
            if let edition = reading.edition, edition.absent.map(\.batch) == absent {
                return CountedEdition(edition: edition, before: accepted.digest)
            }
            let before = tabulated(accepted.list(of: source), source)
            if let tables = cache.tables(of: source.name, own + before),
                let edition = reader.edition(request, of: tables.descriptor, stop: stop)
            {
                return CountedEdition(edition: edition, before: before.isEmpty ? nil : accepted.digest)
            }
        }
        guard let tables = cache.tables(of: source.name, own) else { return nil }
        return reader.edition(request, of: tables.descriptor, stop: stop).map { CountedEdition(edition: $0) }
    }

    /// The table of a document to compare with while another is read, as a descriptor that the caller closes.
    func openTable(of part: DocumentPart, _ source: SourceConfig) -> Int32? {
        cache.openTable(of: source.name, digest: part.digest, mark: source.tableMark(of: part))
    }

    private func tabulated(_ list: Composition, _ source: SourceConfig) -> [Tabulated] {
        var seen: Set<String> = []
        return list.parts.filter { $0.document != nil && seen.insert($0.digest).inserted }
            .map { ($0.digest, source.tableMark(of: $0)) }
    }
}
