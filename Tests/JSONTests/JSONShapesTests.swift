// Lists of JSON other than arrays of objects, as programs write them.

import Testing
import Text

@testable import JSON

/// The list of a document whose records nobody has described: the first that fits, whose rows these are.
private func list(
    _ text: String, record: String? = nil, fits: @escaping (TextTable) -> Bool = { _ in false }
) throws -> TextTable {
    let document = try jsonRecords(of: Array(text.utf8), record: record, fits: fits)
    return try #require(document.tables.first)
}

/// A test of a table for some fields.
private func having(_ fields: String...) -> (TextTable) -> Bool {
    { table in fields.allSatisfy { table.fields?.contains($0) ?? false } }
}

/// A test of a table for a key.
private func hasKey(_ table: TextTable) -> Bool {
    table.rows.contains { $0.contains { $0.utf8.count == 8 && $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } } }
}

struct JSONShapesTests {
    @Test(arguments: [
        "[{\"66357342\":\"Approved\"},{\"66357343\":\"Refused\"},{\"66357342\":\"Sent\"}]",
        "{\"made\":\"5 November\",\"cases\":[{\"66357342\":\"Approved\"},{\"66357343\":\"Refused\"},{\"66357342\":\"Sent\"}]}",
    ])
    func `an array of objects with one name each is a list by those names`(text: String) throws {
        let table = try list(text, fits: having("@name", "@value"))
        #expect(table.fields == ["@name", "@value"])
        #expect(table.rows == [["66357342", "Approved"], ["66357343", "Refused"], ["66357342", "Sent"]])
        let path = try #require(try jsonRecordPaths(of: Array(text.utf8)).first)
        #expect(try list(text, record: path) == table)
    }

    @Test func `objects with one name each may hold objects, and one name for all is a wrapper`() throws {
        let table = try list("[{\"66357342\":{\"status\":\"Approved\"}},{\"66357343\":{\"status\":\"Refused\"}}]")
        #expect(table.fields == ["@name", "status"])
        #expect(table.rows == [["66357342", "Approved"], ["66357343", "Refused"]])
        #expect(try list("[{\"case\":{\"no\":\"1\"}},{\"case\":{\"no\":\"2\"}}]").fields == ["case/no"])
    }

    private static let cells = """
        {"version":"0.6","table":{"cols":[{"id":"A","label":"Number"},{"id":"B","label":"Status"},{"id":"C","label":"Date"}],
        "rows":[{"c":[{"v":"66357342"},{"v":"Approved"},{"v":"Date(2026,10,2)","f":"2 Nov 2026"}]},
        {"c":[{"v":"66357343"},null,{"v":null}]},{"c":[{"v":66357344.0,"f":"66357344"},{"v":"Refused"}]}]}}
        """

    @Test func `cells with values and how they are shown are cells`() throws {
        let rows = [["66357342", "Approved", "2 Nov 2026"], ["66357343", "", ""], ["66357344", "Refused", ""]]
        for table in [
            try list(Self.cells, fits: having("Number", "Status")), try list(Self.cells, record: "table.rows"),
        ] {
            #expect(table.fields == ["Number", "Status", "Date"])
            #expect(table.rows == rows)
        }
        #expect(try list(Self.cells, fits: hasKey).rows == rows)
        // Objects of another making stay as they are.
        #expect(try list("[{\"c\":[{\"v\":1}],\"d\":2}]").fields == ["c/v", "d"])
    }

    @Test(arguments: [
        ("{\"no\":[\"66357342\",\"66357343\"],\"state\":[\"Approved\",null]}", nil),
        ("{\"no\":{\"0\":\"66357342\",\"1\":\"66357343\"},\"state\":{\"0\":\"Approved\",\"1\":null}}", nil),
        ("{\"data\":{\"no\":[\"66357342\",\"66357343\"],\"state\":[\"Approved\",\"\"]},\"n\":2}", "data"),
    ])
    func `columns beside each other are read across`(text: String, record: String?) throws {
        let table = try list(text, fits: having("no", "state"))
        #expect(table.fields == ["no", "state"])
        #expect(table.rows == [["66357342", "Approved"], ["66357343", ""]])
        #expect(try list(text, record: record) == table)
        #expect(try jsonRecordPaths(of: Array(text.utf8)) == (record.map { [$0] } ?? []))
    }

