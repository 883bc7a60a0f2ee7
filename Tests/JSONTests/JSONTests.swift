// JSON: its strict grammar, and its records as tables.

import Testing
import Text

@testable import JSON

private func value(_ text: String, _ limits: TableLimits = TableLimits()) throws(TableError) -> JSONValue {
    try jsonValue(of: Array(text.utf8), limits: limits)
}

private func table(_ text: String, _ record: String? = nil) throws(TableError) -> TextTable {
    let document = try jsonRecords(of: Array(text.utf8), record: record)
    return document.tables.first ?? TextTable()
}

struct JSONTests {
    @Test func `Values are what is written, in its order`() throws {
        #expect(
            try value("\u{FEFF} {\"b\":[1.50,-0,1e+5,20121456171],\"a\":{\"x\":null,\"y\":true,\"z\":false}}\n")
                == .object([
                    JSONMember(
                        name: "b",
                        value: .array([.number("1.50"), .number("-0"), .number("1e+5"), .number("20121456171")])),
                    JSONMember(
                        name: "a",
                        value: .object([
                            JSONMember(name: "x", value: .null), JSONMember(name: "y", value: .bool(true)),
                            JSONMember(name: "z", value: .bool(false)),
                        ])),
                ]))
        #expect(try value("[[],{},[[]]]") == .array([.array([]), .object([]), .array([.array([])])]))
        #expect(try value(" \"x\" ") == .string("x"))
    }

    @Test(arguments: [
        ("2.0121456171e10", "20121456171"), ("2.0121456171E+10", "20121456171"), ("1e+5", "100000"), ("1.50", "1.50"),
        ("-12.5e1", "-125"), ("1.25e1", "1.25e1"), ("1e-2", "1e-2"), ("1e21", "1e21"), ("0e5", "0"), ("1.50e1", "15"),
        ("1.0e0", "1"), ("1e99999999999999999999", "1e99999999999999999999"),
    ])
    func `A whole number with an exponent is its digits in a cell`(number: String, text: String) throws {
        #expect(try table("[{\"a\":\(number)}]").rows == [[text]])
    }

    @Test func `A record that has a field elsewhere, or alone lacks one, is marked, and one that says null is not`()
        throws
    {
        let usual = (1...8).map { "{\"a\":\($0),\"b\":\"x\",\"c\":\"y\"}" }.joined(separator: ",")
        func last(_ record: String) throws -> [String] { try #require(table("[\(usual),\(record)]").rows.last) }
        let (misplaced, missing) = (CellMark.misplacedField.on(""), CellMark.missingField.on(""))
        #expect(try last("{\"a\":9,\"b\":{\"d\":\"z\"},\"c\":\"y\"}") == ["9", misplaced, "y", "z"])
        #expect(try last("{\"a\":9,\"B\":\"z\",\"c\":\"y\"}") == ["9", misplaced, "y", "z"])
        #expect(try last("{\"a\":9,\"b\":\"x\"}") == ["9", "x", missing])
        #expect(try last("{\"a\":9,\"b\":null,\"c\":\"\"}") == ["9", "", ""])
        #expect(try last("{\"c\":\"y\",\"b\":\"x\",\"a\":9}") == ["9", "x", "y"])
        // What many records leave out is optional.
        let optional =
            "{\"a\":1,\"b\":\"x\"},{\"a\":2,\"b\":\"x\"},{\"a\":3,\"b\":\"x\",\"c\":\"y\"},{\"a\":4,\"b\":\"x\",\"c\":\"y\"}"
        #expect(try table("[\(optional),{\"a\":5,\"b\":\"x\",\"c\":\"y\"}]").rows[0] == ["1", "x", ""])
    }

    @Test(.timeLimit(.minutes(1))) func `A name that stands very often takes no longer than as many names`() throws {
        let members = (0..<50_000).map { "\"a\":[\($0)]" }.joined(separator: ",")
        guard case .array(let values)? = try value("{" + members + "}").member("a") else {
            Issue.record("it is no list")
            return
        }
        #expect(values.count == 50_000)
    }

    @Test func `Of a name that stands twice the last text counts and says so, and lists are one`() throws {
        let last = { (text: String) in JSONValue.string(CellMark.contradicted.on(text)) }
        #expect(
            try value("{\"a\":1,\"b\":2,\"a\":3}")
                == .object([JSONMember(name: "a", value: last("3")), JSONMember(name: "b", value: .number("2"))]))
        #expect(try value("{\"a\":\"x\",\"a\":\"x\"}") == .object([JSONMember(name: "a", value: .string("x"))]))
        #expect(try value("{\"a\":[1],\"a\":[2]}").member("a") == .array([.number("1"), .number("2")]))
        #expect(try table("{\"5001\":{\"s\":1},\"5001\":{\"s\":2}}", "*").rows == [["5001", "1"], ["5001", "2"]])
        // However many names are compared with each other, and in whatever object.
        for count in [2, 11, 12, 13, 40] {
            let names = (1..<count).map { "\"n\($0)\":\($0)" } + ["\"n1\":0"]
            let object = try value("[{\"n1\":5},{" + names.joined(separator: ",") + "},{\"n1\":6}]")
            let expected = (1..<count).map { JSONMember(name: "n\($0)", value: $0 == 1 ? last("0") : .number("\($0)")) }
            #expect(
                object
                    == .array([
                        .object([JSONMember(name: "n1", value: .number("5"))]), .object(expected),
                        .object([JSONMember(name: "n1", value: .number("6"))]),
                    ]))
        }
    }

    @Test(arguments: [65_536, 65_537]) func `Long lists are whole, wherever they stand`(count: Int) throws {
        let list = "[" + (0..<count).map(String.init).joined(separator: ",") + "]"
        let expected = JSONValue.array((0..<count).map { .number("\($0)") })
        #expect(try value(list) == expected)
        #expect(try value("[1,\(list),2]") == .array([.number("1"), expected, .number("2")]))
        #expect(try value("[\(list),[3]]") == .array([expected, .array([.number("3")])]))
    }

    @Test(arguments: [
        (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "\u{E9}\u{20AC}"),
        (#""\ud83d\ude00!""#, "\u{1F600}!"), (#""\ud83d!""#, "\u{FFFD}!"), (#""\ude00""#, "\u{FFFD}"),
        (#""\ud83d\u0041""#, "\u{FFFD}A"), (#""\ud83d\ud83d\ude00""#, "\u{FFFD}\u{1F600}"),
        ("\"\u{7F}\u{2028}\"", "\u{7F}\u{2028}"),
    ])
    func `Escapes are decoded, and halves of pairs replaced`(text: String, string: String) throws {
        #expect(try value(text) == .string(string))
    }

    @Test(arguments: [
        "", " ", "{", "[", "[1", "[1,]", "[,1]", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{a:1}", "'a'", "01", "-", "1.",
        ".5", "+1",
        "1e", "0x1", "NaN", "tru", "truee", "nul", "\"", "\"\\", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\t\"",
        "\"\n\"", "1 2",
        "[1]]", "{\"a\":1}}", "[1}", "{\"a\":1]", "\"\\ud83d\\u12\"", "\"\\ud83d\\",
    ])
    func `What breaks the grammar is an error`(text: String) {
        #expect(throws: TableError.self) { try value(text) }
    }

    @Test(arguments: [
        ("[1,\n2,\n\u{1B}]", "the JSON is invalid: found \"\" on line 3, expected a value"),
        ("{\"a\" 1}", "the JSON is invalid: found \"1}\" on line 1, expected \":\""),
        ("[1", "the JSON is invalid: found the end of the document, expected \",\" or \"]\""),
        ("<html>", "the JSON is invalid: found \"<html>\" on line 1, expected a value"),
    ])
    func `An error says what stands where`(text: String, words: String) {
        #expect(throws: TableError(.malformed, words)) { try value(text) }
    }

    @Test func `Other encodings are errors`() {
        let wide = [UInt8](arrayLiteral: 0x5B, 0, 0x5D, 0)
        #expect(throws: TableError.self) { try jsonValue(of: [0xFF, 0xFE] + wide) }
        #expect(throws: TableError.self) { try jsonValue(of: wide) }
        #expect(throws: TableError(.malformed, "the JSON is not valid UTF-8 (RFC 8259, 8.1)")) {
            try jsonValue(of: [0x22, 0xE9, 0x22])
        }
    }

    @Test func `Depth and number of values are bounded, whatever comes`() throws {
        var limits = TableLimits()
        limits.nesting = 3
        #expect(try value("[[[1]]]", limits) == .array([.array([.array([.number("1")])])]))
        #expect(throws: TableError(.limit, "the JSON is nested deeper than 3")) { try value("[[[[", limits) }
        limits.values = 4
        _ = try value("[1,2,3]", limits)
        #expect(throws: TableError(.limit, "the JSON has more than 4 values")) { try value("[1,2,3,4]", limits) }
        limits.names = 2
        #expect(try value(#"{"a":1,"b":2}"#, limits).member("b") == .number("2"))
        #expect(throws: TableError(.limit, "an object of the JSON has more than 2 names")) {
            try value(#"{"a":1,"b":2,"b":3}"#, limits)
        }
        #expect(throws: TableError(.limit, "the JSON is nested deeper than 256")) {
            try value(String(repeating: "[", count: 1_000_000))
        }
    }
}

