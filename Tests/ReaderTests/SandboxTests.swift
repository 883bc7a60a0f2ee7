// The remaining abilities of a worker that foreign bytes have taken over: a library loaded into the real program tries
// them, at the moment before the first byte of a document or server.

import CPOSIX
import FoundationEssentials
import Glibc
import Processes
import Reading
import TestKit
import Testing

@Suite(.enabled(if: Probe.isLandlockThere, "the kernel has no Landlock")) struct SandboxTests {
    let scratch = Scratch()

    init() {
        for name in ["sibling", "state"] { _ = scratch.file(name, "secret") }
    }

    /// What no worker may do, whatever it works on.
    private var forbidden: [String] {
        let path = scratch.path
        return [
            "read /etc/passwd", "read /etc/shadow", "read /root", "read /proc/self/environ", "read /tmp", "read /",
            "read \(path)", "read \(path)/sibling", "write \(path)/state", "create \(path)/new",
            "truncate \(path)/state",
            "unlink \(path)/state", "mkdir \(path)/directory", "symlink \(path)/link", "create /tmp/batchwatch-sandbox",
        ]
    }

    private static let list = pdf([["20121456171", "Issued", "01-Nov-2026"]])

    /// The list in a file.
    private func listFile() -> String { scratch.file("list.pdf", Self.list) }

    private static let parse = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])

    /// A fetch from this server, which does not answer.
    private func fetch(from server: Listener) -> FetchRequest {
        var request = FetchRequest(url: "http://127.0.0.1:\(server.port)/list.pdf")
        request.limits.transferSeconds = 1
        return request
    }

    @Test func `a reader can open no file, change none, run nothing and reach nobody`() throws {
        let path = listFile()
        let tries = forbidden + ["read \(path)", "read /etc/hosts", "read /etc/resolv.conf"]
        let probe = try Probe(scratch, Self.parse, of: path, tries: tries)
        #expect(probe.outcomes(of: tries) == tries.map { "\($0): EACCES" })
        #expect(probe.run.reading?.rows.map(\.update.status) == ["Issued"])
        #expect(try scratch.text(of: "state") == "secret")
    }

    /// The dynamic linker says what it loads. Without libdeflate a reader takes a tenth longer, and nobody would see it.
    @Test func `a reader loads libdeflate for packed streams, in its sandbox`() throws {
        let document = open(Folder.tests.path + "/Fixtures/features/flate_window_512.pdf", O_RDONLY)
        defer { close(document) }
        let run = try WorkerRun(
            builtReader, input: Array(JSONEncoder().encode(Self.parse)), descriptors: [document],
            environment: ["LD_DEBUG=files"])
        #expect(
            run.output.split(separator: "\n").contains {
                $0.contains("calling init: ") && $0.contains("libdeflate.so.0")
            })
    }

    @Test func `a fetcher of a file can open no other, and no server's either`() throws {
        let path = listFile()
        let tries = forbidden + ["read \(path)", "read /etc/hosts", "read /etc/resolv.conf"]
        let probe = try Probe(scratch, FetchRequest(url: "file://" + path), tries: tries)
        #expect(probe.outcomes(of: tries) == tries.map { "\($0): EACCES" })
        #expect(probe.run.facts?.length == Self.list.utf8.count)
    }

    @Test func `a fetcher can open what transfers need, and nothing else`() throws {
        let server = try #require(Listener())
        let needed = ["read /etc/ld.so.cache", "read /etc/hosts", "read /etc/ssl/certs", "connect \(server.port)"]
        let probe = try Probe(scratch, fetch(from: server), tries: forbidden + needed)
        #expect(probe.outcomes(of: forbidden) == forbidden.map { "\($0): EACCES" })
        #expect(probe.outcomes(of: needed) == needed.map { "\($0): done" })
        #expect(probe.run.failure?.kind == .unreachable)
    }

    /// What ends a worker, with the system call by which it is told.
    private static let deadly =
        [
            ("map new", "mmap"), ("map writable", "mmap"), ("map document", "mmap"),
            ("map written", "mprotect"), ("signal 1", "kill"), ("socket 2 3", "socket"), ("call tgkill", "tgkill"),
            ("call clone", "clone"), ("socket 2 1 262", "socket"), ("socket 2 2 136", "socket"),
            ("socketpair 1 2", "socketpair"), ("socketpair 1 5", "socketpair"), ("socketpair 2 1", "socketpair"),
        ]
        + [
            "listen", "accept4", "execve", "execveat", "ptrace", "process_vm_readv", "memfd_create", "io_uring_setup",
            "userfaultfd", "bpf", "perf_event_open", "unshare", "setns", "mount", "keyctl", "pidfd_open", "setuid",
        ].map { ("call \($0)", $0) }

    private func expectDeath(_ probe: Probe, _ attempt: (does: String, call: String)) {
        #expect(probe.run.ending.how == .signalled(SIGSYS), "\(attempt.does)")
        #expect(
            probe.run.output.contains("error: its sandbox refuses the system call \(attempt.call)\n"),
            "\(attempt.does): \(probe.run.output)")
        #expect(probe.outcomes(of: [attempt.does]) == ["\(attempt.does): not tried"])
    }

    @Test(
        arguments: deadly + [
            ("bind 0", "socket"), ("socket 1 1", "socket"), ("socket 2 2", "socket"), ("socketpair 1 1", "socketpair"),
        ])
    func `a reader that asks for what only foreign code would ends, and says what it was`(
        does: String, call: String
    ) throws {
        expectDeath(try Probe(scratch, Self.parse, of: listFile(), tries: [does]), (does, call))
    }

    @Test(arguments: deadly + [("bind 0", "bind")])
    func `a fetcher ends in the same way`(does: String, call: String) throws {
        let server = try #require(Listener())
        expectDeath(try Probe(scratch, fetch(from: server), tries: [does]), (does, call))
    }

    @Test func `a reader runs no program`() throws {
        // The C library blocks all signals meanwhile, so that nothing can be said.
        let probe = try Probe(scratch, Self.parse, of: listFile(), tries: ["run /bin/true"])
        #expect(probe.run.ending.how == .signalled(SIGSYS))
    }

    @Test func `a fetcher makes sockets for connections, and changes nothing about its sandbox`() throws {
        let server = try #require(Listener())
        let tries = [
            ("socket 2 1", "done"), ("socket 10 1 6", "done"), ("socket 2 2", "done"), ("socket 10 2 17", "done"),
            ("socketpair 1 1", "done"), ("socket 1 1", "EAFNOSUPPORT"),
            ("socket 16 3", "EAFNOSUPPORT"), ("abstract x", "EBADF"), ("sigaction 31", "EPERM"), ("dump 1", "EPERM"),
            ("call clone3", "ENOSYS"), ("call seccomp", "ENOSYS"), ("call sendmsg", "ENOSYS"),
            // To the journal, for example, or a name server that nobody named.
            ("sendto /run/systemd/journal/socket", "EACCES"), ("sendto 53", "EACCES"),
            // Keep-alive, no delay, ICMP's errors for the resolver; an interface, broadcasts, groups, who may bind the port.
            ("setsockopt 1 9", "done"), ("setsockopt 6 1", "done"), ("setsockopt 0 11", "done"),
            ("setsockopt 1 25", "ENOPROTOOPT"), ("setsockopt 1 6", "ENOPROTOOPT"), ("setsockopt 0 35", "ENOPROTOOPT"),
            ("setsockopt 0 32", "ENOPROTOOPT"), ("setsockopt 1 15", "ENOPROTOOPT"), ("setsockopt 6 31", "ENOPROTOOPT"),
        ]
        let probe = try Probe(scratch, fetch(from: server), tries: tries.map(\.0))
        #expect(probe.outcomes(of: tries.map(\.0)) == tries.map { "\($0.0): \($0.1)" })
        #expect(probe.run.failure?.kind == .unreachable)
    }

    /// The document itself, another file, and a library. Files in memory can be opened anew, whatever
    /// Landlock says, as no directory has them.
    private static let code = ["map /proc/self/fd/3", "map /etc/ld.so.cache", "load libanl.so.1"]

    @Test(arguments: [nil, 0]) func `a reader that reads its document can run nothing that was written`(version: Int?)
        throws
    {
        let document = Self.list.utf8.withContiguousStorageIfAvailable {
            cposix_memory_file($0.baseAddress, $0.count)
        }
        defer { close(document ?? -1) }
        let probe = try Probe(
            scratch, Self.parse, of: "/proc/self/fd/\(document ?? -1)", tries: Self.code, version: version, late: true)
        #expect(probe.outcomes(of: Self.code).allSatisfy { $0.hasSuffix(": EACCES") || $0.hasSuffix(": ELIBACC") })
        #expect(probe.outcomes(of: Self.code).first == "map /proc/self/fd/3: EACCES")
        #expect(probe.run.reading?.rows.map(\.update.status) == ["Issued"])
    }

    @Test func `a fetcher that reaches its server can run nothing that was written`() throws {
        let server = try #require(Listener())
        let probe = try Probe(scratch, fetch(from: server), tries: Self.code, late: true)
        #expect(probe.outcomes(of: Self.code).first == "map /proc/self/fd/3: EACCES")
        #expect(probe.outcomes(of: Self.code).allSatisfy { $0.hasSuffix(": EACCES") || $0.hasSuffix(": ELIBACC") })
        #expect(probe.run.failure?.kind == .unreachable)
    }

    @Test func `a fetcher that has read a file can run nothing that was written`() throws {
        let path = listFile()
        let probe = try Probe(scratch, FetchRequest(url: "file://" + path), tries: Self.code, late: true)
        #expect(probe.outcomes(of: Self.code).first == "map /proc/self/fd/3: EACCES")
        #expect(probe.run.facts?.length == Self.list.utf8.count)
    }

    @Test(arguments: 1...8) func `an older kernel's Landlock is used as far as it goes`(version: Int) throws {
        let version = min(version, Probe.landlockVersion)
        let tries = ["read /etc/passwd", "create \(scratch.path)/new"]
        let probe = try Probe(scratch, Self.parse, of: listFile(), tries: tries, version: version)
        #expect(
            probe.outcomes(of: tries) == tries.map { "\($0): EACCES" })
        #expect(probe.run.reading?.rowCount == 1)
    }

    @Test func `without Landlock the reader reads as ever and says nothing of it`() throws {
        let tries = ["read /etc/passwd", "create \(scratch.path)/new", "unlink \(scratch.path)/state"]
        let probe = try Probe(scratch, Self.parse, of: listFile(), tries: tries, version: 0)
        #expect(probe.outcomes(of: tries) == zip(tries, ["done", "EACCES", "EACCES"]).map { "\($0): \($1)" })
        #expect(probe.run.reading?.rowCount == 1)
        #expect(probe.run.output.split(separator: "\n").count == 1)
    }

    @Test(arguments: [(0, 480), (16, 512), (100, 680), (256, 992), (4_096, 992)])
    func `memory and files are limited by the largest document that is asked for, for good`(document: Int, memory: Int)
        throws
    {
        let tries = ["grow 9", "grow 1", "grow 0", "grow 4"]
        let bytes = max(document << 20, 1_024)
        let limits = ["memory \(memory << 20 + (document == 0 ? 2_048 : 0))"]
        var fetch = FetchRequest(url: "file://" + listFile())
        fetch.limits.documentBytes = bytes
        var parse = Self.parse
        parse.documentBytes = bytes
        let fetcher = try Probe(scratch, fetch, tries: tries, withoutPrivileges: true)
        #expect(Array(fetcher.report.prefix(2)) == limits + ["size \(bytes)"])
        #expect(fetcher.outcomes(of: tries) == tries.map { "\($0): EPERM" })
        let reader = try Probe(scratch, parse, of: listFile(), tries: tries, withoutPrivileges: true)
        #expect(Array(reader.report.prefix(3)) == limits + ["size \(200 << 20)", "processes 0"])
        #expect(reader.outcomes(of: tries) == tries.map { "\($0): EPERM" })
    }
}

