// Adding or removing one batch in a configuration file changes only its line. Each case has the file before and after.

import Testing

@testable import Configuration

let plain = """
    # Ours.
    [batches]   # all of them
    20121456171 = "Mine"   # since June
      "2012145###[0-4]" = 'friends'

    # Where.
    [sources.london]
    url = "https://example.org/london.pdf"

    [sources.beijing]
    url = "https://example.org/beijing.pdf"
    key = "########"
    [sources.beijing.batches]
    66357342 = "A"

    """

/// The file after an edit, or what is said instead.
func after(_ edit: ConfigEdit, _ text: String) -> String {
    switch Result(catching: { () throws(ConfigEditError) in try edit.applied(to: Array(text.utf8), path: "c.toml") }) {
    case .success(let edited): String(decoding: edited.bytes, as: UTF8.self)
    case .failure(.invalid(let error)): "invalid: \(error)"
    case .failure(.impossible(let what)): "impossible: \(what)"
    case .failure(.byHand(let what)): "by hand: \(what)"
    case .failure(.io(let what)): "io: \(what)"
    case .failure(.notOnDisk(let what)): "not on disk: \(what)"
    }
}

private func outcome(_ edit: ConfigEdit, _ text: String) throws -> ConfigEdited.Outcome {
    try edit.applied(to: Array(text.utf8), path: "c.toml").outcome
}

private func crlf(_ text: String) -> String { text.replacing("\n", with: "\r\n") }

