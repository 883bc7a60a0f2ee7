// Keys in the wrong table, as when a user puts an example of the shipped file too far down.

import Testing

@testable import Configuration

private let misplaced = [
    ConfigMistake(
        "a key of the source below its batches",
        londonConfig + "[sources.london.batches]\n20121456179 = \"\"\n  every = \"1h\"\nexpect-every = \"8d\"\n",
        "w.toml:7:3: sources.london.batches.every: `every` belongs above [sources.london.batches]; move the line there",
        "w.toml:8:1: sources.london.batches.expect-every: `expect-every` belongs above [sources.london.batches]; move the line there"
    ),
    ConfigMistake(
        "keys with other values",
        londonConfig + "[sources.london.batches]\nkey = \"########\"\ncolumns = [\"batch\"]\nmax-size = \"1MiB\"\n",
        "w.toml:6:1: sources.london.batches.key: `key` belongs above [sources.london.batches]; move the line there",
        "w.toml:7:1: sources.london.batches.columns: `columns` belongs above [sources.london.batches]; move the line there",
        "w.toml:8:1: sources.london.batches.max-size: `max-size` belongs above [sources.london.batches]; move the line there"
    ),
    ConfigMistake(
        "below the batches of a list of texts",
        londonConfig + "key = \"*\"\ncolumns = { batch = \"Name\", status = \"S\" }\n[sources.london.batches]\n"
            + "every = \"1h\"\nlink = \"a label\"\n",
        "w.toml:2:1: batches.20121456171: would not be watched in any list: for lists with key = \"*\", write it below [sources.NAME.batches]",
        "w.toml:8:1: sources.london.batches.every: `every` belongs above [sources.london.batches]; move the line there"),
    ConfigMistake(
        "below the batches of all lists",
        "[batches]\nevery = \"1h\"\nrun = \"/etc/hook\"\n[sources.a]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.every: `every` belongs below [sources.NAME]; move the line there",
        "w.toml:3:1: batches.run: `run` belongs below [hook]; move the line there"),
    ConfigMistake(
        "a hook's program below a source", londonConfig + "run = \"/etc/hook\"\n",
        "w.toml:5:1: sources.london.run: unknown key; it belongs below [hook]"),
    ConfigMistake(
        "a source's key at the root", "every = \"1h\"\n[batches]\n[sources.a]\nurl = \"file:///a\"\n",
        "w.toml:1:1: every: unknown key; it belongs below [sources.NAME]"),
]

@Suite struct `Keys in a table that is not theirs` {
    @Test(arguments: misplaced)
    func `are told with the place where they belong`(mistake: ConfigMistake) {
        #expect(configComplaints(mistake.toml) == mistake.says)
    }

    @Test func `a list of texts may have a batch with the name of a key`() {
        let texts = "[sources.a]\nurl = \"file:///a\"\nkey = \"*\"\ncolumns = { batch = \"Name\", status = \"S\" }\n"
        for line in ["every = \"the first one\"", "key = \"mine\"", "url = \"\"", "pick = \"hers\"", "run = \"x\""] {
            #expect(configComplaints(texts + "[sources.a.batches]\n\(line)\n") == [])
        }
    }
}
