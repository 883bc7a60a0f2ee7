// A place where the real programs run for a test: configuration, state, cache, a hook that records its events, and a
// list published by a real nginx on loopback. It is deleted with the test.

import Foundation

final class Workshop {
    let path: String
    /// The directory of the programs under test: where this test bundle was built.
    static let programs: String = {
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent().path
    }()
    /// The root of the project.
    static let project = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    /// The programs that this workshop runs: those under test, or copies beside a reader of the test's own.
    private(set) var programs = Workshop.programs
    private var daemons: [Running] = []

    init() throws {
        // Nobody else may write anywhere above a hook, which rules /tmp out.
        let home = geteuid() == 0 ? "/run" : NSHomeDirectory()
        path = "\(home)/batchwatch-test-\(UUID().uuidString.prefix(8))"
        for name in ["", "/run", "/told"] { mkdir(path + name, 0o700) }
    }

    /// One with a hook and a list on disk, in which the watched batch stands with this status.
    convenience init(listing status: String) throws {
        try self.init()
        try hook()
        try publish(status, "01-Jun-12")
        try configure("file://" + listPath)
    }

    deinit {
        for daemon in daemons where daemon.isRunning { daemon.kill(SIGKILL) }
        try? FileManager.default.removeItem(atPath: path)
    }

    var state: String { path + "/state" }
    var cache: String { path + "/cache" }
    var config: String { path + "/watched-batches.toml" }
    var options: [String] { ["--config", config, "--state-dir", state, "--cache-dir", cache] }

    @discardableResult
    func write(_ name: String, _ text: String, mode: mode_t = 0o600) throws -> String {
        let file = path + "/" + name
        try Data(text.utf8).write(to: URL(fileURLWithPath: file), options: .atomic)
        chmod(file, mode)
        return file
    }

    func text(_ name: String) -> String {
        (try? String(contentsOfFile: path + "/" + name, encoding: .utf8)) ?? ""
    }

    /// Watches a batch in a list.
    func configure(_ url: String, batches: String = "20121456171 = \"Mine\"", every: String = "1h", more: String = "")
        throws
    {
        try write(
            "watched-batches.toml",
            """
            [batches]
            \(batches)
            [sources.london]
            url = "\(url)"
            every = "\(every)"
            \(more)
            [hook]
            run = "\(path)/hook"
            timeout = "2s"

            """)
    }

    /// A list that a daemon can be told to read from disk.
    var listPath: String { path + "/list.pdf" }

    /// Puts the list with one row of the watched batch on disk, for every user, at once: no poll sees half of it.
    func publish(_ status: String, _ date: String) throws {
        let new = listPath + ".new"
        try ProgramTests.list(status, date).write(to: URL(fileURLWithPath: new))
        guard chmod(new, 0o644) == 0, rename(new, listPath) == 0 else { throw POSIXError(.EIO) }
    }

