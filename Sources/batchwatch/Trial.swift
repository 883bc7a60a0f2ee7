// The result of `try` in words for people: a page, a document, and the lines for the configuration. All text from
// outside is sanitized.

import Configuration
import Delivery
import Reading
import Rows
import Text

/// A document that `try` read, or a page and the newest document that it links to.
struct Trial {
    var url: String
    /// The name of the proposed source.
    var name: String
    var inspection: Inspection
    /// The document that the page links to; nil if the document is the list itself.
    var document: Inspection?
    /// Earlier documents, the newest first.
    var older: [(link: FoundLink, inspection: Inspection)] = []
    /// The number or mask that somebody wants to watch.
    var watch: String?
    var userAgent: String?
    /// The form that was filled in, and each step that led to the document besides redirections, as a clause.
    var (form, way): (FormSketch?, [String]) = (nil, [])
    /// Which of the compared editions a poll with the proposal does not read, in a sentence; nil for none.
    var misread: String?
    /// Whether the newest edition is one of them: then there is nothing to propose.
    var isNewestMisread = false

    init(url: String, name: String, inspection: Inspection) {
        self.url = url
        self.name = name
        self.inspection = inspection
    }

    /// The same page with other links that may be those to the list.
    func following(_ links: FollowedLinks) -> Trial {
        var trial = self
        (trial.inspection.follow, trial.inspection.links) = (links.follow, links.links)
        (trial.document, trial.older) = (nil, [])
        return trial
    }

    /// Whether the links lead to a list that contains the number to watch.
    var isFound: Bool { watch == nil ? document?.proposal != nil : sighting != nil }

    /// The number of editions in which `try` looks for the number to watch.
    static let mostEditions = 12

    /// Whether this is a page that links to documents, and has no list except the list of these documents.
    var isIndex: Bool {
        guard let follow = inspection.follow, !inspection.links.isEmpty else { return false }
        guard let proposal = inspection.proposal else { return true }
        guard proposal.hasTextKeys, inspection.watched.isEmpty, inspection.links.count > 1 else { return false }
        // The user watches a number, but the page has names.
        if watch?.contains(where: \.isNumber) == true { return true }
        let glob = Glob(follow.glob)
        let named = proposal.samples.count { glob.matches($0.batch) }
        return glob.literals.contains { $0.count > 2 } && named * 2 >= proposal.samples.count
    }

    /// The newest edition that has the number to watch, and its rows there.
    var sighting: (link: FoundLink, inspection: Inspection)? {
        guard isIndex, let newest = inspection.links.first, let document else { return nil }
        return ([(newest, document)] + older).first { !$0.1.watched.isEmpty }
    }

    /// The proposal for that edition, else for the newest document. Nil if a document contains the number to watch, but
    /// no proposal reads it.
    var proposal: Proposal? {
        guard isIndex else {
            return inspection.isReadAsCaseAlone == true && pageOfCase == nil && form == nil ? nil : inspection.proposal
        }
        if isNewestMisread { return nil }
        if let sighting { return sighting.inspection.proposal }
        return unread == nil ? document?.proposal : nil
    }

    /// The documents that `try` read: the document itself, or the editions that the page links to.
    private var looked: [(link: FoundLink?, inspection: Inspection)] {
        guard isIndex else { return [(nil, inspection)] }
        return [document].compactMap { $0 }.map { (inspection.links.first, $0) }
            + older.map { ($0.link, $0.inspection) }
    }

    /// The first document that has the number to watch in its text and in no row.
    private var unread: (link: FoundLink?, inspection: Inspection)? {
        looked.first { $0.inspection.watched.isEmpty && $0.inspection.mentions?.isEmpty == false }
    }

    /// The number of editions to compare.
    static let comparedEditions = 3
    /// Editions that share fewer of their keys are different lists to a poll.
    private static let fewestShared = 0.1

    /// Whether each edition has its own cases, with almost no key of the previous edition. A list that starts anew only
    /// once, for example with a new year, is not such a list.
    var hasNewCasesOnly: Bool {
        let keys = ([document] + older.map(\.inspection)).prefix(Self.comparedEditions).compactMap { $0?.keys }
            .filter { $0.keyCount > 0 }
        return keys.count > 1 && zip(keys, keys.dropFirst()).allSatisfy { $0.share(with: $1) < Self.fewestShared }
    }

