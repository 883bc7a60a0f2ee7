// ZIP archives: which are read, and which are refused with which message.

import Testing
import Text

@testable import Spreadsheet

private func read(_ name: String, in writer: ArchiveWriter, _ limits: TableLimits = TableLimits()) throws(TableError)
    -> String
{
    var archive = try Archive(writer.bytes, limits: limits)
    return String(decoding: try archive.read(name), as: UTF8.self)
}

private func kind(_ writer: ArchiveWriter, _ limits: TableLimits = TableLimits()) -> TableError.Kind? {
    do throws(TableError) {
        _ = try read("a", in: writer, limits)
        return nil
    } catch {
        return error.kind
    }
}

/// An archive of one entry, changed.
private func one(_ change: (inout ArchiveWriter.Entry) -> Void = { _ in }) -> ArchiveWriter {
    var entry = ArchiveWriter.Entry("a", "content")
    change(&entry)
    return ArchiveWriter([entry])
}

struct ArchiveTests {
    @Test func `stored and deflated entries are read, sizes before, behind, or in 64 bits`() throws {
        #expect(try read("a", in: one()) == "content")
        #expect(try read("a", in: one { $0.method = 8 }) == "content")
        #expect(try read("a", in: one { ($0.method, $0.isStreamed) = (8, true) }) == "content")
        #expect(try read("a", in: one { $0.isWide = true }) == "content")
        #expect(try read("a", in: one { $0.content = [] }) == "")
        #expect(try read("a", in: one { ($0.content, $0.method) = ([], 8) }) == "")
        var wide = one()
        wide.isWide = true
        #expect(try read("a", in: wide) == "content")
        var told = one()
        told.comment = "a comment with PK\u{5}\u{6} in it"
        #expect(try read("a", in: told) == "content")
    }

    @Test func `names are found in any case, and with either slash`() throws {
        #expect(try read("XL/Workbook.xml", in: ArchiveWriter([("xl\\workbook.xml", "x")])) == "x")
    }

    @Test func `an archive that is cut off anywhere is malformed`() throws {
        let bytes = ArchiveWriter([("a", "content"), ("b", "more")]).bytes
        for count in 0..<bytes.count {
            #expect(throws: TableError.self) { try Archive(Array(bytes.prefix(count)), limits: TableLimits()) }
        }
        #expect(throws: TableError.self) { try Archive(bytes + [0], limits: TableLimits()) }
        #expect(throws: TableError.self) { try Archive([0] + bytes, limits: TableLimits()) }
    }

    @Test func `a changed byte is never read as other content`() throws {
        var entry = ArchiveWriter.Entry("a", "content of the entry")
        entry.method = 8
        let bytes = ArchiveWriter([entry]).bytes
        for index in bytes.indices {
            var changed = bytes
            changed[index] ^= 0x11
            guard var archive = try? Archive(changed, limits: TableLimits()), let content = try? archive.read("a")
            else { continue }
            #expect(content == entry.content)
        }
    }

    @Test func `sizes and checksums that lie are malformed`() {
        #expect(kind(one { $0.size = 6 }) == .malformed)
        #expect(kind(one { ($0.size, $0.method) = (6, 8) }) == .malformed)
        #expect(kind(one { ($0.size, $0.method) = (8, 8) }) == .malformed)
        #expect(kind(one { $0.checksum = 1 }) == .malformed)
        #expect(kind(one { ($0.encoded, $0.method) = (stored($0.content) + [0], 8) }) == .malformed)
        #expect(kind(one { ($0.encoded, $0.method) = (stored($0.content).dropLast(), 8) }) == .malformed)
        #expect(kind(one { $0.localName = "b" }) == .malformed)
        #expect(kind(one { $0.header = 1 }) == .malformed)
        #expect(kind(one { $0.name = "b" }) == .malformed)
        var count = one()
        count.count = 2
        #expect(kind(count) == .malformed)
        count.count = 0
        #expect(kind(count) == .malformed)
        var offset = one()
        offset.offset = 7
        #expect(kind(offset) == .malformed)
    }

