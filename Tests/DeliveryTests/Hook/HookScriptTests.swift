// Whether a hook's first line allows to start it, and the message if not.

import Delivery
import Processes
import Testing

@Suite struct HookScriptTests {
    @Test(
        arguments: [
            ("#!/bin/sh\nexit 0\n", nil), ("#! /bin/sh -e\n", nil), ("#!/bin/sh", nil), ("#!/usr/bin/env sh\n", nil),
            ("\u{7f}ELF\0\0\0", nil), ("", .emptyFile), ("echo hello\n", .noInterpreter),
            ("\n#!/bin/sh\n", .noInterpreter),
            ("#!\n", .noInterpreter), ("#!  \n", .noInterpreter), ("#!/bin/sh\r\nexit 0\r\n", .windowsLines),
            ("#!/usr/bin/env python3\r\n", .windowsLines), ("\u{FEFF}#!/bin/sh\n", .byteOrderMark),
            ("#!/nonexistent/sh -e\n", .interpreterMissing("/nonexistent/sh")),
            ("#!/usr/bin/env nonexistent-interpreter\n", .interpreterMissing("nonexistent-interpreter")),
            ("#!/etc/passwd\n", .interpreterMissing("/etc/passwd")),
            // For env to judge.
            ("#!/usr/bin/env -S nonexistent -x\n", nil), ("#!/usr/bin/env A=b sh\n", nil),
        ] as [(String, HookRefusal.Reason?)])
    func `a script that cannot be started is refused with the reason`(text: String, reason: HookRefusal.Reason?) throws
    {
        let folder = try HookFolder()
        let hook = Hook(command: [folder.write(text, to: "hook")])
        #expect(hook.refusal?.reason == reason)
        #expect(hook.refusal == nil || hook.refusal?.component == folder.path + "/hook")
    }

    @Test(arguments: ["#!/bin/sh\r\nexit 0\r\n", "", "echo\n", "#!/nonexistent/sh\n", "\u{FEFF}#!/bin/sh\n"])
    func `what is refused cannot be started by the system either`(text: String) throws {
        let folder = try HookFolder()
        let path = folder.write(text, to: "hook")
        #expect(throws: ProcessError.self) { try Program(path: path, arguments: []).run(limit: 10) { _, _ in } }
    }

    @Test func `a script behind an interpreter is looked at`() throws {
        let folder = try HookFolder()
        let script = folder.write("exit 0\n", to: "script", mode: 0o644)
        let windows = folder.write("#!/bin/sh\r\nexit 0\r\n", to: "windows", mode: 0o644)
        let missing = folder.path + "/missing"
        func refusal(_ words: String...) -> HookRefusal? { Hook(command: words).refusal }
        #expect(refusal("/bin/sh", script) == nil)
        #expect(refusal("/bin/sh", missing) == HookRefusal(missing, .missing))
        #expect(refusal("/usr/bin/env", "sh", missing) == HookRefusal(missing, .missing))
        #expect(refusal("/bin/sh", windows) == HookRefusal(windows, .windowsLines))
        #expect(refusal("/usr/bin/env", "nonexistent-interpreter") == HookRefusal("nonexistent-interpreter", .missing))
        // Perl and Python take such lines; and what is no script is for the program to judge.
        #expect(refusal("/usr/bin/perl", windows) == nil)
        #expect(refusal("/usr/bin/perl", missing) == HookRefusal(missing, .missing))
        #expect(refusal("/bin/sh", "-c", missing) == nil)
        #expect(refusal("/bin/echo", missing) == nil)
    }

    @Test func `each refusal says what to do`() {
        let reasons: [HookRefusal.Reason] = [
            .emptyFile, .noInterpreter, .byteOrderMark, .windowsLines, .interpreterMissing("/usr/bin/python4"),
        ]
        #expect(
            reasons.map { HookRefusal("/etc/hook", $0).description } == [
                "/etc/hook is empty; write a script into it",
                "/etc/hook is a text whose first line names no interpreter; to fix: begin it with #!/bin/sh, or whatever "
                    + "runs it",
                "/etc/hook begins with a byte order mark, before its #!; to fix: sed -i '1s/^\\xEF\\xBB\\xBF//' /etc/hook",
                "/etc/hook has the line ends of Windows (CRLF), so its interpreter is not found; to fix: "
                    + "sed -i 's/\\r$//' /etc/hook",
                "/etc/hook names the interpreter /usr/bin/python4, which is not there or cannot be run; to fix: install "
                    + "it, or correct the script's first line",
            ])
    }
}
