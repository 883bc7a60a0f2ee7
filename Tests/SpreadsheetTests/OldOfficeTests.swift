// The messages for documents of Office until 2003, and for encrypted ones.

import Spreadsheet
import Testing
import Text

private let head: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1] + [UInt8](repeating: 0, count: 504)

/// An entry of a directory.
///
/// - Parameter type: 1 for a storage, 2 for a stream, 5 for the root.
private func entry(_ name: String, type: UInt8 = 2) -> [UInt8] {
    let units = name.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let padding = [UInt8](repeating: 0, count: 64 - units.count)
    return units + padding + [UInt8(units.count + 2), 0, type, 1] + [UInt8](repeating: 0, count: 60)
}

private func error(_ document: [UInt8]) -> TableError? {
    do throws(TableError) {
        _ = try spreadsheetTables(of: document)
        return nil
    } catch {
        return error
    }
}

struct OldOfficeTests {
    @Test(arguments: [
        ("Workbook", "an Excel workbook of the old kind (.xls)"), ("Book", "an Excel workbook of the old kind (.xls)"),
        ("Contents", "an OLE2 compound file and no workbook"),
    ])
    func `a compound file is told by its streams, and what to do`(stream: String, kind: String) {
        let document = head + entry("Root Entry", type: 5) + entry("\u{5}SummaryInformation") + entry(stream)
        let error = error(document)
        #expect(error?.kind == .unsupported)
        #expect(error?.description.hasPrefix("the document is \(kind)") == true)
        #expect(error?.description.contains("as .xlsx") == true)
    }

    @Test func `an encrypted workbook is told as such`() {
        let streams = entry("\u{6}DataSpaces", type: 1) + entry("EncryptedPackage") + entry("EncryptionInfo")
        #expect(error(head + entry("Root Entry", type: 5) + streams)?.kind == .encrypted)
        // All of an OpenDocument package may be encrypted as one.
        let whole = ArchiveWriter([
            ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("encrypted-package", "x"),
            ("META-INF/manifest.xml", "<manifest><file-entry><encryption-data/></file-entry></manifest>"),
        ])
        #expect(error(whole.bytes)?.kind == .encrypted)
    }

    @Test func `documents inside a document do not tell what it is`() {
        let inner = entry("ObjectPool", type: 1) + entry("Workbook")
        #expect(CompoundFileKind(of: head + entry("WordDocument") + inner) == .text)
        #expect(CompoundFileKind(of: head + entry("PowerPoint Document") + inner) == .presentation)
        #expect(CompoundFileKind(of: head + entry("__properties_version1.0") + inner) == .message)
        let outer = entry("Workbook") + entry("MBD0", type: 1) + entry("WordDocument")
        #expect(CompoundFileKind(of: head + outer) == .workbook)
        // A folder of that name is no stream.
        #expect(CompoundFileKind(of: head + entry("Workbook", type: 1)) == nil)
    }

    @Test(
        arguments: [
            [0x09, 0x00, 0x04, 0x00], [0x09, 0x02, 0x06, 0x00], [0x09, 0x04, 0x06, 0x00], [0x09, 0x08, 0x08, 0x00],
            [0x09, 0x08, 0x10, 0x00],
        ] as [[UInt8]])
    func `a workbook without a compound file around it is told as well`(start: [UInt8]) {
        #expect(isOldOffice(start))
        #expect(error(start + [0, 0, 16, 0])?.description.contains("an Excel workbook") == true)
        #expect(!isOldOffice(Array(start.dropLast())))
    }

    @Test func `one that is cut off at any place is told`() {
        let document = head + entry("Root Entry", type: 5) + entry("Workbook")
        for length in 4..<document.count {
            #expect(error(Array(document.prefix(length)))?.description.contains("no workbook") == true)
        }
        #expect(!isOldOffice([]) && !isOldOffice(Array("\tNumber".utf8)))
    }
}
