// Damaged states and state directories, with the real programs: refused with the reason, or replaced without a storm of
// events. scripts/crash-sweep, disk-faults and power-cut test kills, failing disks and power cuts.

import Foundation
import Testing

@Suite(.serialized)
struct StateFaultTests {
    let shop: Workshop
    var stateFile: String { shop.state + "/london.json" }

    init() throws {
        shop = try Workshop()
        try shop.hook()
        try shop.publish("pending", "01-Jun-12")
        try shop.configure("file://" + shop.listPath)
    }

    /// `poll` or `run`; neither may last, where it is to be refused.
    func start(_ command: String) throws -> Running {
        try Running(
            Workshop.programs + "/batchwatch", [command] + shop.options,
            environment: ["RUNTIME_DIRECTORY": shop.path + "/run"], output: shop.path + "/\(command).log")
    }

    /// A state with two generations, after two events.
    func haveHistory() throws {
        #expect(try shop.poll().code == 0)
        try shop.publish("visa issued", "02-Jun-12")
        #expect(try shop.poll().code == 0)
        #expect(shop.told.map(\.kind) == ["observed", "changed"])
    }

    /// No id stands for two contents, and none was given under two histories.
    func expectSoundIDs() {
        let told = shop.told
        for event in told {
            for other in told where other.id == event.id {
                #expect(NSDictionary(dictionary: event.json).isEqual(to: other.json), "two contents under \(event.id)")
            }
        }
    }

