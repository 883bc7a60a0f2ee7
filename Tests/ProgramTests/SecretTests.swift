// A secret stays between its file and the server: the daemon runs with one, a slow server holds the reader, and the
// test searches everything that others could read.

import Foundation
import TestKit
import Testing

private let secret = "geheim-5f3a9c17e2"

/// The forms in which it could leak: as it is, and as basic sends it.
private let forms = [secret, Data("anna:\(secret)".utf8).base64EncodedString()]

@Suite(.serialized)
struct SecretTests {
    let shop: Workshop
    let server: ScriptedServer
    let document: String

    init() throws {
        shop = try Workshop()
        try shop.hook()
        document = pdf([[mine, "pending", "01-Jun-12"], ["20110000001", "pending", "01-Jun-12"]])
        server = ScriptedServer([])
    }

    private var found: ServerStep {
        let header =
            "HTTP/1.1 200 OK\r\nETag: \"a\"\r\nContent-Length: \(document.utf8.count)\r\nConnection: close\r\n\r\n"
        return .send(header + document)
    }

    private func refused(_ challenge: String) -> [ServerStep] {
        [
            .send(
                "HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")
        ]
    }

    /// Each process that the daemon started, and itself.
    private func family(of daemon: Int32) -> [Int32] {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc"))?.compactMap { Int32($0) } ?? []
        var found = [daemon]
        for pid in all.sorted() where found.contains(parent(of: pid)) { found.append(pid) }
        return found
    }

