// What a list said when it was last fetched: its kept documents, read again. Each is known by its digest, so that one that
// is not as it was is never believed.

import Configuration
import Reading

extension PollTools {
    /// Reads again what is kept of a list.
    ///
    /// - Parameters:
    ///   - digest: of the list as a whole.
    ///   - composition: what it is put together of; nil for one document.
    /// - Throws: why it cannot be read, or not as it was.
    func reread(
        _ digest: String, _ composition: Composition?, of source: SourceConfig
    ) throws(ReadingFailure) -> (DocumentFacts, Reading) {
        guard let composition else {
            let part = DocumentPart(url: source.url, validators: nil, digest: digest, length: 0)
            return try readKept(part, of: source)
        }
        var readings: [Reading] = []
        for part in composition.parts { readings.append(try reread(part, of: source)) }
        return (composition.facts(of: source), Reading(joining: readings, of: composition.parts))
    }

    /// Reads a kept document again; that of a case that is not there says nothing.
    func reread(_ part: DocumentPart, of source: SourceConfig) throws(ReadingFailure) -> Reading {
        if part.digest.isEmpty { return Reading(rows: [], rowCount: 0, pageCount: 0, damage: []) }
        return try readKept(part, of: source).1
    }

    private func readKept(
        _ part: DocumentPart, of source: SourceConfig
    ) throws(ReadingFailure) -> (DocumentFacts, Reading) {
        var request = ReadingRequest(for: source)
        request.url = fileURL(of: cache.path(of: source.name, digest: part.digest))
        request.onlyBatch = part.batch
        request.isKept = true
        switch reader.answer(request, keepingIn: nil, stop: stop, progress: { _, _ in }) {
        case .document(let facts, let reading) where facts.digest == part.digest: return (facts, reading)
        case .failure(let failure): throw failure
        default: throw ReadingFailure(.reader, "the kept document has changed")
        }
    }
}
