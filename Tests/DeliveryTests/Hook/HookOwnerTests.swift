// Who could have changed a hook: every owner, mode and kind of file on its path, in a real file system. The daemon runs
// as user 990, and 65534 is somebody else.

import Delivery
import Glibc
import Testing

/// A hook, and what is said of it.
struct HookCase: CustomTestStringConvertible, Sendable {
    /// Lines of shell that set it up, in an empty directory of root's.
    let setup: String
    /// The component that is at fault, below that directory; nil where the hook may be run.
    let component: String?
    let reason: HookRefusal.Reason?
    /// The hook's path below that directory.
    let path: String

    init(_ setup: String, _ component: String? = nil, _ reason: HookRefusal.Reason? = nil, path: String = "d/hook") {
        self.setup = setup
        self.component = component
        self.reason = reason
        self.path = path
    }

    var testDescription: String { setup.isEmpty ? path : setup }
}

private let cases: [HookCase] = [
    // Owners of the hook.
    HookCase("chown 0 d/hook"), HookCase("chown 990 d/hook"), HookCase("chown 0:65534 d/hook"),
    HookCase("chown 65534 d/hook", "d/hook", .foreign(owner: 65534)),
    HookCase("chown 1000:0 d/hook", "d/hook", .foreign(owner: 1000)),
    // Owners of the directories above.
    HookCase("chown 990 d"), HookCase("chown 990 d d/hook"), HookCase("chown 65534 d", "d", .foreign(owner: 65534)),
    HookCase("mkdir -p a/b/c; cp d/hook a/b/c/; chown 65534 a", "a", .foreign(owner: 65534), path: "a/b/c/hook"),
    HookCase("mkdir -p a/b/c; cp d/hook a/b/c/; chown 65534 a/b", "a/b", .foreign(owner: 65534), path: "a/b/c/hook"),
    // Modes of the hook.
    HookCase("chmod 0700 d/hook"), HookCase("chmod 0500 d/hook"), HookCase("chmod 0755 d/hook"),
    HookCase("chmod 0711 d/hook"),
    HookCase("chmod 0775 d/hook", "d/hook", .writable), HookCase("chmod 0757 d/hook", "d/hook", .writable),
    HookCase("chmod 0777 d/hook", "d/hook", .writable), HookCase("chmod 0720 d/hook", "d/hook", .writable),
    HookCase("chmod 1755 d/hook"), HookCase("chmod 4755 d/hook", "d/hook", .changesUser),
    HookCase("chmod 2755 d/hook", "d/hook", .changesUser), HookCase("chmod 6711 d/hook", "d/hook", .changesUser),
    HookCase("chmod 0644 d/hook", "d/hook", .notExecutable), HookCase("chmod 0 d/hook", "d/hook", .notExecutable),
    // Both wrong: who owns it counts first, the first component before the last.
    HookCase("chown 65534 d/hook; chmod 0777 d/hook", "d/hook", .foreign(owner: 65534)),
    HookCase("chmod 0777 d; chmod 4777 d/hook", "d", .writable),
    // Modes of the directories above: a sticky one keeps others from replacing a file, but not from making one.
    HookCase("chmod 0755 d"), HookCase("chmod 0711 d"), HookCase("chmod 2755 d"),
    HookCase("chmod 0775 d", "d", .writable),
    HookCase("chmod 0757 d", "d", .writable), HookCase("chmod 0777 d", "d", .writable),
    HookCase("chmod 1777 d", "d", .shared),
    HookCase("chmod 1775 d", "d", .writable), HookCase("chown 990 d; chmod 0770 d", "d", .writable),
    HookCase("mkdir -p a/b; cp d/hook a/b/; chmod 0777 a", "a", .writable, path: "a/b/hook"),
    // Links.
    HookCase("ln -s d/hook link", path: "link"), HookCase("ln -s d link", path: "link/hook"),
    HookCase("ln -s hook d/link; ln -s d/link one; ln -s one two", path: "two"),
    HookCase("ln -s d/hook link; chown -h 990 link", path: "link"),
    HookCase("ln -s d/hook link; chown -h 65534 link", "link", .foreign(owner: 65534), path: "link"),
    HookCase("ln -s d link; chown -h 65534 link", "link", .foreign(owner: 65534), path: "link/hook"),
    HookCase("ln -s d/hook link; chmod 0777 d/hook", "d/hook", .writable, path: "link"),
    HookCase("ln -s d/hook link; chown 65534 d", "d", .foreign(owner: 65534), path: "link"),
    HookCase("mkdir -p a/b; ln -s ../../d a/b/link; chmod 0777 d", "d", .writable, path: "a/b/link/hook"),
    HookCase("mkdir open; ln -s ../d/hook open/link; chmod 0777 open", "open", .writable, path: "open/link"),
    HookCase("mkdir open; chmod 0777 open; ln -s open/../d/hook link", "open", .writable, path: "link"),
    HookCase("ln -s \"$PWD/d/hook\" link", path: "link"), HookCase("ln -s gone link", "gone", .missing, path: "link"),
    HookCase("ln -s d/gone/hook link", "d/gone", .missing, path: "link"),
    HookCase("ln -s b a; ln -s a b", "a", .tooManyLinks, path: "a"),
    HookCase("ln -s loop loop", "loop", .tooManyLinks, path: "loop/hook"),
    HookCase("ln -s d link", "d", .notRegular, path: "link"),
    HookCase("ln -s .. d/up", "d/up", .notRegular, path: "d/up"),
    // What is no file, and what is not there.
    HookCase("", "d", .notRegular, path: "d"), HookCase("mkfifo -m 755 pipe", "pipe", .notRegular, path: "pipe"),
    HookCase("mknod -m 755 device c 1 3", "device", .notRegular, path: "device"),
    HookCase("mknod -m 755 disk b 7 99", "disk", .notRegular, path: "disk"),
    HookCase("", "d/none", .missing, path: "d/none"), HookCase("", "none", .missing, path: "none/hook"),
    HookCase("", "d/hook", .notDirectory, path: "d/hook/more"),
    HookCase("mkfifo -m 755 pipe", "pipe", .notDirectory, path: "pipe/hook"),
    // Ways that people write.
    HookCase("", path: "d//./hook"), HookCase("", path: "d/../d/hook"), HookCase("", "d/..", .notRegular, path: "d/.."),
    HookCase("chmod 0777 d; cp d/hook own", "d", .writable, path: "d/../own"),
]