    private func parent(of pid: Int32) -> Int32 {
        let text = (try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)) ?? ""
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields.count > 2 ? Int32(fields[2]) ?? 0 : 0
    }

    private func bytes(_ path: String) -> Data { FileManager.default.contents(atPath: path) ?? Data() }

    private func expectNoSecret(in data: Data, _ place: String) {
        for form in forms { #expect(data.range(of: Data(form.utf8)) == nil, "\(place) has the secret") }
    }

    /// Every file and every name below the workshop but the secret's own.
    private func expectNoSecret(onDisk except: String) {
        let names = FileManager.default.enumerator(atPath: shop.path)?.compactMap { $0 as? String } ?? []
        #expect(names.contains("state/london.json"))
        #expect(names.contains { $0.hasPrefix("cache/london.") })
        #expect(names.contains("run/london.due"))
        for name in names where shop.path + "/" + name != except {
            expectNoSecret(in: Data(name.utf8), "a name")
            expectNoSecret(in: bytes(shop.path + "/" + name), name)
        }
    }

    @Test(arguments: ["basic", "digest", "bearer"], ["file", "credential"])
    func `nobody learns it who could not read its file`(_ scheme: String, _ place: String) throws {
        mkdir(shop.path + "/credentials", 0o700)
        let file = try shop.write("credentials/list", secret + "\n")
        let challenge =
            scheme == "digest"
            ? "Digest realm=\"r\", nonce=\"n\", qop=\"auth\", algorithm=SHA-256" : "\(scheme) realm=\"r\""
        let isLookedAt = DispatchSemaphore(value: 0)
        server.answer(
            (scheme == "digest" ? [refused(challenge)] : []) + [[.hold(isLookedAt), found], refused(challenge)])
        defer { server.stop() }
        let user = scheme == "bearer" ? "" : "user = \"anna\", "
        let key = place == "file" ? "secret-file = \"\(file)\"" : "credential = \"list\""
        try shop.configure(server.url, more: "auth = { scheme = \"\(scheme)\", \(user)\(key) }")
        let environment = place == "file" ? [:] : ["CREDENTIALS_DIRECTORY": shop.path + "/credentials"]
        let daemon = try shop.start(environment: environment)

        // The reader has the secret now, and waits, but not for ever: this thread is not given to another test.
        #expect(waits(30) { server.requests.last?.contains("Authorization: ") == true })
        let processes = family(of: daemon.pid)
        #expect(processes.count > 1)
        for pid in processes {
            for name in ["cmdline", "environ", "comm"] {
                expectNoSecret(in: bytes("/proc/\(pid)/\(name)"), "\(name) of \(pid)")
            }
        }
        #expect(bytes("/proc/\(try #require(processes.last))/environ").isEmpty)
        isLookedAt.signal()

        #expect(waits(30) { shop.told.count == 1 && shop.isCleared })
        // A failure and what is said of it.
        let failed = try shop.poll()
        let advice = "; the service gets credentials when it starts: after a new or changed one, restart it"
        #expect(failed.output == "london: failed: HTTP 401 Unauthorized\(place == "file" ? "" : advice)\n")
        for command in [["status", "--json"], ["status"], ["check"]] {
            let options = command == ["check"] ? ["--config", shop.config] : shop.options
            let said = try run(Workshop.programs + "/batchwatch", command + options, environment: environment)
            #expect(said.output.count > 10)
            expectNoSecret(in: Data((said.output + said.error).utf8), "\(command)")
        }
        expectNoSecret(in: Data(failed.output.utf8), "poll")
        expectNoSecret(onDisk: file)
        daemon.stop()
        #expect(daemon.said.contains("HTTP 401"))
        expectNoSecret(onDisk: file)
    }

    @Test func `a secret that everybody can read is not sent`() throws {
        server.answer([[found]])
        defer { server.stop() }
        let file = try shop.write("secret", secret, mode: 0o644)
        try shop.configure(server.url, more: "auth = { scheme = \"bearer\", secret-file = \"\(file)\" }")
        let failed = try shop.poll()
        #expect(failed.output == "london: cannot be asked for: \(file): it is world-readable; run chmod o-rwx on it\n")
        #expect(server.requests.isEmpty)
        chmod(file, 0o640)
        #expect(try shop.poll().code == 0)
        #expect(server.requests.count == 1)
    }

    @Test func `a secret that was missing counts soon after it is there, and no server is told of it`() async throws {
        server.answer([[found]])
        defer { server.stop() }
        try shop.configure(
            server.url, every: "3s", more: "auth = { scheme = \"bearer\", secret-file = \"\(shop.path)/secret\" }")
        let daemon = try shop.start()
        // The server's failures would make it wait for half a minute by now.
        #expect(await eventually(30) { polls(of: "offline") >= 4 })
        let status = try run(Workshop.programs + "/batchwatch", ["status"] + shop.options)
        #expect(status.output.contains("cannot be asked for: \(shop.path)/secret"), "\(status.said)")
        let saved = shop.text("state/london.json")
        #expect(await eventually { polls(of: "offline") >= 6 })
        #expect(shop.text("state/london.json") == saved)
        #expect(server.requests.isEmpty)
        try shop.write("secret", secret)
        #expect(await eventually(30) { shop.told.count == 1 })
        #expect(shop.told.map(\.kind) == ["observed"])
        daemon.stop()
    }

    private func polls(of outcome: String) -> Int {
        let metrics = try? run(Workshop.programs + "/batchwatch", ["metrics"] + shop.options)
        let line = metrics?.output.split(separator: "\n").first { $0.contains("outcome=\"\(outcome)\"") }
        return line?.split(separator: " ").last.flatMap { Int($0) } ?? 0
    }
}

@Suite(.disabled(if: TLSServer.isMissing, "nginx or openssl is not installed")) struct EnvironmentTests {
    /// What libcurl, OpenSSL and others would obey, if the fetcher had an environment. It has SSL_CERT_FILE and
    /// SSL_CERT_DIR alone, by which an administrator names certificates (SandboxedPollTests).
    @Test func `no other environment makes a stranger's certificate a good one, or writes the session's keys down`()
        throws
    {
        let server = TLSServer()
        let keys = NSTemporaryDirectory() + "batchwatch-keys-\(UUID().uuidString)"
        let environment = [
            "PATH": "/usr/bin:/bin", "CURL_CA_BUNDLE": server.trusted + "/ca.pem", "CURL_HOME": server.trusted,
            "SSLKEYLOGFILE": keys,
            "OPENSSL_CONF": server.trusted + "/none", "https_proxy": "http://127.0.0.1:1",
            "HTTPS_PROXY": "http://127.0.0.1:1",
            "ALL_PROXY": "http://127.0.0.1:1",
        ]
        let said = try run(
            Workshop.programs + "/batchwatch", ["rows", server.url(.good)], environment: environment)
        #expect(said.code == 69)
        #expect(said.error.contains("is from an unknown issuer"), "\(said.error)")
        #expect(!FileManager.default.fileExists(atPath: keys))
    }
}
