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
    ///   - charset: the encoding of one document; nil for what it says itself.
    /// - Throws: why it cannot be read, or not as it was.
    func reread(
        _ digest: String, _ composition: Composition?, in charset: String?, of source: SourceConfig
    ) throws(ReadingFailure) -> (DocumentFacts, Reading) {
        guard let composition else {
            var part = DocumentPart(url: source.url, validators: nil, digest: digest, length: 0)
            part.charset = charset
            return try readKept(part, of: source)
        }
        var readings: [Reading] = []
        for part in composition.parts { readings.append(try reread(part, of: source)) }
        return (composition.facts(of: source), Reading(joining: readings, of: composition.parts))
    }

    /// What the accepted edition says in the encoding of the new one, where that is another: what differs by that alone is
    /// no change of the list.
    ///
    /// - Returns: nil where the encoding is the same, or there is no new edition. The new edition where the accepted one
    ///   is not there any more, or could not be read: what changed with the encoding cannot be told from it.
    func rereadAccepted(of state: SourceState, _ source: SourceConfig, after answer: ListAnswer) -> Reading? {
        guard case .document(let facts, let reading) = answer.reply, facts.digest != state.document?.digest else {
            return nil
        }
        return rereadAccepted(of: state, source, as: answer.composition, reading)
    }

    /// - Parameters:
    ///   - composition: what the new edition is put together of; nil for one document.
    ///   - reading: what it says.
    func rereadAccepted(
        of state: SourceState, _ source: SourceConfig, as composition: Composition?, _ reading: Reading
    ) -> Reading? {
        guard state.isOfSameList(as: source), let accepted = state.document else { return nil }
        var before = accepted.composition?.parts ?? [DocumentPart(accepted, of: source)]
        let known = before.map(\.charset)
        for index in before.indices {
            let next = composition?.part(at: before[index].url) ?? composition?.parts.first
            if let charset = next?.charset ?? reading.charset { before[index].charset = charset }
        }
        if before.map(\.charset) == known { return nil }
        guard cache.holds(accepted, of: source.name) else { return known == [nil] ? nil : reading }
        let parts = accepted.composition.map { _ in Composition(parts: before) }
        do throws(ReadingFailure) {
            return try reread(accepted.digest, parts, in: before.first?.charset, of: source).1
        } catch {
            // One that is no list in that encoding was in its own.
            return error.kind == .unreadable ? nil : reading
        }
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
        // Its server's word for it, which the file does not have.
        request.charset = part.charset
        request.isKept = true
        var table: NewDocument?
        if source.hasEditions,
            !cache.holdsTable(of: source.name, digest: part.digest, mark: source.tableMark(charset: part.charset))
        {
            table = try? NewDocument()
            request.tabulates = table != nil
        }
        let answer = reader.answer(
            request, keepingIn: nil, tableIn: table?.descriptor, stop: stop, progress: { _, _ in })
        switch answer {
        case .document(let facts, let reading) where facts.digest == part.digest:
            if let table {
                cache.keep(
                    table: table, of: source.name, digest: part.digest, mark: source.tableMark(charset: reading.charset)
                )
            }
            return (facts, reading)
        case .failure(let failure): throw failure
        default: throw ReadingFailure(.reader, "the kept document has changed")
        }
    }
}

extension DocumentPart {
    /// A list that is one document.
    fileprivate init(_ document: AcceptedDocument, of source: SourceConfig) {
        self.init(url: source.url, validators: nil, digest: document.digest, length: document.length)
        charset = document.charset
    }
}
