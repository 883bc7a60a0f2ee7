// The valid replies of workers. A fetcher or reader that hostile bytes have taken over may send any number and any
// text; each has a range or a length here, wide enough for every honest reply. A reply outside of these is refused as
// it is decoded, so that later code need not expect it. Pure.

import Rows

/// Why no worker of ours can have sent a reply, as a clause without a full stop.
package struct UnsoundReply: Error, CustomStringConvertible {
    package let description: String
}

/// A reply, or a part of one.
package protocol SoundReply {
    /// Checks each number and each text.
    func check(_ bounds: ReplyBounds) throws(UnsoundReply)
}

/// The ranges of numbers and the lengths of texts.
package struct ReplyBounds: Sendable {
    /// The largest requested document, in bytes.
    package var documentBytes: Int

    package init(documentBytes: Int = ReadingLimits().documentBytes) {
        self.documentBytes = documentBytes
    }

    /// Pages, tables or sheets: a PDF has no more objects (`PDFLimits.objects`).
    package static let mostPages = 100_000
    /// Rows of all documents of a list.
    package static let mostRows = RowList.mostRows * LinkRequest.most
    /// A text of the document, in bytes. A cell of a table has at most 64 KiB (`TableLimits.cellBytes`), a cell of a
    /// page or of several joined texts somewhat more.
    package static let longestText = 1 << 20
    /// A sentence, a name or an address, in bytes.
    package static let longestWords = 64 << 10
    /// A header field, in bytes (`validators(etags:lastModified:now:)`).
    package static let longestField = 8 << 10
    /// Cookies of six headers of 64 KiB, and the length of one with its domain and path, in bytes.
    fileprivate static let mostCookies = 500
    fileprivate static let longestCookie = 16 << 10
    /// Bytes received so far, and bytes announced by a server: `Content-Length` has at most 18 digits.
    fileprivate static let received = 0...1 << 50
    fileprivate static let announced = 0...999_999_999_999_999_999
    /// Seconds to wait, or that have passed: `Age` has at most ten digits.
    fileprivate static let seconds = 0.0...9_999_999_999
    /// Seconds since 1970: the years from 0 to 9999, the range of an HTTP-date (RFC 9110 5.6.7).
    fileprivate static let moments = -62_167_219_200.0...253_402_387_200

    fileprivate func number(_ name: String, _ number: Int?, in range: ClosedRange<Int>) throws(UnsoundReply) {
        guard let number, !range.contains(number) else { return }
        throw UnsoundReply(
            description: "\(name) is \(number), outside of \(range.lowerBound) to \(range.upperBound)")
    }

    fileprivate func number(_ name: String, _ number: Double?, in range: ClosedRange<Double>) throws(UnsoundReply) {
        guard let number, !range.contains(number) else { return }
        throw UnsoundReply(
            description: "\(name) is \(number), outside of \(range.lowerBound) to \(range.upperBound)")
    }

    fileprivate func text(_ name: String, _ text: String?, most: Int = longestText) throws(UnsoundReply) {
        guard let text, text.utf8.count > most else { return }
        throw UnsoundReply(description: "\(name) has \(text.utf8.count) bytes, more than \(most)")
    }

    fileprivate func words(_ name: String, _ text: String?) throws(UnsoundReply) {
        try self.text(name, text, most: Self.longestWords)
    }

    fileprivate func words(_ name: String, _ texts: [String]) throws(UnsoundReply) {
        for text in texts { try words(name, text) }
    }

    /// Checks text that may become a header field again: visible characters and blanks.
    fileprivate func field(_ name: String, _ field: String?) throws(UnsoundReply) {
        try text(name, field, most: Self.longestField)
        guard let field, !field.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else { return }
        throw UnsoundReply(description: "\(name) has a control character")
    }

    /// Checks lines that may become cookies again (`DocumentFacts.cookies`): seven fields with tabs between.
    fileprivate func cookies(_ cookies: [String]?) throws(UnsoundReply) {
        try number("cookies", cookies?.count, in: 0...Self.mostCookies)
        for cookie in cookies ?? [] where !isCookie(cookie) || cookie.utf8.count > Self.longestCookie {
            throw UnsoundReply(description: "a cookie is none")
        }
    }

    /// Checks the label of an encoding by the rules of `charset(_:)`.
    fileprivate func label(_ name: String, _ label: String?) throws(UnsoundReply) {
        guard let label else { return }
        if (1...64).contains(label.utf8.count), label.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return }
        throw UnsoundReply(description: "\(name) is no label of an encoding")
    }

    /// Checks hexadecimal digits in lower case: they may become the name of a file.
    fileprivate func hexadecimal(_ name: String, _ text: String?, digits: Int) throws(UnsoundReply) {
        guard let text else { return }
        let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) || (0x61...0x66).contains(byte) }
        if text.utf8.count == digits, text.utf8.allSatisfy(isDigit) { return }
        throw UnsoundReply(description: "\(name) is not \(digits) hexadecimal digits")
    }

    fileprivate func page(_ name: String, _ number: Int?) throws(UnsoundReply) {
        try self.number(name, number, in: 0...Self.mostPages)
    }

    fileprivate func rows(_ name: String, _ number: Int?) throws(UnsoundReply) {
        try self.number(name, number, in: 0...RowList.mostRows)
    }

    fileprivate func targets(_ targets: [PageTarget]?) throws(UnsoundReply) {
        guard let targets else { return }
        try number("targets", targets.count, in: 1...PageTarget.most)
        try all(targets)
    }

    fileprivate func all(_ parts: [some SoundReply]) throws(UnsoundReply) {
        for part in parts { try part.check(self) }
    }
}

