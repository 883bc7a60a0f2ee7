// Which documents show that they are complete.

import Reading
import Testing

@testable import batchwatch_reader

struct DocumentEndTests {
    @Test(
        arguments: [
            ("[{\"a\": 1}, {\"a\": 2}]", DocumentEnd.shown), ("{\"a\": {\"b\": {}}}", .shown), ("[{}\n,{}]", .shown),
            ("[\n{\"a\": \"} {\"}]", .shown), ("\u{FEFF}\n{\"a\": 1}\n{\"a\": 2}", .notShown),
            ("{\"a\": 1}\n{\"a\": 2}\n", .notShown), ("{\"a\": 1}\r\n\t {\"a\": 2}", .notShown),
            ("{\"a\": 1}{\"a\": 2}", .notShown), ("a;b\n1;2\n", .notShown), ("<p>a</p></body>", .shown),
            ("<p>a</p>", .notShown), ("<rss></rss>", .shown),
            ("<table><tr><td>a</table>\n", .shown), ("<html><table><tr><td>a</table>", .notShown),
            ("<table><tr><td>a</table><p>b", .notShown), ("%PDF-1.4\nstartxref\n9\n%%EOF\n", .shown),
            ("%PDF-1.4\n%%EOF" + String(repeating: " ", count: 1_019), .shown),
            ("%PDF-1.4\n%%EOF" + String(repeating: " ", count: 1_020), .notShown), ("%PDF-1.4\n%%EO", .notShown),
        ])
    func `objects on lines of their own might be followed by more`(_ text: String, _ end: DocumentEnd) throws {
        let opened = try OpenedDocument(Array(text.utf8), request: ParseRequest(key: "", columns: []))
        #expect(opened.end == end)
    }
}
