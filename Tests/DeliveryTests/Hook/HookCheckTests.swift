// A hook is asked whether it can work if it says that it answers, and no other is run.

import Events
import Glibc
import Processes
import TestKit
import Testing
import WatchKit

@testable import Delivery

@Suite struct HookCheckTests {
    private let box: HookFolder

    init() throws {
        box = try HookFolder()
    }

    /// A hook that declares that it answers.
    private func hook(_ lines: String) -> Hook { box.hook("# batchwatch: --check\n" + lines) }

    private func reason(_ hook: Hook) -> String? { hook.problem().map { "\($0)" } }

    @Test func `one that answers gives its reason, and is not told an event`() {
        let asked = hook(
            "echo \"$# $1 ${BATCHWATCH_KIND-none}\" >\(box.path)/said; echo 'x: NAME is not set' >&2; exit 78")
        #expect(reason(asked) == "\(box.path)/hook cannot work: x: NAME is not set")
        #expect(box.read("said") == "1 --check none\n")
        #expect(reason(hook("exit 78")) == "\(box.path)/hook cannot work: it does not say why")
    }

    @Test(arguments: ["exit 0", "echo wrong >&2; exit 1", "exit 75", "kill -9 $$"])
    func `any other end is no answer`(end: String) {
        #expect(reason(hook(end)) == nil)
    }

    @Test func `one that hangs is killed, and is no answer`() {
        let begun = Moment.now().uptime
        #expect(reason(hook("exec sleep 60")) == nil)
        #expect(Moment.now().uptime - begun < 15)
    }

    @Test(arguments: ["#batchwatch: --check", "# batchwatch: --check x", "echo '# batchwatch: --check'", "# x"])
    func `one without exactly that line is never run for it`(line: String) {
        #expect(reason(box.hook("\(line)\ntouch \(box.path)/ran; exit 78")) == nil)
        #expect(access(box.path + "/ran", F_OK) != 0)
    }

    @Test(arguments: [" ", "\t ", "\r"]) func `blanks after the line do not matter`(end: String) {
        #expect(reason(box.hook("# batchwatch: --check\(end)\nexit 78")) != nil)
    }

    @Test func `the line counts within the first 4096 bytes`() {
        let line = "# batchwatch: --check\n"
        for (fill, answers) in [(4096 - 10 - line.utf8.count, true), (4096 - 10 - line.utf8.count + 1, false)] {
            let comment = "#" + String(repeating: "x", count: fill - 1) + "\n"
            #expect((reason(box.hook(comment + line + "exit 78")) != nil) == answers)
        }
    }

    @Test func `a script behind an interpreter is asked before its other arguments`() {
        let script = box.write("# batchwatch: --check\necho \"$*\" >\(box.path)/said; exit 78\n", to: "script")
        let asked = Hook(command: ["/bin/sh", script, "more"])
        #expect(asked.problem() == HookRefusal("/bin/sh", .notReady("it does not say why")))
        #expect(box.read("said") == "--check more\n")
    }

    @Test func `what may not be run is said without running it`() {
        #expect(Hook(command: [box.path + "/none"]).problem() == HookRefusal(box.path + "/none", .missing))
        let asked = hook("touch \(box.path)/ran; exit 78")
        chmod(box.path + "/hook", 0o644)
        #expect(asked.problem() == HookRefusal(box.path + "/hook", .notExecutable))
        #expect(access(box.path + "/ran", F_OK) != 0)
    }

    @Test func `with 78 for an event it uses no attempt, and one that declares nothing does`() {
        let end = "echo first >&2; echo second >&2; exit 78"
        #expect(
            hook(end).deliver(event(), attempt: 1) { _ in }
                == .unusable(HookRefusal(box.path + "/hook", .notReady("first"))))
        #expect(box.hook(end).deliver(event(), attempt: 1) { _ in } == .failed(cause: "exited with code 78"))
    }

    @Test(.enabled(if: geteuid() == 0)) func `root asks it as another user`() {
        chmod(box.path, 0o755)
        let asked = hook("id -u >&2; exit 78")
        let above = String(box.path[..<(box.path.lastIndex(of: "/") ?? box.path.endIndex)])
        var status = stat()
        // A home directory may be closed to others.
        guard stat(above, &status) == 0, status.st_mode & 0o001 != 0 else { return }
        #expect(asked.problem(asking: 65534) == HookRefusal(box.path + "/hook", .notReady("65534")))
    }

    @Test(arguments: [
        ("/home/ann", "copy the hook to /etc/batchwatch"), ("/etc/batchwatch/hook", "chown root /etc/batchwatch/hook"),
    ])
    func `nobody is told to give a home directory away`(path: String, advice: String) {
        #expect("\(HookRefusal(path, .foreign(owner: 1000)))".contains("to fix: " + advice))
    }
}
