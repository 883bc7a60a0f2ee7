// Visits: compares the product's events and requests with those that the model requires.

import Delivery
import Events
import FoundationEssentials
import Processes
import Rows
import Storage
import Watch
import struct Coding.Date

extension ModelRun {
    func visit(isDue: Bool, _ isDiskFull: Bool) throws {
        let source = try source()
        let stop = office.manner == .stopped ? try StopSignal() : nil
        office.stop = stop
        office.folder = watching.folder
        office.clearLog()
        let number = store.state.sequence
        var events: [Event]?
        var hasFailed = false
        var corrected: Set<String> = []
        live.corrected = []
        do throws(StateError) {
            let visit = try Watch.visit(source, store, isDue: isDue, tellingTo: sinks, with: tools(stop: stop))
            events = visit.poll?.events
            corrected = Set(visit.corrections.map(\.batch))
        } catch { hasFailed = true }
        try follow(isDue: isDue, isDiskFull, hasFailed: hasFailed, after: number)
        let new = store.state.outbox.waiting(for: .journal).map(\.event).filter { isNew($0, number) }
        guard events == nil || events == new || hasFailed else {
            throw Disagreement("what the visit says that it told is not what was recorded")
        }
        guard hasFailed || corrected == live.corrected else {
            throw Disagreement("said to be read better: \(corrected), and not \(live.corrected)")
        }
        let listing = try files.documents()
        guard hasFailed || Set(listing) == Set(kept.documents.map { "london.\($0.prefix(32)).document" }) else {
            throw Disagreement("kept: \(listing.sorted()), and not \(kept.documents.sorted())")
        }
    }

    private func isNew(_ event: Event, _ number: Int) -> Bool {
        event.id.split(separator: "-").first.map(String.init) == live.post.uuid
            && event.id.split(separator: "-").last.flatMap { Int($0) } ?? 0 > number
    }

    /// The model's visit.
    private func follow(isDue: Bool, _ isDiskFull: Bool, hasFailed: Bool, after number: Int) throws {
        var looked = number
        var polls = isDue || live.accepted == nil
        if live.wantsLook(watching) {
            if live.canLook(watching, kept) {
                var next = live
                let told = next.lookAtKept(watching, now)
                if next != live || isAhead || hasJumped {
                    if isDiskFull { return try failed(hasFailed, number) }
                    live = next
                    saved()
                }
                try compare(told, hasFailed: false, after: number, upTo: number + told.count)
                looked += told.count
                polls = polls || live.lacksPage(watching)
            } else {
                polls = true
                if let spoilt = live.spoilt(kept) { kept.remove(spoilt) }
            }
        }
        guard polls else { return try compare([], hasFailed: hasFailed, after: looked) }
        if lookAtClocks() {
            if isDiskFull { return try failed(hasFailed, looked) }
            saved()
        }
        let answer = try ask()
        if office.manner == .stopped { return try compare([], hasFailed: hasFailed, after: looked) }
        var next = live
        let told = next.take(answer, watching, at: now)
        occurred.note(next.occurred)
        if next != live || isAhead {
            if isDiskFull { return try failed(hasFailed, looked) }
            live = next
            saved()
        }
        for document in kept.documents.subtracting(live.documents) { kept.remove(document) }
        try compare(told, hasFailed: hasFailed, after: looked)
    }

    private func failed(_ hasFailed: Bool, _ number: Int) throws {
        guard hasFailed, store.state.sequence == number else { throw Disagreement("a failed save went unnoticed") }
        occurred.note(.diskFull)
        isMarked = false
    }

    /// What the model would have asked for, and what it was answered: the product's requests have to be the same.
    private func ask() throws -> Answer {
        var log = office.log[...]
        let patterns = watching.patterns
        func serve(_ request: Request) throws -> Served {
            guard let (asked, served) = log.popFirst() else { throw Disagreement("not asked: \(request)") }
            let theirs = Request(
                name: office.name(of: asked), tag: asked.validators?.etag,
                modified: asked.validators?.lastModified.flatMap { Double($0) }, bytes: asked.knownDigest)
            guard theirs == request else { throw Disagreement("asked \(theirs), and not \(request)") }
            guard asked.watched == patterns else { throw Disagreement("asked for \(asked.watched ?? [])") }
            return served
        }
        let isStopped = office.manner == .stopped
        var gathering = Gathering(live, watching, kept: kept, isStopped: isStopped, at: now, serve: serve)
        let answer = try gathering.run(mustRead: !live.looked.isSuperset(of: watching.labels.keys))
        kept = gathering.kept
        occurred.note(gathering.occurred)
        guard log.isEmpty else { throw Disagreement("asked in vain: \(log.map(\.asked.url))") }
        return answer
    }

