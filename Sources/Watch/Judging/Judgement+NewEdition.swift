// The event for an edition as a whole: the history records each; other sinks get those after the first if the
// configuration asks for it.

import Delivery
import Events
import Reading
import Rows

extension Judgement {
    /// Records the edition that was just accepted, if it differs from the previous one.
    mutating func noteEdition(_ facts: DocumentFacts, _ reading: Reading, after before: AcceptedDocument?) {
        guard source.hasEditions else { return }
        let isOther = before.flatMap { $0.isReplaced(by: facts, reading) }
        if isOther == false { return }
        // A list is reported as new only if its predecessor is known.
        let isTold = isOther == true && source.tellsEditions
        let sinks = isTold ? sinks : sinks.filter { $0 == Sink.archive.name }
        if sinks.isEmpty { return }
        var edition = edition(facts, reading, before: isOther == true ? before?.digest : nil)
        if isOther != true { edition.isFirst = true }
        let event = record(.edition, "", for: sinks) { $0.edition = edition }
        if isTold { events.append(event) }
    }

    /// The figures of the edition.
    ///
    /// - Parameter before: the edition that it may have been compared with.
    private func edition(_ facts: DocumentFacts, _ reading: Reading, before: String?) -> Edition {
        var edition = counted?.edition ?? Edition(rows: reading.rowCount)
        if before == nil || counted?.before != before { (edition.new, edition.gone, edition.changed) = (nil, nil, nil) }
        if composition.map({ $0.parts.count == 1 }) ?? true {
            (edition.etag, edition.sha256) = (facts.validators?.etag, facts.digest)
        }
        if composition?.isIncomplete == true {
            edition.isIncomplete = true
            edition.absent = []
            return edition
        }
        let missing = source.batchesMissing(among: reading.rows)
        edition.watched = source.watched.count { $0.pattern.isLiteral }
        edition.missing = missing.count
        let places = Dictionary(edition.absent.map { ($0.batch, $0) }) { first, _ in first }
        edition.absent = missing.prefix(Edition.mostAbsent).map { batch in
            var absent = places[batch] ?? Edition.Absent(batch: batch)
            absent.label = source.index.label(of: batch)
            return absent
        }
        return edition
    }
}
