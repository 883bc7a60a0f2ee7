// A million of one thing, and numbers that no object has: read or refused in linear time.

import PDF
import TestKit
import Testing

@Suite struct MillionTests {
    private func read(_ document: [UInt8]) {
        do throws(PDFError) { _ = try readPages(of: document) { _ in } } catch {}
    }

    @Test(arguments: ["(", "endstream\n", "<<", "[", "1 0 obj "])
    func `a million of one thing cost four times what a quarter of them costs`(word: String) {
        let growth = growth(to: 1_000_000) { count in
            read(Array("%PDF-1.4\n".utf8) + Array(String(repeating: word, count: count).utf8))
        }
        #expect(growth < linearGrowth, "\(growth)")
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775808", "18446744073709551616", "-9223372036854775809"])
    func `an object of a number that none has is none`(number: String) throws {
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Count 1 /Kids [\(number) 0 R] >>")
        writer.endRevision()
        var document = writer.bytes
        document += Array("\n\(number) 0 obj\n<< /Type /Page >>\nendobj\n".utf8)
        var count = 0
        do throws(PDFError) {
            let damage = try readPages(of: document) { _ in count += 1 }
            #expect(count == 0 && !damage.isEmpty)
        } catch {
            #expect(!error.description.isEmpty)
        }
    }
}
