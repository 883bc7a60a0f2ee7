// JSON made to be expensive: four times the document takes no more than about four times the time, even with containers
// that never end; and long names are not repeated in longer and longer paths.

import JSON
import TestKit
import Testing

struct JSONGrowthTests {
    struct Shape: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var text: @Sendable (Int) -> String
    }

    @Test(arguments: [
        Shape(testDescription: "objects in objects") { repeated("{\"a\":", $0) },
        Shape(testDescription: "arrays 200 deep") {
            "[" + repeated(repeated("[", 200) + repeated("]", 200) + ",", $0 / 200)
        },
        Shape(testDescription: "a string that never ends") { "\"" + repeated("a", $0) },
        Shape(testDescription: "escapes that never end") { "\"" + repeated("\\u00", $0) },
        Shape(testDescription: "halves of pairs") { "\"" + repeated("\\ud800", $0) + "\"" },
        Shape(testDescription: "digits") { repeated("9", $0) },
        Shape(testDescription: "an exponent") { "1e" + repeated("9", $0) },
        Shape(testDescription: "one name") { "{" + repeated("\"a\":1,", $0) + "\"b\":2}" },
        Shape(testDescription: "names") { "{" + (0..<$0 / 4).map { "\"n\($0)\":1" }.joined(separator: ",") + "}" },
        Shape(testDescription: "objects of one object") {
            "{" + (0..<$0 / 8).map { "\"n\($0)\":{\"a\":1}" }.joined(separator: ",") + "}"
        },
        Shape(testDescription: "lists of one list") { "[" + repeated("[1],", $0 / 4) + "1]" },
        Shape(testDescription: "a wrong end of many lines") { "[" + repeated("1,\n", $0) + "}" },
        Shape(testDescription: "empty records") { "[" + repeated("{},", $0) + "{\"a\":1}]" },
    ])
    func `a document of one thing is read or refused in linear time`(shape: Shape) {
        let grown = growth(to: 80_000) { _ = try? jsonRecords(of: Array(shape.text($0).utf8), record: nil) }
        #expect(grown < linearGrowth, "\(grown) times for four times the document")
    }

    @Test func `paths to records are told up to a thousand bytes`() throws {
        func document(_ name: String) -> [UInt8] {
            Array("{\"\(name)\":{\"list\":[{\"a\":1}]},\"other\":[{\"a\":1},{\"a\":2}]}".utf8)
        }
        let longest = repeated("x", 995)
        #expect(try jsonRecordPaths(of: document(longest)) == ["other", longest + ".list"])
        #expect(try jsonRecordPaths(of: document(longest + "x")) == ["other"])
    }

    @Test func `objects below a long name do not each repeat it`() {
        let grown = growth(to: 80_000) { count in
            let objects = (0..<count / 20).map { "\"\($0)\":{}" }.joined(separator: ",")
            _ = try? jsonRecordPaths(of: Array("{\"\(repeated("x", count))\":{\(objects)}}".utf8))
        }
        #expect(grown < linearGrowth, "\(grown) times for four times the document")
    }
}