    /// The interval between polls if editions are rare: about thirty polls for each edition.
    var pace: String? {
        let days = inspection.links.prefix(Self.comparedEditions).compactMap { link -> Int? in
            let parts = link.date?.split(separator: "-").compactMap { Int($0) } ?? []
            return parts.count == 3 ? dayNumber(year: parts[0], month: parts[1], day: parts[2]) : nil
        }
        guard isIndex, days.count == Self.comparedEditions, let first = days.first, let last = days.last else {
            return nil
        }
        let hours = (first - last) * 24 / (days.count - 1) / 28
        return hours < 2 ? nil : "\(min(hours, 24))h"
    }

    /// The links to follow: all, if each edition has its own cases and an older edition has the case to watch.
    var follow: LinkRequest? {
        guard isIndex, var follow = inspection.follow else { return nil }
        if hasNewCasesOnly, let sighting, sighting.link != inspection.links.first { follow.pick = .all }
        return follow
    }

    /// The lines for the configuration; nil if there is no proposal.
    var snippet: SourceSnippet? {
        guard let proposal else { return nil }
        return SourceSnippet(
            name: name, url: pageOfCase ?? url, follow: follow, field: form?.field, proposal: proposal,
            watch: watchedKey,
            userAgent: userAgent,
            keepsForever: hasNewCasesOnly, every: pace)
    }

    /// The number to watch, as the configuration writes it.
    private var watchedKey: String? {
        guard let watch, let proposal, !proposal.hasTextKeys else { return watch }
        return KeyMask.pattern(soughtAs: watch)
    }