@Suite struct LargestDocumentTests {
    @Test func `the largest document that a configuration may ask for is read within its memory`() throws {
        let scratch = Scratch()
        let list = pdf([["20121456171", "Issued", "01-Nov-2026"]])
        let parts = list.split(separator: "xref\n0 6")
        let request = scratch.asking(for: String(parts[0])) { $0.limits.documentBytes = 256 << 20 }
        let length = (256 << 20) - 1_000
        let file = try #require(fopen(scratch.path + "/list.pdf", "r+"))
        fseek(file, length, SEEK_SET)
        fputs("xref\n0 6" + parts[1].replacing("startxref\n\(parts[0].utf8.count)", with: "startxref\n\(length)"), file)
        fclose(file)
        let document = try #require(ReaderRun(request).document)
        #expect(document.facts.length > length)
        #expect(document.reading.rows.map(\.update.status) == ["Issued"])
    }
}

/// A run of a worker with the library in it.
struct Probe {
    let run: WorkerRun
    /// Each line of what the library wrote down.
    let report: [String]

    static let landlockVersion = Int(cposix_landlock_version())
    static let isLandlockThere = landlockVersion >= 1

    /// Of the reader, with the document at this path.
    ///
    /// - Parameters:
    ///   - version: the version of Landlock that it is told.
    ///   - late: tries when the answer is written or a server is reached, and not before the document is read.
    init(
        _ scratch: Scratch, _ request: ParseRequest, of path: String, tries: [String], version: Int? = nil,
        withoutPrivileges: Bool = false, late: Bool = false
    ) throws {
        let document = open(path, O_RDONLY)
        defer { close(document) }
        try self.init(builtReader, scratch, request, document, tries, version, withoutPrivileges, late)
    }

