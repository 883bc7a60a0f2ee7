// What a list said when it was last fetched: its kept documents, read again. Each is known by its digest, so that one that
// is not as it was is never believed.

import Configuration
import Reading
import Rows

extension PollTools {
    /// Reads again what is kept of a list.
    ///
    /// - Parameter list: what it is put together of; after that with how it is read now.
    /// - Throws: why it cannot be read, or not as it was.
    func reread(_ list: inout Composition, of source: SourceConfig) throws(ReadingFailure) -> Reading {
        var readings: [Reading] = []
        for index in list.parts.indices { readings.append(try reread(&list.parts[index], of: source)) }
        return Reading(joining: readings, of: list.parts)
    }

    /// Reads the accepted list again. A kept document that is no list any more is removed: the server is then not asked
    /// whether it changed.
    ///
    /// - Returns: nil where it cannot be read, or not as it was.
    func rereadAccepted(_ list: inout Composition, of source: SourceConfig) -> Reading? {
        var readings: [Reading] = []
        for index in list.parts.indices {
            do throws(ReadingFailure) {
                readings.append(try reread(&list.parts[index], of: source))
            } catch {
                if error.kind == .unreadable, stop?.isRaised != true {
                    cache.remove(list.parts[index].digest, of: source.name)
                }
                return nil
            }
        }
        return Reading(joining: readings, of: list.parts)
    }

    /// What the accepted edition says in the encoding of the new one, where that is another: what differs by that alone is
    /// no change of the list.
    ///
    /// - Parameter list: what the new edition is put together of.
    /// - Returns: nil where the encoding is the same, or there is no new edition.
    func rereading(
        of state: SourceState, _ source: SourceConfig, as list: Composition, _ facts: DocumentFacts
    ) -> Rereading? {
        guard state.isOfSameList(as: source), let accepted = state.document, facts.digest != accepted.digest else {
            return nil
        }
        var before = accepted.list(of: source)
        guard before.take(charsetsOf: list, source) else { return nil }
        guard cache.holds(before, of: source.name) else { return .otherEncoding }
        do throws(ReadingFailure) {
            let reading = try reread(&before, of: source)
            return .before(Snapshot(rows: reading.rows), reading.fingerprint)
        } catch {
            // One that is no list in that encoding was in its own.
            return error.kind == .unreadable ? nil : .otherEncoding
        }
    }

    /// Reads a kept document again; what is not there says nothing.
    func reread(_ part: inout DocumentPart, of source: SourceConfig) throws(ReadingFailure) -> Reading {
        if part.document == nil { return Reading(rows: [], rowCount: 0, pageCount: 0, damage: []) }
        var request = ReadingRequest(for: source)
        request.url = fileURL(of: cache.path(of: source.name, digest: part.digest))
        request.onlyBatch = part.batch
        request.take(part.headings)
        // Its server's word for it, which the file does not have.
        request.charset = part.charset
        request.hadEnd = part.end?.isThere
        request.isKept = true
        var table: NewDocument?
        if source.hasEditions,
            !cache.holdsTable(of: source.name, digest: part.digest, mark: source.tableMark(of: part))
        {
            table = try? NewDocument()
            request.tabulates = table != nil
        }
        let answer = reader.answer(
            request, keepingIn: nil, tableIn: table?.descriptor, stop: stop, progress: { _, _ in })
        switch answer {
        case .document(let facts, var reading) where facts.digest == part.digest:
            // What its transfer did not show the file does not show either.
            if part.isOpen == true { reading.doubtEnd(.secondDiffers) }
            reading.columns = part.headings
            part.take(reading)
            if let table {
                cache.keep(table: table, of: source.name, digest: part.digest, mark: source.tableMark(of: part))
            }
            return reading
        case .failure(let failure): throw failure
        default:
            // Who has to stop reads nothing to its end.
            if stop?.isRaised != true { cache.remove(part.digest, of: source.name) }
            throw ReadingFailure(.reader, "the kept document has changed")
        }
    }
}

extension Composition {
    /// Takes over the encodings of what has taken the place of its documents.
    ///
    /// - Returns: whether one is another. That of what is no text, or has gone, is not.
    fileprivate mutating func take(charsetsOf next: Composition, _ source: SourceConfig) -> Bool {
        var isOther = false
        for index in parts.indices where parts[index].document != nil {
            let other = source.hasCasePages ? nil : next.parts.first { $0.document != nil }
            guard let charset = (next.part(at: parts[index].url) ?? other)?.charset, charset != parts[index].charset
            else { continue }
            parts[index].charset = charset
            isOther = true
        }
        return isOther
    }
}
