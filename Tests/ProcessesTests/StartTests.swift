import CPOSIX
import Glibc
import Processes
import Testing

/// What a program finds when it starts, and why it does not start.
@Suite(.serialized) struct StartTests {
    @Test func `its arguments and its environment are what was said, and nothing else`() throws {
        let program = Program(
            path: "/usr/bin/env", arguments: ["-0"], environment: ["A=1", "B=two words", "C=ü\nline"])
        #expect(try outcome(of: program).output == "A=1\0B=two words\0C=ü\nline\0")
        let arguments = Program(path: "/bin/sh", arguments: ["-c", "printf '%s|' \"$0\" \"$@\"", "a b", "$(id)", ""])
        #expect(try outcome(of: arguments).output == "a b|$(id)||")
    }

    @Test func `it has its own session and group, in the root directory`() throws {
        let outcome = try shell("cut -d' ' -f1,5,6 /proc/$$/stat; pwd")
        let lines = outcome.output.split(separator: "\n")
        let numbers = try #require(lines.first).split(separator: " ")
        #expect(numbers.count == 3 && Set(numbers).count == 1)
        #expect(lines.last == "/")
    }

    @Test func `its signals are at their defaults and none is blocked`() throws {
        let old = signal(SIGPIPE, SIG_IGN)
        let oldUser = signal(SIGUSR1, SIG_IGN)
        var mask = sigset_t()
        sigemptyset(&mask)
        sigaddset(&mask, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &mask, nil)
        defer {
            pthread_sigmask(SIG_UNBLOCK, &mask, nil)
            signal(SIGPIPE, old)
            signal(SIGUSR1, oldUser)
        }
        let program = Program(path: "/bin/grep", arguments: ["-E", "^Sig(Ign|Blk):", "/proc/self/status"])
        let text = try outcome(of: program).output
        // 32 and 33 are glibc's own; its posix_spawn leaves them ignored in every program that it starts.
        #expect(text == "SigBlk:\t0000000000000000\nSigIgn:\t0000000180000000\n")
    }

    @Test func `it has descriptors 0 to 2 and no other`() throws {
        let leaked = open("/dev/null", O_RDONLY)  // without O_CLOEXEC, as a careless library would
        defer { close(leaked) }
        let program = Program(path: "/bin/ls", arguments: ["/proc/self/fd"])
        // The fourth is ls's own, on the directory.
        #expect(try outcome(of: program).output == "0\n1\n2\n3\n")
    }

    @Test func `a descriptor that it is given is its number 3`() throws {
        let file = cposix_memory_file("through three", 13)
        defer { close(file) }
        #expect(try shell("cat <&3; ls /proc/self/fd", descriptors: [file]).output == "through three0\n1\n2\n3\n4\n")
    }

    @Test(arguments: [
        ("/nonexistent/hook", ENOENT, "cannot start /nonexistent/hook: it or its interpreter does not exist"),
        ("/etc/passwd", EACCES, "cannot start /etc/passwd: Permission denied"),
        ("/etc", EACCES, "cannot start /etc: Permission denied"),
        ("/bin/sh\0x", EINVAL, "cannot start /bin/sh\0x: Invalid argument"),
    ]) func `why it does not start is told`(path: String, code: Int32, text: String) {
        let error = #expect(throws: ProcessError.self) { try outcome(of: Program(path: path)) }
        #expect(error == .cannotStart(path: path, code: code))
        #expect(error?.description == text)
        #expect(error?.isShortage == false)
    }

    @Test(arguments: [("#!/nonexistent/interpreter\n", ENOENT), ("no first line\n", ENOEXEC), ("", ENOEXEC)])
    func `a script that nothing can run is told`(script: String, code: Int32) throws {
        let path = "/tmp/batchwatch-\(getpid())-script"
        let file = open(path, O_CREAT | O_WRONLY | O_TRUNC, 0o700)
        write(file, script, script.utf8.count)
        close(file)
        defer { unlink(path) }
        #expect(throws: ProcessError.cannotStart(path: path, code: code)) { try outcome(of: Program(path: path)) }
    }
}
