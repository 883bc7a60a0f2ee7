// Reads a document with a proposal, by the same functions as a poll, to find the best of several proposals, and what it
// reads about the number to watch.

import Proposals
import Reading
import Rows
import Text

/// Polls a document with proposals.
struct TrialPoll {
    let opened: OpenedDocument
    let request: ParseRequest
    let sought: SoughtText?

    /// What a poll read with a proposal.
    struct Result {
        var proposal: Proposal
        /// Nil for a poll that failed.
        var reading: Reading?
        /// Why it failed.
        var failure: String?
        /// The rows of what is sought.
        var watched: [Row] = []
        /// Why what is said of it is not certain; nil where it is, and where nothing is sought.
        var uncertainty: String?

        /// Whether a row of the sought number was read without doubt.
        var isCertain: Bool { !watched.isEmpty && uncertainty == nil }

        var rowCount: Int { reading?.rowCount ?? 0 }

        /// Whether the statuses are marks without a letter or digit: the column says which of several statuses it is, and not
        /// what it says.
        var hasMarksForStatuses: Bool {
            let statuses = (reading?.rows ?? []).map(\.update.status).filter { !$0.isEmpty }
            return !statuses.isEmpty
                && statuses.allSatisfy { status in
                    !status.unicodeScalars.contains {
                        $0.properties.isAlphabetic || $0.properties.numericType != nil
                    }
                }
        }

        /// Whether the proposal of another edition says all of this one, too.
        func isKept(for sought: SoughtText?, _ places: [Mention]) -> Bool {
            reading != nil && rowCount > 0 && (sought == nil || isCertain || watched.isEmpty && places.isEmpty)
        }
    }

    /// Polls take time: so many are made of a small document, and of the largest so many.
    private static let (mostPolls, leastPolls) = (16, 4)
    /// In bytes, of all polls of a document.
    private static let mostBytes = 24 << 20

    private var limit: Int {
        min(Self.mostPolls, max(Self.leastPolls, Self.mostBytes / max(1, opened.bytes.count)))
    }

    func result(of proposal: Proposal) -> Result { result(of: proposal, onlyBatch: request.onlyBatch) }

    /// What a poll with a proposal reads.
    ///
    /// - Parameter onlyBatch: the case that the document is asked for, where it is the page of one.
    func result(of proposal: Proposal, onlyBatch: String?) -> Result {
        var result = Result(proposal: proposal)
        let isText = proposal.hasTextKeys
        let samples = proposal.samples.map { isText ? $0.batch : KeyMask.escaped($0.batch) }
        do throws(ReadingFailure) {
            // Who watches others, too, may be told of other doubts.
            let wanted = sought.map { [isText ? $0.text : $0.pattern] } ?? samples
            result.take(try reading(of: proposal, watching: wanted, onlyBatch: onlyBatch), for: sought)
            if sought == nil { result.takeSamples(of: result.reading) }
        } catch {
            result.failure = error.cause
        }
        return result
    }

    /// The mask of a result of pages with the other forms that stand among its keys; nil where there are none.
    func wideMask(for result: Result) -> KeyMask? {
        guard opened.format == .pdf, result.rowCount > 0, request.key.isEmpty,
            var layout = try? layout(of: parse(of: result.proposal, onlyBatch: nil)), !layout.key.isAnyText
        else { return nil }
        var wide: KeyMask?
        // What one more form reads may show the next.
        for _ in 0..<Self.mostWidenings {
            var texts = KeyColumnTexts(layout)
            _ = try? pages(of: opened, request: request) { texts.add($0) }
            guard let mask = KeyForms.mask(layout.key, with: texts.texts) else { break }
            layout = layout.with(key: mask)
            wide = mask
        }
        return wide
    }

    private static let mostWidenings = 3

    /// Whether a result with more forms of keys is the better one.
    func isBetter(_ wide: Result, than narrow: Result) -> Bool {
        guard wide.rowCount > narrow.rowCount, wide.isCertain || !narrow.isCertain else { return false }
        let doubts = (wide.reading?.doubts.count ?? 0, narrow.reading?.doubts.count ?? 0)
        return doubts.0 <= doubts.1 || wide.rowCount >= 2 * narrow.rowCount
    }

    /// The best of some proposals with rows to show.
    func withSamples(_ result: Result) -> Result {
        var result = result
        result.proposal.rowsOfMasks = rowsOfMasks(of: result)
        guard sought != nil, result.reading != nil else { return result }
        let isText = result.proposal.hasTextKeys
        let samples = result.proposal.samples.map { isText ? $0.batch : KeyMask.escaped($0.batch) }
        result.takeSamples(of: try? reading(of: result.proposal, watching: samples, onlyBatch: nil))
        return result
    }

    private func reading(
        of proposal: Proposal, watching keys: [String], onlyBatch: String?
    ) throws(ReadingFailure) -> Reading {
        let parse = parse(of: proposal, onlyBatch: onlyBatch, watching: keys)
        var table: EditionTable?
        var tables: TableDocument?
        return try batchwatch_reader.reading(of: opened, request: parse, table: &table, &tables)
    }

    /// How many rows each of several masks reads; nil for one.
    private func rowsOfMasks(of result: Result) -> [Int]? {
        guard result.reading != nil, let key = try? KeyMask(result.proposal.key), key.masks.count > 1,
            let rows = try? reading(of: result.proposal, watching: key.masks, onlyBatch: nil).rows
        else { return nil }
        let masks = key.masks.compactMap { try? KeyMask($0) }
        var counts = [Int](repeating: 0, count: masks.count)
        for row in rows {
            if let mask = masks.firstIndex(where: { $0.matches(row.batch) }) { counts[mask] += 1 }
        }
        return counts
    }

