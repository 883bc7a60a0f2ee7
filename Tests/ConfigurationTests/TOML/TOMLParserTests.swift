// TOML 1.0.0 (toml.io), by the examples of the standard if it has one; and no file, however wrong, stops the parser.

import TestKit
import Testing

@testable import Configuration

/// A table in one line: keys sorted, strings quoted, all that is no string, array or table by its name.
private func text(_ table: TOMLTable) -> String {
    let entries = table.keys.sorted().map { key in "\(key): " + (table[key].map(text) ?? "") }
    return "{" + entries.joined(separator: ", ") + "}"
}

private func text(_ value: TOMLValue) -> String {
    switch value {
    case .string(let string): "\"\(string)\""
    case .boolean(let value): "\(value)"
    case .other(let name): name
    case .array(let values): "[" + values.map(text).joined(separator: ", ") + "]"
    case .tables(let last): "[… " + text(last) + "]"
    case .table(let table): text(table)
    }
}

private func read(_ toml: String) throws(TOMLError) -> String {
    var parser = TOMLParser(toml)
    return text(try parser.document())
}

@Suite struct `TOML` {
    @Test(arguments: [
        ("", "{}"), ("# only\n\t# comments", "{}"), ("a=1", "{a: an integer}"),
        ("a = 1 # b = 2\r\n", "{a: an integer}"),
        ("bare_key-1 = \"\"", "{bare_key-1: \"\"}"), ("1234 = ''", "{1234: \"\"}"),
        ("\"127.0.0.1\" = 'a'\n'quoted \"x\"' = 'b'", "{127.0.0.1: \"a\", quoted \"x\": \"b\"}"),
        ("\"\" = 'blank'", "{: \"blank\"}"),
        ("a . \"b.c\".d = 'x'\na.e = 'y'", "{a: {b.c: {d: \"x\"}, e: \"y\"}}"),
        ("[ d . 'e f' ]\nx = 'y'", "{d: {e f: {x: \"y\"}}}"),
        ("[x.y.z.w]\n[x]\na = 'b'", "{x: {a: \"b\", y: {z: {w: {}}}}}"),
        (
            "[fruit]\napple.color = 'red'\n[fruit.apple.texture]\nsmooth = true",
            "{fruit: {apple: {color: \"red\", texture: {smooth: true}}}}"
        ),
        ("[[p]]\na = 'x'\n[p.q]\n[[p]]\nb = 'y'", "{p: [… {b: \"y\"}]}"),
        ("a = [ 'x', # c\n \"y\" ,\n]", "{a: [\"x\", \"y\"]}"), ("a = [ [], [ {} ] ]", "{a: [[], [{}]]}"),
        ("a = { b = 'x', c.d = 'y' }", "{a: {b: \"x\", c: {d: \"y\"}}}"),
    ])
    func `is keys, tables and lists`(toml: String, says: String) throws {
        #expect(try read(toml) == says)
    }

