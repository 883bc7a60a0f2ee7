import Foundation
import Testing

@testable import Watch
import struct Coding.Date

@Suite struct StatusLineTests {
    @Test func `it says what is watched, when it goes on and what is wrong`() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "UTC", 1)
            tzset()
            var line = StatusLine("3 sources, 2 batches")
            #expect(line.text == "3 sources, 2 batches")
            line.nextPoll = Date(timeIntervalSince1970: 1_750_000_000)
            line.troubles = ["london failing: HTTP 503"]
            #expect(line.text == "3 sources, 2 batches; next poll 15:06; london failing: HTTP 503")
        }
    }

    @Test func `many troubles are counted, long ones are cut, and nothing in it is live`() {
        var line = StatusLine("9 sources, 0 batches")
        let long = String(repeating: "e\u{301}", count: 5000)
        line.troubles = (1...9).map { "s\($0) failing: \u{1b}[2J\nREADY=1 " + long }
        #expect(line.text.utf8.count < 700)
        #expect(line.text.hasSuffix("; 6 more in trouble"))
        #expect(!line.text.contains("s4 failing"))
        #expect(line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        line.troubles = ["a failing: x", "b failing: y", "c held as suspect: z"]
        #expect(line.text == "9 sources, 0 batches; a failing: x; b failing: y; c held as suspect: z")
    }
}