    @Test(arguments: [
        "{\"no\":\"66357342\",\"codes\":[\"a\",\"b\"],\"texts\":[\"c\",\"d\"]}",
        "{\"no\":[\"66357342\",\"66357343\"],\"state\":[\"Approved\"]}",
        "{\"no\":{\"a\":\"66357342\",\"b\":\"66357343\"},\"state\":{\"a\":\"Approved\",\"b\":\"\"}}",
        "{\"no\":[\"66357342\"],\"state\":[\"Approved\"]}",
    ])
    func `other objects are no columns`(text: String) throws {
        #expect(try list(text).rows.count == 1)
    }

    @Test(arguments: [
        "{\"Approved\":[\"66357342\",66357344],\"Refused\":[\"66357343\"],\"Pending\":[]}",
        "{\"updated\":\"2026-11-05\",\"lists\":{\"Approved\":[\"66357342\",\"66357344\"],\"Refused\":[\"66357343\"]}}",
    ])
    func `lists of numbers under a name for each say it of theirs`(text: String) throws {
        let table = try list(text, fits: hasKey)
        #expect(table.fields == ["@value", "@name"])
        #expect(table.rows == [["66357342", "Approved"], ["66357344", "Approved"], ["66357343", "Refused"]])
    }

    @Test func `what belongs to a case is no list under a name`() throws {
        let table = try list("{\"number\":\"66357342\",\"related\":[\"66357343\"]}", fits: hasKey)
        #expect(table.rows == [["66357342", "66357343"]])
    }

    @Test func `lists of one shape are one list in parts`() throws {
        let (open, more) = ("{\"no\":\"66357342\",\"state\":\"a\"}", "{\"state\":\"b\",\"no\":\"66357343\",\"x\":1}")
        let others = "\"fees\":[{\"no\":\"66357344\",\"sum\":7}],\"names\":[{\"x\":1}]"
        for text in [
            "{\"open\":[\(open)],\(others),\"closed\":[\(more)]}",
            "{\"a\":{\"items\":[\(open)],\(others)},\"b\":{\"items\":[\(more)]}}",
        ] {
            let table = try list(text, fits: hasKey)
            #expect(table.fields == ["no", "state", "x"])
            #expect(table.rows.map { Array($0.prefix(2)) } == [["66357342", "a"], ["66357343", "b"]])
        }
        let months = (11...22).map { "\"m\($0)\":[{\"no\":\"663573\($0)\",\"state\":\"a\"}]" }.joined(separator: ",")
        #expect(try list("{\(months)}", fits: having("no", "state")).rows.count == 12)
        let again = "{\"latest\":[\(open)],\"cases\":[\(open),\(more),{\"no\":\"66357345\",\"state\":\"a\"}]}"
        #expect(try list(again, fits: hasKey).rows.map { $0[0] } == ["66357342", "66357343", "66357345"])
        let older = "{\"old\":[{\"no\":\"66357343\",\"state\":\"a\"}],\"new\":[\(open),\(more)]}"
        let doubted = CellMark.contradicted.on("66357343")
        #expect(try list(older, fits: hasKey).rows.map { $0[0] } == [doubted, "66357342", doubted])
        let maps = "{\"a\":[{\"66357342\":\"a\"}],\"b\":[{\"66357343\":\"b\"}]}"
        #expect(try list(maps, fits: having("@name", "@value")).rows == [["66357342", "a"], ["66357343", "b"]])
    }

    @Test func `JSON in a string that is all of a document is read`() throws {
        let inner = "[{\\\"no\\\":\\\"66357342\\\"}]"
        for text in ["\"\(inner)\"", "{\"d\":\"\(inner)\"}"] {
            #expect(try list(text).rows == [["66357342"]])
            #expect(try list(text).fields == ["no"])
        }
        #expect(try list("{\"d\":\"[see below\"}").rows == [["[see below"]])
    }
}
