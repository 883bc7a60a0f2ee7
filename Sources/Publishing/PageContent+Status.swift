// Builds the page's content from `status` and `history`. Pure. With `batches = "labels"` it removes the numbers here,
// so that no later code knows them.

import Coding
import Configuration
import Delivery
import Events
import Page
import Rows
import Text
import Watch

extension PageContent {
    /// - Parameters:
    ///   - report: the status of all sources and batches.
    ///   - past: events in the order of their records.
    package init(_ report: StatusReport, _ past: [PastEvent], of config: Config, _ page: PageConfig) {
        let configured = Set(config.sources.map(\.name))
        let maker = ContentMaker(config, page, past.filter { configured.contains($0.source) })
        self.init(
            title: maker.shown(page.title), troubles: maker.troubles(of: nil, in: report),
            sources: report.sources.compactMap { source in maker.source(source, in: report) }, events: maker.events)
    }
}

private struct ContentMaker {
    let config: Config
    let page: PageConfig
    let past: [PastEvent]
    private let redaction: Redaction

    init(_ config: Config, _ page: PageConfig, _ past: [PastEvent]) {
        (self.config, self.page, self.past) = (config, page, past)
        let watched = page.hidesNumbers ? config.sources.flatMap { $0.watched.map(\.pattern.description) } : []
        redaction = Redaction(
            masks: config.sources.map(\.layout.key), batches: watched + Set(page.hidesNumbers ? past.map(\.batch) : []))
    }

    /// The text as it may be shown.
    func shown(_ text: String) -> String { page.hidesNumbers ? redaction(text) : text }

    /// A cause as it may be shown. It may quote any text of the list, such as the end of somebody else's number:
    /// without numbers, quotations are removed.
    private func shownCause(_ text: String) -> String { page.hidesNumbers ? redaction(withoutQuotes(text)) : text }

    private func shown(_ row: Update) -> Update { Update(status: shown(row.status), date: shown(row.date)) }

    func troubles(of source: String?, in report: StatusReport) -> [PageContent.Trouble] {
        (report.troubles ?? []).filter { $0.source == source }.compactMap { trouble in
            words(of: trouble).map { PageContent.Trouble($0, since: trouble.since) }
        }
    }

    /// The trouble of a list, as in `status`; the trouble of the service, without details for its administrator; nil
    /// for a trouble that does not concern readers.
    private func words(of trouble: Trouble) -> String? {
        switch trouble.kind {
        case .failing: page.hidesNumbers ? "the list cannot be read" : trouble.what
        case .offline: page.hidesNumbers ? "the list cannot be asked for" : trouble.what
        case .held: page.hidesNumbers ? "a new document is held as suspect" : trouble.what
        case .stale: "the list has not changed for longer than is expected"
        case .unsaved: "what the list says cannot be saved"
        case .untold, .waiting: "events cannot be told"
        case .dead: "events were given up"
        case .unclear: trouble.what
        case .configuration, .unpublished: nil
        }
    }

    func source(_ status: SourceStatus, in report: StatusReport) -> PageContent.Source? {
        guard let config = config.sources.first(where: { $0.name == status.name }) else { return nil }
        var source = PageContent.Source(
            name: shown(status.name), url: shown(status.url), interval: config.interval)
        (source.lastPoll, source.nextPoll) = (status.lastPoll, status.nextPoll)
        (source.lastChange, source.rowCount) = (status.lastChange, status.rowCount)
        source.gap = status.gap.map(shownCause)
        source.troubles = troubles(of: status.name, in: report)
        let told = Dictionary(grouping: past.filter { $0.source == status.name }, by: \.batch)
        let batches = status.batches.prefix(PageContent.mostBatches)
        source.batches = batches.map { batch($0, told[$0.batch] ?? []) }
        // Their order would reveal something about the numbers.
        if page.hidesNumbers {
            let moment = { (batch: PageContent.Batch) in batch.since?.timeIntervalSince1970 ?? 0 }
            source.batches.sort { ($0.label, moment($0)) < ($1.label, moment($1)) }
        }
        source.otherBatches = status.batches.count - batches.count
        let editions = (told[""] ?? []).compactMap { event in event.edition.map { edition($0, of: event) } }
        source.editions = editions.suffix(PageContent.mostEditions)
        return source
    }

