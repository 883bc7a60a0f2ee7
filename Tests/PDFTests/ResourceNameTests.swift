// Fonts by the names of resources: the last one is cached by eight of its bytes.

import Testing

@testable import PDF

struct ResourceNameTests {
    @Test func `names that share their last eight bytes are names of different fonts`() throws {
        let names = ["F1234567", "XF1234567", "YF1234567", "F7"]
        let digits = ["one", "two", "three", "four"]
        var writer = PDFWriter()
        writer.add(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.add(2, "<< /Type /Pages /Count 1 /Kids [3 0 R] >>")
        let fonts = names.indices.map { "/\(names[$0]) \($0 + 10) 0 R" }.joined(separator: " ")
        writer.add(
            3, "<< /Type /Page /Parent 2 0 R /Resources << /Font << \(fonts) >> >> /Contents 4 0 R >>")
        for (index, digit) in digits.enumerated() {
            writer.add(
                index + 10, "<< /Type /Font /Subtype /Type1 /BaseFont /X /Encoding << /Differences [65 /\(digit)] >> >>"
            )
        }
        // Each of them after each.
        let order = [0, 1, 2, 1, 0, 3, 0, 2, 0, 0, 3, 3, 1, 3, 2, 2]
        let content = order.enumerated().map { "BT /\(names[$1]) 9 Tf 50 \(700 - 20 * $0) Td (A) Tj ET" }
        writer.addStream(4, content.joined(separator: "\n"))
        writer.endRevision()
        #expect(try PageReading(writer.bytes).texts == order.map { String($0 + 1) })
    }
}
