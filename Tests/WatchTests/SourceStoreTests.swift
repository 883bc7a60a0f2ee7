import Foundation
import Testing

@testable import Watch

@Suite struct SourceStoreTests {
    let folder: Folder
    let directory: StateDirectory
    let store: SourceStore
    var file: String { folder.path + "/state/london.json" }

    init() throws {
        folder = try Folder()
        directory = try StateDirectory(folder.path + "/state")
        store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: directory)
    }

    /// Makes saves fail, whoever asks: the place of the new file is taken by a directory that is not empty.
    func obstruct() throws {
        try FileManager.default.createDirectory(
            atPath: file + ".new/full", withIntermediateDirectories: true)
    }

    func clear() throws {
        try FileManager.default.removeItem(atPath: file + ".new")
    }

    @Test func `a change is in memory and on disk`() throws {
        try store.update { $0.sequence = 7 }
        #expect(store.state.sequence == 7)
        #expect(try StateDirectory.peek("london", in: directory.path)?.sequence == 7)
    }

    @Test func `a state that stays as it was is not written`() throws {
        try store.update { $0.sequence = 7 }
        try FileManager.default.removeItem(atPath: file)
        try store.update { $0.sequence = 7 }
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `a change that cannot be saved has not happened`() throws {
        try store.update { $0.sequence = 7 }
        try obstruct()
        #expect(throws: StateError.self) { try store.update { $0.sequence = 8 } }
        #expect(store.state.sequence == 7)
        try clear()
        try store.update { $0.sequence = 9 }
        #expect(try StateDirectory.peek("london", in: directory.path)?.sequence == 9)
    }

    @Test func `what has happened already is remembered though it cannot be saved, and saved later`() throws {
        try obstruct()
        #expect(throws: StateError.self) { try store.note { $0.sequence = 8 } }
        #expect(store.state.sequence == 8)
        #expect(throws: StateError.self) { try store.catchUp() }
        try clear()
        try store.catchUp()
        #expect(try StateDirectory.peek("london", in: directory.path)?.sequence == 8)
        try FileManager.default.removeItem(atPath: file)
        try store.catchUp()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `what was noted and saved is not saved again`() throws {
        try store.note { $0.sequence = 8 }
        try FileManager.default.removeItem(atPath: file)
        try store.catchUp()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `a full disk leaves the old state and no half file`() throws {
        guard geteuid() == 0 else { return }
        let place = folder.path + "/small"
        try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: false)
        guard mount("tmpfs", place, "tmpfs", 0, "size=16k,mode=700") == 0 else { return }
        defer { umount2(place, Int32(MNT_DETACH)) }
        let store = SourceStore(name: "london", state: SourceState(uuid: "u"), in: try StateDirectory(place))
        try store.update { $0.sequence = 1 }
        #expect(throws: StateError.self) {
            try store.update { state in
                state.sequence = 2
                state.observed = [String(repeating: "x", count: 20_000)]
            }
        }
        #expect(store.state.sequence == 1)
        #expect(try StateDirectory.peek("london", in: place)?.sequence == 1)
        #expect(!FileManager.default.fileExists(atPath: place + "/london.json.new"))
        try store.update { $0.sequence = 3 }
        #expect(try StateDirectory.peek("london", in: place)?.sequence == 3)
    }
}