    @Test func `encrypted entries and other methods are told by name`() {
        #expect(kind(one { $0.flags = 1 }) == .encrypted)
        #expect(kind(one { $0.method = 99 }) == .encrypted)
        #expect(throws: TableError(.unsupported, "\"a\" in the archive is packed with LZMA")) {
            try read("a", in: one { $0.method = 14 })
        }
        #expect(throws: TableError(.unsupported, "\"a\" in the archive is packed with the unknown method 77")) {
            try read("a", in: one { $0.method = 77 })
        }
    }

    @Test func `entries that overlap, lie in the directory or share a name are refused`() {
        let first = ArchiveWriter.Entry("a", "content")
        var second = first
        second.header = 0
        #expect(kind(ArchiveWriter([first, second])) == .refused)
        second.name = "b"
        second.localName = "a"
        #expect(kind(ArchiveWriter([first, second])) == .malformed)
        // A whole entry within the bytes of another.
        let inner = Array(ArchiveWriter([("b", "x")]).bytes.prefix(32))
        var pointed = ArchiveWriter.Entry("b", "x")
        pointed.header = 31
        #expect(kind(ArchiveWriter([ArchiveWriter.Entry("a", bytes: inner), pointed])) == .refused)
        #expect(kind(ArchiveWriter([("A", "x"), ("a", "x")])) == .refused)
    }

    @Test func `an entry may be packed as tightly as the limit says, and no tighter`() {
        let packed = spaces(repeats: 1000)
        let writer = one {
            $0.content = [UInt8](repeating: 0x20, count: packed.count)
            ($0.encoded, $0.method) = (packed.encoded, 8)
        }
        var limits = TableLimits()
        limits.ratioBytes = packed.count - 1
        limits.ratio = packed.count / packed.encoded.count
        #expect(kind(writer, limits) == .limit)
        limits.ratio += 1
        #expect(kind(writer, limits) == nil)
        (limits.ratio, limits.ratioBytes) = (1, packed.count)
        #expect(kind(writer, limits) == nil)
    }

    @Test func `all that is read together is as long as the limit says, and no longer`() throws {
        let writer = ArchiveWriter([("a", "content"), ("b", "more")])
        var limits = TableLimits()
        limits.decodedBytes = 11
        var archive = try Archive(writer.bytes, limits: limits)
        _ = try archive.read("a")
        _ = try archive.read("b")
        limits.decodedBytes = 10
        archive = try Archive(writer.bytes, limits: limits)
        _ = try archive.read("a")
        #expect(throws: TableError(.limit, "the archive's parts are larger than 10 bytes")) { try archive.read("b") }
    }

    @Test func `a part is used four times, and no more`() throws {
        var archive = try Archive(ArchiveWriter([("a", "content"), ("b", "more")]).bytes, limits: TableLimits())
        for name in ["a", "A", "a", "A", "b"] { _ = try archive.read(name) }
        #expect(throws: TableError(.refused, "\"a\" in the archive is used more than 4 times")) {
            try archive.read("a")
        }
    }

    @Test func `an archive has as many entries as the limit says, and no more`() throws {
        var limits = TableLimits()
        limits.entries = 2
        _ = try Archive(ArchiveWriter([("a", ""), ("b", "")]).bytes, limits: limits)
        #expect(throws: TableError(.limit, "the archive has more than 2 entries")) {
            try Archive(ArchiveWriter([("a", ""), ("b", ""), ("c", "")]).bytes, limits: limits)
        }
    }

    @Test func `an archive of several files is unsupported`() {
        var bytes = one().bytes
        bytes[bytes.count - 18] = 1
        #expect(throws: TableError(.unsupported, "the archive is split over several files")) {
            try Archive(bytes, limits: TableLimits())
        }
    }
}
