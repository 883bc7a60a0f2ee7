import Foundation
import Synchronization
import TestKit
import Testing

@testable import Watch

@Suite struct ConfigWatchTests {
    let folder: Folder
    let calls = Calls()
    let watch: ConfigWatch?

    final class Calls: Sendable {
        let count = Mutex(0)
    }

    init() throws {
        folder = try Folder()
        try folder.write("config", "a")
        watch = ConfigWatch(path: folder.path + "/config") { [calls] in calls.count.withLock { $0 += 1 } }
    }

    /// How often it called back, when all is calm again.
    func count() -> Int {
        usleep(800_000)
        return calls.count.withLock { $0 }
    }

    /// Writes into a file as it is, as `echo >` does.
    func overwrite(_ name: String) {
        let file = open(folder.path + "/" + name, O_WRONLY | O_TRUNC)
        write(file, "b", 1)
        close(file)
    }

    @Test func `a file written in place, renamed over or deleted was edited`() throws {
        overwrite("config")
        #expect(count() == 1)
        try folder.write("temporary", "c")
        #expect(count() == 1)
        rename(folder.path + "/temporary", folder.path + "/config")
        #expect(count() == 2)
        unlink(folder.path + "/config")
        #expect(count() == 3)
        withExtendedLifetime(watch) {}
    }

    @Test func `a burst of edits is one, and other files are none`() throws {
        for _ in 1...5 {
            overwrite("config")
            usleep(10_000)
        }
        #expect(count() == 1)
        try folder.write("other", "x")
        #expect(count() == 1)
        withExtendedLifetime(watch) {}
    }

    @Test func `a directory that is not there cannot be watched`() {
        #expect(ConfigWatch(path: folder.path + "/none/config") {} == nil)
    }
}
