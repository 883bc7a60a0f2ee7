import TestKit
import Testing
import WatchKit

@testable import Watch

@Suite struct DueMarkersTests {
    @Test func `a marker is what was set last, for each source its own`() throws {
        let folder = try Folder()
        let markers = DueMarkers(runtimeDirectory: folder.path)
        markers.set("london", due: 123_456.789, list: "a")
        markers.set("london", due: 7.5, list: "a")
        markers.set("berlin", due: 8, list: "b c")
        #expect(markers.due("london", list: "a") == 7.5)
        #expect(markers.due("berlin", list: "b c") == 8)
        #expect(markers.due("paris", list: "a") == nil)
    }

    @Test func `a marker of another list says nothing, however alike they begin`() throws {
        let folder = try Folder()
        let markers = DueMarkers(runtimeDirectory: folder.path)
        let long = String(repeating: "x", count: 4_000)
        for (list, other) in [("a", "b"), ("a", "a b"), ("a b", "a"), ("a", ""), (long + "1", long + "2")] {
            markers.set("london", due: 7, list: list)
            #expect(markers.due("london", list: other) == nil)
        }
    }

    @Test func `nonsense and no directory are no marker`() throws {
        let folder = try Folder()
        for text in ["", "soon", "soon a", "12", " a"] {
            try folder.write("london.due", text)
            #expect(DueMarkers(runtimeDirectory: folder.path).due("london", list: "a") == nil)
        }
        let none = DueMarkers(runtimeDirectory: nil)
        none.set("london", due: 1, list: "a")
        #expect(none.due("london", list: "a") == nil)
    }
}