    /// The request that a configuration with this proposal makes.
    private func parse(of proposal: Proposal, onlyBatch: String?, watching keys: [String] = []) -> ParseRequest {
        var parse = request
        (parse.inspects, parse.proposed, parse.base, parse.findsColumns) = (false, nil, nil, nil)
        (parse.key, parse.columns, parse.headings) = (proposal.key, proposal.columns, proposal.headings)
        (parse.keyIn, parse.record, parse.onlyBatch) = (proposal.keyIn, proposal.record, onlyBatch)
        let isText = proposal.hasTextKeys
        parse.watched = keys.filter { (try? mask($0, isText: isText)) != nil }
        return parse
    }

    /// The best of the proposals: it reads the sought number as a row without doubt, or else in doubt; where the number
    /// stands nowhere, it is a list that can have it. Nil where there is no proposal.
    ///
    /// - Parameters:
    ///   - proposals: the likeliest first.
    ///   - places: where the sought number stands.
    func best(of proposals: [Proposal], _ places: [Mention]) -> Result? {
        var results: [Result] = []
        // A configuration names statuses: without a heading of theirs the columns are told by their order.
        for proposal in proposals.filter({ $0.headings == nil || $0.headings?.status != nil }).prefix(limit) {
            let result = result(of: proposal)
            // The order of the columns is the other way to tell them.
            if let last = results.last, last.isCertain, last.proposal.key != proposal.key { break }
            results.append(result)
        }
        let all = results.filter { $0.rowCount > 0 }
        let telling = all.filter { !$0.hasMarksForStatuses }
        let read = telling.isEmpty ? all : telling
        guard let sought else { return Self.best(among: read) ?? results.first }
        let certain = read.filter(\.isCertain)
        if let best = Self.best(among: certain) { return best }
        if let best = Self.best(among: read.filter { !$0.watched.isEmpty }) { return best }
        let able = read.filter { (try? KeyMask($0.proposal.key)).map(sought.isKey(of:)) ?? false }
        // Of texts any could be on a list of such.
        return Self.best(among: able.filter { !$0.proposal.hasTextKeys }) ?? Self.best(among: able)
            ?? Self.best(among: read) ?? results.first
    }

    /// Whether the document was asked for by this number: in its address, or in a form.
    func isAsked(for batch: String) -> Bool {
        request.onlyBatch == batch || request.base.map { $0.hasPrefix("http") && $0.holds(batch) } == true
    }

    /// What reads a document without doubt if it is asked for as the page of the one number that its address has.
    func bestOfCase(_ proposals: [Proposal]) -> Result? {
        guard let batch = sought?.mask?.literalBytes.map({ String(decoding: $0, as: UTF8.self) }),
            isAsked(for: batch)
        else { return nil }
        return proposals.filter { $0.headings == nil || $0.headings?.status != nil }.prefix(limit).lazy
            .map { result(of: $0, onlyBatch: batch) }.first { $0.isCertain && $0.rowCount == 1 }
    }

    /// The first of some readings, or, of those with the same key mask, the one with more rows, or as many and fewer
    /// doubts.
    private static func best(among results: [Result]) -> Result? {
        guard let first = results.first else { return nil }
        var best = first
        for next in results.dropFirst() where next.proposal.key == first.proposal.key {
            if next.proposal.hasOtherNumbers, !first.proposal.hasOtherNumbers { continue }
            let (doubts, least) = (next.reading?.doubts.count ?? 0, best.reading?.doubts.count ?? 0)
            let isOther = next.reading?.fingerprint != best.reading?.fingerprint
            if next.rowCount > best.rowCount || next.rowCount == best.rowCount && doubts < least
                || next.isPlain(version: best) && isOther && next.rowCount == best.rowCount && doubts == 0
                    && least == 0
            {
                best = next
            }
        }
        return best
    }
}

extension TrialPoll.Result {
    /// Whether its proposal is the other one with its columns told by their order: what is read by them was found first.
    fileprivate func isPlain(version other: TrialPoll.Result) -> Bool {
        proposal.headings == nil && other.proposal.headings != nil && proposal.found == other.proposal.found
            && proposal.record == other.proposal.record
    }
}

extension TrialPoll.Result {
    /// Takes what a poll that watches the sought text read.
    fileprivate mutating func take(_ reading: Reading, for sought: SoughtText?) {
        self.reading = reading
        proposal.rowCount = reading.rowCount
        guard let sought else { return }
        watched = reading.rows.filter { sought.isKey($0.batch, isText: proposal.hasTextKeys) }
        // A number in a sentence of which the list says nothing is a mention.
        if proposal.keyIn != nil, watched.allSatisfy({ $0.update.status.isEmpty && $0.update.date.isEmpty }) {
            watched = []
        }
        let batches = watched.isEmpty ? [sought.mask?.key ?? sought.text] : watched.map(\.batch)
        uncertainty =
            batches.lazy.compactMap { reading.uncertainty(about: $0) }.first
            ?? watched.lazy.compactMap(Self.contradiction).first
    }

    /// What a row says that a row of these columns would not; nil for nothing.
    private static func contradiction(in row: Row) -> String? {
        if DateCell.isDate(row.update.status) {
            return "its status would be a date, \"\(row.update.status)\""
        }
        return row.update.endsWithDate ? "a date is a part of its status, \"\(row.update.status)\"" : nil
    }

    /// Takes the rows to show from what a poll that watches them read.
    fileprivate mutating func takeSamples(of reading: Reading?) {
        let samples = Set(proposal.samples.map(\.batch))
        proposal.samples = Array(
            (reading?.rows ?? []).filter { samples.contains($0.batch) }.prefix(Proposal.sampleCount))
    }
}
