// Tables of text files, as programs and people write them.

import Testing
import Text

@testable import CSV

private func rows(_ text: String) throws(TableError) -> [[String]] { try rows(Array(text.utf8)) }

private func rows(_ bytes: [UInt8]) throws(TableError) -> [[String]] {
    let document = try csvTable(of: bytes)
    return document.damage.isEmpty && document.tables.count == 1 && document.tables[0].fields == nil
        ? document.tables[0].rows : []
}

struct CSVTests {
    @Test(arguments: [
        ("a,b\nc,d\n", [["a", "b"], ["c", "d"]]),
        ("a,b\r\nc,d", [["a", "b"], ["c", "d"]]),
        ("a,b\rc,d\r", [["a", "b"], ["c", "d"]]),
        ("a;b\nc;d", [["a", "b"], ["c", "d"]]),
        ("a\tb\nc\td", [["a", "b"], ["c", "d"]]),
        ("a|b\nc|d", [["a", "b"], ["c", "d"]]),
        ("a,\n,b\n,\n", [["a", ""], ["", "b"], ["", ""]]),
        ("a,b,\n", [["a", "b", ""]]),
        ("a,b", [["a", "b"]]),
        ("\n\na,b\n\n", [[], [], ["a", "b"], []]),
        ("\"a,\"\"1\"\"\",\"b\nc\"\nd,e", [["a,\"1\"", "b c"], ["d", "e"]]),
        ("\"a\r\nb\",c\r\n", [["a b", "c"]]),
        ("\"\",\"\"\n\"\"\n", [["", ""], [""]]),
        ("a, \"b, c\" ,d\n", [["a", "b, c", "d"]]),
        ("5\" pipe,say \"hi\"\n", [["5\" pipe", "say \"hi\""]]),
        ("\"a\" b,\"c\"d\"e\n", [["a b", "cd\"e"]]),
        ("  a \t b ,\u{A0}c\u{2003}d\u{3000}\n", [["a b", "c d"]]),
        ("=\"00123\",\"=\"\"0456\"\"\", =\"7\" \n", [["00123", "0456", "7"]]),
        ("=\"1,=1\n", [["=\"1", "=1"]]),
        ("a,b\n'1','c, d'\n'2','e''f'\n", [["a", "b"], ["1", "c, d"], ["2", "e'f"]]),
        ("a,b\n'1','it\\'s, so'\n'2','e'\n", [["a", "b"], ["1", "it's, so"], ["2", "e"]]),
        ("a,b\n'1','c'\n2,'d'\n", [["a", "b"], ["'1'", "'c'"], ["2", "'d'"]]),
        ("12345\n23456\n", [["12345"], ["23456"]]),
        ("sep=;\na,b;c\n", [["a,b", "c"]]), ("SEP=,\r\na;b,c\r\n", [["a;b", "c"]]),
        ("\"sep=\t\"\na,b\tc", [["a,b", "c"]]),
        ("sep=^\na^b\n", [["a", "b"]]), ("sep=;", [["sep=", ""]]),
        ("", []), ("\u{C4},\u{20AC}\n", [["\u{C4}", "\u{20AC}"]]),
    ])
    func `Each form is read`(text: String, table: [[String]]) throws {
        #expect(try rows(text) == table)
    }

    @Test(arguments: [
        ("1,\"say \\\"no\\\", then go\",x\n2,b,y\n", [["1", "say \"no\", then go", "x"], ["2", "b", "y"]]),
        ("1,\"5\\\"\",x\n2,\"C:\\\\\",y\n", [["1", "5\"", "x"], ["2", "C:\\", "y"]]),
        ("1,\"C:\\\",x\n2,\"a \"\"b\"\"\",y\n", [["1", "C:\\", "x"], ["2", "a \"b\"", "y"]]),
        ("1,\"a\\nb\",x\n2,\"\\\"c\\\" d\",y\n", [["1", "a\\nb", "x"], ["2", "\"c\" d", "y"]]),
        ("1,a\\,x\n2,b,y\n", [["1", "a\\", "x"], ["2", "b", "y"]]),
    ])
    func `A quote behind a backslash is one where texts go on behind it`(text: String, table: [[String]]) throws {
        #expect(try rows(text) == table)
    }

    @Test(arguments: [
        ("a,b,c\n1,2,3\n1,2\n1,2,3\n", 3),
        ("a,b,c\n1,2\n", nil), ("List of May\na,b\n1,2\n3,4\n", 2), ("1,2\n1,2,3\n", nil), ("a\nb\n", nil),
    ])
    func `A table tells how many cells most of its rows have`(text: String, width: Int?) throws {
        #expect(try csvTable(of: Array(text.utf8)).tables[0].width == width)
    }