    private func batch(_ status: BatchStatus, _ told: [PastEvent]) -> PageContent.Batch {
        let rows = status.isListed == false ? status.previousRows ?? [] : status.rows
        var batch = PageContent.Batch(
            number: page.hidesNumbers ? nil : status.batch, label: shown(status.label), isListed: status.isListed,
            rows: rows.map(shown), since: status.since)
        batch.missingSince = status.missingSince
        if let unclear = status.unclear, !unclear.isAccepted {
            batch.unclear = PageContent.Unclear(
                reason: shownCause(unclear.reason), rows: unclear.rows.map(shown), since: unclear.since)
        }
        batch.changes = told.suffix(PageContent.mostChanges).map { event in
            var change = PageContent.Change(
                time: event.time, message: sentence(event), isListed: event.isListed ?? true)
            change.isFirstLook = event.kind == Event.Kind.observed.rawValue
            return change
        }
        batch.earlierChanges = told.dropLast(PageContent.mostChanges).count {
            $0.kind != Event.Kind.observed.rawValue
        }
        return batch
    }

    private func edition(_ edition: Edition, of event: PastEvent) -> PageContent.Edition {
        var shown = PageContent.Edition(
            time: event.time, title: self.shown((event.document?.title ?? []).joined(separator: " ")),
            rows: edition.rows)
        (shown.new, shown.gone, shown.changed) = (edition.new, edition.gone, edition.changed)
        shown.statuses = (edition.statuses ?? []).map {
            PageContent.StatusCount(status: self.shown($0.status), rows: $0.rows)
        }
        shown.otherStatuses = edition.otherStatuses ?? 0
        return shown
    }

    // MARK: - Events

    /// The latest first. A stable order: by time, and within the same second in the order of the records.
    var events: [PageContent.Event] {
        let telling = Set(config.sources.filter(\.tellsEditions).map(\.name))
        let told = past.filter { $0.edition == nil || telling.contains($0.source) }
        let order = told.indices.sorted { (told[$0].time, $0) > (told[$1].time, $1) }
        return order.prefix(PageContent.mostEvents).map { index in
            let event = told[index]
            return PageContent.Event(
                id: event.id, kind: event.kind, source: shown(event.source), time: event.time,
                message: sentence(event))
        }
    }

    private func sentence(_ event: PastEvent) -> String {
        guard page.hidesNumbers else { return event.message }
        if event.batch.isEmpty { return shown("\(event.source): ") + plainSentence(event) }
        // "Mine (20121456171): …" or "20121456171: …".
        let number = sanitized(event.batch, limit: 100)
        let name = event.label.isEmpty ? number : "\(sanitized(event.label, limit: 100)) (\(number))"
        let rest = event.message.hasPrefix(name) ? event.message.dropFirst(name.count) : ": \(event.message)"[...]
        let own = event.label.isEmpty ? PageContent.Batch.unnamed : event.label
        if event.kind == "unclear" { return shown(own) + ": what the list says of it cannot be read with certainty" }
        // For joined events, see Event.init(joining:).
        guard let doubt = rest.place(of: Event.sinceThenUnclear) else { return shown(own + rest) }
        return shown(own + rest[..<doubt.upperBound])
    }

    /// The sentence for an event of a source, without its causes: they may name cases.
    private func plainSentence(_ event: PastEvent) -> String {
        switch event.kind {
        case "failing": "the list cannot be read"
        case "recovered": "the list has recovered"
        case "suspect": "a new document is held as suspect"
        case "stale": "the list has not changed for longer than is expected"
        case "edition": "a new list is out"
        default: "further changes"
        }
    }
}

/// A text without the part between its first quotation mark and its last.
private func withoutQuotes(_ text: String) -> String {
    guard let first = text.firstIndex(of: "\""), let last = text.lastIndex(of: "\""), first < last else { return text }
    return String(text[...first]) + Redaction.mark + text[last...]
}