    func accept(_ isDiskFull: Bool) throws {
        let source = try source()
        let number = store.state.sequence
        var isRead = false
        var hasFailed = false
        do throws(StateError) {
            let result = try acceptHeld(source, store, tellingTo: sinks, with: tools())
            if case .read = result.outcome { isRead = true }
        } catch { hasFailed = true }
        if lookAtClocks() {
            if isDiskFull { return try failed(hasFailed, number) }
            saved()
        }
        var next = live
        let canBeRead = live.held.map { $0.documents.allSatisfy(kept.isSound) } ?? false
        if let held = live.held {
            let first = Model.documents(of: held.edition, held.parts).first { !kept.isSound($0) }
            if let first { kept.remove(first) }
        }
        guard canBeRead, let told = next.acceptHeld(watching, at: now) else {
            if canBeRead && isAhead {  // the state is taken up, and a delivery is noted at last
                if isDiskFull { return try failed(hasFailed, number) }
                saved()
            }
            if isRead || hasFailed { throw Disagreement("nothing was there to accept") }
            return try compare([], hasFailed: hasFailed, after: number)
        }
        if isDiskFull { return try failed(hasFailed, number) }
        live = next
        saved()
        occurred.note(.accepted)
        guard isRead else { throw Disagreement("the held document was not accepted") }
        try compare(told, hasFailed: hasFailed, after: number)
    }

    func accept(unclear index: Int) throws {
        let numbers = live.unclear.keys.sorted()
        if numbers.isEmpty { return }
        let number = numbers[index % numbers.count]
        let before = store.state.sequence
        let result = try acceptUnclear(number, try source(), store, tellingTo: sinks, with: tools())
        var next = live
        let told = next.accept(number, watching, at: now)
        if told != nil || isAhead {
            live = next
            saved()
        }
        guard (result.outcome != .unchanged) == (told != nil) else {
            throw Disagreement("accepted \(number): \(result)")
        }
        try compare(told ?? [], hasFailed: false, after: before)
    }

    // MARK: What was told

    private func compare(_ told: [Told], hasFailed: Bool, after number: Int, upTo last: Int = .max) throws {
        if hasFailed { throw Disagreement("a save failed that should not have") }
        // The history has them all.
        let new = store.state.outbox.waiting(for: .history).map(\.event).filter {
            isNew($0, number) && !isNew($0, last)
        }
        let untold = Set(new.map(\.id)).subtracting(store.state.outbox.waiting(for: .journal).map(\.event.id))
        let said = new.map { event in
            var said = Told(event)
            said.isUntold = untold.contains(event.id)
            return said
        }
        let (mine, theirs) = (compareNumbers(told, said).byBatch, said.byBatch)
        guard mine == theirs else {
            throw Disagreement("told \(theirs.text)\n    to be told: \(mine.text)")
        }
        for (index, event) in new.enumerated() {
            guard event.id == "\(live.post.uuid)-\(number + index + 1)", events[event.id] == nil,
                event.time == Date(timeIntervalSince1970: wall), event.source == "london",
                event.url == watching.url
            else { throw Disagreement("an event that is not its own: \(event)") }
            events[event.id] = event
            try compareRows(event)
            for sink in untold.contains(event.id) ? [.history] : sinks {
                let lane = event.kind == .edition ? Told.editions : event.batch
                live.post.waiting[sink.rawValue, default: []].append(Post.OutboxEntry(id: event.id, batch: lane))
                owed[sink.rawValue, default: []].insert(event.id)
            }
        }
        live.post.number = number + new.count
        // The events lie in the save that the model made before it knew their ids.
        if !new.isEmpty { file?.model = live }
    }

    /// What is told to have been before is what was told last.
    private func compareRows(_ event: Event) throws {
        guard !event.batch.isEmpty else { return }
        if event.kind == .changed || event.kind == .disappeared, let last = lastRows[event.batch] {
            guard last == event.previousRows else { throw Disagreement("previous rows that were not told: \(event)") }
        }
        // What is unclear is no news of what is certain.
        if event.kind == .unclear {
            guard lastRows[event.batch] ?? event.previousRows == event.previousRows else {
                throw Disagreement("previous rows that were not told: \(event)")
            }
            return
        }
        lastRows[event.batch] = event.rows
    }
}

extension Told {
    init(_ event: Event) {
        self.init(
            kind: event.kind.rawValue, batch: event.batch, rows: event.rows.map(Line.init),
            previous: event.previousRows.map(Line.init), label: event.label)
        if let edition = event.edition {
            batch = Told.editions
            numbers = [edition.rows, edition.new, edition.gone, edition.changed]
        }
        if event.kind == .observed, event.batch.contains("#") {
            found = event.detail.split(separator: " ").first.flatMap { Int($0) }
        }
    }
}

extension Line {
    init(_ update: Update) { self.init(status: update.status, date: update.date) }
}

extension [Told] {
    /// In order for each batch; between batches there is none.
    fileprivate var byBatch: [String: [Told]] { Dictionary(grouping: self, by: \.batch) }
}

extension [String: [Told]] {
    fileprivate var text: String {
        let told = sorted { $0.key < $1.key }.flatMap(\.value).map {
            "\($0.kind) \($0.batch) \($0.previous.map(\.status)) > \($0.rows.map(\.status)) \($0.label) \($0.found ?? 0)"
                + ($0.kind == "edition" ? " \($0.numbers.map { $0 ?? -1 })\($0.isUntold ? " untold" : "")" : "")
        }
        return told.isEmpty ? "nothing" : told.joined(separator: "; ")
    }
}
