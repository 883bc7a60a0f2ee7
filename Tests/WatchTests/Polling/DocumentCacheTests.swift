import Foundation
import TestKit
import Testing
import WatchKit

@testable import Storage
@testable import Watch

@Suite struct DocumentCacheTests {
    let folder: Folder
    let cache: DocumentCache
    let digest = String(repeating: "a", count: 64)
    let other = String(repeating: "b", count: 64)

    init() throws {
        folder = try Folder()
        cache = try DocumentCache(folder.path + "/cache")
    }

    func keep(_ text: String, of source: String = "london", digest: String) throws {
        let document = try IncomingDocument()
        write(document.descriptor, text, text.utf8.count)
        try cache.keep(document, of: source, digest: digest)
    }

    func document(_ digest: String, length: Int) -> KeptDocument { KeptDocument(digest: digest, length: length) }

    func names() -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: cache.path)) ?? []).sorted()
    }

    @Test func `what is kept is there, byte for byte, and nothing else`() throws {
        try keep("%PDF", digest: digest)
        #expect(
            try Data(contentsOf: URL(fileURLWithPath: cache.path(of: "london", digest: digest))) == Data("%PDF".utf8))
        #expect(names().count == 1)
        #expect(cache.holds(document(digest, length: 4), of: "london"))
        #expect(!cache.holds(nil, of: "london"))
        #expect(!cache.holds(document(other, length: 4), of: "london"))
        #expect(!cache.holds(document(digest, length: 4), of: "berlin"))
    }

    @Test(arguments: [3, 5])
    func `a document of another length is not the one accepted`(length: Int) throws {
        try keep("%PDF", digest: digest)
        #expect(!cache.holds(document(digest, length: length), of: "london"))
    }

    @Test func `a link is not a document`() throws {
        try folder.write("elsewhere", "%PDF")
        let place = cache.path(of: "london", digest: digest)
        try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: folder.path + "/elsewhere")
        var status = stat()
        lstat(place, &status)
        #expect(!cache.holds(document(digest, length: Int(status.st_size)), of: "london"))
    }

    @Test func `others of the source are removed, and none of another source`() throws {
        try keep("%PDF", digest: digest)
        try keep("%PDF", digest: other)
        try keep("%PDF", of: "london.uk", digest: other)
        cache.removeOthers(of: "london", keeping: [digest])
        #expect(cache.holds(document(digest, length: 4), of: "london"))
        #expect(!cache.holds(document(other, length: 4), of: "london"))
        #expect(cache.holds(document(other, length: 4), of: "london.uk"))
        cache.removeOthers(of: "london", keeping: [])
        #expect(names().count == 1)
    }

    @Test func `what was left of a document that was cut off is in nobody's way`() throws {
        try folder.write("cache/london.new", "half")
        try keep("%PDF", digest: digest)
        #expect(cache.holds(document(digest, length: 4), of: "london"))
        #expect(names().count == 1)
    }

    @Test func `a full disk leaves no half document`() throws {
        guard geteuid() == 0, mount("tmpfs", cache.path, "tmpfs", 0, "size=16k,mode=700") == 0 else { return }
        defer { umount2(cache.path, Int32(MNT_DETACH)) }
        #expect(throws: StateError.self) { try keep(String(repeating: "x", count: 40_000), digest: digest) }
        #expect(names().isEmpty)
    }
}
