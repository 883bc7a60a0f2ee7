import Foundation
import TestKit
import Testing
import WatchKit

@testable import Watch

@Suite struct DueMarkersTests {
    @Test func `a marker is what was set last, for each source its own`() throws {
        let folder = try Folder()
        let markers = DueMarkers(runtimeDirectory: folder.path)
        markers.set("london", due: 123_456.789, interval: 60, list: "a")
        markers.set("london", due: 7.5, interval: 60, list: "a")
        markers.set("berlin", due: 8, interval: 60, list: "b c")
        #expect(markers.mark("london", list: "a") == DueMarkers.Mark(due: 7.5, interval: 60))
        #expect(markers.mark("berlin", list: "b c") == DueMarkers.Mark(due: 8, interval: 60))
        #expect(markers.mark("paris", list: "a") == nil)
    }

    @Test func `a marker of another list says nothing, however alike they begin`() throws {
        let folder = try Folder()
        let markers = DueMarkers(runtimeDirectory: folder.path)
        let long = String(repeating: "x", count: 4_000)
        for (list, other) in [("a", "b"), ("a", "a b"), ("a b", "a"), ("a", ""), (long + "1", long + "2")] {
            markers.set("london", due: 7, interval: 60, list: list)
            #expect(markers.mark("london", list: other) == nil)
        }
    }

    @Test(arguments: ["pipe", "link", "link to nothing", "directory", "device"])
    func `what is no regular file is no marker, keeps nobody waiting and stays as it is`(_ kind: String) throws {
        let folder = try Folder()
        let path = folder.path + "/london.due"
        let other = try folder.write("other", "7 a")
        switch kind {
        case "pipe": mkfifo(path, 0o600)
        case "link": symlink(other, path)
        case "link to nothing": symlink(folder.path + "/none", path)
        case "directory": mkdir(path, 0o700)
        default: if mknod(path, S_IFCHR | 0o600, 0x103) != 0 { return }
        }
        let markers = DueMarkers(runtimeDirectory: folder.path)
        markers.set("london", due: 8, interval: 60, list: "a")
        #expect(markers.mark("london", list: "a") == nil)
        #expect(try String(contentsOfFile: other, encoding: .utf8) == "7 a")
        #expect(access(folder.path + "/none", F_OK) != 0)
    }

    @Test func `a pipe that somebody reads is not written to`() throws {
        let folder = try Folder()
        let path = folder.path + "/london.due"
        mkfifo(path, 0o600)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        DueMarkers(runtimeDirectory: folder.path).set("london", due: 8, interval: 60, list: "a")
        var byte: UInt8 = 0
        #expect(read(reader, &byte, 1) == 0)
    }

    @Test func `nonsense and no directory are no marker`() throws {
        let folder = try Folder()
        for text in ["", "soon", "soon a", "12", " a"] {
            try folder.write("london.due", text)
            #expect(DueMarkers(runtimeDirectory: folder.path).mark("london", list: "a") == nil)
        }
        let none = DueMarkers(runtimeDirectory: nil)
        none.set("london", due: 1, interval: 60, list: "a")
        #expect(none.mark("london", list: "a") == nil)
    }
}
