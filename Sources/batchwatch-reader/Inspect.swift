// Looks at a document without a configuration, and proposes one. The number to watch decides: the reader proposes only
// what read that number in a trial poll.

import Links
import Proposals
import Reading
import Rows
import Text

/// Looks at a document and proposes how to read it.
///
/// - Parameter request: its `key` and `columns` hold where they are not empty; the first of `watched` is the number to
///   watch.
/// - Throws: why the document cannot be read. One that is read and has no list is no error, but an inspection with a
///   reason.
func inspect(
    _ bytes: [UInt8], request: ParseRequest, close: @escaping () throws(ReadingFailure) -> Void = {}
) throws(ReadingFailure) -> Inspection {
    let opened = try OpenedDocument(bytes, request: request, close: close)
    let inspection = try inspect(opened, request)
    if opened.format != .html || opened.showsHidden || inspection.isTelling(request) { return inspection }
    var all = opened
    all.showsHidden = true
    guard opened.mayHide, var other = try? inspect(all, request), other.proposal != nil,
        other.isTelling(request)
    else { return inspection }
    other.proposal?.showsHidden = true
    other.proposal?.notes.append("the page hides this list until a script shows it: visible = \"all\" reads it")
    return other
}

extension OpenedDocument {
    private static let hidingWords: WordList = ["style", "class", "hidden", "template", "dialog", "details"]

    /// Whether a web page may have more than it shows: nothing is hidden without one of these words in its source.
    fileprivate var mayHide: Bool { Self.hidingWords.isIn(String(decoding: bytes, as: UTF8.self).lowercased()) }
}

extension Inspection {
    /// Whether it has a proposal, and the number to watch, if any, is in the rows.
    fileprivate func isTelling(_ request: ParseRequest) -> Bool {
        proposal != nil && (request.watched?.first == nil || !watched.isEmpty)
    }
}

private func inspect(_ document: OpenedDocument, _ request: ParseRequest) throws(ReadingFailure) -> Inspection {
    var opened = document
    if opened.format == .pdf { opened.keptPages = KeptPages() }
    var inspection = Inspection(format: opened.format.rawValue)
    let sought = request.watched?.first.map { SoughtText($0) }
    if opened.format != .pdf, opened.isCharsetGuessed { inspection.guessedCharset = opened.charset }
    let poll = TrialPoll(opened: opened, request: request, sought: sought)
    let places = sought.map { mentions(of: $0.text, in: opened, request) } ?? []
    if let known = request.proposed.map(poll.result), known.isKept(for: sought, places) {
        try describe(opened, request, in: &inspection)
        inspection.take(poll.withSamples(known))
    } else {
        let candidates = try candidates(of: opened, request, sought, places, in: &inspection)
        if var best = poll.best(of: candidates, places) {
            if let wide = poll.wideMask(for: best) {
                var request = request
                (request.key, request.keyIn) = (wide.text, best.proposal.keyIn)
                let others = try batchwatch_reader.candidates(of: opened, request, sought, places, in: &inspection)
                if let next = poll.best(of: others, places), poll.isBetter(next, than: best) { best = next }
            }
            inspection.take(poll.withSamples(best))
        }
        if inspection.watched.isEmpty || inspection.uncertainty != nil,
            let best = poll.bestOfCase(candidates)
        {
            inspection.take(best)
            inspection.isPageOfCase = true
            inspection.isReadAsCaseAlone = true
        }
    }
    judge(&inspection, sought, places)
    if inspection.isPageOfCase == nil, inspection.proposal?.rowCount == 1 { notePageOfCase(in: &inspection, poll) }
    if [.html, .xml, .json].contains(opened.format),
        let index = try? LinkIndex(of: opened.bytes, base: request.base ?? "")
    {
        addLinks(of: index, to: &inspection)
    }
    if opened.format == .html, inspection.proposal == nil {
        let page = PageTargets(of: opened.bytes)
        if !page.targets.isEmpty { inspection.targets = page.targets }
        inspection.form = formSketch(in: opened.bytes)
        if let hint = page.hint, let reason = inspection.reason { inspection.reason = reason + hint }
    }
    return inspection
}

extension Inspection {
    /// Takes what a poll read for what there is.
    fileprivate mutating func take(_ result: TrialPoll.Result) {
        guard let reading = result.reading else {
            if reason == nil { reason = result.failure }
            return
        }
        (proposal, reason, text) = (result.proposal, nil, [])
        (watched, uncertainty) = (result.watched, result.uncertainty)
        (keys, doubts, damage) = (reading.fingerprint?.keys, reading.doubts, reading.damage)
    }
}

/// Proposes nothing that says nothing of the number that somebody wants to watch.
private func judge(_ inspection: inout Inspection, _ sought: SoughtText?, _ places: [Mention]) {
    guard let sought, inspection.watched.isEmpty else { return }
    if !places.isEmpty { inspection.mentions = places }
    guard let proposal = inspection.proposal else { return }
    let isKey = (try? KeyMask(proposal.key)).map(sought.isKey(of:)) ?? false
    if isKey, places.isEmpty { return }
    let text = sanitized(sought.text)
    let look = proposal.hasTextKeys ? "are texts, like \(sanitized(proposal.samples.first?.batch ?? ""))" : proposal.key
    inspection.reason =
        places.isEmpty
        ? "\(text) stands nowhere in the document, and the numbers of its list look otherwise: \(look)"
        : "no row can be read that has \(text)"
    (inspection.proposal, inspection.keys, inspection.doubts) = (nil, nil, [])
    inspection.uncertainty = nil
}

/// Whether the document is read so too if it is asked for as the page of the one number that it has.
private func notePageOfCase(in inspection: inout Inspection, _ poll: TrialPoll) {
    guard let proposal = inspection.proposal, let batch = inspection.watched.first?.batch,
        poll.isAsked(for: batch)
    else { return }
    let result = poll.result(of: proposal, onlyBatch: batch)
    inspection.isPageOfCase = result.watched == inspection.watched && result.uncertainty == nil
}

/// Adds what is said of the links of a page: what a poll would take is what a poll asks for.
func addLinks(of index: LinkIndex, to inspection: inout Inspection) {
    let all = index.all
    let candidates = LinkProposal.candidates(among: all).prefix(all.count > mostLinksToChoose ? 1 : .max)
    var choices = candidates.compactMap { request -> FollowedLinks? in
        guard let links = try? index.matches(of: request), (try? index.found(request)) != nil else { return nil }
        return FollowedLinks(request, Array(links.prefix(mostLinks)))
    }
    if choices.isEmpty { return }
    let first = choices.removeFirst()
    (inspection.follow, inspection.links) = (first.follow, first.links)
    if !choices.isEmpty { inspection.otherLinks = choices }
}

/// Of a page of more links one group is looked for: each costs a look at all of them.
private let mostLinksToChoose = 5_000

/// An index of years of editions need not be told whole.
private let mostLinks = 100
