import Foundation
import Synchronization
import TestKit
import Testing

@testable import Watch

@Suite struct FileWatchTests {
    let folder: Folder
    let calls = Calls()

    /// What the file said, each time that the watch called back; nil where it was not there.
    final class Calls: Sendable {
        let seen = Mutex<[String?]>([])
    }

    init() throws {
        folder = try Folder()
    }

    private func watch(_ name: String = "etc/config") -> FileWatch? {
        let path = folder.path + "/" + name
        guard let watch = try? FileWatch() else { return nil }
        let isWatched = watch.watch("file", [path]) { [calls] in
            let text = try? String(contentsOfFile: path, encoding: .utf8)
            calls.seen.withLock { $0.append(text) }
        }
        return isWatched ? watch : nil
    }

    private func make(_ directory: String) { mkdir(folder.path + "/" + directory, 0o700) }
    private func move(_ old: String, _ new: String) { rename(folder.path + "/" + old, folder.path + "/" + new) }
    private func link(_ name: String, to target: String) { symlink(target, folder.path + "/" + name) }
    private func delete(_ name: String) { remove(folder.path + "/" + name) }

    /// Writes into a file as it is, as `echo >` does.
    private func overwrite(_ name: String, _ text: String) {
        let file = open(folder.path + "/" + name, O_WRONLY | O_TRUNC)
        write(file, text, text.utf8.count)
        close(file)
    }

    /// Whether the last look at the file gave this text, in the end.
    private func sees(_ text: String?) async -> Bool {
        for _ in 1...1000 {
            if calls.seen.withLock({ $0.last }) == .some(text) { return true }
            try? await Task.sleep(for: .milliseconds(20))
        }
        return false
    }

    /// How often it called back, when all is calm again.
    private func count() async -> Int {
        try? await Task.sleep(for: .milliseconds(800))
        return calls.seen.withLock { $0.count }
    }

    private func plain() throws {
        make("etc")
        try folder.write("etc/config", "a")
    }

    @Test func `each group hears of its own files, and of those that it has now`() async throws {
        try plain()
        try folder.write("hook", "1")
        try folder.write("settings", "1")
        let other = Calls()
        let watch = watch()
        let place = folder.path + "/"
        @MainActor func watchOthers(_ names: [String]) {
            _ = watch?.watch("others", names.map { place + $0 }) { other.seen.withLock { $0.append(nil) } }
        }
        await watchOthers(["hook", "settings"])
        overwrite("settings", "2")
        _ = await count()
        #expect(other.seen.withLock { $0.count } == 1 && calls.seen.withLock { $0.isEmpty })
        await watchOthers(["hook"])
        overwrite("settings", "3")
        overwrite("etc/config", "b")
        #expect(await sees("b"))
        #expect(other.seen.withLock { $0.count } == 1)
        overwrite("hook", "2")
        _ = await count()
        #expect(other.seen.withLock { $0.count } == 2 && calls.seen.withLock { $0.count } == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func `a file written in place, renamed over or deleted was edited`() async throws {
        try plain()
        let watch = watch()
        overwrite("etc/config", "b")
        #expect(await sees("b"))
        try folder.write("temporary", "c")
        move("temporary", "etc/config")
        #expect(await sees("c"))
        delete("etc/config")
        #expect(await sees(nil))
        try folder.write("etc/config", "d")
        #expect(await sees("d"))
        // The new file is watched as the one before.
        overwrite("etc/config", "e")
        #expect(await sees("e"))
        withExtendedLifetime(watch) {}
    }

    @Test func `a burst of edits is one, and other files are none`() async throws {
        try plain()
        let watch = watch()
        for _ in 1...5 {
            overwrite("etc/config", "b")
            usleep(10_000)
        }
        #expect(await count() == 1)
        try folder.write("etc/other", "x")
        try folder.write("other", "x")
        make("etc2")
        chmod(folder.path + "/etc", 0o700)
        #expect(await count() <= 2)
        let before = await count()
        try folder.write("etc/other", "y")
        #expect(await count() == before)
        withExtendedLifetime(watch) {}
    }