@Suite struct `An edit of the watched batches` {
    @Test func `adds a line after the last one of its table`() {
        #expect(
            after(ConfigEdit(.add(label: "New"), "20121456179"), plain)
                == plain.replacing("'friends'\n", with: "'friends'\n  20121456179 = \"New\"\n"))
        #expect(
            after(ConfigEdit(.add(label: nil), "66######", source: "beijing"), plain)
                == plain + "\"66######\" = \"\"\n")
    }

    @Test func `adds nothing that is watched there already`() throws {
        // 66357342 stands below beijing, and london cannot have it; 20121456171 is watched in all lists.
        for (edit, place, label) in [
            (ConfigEdit(.add(label: nil), "66357342"), "beijing" as String?, "A"),
            (ConfigEdit(.add(label: "A"), "66357342"), "beijing", "A"),
            (ConfigEdit(.add(label: nil), "20121456171", source: "london"), nil, "Mine"),
            (ConfigEdit(.add(label: "Mine"), "20121456171", source: "london"), nil, "Mine"),
            (ConfigEdit(.add(label: nil), "2012145###[0-4]", source: "london"), nil, "friends"),
        ] {
            let edited = try edit.applied(to: Array(plain.utf8), path: "c.toml")
            #expect(edited.outcome == .watchedAlready && edited.bytes == Array(plain.utf8))
            #expect(edited.entry == BatchEntry(batch: edit.batch, label: label, source: place))
        }
        #expect(
            after(ConfigEdit(.add(label: "B"), "66357342"), plain)
                == "impossible: 66357342 is watched in source beijing already, as \"A\"; add --source beijing to call it \"B\" there"
        )
    }

    @Test func `adds what changes a label there, or watches it in another list`() throws {
        #expect(try outcome(ConfigEdit(.add(label: "Ours"), "20121456171", source: "london"), plain) == .added)
        // By itself it is told of, too, while it is not on the list.
        #expect(try outcome(ConfigEdit(.add(label: nil), "20121451234"), plain) == .added)
        let two = plain + "[sources.oslo]\nurl = \"file:///oslo\"\nkey = \"########\"\n"
        #expect(try outcome(ConfigEdit(.add(label: nil), "66357342"), two) == .added)
    }

    @Test func `says what watches a batch that was removed`() throws {
        func remains(_ batch: String, source: String? = nil, _ text: String) throws -> [BatchEntry] {
            try ConfigEdit(.remove, batch, source: source).applied(to: Array(text.utf8), path: "c.toml").remains
        }
        #expect(try remains("20121456171", plain.replacing("[0-4]", with: "[5-9]")) == [])
        #expect(try remains("2012145###[0-4]", plain) == [])
        let mask = BatchEntry(batch: "2012145###[0-4]", label: "", source: "london")
        #expect(try remains("20121456171", plain) == [mask])
        let twice = plain + "20121456171 = \"\"\n"
        let wide = twice.replacing("key = \"########\"", with: "key = \"#{8,11}\"")
        #expect(try remains("20121456171", wide).first?.source == "beijing")
        let london = plain + "[sources.london.batches]\n20121456171 = \"L\"\n"
        #expect(
            try remains("20121456171", source: "london", london)
                == [BatchEntry(batch: "20121456171", label: "", source: "london")])
        let second = plain + "[sources.oslo]\nurl = \"file:///oslo\"\nkey = \"#{11}\"\n"
        #expect(try remains("20121456171", second).map(\.source) == ["london", "oslo"])
    }

    @Test func `adds the first line below the header`() {
        let text = "[batches] # none\n#1 = \"x\"\n[sources.a]\nurl = \"file:///a\"\n"
        #expect(
            after(ConfigEdit(.add(label: "\"q\" \\ é 宮"), "20121456171"), text)
                == "[batches] # none\n20121456171 = \"\\\"q\\\" \\\\ é 宮\"\n#1 = \"x\"\n[sources.a]\nurl = \"file:///a\"\n"
        )
    }

    @Test func `adds a section where there is none`() {
        #expect(
            after(ConfigEdit(.add(label: "B"), "20121456179", source: "london"), plain)
                == plain + "\n[sources.london.batches]\n20121456179 = \"B\"\n")
        let own = "[sources.\"a.b\"]\nurl = \"file:///a\"\n[sources.\"a.b\".batches]\n"
        #expect(after(ConfigEdit(.add(label: "B"), "20121456179"), own) == own + "\n[batches]\n20121456179 = \"B\"\n")
        #expect(
            after(ConfigEdit(.add(label: "B"), "20121456179", source: "a.b"), own) == own + "20121456179 = \"B\"\n")
    }

    @Test func `follows dotted keys`() {
        let text = "batches.20121456171 = \"Mine\"\nsources.a.url = \"file:///a\"\n"
        #expect(
            after(ConfigEdit(.add(label: "B"), "20121456179"), text)
                == "batches.20121456171 = \"Mine\"\nbatches.20121456179 = \"B\"\nsources.a.url = \"file:///a\"\n")
        let nested = "[batches]\n[sources]\na.url = \"file:///a\"\n a . 'batches'.20121456171 = \"Mine\"\n"
        #expect(
            after(ConfigEdit(.add(label: "B"), "2012145617#", source: "a"), nested)
                == nested + " a.batches.\"2012145617#\" = \"B\"\n")
        #expect(
            after(ConfigEdit(.remove, "20121456171"), text)
                == "by hand: without 20121456171 it would not be valid: "
                + "missing; add [batches] and below it lines like 20121456171 = \"Mine\" (it may be empty)")
    }

    @Test func `changes a label alone, wherever it stands`() throws {
        #expect(
            after(ConfigEdit(.add(label: "Ours"), "2012145###[0-4]"), plain)
                == plain.replacing("'friends'", with: "\"Ours\""))
        #expect(
            after(ConfigEdit(.add(label: "Ours"), "20121456171"), plain)
                == plain.replacing("\"Mine\"", with: "\"Ours\""))
        let braces =
            "batches = { 20121456171 = \"Mine\" , 20121456172 = '''x\ny''' }\n[sources.a]\nurl = \"file:///a\"\n"
        let wanted = braces.replacing("\"Mine\"", with: "\"Ours\"").replacing("x\ny", with: "x")
        #expect(
            after(ConfigEdit(.add(label: "Ours"), "20121456171"), braces.replacing("x\ny", with: "x")) == wanted)
        let text = "[batches]\n20121456171 = \"\"\"\nMi\\\n   ne\"\"\" # c\n[sources.a]\nurl = \"file:///a\"\n"
        #expect(
            after(ConfigEdit(.add(label: "B"), "20121456171"), text)
                == "[batches]\n20121456171 = \"B\" # c\n[sources.a]\nurl = \"file:///a\"\n")
        #expect(
            try outcome(ConfigEdit(.add(label: "B"), "20121456171"), plain) == .relabelled(from: "Mine"))
    }

    @Test func `changes nothing where all is as it should be`() throws {
        for label in ["Mine", nil] {
            let edit = ConfigEdit(.add(label: label), "20121456171")
            #expect(after(edit, plain) == plain)
            #expect(try outcome(edit, plain) == .unchanged)
        }
        // The same mask, written otherwise.
        #expect(after(ConfigEdit(.add(label: nil), "2012145[0-9]##[0-4]"), plain) == plain)
    }

    @Test func `takes out the line with its comment`() {
        #expect(
            after(ConfigEdit(.remove, "20121456171"), plain)
                == plain.replacing("20121456171 = \"Mine\"   # since June\n", with: ""))
        #expect(
            after(ConfigEdit(.remove, "2012145###[0-4]"), plain)
                == plain.replacing("  \"2012145###[0-4]\" = 'friends'\n", with: ""))
        #expect(
            after(ConfigEdit(.remove, "66357342", source: "beijing"), plain)
                == plain.replacing("66357342 = \"A\"\n", with: ""))
        let long = "[batches]\n  20121456171 = \"\"\"\nMi\\\n   ne\"\"\" # c\n[sources.a]\nurl = \"file:///a\"\n"
        #expect(
            after(ConfigEdit(.remove, "20121456171"), long) == "[batches]\n[sources.a]\nurl = \"file:///a\"\n")
    }

    @Test func `keeps CRLF, a byte order mark and an end without a line end`() {
        #expect(
            after(ConfigEdit(.add(label: "New"), "20121456179"), crlf(plain))
                == crlf(plain.replacing("'friends'\n", with: "'friends'\n  20121456179 = \"New\"\n")))
        #expect(
            after(ConfigEdit(.remove, "20121456171"), crlf(plain))
                == crlf(plain.replacing("20121456171 = \"Mine\"   # since June\n", with: "")))
        let open = String(plain.dropLast())
        #expect(
            after(ConfigEdit(.add(label: "B"), "66357343", source: "beijing"), crlf(open))
                == crlf(open + "\n66357343 = \"B\""))
        #expect(
            after(ConfigEdit(.remove, "66357342", source: "beijing"), crlf(open)) == crlf(String(open.dropLast(15))))
        #expect(
            after(ConfigEdit(.remove, "20121456171"), "\u{FEFF}" + plain)
                == "\u{FEFF}" + plain.replacing("20121456171 = \"Mine\"   # since June\n", with: ""))
    }

    @Test func `finds its table in whatever order the file has them`() {
        let text = """
            [sources.b.batches]
            20121456172 = ""
            [hook]
            run = "/bin/true"
            [sources.b]
            url = "file:///b"
            [batches]
            """
        #expect(after(ConfigEdit(.add(label: ""), "20121456171"), text) == text + "\n20121456171 = \"\"")
        #expect(
            after(ConfigEdit(.add(label: ""), "20121456171", source: "b"), text)
                == text.replacing("72 = \"\"\n", with: "72 = \"\"\n20121456171 = \"\"\n"))
    }

    @Test(arguments: [
        (ConfigEdit(.add(label: "x"), "2012145"), "impossible: 2012145: has 7 characters, but the key mask ########"),
        (ConfigEdit(.add(label: "x"), "[9"), "impossible: \"[9\" is neither a batch number nor a mask: "),
        (
            ConfigEdit(.add(label: "a\u{1B}[31m"), "20121456179"),
            "impossible: 20121456179: the label has a control character"
        ),
        (
            ConfigEdit(.add(label: String(repeating: "x", count: 201)), "20121456179"),
            "impossible: 20121456179: the label is too long; the maximum is 200 characters"
        ),
        (
            ConfigEdit(.add(label: nil), "66357343", source: "bejing"),
            "impossible: there is no source \"bejing\"; did you mean \"beijing\"?"
        ),
        (
            ConfigEdit(.add(label: nil), "66357343", source: "rome"),
            "impossible: there is no source \"rome\"; there are: beijing, london"
        ),
        (ConfigEdit(.remove, "20121456172"), "impossible: 20121456172 is not in [batches]; did you mean 20121456171?"),
        (
            ConfigEdit(.remove, "29999999999"),
            "impossible: 29999999999 is not in [batches]; there are: 20121456171, 2012145###[0-4]"
        ),
        (
            ConfigEdit(.remove, "66357342"),
            "impossible: 66357342 is not in [batches]; it is watched in one source: add --source beijing"
        ),
        (
            ConfigEdit(.remove, "20121456171", source: "london"),
            "impossible: 20121456171 is not in the batches of source london; it is watched in all sources: leave --source out"
        ),
        (ConfigEdit(.remove, "1", source: "london"), "impossible: 1 is not in the batches of source london; none is"),
    ])
    func `says why it cannot be done`(edit: ConfigEdit, start: String) {
        #expect(after(edit, plain).hasPrefix(start), "\(after(edit, plain))")
    }

    @Test func `refuses braces, and a file that is not sound`() {
        let braces = "batches = { 20121456171 = \"Mine\" }\nsources.a = { url = \"file:///a\" }\n"
        #expect(
            after(ConfigEdit(.add(label: nil), "20121456172"), braces)
                == "by hand: batches is in braces, { … }; edit it by hand, or give it a section of its own, [batches]"
        )
        #expect(
            after(ConfigEdit(.remove, "20121456171"), braces)
                == "by hand: 20121456171 is in braces, { … }; remove it by hand")
        #expect(
            after(ConfigEdit(.add(label: nil), "20121456172", source: "a"), braces)
                == "by hand: a is in braces, { … }; write its batches by hand, or give it a section")
        #expect(
            after(ConfigEdit(.remove, "20121456171"), "[batches]\n20121456171 = Mine\n")
                == "invalid: c.toml:2:15: is not TOML: Mine is not a value; write text in quotes")
        #expect(after(ConfigEdit(.remove, "1"), "").hasPrefix("invalid: c.toml: empty"))
    }

    @Test func `lists what the file has`() throws {
        let edited = try ConfigEdit(.add(label: "x"), "20121456179", source: "london").applied(
            to: Array(plain.utf8), path: "")
        #expect(edited.entry == BatchEntry(batch: "20121456179", label: "x", source: "london"))
        let root = try parsedTOML(plain)
        #expect(
            BatchTable.all(in: root).flatMap(\.entries) == [
                BatchEntry(batch: "20121456171", label: "Mine"),
                BatchEntry(batch: "2012145###[0-4]", label: "friends"),
                BatchEntry(batch: "66357342", label: "A", source: "beijing"),
            ])
    }
}
