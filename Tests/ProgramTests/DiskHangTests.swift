// The daemon while the disk hangs. A library of the test, loaded before libc, blocks the daemon's fsync(2) and
// fdatasync(2) while a file exists.

import Foundation
import TestKit
import Testing

private let hangingDisk = """
    #define _GNU_SOURCE
    #include <errno.h>
    #include <fcntl.h>
    #include <stdlib.h>
    #include <string.h>
    #include <sys/syscall.h>
    #include <unistd.h>
    static void hang(void) {
        if (strcmp(program_invocation_short_name, "batchwatchd")) return;
        while (!access(getenv("HANG"), F_OK)) {
            close(open(getenv("HANGING"), O_CREAT | O_WRONLY, 0600));
            usleep(10000);
        }
    }
    int fsync(int file) { hang(); return syscall(SYS_fsync, file); }
    int fdatasync(int file) { hang(); return syscall(SYS_fdatasync, file); }
    """

@Suite(.serialized)
struct DiskHangTests {
    let shop: Workshop
    let manager: DatagramSocket

    init() throws {
        shop = try Workshop(listing: "pending")
        manager = try DatagramSocket(shop.path + "/notify")
    }

    /// A daemon that has told all there is, under a watchdog of one second.
    private func start(telling count: Int = 1) async throws -> Running {
        try shop.write("hang.c", hangingDisk)
        let built = try run("/usr/bin/cc", ["-shared", "-fPIC", "-o", shop.path + "/hang.so", shop.path + "/hang.c"])
        #expect(built.code == 0, "\(built.error)")
        let daemon = try shop.start(environment: [
            "LD_PRELOAD": shop.path + "/hang.so", "HANG": shop.path + "/hang", "HANGING": shop.path + "/hanging",
            "NOTIFY_SOCKET": shop.path + "/notify", "WATCHDOG_USEC": "1000000",
        ])
        #expect(
            await eventually { shop.told.count == count && (try? status())?.0.contains("pending") == true })
        return daemon
    }

    /// From here on no save ends; true once one hangs.
    private func hang() async throws -> Bool {
        try shop.write("hang", "")
        try shop.publish("visa issued", "02-Jun-12")
        return await eventually { access(shop.path + "/hanging", F_OK) == 0 }
    }

    private func goOn() { unlink(shop.path + "/hang") }

    /// What the daemon answers to a request, and after how many seconds.
    private func ask(_ command: String) throws -> (String, Double) {
        let peer = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(peer) }
        var time = timeval(tv_sec: 5, tv_usec: 0)
        setsockopt(peer, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: (shop.path + "/run/control").utf8) }
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(peer, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
        let begun = ContinuousClock.now
        let line = Array("{\"command\":\"\(command)\"}\n".utf8)
        _ = send(peer, line, line.count, Int32(MSG_NOSIGNAL))
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while answer.last != UInt8(ascii: "\n") {
            let count = recv(peer, &buffer, buffer.count, 0)
            guard count > 0 else { throw POSIXError(.ETIMEDOUT) }
            answer += buffer[..<count]
        }
        return (String(decoding: answer, as: UTF8.self), (ContinuousClock.now - begun) / .seconds(1))
    }

    private func status() throws -> (String, Double) { try ask("status") }

    /// The quickest of twenty answers: whoever waits for the disk is late each time, on a busy machine only some are.
    private func quickest(_ command: String) throws -> Double {
        try (1...20).map { _ in try ask(command).1 }.min() ?? .infinity
    }

    /// Whether the service manager is told `text` once `action` is done; what it was told before does not count.
    private func manager(hears text: String, times: Int = 1, after action: () -> Void = {}) async -> Bool {
        _ = manager.all()
        action()
        var heard = 0
        return await eventually(10) {
            heard += manager.all().count { $0.contains(text) }
            return heard >= times
        }
    }

    /// Whether paris was polled, and its state is the file that it was.
    private func pollsWithoutSaving() async -> Bool {
        let (state, due) = (shop.listing(shop.state), shop.text("run/paris.due"))
        let isPolled = await eventually { shop.text("run/paris.due") != due }
        // At the beginning and at the end of a poll.
        let next = shop.text("run/paris.due")
        let isDone = await eventually { shop.text("run/paris.due") != next }
        return isPolled && isDone && shop.listing(shop.state) == state
    }

    @Test func `a save that hangs holds up neither status nor signals, timers or the watchdog, and nothing is told`()
        async throws
    {
        try shop.configure(
            "file://" + shop.listPath, every: "1s",
            more: "[sources.paris]\nurl = \"file://\(shop.path)/other.pdf\"\nevery = \"1s\"")
        // An old file, whose polls save nothing.
        let other = shop.path + "/other.pdf"
        try list("pending", "01-Jun-12").write(to: URL(fileURLWithPath: other))
        try FileManager.default.setAttributes([.modificationDate: Date() - 3600], ofItemAtPath: other)
        try shop.hook()
        let daemon = try await start(telling: 2)
        #expect(await eventually { shop.isCleared })
        #expect(await eventually { await pollsWithoutSaving() })
        #expect(try await hang())

        #expect(try quickest("status") < 0.1)
        #expect(try quickest("outbox-list") < 0.1)
        let (answer, _) = try status()
        #expect(answer.contains("pending") && !answer.contains("visa issued"))
        #expect(await manager(hears: "WATCHDOG=1", times: 3))
        #expect(await manager(hears: "READY=1") { daemon.kill(SIGHUP) })
        let due = shop.text("run/paris.due")
        #expect(await eventually { shop.text("run/paris.due") != due })
        #expect(await eventually { try! status().0.contains("cannot be saved: the disk does not answer") })
        #expect(shop.told.count == 2)

        goOn()
        #expect(await eventually { shop.told.count == 3 && shop.isCleared })
        let (later, _) = try status()
        #expect(later.contains("visa issued") && !later.contains("cannot be saved"))
        #expect(daemon.stop() == 0)
    }

    @Test func `a stop waits for the disk, feeds the watchdog meanwhile, and loses nothing`() async throws {
        try shop.configure("file://" + shop.listPath, every: "1s")
        let daemon = try await start()
        #expect(try await hang())
        #expect(await manager(hears: "WATCHDOG=1", times: 3) { daemon.kill(SIGTERM) })
        #expect(daemon.isRunning)
        goOn()
        #expect(daemon.end() == 0)
        #expect(try shop.poll().code == 0)
        #expect(shop.told.map(\.kind) == ["observed", "changed"])
        #expect(shop.isCleared)
    }

    @Test func `who drops an event waits for the disk alone, and until then it is listed`() async throws {
        try shop.hook("exit 1")
        let daemon = try await start()
        #expect(await eventually { try! ask("outbox-list").0.contains("exited with code 1") })
        try shop.write("hang", "")
        let drop = try Running(
            Workshop.programs + "/batchwatch", ["outbox", "drop", "--all"] + shop.options, environment: [:],
            output: shop.path + "/drop.log")
        #expect(await eventually { access(shop.path + "/hanging", F_OK) == 0 })
        #expect(try quickest("outbox-list") < 0.1)
        #expect(try quickest("status") < 0.1)
        #expect(try ask("outbox-list").0.contains("exited with code 1"))
        #expect(drop.isRunning)
        goOn()
        #expect(drop.end() == 0)
        #expect(drop.said == "1 event dropped\n")
        #expect(try !ask("outbox-list").0.contains("exited with code 1"))
        #expect(daemon.stop() == 0)
    }
}
