// Office hours: their borders, the days on which clocks change, ranges over midnight, and mistakes.

import Testing

@testable import Configuration
import struct Coding.Date

private func hours(_ text: String, _ zone: String = "Europe/Berlin") throws -> OfficeHours {
    try OfficeHours(text, zone: zone, clock: try ZoneClock.named(zone))
}

private func date(_ text: String) throws -> Date { try #require(Date(text)) }

@Suite struct `Office hours` {
    struct Opening: Sendable {
        let hours, zone, from, opening: String

        init(_ hours: String, _ zone: String = "Europe/Berlin", from: String, _ opening: String) {
            (self.hours, self.zone, self.from, self.opening) = (hours, zone, from, opening)
        }
    }

    /// 2 November 2026 is a Monday; Berlin is an hour ahead of UTC then.
    static let openings = [
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-02T06:59:59Z", "2026-11-02T07:00:00Z"),
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-02T07:00:00Z", "2026-11-02T07:00:00Z"),
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-02T16:59:59Z", "2026-11-02T16:59:59Z"),
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-02T17:00:00Z", "2026-11-03T07:00:00Z"),
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-06T17:00:00Z", "2026-11-09T07:00:00Z"),
        Opening("Mon..Fri 08:00-18:00", from: "2026-11-08T22:59:00Z", "2026-11-09T07:00:00Z"),
        // On 29 March 2026 the clocks go from 2:00 to 3:00, at 1:00 UTC; on 25 October from 3:00 to 2:00, at 1:00 UTC.
        Opening("08:00-18:00", from: "2026-03-28T18:00:00Z", "2026-03-29T06:00:00Z"),
        Opening("02:15-04:00", from: "2026-03-29T00:00:00Z", "2026-03-29T01:00:00Z"),
        Opening("02:15-02:45", from: "2026-03-29T00:00:00Z", "2026-03-30T00:15:00Z"),
        Opening("08:00-18:00", from: "2026-10-24T18:00:00Z", "2026-10-25T07:00:00Z"),
        Opening("01:00-02:30", from: "2026-10-25T00:29:59Z", "2026-10-25T00:29:59Z"),
        Opening("01:00-02:30", from: "2026-10-25T00:30:00Z", "2026-10-25T01:00:00Z"),
        Opening("01:00-02:30", from: "2026-10-25T01:30:00Z", "2026-10-26T00:00:00Z"),
        // New York changes on other days, Sydney the other way round, and Lord Howe by half an hour.
        Opening("Mon..Fri 08:00-18:00", "America/New_York", from: "2026-03-08T12:00:00Z", "2026-03-09T12:00:00Z"),
        Opening("Mon..Fri 08:00-18:00", "America/New_York", from: "2026-03-06T23:00:00Z", "2026-03-09T12:00:00Z"),
        Opening("09:00-10:00", "Australia/Sydney", from: "2026-04-04T00:00:00Z", "2026-04-04T23:00:00Z"),
        Opening("09:00-10:00", "Australia/Lord_Howe", from: "2026-04-04T00:00:00Z", "2026-04-04T22:30:00Z"),
        Opening("09:00-10:00", "Asia/Kolkata", from: "2026-11-02T00:00:00Z", "2026-11-02T03:30:00Z"),
        // Over midnight, and past the week's end.
        Opening("Fri 22:00-02:00", from: "2026-11-06T20:59:59Z", "2026-11-06T21:00:00Z"),
        Opening("Fri 22:00-02:00", from: "2026-11-07T00:59:59Z", "2026-11-07T00:59:59Z"),
        Opening("Fri 22:00-02:00", from: "2026-11-07T01:00:00Z", "2026-11-13T21:00:00Z"),
        Opening("Sun 22:00-02:00", from: "2026-11-02T00:30:00Z", "2026-11-02T00:30:00Z"),
        Opening("Sun 22:00-02:00", from: "2026-11-02T01:00:00Z", "2026-11-08T21:00:00Z"),
        Opening("00:00-24:00", from: "2026-11-02T23:00:00Z", "2026-11-02T23:00:00Z"),
        // Several ranges, with their days and without.
        Opening("Mon,Wed 9:00-12:00, 13:00-17:00", from: "2026-11-02T11:00:00Z", "2026-11-02T12:00:00Z"),
        Opening("Mon,Wed 9:00-12:00, 13:00-17:00", from: "2026-11-02T16:00:00Z", "2026-11-04T08:00:00Z"),
        Opening("monday 09:00 - 10:00, Sat..Sun 11:00-12:00", from: "2026-11-02T09:00:00Z", "2026-11-07T10:00:00Z"),
        Opening("Sat..Mon 09:00-10:00", from: "2026-11-03T00:00:00Z", "2026-11-07T08:00:00Z"),
    ]

    @Test(arguments: openings) func `begin when the clock of the zone shows them`(opening: Opening) throws {
        let from = try date(opening.from)
        let found = try hours(opening.hours, opening.zone).opening(from: from)
        #expect(found.description == opening.opening, "\(opening.hours) \(opening.zone) from \(opening.from)")
        #expect(try hours(opening.hours, opening.zone).isOpen(at: from) == (opening.from == opening.opening))
    }

    @Test func `are found from any part of a second`() throws {
        let office = try hours("08:00-18:00", "Etc/UTC")
        let eight = try date("2026-11-02T08:00:00Z")
        #expect(office.opening(from: eight.addingTimeInterval(-0.25)) == eight)
        #expect(office.opening(from: eight.addingTimeInterval(0.25)) == eight.addingTimeInterval(0.25))
    }

    @Test func `have closed time between two moments if a part of it is not in them`() throws {
        let office = try hours("08:00-12:00, 13:00-18:00", "Etc/UTC")
        func closes(_ start: String, _ end: String) throws -> Bool {
            office.hasClosedTime(from: try date("2026-11-02T\(start)Z"), to: try date("2026-11-02T\(end)Z"))
        }
        #expect(try !closes("08:00:00", "12:00:00") && !closes("13:00:00", "13:00:00"))
        #expect(try closes("08:00:00", "12:00:02") && closes("11:00:00", "14:00:00") && closes("07:00:00", "09:00:00"))
    }

    @Test func `count the seconds in them, also on days with 23 and 25 hours`() throws {
        let office = try hours("Mon..Fri 08:00-18:00")
        let friday = try date("2026-11-06T16:00:00Z")
        #expect(office.openSeconds(from: friday, to: try date("2026-11-09T08:00:00Z")) == 2 * 3600)
        #expect(office.daySeconds(from: friday, to: try date("2026-11-09T08:00:00Z")) == (7 + 9) * 3600)
        #expect(office.openSeconds(from: friday, to: friday.addingTimeInterval(-5)) == 0)
        let always = try hours("00:00-24:00")
        for day in ["2026-03-29", "2026-10-25"] {
            let start = try date("\(day)T00:00:00Z").addingTimeInterval(-7200)
            #expect(always.openSeconds(from: start, to: start.addingTimeInterval(90_000)) == 90_000)
        }
        let night = try hours("02:00-03:00")
        func open(_ day: String) throws -> Double {
            let noon = try date("\(day)T12:00:00Z")
            return night.openSeconds(from: noon.addingTimeInterval(-86_400), to: noon)
        }
        #expect(try [open("2026-03-29"), open("2026-10-25"), open("2026-11-02")] == [0, 7200, 3600])
    }

    @Test(arguments: [
        ("Mo 08:00-18:00", "\"mo\" is not a weekday"), ("Mon-Fri 08:00-18:00", "is not a weekday"),
        ("Mon.Fri 08:00-18:00", "is not a weekday"), ("Mon..Fri", "names days without times"),
        ("08:00-18:00, Sat", "names days without times"), ("08:00", "is not a range of times"),
        ("08:00-25:00", "is not a range of times"), ("08:00-24:01", "is not a range of times"),
        ("24:00-08:00", "is not a range of times"), ("8-18", "is not a range of times"),
        ("08:60-18:00", "is not a range of times"), ("08:00-08:00", "has no length"),
        ("08:00-18:00,", "nothing between two commas"), ("08:00–18:00", "is not a range of times"),
        ("8:00-18:00 Mon", "is not a range of times"), ("-08:00-18:00", "is not a range of times"),
    ])
    func `with a mistake are reported`(text: String, problem: String) {
        let found = configComplaints(londonConfig + "hours = \"\(text)\"\ntimezone = \"Etc/UTC\"\n")
        #expect(found.count == 1 && found.first?.contains(problem) == true, "\(text): \(found)")
    }

    @Test(arguments: [
        ("timezone = \"Europe/London\"", "is only used with hours"),
        ("hours = \"08:00-18:00\"\ntimezone = \"Europe/Londn\"", "is not a time zone of this machine"),
        ("hours = \"08:00-18:00\"\ntimezone = \"../../../etc/passwd\"", "is not the name of a time zone"),
        ("hours = \"08:00-18:00\"\ntimezone = \"/etc/localtime\"", "is not the name of a time zone"),
        ("hours = \"08:00-18:00\"\ntimezone = \"zone.tab\"", "is not the name of a time zone"),
        ("hours = \"08:00-18:00\"\ntimezone = \"tzdata_zi\"", "is not a time zone of this machine"),
        ("hours = 8", "expected weekdays and times"), ("hours = \"\"", "is empty"),
    ])
    func `need the name of a zone`(lines: String, problem: String) {
        let found = configComplaints(londonConfig + lines + "\n")
        #expect(found.count == 1 && found.first?.contains(problem) == true, "\(lines): \(found)")
    }

    @Test func `arrive in the configuration, in the zone named or in that of this machine`() throws {
        let text = londonConfig + "hours = \"Mon..Fri 08:00-18:00\"\n"
        let plain = try #require(try Config(toml: Array(text.utf8), path: "c").sources.first?.hours)
        #expect(plain == (try OfficeHours("Mon..Fri 08:00-18:00", zone: nil, clock: .local())))
        #expect(plain.text == "Mon..Fri 08:00-18:00")
        let zoned = try Config(toml: Array((text + "timezone = \"Asia/Tokyo\"\n").utf8), path: "c")
        #expect(zoned.sources.first?.hours == (try hours("Mon..Fri 08:00-18:00", "Asia/Tokyo")))
        #expect(zoned.sources.first?.hours?.text == "Mon..Fri 08:00-18:00 Asia/Tokyo")
    }

    @Test func `let nothing be stale while the office is closed`() throws {
        let office = try hours("Mon..Fri 08:00-18:00")
        // Friday, 10:00 in Berlin.
        let friday = try date("2026-11-06T09:00:00Z")
        func first(_ cadence: Cadence) throws -> Double? {
            (0...24 * 40).map { Double($0) * 1800 }.first {
                cadence.isDisappointed(since: friday, at: friday.addingTimeInterval($0), in: office)
            }.map { $0 / 3600 }
        }
        #expect(try first(.seconds(4 * 3600)) == 4)
        // 8 hours on Friday and 2 on Monday: an office day.
        #expect(try first(.seconds(12 * 3600)) == 72)
        #expect(try first(.seconds(86_400)) == 72)
        #expect(try first(.workingDays(1)) == 72)
        #expect(try first(.seconds(3 * 86_400)) == 5 * 24)
    }
}
