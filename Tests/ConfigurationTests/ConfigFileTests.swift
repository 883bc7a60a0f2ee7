// Damaged and unusual configuration files, and the secrets beside them. FAULTS 49.

import Glibc
import Reading
import Testing

@testable import Configuration

/// A directory of its own for each test, gone with it.
final class ScratchDirectory {
    let path: String

    init() throws {
        var template = Array("/tmp/batchwatch-config-XXXXXX".utf8CString)
        path = String(cString: try #require(mkdtemp(&template)))
    }

    deinit {
        for name in names() { unlink(path + "/" + name) }
        for name in names() { rmdir(path + "/" + name) }
        rmdir(path)
    }

    func names() -> [String] {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names
    }

    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) throws -> String {
        let file = path + "/" + name
        let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        try #require(fchmod(descriptor, mode) == 0)
        return file
    }
}

/// What is said of the file, without its path.
private func trouble(_ path: String) -> String {
    do {
        _ = try ConfigFile(path: path).load()
        return ""
    } catch {
        return error.description.hasPrefix(path) ? String(error.description.dropFirst(path.count)) : error.description
    }
}

@Suite struct `A configuration file` {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    @Test func `loads`() throws {
        let path = try scratch.write(Array(londonConfig.utf8), to: "w.toml")
        #expect(try ConfigFile(path: path).load().sources.map(\.name) == ["london"])
    }

    @Test func `may have a byte order mark and CRLF, and its lines count the same`() throws {
        let text = londonConfig.split(separator: "\n").joined(separator: "\r\n") + "\r\n"
        let path = try scratch.write([0xEF, 0xBB, 0xBF] + Array(text.utf8), to: "w.toml")
        #expect(trouble(path) == "")
        _ = try scratch.write([0xEF, 0xBB, 0xBF] + Array((text + "\tevry = 1\r\n").utf8), to: "w.toml")
        #expect(trouble(path) == ":5:2: sources.london.evry: unknown key; did you mean \"every\"?")
        _ = try scratch.write([0xEF, 0xBB, 0xBF] + Array("a = \r\n".utf8), to: "w.toml")
        #expect(trouble(path).hasPrefix(":1:5: is not TOML: "))
    }

    @Test(
        arguments: [
            ([], ": empty: a configuration has at least [batches]; `batchwatch try URL` proposes the rest"),
            (
                [0xEF, 0xBB, 0xBF],
                ": empty: a configuration has at least [batches]; `batchwatch try URL` proposes the rest"
            ),
            (Array("[batches]\n# \u{E9} ".utf8) + [0xFF], ":2:5: is not UTF-8 at byte 15; save the file as UTF-8"),
            (Array("# Latin-1 caf".utf8) + [0xE9, 0x0A], ":1:14: is not UTF-8 at byte 13; save the file as UTF-8"),
            (Array("# cut ".utf8) + [0xE2, 0x82], ":1:7: is not UTF-8 at byte 6; save the file as UTF-8"),
            ([0xFF, 0xFE, 0x5B, 0x00], ":1:1: is not UTF-8 at byte 0; save the file as UTF-8"),
        ] as [([UInt8], String)])
    func `is text and not empty`(bytes: [UInt8], says: String) throws {
        #expect(trouble(try scratch.write(bytes, to: "w.toml")) == says)
    }

    @Test func `may have eight mebibytes and not one byte more`() throws {
        let sound = Array(londonConfig.utf8)
        let rest = [UInt8](repeating: 0x23, count: (8 << 20) - sound.count)
        let path = try scratch.write(sound + rest, to: "w.toml")
        #expect(trouble(path) == "")
        _ = try scratch.write(sound + rest + [0x23], to: "w.toml")
        #expect(trouble(path) == ": is larger than 8MiB; put a file there that is not")
    }

    @Test func `of a gigabyte is refused unread`() throws {
        let path = try scratch.write([], to: "w.toml")
        try #require(truncate(path, 1 << 30) == 0)
        #expect(trouble(path) == ": is larger than 8MiB; put a file there that is not")
    }