    /// Of the fetcher.
    init(
        _ scratch: Scratch, _ request: FetchRequest, tries: [String], withoutPrivileges: Bool = false,
        late: Bool = false
    ) throws {
        let document = cposix_memory_file(nil, 0)
        defer { close(document) }
        try self.init(builtFetcher, scratch, request, document, tries, nil, withoutPrivileges, late)
    }

    private init(
        _ worker: String, _ scratch: Scratch, _ request: some Encodable, _ document: Int32, _ tries: [String],
        _ version: Int?, _ withoutPrivileges: Bool, _ late: Bool
    ) throws {
        let library = try Probe.library.get()
        let report = scratch.path + "/report"
        unlink(report)
        var environment = [
            "LD_PRELOAD=\(library)", "SANDBOX_REPORT=\(report)", "SANDBOX_PROBE=\(tries.joined(separator: "\n"))",
        ]
        if late { environment.append("SANDBOX_LATE=1") }
        if let version { environment.append("SANDBOX_VERSION=\(version)") }
        run = try WorkerRun(
            worker, input: Array(JSONEncoder().encode(request)), descriptors: [document], environment: environment,
            withoutPrivileges: withoutPrivileges)
        self.report = try scratch.text(of: "report").split(separator: "\n").map(String.init)
    }

