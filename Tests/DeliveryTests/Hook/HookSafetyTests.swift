import Delivery
import Glibc
import Testing

@Suite struct HookSafetyTests {
    private static let file = UInt32(S_IFREG), directory = UInt32(S_IFDIR), link = UInt32(S_IFLNK)

    @Test(
        arguments: [
            (file | 0o755, 0, true, nil), (file | 0o700, 990, true, nil), (file | 0o100, 0, true, nil),
            (file | 0o755, 1000, true, .foreign(owner: 1000)), (file | 0o775, 0, true, .writable),
            (file | 0o757, 990, true, .writable), (file | 0o644, 0, true, .notExecutable),
            (file | 0o4755, 0, true, .changesUser), (file | 0o2755, 0, true, .changesUser),
            (directory | 0o755, 0, true, .notRegular), (UInt32(S_IFIFO) | 0o755, 0, true, .notRegular),
            (UInt32(S_IFCHR) | 0o755, 0, true, .notRegular), (directory | 0o755, 0, false, nil),
            (directory | 0o2755, 990, false, nil), (directory | 0o775, 0, false, .writable),
            (directory | 0o1777, 0, false, .shared), (directory | 0o755, 65534, false, .foreign(owner: 65534)),
            (file | 0o755, 0, false, .notDirectory), (link | 0o777, 0, true, nil), (link | 0o777, 990, false, nil),
            (link | 0o777, 1000, false, .foreign(owner: 1000)),
        ] as [(UInt32, UInt32, Bool, HookRefusal.Reason?)])
    func `a component is judged by its kind, owner and mode`(
        mode: UInt32, owner: UInt32, isLast: Bool, reason: HookRefusal.Reason?
    ) {
        #expect(fault(of: HookFacts(mode: mode, owner: owner), isLast: isLast, user: 990) == reason)
    }

    @Test func `a path that does not begin at the root is refused`() {
        #expect(hookRefusal(of: "hook")?.reason == .relative)
        #expect(hookRefusal(of: "")?.reason == .relative)
        #expect(hookRefusal(of: "/")?.reason == .notRegular)
        #expect(hookRefusal(of: "/usr/..")?.reason == .notRegular)
        #expect(hookRefusal(of: "/usr/bin/../bin/./env") == nil)
    }