    @Test(arguments: [
        (#""\b\t\n\f\r\"\\\u00E9\U0001F600""#, "\u{8}\t\n\u{C}\r\"\\é😀"), (#"'C:\Users\n'"#, #"C:\Users\n"#),
        ("\"\"\"\r\na\r\nb\"\"\"", "a\nb"), ("\"\"\"a \\  \n\n  \t b\"\"\"", "a b"),
        ("\"\"\"\"a\"\" b\"\"\"\"\"", "\"a\"\" b\"\""),
        (#""""\"""""""#, "\"\"\""), ("'''\n'a'\\n'''''", "'a'\\n''"), ("\"tab\there\"", "tab\there"),
        ("\"# no comment\"", "# no comment"),
    ])
    func `has strings of four kinds`(toml: String, string: String) throws {
        var parser = TOMLParser("a = " + toml)
        #expect(try parser.document()["a"]?.string == string)
    }

    @Test(arguments: [
        ("1", "an integer"), ("-1_000", "an integer"), ("0xdead_BEEF", "an integer"), ("0b1", "an integer"),
        ("1.5", "a number"),
        ("6.02e-23", "a number"), ("+inf", "a number"), ("nan", "a number"), ("true", "true"),
        ("false", "false"),
        ("1979-05-27", "a date"), ("1979-05-27 07:32:00.999-07:00", "a date"),
        ("1979-05-27T07:32:00Z", "a date or time"),
        ("07:32:00", "a date or time"),
    ])
    func `has other values, which are named`(toml: String, name: String) throws {
        #expect(try read("a = \(toml) # x") == "{a: \(name)}")
    }

    @Test(arguments: [
        ("a = 1\na = 2", 6), ("a.b = 1\na = 2", 8), ("a = 1\na.b = 2", 6), ("[a]\n[a]", 4), ("a.b = 1\n[a]", 8),
        ("[a.b]\n[a]\nb.c = 1", 10),
        ("a = {b = 1}\n[a.c]", 12), ("a = {b = {}, b.c = 1}", 13), ("a = []\n[[a]]", 7), ("[[a]]\n[a]", 6),
        ("[a]\n[[a]]", 4),
        ("a = {x.y = 1}\na.x.z = 1", 14),
    ])
    func `has each key once`(toml: String, offset: Int) {
        let error = #expect(throws: TOMLError.self) { try read(toml) }
        #expect(error?.offset == offset)
    }

    @Test(arguments: [
        ("a", 1), ("a =", 3), ("a = \n", 4), ("= 1", 0), ("a = 1 b = 2", 6), ("a = london", 4), ("a = 1h", 4),
        ("a = 1x", 4), ("[", 1),
        ("[a", 2), ("[]", 1), ("[.a]", 1), ("[\\", 1), ("[[a]", 3), ("[ [a]]", 2), ("[a.]", 3), ("a. = 1", 3),
        ("[a] b", 4), ("é = 1", 0),
        ("a = \"x", 6), ("a = \"x\n\"", 6), ("a = 'x\n'", 6), ("a = \"\"\"x\"\"", 10), ("a = \"\\x\"", 5),
        ("a = \"\\", 5),
        ("a = \"\\u12\"", 5), ("a = \"\\uD800\"", 5), ("a = \"\\U00110000\"", 5), ("a = [1", 6), ("a = [1 2]", 7),
        ("a = {b=1,}", 9),
        ("a = {b=1\n}", 8), ("a = {,}", 5), ("a = }", 4), ("a = ]", 4), ("a = ,", 4), ("\u{FEFF}a = 1", 0),
        ("a = 1\rb = 2", 5),
        ("# \u{1}", 2), ("a = \"\u{7F}\"", 5), ("a = '\u{0}'", 5), ("a = '''\u{B}'''", 7), ("\"\"\"a\"\"\" = 1", 2),
    ])
    func `is refused at the first byte that is wrong`(toml: String, offset: Int) {
        let error = #expect(throws: TOMLError.self) { try read(toml) }
        #expect(error?.offset == offset, "\(error?.text ?? "")")
    }

    @Test func `nests sixteen deep and not deeper`() {
        func nested(_ depth: Int) -> String {
            "a = " + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        }
        #expect(throws: Never.self) { try read(nested(16)) }
        #expect(throws: TOMLError.self) { try read(nested(17)) }
        let key = repeatElement("a", count: 16).joined(separator: ".")
        #expect(throws: Never.self) { try read("[\(key)]") }
        #expect(throws: TOMLError.self) { try read("[\(key).a]") }
    }

    @Test(
        arguments: [
            (["a"], 0), (["a", "b"], 4), (["a", "b", "c"], 4), (["a", "d", "x"], 19), (["e"], 24), (["e", "f"], 29),
            (["e", "none"], 24), (["g", "h"], 42),
        ] as [([String], Int)])
    func `knows where its keys are, or what they are part of`(key: [String], offset: Int) throws {
        var parser = TOMLParser("[a]\nb.c = '1'\nd = {x=1}\n[e]\n f = '''\ng'''\n[g.h]\n")
        #expect(try parser.document().offset(of: key) == offset)
    }

    @Test func `has no place for what is not there`() throws {
        var parser = TOMLParser("[a]")
        let root = try parser.document()
        #expect(root.offset(of: ["b", "a"]) == nil)
        #expect(root.offset(of: []) == nil)
    }

    @Test(arguments: ["[[a]]\n", "a = [\n", "[", "{a=", "a.", "\"\\", "#\n", "'''\n", "a={b={},c=["])
    func `takes linear time for a mebibyte of one thing`(piece: String) {
        let text = String(repeating: piece, count: (1 << 20) / piece.utf8.count)
        let duration = processorTime { _ = try? read(text) }
        // Half a second in a debug build; squared it would be hours.
        #expect(duration < .seconds(20))
    }
}
