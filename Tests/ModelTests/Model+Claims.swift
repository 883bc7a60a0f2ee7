// The permitted statements about a number: each needs its own evidence, and uncertainty about one number delays no
// other.

/// What a document shows.
struct Evidence {
    /// What may be said.
    enum Claim: Equatable {
        case listed([Line])
        case absent
        /// Read so, and not certain, for this reason.
        case unclear([Line], String)
        /// Not seen, and perhaps only not read: a document is waited for, or a part cannot be read at all.
        case unseen(isAwaited: Bool)
    }

    let listed: [String: [Line]]
    let watching: Watching
    private let editions: [Edition]
    private let parts: Parts?

    init(_ edition: Edition, _ parts: Parts?, _ watching: Watching, _ understanding: Int) {
        listed = edition.listed(by: understanding, hasDates: watching.hasDates)
        editions = edition.parts.isEmpty ? [edition] : edition.parts
        (self.parts, self.watching) = (parts, watching)
        self.understanding = understanding
    }

    private let understanding: Int

    /// Whether a document could not be read and is waited for.
    var isAwaiting: Bool { parts?.isIncomplete == true }

    /// Whether a row may be missing, and nothing is waited for.
    var isPartial: Bool {
        if isAwaiting { return false }
        if watching.shape == .linked, parts?.parts.contains(where: { $0.unread != nil }) == true { return true }
        return editions.contains { $0.hasRest || $0.isVague || $0.isCut || $0.isDamaged }
    }

    /// All numbers that something may be said of.
    var numbers: Set<String> {
        var all = Set(listed.keys)
        for edition in editions {
            all.formUnion(edition.doubted)
            if watching.shape != .cases { all.formUnion(edition.mentioned.keys) }
            if edition.isCut, let last = edition.lastNumber(by: understanding) { all.insert(last) }
        }
        return all
    }

    /// Whether any row may be wrong, which is said first.
    private func isVagueOnly(_ rows: [Line], _ before: [Line]) -> Bool {
        editions.contains(where: \.isVague) && !Model.areSame(rows, before)
    }

    /// Why the row of a number is not certain; nil where it is.
    private func reason(_ number: String) -> String? {
        for edition in editions {
            if edition.isCut, edition.lastNumber(by: understanding) == number { return "cut" }
            if edition.doubted.contains(number) { return "row" }
        }
        // The page of a case repeats what it was asked.
        if listed[number] != nil || watching.shape == .cases { return nil }
        return editions.lazy.compactMap { $0.mentioned[number] }.first.map { "mentioned \($0)" }
    }

    func claim(_ number: String, before: [Line]) -> Claim {
        let rows = listed[number] ?? []
        if watching.shape == .cases, parts?.part(number)?.unread != nil { return .unseen(isAwaited: true) }
        if let reason = reason(number) { return .unclear(rows, reason) }
        // A row of it may be what was not read.
        if !rows.isEmpty, rows.count < before.count, isAwaiting || isPartial, !isVagueOnly(rows, before) {
            return isAwaiting ? .unseen(isAwaited: true) : .unclear(rows, "fewer")
        }
        if !rows.isEmpty {
            let isVague = editions.contains(where: \.isVague)
            return isVague && !Model.areSame(rows, before) ? .unclear(rows, "vague") : .listed(rows)
        }
        return isAwaiting ? .unseen(isAwaited: true) : isPartial ? .unseen(isAwaited: false) : .absent
    }
}

extension Edition {
    /// The number of the last row that is read.
    func lastNumber(by understanding: Int) -> String? { lines(by: understanding, hasDates: true).last?.batch }
}

/// How the rows that are remembered were read.
enum Reader {
    case same
    /// By an older one, in the same bytes.
    case newer
    /// By an older one, in other bytes.
    case unknown
}

extension Model {
    /// What follows for what was told of before.
    mutating func settle(
        _ evidence: Evidence, _ patterns: Set<String>, _ reader: Reader, isSameDocument: Bool, _ now: Double
    ) -> [Told] {
        let watching = evidence.watching
        var told: [Told] = []
        var news: [(String, Unclear)] = []
        let numbers = evidence.numbers.filter { watching.watches($0, through: patterns) }
        for number in numbers.union(known.keys).union(unclear.keys).sorted() {
            let claim = evidence.claim(number, before: known[number]?.rows ?? [])
            if reread(number, claim, reader, &news) { continue }
            switch claim {
            case .listed(let rows): told += list(number, rows, watching)
            case .absent:
                if unclear[number]?.why == "lost", isSameDocument { continue }
                let isFirst = unclear.removeValue(forKey: number)?.isFirst == true
                if isFirst, known[number] == nil {
                    if watching.labels[number] != nil { told.append(observed(number, [], watching)) }
                } else {
                    miss(number, evidence, now, isHidden: false)
                }
            case .unclear(let rows, let why): doubt(number, rows, why, &news)
            case .unseen(isAwaited: false): miss(number, evidence, now, isHidden: true)
            case .unseen:
                if known[number] != nil { occurred.note(.notMissing) }
            }
        }
        return told + doubt(news, watching, now)
    }