    @Test func `each refusal says how to mend it`() {
        let texts = [
            HookRefusal("/etc/batchwatch", .writable), HookRefusal("/etc/hook", .foreign(owner: 1000)),
            HookRefusal("/etc/hook", .missing), HookRefusal("/etc/ho\nok", .notExecutable),
            HookRefusal("/etc/hook", .changesUser), HookRefusal("/tmp", .shared),
        ].map(\.description)
        #expect(
            texts == [
                "users other than its owner can write to /etc/batchwatch; to fix: chmod go-w /etc/batchwatch",
                "/etc/hook belongs to user 1000, not to root or the service's user; to fix: chown root /etc/hook",
                "/etc/hook does not exist", "/etc/ho ok is not executable; to fix: chmod +x /etc/ho ok",
                "/etc/hook has the setuid or setgid bit; to fix: chmod ug-s /etc/hook",
                "everybody can write to /tmp, as is meant; keep the hook elsewhere, such as in /etc/batchwatch",
            ])
    }

    @Test func `a sound hook is run, through sound links too`() throws {
        let box = try HookFolder()
        let hook = box.write("", to: "hook")
        mkdir(box.path + "/there", 0o755)
        symlink("../hook", box.path + "/there/link")
        symlink(box.path + "/there", box.path + "/directory")
        #expect(hookRefusal(of: hook) == nil)
        #expect(hookRefusal(of: box.path + "/there/link") == nil)
        #expect(hookRefusal(of: box.path + "/directory/link") == nil)
        #expect(hookRefusal(of: box.path + "/directory/../hook") == nil)
    }

    @Test func `the faulty component is named`() throws {
        let box = try HookFolder()
        let path = box.path
        func check(_ name: String, _ component: String, _ reason: HookRefusal.Reason) {
            #expect(hookRefusal(of: path + "/" + name) == HookRefusal(path + "/" + component, reason))
        }
        check("hook", "hook", .missing)
        box.write("", to: "group", mode: 0o775)
        check("group", "group", .writable)
        box.write("", to: "setuid", mode: 0o4755)
        check("setuid", "setuid", .changesUser)
        box.write("", to: "plain", mode: 0o644)
        check("plain", "plain", .notExecutable)
        check("plain/hook", "plain", .notDirectory)
        mkfifo(path + "/fifo", 0o755)
        check("fifo", "fifo", .notRegular)
        mkdir(path + "/open", 0o755)
        box.write("", to: "open/hook")
        check("open", "open", .notRegular)
        chmod(path + "/open", 0o777)
        check("open/hook", "open", .writable)
        symlink("open/hook", path + "/link")
        check("link", "open", .writable)
        chmod(path + "/open", 0o1777)
        check("open/hook", "open", .shared)
        symlink("loop", path + "/loop")
        check("loop", "loop", .tooManyLinks)
        symlink("gone", path + "/dangling")
        check("dangling", "gone", .missing)
        symlink("/tmp/batchwatch-none", path + "/tmp")
        #expect(hookRefusal(of: path + "/tmp") == HookRefusal("/tmp", .shared))
    }

    @Test(.enabled(if: geteuid() == 0, "chown needs root")) func `what belongs to another user is refused`() throws {
        let box = try HookFolder()
        let hook = box.write("", to: "hook")
        chown(hook, 65534, 0)
        #expect(hookRefusal(of: hook) == HookRefusal(hook, .foreign(owner: 65534)))
        chown(hook, 0, 65534)
        #expect(hookRefusal(of: hook) == nil)
        symlink("hook", box.path + "/link")
        lchown(box.path + "/link", 65534, 0)
        #expect(hookRefusal(of: box.path + "/link") == HookRefusal(box.path + "/link", .foreign(owner: 65534)))
        chown(box.path, 65534, 0)
        #expect(hookRefusal(of: hook) == HookRefusal(box.path, .foreign(owner: 65534)))
        #expect(hookRefusal(of: hook, user: 65534) == nil)
        chown(box.path, 0, 0)
    }

    @Test func `a script behind an interpreter is looked at as the hook itself`() throws {
        let box = try HookFolder()
        let script = box.write("", to: "script", mode: 0o644)
        func refusal(_ words: String...) -> HookRefusal? { Hook(command: ["/bin/sh"] + words).refusal }
        #expect(refusal(script) == nil)
        #expect(refusal("-e", script, "word", box.path + "/none", "", "/dev/null", box.path) == nil)
        chmod(script, 0o664)
        #expect(refusal("-e", script) == HookRefusal(script, .writable))
        // A hook starts in "/".
        #expect(refusal(String(script.dropFirst())) == HookRefusal(script, .writable))
        symlink(script, box.path + "/link")
        #expect(refusal(box.path + "/link") == HookRefusal(script, .writable))
        chmod(script, 0o600)
        #expect(refusal(script) == nil)
        chmod(box.path, 0o777)
        #expect(refusal(script) == HookRefusal(box.path, .writable))
        chmod(box.path, 0o755)
    }

    @Test(.enabled(if: geteuid() == 0, "chown needs root"))
    func `a script of another user behind an interpreter is refused`() throws {
        let box = try HookFolder()
        let script = box.write("", to: "script")
        chown(script, 65534, 0)
        #expect(Hook(command: ["/bin/sh", script]).refusal == HookRefusal(script, .foreign(owner: 65534)))
    }

    @Test func `forty links are followed and one more is not`() throws {
        let box = try HookFolder()
        box.write("", to: "0")
        for number in 1...41 { symlink("\(number - 1)", box.path + "/\(number)") }
        #expect(hookRefusal(of: box.path + "/40") == nil)
        #expect(hookRefusal(of: box.path + "/41") == HookRefusal(box.path + "/1", .tooManyLinks))
    }
}