// MARK: - The fetcher

extension FetchReply: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        switch self {
        case .notModified(let freshness): try freshness.check(bounds)
        case .document(let facts): try facts.check(bounds)
        case .failure(let failure): try failure.check(bounds)
        }
    }
}

extension WorkerMessage: SoundReply where Reply: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        switch self {
        case .progress(let received, let expected):
            try bounds.number("received", received, in: ReplyBounds.received)
            try bounds.number("expected", expected, in: ReplyBounds.announced)
        case .reply(let reply): try reply.check(bounds)
        }
    }
}

extension DocumentFacts: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.number("length", length, in: 0...bounds.documentBytes)
        // Empty if not requested.
        if !digest.isEmpty { try bounds.hexadecimal("digest", digest, digits: 64) }
        try bounds.field("etag", validators?.etag)
        try bounds.field("lastModified", validators?.lastModified)
        try freshness.check(bounds)
        try bounds.number("modified", modified, in: ReplyBounds.moments)
        try bounds.label("charset", charset)
        try bounds.words("url", url)
        try bounds.cookies(cookies)
        try bounds.number("redirections", redirections, in: 0...PageTarget.most)
        try bounds.number("way", way?.count, in: 0...PageTarget.most + 1)
        try bounds.words("way", way ?? [])
    }
}

extension Freshness: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.number("maxAge", maxAge, in: ReplyBounds.seconds)
        try bounds.number("age", age, in: ReplyBounds.seconds)
        try bounds.number("date", date, in: ReplyBounds.moments)
    }
}

extension ReadingFailure: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("cause", cause)
        try bounds.number("retryAfter", retryAfter, in: ReplyBounds.seconds)
        // RFC 9110 15: three digits.
        try bounds.number("status", status, in: 100...599)
    }
}

// MARK: - The reader

extension ParseReply: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        switch self {
        case .document(let reading, _): try reading.check(bounds)
        case .links(let links, _, let next):
            try bounds.all(links)
            try bounds.words("next", next)
        case .inspected(let inspection): try inspection.check(bounds)
        case .edition(let edition): try edition.check(bounds)
        case .form(let form):
            try form.target.check(bounds)
            try bounds.text("content", form.content.text, most: RequestContent.longest)
            try bounds.field("type", form.content.type)
        case .onward(let onward):
            try bounds.targets(onward.targets)
            try onward.failure.check(bounds)
        case .failure(let failure): try failure.check(bounds)
        }
    }
}

extension PageTarget: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("reference", reference)
        try bounds.words("base", base)
    }
}