@Suite(.enabled(if: geteuid() == 0, "chown needs root")) struct HookOwnerTests {
    @Test(arguments: cases) func `a hook is run only if nobody but root and the daemon's user can have changed it`(
        hook: HookCase
    ) throws {
        let box = try HookFolder()
        chmod(box.path, 0o755)
        let setup = "cd '\(box.path)' && mkdir -m 755 d && cp /bin/true d/hook && chmod 755 d/hook && \(hook.setup)\n:"
        #expect(system("umask 022; set -e; \(setup)") == 0)
        let found = hookRefusal(of: "\(box.path)/\(hook.path)", user: 990)
        let expected = hook.reason.flatMap { reason in hook.component.map { HookRefusal("\(box.path)/\($0)", reason) } }
        #expect(found == expected)
        if let expected {
            #expect(found?.description.contains(expected.component) == true)
        }
    }

    @Test func `a daemon of root's does not run what belongs to a service's user`() throws {
        let box = try HookFolder()
        let hook = box.write("", to: "hook")
        chown(hook, 990, 990)
        #expect(hookRefusal(of: hook, user: 0) == HookRefusal(hook, .foreign(owner: 990)))
        #expect(hookRefusal(of: hook, user: 990) == nil)
    }

    @Test(arguments: ["hook", "./hook", "../hook", "", "~/hook", "$HOME/hook"])
    func `a path that is not absolute is refused`(path: String) {
        #expect(hookRefusal(of: path, user: 0) == HookRefusal(path, .relative))
    }
}
