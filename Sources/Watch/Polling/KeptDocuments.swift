// Reads the cached documents of a list again. The digest identifies each, so that a damaged one is never used.

import Configuration
import Reading
import Rows

extension PollTools {
    /// Reads the cached documents of a list again.
    ///
    /// - Parameter list: its parts; afterwards with how they are read now.
    /// - Throws: why it cannot be read, or has changed.
    func reread(_ list: inout Composition, of source: SourceConfig) throws(ReadingFailure) -> Reading {
        var readings: [Reading] = []
        for index in list.parts.indices { readings.append(try reread(&list.parts[index], of: source)) }
        return Reading(joining: readings, of: list.parts)
    }

    /// Reads the accepted list again. A cached document that is no longer a list is removed, so that the next request
    /// is unconditional.
    ///
    /// - Returns: nil if it cannot be read, or has changed.
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

    /// The accepted edition in the encoding of the new one, if that differs: differences due to the encoding are no
    /// change of the list.
    ///
    /// - Parameter list: the parts of the new edition.
    /// - Returns: nil if the encoding is the same, or there is no new edition.
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
            // If it is no list in that encoding, it is one in its own.
            return error.kind == .unreadable ? nil : .otherEncoding
        }
    }

    /// Reads a cached document again; a missing document has no rows.
    func reread(_ part: inout DocumentPart, of source: SourceConfig) throws(ReadingFailure) -> Reading {
        if part.document == nil { return Reading(rows: [], rowCount: 0, pageCount: 0, damage: []) }
        var request = ReadingRequest(for: source)
        request.url = fileURL(of: cache.path(of: source.name, digest: part.digest))
        request.onlyBatch = part.batch
        request.take(part.headings)
        // The server's statement about its encoding, which the file does not contain.
        request.charset = part.charset
        request.hadEnd = part.end?.isThere
        request.isKept = true
        var table: IncomingDocument?
        if source.hasEditions,
            !cache.holdsTable(of: source.name, digest: part.digest, mark: source.tableMark(of: part))
        {
            table = try? IncomingDocument()
            request.tabulates = table != nil
        }
        let answer = reader.answer(
            request, keepingIn: nil, tableIn: table?.descriptor, stop: stop, progress: { _, _ in })
        switch answer {
        case .document(let facts, var reading) where facts.digest == part.digest:
            // If the transfer did not show an end, the file does not either.
            if part.isOpen == true { reading.doubtEnd(.secondDiffers) }
            reading.columns = part.headings
            part.take(reading)
            if let table {
                cache.keep(table: table, of: source.name, digest: part.digest, mark: source.tableMark(of: part))
            }
            return reading
        case .failure(let failure): throw failure
        default:
            // After a request to stop, nothing is read to its end.
            if stop?.isRaised != true { cache.remove(part.digest, of: source.name) }
            throw ReadingFailure(.reader, "the kept document has changed")
        }
    }
}

extension Composition {
    /// Takes over the encodings of the documents that replaced its own.
    ///
    /// - Returns: whether one differs. Documents without text, and those that are gone, do not differ.
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

extension ReadingRequest {
    /// The known headings of the columns; nil for none.
    mutating func take(_ headings: ColumnHeadings?) {
        guard let headings else { return }
        (self.columns, self.headings, self.findsColumns) = ([], headings, nil)
    }
}
