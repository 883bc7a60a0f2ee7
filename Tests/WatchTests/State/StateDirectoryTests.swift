import Configuration
import Foundation
import Reading
import Synchronization
import TestKit
import Testing
import WatchKit

@testable import Storage
@testable import Watch

@Suite struct StateDirectoryTests {
    let folder: Folder
    var path: String { folder.path + "/state" }

    init() throws {
        folder = try Folder()
    }

    func directory() throws -> StateDirectory { try StateDirectory(path) }

    /// A state that has been through something.
    func eventful() throws -> SourceState {
        var history = SourceHistory(try source())
        history.poll(edition("d1", row("20121456171", "pending", "01-Jun-12")))
        history.poll(edition("d2", row("20121456171", "visa “issued”\n", "02-Jun-12")))
        return history.state
    }

    func load(_ directory: StateDirectory) throws -> LoadedState {
        try directory.load("london") { "new" }
    }

    @Test func `what was saved is loaded`() throws {
        let directory = try directory()
        let state = try eventful()
        try directory.save(state, of: "london")
        let loaded = try load(directory)
        #expect(loaded.state == state)
        #expect(loaded.damage.isEmpty)
    }

    @Test func `the state before the last save is kept beside it`() throws {
        let directory = try directory()
        var state = try eventful()
        try directory.save(state, of: "london")
        state.sequence = 99
        try directory.save(state, of: "london")
        #expect(try StateDirectory.peek("london", in: path)?.sequence == 99)
        let previous = try SourceState.decoded(from: [UInt8](folder.read("state/london.json.prev")), file: "")
        #expect(previous.sequence == 2)
        #expect(!folder.names.contains("london.json.new"))
    }

    @Test func `a source never seen begins anew`() throws {
        let loaded = try load(directory())
        #expect(loaded.state == SourceState(uuid: "new"))
        #expect(loaded.damage.isEmpty)
    }

    @Test func `a state cut anywhere is replaced by the one before, under a new uuid, its validators doubted`() throws {
        let before = try eventful()
        let whole = try before.encoded()
        var expected = before
        expected.uuid = "new"
        expected.document?.isDoubted = true
        let directory = try directory()
        try directory.save(before, of: "london")
        try directory.save(before, of: "london")
        for length in 0..<whole.count - 1 {
            try Data(whole[..<length]).write(to: URL(fileURLWithPath: path + "/london.json"))
            let loaded = try load(directory)
            #expect(loaded.state == expected, "cut at \(length)")
            #expect(loaded.damage.count == 1)
            #expect(loaded.notice?.hasSuffix("moved aside, the previous state is used") == true)
        }
    }

    @Test func `a generation before that is cut anywhere does no harm while it is not needed`() throws {
        let state = try eventful()
        let directory = try directory()
        try directory.save(state, of: "london")
        let whole = try state.encoded()
        for length in stride(from: 0, to: whole.count, by: 50) {
            try Data(whole[..<length]).write(to: URL(fileURLWithPath: path + "/london.json.prev"))
            let loaded = try load(directory)
            #expect(loaded.state == state && loaded.notice == nil)
        }
    }