    /// Whether hook and history were told everything, and the state on disk says so.
    var isCleared: Bool { text("state/london.json").contains(#""history":[],"hook":[]"#) }

    /// Runs `batchwatch poll`, for a minute at most.
    @discardableResult
    func poll(_ more: String...) throws -> Finished {
        try run(programs + "/batchwatch", ["poll"] + more + options, limit: 60)
    }

    /// A hook that writes down its standard input and its environment, one file each per call, then does `more`.
    func hook(_ more: String = "exit 0", first: String = "") throws {
        try write(
            "hook",
            """
            #!/bin/bash
            cd '\(path)/told' || exit 1
            n=$(( $(ls | grep -c begun) + 1 ))
            : > $n.begun
            \(first)
            cat > $n.part; env -0 > $n.env; echo "$@" > $n.kind; mv $n.part $n.json
            \(more)
            """, mode: 0o700)
    }

    /// What the hook was told, in order.
    var told: [Told] {
        (1...200).compactMap { Told(folder: path + "/told", number: $0) }
    }

    /// Runs `batchwatch` to its end.
    func batchwatch(_ arguments: String...) throws -> Finished { try batchwatch(arguments) }

    /// The same, with its words as a list.
    func batchwatch(_ arguments: [String]) throws -> Finished {
        try run(programs + "/batchwatch", arguments)
    }

    /// From here on copies of the programs are run, with the workers of `set` beside them.
    func useOwnPrograms() throws {
        mkdir(path + "/bin", 0o755)
        for name in ["batchwatch", "batchwatchd"] {
            try FileManager.default.copyItem(atPath: "\(Workshop.programs)/\(name)", toPath: "\(path)/bin/\(name)")
        }
        for worker in Worker.allCases { try set(worker, worker.real) }
        programs = path + "/bin"
    }

    enum Worker: String, CaseIterable {
        case fetcher, reader

        /// A script that becomes the real one.
        var real: String { "#!/bin/sh\nexec '\(Workshop.programs)/batchwatch-\(rawValue)'\n" }
    }

    /// Puts a script in a worker's place.
    func set(_ worker: Worker, _ script: String) throws {
        try write("bin/batchwatch-\(worker.rawValue)", script, mode: 0o755)
    }

    /// Starts the daemon as `batchwatch run` does.
    ///
    /// - Parameters:
    ///   - user: who it runs as, without capabilities; nil for ourselves.
    ///   - wrapper: a program with arguments that becomes the daemon.
    func start(
        environment: [String: String] = [:], as user: uid_t? = nil, within wrapper: [String] = []
    ) throws -> Running {
        var all = ["PATH": "/usr/bin:/bin", "RUNTIME_DIRECTORY": path + "/run"]
        all.merge(environment) { $1 }
        var command = [programs + "/batchwatch", "run"] + options
        if let user {
            command[0] = try programsForAll() + "/batchwatch"
            command = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + command
        }
        command = wrapper + command
        let daemon = try Running(
            command[0], Array(command.dropFirst()), environment: all,
            output: path + "/daemon-\(daemons.count + 1).log")
        daemons.append(daemon)
        return daemon
    }

    /// Where this user may make a cgroup; nil for nowhere.
    static let cgroups = ["/sys/fs/cgroup/systemd", "/sys/fs/cgroup"].first {
        access($0 + "/cgroup.procs", W_OK) == 0 && access($0, W_OK) == 0
    }

    /// Starts the daemon as systemd does for a unit: in a cgroup, and told its process number.
    func startAsUnit(_ group: String) throws -> Running {
        let command = ([programs + "/batchwatch", "run"] + options).map { "'\($0)'" }.joined(separator: " ")
        let daemon = try Running(
            "/bin/sh", ["-c", "echo $$ > '\(group)/cgroup.procs' && SYSTEMD_EXEC_PID=$$ exec \(command)"],
            environment: ["PATH": "/usr/bin:/bin", "RUNTIME_DIRECTORY": path + "/run"],
            output: path + "/daemon-\(daemons.count + 1).log")
        daemons.append(daemon)
        return daemon
    }

    /// Where any user finds the programs: a build in somebody's home directory may be out of reach.
    private func programsForAll() throws -> String {
        let place = path + "/programs"
        mkdir(place, 0o755)
        for name in ["batchwatch", "batchwatchd", "batchwatch-fetcher", "batchwatch-reader"] {
            let copied = try ProgramTests.run("/bin/cp", ["\(Workshop.programs)/\(name)", place])
            if copied.code != 0 { throw CocoaError(.fileWriteUnknown) }
        }
        return place
    }

    /// Every file below a directory with its inode, size and time of change: equal listings mean that nothing was
    /// written.
    func listing(_ directory: String) -> [String] {
        let names = FileManager.default.enumerator(atPath: directory)?.compactMap { $0 as? String } ?? []
        return ([""] + names).sorted().map { name in
            var status = stat()
            lstat(directory + "/" + name, &status)
            return
                "\(name) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec) \(status.st_ctim.tv_nsec)"
        }
    }
}

/// One call of the hook.
struct Told {
    let json: [String: Any]
    let environment: [String: String]
    let arguments: String

    init?(folder: String, number: Int) {
        guard let bytes = FileManager.default.contents(atPath: "\(folder)/\(number).json"),
            let json = try? JSONSerialization.jsonObject(with: bytes) as? [String: Any]
        else { return nil }
        self.json = json
        let pairs = String(
            decoding: FileManager.default.contents(atPath: "\(folder)/\(number).env") ?? Data(), as: UTF8.self)
        environment = Dictionary(
            pairs.split(separator: "\0").map {
                $0.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            }
            .map { (String($0[0]), $0.count > 1 ? String($0[1]) : "") }, uniquingKeysWith: { $1 })
        arguments =
            (try? String(contentsOfFile: "\(folder)/\(number).kind", encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    }

    var id: String { json["id"] as? String ?? "" }
    var kind: String { environment["BATCHWATCH_KIND"] ?? "" }
    var data: [String: Any] { json["data"] as? [String: Any] ?? [:] }
}

/// What a program that ran to its end left.
struct Finished {
    let code: Int32
    let output: String
    let error: String
    var said: String { output + error }
}

/// Runs a program to its end, and kills it after `limit` seconds; its output goes to files, so that no pipe can fill.
func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil, limit: Double = 300
) throws -> Finished {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    defer { try? FileManager.default.removeItem(at: folder) }
    let files = try ["output", "error"].map { name in
        let file = folder.appendingPathComponent(name)
        _ = FileManager.default.createFile(atPath: file.path, contents: nil)
        return (file, try FileHandle(forWritingTo: file))
    }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = files[0].1
    process.standardError = files[1].1
    try process.run()
    // It starts with the signals blocked that the threads of the tests block, SIGALRM and SIGTERM among them.
    let deadline = DispatchWorkItem { [pid = process.processIdentifier] in kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit, execute: deadline)
    process.waitUntilExit()
    deadline.cancel()
    let texts = try files.map { String(decoding: try Data(contentsOf: $0.0), as: UTF8.self) }
    return Finished(code: process.terminationStatus, output: texts[0], error: texts[1])
}

/// A program that is running.
final class Running {
    private let process = Process()
    let log: String

    init(_ program: String, _ arguments: [String], environment: [String: String], output: String) throws {
        log = output
        _ = FileManager.default.createFile(atPath: output, contents: nil)
        let file = try FileHandle(forWritingTo: URL(fileURLWithPath: output))
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.environment = environment
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = file
        process.standardError = file
        // The threads of a test block signals, which what they start would inherit.
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
    }

    var pid: Int32 { process.processIdentifier }
    var isRunning: Bool { process.isRunning }
    var said: String { (try? String(contentsOfFile: log, encoding: .utf8)) ?? "" }

    /// Processor time used, in seconds (proc_pid_stat(5)).
    var processorSeconds: Double {
        let fields = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8))?.split(separator: " ") ?? []
        return fields.count > 14 ? Double((Int(fields[13]) ?? 0) + (Int(fields[14]) ?? 0)) / 100 : 0
    }

    func kill(_ signal: Int32) {
        _ = Foundation.kill(pid, signal)
    }

    /// Waits for its end, two minutes at most, and gives its exit code; nil where a signal ended it. A save may wait for a
    /// disk that others write to.
    func end() -> Int32? {
        if !waits(120, until: { !process.isRunning }) {
            kill(SIGKILL)
            process.waitUntilExit()
            return -1
        }
        return process.terminationReason == .exit ? process.terminationStatus : nil
    }

    /// Tells it to end, as systemd does.
    @discardableResult
    func stop() -> Int32? {
        kill(SIGTERM)
        return end()
    }
}

/// Waits until something is so, for some seconds at most. A deadline costs nothing where all is well: it is for
/// machines that are busy, too.
func eventually(_ seconds: Double = 30, _ isSo: () async throws -> Bool) async rethrows -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if try await isSo() { return true }
        try? await Task.sleep(for: .milliseconds(20))
    }
    return try await isSo()
}

/// Whether something is so for some seconds, all the time: what must not happen has no other sign than that it does
/// not.
func stays(_ seconds: Double, _ isSo: () async throws -> Bool) async rethrows -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        guard try await isSo() else { return false }
        try? await Task.sleep(for: .milliseconds(50))
    }
    return try await isSo()
}

/// As the other one, for what cannot suspend.
func waits(_ seconds: Double, until isSo: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < deadline {
        if isSo() { return true }
        usleep(20_000)
    }
    return isSo()
}