    /// The list is as it was, our understanding is not: what is read better is taken over, what is lost is unclear.
    private mutating func reread(
        _ number: String, _ claim: Evidence.Claim, _ reader: Reader, _ news: inout [(String, Unclear)]
    ) -> Bool {
        if reader == .same || unclear[number] != nil || known[number]?.missing != nil { return false }
        switch (reader, claim) {
        case (_, .unclear), (_, .unseen(isAwaited: true)): return false
        case (.newer, .listed(let rows)):
            if let before = known[number]?.rows, Model.areSame(before, rows) { return true }
            corrected.insert(number)
            occurred.note(.corrected)
            let told = known[number].map { $0.told ?? $0.rows } ?? []
            known[number] = Known(rows: rows, told: Model.areSame(told, rows) ? nil : told)
            return true
        case (.unknown, .listed(let rows)):
            guard let before = known[number]?.rows, !Model.areSame(before, rows) else { return false }
            doubt(number, rows, "version", &news)
            occurred.note(.unclearByVersion)
            return true
        case (.newer, _):
            if known[number] != nil {
                occurred.note(.lostByReader)
                doubt(number, [], "lost", &news)
            }
            return true
        default: return false
        }
    }

    private mutating func list(_ number: String, _ rows: [Line], _ watching: Watching) -> [Told] {
        let old = unclear[number]
        if let old, old.why == "version", Model.areSame(old.rows, rows) { return [] }
        if old != nil { occurred.note(.clearAgain) }
        unclear[number] = nil
        known[number]?.missing = nil
        known[number]?.isHidden = false
        let before = known[number]
        if let before, Model.areSame(before.rows, rows) { return [] }
        known[number] = Known(rows: rows)
        if old?.isFirst == true, before == nil {
            return watching.labels[number] == nil ? [] : [observed(number, rows, watching)]
        }
        let last = before.map { $0.told ?? $0.rows } ?? []
        if Model.areSame(last, rows) { return [] }
        return [
            Told(
                kind: last.isEmpty ? "appeared" : "changed", batch: number, rows: rows, previous: last,
                label: watching.label(of: number))
        ]
    }

    private mutating func miss(_ number: String, _ evidence: Evidence, _ now: Double, isHidden: Bool) {
        guard let before = known[number] else { return }
        // It is missing since its page has said so; and what was not certain begins when it is.
        if before.missing == nil || before.isHidden && !isHidden {
            known[number]?.missing = evidence.lost(number) ?? now
        }
        known[number]?.isHidden = isHidden
    }

    private func observed(_ number: String, _ rows: [Line], _ watching: Watching) -> Told {
        Told(kind: "observed", batch: number, rows: rows, label: watching.label(of: number))
    }

    /// The number is gone.
    mutating func leave(_ number: String, _ watching: Watching) -> [Told] {
        let last = known.removeValue(forKey: number).map { $0.told ?? $0.rows } ?? []
        if last.isEmpty { return [] }
        return [Told(kind: "disappeared", batch: number, previous: last, label: watching.label(of: number))]
    }

    // MARK: What is not certain

    private mutating func doubt(_ number: String, _ rows: [Line], _ why: String, _ news: inout [(String, Unclear)]) {
        known[number]?.missing = nil
        known[number]?.isHidden = false
        if let old = unclear[number], old.why == why, Model.areSame(old.rows, rows) { return }
        news.append((number, Unclear(rows: rows, why: why, isFirst: unclear[number]?.isFirst ?? false)))
    }

    private mutating func isNews(_ number: String, _ new: Unclear, _ now: Double) -> Bool {
        let rows = new.rows.map { "\($0)" }.sorted()
        return toldUnclear.updateValue(now, forKey: "\(number) \(new.why) \(rows)") == nil
    }