    /// The lines about these tries, in order.
    func outcomes(of tries: [String]) -> [String] {
        tries.map { name in report.first { $0.hasPrefix(name + ": ") } ?? "\(name): not tried" }
    }

    /// Compiled once, and left to the system's own cleaning.
    private static let library = Result { try compiled() }

    private static func compiled() throws -> String {
        let source = #filePath.split(separator: "/").dropLast(2).map { "/\($0)" }.joined() + "/Fixtures/sandbox-probe.c"
        let path = "/tmp/batchwatch-sandbox-probe-\(getpid()).so"
        let line =
            "cc=$(command -v clang || command -v cc) && $cc -shared -fPIC -Wall -Wextra -Werror -o \(path) '\(source)'"
        guard system(line) == 0 else { throw Unexpected("no C compiler, or \(source) is wrong") }
        atexit { unlink("/tmp/batchwatch-sandbox-probe-\(getpid()).so") }
        return path
    }
}

/// Listens on loopback and never answers.
final class Listener {
    private let handle: Int32
    let port: UInt16

    init?() {
        let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = inet_addr("127.0.0.1")
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(handle, $0, size) == 0 && listen(handle, 16) == 0 && getsockname(handle, $0, &size) == 0
            }
        }
        self.handle = handle
        port = UInt16(bigEndian: address.sin_port)
        guard isBound else { return nil }
    }

    deinit { close(handle) }
}