    @Test func `that lies about its size is read no further than the bound`() {
        // Files of /proc have size 0, whatever is in them.
        #expect(throws: FileTrouble.tooLarge(limit: 10)) { try BoundedFile(path: "/proc/self/status", limit: 10) }
        #expect((try? BoundedFile(path: "/proc/self/status", limit: 1 << 20))?.bytes.isEmpty == false)
    }

    @Test func `is a regular file`() throws {
        let pipe = scratch.path + "/pipe"
        try #require(mkfifo(pipe, 0o600) == 0)
        #expect(trouble(pipe) == ": is a pipe; put a regular file there")
        #expect(trouble(scratch.path) == ": is a directory; put a regular file there")
        #expect(trouble("/dev/zero") == ": is a device; put a regular file there")
    }

    @Test func `may be a link, but not a circle of links nor one to nothing`() throws {
        let path = try scratch.write(Array(londonConfig.utf8), to: "w.toml")
        let link = scratch.path + "/link"
        try #require(symlink("w.toml", link) == 0)
        #expect(trouble(link) == "")
        unlink(path)
        #expect(trouble(link) == ": there is no such file; create it, or name another one")
        try #require(symlink("link", path) == 0)
        #expect(trouble(path) == ": its symbolic links form a loop; put a file there")
    }

    @Test func `is there, and its directory too`() {
        #expect(trouble(scratch.path + "/w.toml") == ": there is no such file; create it, or name another one")
        #expect(trouble(scratch.path + "/none/w.toml") == ": there is no such file; create it, or name another one")
    }

    @Test(
        arguments: [
            (EACCES, .denied), (EPERM, .denied), (ENOENT, .missing), (ENOTDIR, .missing), (ELOOP, .linkLoop),
            (ENXIO, .notRegular(kind: "socket or device")), (EIO, .system(EIO)),
        ] as [(Int32, FileTrouble)])
    func `has trouble by the system's number`(number: Int32, trouble: FileTrouble) {
        #expect(FileTrouble(errno: number) == trouble)
    }

    @Test func `cut at any byte, or with any byte broken, gives an answer`() throws {
        let whole = Array(everything.utf8)
        #expect(configComplaints(everything) == [])
        for index in whole.indices {
            _ = try? Config(toml: Array(whole[..<index]), path: "w.toml")
            for byte: UInt8 in [0x00, 0x0A, 0x22, 0x27, 0x5B, 0x5C, 0x5D, 0x7B, 0xFF, whole[index] ^ 0x01] {
                var broken = whole
                broken[index] = byte
                _ = try? Config(toml: broken, path: "w.toml")
            }
        }
    }
}

/// Every kind of line that a configuration has.
private let everything =
    londonConfig + """
        every = "1h30m" # "comment"
        columns = [ "batch", '-' ]
        auth = { scheme = "basic", user = "\\u00e9", secret-file = "/s" }
        [sources.london.batches]
        "2012145###[0-4]" = 'friends'
        [hook]
        run = ["/h", \"\"\"a
        b\"\"\"]
        """

@Suite struct `A configuration's error` {
    private static func error(_ count: Int) -> ConfigError {
        ConfigError(path: "w\n.toml", problems: (0..<count).map { ConfigProblem("wrong", at: ["k", "\($0).x"]) })
    }

    @Test func `tells the first problem and the number of the others in one line`() {
        #expect(Self.error(1).summary == "w\\u{a}.toml: k.\"0.x\": wrong")
        #expect(Self.error(2).summary == "w\\u{a}.toml: k.\"0.x\": wrong (and 1 more problem)")
        #expect(Self.error(3).summary == "w\\u{a}.toml: k.\"0.x\": wrong (and 2 more problems)")
    }

    @Test func `shows fifty problems and counts the rest`() {
        #expect(Self.error(50).description.split(separator: "\n").count == 50)
        #expect(Self.error(51).description.split(separator: "\n").count == 51)
        #expect(Self.error(60).description.hasSuffix("\n… and 10 more problems"))
    }

