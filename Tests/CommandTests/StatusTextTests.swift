// The output of `batchwatch status` for fixed reports: 80 columns, sanitized, in colour only if requested.

import Delivery
import Foundation
import Rows
import TestKit
import Testing
import Text
import Watch

@testable import batchwatch
import struct Coding.Date

/// A time that reads the same in each time zone: it is written by the same local clock.
private func time(_ text: String) throws -> Date {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.dateFormat = "yyyy-MM-dd HH:mm"
    return Date(timeIntervalSince1970: try #require(format.date(from: text)).timeIntervalSince1970)
}

private func json(_ date: Date) -> String { date.description }

/// A report as the daemon sends it: the values have no initialisers outside of Watch.
private func report(_ sources: String, daemon: String = "null", troubles: [Trouble] = []) throws -> StatusReport {
    let decoder = JSONDecoder()
    decoder.dateDecodingStrategy = .iso8601
    var report = try decoder.decode(
        StatusReport.self, from: Data("{\"daemon\": \(daemon), \"sources\": [\(sources)]}".utf8))
    report.troubles = troubles
    return report
}

private func source(_ name: String, url: String, batches: String, waiting: Int = 0) throws -> String {
    let (poll, change) = (json(try time("2026-11-21 14:05")), json(try time("2026-11-20 09:00")))
    let next = json(try time("2026-11-21 15:01"))
    let undelivered = waiting > 0 ? #"{"hook": \#(waiting)}"# : "{}"
    return """
        {"name": "\(name)", "url": "\(url)", "lastPoll": "\(poll)", "lastChange": "\(change)", "nextPoll": "\(next)",
         "failures": 0, "batches": [\(batches)], "undelivered": \(undelivered), "deadLetters": {}}
        """
}

private func batch(_ number: String, _ label: String, _ rows: [(String, String)]?) throws -> String {
    let since = json(try time("2026-11-20 09:00"))
    let updates = (rows ?? []).map { "{\"status\": \"\($0.0)\", \"date\": \"\($0.1)\"}" }.joined(separator: ",")
    return """
        {"batch": "\(number)", "label": "\(label)", "isListed": \(rows != nil), "rows": [\(updates)], "since": "\(since)"}
        """
}

@Suite struct `The text of status` {
    @Test func `says what to do first where nothing was polled yet`() throws {
        let source = try source("london", url: "https://example.org/list.pdf", batches: "")
        let fresh = source.replacing(#/"last(Poll|Change)": "[^"]*", /#, with: "")
        #expect(
            StatusText(try report(fresh)).text.hasPrefix(
                "The daemon is not running, and nothing is saved yet; start it with `systemctl enable --now batchwatch`."
            ))
        #expect(!StatusText(try report(fresh + "," + source)).text.contains("try URL"))
        let empty = try report("", daemon: #"{"pid": 1, "since": "2026-11-21T14:05:00Z"}"#)
        for report in [try report(""), empty] {
            #expect(
                StatusText(report).text.contains("Nothing is watched; run `batchwatch setup`, or `batchwatch try URL"))
        }
    }

    @Test func `says that nobody is told but the journal, where that is known`() throws {
        var report = try report(try source("london", url: "u", batches: ""))
        let words = "No [hook] is configured: changes go to the journal only."
        #expect(!StatusText(report).text.contains(words))
        report.hasHook = true
        #expect(!StatusText(report).text.contains(words))
        report.hasHook = false
        #expect(StatusText(report).text.contains("\n\(words)\n"))
    }

    @Test func `cuts a long status and says how long it is`() throws {
        let words = String(repeating: "ab ", count: 100)
        for (status, end) in [(words, ""), (words + "c", "… (301 characters; --json shows all)")] {
            let report = try report(
                try source("l", url: "u", batches: try batch("20121456171", "", [(status, "")])))
            let shown = StatusText(report, Style(isTerminal: false, environment: [:])).text
            #expect(shown.hasSuffix((words + end).trimmingCharacters(in: .whitespaces)))
            #expect(jsonText(report).contains("\"\(status)\""))
        }
    }

    @Test(arguments: [false, true]) func `costs as much as there is to show`(isTerminal: Bool) throws {
        let style = Style(isTerminal: isTerminal, environment: [:])
        for unit in ["word ", "x", "\u{4e00}", "e\u{301}"] {
            let cost = growth(to: 40_000) { count in
                let text = String(repeating: unit, count: count / 4)
                _ = wrapped(text, to: style.columns)
                let batches = (try? batch("20121456171", "", (0..<4).map { _ in (text, text) })) ?? ""
                guard let source = try? source("l", url: "u", batches: batches), let report = try? report(source) else {
                    return
                }
                _ = StatusText(report, style).text
            }
            #expect(cost < linearGrowth, "\(unit)")
        }
    }

    @Test func `has nothing live in it, whoever answers`() throws {
        let escape = "\\u001b[2J\\u009b31m"
        let report = try report(
            try source(escape, url: escape, batches: try batch(escape, escape, [(escape, escape)])))
        for text in [StatusText(report).text, jsonText(report)] {
            let isLive = { (scalar: Unicode.Scalar) in
                scalar != "\n" && (scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value))
            }
            #expect(!text.unicodeScalars.contains(where: isLive), "\(text)")
        }
        let back = try JSONDecoder().decode([String].self, from: Data(jsonText(["\u{7f}\u{9b}"]).utf8))
        #expect(back == ["\u{7f}\u{9b}"])
    }

    @Test func `no control character reaches the terminal but those of a style`() {
        #expect(harmless("a\u{1B}[1;33mb\u{1B}[0m\n\tc") == "a\u{1B}[1;33mb\u{1B}[0m\n\tc")
        #expect(
            harmless("\u{1B}[2Ja\u{1B}]0;x\u{7}\r\u{9B}31m\u{7F}\u{1B}")
                == "\u{FFFD}[2Ja\u{FFFD}]0;x\u{FFFD}\u{FFFD}\u{FFFD}31m\u{FFFD}\u{FFFD}")
        #expect(harmless("\u{1B}m\u{1B}[12") == "\u{FFFD}m\u{FFFD}[12")
    }

    @Test func `has dates and statuses under each other`() throws {
        let batches = [
            try batch("20121456171", "Mine", [("visa issued", "15-Jun-12"), ("pending", "1-Jun-12")]),
            try batch("20121456179", "A friend's", nil),
            try batch("20121456180", "", [("refused", "")]),
        ]
        let report = try report(
            try source("london", url: "https://example.org/list.pdf", batches: batches.joined(separator: ",")))
        #expect(
            StatusText(report).text == """
                The daemon is not running; this is what was saved.

                london  https://example.org/list.pdf
                  last poll 2026-11-21 14:05   next 2026-11-21 15:01   changed 2026-11-20 09:00
                  20121456171 Mine, since 2026-11-20 09:00:
                    15-Jun-12  visa issued
                    1-Jun-12   pending
                  20121456179 A friend's: not on the list
                  20121456180, since 2026-11-20 09:00:
                               refused
                """)
    }

    @Test func `says what a batch was that has left the list, and since when`() throws {
        let (since, missing) = (json(try time("2026-11-20 09:00")), json(try time("2026-11-21 08:00")))
        let row = #"{"status": "pending", "date": "1-Jun-12"}"#
        let batches = """
            {"batch": "20121456171", "label": "Mine", "isListed": false, "rows": [], "since": "\(since)",
             "previousRows": [\(row)]},
            {"batch": "20121456179", "label": "", "isListed": false, "rows": []},
            {"batch": "20121456180", "label": "", "isListed": true, "rows": [\(row)], "since": "\(since)",
             "missingSince": "\(missing)"}
            """
        let lines = StatusText(try report(try source("london", url: "file:///list.pdf", batches: batches))).text
        #expect(
            lines.split(separator: "\n").suffix(6) == [
                "  20121456171 Mine: not on the list since 2026-11-20 09:00; before:", "    1-Jun-12  pending",
                "  20121456179: not on the list",
                "  20121456180, since 2026-11-20 09:00 (missing from the list since 2026-11-21",
                "    08:00):",
                "    1-Jun-12  pending",
            ])
    }

    @Test func `shows what is unclear below what is known, and what to do`() throws {
        let (since, doubted) = (json(try time("2026-11-20 09:00")), json(try time("2026-11-21 08:00")))
        let (old, new) = (#"{"status": "pending", "date": "1-Jun-12"}"#, #"{"status": "issued", "date": ""}"#)
        func unclear(_ rows: String, isAccepted: Bool = false) -> String {
            #"{"reason": "page 3: \"odd\"", "rows": [\#(rows)], "since": "\#(doubted)", "isAccepted": \#(isAccepted)}"#
        }
        let batches = """
            {"batch": "20121456171", "label": "Mine", "isListed": true, "rows": [\(old)], "since": "\(since)",
             "unclear": \(unclear(new))},
            {"batch": "20121456179", "label": "", "rows": [], "unclear": \(unclear(""))},
            {"batch": "20121456180", "label": "", "isListed": true, "rows": [\(new)], "since": "\(since)",
             "unclear": \(unclear(new, isAccepted: true))}
            """
        let source = try source("london", url: "file:///list.pdf", batches: batches)
        let text = StatusText(
            try report(source.replacing(#""failures""#, with: #""gap": "page 4", "failures""#)),
            calling: "batchwatch --user"
        ).text
        #expect(
            text.split(separator: "\n").dropFirst(3).joined(separator: "\n") == """
                  the list was read, but a row may be missing: page 4; a batch that is not found
                    is reported as unclear, not as gone
                  20121456171 Mine, since 2026-11-20 09:00:
                    1-Jun-12  pending
                    unclear since 2026-11-21 08:00: page 3: "odd"; read as:
                                issued
                    look at the list; if it says so, run `batchwatch --user accept london
                      20121456171`
                  20121456179:
                    unclear since 2026-11-21 08:00: page 3: "odd"; look at the list; if the
                      batch is not on it, run `batchwatch --user accept london 20121456179`
                  20121456180, since 2026-11-20 09:00:
                              issued
                """)
    }

    @Test func `wraps what is long, and leaves a URL whole`() throws {
        let long = "administrative processing, documents received and passed on to the section that decides upon them"
        let url = "https://example.org/" + String(repeating: "directory/", count: 8) + "list.pdf"
        let label = "the one that my aunt filed for all of us when she was still living in the old house by the river"
        let batches = try batch("20121456171", label, [(long, "15-Jun-12")])
        let report = try report(
            try source("london", url: url, batches: batches, waiting: 2),
            troubles: [
                Trouble(
                    .failing, source: "london", "failing (4 times): no answer from example.org in time: \(long)",
                    since: try time("2026-11-20 08:00")),
                Trouble(.configuration, "configuration refused: line 5", advice: "the one before is in force"),
            ])
        #expect(
            StatusText(report).text == """
                The daemon is not running; this is what was saved.
                configuration refused: line 5; the one before is in force

                london
                  \(url)
                  last poll 2026-11-21 14:05   next 2026-11-21 15:01   changed 2026-11-20 09:00
                  failing (4 times): no answer from example.org in time: administrative
                    processing, documents received and passed on to the section that decides
                    upon them, since 2026-11-20 08:00
                  2 not yet delivered to the hook
                  20121456171 the one that my aunt filed for all of us when she was still living
                    in the old house by the river, since 2026-11-20 09:00:
                    15-Jun-12  administrative processing, documents received and passed on to
                               the section that decides upon them
                """)
    }

    @Test func `breaks no wide character, and counts it as two columns`() throws {
        let label = String(repeating: "案件", count: 30)
        let batches = try batch("20121456171", label, [(String(repeating: "審査中", count: 20), "2012年6月15日")])
        let report = try report(try source("tokyo", url: "https://example.jp/", batches: batches))
        let lines = StatusText(report).text.split(separator: "\n").map(String.init)
        for line in lines { #expect(columnCount(line) <= 80, "\(line)") }
        #expect(lines.contains { $0.hasPrefix("    2012年6月15日  審査中") })
        #expect(lines.joined().filter { $0 == "審" }.count == 20)
    }

    @Test func `has nothing live from outside, coloured or not`() throws {
        let evil = "a\\u001b[31mred\\u0007\\u202e\\u009b2J"
        let batches = try batch("2012\\u001b[1m", evil, [(evil, evil)])
        let report = try report(
            try source("london", url: "https://e/\\u001b]0;x", batches: batches),
            troubles: [Trouble(.failing, source: "london", "failing (once): a\u{1B}[31mred\u{7}\u{202E}\u{9B}2J")])
        #expect(!StatusText(report).text.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0 == "\u{9B}" })
        let coloured = StatusText(report, Style(isColoured: true, isTerminal: true)).text
        let known = ["\u{1B}[0m", "\u{1B}[1m", "\u{1B}[2m", "\u{1B}[33m"]
        #expect(coloured.contains("\u{1B}[33m  failing"))
        let rest = known.reduce(coloured) { $0.replacing($1, with: "") }
        #expect(rest == StatusText(report).text)
    }

    @Test(arguments: [
        (["TERM": "xterm"], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
        (["TERM": "xterm", "NO_COLOR": ""], true),
        (["TERM": "dumb"], false), ([:], false),
    ])
    func `is coloured only on a terminal that wants it`(environment: [String: String], isColoured: Bool) {
        #expect(Style(isTerminal: true, environment: environment).isColoured == isColoured)
        #expect(!Style(isTerminal: false, environment: environment).isColoured)
    }
}

@Suite struct `The text of history` {
    private func event(_ when: String, _ label: String, _ batch: String, _ message: String) throws -> PastEvent {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        let fields = [
            "time": json(try time(when)), "id": "x-1", "kind": "changed", "source": "london", "batch": batch,
            "label": label, "message": message,
        ]
        return try decoder.decode(PastEvent.self, from: JSONEncoder().encode(fields))
    }

    private func text(_ style: Style) throws -> String {
        var text = HistoryText(style)
        let mine = "Mine (20121456171): "
        let moved = mine + "\"administrative processing\" (05-Jun-12) -> \"visa issued\" (15-Jun-12)"
        return try [
            event("2026-11-20 09:00", "Mine", "20121456171", mine + "on the list with \"pending\" (01-Jun-12)"),
            event("2026-11-20 09:30", "", "20121456180", "20121456180: not on the list"),
            event(
                "2026-11-21 14:05", "Mine", "20121456171",
                moved),
            event("2026-11-21 15:00", "", "", "london: the list cannot be read: no answer"),
            event("2026-11-21 16:00", "", "", "\u{1B}[31mnews of nobody"),
        ].flatMap { text.lines(of: $0) }.joined(separator: "\n")
    }

    @Test func `is a line for each event in a pipe`() throws {
        #expect(
            try text(.plain) == """
                2026-11-20 09:00  Mine (20121456171)        on the list with "pending" (01-Jun-12)
                2026-11-20 09:30  20121456180               not on the list
                2026-11-21 14:05  Mine (20121456171)        "administrative processing" (05-Jun-12) -> \
                "visa issued" (15-Jun-12)
                2026-11-21 15:00  london                    the list cannot be read: no answer
                2026-11-21 16:00                            \u{FFFD}[31mnews of nobody
                """)
    }

    @Test func `is wrapped and parted by days on a terminal`() throws {
        #expect(
            try text(Style(isColoured: false, isTerminal: true)) == """
                2026-11-20 09:00  Mine (20121456171)        on the list with "pending"
                                                            (01-Jun-12)
                2026-11-20 09:30  20121456180               not on the list

                2026-11-21 14:05  Mine (20121456171)        "administrative processing"
                                                            (05-Jun-12) -> "visa issued"
                                                            (15-Jun-12)
                2026-11-21 15:00  london                    the list cannot be read: no answer
                2026-11-21 16:00                            \u{FFFD}[31mnews of nobody
                """)
    }

    @Test(arguments: [false, true]) func `costs as much as there is to show`(isTerminal: Bool) throws {
        let style = Style(isTerminal: isTerminal, environment: [:])
        for unit in ["word ", "x"] {
            let cost = growth(to: 40_000) { count in
                var text = HistoryText(style)
                let long = String(repeating: unit, count: count)
                if let event = try? event("2026-11-20 09:00", long, "2012", "\(long): \(long)") {
                    _ = text.lines(of: event)
                }
            }
            #expect(cost < linearGrowth, "\(unit)")
        }
    }

    @Test func `puts what happened below a name that is too long`() throws {
        var text = HistoryText(Style(isColoured: false, isTerminal: true))
        let label = "everybody who filed with us in that first week of June"
        let lines = text.lines(
            of: try event("2026-11-20 09:00", label, "2012", "\(label) (2012): not on the list"))
        #expect(lines == ["2026-11-20 09:00  \(label) (2012)", "                  not on the list"])
    }

    @Test func `a screen has as many lines as fit, and says how many do not`() {
        let text = "a\nb\nc\nd"
        #expect(screenful(of: text, end: "end", rows: 7) == ["a", "b", "c", "d", "", "end"])
        let less = screenful(of: text, end: "end", rows: 6)
        #expect(less.count == 5 && less[..<2] == ["a", "b"] && less[2].hasPrefix("… 2 more lines"))
        #expect(screenful(of: text, end: "end", rows: 1).count == 3)
    }
}