extension Reading: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.all(rows)
        try bounds.rows("rows", rows.count)
        try bounds.rows("rowCount", rowCount)
        try bounds.rows("printedRows", printedRows)
        try bounds.page("pageCount", pageCount)
        try bounds.words("damage", damage)
        try bounds.words("knownDamage", knownDamage)
        try bounds.all(doubts)
        try bounds.all(mentions)
        try bounds.number("mentions", mentions.count, in: 0...Mention.most)
        for name in [columns?.batch, columns?.status, columns?.date] { try bounds.words("columns", name) }
        try bounds.hexadecimal("fingerprint", fingerprint?.text, digits: 16)
        try title?.check(bounds)
        try edition?.check(bounds)
        try bounds.label("charset", charset)
        try bounds.words("lastBatches", lastBatches)
        try bounds.targets(targets)
    }
}

extension Row: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("batch", batch)
        try bounds.text("status", update.status)
        try bounds.text("date", update.date)
        try bounds.page("page", page)
    }
}

extension Doubt: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.page("page", page)
        try bounds.text("word", word)
        try bounds.words("batches", batches)
        try bounds.words("document", document)
    }
}

extension Mention: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("batch", batch)
        try bounds.page("page", page)
        try bounds.text("excerpt", excerpt)
        try bounds.words("document", document)
    }
}

extension DocumentTitle: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.number("lines", lines.count, in: 1...DocumentTitle.mostLines)
        for line in lines { try bounds.text("lines", line) }
        try bounds.words("period", period)
    }
}

extension Edition: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        let counts = [
            ("rows", rows), ("new", new), ("gone", gone), ("changed", changed), ("otherStatuses", otherStatuses),
            ("watched", watched), ("missing", missing),
        ]
        for (name, count) in counts { try bounds.number(name, count, in: 0...ReplyBounds.mostRows) }
        try bounds.number("statuses", statuses?.count, in: 0...Edition.mostStatuses)
        for status in statuses ?? [] {
            try bounds.text("status", status.status)
            try bounds.number("rows", status.rows, in: 0...ReplyBounds.mostRows)
        }
        try bounds.number("absent", absent.count, in: 0...Edition.mostAbsent)
        for absent in absent {
            try bounds.words("batch", absent.batch)
            try bounds.words("label", absent.label)
            for neighbour in [absent.below, absent.above] {
                try bounds.words("batch", neighbour?.batch)
                try bounds.text("status", neighbour?.status)
            }
        }
        try bounds.field("etag", etag)
        try bounds.hexadecimal("sha256", sha256, digits: 64)
    }
}

extension FoundLink: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("url", url)
        try bounds.words("text", text)
        try bounds.words("date", date)
    }
}

// MARK: - A document that somebody wants to watch

extension Inspection: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("format", format)
        try bounds.page("pageCount", pageCount)
        try bounds.page("tableCount", tableCount)
        try bounds.words("damage", damage)
        try bounds.label("guessedCharset", guessedCharset)
        try bounds.all(doubts)
        try proposal?.check(bounds)
        try bounds.text("reason", reason)
        try bounds.all(watched)
        try bounds.all(mentions ?? [])
        try FollowedLinks.check(follow, links, bounds)
        for other in otherLinks ?? [] { try FollowedLinks.check(other.follow, other.links, bounds) }
        for line in text { try bounds.text("text", line) }
        try bounds.targets(targets)
        for text in [form?.field, form?.label, form?.refusal] { try bounds.words("form", text) }
        try bounds.words("form", form?.missing ?? [])
    }
}

extension FollowedLinks {
    fileprivate static func check(
        _ follow: LinkRequest?, _ links: [FoundLink], _ bounds: ReplyBounds
    ) throws(UnsoundReply) {
        try bounds.words("glob", follow?.glob)
        try bounds.all(links)
    }
}

extension Proposal: SoundReply {
    package func check(_ bounds: ReplyBounds) throws(UnsoundReply) {
        try bounds.words("key", key)
        try bounds.words("columns", columns)
        for headings in [headings, found] {
            for name in [headings?.batch, headings?.status, headings?.date] { try bounds.text("headings", name) }
        }
        try bounds.text("record", record)
        try bounds.rows("rowCount", rowCount)
        try bounds.all(samples)
        try bounds.number("tableNumber", tableNumber, in: 1...ReplyBounds.mostPages)
        try bounds.text("tableName", tableName)
        for note in notes { try bounds.text("notes", note) }
    }
}
