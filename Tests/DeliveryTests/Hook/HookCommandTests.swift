// A hook behind env(1), and the file of settings that it reads.

import Glibc
import TestKit
import Testing
import WatchKit

@testable import Delivery

@Suite struct HookCommandTests {
    @Test(
        arguments: [
            (["/hook"], 0), (["/usr/bin/env", "/hook"], 1), (["/usr/bin/env", "A=b", "C=/d", "/hook", "E=f"], 3),
            (["/usr/bin/env", "-i", "-v", "--", "A=b", "/hook"], 5), (["/usr/bin/env", "A=b", "bin/hook"], 2),
            (["/usr/bin/env", "A=b", "hook"], 0), (["/usr/bin/env", "-u", "A", "/hook"], 0),
            (["/usr/bin/env", "-S", "/hook"], 0), (["/usr/bin/env", "A=b"], 0), (["/usr/bin/env"], 0), ([], 0),
            (["/bin/sh", "/hook"], 0),
        ] as [([String], Int)])
    func `behind env and its assignments is the hook`(words: [String], start: Int) {
        #expect(HookCommand(words).start == start)
    }

    @Test func `the command may name the settings`() {
        func settings(_ words: String...) -> String? { HookCommand(words).namedSettings }
        #expect(settings("/hook") == nil && settings("/usr/bin/env", "BATCHWATCH_HOOKS_CONF=", "/hook") == nil)
        #expect(settings("/usr/bin/env", "BATCHWATCH_HOOKS_CONF=/a", "BATCHWATCH_HOOKS_CONF=b", "/hook") == "/b")
        let command = HookCommand(["/usr/bin/env", "BATCHWATCH_HOOKS_CONF=/a", "/hook", "/more"])
        #expect(command.files == ["/hook", "/usr/bin/env", "/more", "/a"])
        #expect(HookCommand(["/hook"]).files == ["/hook", "/etc/batchwatch/hooks.conf"])
        #expect(HookCommand([]).files.isEmpty)
    }

    @Test(
        arguments: [
            ("#!/bin/sh\n", 0o644, .notExecutable), ("", 0o755, .emptyFile), ("#!/bin/sh\r\n", 0o755, .windowsLines),
            ("#!/nonexistent/sh\n", 0o755, .interpreterMissing("/nonexistent/sh")), ("#!/bin/sh\n", 0o755, nil),
            // env gives it to the shell.
            ("exit 0\n", 0o755, nil),
        ] as [(String, mode_t, HookRefusal.Reason?)])
    func `a hook behind env is examined as one without`(text: String, mode: mode_t, reason: HookRefusal.Reason?) throws
    {
        let box = try HookFolder()
        let path = box.write(text, to: "hook", mode: mode)
        let hook = Hook(command: ["/usr/bin/env", "A=b", path])
        #expect(hook.refusal == reason.map { HookRefusal(path, $0) })
    }

    @Test func `a hook behind env that is missing or cannot work is named itself`() throws {
        let box = try HookFolder()
        let path = box.path + "/hook"
        let hook = Hook(command: ["/usr/bin/env", "A=b", path])
        #expect(hook.refusal == HookRefusal(path, .missing))
        box.write("#!/bin/sh\n# batchwatch: --check\necho \"$A\" >&2; exit 78\n", to: "hook")
        #expect(hook.problem() == HookRefusal(path, .notReady("b")))
    }

    @Test func `settings that others can write are refused`() throws {
        let box = try HookFolder()
        let settings = box.path + "/hooks.conf"
        let plain = box.write("#!/bin/sh\n", to: "hook")
        let hook = Hook(command: ["/usr/bin/env", "BATCHWATCH_HOOKS_CONF=\(settings)", plain])
        #expect(hook.refusal == nil)
        box.write("", to: "hooks.conf", mode: 0o640)
        #expect(hook.refusal == nil)
        for mode: mode_t in [0o660, 0o602] {
            chmod(settings, mode)
            let refusal = try #require(hook.refusal)
            #expect(refusal.component == settings && refusal.reason == .writable)
            #expect("\(refusal)".contains("can write to \(settings); to fix: chmod go-w \(settings)"))
            #expect(hook.deliver(event(), attempt: 1) { _ in } == .unusable(refusal))
        }
        chmod(settings, 0o640)
        mkdir(box.path + "/open", 0o755)
        chmod(box.path + "/open", 0o777)
        let behind = Hook(command: ["/usr/bin/env", "BATCHWATCH_HOOKS_CONF=\(box.path)/open/hooks.conf", plain])
        #expect(behind.refusal?.component == box.path + "/open" && behind.refusal?.reason == .writable)
    }

    @Test(.enabled(if: geteuid() == 0, "chown needs root")) func `settings of another user are refused`() throws {
        let box = try HookFolder()
        let settings = box.write("", to: "hooks.conf", mode: 0o600)
        chown(settings, 65534, 0)
        let hook = Hook(command: [
            "/usr/bin/env", "BATCHWATCH_HOOKS_CONF=\(settings)", box.write("#!/bin/sh\n", to: "hook"),
        ])
        #expect(hook.refusal?.reason == .foreign(owner: 65534))
        #expect(hook.refusal.map { "\($0)" }?.hasSuffix("to fix: chown root \(settings)") == true)
    }
}
