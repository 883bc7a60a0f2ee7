// The known facts about the documents of a list, and which of them are kept.

/// One of the documents, or the page of a case.
struct Part: Equatable {
    /// The last part of its address; the number of a case.
    var name: String
    /// Nil for a document that was never read, and for a case that the server does not know.
    var edition: Edition?
    var stamp = Stamp()
    /// When it took the place of another edition.
    var seen: Double?
    /// Since when no link leads to it.
    var unlinked: Double?
    /// The tags that its rows had before.
    var tags: [String] = []
    /// What it was before, the latest last, with the tags.
    var older: [Older] = []
    /// Something that came in its place, and how often.
    var stale: Sighted?
    /// Of a case: the page without its row, by its heading.
    var lost: Sighted?
    /// That it could never be read, or can be had no more.
    var unread: Sighted?
    /// What its rows were before that.
    var forgotten: String?

    /// What its rows are, or were last.
    var text: String? { edition?.text ?? forgotten }

    struct Older: Equatable {
        var text: String
        var tags: [String]
    }

    struct Sighted: Equatable {
        var what = ""
        var since: Double
        var count = 0

        /// Three times over a day.
        func isEnough(at now: Double) -> Bool { count >= 3 && now - since >= Model.day }

        /// Once more, or something else for the first time.
        static func more(_ old: Sighted?, _ what: String = "", at now: Double) -> Sighted {
            var next = old?.what == what ? old ?? Sighted(since: now) : Sighted(what: what, since: now)
            next.count += 1
            return next
        }
    }
}

/// What a list is put together of.
struct Parts: Equatable {
    var parts: [Part] = []
    /// Of the page with the links.
    var stamp = Stamp()
    /// When all was last asked for without conditions.
    var asked: Double
    /// Whether a document that nobody could read yet may have what the others do not have.
    var isIncomplete = false

    func part(_ name: String) -> Part? { parts.first { $0.name == name } }

    /// Whether all that is another document than it was has a later date.
    func isDatedLater(than before: Parts) -> Bool {
        let others = parts.filter { before.part($0.name)?.edition?.bytes != $0.edition?.bytes }
        let later = others.filter { part in
            guard let own = part.stamp.modified, let old = before.part(part.name)?.stamp.modified else { return false }
            return own > old
        }
        return !others.isEmpty && later.count == others.count
    }

    /// The documents.
    var names: Set<String> { Set(parts.compactMap(\.edition?.bytes)) }

    /// The list is the same while this is.
    func contents(_ shape: Shape) -> Set<String> {
        if shape != .cases { return Set(parts.map { $0.edition?.content ?? "" }) }
        return Set(parts.map { $0.name + ($0.unread == nil ? $0.edition?.content ?? "" : " is unknown") })
    }

    /// All of it as one document. One that was believed once is believed with its damage.
    func joined(_ shape: Shape, believed: Set<String>) -> Edition {
        var seen: Set<String> = []
        let editions = parts.filter {
            seen.insert((shape == .cases ? $0.name : "") + ($0.edition?.bytes ?? "")).inserted
        }
        .compactMap(\.edition)
        let texts = editions.map(\.text).sorted()
        let contents = contents(shape).sorted()
        // The only one is known by itself, whether it is known to be whole or not.
        let isOnly = contents.count == 1 && editions.count == 1
        return Edition(
            bytes: isOnly ? editions[0].bytes : contents.joined(separator: ","), text: texts.joined(), rows: [],
            isDamaged: editions.contains { $0.isDamaged && !believed.contains($0.bytes) }, parts: editions)
    }
}

/// The documents that are kept, by their bytes.
struct Kept {
    var documents: Set<String> = []
    /// Those that are not as they were.
    var rotten: Set<String> = []

    func isSound(_ document: String) -> Bool { documents.contains(document) && !rotten.contains(document) }

    mutating func keep(_ document: String) {
        documents.insert(document)
        rotten.remove(document)
    }

    mutating func remove(_ document: String) {
        documents.remove(document)
        rotten.remove(document)
    }
}

extension Model.Accepted {
    /// What it is put together of: itself, where it is one document.
    func list(of watching: Watching) -> Parts {
        parts ?? Parts(parts: [Part(name: "", edition: edition, stamp: stamp)], asked: received)
    }
}
