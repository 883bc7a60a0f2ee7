// The history as a file, and the content of the page: both from the disk, as other processes see it.

import Configuration
import Delivery
import Events
import Page
import Publishing
import Rows
import Storage
import Watch

extension ModelRun {
    /// The history is told an event.
    ///
    /// - Returns: how many bytes it has more.
    func record(_ event: Event, _ turn: Turn) -> Int {
        let size = files.historySize
        do { try history.append(event) } catch { turn.fail("the history takes no event: \(error)") }
        if !inHistory.contains(event.id) { inHistory.append(event.id) }
        return files.historySize - size
    }

    /// Looks at what others than the program would see now.
    func checkFiles() throws {
        try checkHistory()
        try checkPage()
    }

    /// The history has each event that it took, once and as it was.
    private func checkHistory() throws {
        let (past, unreadable) = try HistoryLog.events(in: files.state)
        guard unreadable == 0, past.count == inHistory.count, Set(past.map(\.id)) == Set(inHistory) else {
            throw Disagreement("the history has \(past.map(\.id)), and not \(inHistory)")
        }
        for event in past {
            guard let said = events[event.id], event == PastEvent(said) else {
                throw Disagreement("the history has another event than was told: \(event)")
            }
        }
    }

    /// A page made now shows what the state on the disk says, no less and no more, and each event of it once.
    private func checkPage() throws {
        let config = Config(sources: [try source()])
        let places = Paths(config: nil, state: files.state, cache: files.cache, environment: [:])
        let report = try StatusReport(of: config, savedIn: places, wanted: [])
        let page = PageContent(
            report, try PastEvent.saved(in: files.state, of: config), of: config, PageConfig(directory: ""))
        let known = found?.known ?? [:]
        let batches = page.sources.flatMap(\.batches)
        for batch in batches {
            // Of one that has left the list there is what it said last.
            let rows = batch.isListed == false ? [] : batch.rows.map(Line.init)
            let number = batch.number ?? ""
            guard rows == known[number]?.rows ?? [] else {
                throw Disagreement("the page shows of \(number) what the state does not have: \(batch.rows)")
            }
        }
        let shown = Set(batches.compactMap(\.number))
        if let lost = known.keys.first(where: { watching.watches($0) && !shown.contains($0) }) {
            throw Disagreement("the page does not show \(lost)")
        }
        let waiting = found?.post.waiting[SinkName.history.rawValue] ?? []
        let told = Set(inHistory + waiting.map(\.id)).filter { watching.tellsEditions || events[$0]?.edition == nil }
        let ids = page.events.map(\.id)
        let count = min(told.count, PageContent.mostEvents)
        guard Set(ids).count == ids.count, ids.count == count, told.isSuperset(of: ids) else {
            throw Disagreement("the page shows \(ids), and not \(told.sorted())")
        }
    }
}

extension ModelStep {
    /// Whether files may be left behind that do not go together. To look at them after each step would take too long.
    var isRough: Bool {
        switch self {
        case .acceptUnclear: false
        case .deliver(_, _, let fullFrom, let killedAt): fullFrom != nil || killedAt != nil
        case .poll(_, _, let isDiskFull), .look(let isDiskFull), .accept(let isDiskFull): isDiskFull
        case .restart, .boot, .configure: true
        case .publish, .link, .fault, .rot, .clock: false
        }
    }
}
