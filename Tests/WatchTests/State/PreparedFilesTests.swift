// Several files that change together, or not at all.

import Glibc
import Storage
import TestKit
import Testing

@Suite struct PreparedFilesTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
    }

    private func file(_ name: String, _ text: String) -> PreparedFiles.File {
        PreparedFiles.File(path: "\(folder.path)/\(name)", bytes: Array(text.utf8), mode: 0o640)
    }

    private func text(_ name: String) -> String? {
        (try? PreparedFiles.content(of: "\(folder.path)/\(name)")).flatMap {
            $0.map { String(decoding: $0, as: UTF8.self) }
        }
    }

    private var names: [String] { folder.names }

    @Test func `new and old files take their places together and can be put back`() throws {
        try folder.write("b", "old")
        chmod("\(folder.path)/b", 0o604)
        let files = try PreparedFiles([file("a", "1"), file("b", "2")])
        #expect(text("a") == nil && text("b") == "old")
        try files.takePlace()
        #expect(text("a") == "1" && text("b") == "2")
        var facts = stat()
        #expect(stat("\(folder.path)/b", &facts) == 0 && facts.st_mode & 0o777 == 0o604)
        #expect(stat("\(folder.path)/a", &facts) == 0 && facts.st_mode & 0o777 == 0o640)
        files.undo()
        #expect(text("a") == nil && text("b") == "old" && names == ["b"])
    }

    @Test func `a link stays one, and nothing is left beside the files`() throws {
        try folder.write("real", "old")
        symlink("\(folder.path)/real", "\(folder.path)/link")
        do {
            try PreparedFiles([file("link", "new")]).takePlace()
        }
        #expect(text("real") == "new" && names == ["link", "real"])
    }

    @Test func `what cannot be prepared or replaced changes nothing`() throws {
        try folder.write("b", "old")
        #expect(throws: StateError.self) { try PreparedFiles([file("b", "2"), file("no/such", "3")]) }
        mkdir("\(folder.path)/d", 0o700)
        #expect(throws: StateError.self) { try PreparedFiles([file("b", "2"), file("d", "3")]) }
        let files = try PreparedFiles([file("b", "2"), file("c", "3")])
        // Somebody puts a directory there meanwhile.
        mkdir("\(folder.path)/c", 0o700)
        #expect(throws: StateError.self) { try files.takePlace() }
        #expect(text("b") == "old" && names == ["b", "c", "d"])
    }
}
