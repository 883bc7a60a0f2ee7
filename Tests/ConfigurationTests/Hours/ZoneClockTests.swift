// The clocks of time zones: compared with libc's, hour by hour, and files that are none.

import Foundation
import Testing

@testable import Configuration

@Suite(.serialized) struct `The clock of a zone` {
    @Test(arguments: [
        "Europe/London", "America/New_York", "Australia/Lord_Howe", "Africa/Casablanca", "America/Sao_Paulo",
        "Asia/Gaza", "Pacific/Apia", "Europe/Dublin", "Antarctica/Troll", "Asia/Tokyo", "Etc/UTC", "America/Nuuk",
    ])
    func `agrees with libc from 1900 to 2100`(name: String) throws {
        let zone = TimeZone(identifier: name)
        let clock = try ZoneClock.named(name)
        // 37 hours, so that all hours of a day come.
        for moment in stride(from: -2_208_988_800, to: 4_102_444_800, by: 37 * 3600) {
            let offset = clock.stretch(at: moment).offset
            let expected = try #require(zone).secondsFromGMT(for: Date(timeIntervalSince1970: Double(moment)))
            // Foundation rounds local mean time to minutes, and knows no rule after 2037 for some zones.
            if abs(offset - expected) >= 60 {
                Issue.record("\(name) at \(moment): \(offset), expected \(expected)")
                return
            }
        }
    }

    @Test func `has stretches without a gap`() throws {
        let clock = try ZoneClock.named("Europe/Berlin")
        var moment = -3_000_000_000
        var last: ZoneClock.Stretch?
        while moment < 5_000_000_000 {
            let stretch = clock.stretch(at: moment)
            #expect(stretch.end > moment)
            #expect(clock.stretch(at: stretch.end - 1) == stretch)
            last = stretch
            moment = stretch.end
        }
        #expect(last != nil)
    }

    @Test(arguments: [
        ("CET-1CEST,M3.5.0,M10.5.0/3", 3600, 7200), ("<-03>3", -10_800, -10_800), ("EST5EDT", -18_000, -14_400),
        ("IST-1GMT0,M10.5.0,M3.5.0/1", 0, 3600), ("UTC0HALF-0:30,J60/0,J300/24", 0, 1800),
        ("AAA-2BBB,59/0,299/0", 7200, 10_800),
    ])
    func `follows a rule`(text: String, winter: Int, summer: Int) throws {
        let clock = try #require(ZoneClock(rule: text))
        // 15 January and 15 July 2026.
        #expect(clock.stretch(at: 1_768_435_200).offset == winter)
        #expect(clock.stretch(at: 1_784_073_600).offset == summer)
    }

    @Test(arguments: [
        "", "CET", "C-1", "CET-25", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
        "CET-1CEST,J0,J5", "CET-1CEST,366,1", "CET-1CEST,M3.5.0/168,M10.5.0", "<CET-1", "CET-1:60", "CET-1CEST,,",
    ])
    func `refuses a text that is no rule`(text: String) {
        #expect(ZoneClock(rule: text) == nil)
    }

    @Test func `refuses a damaged file, and never traps on one`() throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/London")))
        #expect(ZoneClock(tzif: bytes) != nil)
        for length in 0..<bytes.count { #expect(ZoneClock(tzif: Array(bytes[..<length])) == nil) }
        for place in bytes.indices {
            for value: UInt8 in [0, 0x7F, 0xFF] {
                var damaged = bytes
                damaged[place] = value
                _ = ZoneClock(tzif: damaged)?.stretch(at: 1_768_435_200)
            }
        }
    }

    @Test func `of this machine is found as libc finds it`() throws {
        #expect(ZoneClock.local(tz: "Europe/Paris") == (try ZoneClock.named("Europe/Paris")))
        #expect(ZoneClock.local(tz: ":/usr/share/zoneinfo/Europe/Paris") == (try ZoneClock.named("Europe/Paris")))
        #expect(ZoneClock.local(tz: "CET-1") == ZoneClock(rule: "CET-1"))
        #expect(ZoneClock.local(tz: "") == .utc)
        #expect(ZoneClock.local(tz: "nowhere") == .utc)
    }
}
