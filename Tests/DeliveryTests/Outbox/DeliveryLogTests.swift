import Foundation
import TestKit
import Testing
import WatchKit

@testable import Delivery
@testable import Storage

@Suite struct DeliveryLogTests {
    let folder: Folder
    let log: DeliveryLog

    init() throws {
        folder = try Folder()
        log = DeliveryLog(directory: folder.path, source: "london")
    }

    func record(_ id: String, _ status: DeliveryRecord.Status = .delivered) -> DeliveryRecord {
        var record = DeliveryRecord(.hook, id, status)
        record.attempts = 3
        record.notBefore = noon
        record.trouble = "exited with code 1\n"
        return record
    }

    @Test func `what was appended is read again, in order`() throws {
        let all = [record("u-1"), record("u-2", .waiting), record("u-3", .dead)]
        try log.append([all[0]], mark: 7, isFirst: true)
        try log.append(Array(all[1...]), mark: 7, isFirst: false)
        #expect(log.records(mark: 7) == all)
    }

    @Test(arguments: ["pipe", "link"], [true, false])
    func `a log that is no regular file is refused, not followed, and not waited for`(what: String, isFirst: Bool)
        throws
    {
        let other = try folder.write("other", "7\n")
        if what == "pipe" { mkfifo(log.path, 0o600) } else { symlink(other, log.path) }
        #expect {
            try log.append([record("u-1")], mark: 7, isFirst: isFirst)
        } throws: { error in
            if case .unusable(_, let problem) = error as? StateError { problem.contains(log.path) } else { false }
        }
        #expect(log.records(mark: 7).isEmpty)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "7\n")
    }

    @Test func `a log that belongs to another content says nothing`() throws {
        try log.append([record("u-1")], mark: 7, isFirst: true)
        #expect(log.records(mark: 8).isEmpty)
        try log.append([record("u-2")], mark: 8, isFirst: true)
        #expect(log.records(mark: 8) == [record("u-2")])
    }

    @Test func `a log that begins anew has nothing of a longer one before`() throws {
        try log.append((1...9).map { record("u-\($0)") }, mark: 7, isFirst: true)
        try log.append([record("u-10")], mark: 8, isFirst: true)
        #expect(log.records(mark: 8) == [record("u-10")])
        #expect(try folder.read("london.settled").count { $0 == 10 } == 2)
    }

    @Test func `wherever it was cut off, what is whole is read and nothing else`() throws {
        let all = (1...3).map { record("u-1\($0)") }
        try log.append(all, mark: 7, isFirst: true)
        let bytes = try folder.read("london.settled")
        for length in 0...bytes.count {
            try bytes.prefix(length).write(to: URL(fileURLWithPath: log.path))
            let lines = bytes.prefix(length).count { $0 == 10 }
            #expect(log.records(mark: 7) == Array(all.prefix(max(0, lines - 1))))
        }
    }

    @Test func `what is no record ends it`() throws {
        try folder.write(
            "london.settled", "7\n\0\0\0\n{\"sink\":\"hook\",\"id\":\"u-1\",\"fate\":\"delivered\",\"attempts\":0}\n")
        #expect(log.records(mark: 7).isEmpty)
    }

    @Test func `a log that cannot be written is an error`() throws {
        mkdir(log.path, 0o700)
        #expect(throws: StateError.self) { try log.append([record("u-1")], mark: 7, isFirst: true) }
        #expect(log.records(mark: 7).isEmpty)
    }

    @Test func `contents differ in their marks`() {
        #expect(DeliveryLog.mark(of: Array("foobar".utf8)) == 0x8594_4171_f739_67e8)  // FNV-1a's own test vector
    }
}
