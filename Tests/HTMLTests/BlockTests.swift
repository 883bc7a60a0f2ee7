// The text of a page in lines, for lists outside of tables.

import HTML
import Testing
import Text

private func blocks(_ page: String) throws -> [TextBlock] { try pageBlocks(of: Array(page.utf8)) }

private func lines(_ page: String) throws -> [[String]] { try blocks(page).map(\.lines) }

struct BlockTests {
    @Test func `each block is one, and a line break parts lines`() throws {
        let page = """
            <html><head><title>T</title><style>a</style></head><body><h1>List</h1><ul><li>1:  <b>a</b>
            b<li>2: c</ul><p>3: d<br>4: e<br/><br>5</p>6<div>7<p>8</p>9</div><p hidden>10</p><script>11</script></body>
            """
        #expect(
            try lines(page) == [["List"], ["1: a b"], ["2: c"], ["3: d", "4: e", "5"], ["6"], ["7"], ["8"], ["9"]])
        #expect(try blocks(page).allSatisfy { !$0.isWritten })
    }

    @Test func `text that is set as it is written has its own lines, and an empty one parts blocks`() throws {
        let page = "<p>a</p><pre>\nNo   Status\n1   <b>sent</b>\n\n  \n2\tx\n</pre>b"
        #expect(
            try blocks(page) == [
                TextBlock(["a"]), TextBlock(["No Status", "1 sent"], isWritten: true),
                TextBlock(["2 x"], isWritten: true), TextBlock(["b"]),
            ])
    }

    @Test func `the call of a footnote is no digit, and a picture has its text`() throws {
        #expect(try lines("<p>1<sup>2</sup>: note<sup>3</sup> a<img alt='PDF'>b</p>") == [["1\u{B2}: note a PDF b"]])
    }

    @Test func `cells of one line with others beside them are no text`() throws {
        #expect(try lines("<table><tr><td>1</td><td>a</td></tr><tr><td>2</td></tr></table>") == [["2"]])
        #expect(
            try lines("<table><tr><td>Home</td><td><p>1: a</p><p>2: b</p></td></tr></table>")
                == [["1: a"], ["2: b"]])
        let inner = "<table><tr><td>x</td><td>y</td></tr><tr><td>3: c</td></tr></table>"
        #expect(try lines("<table><tr><td>\(inner)<p>4: d</p></td><td>z</td></tr></table>") == [["3: c"], ["4: d"]])
    }

    @Test func `a page of more lines, or longer ones, is refused`() throws {
        var limits = TableLimits()
        (limits.rows, limits.cellBytes, limits.textBytes) = (3, 10, 20)
        for (page, cause) in [
            ("a<br>b<br>c<br>d", "more than 3 lines"), ("12345678901", "longer than 10 bytes"),
            ("1234567890<br>1234567890<br>1", "longer than 20 bytes"),
        ] {
            let error = #expect(throws: TableError.self) { try pageBlocks(of: Array(page.utf8), limits: limits) }
            #expect(error?.kind == .limit && error?.description.contains(cause) == true, "\(error as Any)")
        }
        #expect(try pageBlocks(of: Array("1234567890<br>123456789<br>1".utf8), limits: limits).count == 1)
    }
}