    /// What has become unclear, where the same was not told within a day: of a mask's many in one word.
    mutating func doubt(_ found: [(String, Unclear)], _ watching: Watching, _ now: Double) -> [Told] {
        if found.isEmpty { return [] }
        toldUnclear = toldUnclear.filter { now - $0.value < Model.day }
        var news: [(String, Unclear)] = []
        for (number, new) in found {
            unclear[number] = new
            if isNews(number, new, now) { news.append((number, new)) }
        }
        if news.isEmpty { return [] }
        occurred.note(.unclear)
        if news.contains(where: { $0.1.why.hasPrefix("mentioned") }) { occurred.note(.mentioned) }
        if news.contains(where: { $0.1.why == "missing" }) { occurred.note(.perhapsMissing) }
        let masks = Dictionary(grouping: news) { watching.pattern(of: $0.0) }
        return masks.flatMap { pattern, numbers -> [Told] in
            let label = watching.label(of: pattern)
            if Watching.isMask(pattern), numbers.count > 10 {
                occurred.note(.manyUnclear)
                return [Told(kind: "unclear", batch: pattern, label: label)]
            }
            return numbers.map { number, new in
                Told(
                    kind: "unclear", batch: number, rows: new.rows,
                    previous: known[number].map { $0.told ?? $0.rows } ?? [], label: watching.label(of: number))
            }
        }
    }

    /// Somebody says that what was read of a number is right.
    ///
    /// - Returns: nil where nothing of it is unclear.
    mutating func accept(_ number: String, _ watching: Watching, at now: Double) -> [Told]? {
        guard var old = unclear[number], !old.isAccepted, watching.watches(number) else { return nil }
        var told: [Told]
        if !old.rows.isEmpty {
            unclear[number]?.why = ""
            told = list(number, old.rows, watching)
        } else if known[number] != nil {
            told = leave(number, watching)
        } else {
            told = old.isFirst ? [observed(number, [], watching)] : []
        }
        occurred.note(.acceptedUnclear)
        (old.isFirst, old.isAccepted) = (false, true)
        unclear[number] = old
        return told
    }

    // MARK: First looks

    mutating func lookFirst(at evidence: Evidence, _ now: Double) -> [Told] {
        let watching = evidence.watching
        var told: [Told] = []
        for pattern in watching.patterns where !looked.contains(pattern) {
            if evidence.isUnasked(pattern) { continue }
            if Watching.isMask(pattern) {
                if evidence.isAwaiting {
                    occurred.note(.noFirstLook)
                    continue
                }
                told.append(lookFirst(at: evidence, mask: pattern))
            } else {
                let rows = evidence.listed[pattern] ?? []
                switch evidence.claim(pattern, before: known[pattern]?.rows ?? []) {
                case .listed, .absent:
                    known[pattern] =
                        rows.isEmpty
                        ? nil
                        : Known(
                            rows: rows, missing: known[pattern]?.missing, isHidden: known[pattern]?.isHidden ?? false)
                    unclear[pattern] = nil
                    told.append(observed(pattern, rows, watching))
                case .unseen(isAwaited: true):
                    occurred.note(.noFirstLook)
                    continue
                case .unseen: told.append(firstUnclear(pattern, [], "hidden", watching, now))
                case .unclear(let rows, let why): told.append(firstUnclear(pattern, rows, why, watching, now))
                }
            }
            looked.insert(pattern)
        }
        return told
    }

    private mutating func firstUnclear(
        _ number: String, _ rows: [Line], _ why: String, _ watching: Watching, _ now: Double
    ) -> Told {
        occurred.note(.unclearFirst)
        let new = Unclear(rows: rows, why: why, isFirst: known[number] == nil)
        unclear[number] = new
        _ = isNews(number, new, now)
        return Told(
            kind: "unclear", batch: number, rows: rows, previous: known[number].map { $0.told ?? $0.rows } ?? [],
            label: watching.label(of: number))
    }

    private mutating func lookFirst(at evidence: Evidence, mask: String) -> Told {
        var event = Told(kind: "observed", batch: mask, label: evidence.watching.labels[mask] ?? "")
        event.found = 0
        for number in evidence.numbers.sorted() where Watching.covers(mask, number) {
            switch evidence.claim(number, before: known[number]?.rows ?? []) {
            case .listed(let rows):
                event.found = (event.found ?? 0) + 1
                if known[number] == nil { known[number] = Known(rows: rows) }
            case .unclear(let rows, let why):
                if unclear[number] == nil {
                    unclear[number] = Unclear(rows: rows, why: why, isFirst: known[number] == nil)
                }
            default: break
            }
        }
        return event
    }
}

extension Evidence {
    /// When the page of a case began to be without its row.
    func lost(_ number: String) -> Double? { parts?.part(number)?.lost?.since }

    /// Whether it is a case whose page was never seen.
    func isUnasked(_ number: String) -> Bool {
        watching.shape == .cases && parts?.part(number).map({ $0.unread != nil }) ?? true
    }
}

extension Watching {
    /// What watches a number: itself, or the first mask.
    func pattern(of number: String) -> String {
        labels[number] != nil ? number : patterns.first { Watching.covers($0, number) } ?? number
    }
}