    /// The address with `{batch}` instead of the number to watch, if the page is about that case only.
    var pageOfCase: String? {
        guard let watch, form == nil, !isIndex, inspection.isPageOfCase == true, watch.count > 2,
            watch.allSatisfy({ Self.isOfWord($0) || $0 == "-" }),
            let host = url.place(of: "://").map({ url[$0.upperBound...] }), url.hasPrefix("http"),
            let path = host.firstIndex(where: { "/?".contains($0) }),
            let place = url[path...].place(of: watch)
        else { return nil }
        let ends = [url[..<place.lowerBound].last, url[place.upperBound...].first].compactMap { $0 }
        return ends.contains(where: Self.isOfWord)
            ? nil : url[..<place.lowerBound] + SourceConfig.batchInURL + url[place.upperBound...]
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber)
    }

    /// Why there is no proposal, and what to try next.
    var refusal: String {
        let (link, looked) = unread ?? (inspection.links.first, isIndex ? document ?? inspection : inspection)
        let place = isIndex ? link?.url ?? url : url
        let reason = isIndex && unread == nil ? misread ?? looked.reason : looked.reason
        var lines = [
            "\(sanitized(place)): nothing can be proposed: \(sanitized(reason ?? "nothing was found", limit: 400))"
        ]
        let mentions = mentionLines
        lines += mentions
        if mentions.isEmpty, !looked.text.isEmpty {
            lines.append("It begins with:")
            lines += looked.text.map { "  " + sanitized($0, limit: 160) }
        }
        lines.append(
            mentions.isEmpty
                ? "Try `batchwatch rows --text` to see all of its text, and --key with what its numbers look like (# is a digit)"
                : "Write the number as the list does, or name its columns: see --key and --columns of `batchwatch rows`"
        )
        return lines.joined(separator: "\n")
    }

    // MARK: - The lines

    private static let longestCell = 60

    /// The result and the proposal, line by line.
    var lines: [String] { findings + (snippet.map { [""] + $0.lines } ?? []) }

    /// The result, line by line.
    var findings: [String] {
        var lines = [sanitized(url) + ": " + Self.summary(of: inspection)] + way.map { "note     " + sanitized($0) }
        if isIndex { lines += linkLines }
        if let document, let link = inspection.links.first {
            lines += ["", sanitized(link.url) + ": " + Self.summary(of: document)]
        }
        lines += (document ?? inspection).damage.prefix(Self.shownDoubts).map { "damage   " + sanitized($0) }
        if let charset = (document ?? inspection).guessedCharset {
            lines.append("note     " + guessedCharsetWords(sanitized(charset)))
        }
        guard let proposal else { return lines }
        if let sighting, sighting.link != inspection.links.first {
            lines.append(sanitized(sighting.link.url) + ": " + Self.summary(of: sighting.inspection))
        }
        lines += Self.lines(of: proposal) + doubtLines + editionLines + watchLines
        if !isIndex, inspection.follow != nil {
            lines.append("note     the page also leads to documents: see their addresses")
        }
        if pageOfCase != nil { lines.append("note     each number has a page of its own: {batch} stands for it") }
        return lines
    }

    /// "a PDF of 12 pages, 483 rows".
    private static func summary(of inspection: Inspection) -> String {
        let format = sanitized(inspection.format)
        // Letters that are spoken with a vowel first: an ODS, an HTML page.
        let article = "AEFHILMNORSX".contains(format.first ?? " ") ? "an" : "a"
        var text = "\(article) \(format)"
        if let pages = inspection.pageCount { text += " of \(counted(pages, "page"))" }
        if let tables = inspection.tableCount, tables > 0 { text += " of \(counted(tables, "table"))" }
        if let rows = inspection.proposal?.rowCount { text += ", \(counted(rows, "row"))" }
        return text
    }

    private var linkLines: [String] {
        guard let follow else { return [] }
        let which = follow.pick == .all ? "all are taken" : "the \(follow.pick.rawValue) is taken"
        var lines = ["link     \(sanitized(follow.glob))   (\(counted(inspection.links.count, "link")), \(which))"]
        for (number, link) in inspection.links.prefix(Self.shownLinks).enumerated() {
            let date = link.date.map { sanitized($0) + "  " } ?? ""
            lines.append("  " + (number == 0 ? "-> " : "   ") + date + sanitized(link.url))
        }
        if inspection.links.count > Self.shownLinks {
            lines.append("     and \(inspection.links.count - Self.shownLinks) more")
        }
        if follow.pick == .newest, inspection.links.count > 1, inspection.links.allSatisfy({ $0.date == nil }) {
            lines.append("note     no link has a date: the first on the page is taken for the newest")
        }
        return lines
    }

    /// How the editions follow each other, as far as known.
    private var editionLines: [String] {
        var lines: [String] = []
        if hasNewCasesOnly {
            let what = follow?.pick == .all ? "all are one list" : "they are kept"
            lines.append("note     each edition has other cases than the one before it: \(what)")
        }
        if let misread { lines.append("note     " + misread) }
        return lines
    }

    private static let shownLinks = 5

    /// The keys without a row, and other doubts.
    private var doubtLines: [String] {
        let doubts = (isIndex ? document ?? inspection : inspection).doubts
        let rest = doubts.count - Self.shownDoubts
        return doubts.prefix(Self.shownDoubts).map { "doubt    \($0)" }
            + (rest > 0 ? ["         and \(rest) more: `batchwatch rows --doubts` tells all"] : [])
    }

    /// The number of doubts, and of kinds of damage, that are shown.
    private static let shownDoubts = 3

    private static func lines(of proposal: Proposal) -> [String] {
        var lines: [String] = []
        if let number = proposal.tableNumber {
            lines.append("table    \(number)" + (proposal.tableName.map { ", " + quoted($0) } ?? ""))
        }
        lines += keys(of: proposal)
        lines.append("columns  " + columns(of: proposal))
        let widest = proposal.samples.map { columnCount(sanitized($0.batch)) }.max() ?? 0
        let dates = proposal.samples.map { columnCount(sanitized($0.update.date)) }.max() ?? 0
        for row in proposal.samples {
            let date = dates > 0 ? padded(sanitized(row.update.date), to: dates) + "  " : ""
            let line =
                "  " + padded(sanitized(row.batch), to: widest) + "  " + date
                + sanitized(row.update.status, limit: longestCell)
            lines.append(line)
        }
        return lines + proposal.notes.map { "note     " + sanitized($0) }
    }

    /// The masks of the keys; if there are several, with the number of rows for each.
    private static func keys(of proposal: Proposal) -> [String] {
        let example = proposal.samples.first.map { "e.g. " + sanitized($0.batch) } ?? ""
        let masks = proposal.key.split(separator: "\n").map { sanitized(String($0)) }
        let counts = proposal.rowsOfMasks ?? []
        return masks.enumerated().map { number, mask in
            var facts = counts.indices.contains(number) ? [counted(counts[number], "row")] : []
            if number == 0, !example.isEmpty { facts.append(example) }
            let name = number == 0 ? "key      " : "         "
            return name + (facts.isEmpty ? mask : padded(mask, to: 20) + "  " + facts.joined(separator: ", "))
        } + (proposal.keyIn == nil ? [] : ["         within longer cells"])
    }

    private static func columns(of proposal: Proposal) -> String {
        let titles = [
            ("batch", proposal.found.batch), ("status", proposal.found.status), ("date", proposal.found.date),
        ]
        if proposal.headings != nil {
            return titles.compactMap { name, title in title.map { "\(name) is \(quoted($0))" } }.joined(separator: ", ")
        }
        let under = proposal.columns.compactMap { name in
            titles.first { $0.0 == name }.flatMap { $0.1 }.map { quoted($0) }
        }
        let columns = proposal.columns.joined(separator: ", ")
        return under.isEmpty ? columns : padded(columns, to: 20) + "  (under \(under.joined(separator: ", ")))"
    }

    private static func quoted(_ text: String) -> String { "\"" + sanitized(text, limit: longestCell) + "\"" }

    /// What a poll with the proposal would read about the number to watch.
    var watchLines: [String] {
        guard let watch else { return [] }
        let name = "watch    " + sanitized(watch)
        if let sighting {
            let lines = lines(of: sighting.inspection.watched, in: sighting.link)
            return lines + [sighting.inspection.uncertainty].compactMap { $0 }.map(Self.uncertain)
        }
        if let (_, inspection) = looked.first(where: {
            $0.inspection.watched.isEmpty && $0.inspection.uncertainty != nil
        }) {
            return [
                "\(name) was not found, and it is not certain that it is not on the list: "
                    + sanitized(inspection.uncertainty ?? "", limit: 400)
            ]
        }
        if isIndex {
            let count = 1 + older.count
            let place = count == 1 ? "the list" : "the \(count) newest of \(inspection.links.count) lists"
            return [name + " is not \(count == 1 ? "on" : "in") \(place)"]
        }
        let rows = inspection.watched
        if rows.isEmpty { return [name + " is not on the list"] }
        let isCertain = inspection.uncertainty == nil
        let shown = rows.prefix(Proposal.sampleCount).map { row in
            let date = row.update.date.isEmpty ? "" : " (\(sanitized(row.update.date)))"
            let verb = isCertain ? "is on the list with" : "was read with"
            return "\(name) \(verb) \(Self.quoted(row.update.status))\(date)"
        }
        return shown
            + (rows.count > shown.count ? ["         and \(counted(rows.count - shown.count, "more row"))"] : [])
            + [inspection.uncertainty].compactMap { $0 }.map(Self.uncertain)
    }

    private static func uncertain(_ reason: String) -> String {
        "         which is not certain: " + sanitized(reason, limit: 400)
    }

    /// The number of places that are shown for a number.
    private static let shownPlaces = 3

    /// The places where the text of a document has the number, although no row has it.
    private var mentionLines: [String] {
        guard let watch, let (_, found) = unread, let mentions = found.mentions else { return [] }
        let lines = mentions.prefix(Self.shownPlaces).map { mention in
            "watch    \(sanitized(watch)) is in no row, but the document has it "
                + place(of: mention, isPage: found.pageCount != nil)
        }
        let rest = mentions.count - lines.count
        return lines + (rest > 0 ? ["         and in \(counted(rest, "more place"))"] : [])
    }

    /// "your number is in the list of 9 June: Approved".
    private func lines(of rows: [Row], in link: FoundLink) -> [String] {
        let isNumber = watch?.contains(where: \.isNumber) ?? false
        let place =
            link.date.flatMap { Self.day($0, besides: inspection.links.first?.date) }.map { "the list of \($0)" }
            ?? "the list \(sanitized(link.url))"
        let shown = rows.prefix(Proposal.sampleCount).map { row in
            let date = row.update.date.isEmpty ? "" : " (\(sanitized(row.update.date)))"
            return "watch    your \(isNumber ? "number" : "text") is in \(place): "
                + sanitized(row.update.status, limit: Self.longestCell) + date
        }
        let rest = rows.count - shown.count
        return shown + (rest > 0 ? ["         and \(counted(rest, "more row"))"] : [])
    }

    /// "9 June"; with the year if the newest edition has another.
    private static func day(_ date: String, besides newest: String?) -> String? {
        let parts = date.split(separator: "-").compactMap { Int($0) }
        guard parts.count == 3, 1...12 ~= parts[1] else { return nil }
        let months = [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November",
            "December",
        ]
        let hasYear = newest?.prefix(4) != date.prefix(4)
        return "\(parts[2]) \(months[parts[1] - 1])" + (hasYear ? " \(parts[0])" : "")
    }
}

/// 'on page 3: "the line around it"'.
func place(of mention: Mention, isPage: Bool) -> String {
    let place = mention.page == 0 ? "outside of its tables" : "\(isPage ? "on page" : "in table") \(mention.page)"
    return "\(place): \"\(sanitized(mention.excerpt, limit: Mention.longestExcerpt))\""
}

/// "1 row", "2 rows".
func counted(_ count: Int, _ noun: String, _ nouns: String? = nil) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(nouns ?? noun + "s")"
}
