// The smallest possible list, for tests that need a real document.

/// A PDF of one page with these rows, in the smallest form (ISO 32000-1 annex H.3).
package func pdf(_ rows: [[String]]) -> String {
    let lines = rows.enumerated().map { number, cells in
        zip([72, 200, 400, 500], cells).map { x, cell in "1 0 0 1 \(x) \(700 - 20 * number) Tm (\(escaped(cell))) Tj" }
            .joined(separator: "\n")
    }
    let content = "BT /F1 10 Tf\n" + lines.joined(separator: "\n") + "\nET"
    return pdf(objects: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
        "<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ])
}

/// A PDF of these objects, numbered from 1, the first its catalog.
package func pdf(objects: [String]) -> String {
    var text = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (number, object) in objects.enumerated() {
        offsets.append(text.utf8.count)
        text += "\(number + 1) 0 obj\n\(object)\nendobj\n"
    }
    let start = text.utf8.count
    let entries = offsets.map { String(String(10_000_000_000 + $0).dropFirst()) + " 00000 n \n" }.joined()
    let count = objects.count + 1
    text += "xref\n0 \(count)\n0000000000 65535 f \n\(entries)trailer << /Size \(count) /Root 1 0 R >>\n"
    return text + "startxref\n\(start)\n%%EOF\n"
}

/// A literal string's text (ISO 32000-1 7.3.4.2).
private func escaped(_ text: String) -> String {
    String(text.flatMap { "()\\".contains($0) ? ["\\", $0] : [$0] })
}