    @Test func `The separator is the one that most rows agree on`() throws {
        #expect(try rows("List of decisions, November\n1;approved, see note;x\n2;refused;y\n")[1].count == 3)
        #expect(try rows("1,5;a\n2,5;b\n").map(\.count) == [2, 2])
        #expect(try rows("1;a, b;x\n2;c, d;y\n")[0] == ["1", "a, b", "x"])
        #expect(try rows("\"1,2,3\";a\n\"4,5,6\";b\n")[0] == ["1,2,3", "a"])
        let numbers = (1...30).map { "\(20_121_456_000 + $0)\n" }.joined()
        #expect(try rows(numbers + "20121456171 approved, see note\n").allSatisfy { $0.count == 1 })
        let stranger = String(repeating: "a;b\n", count: 300) + String(repeating: "c,d,e\n", count: 1_000)
        #expect(try rows(stranger)[0] == ["a", "b"])
    }

    @Test func `A cell of a mebibyte is read for its text, and a longer one for none`() throws {
        for quote in ["", "\""] {
            let blanks = String(repeating: " ", count: (1 << 20) - 2)
            #expect(try rows("sep=,\n" + quote + "a" + blanks + "b" + quote + ",c\n") == [["a b", "c"]])
            #expect(throws: TableError(.limit, "a cell of row 1 is longer than 65536 bytes")) {
                try rows("sep=,\n" + quote + "a" + blanks + "bb" + quote + ",c\n")
            }
        }
    }

    @Test func `What is no text is refused`() {
        #expect(throws: TableError(.malformed, "the text has NUL characters, which no table has")) {
            try csvTable(of: [0x61, 0, 0x62])
        }
    }

    @Test(arguments: [
        "1001,\"Sent,2026\n1002,Refused\",2027\n", "1001,Sent,\"2026\r\n1002,Refused,2026\r\n1003,Sent,2027\"\r\n",
        "1001,\"Sent\n1002,Refused,\"2026\"\n", "\"1001,Sent,2026\n1002,Refused,2026\"\n",
        "A b,1001,\"Sent\nC,1002,Sent\"\n",
    ])
    func `Quotes that hold other rows are damage, and their row is left out`(rows: String) throws {
        let document = try csvTable(of: Array("Number,Status,Date\n\(rows)1009,Issued,2026\n".utf8))
        #expect(document.damage == ["other rows stand inside the quotes that begin on line 2"])
        #expect(document.tables == [TextTable(rows: [["Number", "Status", "Date"], ["1009", "Issued", "2026"]])])
    }

    @Test(arguments: ["Sent\n12 Main St, Paris", "see\n12,5 kg", "Sent\n1002", "a\nb, c\n\nd"])
    func `Quotes that hold lines of a remark are a cell`(remark: String) throws {
        let document = try csvTable(of: Array("Number,Remark,Date\n1001,\"\(remark)\",2026\n".utf8))
        #expect(document.damage == [])
        #expect(document.tables.first?.rows.count == 2)
    }

    @Test func `Quotes that never end are damage, and the row that they begin in is left out`() throws {
        let document = try csvTable(of: Array("a,b\r\n1,2\r\n3,\"4\r\n5,6\r\n".utf8))
        #expect(document.damage == ["the text ends inside quotes that begin on line 3"])
        #expect(document.tables == [TextTable(rows: [["a", "b"], ["1", "2"]])])
        #expect(try csvTable(of: Array("\"".utf8)).damage == ["the text ends inside quotes that begin on line 1"])
        #expect(try csvTable(of: Array("a\rb\n\"\"\"".utf8)).damage.first?.hasSuffix("line 3") == true)
    }

    @Test(arguments: [
        ("a,b,c\n1\n", \TableLimits.rows, 2, "the text has more than 1 rows"),
        ("a,b,c\n1\n", \.cells, 4, "the text has more than 3 cells"),
        ("a,b,c\n1\n", \.columns, 3, "row 1 has more than 2 cells"),
        ("a,b\n1,\" 123 \"\n", \.cellBytes, 3, "a cell of row 2 is longer than 2 bytes"),
        ("a,b\n1,\" 123 \"\n", \.textBytes, 6, "the cells are longer than 5 bytes together"),
    ])
    func `Each limit holds, and one past it is an error`(
        text: String, limit: WritableKeyPath<TableLimits, Int> & Sendable, most: Int, words: String
    ) throws {
        var limits = TableLimits()
        limits[keyPath: limit] = most
        #expect(try csvTable(of: Array(text.utf8), limits: limits).tables[0].rows.count == 2)
        limits[keyPath: limit] = most - 1
        #expect(throws: TableError(.limit, words)) { try csvTable(of: Array(text.utf8), limits: limits) }
    }

    @Test func `a text is lines, and an empty one parts blocks`() throws {
        for end in ["\n", "\r\n", "\r"] {
            let text = ["1:  a", "2: b", "", " ", "3"].joined(separator: end) + end
            #expect(
                try textBlocks(of: Array(text.utf8)) == [
                    TextBlock(["1: a", "2: b"], isWritten: true), TextBlock(["3"], isWritten: true),
                ])
        }
        var limits = TableLimits()
        limits.rows = 2
        #expect(throws: TableError.self) { try textBlocks(of: Array("1\n2\n3".utf8), limits: limits) }
        limits.cellBytes = 3
        #expect(throws: TableError.self) { try textBlocks(of: Array("1234".utf8), limits: limits) }
    }
}