    @Test func `the file that a link leads to is written in place, renamed over, deleted and made again`() async throws
    {
        make("etc")
        make("far")
        try folder.write("far/real", "a")
        link("etc/config", to: "../far/real")
        let watch = watch()
        overwrite("far/real", "b")
        #expect(await sees("b"))
        try folder.write("far/new", "c")
        move("far/new", "far/real")
        #expect(await sees("c"))
        overwrite("far/real", "d")
        #expect(await sees("d"))
        delete("far/real")
        #expect(await sees(nil))
        try folder.write("far/real", "e")
        #expect(await sees("e"))
        withExtendedLifetime(watch) {}
    }

    /// As Kubernetes projects a ConfigMap: the file is a link through `..data`, which is a link to a directory that is
    /// made anew each time.
    @Test func `a link that is switched to another directory in one step`() async throws {
        make("etc")
        for number in 1...3 {
            make("etc/..\(number)")
            try folder.write("etc/..\(number)/config", "\(number)")
        }
        link("etc/..data", to: "..1")
        link("etc/config", to: "..data/config")
        let watch = watch()
        for number in 2...3 {
            link("etc/..data_tmp", to: "..\(number)")
            move("etc/..data_tmp", "etc/..data")
            #expect(await sees("\(number)"))
        }
        overwrite("etc/..3/config", "4")
        #expect(await sees("4"))
        withExtendedLifetime(watch) {}
    }

    @Test func `a link to the file that is switched, and one in the middle of the path`() async throws {
        make("one")
        make("two")
        try folder.write("one/config", "1")
        try folder.write("two/config", "2")
        link("etc", to: folder.path + "/one")
        let watch = watch()
        link("new", to: "two")
        move("new", "etc")
        #expect(await sees("2"))
        overwrite("two/config", "3")
        #expect(await sees("3"))
        let before = await count()
        overwrite("one/config", "x")
        #expect(await count() == before)
        withExtendedLifetime(watch) {}
    }

    @Test func `a directory that is renamed away, and another one put in its place`() async throws {
        try plain()
        make("next")
        try folder.write("next/config", "b")
        let watch = watch()
        move("etc", "old")
        move("next", "etc")
        #expect(await sees("b"))
        overwrite("etc/config", "c")
        #expect(await sees("c"))
        move("etc", "older")
        #expect(await sees(nil))
        move("old", "etc")
        #expect(await sees("a"))
        overwrite("etc/config", "d")
        #expect(await sees("d"))
        withExtendedLifetime(watch) {}
    }

    @Test func `directories that are not there yet are waited for, one below the other`() async throws {
        let watch = watch("a/b/c/config")
        for directory in ["a", "a/b", "a/b/c"] {
            make(directory)
            #expect(await sees(nil))
            calls.seen.withLock { $0 = [] }
        }
        try folder.write("a/b/c/config", "x")
        #expect(await sees("x"))
        withExtendedLifetime(watch) {}
    }

    @Test func `directories that are made with the file in them, in one step`() async throws {
        make("new")
        make("new/b")
        try folder.write("new/b/config", "x")
        let watch = watch("a/b/config")
        move("new", "a")
        #expect(await sees("x"))
        withExtendedLifetime(watch) {}
    }

    /// rmdir(2) of a directory that somebody sits in tells those who watch it nothing, only those above.
    @Test func `a directory that is removed while somebody holds it, and made again`() async throws {
        try plain()
        let holder = open(folder.path + "/etc", O_RDONLY | O_DIRECTORY)
        defer { close(holder) }
        let watch = watch()
        delete("etc/config")
        #expect(await sees(nil))
        delete("etc")
        make("etc")
        try folder.write("etc/config", "b")
        #expect(await sees("b"))
        withExtendedLifetime(watch) {}
    }

    @Test func `an edit under another name of the same file`() async throws {
        try plain()
        Glibc.link(folder.path + "/etc/config", folder.path + "/other-name")
        let watch = watch()
        overwrite("other-name", "b")
        #expect(await sees("b"))
        withExtendedLifetime(watch) {}
    }

    @Test func `links in a circle are followed no further than the kernel does, and mended`() async throws {
        make("etc")
        link("etc/config", to: "other")
        link("etc/other", to: "config")
        let watch = watch()
        try folder.write("temporary", "a")
        move("temporary", "etc/other")
        #expect(await sees("a"))
        withExtendedLifetime(watch) {}
    }

    @Test func `after an edit nothing wakes up by itself, and nobody is called`() async throws {
        try plain()
        let watch = watch()
        overwrite("etc/config", "b")
        #expect(await sees("b"))
        let before = await count()
        #expect(await count() == before)
        withExtendedLifetime(watch) {}
    }
}
