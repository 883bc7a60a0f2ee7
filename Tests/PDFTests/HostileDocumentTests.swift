// Small documents with large demands: shared and repeated objects are counted at each use.

import Glibc
import PDF
import Testing

@Suite struct HostileDocumentTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        /// What the reader says; nil for a document that is read.
        var reason: String?
        var document: @Sendable () -> [UInt8]
    }

    /// Less than by default, so that a debug build is soon there.
    private static let limits: PDFLimits = {
        var limits = PDFLimits()
        limits.decodedBytes = 8 << 20
        return limits
    }()
    private static let overlap = "the document's parts overlap, or are used too often"

    static let cases = [
        Case(
            testDescription: "pages named twice on each of 50 levels",
            reason: "the page tree names more than 100000 pages"
        ) {
            var writer = PDFWriter()
            writer.add(1, "<< /Type /Catalog /Pages << /Kids 100 0 R >> >>")
            for level in 100..<150 { writer.add(level, "[<< /Kids \(level + 1) 0 R >> << /Kids \(level + 1) 0 R >>]") }
            writer.add(150, "[<< /Type /Page >>]")
            writer.endRevision()
            return writer.bytes
        },
        Case(testDescription: "contents that are many times the same blanks", reason: overlap) {
            repeated(300_000) {
                $0.addStream(6, [UInt8](repeating: 0x20, count: 200_000), "/Filter /ASCIIHexDecode")
            }
        },
        Case(
            testDescription: "blanks between two filters",
            reason: "the streams hold more than 8388608 bytes when decoded"
        ) {
            let runs = [[UInt8]](repeating: [129, 0x20], count: 10_000).joined()
            return repeated(20_000) {
                $0.addStream(6, Array(runs), "/Filter [/RunLengthDecode /ASCIIHexDecode]")
            }
        },
        Case(
            testDescription: "decoded bytes that no predictor can undo",
            reason: "the streams hold more than 8388608 bytes when decoded"
        ) {
            let data = PDFWriter.stored([UInt8](repeating: 0x20, count: 200_000))
            return repeated(20_000) {
                $0.addStream(
                    6, data, "/Filter /FlateDecode /DecodeParms << /Predictor 2 /BitsPerComponent 16 >>")
            }
        },
        Case(testDescription: "contents that are many times nothing, on many pages", reason: overlap) {
            var writer = PDFWriter()
            writer.add(1, "<< /Type /Catalog /Pages << /Kids [\(references(100..<2100))] >> >>")
            for page in 100..<2100 { writer.add(page, "<< /Type /Page /Contents 7 0 R >>") }
            writer.addStream(6, "")
            writer.add(7, "[" + String(repeating: "6 0 R ", count: 20_000) + "]")
            writer.endRevision()
            return writer.bytes
        },
        Case(testDescription: "a length that leads into white space, many times", reason: overlap) {
            repeated(300_000) {
                $0.addRaw(6, "6 0 obj << /Length 0 >> stream\n" + String(repeating: " ", count: 200_000) + "endstream ")
            }
        },
        Case(testDescription: "offsets that lead into white space, many times", reason: overlap) {
            var writer = PDFWriter()
            writer.add(1, "<< /Type /Catalog /Pages << /Kids [\(references(100..<20_000))] >> >>")
            let blanks = writer.bytes.count
            writer.append(String(repeating: " ", count: 400_000))
            let table = writer.bytes.count
            writer.append("xref 0 1 0 65535 f 1 1 9 0 n 100 19900 ")
            writer.append(String(repeating: "\(blanks) 0 n ", count: 19_900))
            writer.append("trailer << /Root 1 0 R >> startxref\n\(table)\n%%EOF")
            return writer.bytes
        },
        Case(testDescription: "a font for each operator", reason: "the fonts have more than 2000000 glyphs") {
            PDFWriter.document(
                String(repeating: "/G gs ", count: 10_000),
                resources: "/ExtGState << /G << /Font [<< /Subtype /Type0 >> 9] >> >>")
        },
        Case(testDescription: "widths that share arrays", reason: "the fonts' tables have more than 1000000 entries") {
            PDFWriter.document(
                "BT /F1 9 Tf (ab) Tj ET",
                font: "<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [<< /W 7 0 R >>] >>"
            ) {
                $0.add(6, "[" + String(repeating: "1 ", count: 1000) + "]")
                $0.add(7, "[" + String(repeating: "0 6 0 R ", count: 2000) + "]")
            }
        },
        Case(testDescription: "an array of texts for one code", reason: "the fonts' tables have too many entries") {
            PDFWriter.document("BT /F1 9 Tf (ab) Tj ET", font: "<< /Subtype /Type1 /ToUnicode 6 0 R >>") {
                $0.addStream(6, "beginbfrange <41> <41> [" + String(repeating: "<1>", count: 1_000_001))
            }
        },
        Case(testDescription: "one text for all codes, longer than a text may be", reason: nil) {
            let codes = (0..<256).map { String($0, radix: 16) }.map { ($0.count == 1 ? "0" : "") + $0 + "00" }.joined()
            return PDFWriter.document(
                "BT /F1 9 Tf <\(codes)> Tj ET",
                font: "<< /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< >>] >>"
            ) {
                $0.addStream(
                    6, "beginbfrange <0000> <FFFF> <" + String(repeating: "0041", count: 10_000) + "> endbfrange")
            }
        },
        Case(
            testDescription: "an empty form, again and again",
            reason: "the streams hold more than 8388608 bytes when decoded"
        ) {
            // What it names would be read again each time.
            let names = (0..<2000).map { "/A\($0) 1 " }.joined()
            return PDFWriter.document(
                String(repeating: "/X Do ", count: 17_000), resources: "/XObject << /X 6 0 R >>"
            ) {
                $0.addStream(6, "", "/Subtype /Form /Resources << \(names) >>")
            }
        },
        Case(testDescription: "long texts in very many fonts", reason: "the fonts have more than 2000000 glyphs") {
            PDFWriter.document(
                String(repeating: "/G gs ", count: 500),
                resources: "/ExtGState << /G << /Font [<< /Subtype /Type1 /ToUnicode 6 0 R >> 9] >> >>"
            ) {
                $0.addStream(6, "beginbfrange <00> <FF> <" + String(repeating: "4E00", count: 256) + "> endbfrange")
            }
        },
    ]

    @Test(.timeLimit(.minutes(3)), arguments: cases) func `no document costs more than is allowed`(hostile: Case) {
        let document = hostile.document()
        var error: PDFError?
        let begun = processorSeconds()
        do throws(PDFError) {
            _ = try PageReading(document, limits: Self.limits)
        } catch let refusal {
            error = refusal
        }
        let time = processorSeconds() - begun
        #expect(error?.reason == hostile.reason)
        #expect(error == nil || error?.kind == .limit)
        // Processor time of a debug build; without the count it takes minutes, or more memory than there is.
        #expect(time < 20)
    }

    @Test func `the longest text of a code is read, one unit more is none`() throws {
        for (units, expected) in [(256, String(repeating: "A", count: 256)), (257, "\u{FFFD}")] {
            let document = PDFWriter.document(
                "BT /F1 9 Tf 50 50 Td <0001> Tj ET",
                font: "<< /Subtype /Type0 /Encoding /Identity-H /ToUnicode 6 0 R /DescendantFonts [<< >>] >>"
            ) {
                $0.addStream(6, "beginbfchar <0001> <" + String(repeating: "0041", count: units) + "> endbfchar")
            }
            #expect(try PageReading(document).texts == [expected])
        }
    }

    /// A page whose contents are the same stream, object 6, so many times.
    private static func repeated(_ count: Int, _ stream: (inout PDFWriter) -> Void) -> [UInt8] {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages << /Kids [3 0 R] >> >>")
        writer.add(3, "<< /Type /Page /Contents [" + String(repeating: "6 0 R ", count: count) + "] >>")
        stream(&writer)
        writer.endRevision()
        return writer.bytes
    }

    private static func references(_ numbers: Range<Int>) -> String {
        numbers.map { "\($0) 0 R" }.joined(separator: " ")
    }
}

/// The processor time that this thread has used, in seconds.
private func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}