    @Test func `two bad generations are a new beginning, both kept aside`() throws {
        let directory = try directory()
        try folder.write("state/london.json", "{")
        try folder.write("state/london.json.prev", "")
        let loaded = try load(directory)
        #expect(loaded.state == SourceState(uuid: "new"))
        #expect(loaded.damage.count == 2)
        #expect(
            loaded.notice == "\(path)/london.json: is not the JSON of a state (1 bytes); "
                + "\(path)/london.json.prev: is empty; moved aside, the state is lost, first looks are told again")
        #expect(try load(directory).notice == nil)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: path).sorted() == [
                "lock", "london.json.bad-1", "london.json.bad-2",
            ])
    }

    @Test func `three bad files are kept, not four`() throws {
        let directory = try directory()
        for number in 1...4 {
            try folder.write("state/london.json", "bad \(number)")
            _ = try load(directory)
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: path).sorted()
        #expect(names == ["lock", "london.json.bad-1", "london.json.bad-2", "london.json.bad-3"])
        #expect(try folder.read("state/london.json.bad-1") == Data("bad 4".utf8))
    }

    @Test func `a state of a newer version is refused and left alone`() throws {
        let directory = try directory()
        try folder.write("state/london.json", #"{"schema":3,"whatever":true}"#)
        #expect {
            try load(directory)
        } throws: { error in
            (error as? StateError) == .newerSchema(file: path + "/london.json", schema: 3, known: 2)
                && (error as? StateError)?.exitCode == .config
        }
        #expect(try folder.read("state/london.json") == Data(#"{"schema":3,"whatever":true}"#.utf8))
    }

    @Test func `a kill in a save finds the state as it was, under its own uuid`() throws {
        let directory = try directory()
        try directory.save(SourceState(uuid: "older"), of: "london")
        try directory.save(try eventful(), of: "london")
        // All that a save does before its rename.
        try folder.write("state/london.json.new", "{}")
        try FileManager.default.removeItem(atPath: path + "/london.json.prev")
        try FileManager.default.linkItem(atPath: path + "/london.json", toPath: path + "/london.json.prev")
        #expect(try load(directory).state == eventful())
        var next = try eventful()
        next.sequence = 99
        try directory.save(next, of: "london")
        #expect(try load(directory).state == next)
        #expect(try folder.read("state/london.json.prev") == Data(try eventful().encoded()))
    }

    @Test func `the generation before stays while it is the only one`() throws {
        let directory = try directory()
        try directory.save(SourceState(uuid: "older"), of: "london")
        try directory.save(try eventful(), of: "london")
        try FileManager.default.removeItem(atPath: path + "/london.json")
        try directory.save(try eventful(), of: "london")
        #expect(try folder.read("state/london.json.prev") == Data(try SourceState(uuid: "older").encoded()))
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
        #expect(!names.contains { $0.hasSuffix(".old") || $0.hasSuffix(".new") })
    }

    @Test func `there is a state at each moment of a save`() throws {
        let directory = try directory()
        try directory.save(try eventful(), of: "london")
        let isDone = Mutex(false)
        let missing = Mutex(0)
        let watcher = Thread { [path] in
            while !isDone.withLock({ $0 }) {
                if access(path + "/london.json", F_OK) != 0 { missing.withLock { $0 += 1 } }
            }
        }
        watcher.start()
        for _ in 0..<200 { try directory.save(try eventful(), of: "london") }
        isDone.withLock { $0 = true }
        #expect(missing.withLock { $0 } == 0)
    }

    @Test func `a state that is there only as the generation before is taken up`() throws {
        let directory = try directory()
        try directory.save(try eventful(), of: "london")
        try FileManager.default.moveItem(atPath: path + "/london.json", toPath: path + "/london.json.prev")
        var expected = try eventful()
        expected.uuid = "new"
        expected.document?.isDoubted = true
        #expect(try load(directory).state == expected)
        #expect(try StateDirectory.peek("london", in: path)?.batches == expected.batches)
    }

    @Test func `a second instance is locked out`() throws {
        let first = try directory()
        #expect(throws: StateError.locked(directory: path)) { try StateDirectory(path) }
        withExtendedLifetime(first) {}
    }

    @Test func `whoever is patient gets the lock when its holder has gone`() throws {
        _ = try directory()
        let lock = open(path + "/" + StateDirectory.lockName, O_RDWR)
        #expect(flock(lock, LOCK_EX) == 0)
        Thread.detachNewThread {
            usleep(200_000)
            close(lock)
        }
        _ = try StateDirectory(path, patience: 30)
    }

    @Test func `the lock goes with its holder`() throws {
        _ = try directory()
        _ = try directory()
    }

    @Test func `the holder says where it can be reached`() throws {
        let directory = try directory()
        #expect(StateDirectory.announcedAddress(in: path) == nil)
        #expect(directory.announce("/run/a-long-path/control"))
        #expect(directory.announce("/run/b/control"))
        #expect(StateDirectory.announcedAddress(in: path) == "/run/b/control")
    }

    @Test(arguments: ["symbolic link", "file", "others may write", "foreign"])
    func `a directory that others could change is refused`(how: String) throws {
        switch how {
        case "symbolic link":
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path)
        case "file": try folder.write("state", "")
        default: try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        }
        if how == "others may write" { chmod(path, 0o777) }
        if how == "foreign" {
            guard geteuid() == 0 else { return }
            chown(path, 65_534, 65_534)
        }
        #expect {
            try StateDirectory(path)
        } throws: { error in
            if case .unusable = error as? StateError { true } else { false }
        }
    }

    @Test(
        .enabled(if: geteuid() == 0, "chown needs root"),
        arguments: [
            (Instance.machine, "(systemctl start batchwatch)", "batchwatch …"),
            (.named("office"), "(systemctl start batchwatch@office)", "batchwatch --instance office …"),
        ])
    func `who finds the service's directory is told its unit and its command`(
        instance: Instance, unit: String, command: String
    ) throws {
        mkdir(path, 0o700)
        chown(path, 65_534, 65_534)
        #expect {
            try StateDirectory(path, of: instance)
        } throws: { error in
            let text = "\(error)"
            return text.contains(unit) && text.hasSuffix("sudo -u nobody \(command)") && !text.contains("chown")
        }
    }

    @Test(arguments: ["symbolic link", "link to nothing", "pipe", "directory"], ["london.json", "london.json.prev"])
    func `a state file that is no regular file is refused, not followed, and not waited for`(
        what: String, name: String
    ) throws {
        let directory = try directory()
        let file = path + "/" + name
        switch what {
        case "symbolic link": symlink("/etc/passwd", file)
        case "link to nothing": symlink("/nowhere/at/all", file)
        case "pipe": mkfifo(file, 0o600)
        default: mkdir(file, 0o700)
        }
        #expect {
            try load(directory)
        } throws: { error in
            if case .unusable(_, let problem) = error as? StateError { problem.contains(file) } else { false }
        }
    }

    @Test(arguments: ["symbolic link", "link to nothing", "pipe", "directory"])
    func `a lock that is no regular file is refused, not followed, and not waited for`(what: String) throws {
        mkdir(path, 0o700)
        let other = try folder.write("other", "/somewhere/else\n")
        let lock = path + "/lock"
        switch what {
        case "symbolic link": symlink(other, lock)
        case "link to nothing": symlink(folder.path + "/none", lock)
        case "pipe": mkfifo(lock, 0o600)
        default: mkdir(lock, 0o700)
        }
        #expect(StateDirectory.announcedAddress(in: path) == nil)
        #expect {
            try StateDirectory(path)
        } throws: { error in
            if case .unusable(_, let problem) = error as? StateError { problem.contains(lock) } else { false }
        }
        #expect(access(folder.path + "/none", F_OK) != 0)
    }

    @Test func `a state file larger than any that we write is refused unread`() throws {
        let directory = try directory()
        try folder.write("state/london.json", "")
        truncate(path + "/london.json", off_t(StateFile.largest) + 1)
        #expect {
            try load(directory)
        } throws: { error in
            if case .unusable = error as? StateError { true } else { false }
        }
    }

    @Test func `what a save that was cut off left is in nobody's way`() throws {
        let directory = try directory()
        try folder.write("state/london.json.new", "{")
        try directory.save(try eventful(), of: "london")
        #expect(try load(directory).state == eventful())
    }

    @Test func `without the generation before there is no new one`() throws {
        let directory = try directory()
        var state = try eventful()
        try directory.save(state, of: "london")
        try FileManager.default.createDirectory(
            atPath: path + "/london.json.prev/full", withIntermediateDirectories: true)
        state.sequence = 99
        #expect(throws: StateError.self) { try directory.save(state, of: "london") }
        #expect(try load(directory).state == eventful())
    }

    @Test func `files are readable by nobody else`() throws {
        let directory = try directory()
        try directory.save(try eventful(), of: "london")
        var status = stat()
        stat(path + "/london.json", &status)
        #expect(status.st_mode & 0o777 == 0o600)
        stat(path, &status)
        #expect(status.st_mode & 0o777 == 0o700)
    }

    /// Written by the version before `suspect` and `stale`.
    @Test func `a state of schema 1 is read whole, and saved in today's`() throws {
        let old = Folder.tests.appending(path: "Fixtures/states/schema-1.json")
        let directory = try StateDirectory(path)
        try folder.write("state/london.json", String(contentsOf: old, encoding: .utf8))
        let loaded = try load(directory)
        let state = loaded.state
        #expect(loaded.damage == [])
        #expect(state.uuid == "fee239e6-99b3-4e7b-aa88-3dc2da4e8fb0")
        #expect(state.sequence == 4)
        #expect(state.observed == ["20000000000", "201208#####", "20121456171"])
        #expect(state.batches.count == 3)
        #expect(state.batches["20000000000"]?.missingSince != nil)
        #expect(state.document?.validators?.etag == "\"e1\"")
        #expect(state.outbox.waiting(for: .hook).count == 4)
        #expect(state.held == nil && state.earlier == [] && state.document?.fingerprint == nil)
        try directory.save(state, of: "london")
        #expect(try folder.read("state/london.json").starts(with: Data("{\"batches\"".utf8)))
        #expect(String(decoding: try folder.read("state/london.json"), as: UTF8.self).contains("\"schema\":2"))
        #expect(try directory.load("london") { "new" }.state == state)
    }

    @Test func `a list known since schema 1 goes on as ever`() throws {
        let old = Folder.tests.appending(path: "Fixtures/states/schema-1.json")
        let bytes = [UInt8](try Data(contentsOf: old))
        var history = SourceHistory(try source(["20000000000": "", "201208#####": "", "20121456171": ""]))
        history.state = try SourceState.decoded(from: bytes, file: "schema-1.json")
        history.now = try #require(history.state.document?.fetched)
        #expect(history.poll(.notModified(Freshness()), after: 3599).isEmpty)
        #expect(history.poll(.notModified(Freshness()), after: 1).map(\.kind) == [.disappeared])
    }
}
