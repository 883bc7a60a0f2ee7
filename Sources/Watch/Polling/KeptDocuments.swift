// What a list said when it was last fetched: its kept documents, read again. Each is known by its digest, so that one that
// is not as it was is never believed.

import Configuration
import Reading
import Rows

extension PollTools {
    /// Reads again what is kept of a list.
    ///
    /// - Parameters:
    ///   - digest: of the list as a whole.
    ///   - composition: what it is put together of; nil for one document.
    ///   - charset: the encoding of one document; nil for what it says itself.
    ///   - isOpen: whether one document may end too soon.
    /// - Throws: why it cannot be read, or not as it was.
    func reread(
        _ digest: String, _ composition: Composition?, in charset: String?, isOpen: Bool?, of source: SourceConfig
    ) throws(ReadingFailure) -> (DocumentFacts, Reading) {
        guard let composition else {
            var part = DocumentPart(url: source.url, validators: nil, digest: digest, length: 0)
            (part.charset, part.isOpen) = (charset, isOpen)
            return try readKept(part, of: source)
        }
        var readings: [Reading] = []
        for part in composition.parts { readings.append(try reread(part, of: source)) }
        return (composition.facts(of: source), Reading(joining: readings, of: composition.parts))
    }

    /// What the accepted edition says in the encoding of the new one, where that is another: what differs by that alone is
    /// no change of the list.
    ///
    /// - Returns: nil where the encoding is the same, or there is no new edition.
    func rereading(of state: SourceState, _ source: SourceConfig, after answer: ListAnswer) -> Rereading? {
        guard case .document(let facts, let reading) = answer.reply, facts.digest != state.document?.digest else {
            return nil
        }
        return rereading(of: state, source, as: answer.composition, reading)
    }

    /// - Parameters:
    ///   - composition: what the new edition is put together of; nil for one document.
    ///   - reading: what it says.
    func rereading(
        of state: SourceState, _ source: SourceConfig, as composition: Composition?, _ reading: Reading
    ) -> Rereading? {
        guard state.isOfSameList(as: source), let accepted = state.document else { return nil }
        var before = accepted.composition?.parts ?? [DocumentPart(accepted, of: source)]
        var isOther = false
        // A part without a document, as a case that the server does not know, has no encoding.
        for index in before.indices where !before[index].digest.isEmpty {
            guard let charset = composition.map({ $0.charset(after: before[index], source) }) ?? reading.charset,
                charset != before[index].charset
            else { continue }
            before[index].charset = charset
            isOther = true
        }
        if !isOther { return nil }
        guard cache.holds(accepted, of: source.name) else { return .otherEncoding }
        let parts = accepted.composition.map { _ in Composition(parts: before) }
        do throws(ReadingFailure) {
            let reading = try reread(
                accepted.digest, parts, in: before.first?.charset, isOpen: accepted.isOpen, of: source
            ).1
            return .before(Snapshot(rows: reading.rows), reading.fingerprint)
        } catch {
            // One that is no list in that encoding was in its own.
            return error.kind == .unreadable ? nil : .otherEncoding
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
        case .document(var facts, var reading) where facts.digest == part.digest:
            // What its transfer did not show the file does not show either.
            if part.isOpen == true {
                facts.isEndKnown = false
                reading.doubtEnd(.secondDiffers)
            }
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

extension Composition {
    /// The encoding of what has taken a document's place; nil for what is no text, and where nothing has.
    fileprivate func charset(after part: DocumentPart, _ source: SourceConfig) -> String? {
        let successor = self.part(at: part.url) ?? (source.hasCasePages ? nil : parts.first { !$0.digest.isEmpty })
        return successor?.charset
    }
}

extension DocumentPart {
    /// A list that is one document.
    fileprivate init(_ document: AcceptedDocument, of source: SourceConfig) {
        self.init(url: source.url, validators: nil, digest: document.digest, length: document.length)
        charset = document.charset
    }
}
