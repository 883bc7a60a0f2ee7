// The unit files agree with each other and with the programs; scripts/systemd/test-unit checks them with systemd.

import Foundation
import Testing

@Suite struct UnitFileTests {
    /// The lines of a unit that are settings or sections.
    func settings(_ name: String) throws -> [String] {
        let text = try String(contentsOfFile: Workshop.project + "/systemd/" + name, encoding: .utf8)
        return text.split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    @Test func `the template says what the unit says, with places of its own`() throws {
        let own = [
            "Description=Watch published lists for changes of your cases":
                "Description=Watch published lists for changes of your cases (%i)",
            "ExecStart=/usr/bin/batchwatch run":
                "ExecStart=/usr/bin/batchwatch run --instance %i",
            "ExecReload=/usr/bin/batchwatch reload": "ExecReload=/usr/bin/batchwatch reload --instance %i",
            "ConfigurationDirectory=batchwatch": "ConfigurationDirectory=batchwatch/%i",
            "StateDirectory=batchwatch": "StateDirectory=batchwatch-%i",
            "CacheDirectory=batchwatch": "CacheDirectory=batchwatch-%i",
            "RuntimeDirectory=batchwatch": "RuntimeDirectory=batchwatch-%i",
            "LoadCredential=secret:/etc/batchwatch/secrets": "LoadCredential=secret:/etc/batchwatch/%i/secrets",
        ]
        let unit = try settings("batchwatch.service")
        #expect(try settings("batchwatch@.service") == unit.map { own[$0] ?? $0 })
        #expect(own.keys.allSatisfy(unit.contains))
    }

    @Test func `the unit of a user says what the unit says, but for what only the system's manager can do`() throws {
        let own = [
            "ExecStart=/usr/bin/batchwatch run --user", "ExecReload=/usr/bin/batchwatch reload --user",
            "RuntimeDirectoryMode=0700", "WantedBy=default.target",
        ]
        let unit = try settings("batchwatch.service")
        let user = try settings("user/batchwatch.service")
        #expect(user.filter { !unit.contains($0) } == own)
        let missing = unit.filter { !user.contains($0) }.compactMap { $0.split(separator: "=").first.map(String.init) }
        #expect(
            missing == [
                "Wants", "After", "ExecStart", "ExecReload", "User", "Group", "ConfigurationDirectory",
                "StateDirectory",
                "StateDirectoryMode", "CacheDirectory", "CacheDirectoryMode", "RuntimeDirectoryMode", "LoadCredential",
                "SetCredential", "CapabilityBoundingSet", "AmbientCapabilities", "ProtectSystem", "ProtectHome",
                "PrivateTmp", "PrivateDevices", "DevicePolicy", "PrivateMounts", "ProtectClock", "ProtectHostname",
                "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "ProtectControlGroups",
                "ProtectProc", "RemoveIPC", "WantedBy",
            ])
    }

    @Test(arguments: ["batchwatch.service", "batchwatch@.service"])
    func `the daemon starts after the clock was set, and wants nobody who sets it`(_ name: String) throws {
        let unit = try settings(name)
        func units(_ key: String) -> [Substring] {
            unit.filter { $0.hasPrefix(key + "=") }.flatMap { $0.dropFirst(key.count + 1).split(separator: " ") }
        }
        #expect(units("After").contains("time-sync.target"))
        #expect(!(units("Wants") + units("Requires")).contains("time-sync.target"))
    }

    @Test func `reloading is either a command or systemd's signal, never both`() throws {
        for name in ["batchwatch.service", "batchwatch@.service"] {
            let unit = try settings(name)
            #expect(
                unit.contains("Type=notify") && unit.contains { $0.hasPrefix("ExecReload=/usr/bin/batchwatch reload") })
        }
        #expect(try settings("examples/notify-reload.conf") == ["[Service]", "Type=notify-reload", "ExecReload="])
    }

    @Test func `the hook's unit gives up before the daemon does`() throws {
        let unit = try settings("batchwatch-hook@.service")
        func seconds(_ key: String) -> Int {
            unit.first { $0.hasPrefix(key + "=") }.flatMap { Int($0.dropFirst(key.count + 1).dropLast()) } ?? .max / 2
        }
        #expect(seconds("RuntimeMaxSec") + seconds("TimeoutStopSec") < 30)
    }

    @Test func `the hook's socket is for root and the service's user, and takes the variables of the contract`() throws
    {
        let socket = try settings("batchwatch-hook.socket")
        let user = try settings("batchwatch.service").first { $0.hasPrefix("User=") }
        #expect(socket.contains("SocketMode=0600") && !socket.contains { $0.hasPrefix("SocketGroup=") })
        #expect(socket.first { $0.hasPrefix("SocketUser=") } == user.map { "Socket" + $0 })
        let command = try #require(settings("batchwatch-hook@.service").first { $0.hasPrefix("ExecStart=") })
        let patterns = try #require(command.split(separator: " in ").last?.prefix { $0 != ")" })
        let names = [
            "EVENT_ID", "KIND", "SOURCE", "BATCH", "LABEL", "STATUS", "DATE", "PREVIOUS_STATUS", "PREVIOUS_DATE",
            "ATTEMPT",
        ]
        #expect(patterns.split(separator: "|").map(String.init) == names.map { "BATCHWATCH_\($0)=*" })
    }

    @Test func `every setting of the service has a word of explanation above its group`() throws {
        let text = try String(contentsOfFile: Workshop.project + "/systemd/batchwatch.service", encoding: .utf8)
        for section in text.components(separatedBy: "\n\n").dropFirst() {
            let lines = section.split(separator: "\n").filter { !$0.hasPrefix("[") }
            if lines.first?.hasPrefix("WantedBy") == true || lines.first?.hasPrefix("Description") == true { continue }
            #expect(lines.first?.hasPrefix("#") == true, "\(lines.first ?? "")")
        }
    }
}
