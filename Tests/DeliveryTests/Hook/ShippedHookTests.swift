// What the shipped hooks answer to `--check` if their settings are wrong.

import Foundation
import TestKit
import Testing

@testable import Delivery

@Suite struct ShippedHookTests {
    private static let hooks = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("config/hooks").path

    private func answer(of name: String, to settings: String) throws -> String? {
        let box = try HookFolder()
        let hook = box.write(try String(contentsOfFile: Self.hooks + "/" + name, encoding: .utf8), to: name)
        let conf = box.write(settings, to: "hooks.conf", mode: 0o600)
        let asked = Hook(command: ["/usr/bin/env", "BATCHWATCH_HOOKS_CONF=" + conf, hook])
        return asked.problem().map { "\($0)" }
    }

    @Test(arguments: [
        ("ntfy", "NTFY_TOPIC='two words'\n", "other characters"),
        ("ntfy", "NTFY_TOPIC='\(String(repeating: "x", count: 65))'\n", "more than 64"),
        ("several", "HOOKS='ntfy several'\n", "which is this hook itself"),
        ("webhook", "WEBHOOK_URL='http://127.0.0.1:65536/'\n", "WEBHOOK_URL in "),
        ("mail", "MAIL_TO=a@example.org MAIL_FROM=b@example.org MAIL_SMTP=localhost:65536\n", "wrong port"),
        ("mqtt", "MQTT_BROKER=\n", "MQTT_BROKER is not set"),
    ])
    func `a setting that cannot work is named`(name: String, settings: String, reason: String) throws {
        let said = try answer(of: name, to: settings)
        #expect(said?.contains(reason) == true, "\(said ?? "nothing")")
    }

    @Test(arguments: ["ntfy", "apprise", "redis", "several", "desktop"])
    func `settings that a shell cannot read are none`(name: String) throws {
        for (settings, reason) in [
            ("A='b'\r\n", "line ends of Windows"), ("A='b\n", "a shell cannot read"),
            ("exit 0\n", "ends the hook"), ("A=$UNSET_NAME\n", "UNSET_NAME: parameter not set"),
        ] {
            let said = try answer(of: name, to: settings)
            #expect(said?.contains(reason) == true, "\(settings): \(said ?? "nothing")")
        }
    }
}