    func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : nil
    }

    // MARK: Directories

    static let directories = [
        "symbolic link": "is a symbolic link", "file": "is not a directory",
        "others may write": "other users can write to it", "group may write": "other users can write to it",
        "foreign": "belongs to user nobody, and this is user root",
    ]

    @Test(arguments: Array(directories.keys).sorted(), ["poll", "run"])
    func `a directory that others could change is refused with the reason`(how: String, command: String) throws {
        switch how {
        case "symbolic link":
            mkdir(shop.path + "/elsewhere", 0o700)
            symlink(shop.path + "/elsewhere", shop.state)
        case "file": try shop.write("state", "")
        default: mkdir(shop.state, 0o700)
        }
        if how == "others may write" { chmod(shop.state, 0o777) }
        if how == "group may write" { chmod(shop.state, 0o770) }
        if how == "foreign" {
            guard geteuid() == 0 else { return }
            chown(shop.state, 65_534, 65_534)
        }
        let before = shop.listing(shop.state)
        let refused = try start(command)
        #expect(refused.end() == 78)
        #expect(refused.said.contains(StateFaultTests.directories[how] ?? "?"), "\(refused.said)")
        #expect(shop.told.isEmpty)
        #expect(shop.listing(shop.state) == before)
    }

    @Test(arguments: ["0", "0777"], ["poll", "run"])
    func `nobody else may read what is kept, whatever the umask`(umask: String, command: String) async throws {
        let words = ["\(Workshop.programs)/batchwatch", command] + shop.options
        let script = "umask \(umask); exec " + words.joined(separator: " ")
        if command == "poll" {
            #expect(try run("/bin/bash", ["-c", script]).code == 0)
        } else {
            let daemon = try Running(
                "/bin/bash", ["-c", script], environment: ["RUNTIME_DIRECTORY": shop.path + "/run"],
                output: shop.path + "/daemon.log")
            #expect(await eventually { shop.told.count == 1 && shop.isCleared })
            #expect(daemon.stop() == 0)
        }
        for directory in [shop.state, shop.cache] {
            #expect(mode(directory) == 0o700, "\(directory)")
            let names = try FileManager.default.contentsOfDirectory(atPath: directory)
            #expect(!names.isEmpty)
            for name in names { #expect(mode("\(directory)/\(name)") == 0o600, "\(name)") }
        }
    }

    @Test func `a daemon that begins on a full disk can be reached once there is room`() async throws {
        mkdir(shop.state, 0o700)
        guard geteuid() == 0, mount("tmpfs", shop.state, "tmpfs", 0, "size=64k,mode=700") == 0 else { return }
        defer { umount2(shop.state, Int32(MNT_DETACH)) }
        try shop.configure("file://" + shop.listPath, every: "1s")
        #expect(try run("/bin/dd", ["if=/dev/zero", "of=\(shop.state)/filler", "bs=4k"]).code == 1)
        let daemon = try shop.start()
        #expect(await eventually { daemon.said.contains("No space left") })
        #expect(shop.text("state/lock") == "")
        unlink(shop.state + "/filler")
        try shop.configure("file://" + shop.listPath, every: "2s")
        #expect(await eventually { shop.text("state/lock").hasPrefix(shop.path) })
        #expect(try shop.poll().code == 0)
        #expect(await eventually { shop.told.count == 1 && shop.isCleared })
        let status = try run(Workshop.programs + "/batchwatch", ["status"] + shop.options)
        #expect(status.code == 0 && status.output.contains("pid \(daemon.pid)"), "\(status)")
        #expect(daemon.stop() == 0)
    }

    // MARK: Files

    static let files = [
        "symbolic link": "is a symbolic link", "pipe": "is not a regular file", "directory": "is not a regular file",
        "1 GB": "has 1073741824 bytes",
    ]

    @Test(arguments: Array(files.keys).sorted(), ["poll", "run"])
    func `a state file that is none is refused with the reason, and left alone`(what: String, command: String) throws {
        mkdir(shop.state, 0o700)
        switch what {
        case "symbolic link": symlink("/etc/passwd", stateFile)
        case "pipe": mkfifo(stateFile, 0o600)
        case "directory": mkdir(stateFile, 0o700)
        default:
            try shop.write("state/london.json", "")
            truncate(stateFile, 1 << 30)
        }
        var before = stat()
        lstat(stateFile, &before)
        let refused = try start(command)
        #expect(refused.end() == 78)
        #expect(refused.said.contains(StateFaultTests.files[what] ?? "?"), "\(refused.said)")
        var after = stat()
        lstat(stateFile, &after)
        #expect(after.st_ino == before.st_ino && after.st_mode == before.st_mode && after.st_size == before.st_size)
        #expect(shop.told.isEmpty)
    }

    @Test(arguments: [0.0, 0.01, 0.3, 0.6, 0.9, 0.99])
    func `a state that is cut is replaced by the one before, under a new name, without a storm`(part: Double) throws {
        try haveHistory()
        let whole = shop.text("state/london.json")
        try shop.write("state/london.json", String(whole.prefix(Int(Double(whole.count) * part))))
        #expect(try shop.poll().code == 0)
        try shop.publish("refused", "03-Jun-12")
        #expect(try shop.poll().code == 0)
        // The generation before may still have had the last event to tell: once more, as it was.
        #expect(shop.told.map(\.kind).filter { $0 == "observed" }.count == 1)
        #expect(shop.told.count == 3 || shop.told.count == 4)
        let last = try #require(shop.told.last)
        #expect(last.json["subject"] as? String == "20121456171" && last.kind == "changed")
        #expect(last.id.dropLast(2) != shop.told[0].id.dropLast(2))
        expectSoundIDs()
    }

    @Test func `with both generations bad all begins anew, and the journal says so once`() async throws {
        try haveHistory()
        let first = shop.told[0].id
        try shop.write("state/london.json", "{")
        try shop.write("state/london.json.prev", "")
        let daemon = try shop.start()
        #expect(await eventually { shop.told.count == 3 && shop.isCleared })
        #expect(try shop.poll().code == 0)
        daemon.stop()
        let again = try shop.start()
        #expect(await eventually { again.said.contains("watching") })
        #expect(try shop.poll().code == 0)
        again.stop()
        let complaints = (daemon.said + again.said).split(separator: "\n").filter { $0.contains("moved aside") }
        #expect(complaints.count == 1)
        #expect(complaints.first?.hasPrefix("error: london: ") == true)
        #expect(complaints.first?.contains("the state is lost, first looks are told again") == true)
        #expect(shop.told.map(\.kind) == ["observed", "changed", "observed"])
        #expect(shop.told[2].id.hasSuffix("-1") && shop.told[2].id != first)
        expectSoundIDs()
    }
}
