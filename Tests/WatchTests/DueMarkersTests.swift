import Testing

@testable import Watch

@Suite struct DueMarkersTests {
    @Test func `a marker is what was set last, for each source its own`() throws {
        let folder = try Folder()
        let markers = DueMarkers(runtimeDirectory: folder.path)
        markers.set("london", due: 123_456.789)
        markers.set("london", due: 7.5)
        markers.set("berlin", due: 8)
        #expect(markers.due("london") == 7.5)
        #expect(markers.due("berlin") == 8)
        #expect(markers.due("paris") == nil)
    }

    @Test func `nonsense and no directory are no marker`() throws {
        let folder = try Folder()
        try folder.write("london.due", "soon")
        #expect(DueMarkers(runtimeDirectory: folder.path).due("london") == nil)
        let none = DueMarkers(runtimeDirectory: nil)
        none.set("london", due: 1)
        #expect(none.due("london") == nil)
    }
}
