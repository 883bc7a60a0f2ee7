import Foundation
import Testing

@testable import batchwatch
import struct Coding.Date

@Suite struct TimeTextTests {
    /// 2025-06-15 15:06:40 UTC.
    let now = Date(timeIntervalSince1970: 1_750_000_000)

    @Test(arguments: [
        ("now", 0), ("-7d", -604_800), ("+1h", 3600), ("2h 30min ago", -9000), ("-2h30min", -9000), ("- 90", -90),
        ("1w ago", -604_800), ("-1M", -2_629_800), ("-1.5h", -5400), ("@1750000001", 1), ("2025-06-15 UTC", -54_400),
        ("2025-06-15 15:06 UTC", -40), ("Sun 2025-06-15 15:06:41 UTC", 1), ("15:06:41 UTC", 1), ("today UTC", -54_400),
        ("yesterday UTC", -140_800), ("tomorrow 00:00 UTC", 32_000), ("2025-03-01 UTC", -9_212_800),
    ])
    func `a time is read as systemd reads it`(text: String, seconds: Double) throws {
        #expect(try #require(TimeText(text, now: now)).date.timeIntervalSince(now) == seconds)
    }

    @Test func `without UTC it is local time`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Europe/Berlin", 1)
            tzset()
            let now = Date(timeIntervalSince1970: 1_750_000_000)
            #expect(TimeText("2025-06-15 17:06:40", now: now)?.date == now)
            #expect(TimeText("2025-01-15 16:06:40", now: now)?.date == now.addingTimeInterval(-151 * 86_400))
        }
    }

    @Test(arguments: [
        "", "soon", "7d", "-", "-7x", "2025-13-01", "2025-06-15 25:00", "2025-06", "-9999999999999999999y", "@", "12",
        "2025-06-15T12", "yesterday noon", "0x10-01-01", "-1e5s", "10:5\u{661}", "ago",
    ])
    func `anything else is no time`(text: String) {
        #expect(TimeText(text, now: now)?.date == nil)
    }
}
