// The history beside a state: limited, complete after a crash, each event once.

import Events
import Foundation
import Storage
import TestKit
import Testing

@testable import Delivery
import struct Coding.Date

@Suite struct HistoryLogTests {
    let folder: Folder
    var path: String { folder.path + "/london.history" }

    init() throws {
        folder = try Folder()
    }

    func event(_ number: Int, detail: String = "") -> Event {
        var event = Event(
            id: "u-\(number)", kind: .changed, source: "london", url: "https://example.org/list.pdf",
            time: Date(timeIntervalSince1970: 1_750_000_000 + Double(number)))
        event.batch = "20121456171"
        event.detail = detail
        return event
    }

    func log(lines: Int = 10_000, bytes: Int = 32 << 20) -> HistoryLog {
        var room = HistoryLog.Room()
        (room.lines, room.bytes) = (lines, bytes)
        return HistoryLog(of: "london", in: folder.path, room: room)
    }

    func numbers() throws -> [Int] {
        try HistoryLog.events(in: folder.path).events.compactMap { Int($0.id.dropFirst(2)) }
    }

    @Test func `a line is what the hook reads, and nobody else may read it`() throws {
        try log().append(event(1))
        let line = try Data(contentsOf: URL(fileURLWithPath: path))
        #expect(try Array(line) == CloudEvent(event(1)).line())
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        let read = try HistoryLog.events(in: folder.path)
        #expect(
            read.events == [
                PastEvent(
                    time: event(1).time, id: "u-1", kind: "changed", source: "london", batch: "20121456171", label: "",
                    message: event(1).message, isListed: false)
            ])
    }

    @Test func `an unclear batch stays on the list, or off it, as it was`() throws {
        var unclear = event(1)
        unclear.kind = .unclear
        unclear.rows = [.init(status: "issued", date: "")]
        #expect(PastEvent(unclear)?.isListed == false)
        unclear.previousRows = [.init(status: "pending", date: "")]
        unclear.rows = []
        #expect(PastEvent(unclear)?.isListed == true)
    }

    @Test(arguments: [[3], [2, 3], [1, 2, 3], [3, 1]])
    func `events that come again after a crash, or with an older state, are there once`(_ again: [Int]) throws {
        let before = log()
        for number in 1...3 { try before.append(event(number)) }
        let after = log()
        for number in again { try after.append(event(number)) }
        try after.append(event(4))
        for number in again { try after.append(event(number)) }
        try after.append(event(5))
        #expect(try numbers() == [1, 2, 3, 4, 5])
    }

    @Test func `it has room for 10 000 lines, and what comes again drops none of them`() throws {
        let lines = try (1...9_999).map { try CloudEvent(event($0)).line() }
        try Data(lines.joined()).write(to: URL(fileURLWithPath: path))
        let log = HistoryLog(of: "london", in: folder.path)
        try log.append(event(10_000))
        try log.append(event(9_999))
        #expect(try numbers() == Array(1...10_000))
        try log.append(event(10_001))
        #expect(try numbers() == Array(5_001...10_001))
    }

    @Test func `a line that was cut off anywhere is written again, whole and once`() throws {
        for number in 1...2 { try log().append(event(number)) }
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        let first = try #require(whole.firstIndex(of: 10)) + 1
        for end in first..<whole.count {
            // Blocks that were never written read as zeros.
            for rest in [Data(), Data(count: 5)] {
                try (whole[..<end] + rest).write(to: URL(fileURLWithPath: path))
                #expect(try HistoryLog.events(in: folder.path).unreadable == 0)
                try log().append(event(2))
                #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == whole, "cut at \(end)")
            }
        }
    }

    @Test func `it holds so many lines, and then the newer half and one more`() throws {
        let log = log(lines: 10)
        for number in 1...10 { try log.append(event(number)) }
        #expect(try numbers() == Array(1...10))
        try log.append(event(11))
        #expect(try numbers() == Array(6...11))
        for number in 12...15 { try log.append(event(number)) }
        #expect(try numbers() == Array(6...15))
        try log.append(event(16))
        #expect(try numbers() == Array(11...16))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["london.history"])
    }

    @Test func `it holds so many bytes, and then at most half of them and one line more`() throws {
        let line = try CloudEvent(event(1)).line().count
        for (bytes, isHalved) in [(9 * line, false), (9 * line - 1, true)] {
            try? FileManager.default.removeItem(atPath: path)
            let log = log(bytes: bytes)
            for number in 1...9 { try log.append(event(number)) }
            #expect(try numbers() == Array((isHalved ? 5 : 1)...9), "\(bytes)")
        }
    }

    @Test func `a line larger than half of the room stands alone`() throws {
        let log = log(bytes: 4000)
        for number in 1...4 { try log.append(event(number)) }
        try log.append(event(5, detail: String(repeating: "x", count: 3500)))
        #expect(try numbers().last == 5)
        try log.append(event(6))
        #expect(try numbers() == [6])
    }

    @Test func `what somebody took away or edited is taken as it is`() throws {
        let log = log()
        for number in 1...2 { try log.append(event(number)) }
        try FileManager.default.removeItem(atPath: path)
        try log.append(event(3))
        #expect(try numbers() == [3])
        try Data("nonsense\n".utf8).write(to: URL(fileURLWithPath: path))
        try log.append(event(4))
        let read = try HistoryLog.events(in: folder.path)
        #expect(read.events.map(\.id) == ["u-4"] && read.unreadable == 1)
    }

    @Test(arguments: ["fifo", "link", "folder"])
    func `what is no file is refused, and what comes after it is a fresh one`(_ kind: String) throws {
        let log = log()
        try log.append(event(1))
        let kept = folder.path + "/kept"
        #expect(rename(path, kept) == 0)
        switch kind {
        case "fifo": #expect(mkfifo(path, 0o600) == 0)
        case "link": #expect(symlink(kept, path) == 0)
        default: #expect(mkdir(path, 0o700) == 0)
        }
        #expect(throws: StateError.self) { try log.append(event(2)) }
        #expect(remove(path) == 0 && rename(kept, path) == 0)
        var before = stat()
        var after = stat()
        #expect(stat(path, &before) == 0)
        // Nobody knows what the disk has of a file after a write to it failed.
        try log.append(event(2))
        #expect(stat(path, &after) == 0 && before.st_ino != after.st_ino)
        try log.append(event(3))
        #expect(try numbers() == [1, 2, 3])
    }

    @Test func `events of all sources come in the order of their times`() throws {
        var other = event(2)
        other.source = "paris"
        let histories = Histories(in: folder.path)
        for event in [event(1), event(3), other] { try histories[event.source].append(event) }
        #expect(try numbers() == [1, 2, 3])
        #expect(try HistoryLog.events(in: folder.path + "/nowhere").events.isEmpty)
    }
}
