// XML made to be expensive: four times the document takes no more than about four times the time, even with constructs
// that never end; and recursive entities are refused.

import TestKit
import Testing
import Text
import XML

struct XMLGrowthTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: @Sendable (Int) -> String
    }

    @Test(arguments: [
        Shape(testDescription: "a comment that never ends") { "<r><!--" + repeated("- ", $0) },
        Shape(testDescription: "CDATA that never ends") { "<r><![CDATA[" + repeated("]", $0) },
        Shape(testDescription: "an instruction that never ends") { "<r><?a " + repeated("? ", $0) },
        Shape(testDescription: "a value that never ends") { "<r a='" + repeated("&#9;", $0) },
        Shape(testDescription: "a tag that never ends") { "<r " + repeated(" ", $0) },
        Shape(testDescription: "a number that never ends") { "<r>&#" + repeated("9", $0) },
        Shape(testDescription: "ends of CDATA") { "<l>" + repeated("<r><![CDATA[]]></r>", $0 / 10) + "</l>" },
        Shape(testDescription: "records in records") { "<l>" + repeated("<r><r>1</r></r>", $0 / 10) + "</l>" },
        Shape(testDescription: "one field") { "<l><r>" + repeated("<a>1</a>", $0 / 10) + "</r></l>" },
        Shape(testDescription: "a type that never ends") { "<!DOCTYPE r [" + repeated("(", $0) },
        Shape(testDescription: "a model that never ends") { "<!DOCTYPE r [<!ELEMENT r " + repeated("(", $0) },
        Shape(testDescription: "line ends") { "<r>" + repeated("\r\n", $0) + "</r>" },
    ])
    func `a document of one thing is read or refused in linear time`(shape: Shape) {
        let grown = growth(to: 200_000) { _ = try? xmlRecords(of: Array(shape.text($0).utf8), record: "r") }
        #expect(grown < linearGrowth, "\(grown) times for four times the document")
    }

    @Test(arguments: [
        "<!ENTITY a '&a;'>", "<!ENTITY a '&b;'><!ENTITY b '&a;'>", "<!ENTITY a SYSTEM 'file:///dev/zero'>",
        "<!ENTITY % a '%a;'>%a;", "<!ENTITY % a '<!ENTITY % b \"%a;\">'>%a;",
    ])
    func `an entity that leads back to itself, or nowhere, is refused by its name`(type: String) {
        let document = "<!DOCTYPE l [\(type)]><l><r>&a;</r></l>"
        #expect(throws: TableError(.refused, "the XML uses the entity \"a\" of its own: entities are not expanded")) {
            try xmlRecords(of: Array(document.utf8), record: "r")
        }
    }
}
