// A new edition as a whole: it is counted, and compared with the one before, by the reader: while it reads a list that is
// one document, else from what was kept of the rows of both when they were read. Neither document is read again.

import Configuration
import Reading
import Rows

/// An edition that was counted.
package struct CountedEdition: Sendable {
    package var edition: Edition
    /// The digest of the edition that it was compared with; nil for none.
    package var before: String?
}

extension SourceConfig {
    /// Whether it is a list with editions: of cases with pages of their own only those are known that are asked for.
    var hasEditions: Bool { !hasCasePages }

    /// By what it is known that two documents were read in the same way. 16 hexadecimal digits.
    func tableMark(of part: DocumentPart) -> String {
        var hash = Hash64()
        var text = "\(layoutText)\n\(ReadingVersion.current)\n\(part.charset ?? "")"
        if let headings = part.headings { text += "\n\(headings.layoutText)" }
        Array(text.utf8).withUnsafeBytes { hash.add($0) }
        return hash.text
    }

    /// The batches watched by themselves, not through a mask, that have no rows; sorted.
    func batchesMissing(among rows: [Row]) -> [String] {
        let listed = Set(rows.map(\.batch))
        return watched.filter { $0.pattern.isLiteral && !listed.contains($0.pattern.key) }.map(\.pattern.key)
    }
}

extension AcceptedDocument {
    /// Whether a document is another edition of the list: it has other rows.
    ///
    /// - Returns: nil where that is not known: this one was read otherwise.
    func isReplaced(by facts: DocumentFacts, _ reading: Reading) -> Bool? {
        guard digest != facts.digest, let now = reading.fingerprint?.text else { return false }
        if let before = fingerprint?.text, before == now { return false }
        return fingerprint == nil || readingVersion != ReadingVersion.current ? nil : true
    }
}

extension PollTools {
    /// A document in the cache that a table lies beside.
    private typealias Tabulated = (digest: String, mark: String)

    /// Counts what was read, where it is another edition than the accepted one.
    ///
    /// - Parameters:
    ///   - list: what it is put together of.
    ///   - isReread: whether the accepted edition reads otherwise in the encoding of this one.
    /// - Returns: nil where it is no other edition, or cannot be counted.
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

    /// The table of a document, which another is compared with while it is read, as a descriptor that the caller closes.
    func openTable(of part: DocumentPart, _ source: SourceConfig) -> Int32? {
        cache.openTable(of: source.name, digest: part.digest, mark: source.tableMark(of: part))
    }

    private func tabulated(_ list: Composition, _ source: SourceConfig) -> [Tabulated] {
        var seen: Set<String> = []
        return list.parts.filter { $0.document != nil && seen.insert($0.digest).inserted }
            .map { ($0.digest, source.tableMark(of: $0)) }
    }
}
