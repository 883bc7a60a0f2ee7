// Recognises formats of Office until 2003, and encrypted Office documents. None of them can be read; the error names
// the kind.

import Text

/// Whether a document is an OLE2 compound file ([MS-CFB] 2.2), or a workbook without one.
package func isOldOffice(_ document: [UInt8]) -> Bool {
    isCompoundFile(document) || isBareWorkbook(document)
}

/// Why such a document is not read.
func oldOfficeError(_ document: [UInt8]) -> TableError {
    switch isCompoundFile(document) ? CompoundFileKind(of: document) : .workbook {
    case .encrypted:
        return TableError(.encrypted, "the document is encrypted with a password: save it without one")
    case .workbook:
        return TableError(
            .unsupported,
            "the document is an Excel workbook of the old kind (.xls), which is not read: save it as .xlsx or .ods in "
                + "Excel or LibreOffice, or ask the office whether it publishes .xlsx, .ods or .csv too")
    case .text, .presentation, .message, nil:
        return TableError(
            .unsupported, "the document is an OLE2 compound file and no workbook: save its list as .xlsx, .ods or .pdf")
    }
}

private func isCompoundFile(_ document: [UInt8]) -> Bool {
    document.starts(with: [0xD0, 0xCF, 0x11, 0xE0])
}

/// Whether a document begins with the first record of a workbook ([MS-XLS] 2.4.21, and the versions 2 to 4 before it):
/// Excel wrote such files until 4.0, and scripts that export to Excel still do.
private func isBareWorkbook(_ document: [UInt8]) -> Bool {
    document.count > 3 && document[0] == 0x09 && [0, 2, 4, 8].contains(document[1])
        && [4, 6, 8, 16].contains(document[2]) && document[3] == 0
}

/// The kind of a compound file, by the names of its streams.
package enum CompoundFileKind: Sendable {
    case encrypted, workbook, text, presentation, message

    /// [MS-XLS] 2.1.2, [MS-DOC] 2.1.1, [MS-PPT] 2.1.1, [MS-OFFCRYPTO] 2.3.4.4, [MS-OXMSG] 2.4.
    private static let kinds: [String: CompoundFileKind] = [
        "Workbook": .workbook, "Book": .workbook, "WordDocument": .text, "PowerPoint Document": .presentation,
        "EncryptedPackage": .encrypted, "__properties_version1.0": .message,
    ]

    /// The kind by the first stream with a known name, nil for none: streams of embedded documents come later. Entries
    /// of the directory ([MS-CFB] 2.6.1) have 128 bytes and stand at multiples of that, so they are found in any
    /// sector, without following the sector chain.
    package init?(of document: [UInt8]) {
        guard isCompoundFile(document), let kind = Self.kind(in: document) else { return nil }
        self = kind
    }

    private static func kind(in document: [UInt8]) -> CompoundFileKind? {
        for entry in stride(from: 512, through: document.count - 128, by: 128) {
            let length = Int(document[entry + 64])
            // A stream, and the length of its name including the terminating zero.
            guard document[entry + 66] == 2, document[entry + 65] == 0, (4...64).contains(length), length % 2 == 0
            else {
                continue
            }
            let name = document[entry..<(entry + length - 2)]
            let odd = stride(from: entry + 1, to: entry + length, by: 2)
            guard odd.allSatisfy({ document[$0] == 0 }) else { continue }
            if let kind = kinds[String(decoding: name.filter { $0 != 0 }, as: UTF8.self)] { return kind }
        }
        return nil
    }
}
