import Glibc
import TestKit
import Testing
import Watch

@Suite struct ServiceManagerTests {
    @Test func `systemd hears each state in one datagram`() async {
        await #expect(processExitsWith: .success) {
            let box = try Folder()
            let door = try DatagramSocket(box.path + "/notify")
            setenv("NOTIFY_SOCKET", box.path + "/notify", 1)
            ServiceManager.ready(status: "two\nMAINPID=1")
            #expect(door.next() == "READY=1\nSTATUS=two MAINPID=1")
            ServiceManager.reloading()
            let reloading = door.next() ?? ""
            #expect(reloading.hasPrefix("RELOADING=1\nMONOTONIC_USEC="))
            #expect((Int(reloading.split(separator: "=").last ?? "") ?? 0) > 1_000_000)
            ServiceManager.status(String(repeating: "s", count: 2000))
            #expect(door.next()?.utf8.count == 1007)
            ServiceManager.stopping(status: "bye")
            #expect(door.next() == "STOPPING=1\nSTATUS=bye")
            ServiceManager.watchdog()
            #expect(door.next() == "WATCHDOG=1")
            #expect(door.next() == nil)
        }
    }

    @Test func `systemd may listen at an abstract socket`() async {
        await #expect(processExitsWith: .success) {
            let name = "@batchwatch-test-\(getpid())"
            let door = try DatagramSocket(name)
            setenv("NOTIFY_SOCKET", name, 1)
            ServiceManager.watchdog()
            #expect(door.next() == "WATCHDOG=1")
        }
    }

    @Test func `the watchdog's time is systemd's, and none without it`() async {
        await #expect(processExitsWith: .success) {
            #expect(ServiceManager.watchdogSeconds == nil)
            setenv("WATCHDOG_USEC", "30000000", 1)
            #expect(ServiceManager.watchdogSeconds == 30)
            setenv("WATCHDOG_PID", "\(getpid())", 1)
            #expect(ServiceManager.watchdogSeconds == 30)
            setenv("WATCHDOG_USEC", "0", 1)
            #expect(ServiceManager.watchdogSeconds == nil)
            setenv("WATCHDOG_USEC", "30000000", 1)
            setenv("WATCHDOG_PID", "1", 1)
            #expect(ServiceManager.watchdogSeconds == nil)
            ServiceManager.watchdog()
        }
    }
}