struct JSONRecordTests {
    @Test func `Objects of an array are rows, and names fields in the order of their appearance`() throws {
        let table = try table(#"[{"id":20121456171,"status":" visa\n issued ","ok":true},{"date":null,"id":1.50}]"#)
        #expect(table.fields == ["id", "status", "ok", "date"])
        #expect(table.rows == [["20121456171", "visa issued", "true", ""], ["1.50", "", "", ""]])
    }

    /// What a document reads as where these names are looked for.
    private func chosen(_ text: String, _ wanted: [String], isOfCase: Bool = false) throws -> [[String]] {
        let document = try jsonRecords(of: Array(text.utf8), record: nil, isOfCase: isOfCase) { table in
            wanted.allSatisfy { table.fields?.contains($0) == true }
        }
        let table = try #require(document.tables.first)
        return table.rows.map { row in
            wanted.map { name in table.fields?.firstIndex(of: name).map { row[$0] } ?? "-" }
        }
    }

    @Test func `A list in an object is the list where it has what is looked for, else the object is the record`() throws
    {
        let page = #"{"no":7,"state":{"text":"made"},"history":[{"d":"1"},{"d":"2"}]}"#
        #expect(try chosen(page, ["no", "state/text"]) == [["7", "made"]])
        #expect(try chosen(page, ["d"]) == [["1"], ["2"]])
        #expect(try chosen(page, ["no", "history/d"]) == [["7", "1; 2"]])
        let list = #"{"total":2,"links":[{"rel":"x"}],"items":[{"no":1},{"no":2}]}"#
        #expect(try chosen(list, ["no"]) == [["1"], ["2"]])
        // Without anything that fits, as if nothing was looked for.
        #expect(try chosen(page, ["none"]) == [["-"], ["-"]])
    }

    @Test func `A list with null among its objects is one`() throws {
        #expect(try table("{\"n\":1,\"data\":[null,{\"a\":1},null,{\"a\":2}]}").rows == [["1"], ["2"]])
    }

    @Test func `The page of a case is the case, whatever lists it has`() throws {
        let page = #"{"no":7,"state":"made","history":[{"state":"sent","d":"1"},{"state":"read","d":"2"}]}"#
        #expect(try chosen(page, ["no", "state"], isOfCase: true) == [["7", "made"]])
        #expect(try chosen(page, ["state"], isOfCase: true) == [["made"]])
        #expect(try chosen(page, ["state"]) == [["sent"], ["read"]])
        let wrapped = #"{"ok":true,"items":[{"no":7,"state":"made"}]}"#
        #expect(try chosen(wrapped, ["no", "state"], isOfCase: true) == [["7", "made"]])
    }

    @Test func `A list may stand in the objects of the document, and its records be rows of cells`() throws {
        let deep = #"{"page":{"size":2},"_embedded":{"cases":[{"no":7,"state":"made"},{"no":8,"state":"sent"}]}}"#
        #expect(try chosen(deep, ["no", "state"]) == [["7", "made"], ["8", "sent"]])
        let wrapped = #"{"data":{"no":7,"state":"made","history":[{"state":"sent"},{"state":"read"}]}}"#
        #expect(try chosen(wrapped, ["data/no", "data/state"]) == [["7", "made"]])
        let cells = #"{"range":"A1:B3","values":[["no","state"],["7","made"],["8","sent"]]}"#
        #expect(try table(cells) == TextTable(rows: [["no", "state"], ["7", "made"], ["8", "sent"]]))
        #expect(try jsonRecordPaths(of: Array(cells.utf8)) == ["values"])
        // A place is no list.
        #expect(try table(#"{"no":7,"place":[13.4,52.5]}"#).rows == [["7", "13.4; 52.5"]])
    }

    @Test(arguments: [".", "$"]) func `The whole document may be the record`(path: String) throws {
        let whole = try table(#"{"no":7,"history":[{"d":"1"},{"d":"2"}]}"#, path)
        #expect(whole.fields == ["no", "history/d"])
        #expect(whole.rows == [["7", "1; 2"]])
        #expect(try table(#"{"data":[{"a":1}]}"#, "$.data").rows == [["1"]])
    }

    @Test func `Objects on lines of their own are the records`() throws {
        let lines = "{\"no\":1}\n{\"no\":2,\n\"s\":[{\"x\":1}]}\r\n\n {\"no\":3}\n"
        #expect(try table(lines).rows == [["1", ""], ["2", "1"], ["3", ""]])
        for text in [
            "{\"a\":1}\n{\"a\":", "{\"a\":1}\n{\"a\":2", "{\"a\":1}{\"a\":2}", "{\"a\":1} {\"a\":2}", "{\"a\":1}\n[1]",
            "{\"a\":1}\n\"x\"", "[1]\n[2]", "1\n2", "{\"a\":1},\n{\"a\":2}",
        ] {
            #expect(throws: TableError.self, "\(text)") { try value(text) }
        }
    }

    @Test func `What stands deeper is called by its path, and several values are joined`() throws {
        let table = try table(
            #"[{"a":{"b":{"c":1},"d":2},"l":["x",null,"y"],"o":[{"n":1,"m":"p"},{"n":2}],"e":[],"f":{}}]"#)
        #expect(table.fields == ["a/b/c", "a/d", "l", "o/n", "o/m", "e", "f"])
        #expect(table.rows == [["1", "2", "x; y", "1; 2", "p", "", ""]])
    }

    @Test(arguments: [
        (#"{"count":3,"results":[{"a":1},{"a":2}]}"#, nil, [["1"], ["2"]]),
        (#"{"case":"123","status":"open"}"#, nil, [["123", "open"]]),
        (#"{"x":[{"a":1}],"y":[{"a":2}]}"#, nil, [["1", "2"]]),
        (#"{"x":[],"a":1}"#, nil, [["", "1"]]),
        (#"{"data":{"items":[{"a":1},{"a":2}]}}"#, "data.items", [["1"], ["2"]]),
        (#"{"data":[{"items":[{"a":1}]},{"none":0},{"items":[{"a":2}]}]}"#, "data[].items[]", [["1"], ["2"]]),
        (#"{"data":{"item":{"a":1}}}"#, "data.item", [["1"]]),
        (#"[[{"a":{"b":1}}]]"#, "a", [["1"]]),
        (#"{"data":[]}"#, "data", []),
        (#"{"data":null}"#, "data", []),
        (#"[{"data":null},{"data":{"a":1}},{"data":null}]"#, "data", [["1"]]),
        (#"[["a","b"],[1,null,[2,3]]]"#, nil, [["a", "b"], ["1", "", "2; 3"]]),
        (#"["123",456]"#, nil, [["123"], ["456"]]),
        (#"{"rows":[[1,2]]}"#, "rows", [["1", "2"]]),
        (#"[{"a":1},null]"#, nil, [["1"]]),
    ])
    func `The records are found`(text: String, record: String?, rows: [[String]]) throws {
        #expect(try table(text, record).rows == rows)
    }

    @Test func `A row with fewer cells than the others tells how many they have, or that it has others elsewhere`()
        throws
    {
        let rows = (1...4).map { "[\($0),\"x\",\"y\"]" }.joined(separator: ",")
        #expect(try table("[\(rows),[5,\"y\"]]").width == 3)
        #expect(try table("[[1,2],[3],[4,5,6]]").width == nil)
        let list = try table("{\"columns\":[\"a\",\"b\",\"c\"],\"rows\":[\(rows),[5,\"y\"]]}", "rows")
        #expect(list.rows.last == ["5", "y", CellMark.misplacedField.on("")])
    }

    @Test func `Arrays and values by themselves have no fields`() throws {
        #expect(try table("[[1]]").fields == nil)
        #expect(try table("[1]").fields == nil)
        #expect(try table("[{}]").fields == [])
    }

    @Test(arguments: [
        ("data.rows", "the path \"data.rows\" does not exist: there is no \"rows\"; there are \"items\", \"n\""),
        ("list", "the path \"list\" does not exist: there is no \"list\"; there is only \"data\""),
        ("data.n.x", "the path \"data.n.x\" does not exist: there is no \"x\"; there are no names"),
        ("data.n", "\"data.n\" is neither an object nor an array"),
    ])
    func `A path that leads nowhere says what there is`(record: String, words: String) {
        #expect(throws: TableError(.malformed, words)) {
            try table(#"{"data":{"items":[],"n":1}}"#, record)
        }
    }

    @Test func `What is no object among objects is damage`() throws {
        let document = try jsonRecords(of: Array(#"[{"a":1},2,{"a":3}]"#.utf8), record: nil)
        #expect(document.damage == ["element 2 of the JSON's records is no object"])
        #expect(document.tables[0].rows == [["1"], ["3"]])
    }

    @Test func `The outermost title or name is the document's`() throws {
        #expect(try jsonRecords(of: Array(#"{"name":"n","title":" a\nb "}"#.utf8), record: nil).titles == ["a b"])
        #expect(try jsonRecords(of: Array(#"{"name":"n","title":1}"#.utf8), record: nil).titles == ["n"])
        #expect(try jsonRecords(of: Array("[]".utf8), record: nil).titles == [])
    }

    @Test(arguments: [
        (#"[{"a":1},{"a":2}]"#, \TableLimits.rows, 2, "the JSON has more than 1 records"),
        ("[[1],[2]]", \.rows, 2, "the JSON has more than 1 rows"),
        ("[[1,2],[3]]", \.columns, 2, "row 1 of the JSON has more than 1 cells"),
        (#"[{"a":1},{"b":2}]"#, \.columns, 2, "the records of the JSON have more than 1 names"),
        (#"[{"a":1,"b":2},{"c":1,"d":4}]"#, \.cells, 8, "the records of the JSON have more than 7 cells together"),
        (#"[{"a":"123"},{}]"#, \.cellBytes, 3, "a value of the JSON is longer than 2 bytes"),
        (#"[{"a":1},{"a":2}]"#, \.values, 5, "the JSON has more than 4 values"),
        (#"[{"a":1},{"b":2}]"#, \.containers, 3, "the JSON has more than 2 arrays and objects"),
        (#"[{"a":[1,2]},{}]"#, \.cellBytes, 4, "a value of the JSON is longer than 3 bytes"),
        (#"[["123"],["45"]]"#, \.textBytes, 5, "the values of the JSON are longer than 4 bytes together"),
        (#"[{"ab":{"c":1}},{}]"#, \.textBytes, 6, "the names of the JSON are longer than 5 bytes together"),
    ])
    func `Each limit holds, and one past it is an error`(
        text: String, limit: WritableKeyPath<TableLimits, Int> & Sendable, most: Int, words: String
    ) throws {
        var limits = TableLimits()
        limits[keyPath: limit] = most
        #expect(try jsonRecords(of: Array(text.utf8), record: nil, limits: limits).tables[0].rows.count == 2)
        limits[keyPath: limit] = most - 1
        #expect(throws: TableError(.limit, words)) {
            try jsonRecords(of: Array(text.utf8), record: nil, limits: limits)
        }
    }

    private static let flat = "{\"66357342\":\"Refused\",\"66357343\":[\"sent\",1],\"66357344\":null}"
    private static let deep =
        "{\"cases\":{\"66357342\":{\"s\":\"sent\",\"d\":{\"day\":1}},\"66357343\":[{\"s\":\"a\"},{\"s\":\"b\"}],\"x\":{}}}"

    @Test func `the members of an object are records that have its names`() throws {
        let flat = TextTable(
            fields: ["@name", "@value"],
            rows: [["66357342", "Refused"], ["66357343", "sent; 1"], ["66357344", ""]])
        #expect(try table(Self.flat, "*") == flat)
        #expect(try table(Self.flat, "$.*") == flat)
        #expect(
            try table(Self.deep, "cases.*")
                == TextTable(
                    fields: ["@name", "s", "d/day"],
                    rows: [["66357342", "sent", "1"], ["66357343", "a", ""], ["66357343", "b", ""], ["x", "", ""]]))
        #expect(try table("{\"*\":[{\"a\":1}]}", "*") == TextTable(fields: ["a"], rows: [["1"]]))
        #expect(
            try table("{\"x\":{\"a\":{\"l\":[{\"n\":1}]},\"b\":{\"l\":[{\"n\":2}]}}}", "x.*.l")
                == TextTable(fields: ["n"], rows: [["1"], ["2"]]))
        #expect(throws: TableError.self) { try table("[1]", "a.*") }
    }

    @Test func `without a path they are what fits, where nothing else does`() throws {
        let find = { (text: String, wanted: String) throws(TableError) -> TextTable? in
            try jsonRecords(of: Array(text.utf8), record: nil) { $0.rows.contains { $0.contains(wanted) } }.tables.first
        }
        #expect(try find(Self.flat, "66357343")?.rows.count == 3)
        #expect(try find(Self.deep, "66357343")?.rows.count == 4)
        #expect(try find("{\"66357342\":\"66357343\"}", "66357343")?.fields == ["66357342"])
        // Nobody's names.
        #expect(try find("{\"name\":\"x\",\"status\":\"y\"}", "name")?.fields == ["name", "status"])
        let paths = { (text: String) throws(TableError) in try jsonRecordPaths(of: Array(text.utf8)) }
        #expect(try paths(Self.flat) == ["*"])
        #expect(try paths(Self.deep) == ["cases.*", "cases.66357343"])
    }

    @Test(arguments: [
        ("{\"columns\":[\"No\",\"S\"],\"rows\":[[\"1\",\"sent\"],[2]]}", "rows"),
        (
            "{\"rows\":[[\"1\",\"sent\"],[2]],\"x\":{\"y\":{\"cols\":[{\"title\":\"No\",\"data\":\"a\"},{\"title\":\"S\"}]}}}",
            "rows"
        ),
        (
            "{\"result\":{\"fields\":[{\"id\":\"No\",\"type\":\"int\"},{\"id\":\"S\"}],\"records\":[[1,\"sent\"],[\"2\",null]]}}",
            "result.records"
        ),
        (
            "{\"meta\":{\"view\":{\"columns\":[{\"id\":-1,\"name\":\"No\",\"fieldName\":\":no\"},{\"name\":\"S\"}]}},\"data\":[[\"1\",\"sent\"],[\"2\",\"\"]]}",
            "data"
        ),
    ])
    func `rows of cells have the columns that an array beside or above them names`(text: String, path: String) throws {
        let wanted = TextTable(fields: ["No", "S"], rows: [["1", "sent"], ["2", ""]])
        #expect(try table(text, path) == wanted)
        let found = try jsonRecords(of: Array(text.utf8), record: nil) {
            $0.fields == ["No", "S"] && $0.rows.count == 2
        }
        #expect(found.tables == [wanted])
        #expect(try jsonRecordPaths(of: Array(text.utf8)).contains(path))
    }

    @Test(arguments: [
        "{\"columns\":[\"No\",\"S\",\"x\"],\"rows\":[[\"1\",\"sent\"],[\"2\",\"a\"]]}",
        "{\"columns\":[\"No\",\"No\"],\"rows\":[[\"1\",\"sent\"],[\"2\",\"a\"]]}",
        "{\"columns\":[\"No\",\"\"],\"rows\":[[\"1\",\"sent\"],[\"2\",\"a\"]]}",
        "{\"columns\":[\"No\",1],\"rows\":[[\"1\",\"sent\"],[\"2\",\"a\"]]}",
    ])
    func `other arrays name no columns`(text: String) throws {
        #expect(try table(text, "rows") == TextTable(rows: [["1", "sent"], ["2", "a"]]))
    }

    @Test func `a sequence of texts is an array of them`() throws {
        #expect(try value("\u{1E}{\"a\":1}\n\u{1E}\n\u{1E}{\"a\":2}\n") == value("[{\"a\":1},{\"a\":2}]"))
        #expect(try value("\u{1E}1\n") == .array([.number("1")]))
        for text in ["\u{1E}", "\u{1E}{\"a\":1}{\"a\":2}", "\u{1E}{\"a\":", "{}\u{1E}{}", "[\u{1E}1]"] {
            #expect(throws: TableError.self) { try value(text) }
        }
    }
}