    @Test func `never repeats a secret`() {
        let toml = """
            [batches]
            [sources.a]
            url = "https://me:hunter2@example.org/"
            proxy = "http://me:hunter2@proxy/"
            auth = { scheme = "hunter2", user = "hunter2:", password = "hunter2", token = 7, secret-file = "hunter2", credential = "/hunter2" }
            """
        #expect(configComplaints(toml).count == 8)
        #expect(!configComplaints(toml).joined().contains("hunter2"))
    }
}

@Suite struct `A secret` {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func secret(_ bytes: [UInt8], mode: mode_t = 0o640) throws -> String {
        let path = try scratch.write(bytes, to: "secret", mode: mode)
        return try AuthConfig(scheme: .bearer, secret: .file(path)).credentials(credentialsDirectory: nil).secret
    }

    private func cause(_ bytes: [UInt8], mode: mode_t = 0o600) -> String {
        do {
            return "no error: " + (try secret(bytes, mode: mode))
        } catch {
            return (error as? SecretError)?.cause ?? "\(error)"
        }
    }

    @Test(arguments: ["a b\n", "a b", "a b\r\n"])
    func `is the file's one line`(text: String) throws {
        #expect(try secret(Array(text.utf8)) == "a b")
    }

    @Test func `goes with scheme and user`() throws {
        let path = try scratch.write(Array("s3cret\n".utf8), to: "secret")
        let auth = AuthConfig(scheme: .basic, user: "me", secret: .file(path))
        #expect(
            try auth.credentials(credentialsDirectory: nil) == Credentials(scheme: .basic, user: "me", secret: "s3cret")
        )
    }

    @Test func `may be a credential of the unit`() throws {
        _ = try scratch.write(Array("s3cret".utf8), to: "token", mode: 0o400)
        let auth = AuthConfig(scheme: .bearer, secret: .credential("token"))
        #expect(try auth.credentials(credentialsDirectory: scratch.path).secret == "s3cret")
        let missing = AuthConfig(scheme: .bearer, secret: .credential("missing"))
        let absence = #expect(throws: SecretError.self) { try missing.credentials(credentialsDirectory: scratch.path) }
        #expect(absence?.cause.hasSuffix("after a new or changed one, restart it") == true)
        let error = #expect(throws: SecretError.self) { try auth.credentials(credentialsDirectory: nil) }
        #expect(
            error?.description
                == "credential token: only the service has it, from systemd (LoadCredential=), and this process has no $CREDENTIALS_DIRECTORY; let the service poll (batchwatch poll), or use secret-file"
        )
    }

    @Test(arguments: [
        ("", "is empty; write the secret into it"), ("\n", "is empty; write the secret into it"),
        ("a\nb\n", "has a control character or more than one line; write the secret alone"),
        ("a\n\n", "has a control character or more than one line; write the secret alone"),
        ("a\u{7F}", "has a control character or more than one line; write the secret alone"),
    ])
    func `is one line of text`(text: String, says: String) {
        #expect(cause(Array(text.utf8)) == says)
    }

    @Test func `is UTF-8`() {
        #expect(cause([0x61, 0xFF]) == "is not UTF-8; write the secret as text")
    }

    @Test func `is not for everybody to read`() {
        #expect(cause([0x61], mode: 0o644) == "it is world-readable; run chmod o-rwx on it")
    }

    @Test func `has at most 8 KiB`() throws {
        #expect(try secret([UInt8](repeating: 0x61, count: 8 << 10)).utf8.count == 8 << 10)
        #expect(cause([UInt8](repeating: 0x61, count: (8 << 10) + 1)).hasPrefix("is larger than 8KiB"))
    }

    @Test func `is a file, and there`() throws {
        let missing = AuthConfig(scheme: .bearer, secret: .file(scratch.path + "/none"))
        let error = #expect(throws: SecretError.self) { try missing.credentials(credentialsDirectory: nil) }
        #expect(error?.description == scratch.path + "/none: there is no such file; create it, or name another one")
    }
}
