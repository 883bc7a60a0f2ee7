// Wrong configurations, each with the exact message.

import Testing

@testable import Configuration

/// A file, and the lines that are said of it.
struct ConfigMistake: Sendable, CustomTestStringConvertible {
    let name: String
    let toml: String
    let says: [String]

    init(_ name: String, _ toml: String, _ says: String...) {
        self.name = name
        self.toml = toml
        self.says = says
    }

    var testDescription: String { name }
}

/// A sound file's beginning, four lines long: what comes after it is below `[sources.london]`.
let londonConfig = """
    [batches]
    20121456171 = "Mine"
    [sources.london]
    url = "https://example.org/list.pdf"

    """

func configComplaints(_ toml: String) -> [String] {
    do {
        _ = try Config(toml: Array(toml.utf8), path: "w.toml")
        return []
    } catch {
        return error.description.split(separator: "\n").map(String.init)
    }
}

private let rootMistakes = [
    ConfigMistake(
        "an empty file", "",
        "w.toml: empty: a configuration has at least [batches]; `batchwatch try URL` proposes the rest"),
    ConfigMistake(
        "nothing but blanks", " \r\n\t\n",
        "w.toml: empty: a configuration has at least [batches]; `batchwatch try URL` proposes the rest"),
    ConfigMistake(
        "nothing but a comment", "# later\n",
        "w.toml: batches: missing; add [batches] and below it lines like 20121456171 = \"Mine\" (it may be empty)",
        "w.toml: sources: missing; add a list, like [sources.london] and below it url = \"https://…\", or let `batchwatch try URL` propose it"
    ),
    ConfigMistake(
        "a batch without a list", "[batches]\n1 = \"\"\n",
        "w.toml: sources: missing; add a list, like [sources.london] and below it url = \"https://…\", or let `batchwatch try URL` propose it"
    ),
    ConfigMistake(
        "a batch and an empty sources table", "[batches]\n1 = \"\"\n[sources]\n",
        "w.toml:3:1: sources: is empty; add a list, like [sources.london] and below it url = \"https://…\", or let `batchwatch try URL` propose it"
    ),
    ConfigMistake(
        "no batches", "[sources.a]\nurl = \"file:///a.pdf\"\n",
        "w.toml: batches: missing; add [batches] and below it lines like 20121456171 = \"Mine\" (it may be empty)"),
    ConfigMistake(
        "tables of the wrong type", "batches = 1\nsources = \"x\"\nhook = [1]\n",
        "w.toml:1:1: batches: expected a table, found an integer",
        "w.toml:2:1: sources: expected a table, found a string",
        "w.toml:3:1: hook: expected a table, found an array"),
    ConfigMistake(
        "a source that is no table", "[batches]\n[sources]\nlondon = \"https://example.org\"\n",
        "w.toml:3:1: sources.london: expected a table, found a string"),
    ConfigMistake(
        "an array of tables", "[batches]\n[[sources.a]]\nurl = \"file:///a.pdf\"\n",
        "w.toml:2:1: sources.a: expected a table, found an array"),
    ConfigMistake(
        "a misspelt table", "[batchs]\n20121456171 = \"x\"\n[sources.a]\nurl = \"file:///a.pdf\"\n",
        "w.toml:1:1: batchs: unknown key; did you mean \"batches\"?"),
    ConfigMistake(
        "a key that there is not", londonConfig + "referer = \"x\"\n",
        "w.toml:5:1: sources.london.referer: unknown key; known here: url, command, form-page, form, body, page, link, pick, every, key, key-in, columns, record, visible, keep, auth, proxy, user-agent, headers, max-size, timeout, disappeared-after, expect-every, tell-editions, batches, hours, timezone"
    ),
    ConfigMistake(
        "a key with an underscore", londonConfig + "max_size = \"1MiB\"\n",
        "w.toml:5:1: sources.london.max_size: unknown key; did you mean \"max-size\"?"),
    ConfigMistake(
        "a batch below the wrong header", londonConfig + "20121456172 = \"Hers\"\n",
        "w.toml:5:1: sources.london.20121456172: unknown key; batch numbers stand below [batches] or [sources.NAME.batches]"
    ),
    ConfigMistake(
        "a key with a bidi override", londonConfig + "\"ev\u{202E}ery\" = 1\n",
        "w.toml:5:1: sources.london.\"ev\\u{202e}ery\": unknown key; did you mean \"every\"?"),
    ConfigMistake(
        "a very long key", londonConfig + String(repeating: "k", count: 1000) + " = 1\n",
        "w.toml:5:1: sources.london.kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk…: unknown key; known here: url, command, form-page, form, body, page, link, pick, every, key, key-in, columns, record, visible, keep, auth, proxy, user-agent, headers, max-size, timeout, disappeared-after, expect-every, tell-editions, batches, hours, timezone"
    ),
]

private let syntaxMistakes = [
    ConfigMistake(
        "half written", "[batches]\n20121456171 = \"Mi",
        "w.toml:2:18: is not TOML: the string is not closed; write its closing quote"),
    ConfigMistake(
        "a duplicate key", "[batches]\n20121456171 = \"a\"\n20121456171 = \"b\"\n",
        "w.toml:3:1: is not TOML: 20121456171 is already defined; keep one of the two"),
    ConfigMistake(
        "a header without a name", "[.a]\n",
        "w.toml:1:2: is not TOML: expected a key; write one of A-Z, a-z, 0-9, \"-\" and \"_\", or one in quotes"),
    ConfigMistake(
        "a list's header without a name", "[batches]\n 1 = 2\n  [[ \\\n",
        "w.toml:3:6: is not TOML: expected a key; write one of A-Z, a-z, 0-9, \"-\" and \"_\", or one in quotes"),
    ConfigMistake(
        "a header with another letter", "[é]\n[.a]\n",
        "w.toml:1:2: is not TOML: expected a key; write one of A-Z, a-z, 0-9, \"-\" and \"_\", or one in quotes"),
    ConfigMistake(
        "a header without anything", "[batches]\n[",
        "w.toml:2:2: is not TOML: expected a key; write one of A-Z, a-z, 0-9, \"-\" and \"_\", or one in quotes"),
    ConfigMistake(
        "a mistake before a header without a name", "[batches]\na =\n[.a]\n",
        "w.toml:2:4: is not TOML: expected a value; write text in quotes"),
    ConfigMistake(
        "a mask without quotes", "[batches]\n  2012145###[0-4] = \"friends\"\n",
        "w.toml:2:10: is not TOML: expected \"=\" after the key; a mask needs quotes: \"2012145###[0-4]\" = …"),
    ConfigMistake(
        "a NUL", "[batches]\n# \u{0}\n",
        "w.toml:2:3: is not TOML: there is a control character; remove it"),
    ConfigMistake(
        "an escape for NUL", "[batches]\n20121456171 = \"é\\u0000b\"\n",
        "w.toml:2:1: batches.20121456171: the label has a control character; write it in one line of plain text",
        "w.toml: sources: missing; add a list, like [sources.london] and below it url = \"https://…\", or let `batchwatch try URL` propose it"
    ),
    ConfigMistake(
        "a long escape for NUL", "[batches]\n\"2\\U00000000\" = \"\"\n",
        "w.toml:2:1: batches.\"2\\u{0}\": is neither a batch number nor a mask: character 2 is a control character"
    ),
]

private let batchMistakes = [
    ConfigMistake(
        "ten digits", "[batches]\n2012145617 = \"x\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.2012145617: has 10 characters, but the default key mask 2[0-8]######### of source london needs 11"
    ),
    ConfigMistake(
        "Arabic digits", "[batches]\n\"٢٠١٢١٤٥٦١٧١\" = \"x\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.\"٢٠١٢١٤٥٦١٧١\": has the digit ٢, but the default key mask 2[0-8]######### of source london needs 0 to 9; type the number with those"
    ),
    ConfigMistake(
        "eleven wrong digits", "[batches]\n30121456171 = \"x\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.30121456171: does not match the default key mask 2[0-8]######### of source london; compare it with the number in your letter"
    ),
    ConfigMistake(
        "one digit", "[batches]\n1 = \"x\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.1: has 1 character, but the default key mask 2[0-8]######### of source london needs 11"),
    ConfigMistake(
        "a number that fits no source",
        "[batches]\n123 = \"x\"\n[sources.a]\nurl = \"file:///a\"\nkey=\"####\"\n[sources.b]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.123: has 3 characters, but the key mask #### of source a needs 4; it fits the other source no better"
    ),
    ConfigMistake(
        "a number too long for a list of several lengths",
        "[batches]\n1234567890 = \"x\"\n123456 = \"\"\n\"#{7}\" = \"\"\n1234567 = \"\"\n\"1#{9,11}\" = \"\"\n"
            + "[sources.a]\nurl = \"file:///a\"\nkey = \"#{7,9}\"\n",
        "w.toml:2:1: batches.1234567890: has 10 characters, but the key mask #{7,9} of source a needs 7 to 9 characters",
        "w.toml:3:1: batches.123456: has 6 characters, but the key mask #{7,9} of source a needs 7 to 9 characters",
        "w.toml:6:1: batches.\"1#{9,11}\": has 10 to 12 characters, but the key mask #{7,9} of source a needs 7 to 9 characters"
    ),
    ConfigMistake(
        "a source's own number", londonConfig + "[sources.london.batches]\n66357342 = \"A\"\n",
        "w.toml:6:1: sources.london.batches.66357342: has 8 characters, but the default key mask 2[0-8]######### of source london needs 11"
    ),
    ConfigMistake(
        "a number for a label", "[batches]\n20121456171 = 4\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.20121456171: expected a label in quotes, found an integer"),
    ConfigMistake(
        "a dotted number", "[batches]\n2012145.6171 = \"x\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.2012145: expected a label in quotes, found a table",
        "w.toml:2:1: batches.2012145: has 7 characters, but the default key mask 2[0-8]######### of source london needs 11"
    ),
    ConfigMistake(
        "a label of two lines", "[batches]\n20121456171 = \"a\\nb\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.20121456171: the label has a control character; write it in one line of plain text"),
    ConfigMistake(
        "a class that is not closed", "[batches]\n\"2012145###[0-4\" = \"\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.\"2012145###[0-4\": is neither a batch number nor a mask: the \"[\" at character 11 is never closed"
    ),
    ConfigMistake(
        "a bidi override in a class", "[batches]\n\"2[\u{202E}]\" = \"\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.\"2[\\u{202e}]\": is neither a batch number nor a mask: \"\\u{202e}\" at character 3 cannot stand in a class: ASCII characters only"
    ),
    ConfigMistake(
        "an empty number", "[batches]\n\"\" = \"\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:2:1: batches.\"\": is neither a batch number nor a mask: the mask is empty"),
    ConfigMistake(
        "a mask twice",
        "[batches]\n\"2012145617#\" = \"\"\n\"2012145617[0-9]\" = \"\"\n[sources.london]\nurl = \"file:///a\"\n",
        "w.toml:3:1: batches.\"2012145617[0-9]\": is the same mask as \"2012145617#\"; remove one of the two"),
    ConfigMistake(
        "a wrong key mask hides no other mistake", "[batches]\n1 = 2\n[sources.a]\nurl = \"file:///a\"\nkey = \"[\"\n",
        "w.toml:2:1: batches.1: expected a label in quotes, found an integer",
        "w.toml:5:1: sources.a.key: is not a mask: the \"[\" at character 1 is never closed"),
]

private let sourceMistakes = [
    ConfigMistake(
        "no url", "[batches]\n[sources.london]\nevery = \"1h\"\n",
        "w.toml:2:1: sources.london.url: missing; write where the list is published, like url = \"https://…\", or page and link where its address moves"
    ),
    ConfigMistake(
        "a wrong url is told once", "[batches]\n[sources.a]\nurl = \"ftp://example.org/\"\nevery = \"5s\"\n",
        "w.toml:3:1: sources.a.url: does not start with a supported scheme; write https:// or http:// or file://"),
    ConfigMistake(
        "a url without a scheme", "[batches]\n[sources.a]\nurl = \"www.example.org/list.pdf?token=hunter2\"\n",
        "w.toml:3:1: sources.a.url: has no scheme; begin it with https://www.example.org"),
    ConfigMistake(
        "a url without a scheme and path, and a page",
        "[batches]\n[sources.a]\nurl = \"www.example.org\"\n"
            + "[sources.b]\npage = \"example.org/lists/\"\nlink = \"*.pdf\"\n[sources.c]\nurl = \"list.pdf\"\n",
        "w.toml:3:1: sources.a.url: has no scheme; begin it with https://www.example.org",
        "w.toml:5:1: sources.b.page: has no scheme; begin it with https://example.org",
        "w.toml:8:1: sources.c.url: does not start with a supported scheme; write https:// or http:// or file://"),
    ConfigMistake(
        "a key with a letter less", londonConfig + "kep = \"forever\"\n",
        "w.toml:5:1: sources.london.kep: unknown key; did you mean \"keep\"?"),
    ConfigMistake(
        "a key with another letter", londonConfig + "kex = \"########\"\n",
        "w.toml:5:1: sources.london.kex: unknown key; did you mean \"key\"?"),
    ConfigMistake(
        "credentials in the url", "[batches]\n[sources.a]\nurl = \"https://me:hunter2@example.org/\"\n",
        "w.toml:3:1: sources.a.url: contains credentials, which do not belong in this file; remove them and add auth = { scheme = \"basic\", user = \"…\", secret-file = \"/…\" }"
    ),
    ConfigMistake(
        "a bad name", "[batches]\n[sources.\"Lon don\"]\nurl = \"file:///a\"\n",
        "w.toml:2:1: sources.\"Lon don\": is not a valid source name; use a-z, 0-9, \"-\", \"_\" and \".\", not starting with \".\", at most 64 characters"
    ),
    ConfigMistake(
        "a hidden name", "[batches]\n[sources.\"..\"]\nurl = \"file:///a\"\n",
        "w.toml:2:1: sources.\"..\": is not a valid source name; use a-z, 0-9, \"-\", \"_\" and \".\", not starting with \".\", at most 64 characters"
    ),
    ConfigMistake(
        "a number for a duration", londonConfig + "every = 3600\n",
        "w.toml:5:1: sources.london.every: expected a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\", found an integer"
    ),
    ConfigMistake(
        "a duration without unit", londonConfig + "every = \"60\"\n",
        "w.toml:5:1: sources.london.every: expected a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\", found \"60\""
    ),
    ConfigMistake(
        "a bool, a float, a date, a time, a list",
        londonConfig + "every = true\ntimeout = 1.5\nmax-size = 2026-01-01\nkey = 10:00:00\nproxy = []\nurl2=1\n",
        "w.toml:5:1: sources.london.every: expected a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\", found a boolean",
        "w.toml:6:1: sources.london.timeout: expected a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\", found a number",
        "w.toml:7:1: sources.london.max-size: expected a size in quotes, like \"500kB\" or \"16MiB\", found a date",
        "w.toml:8:1: sources.london.key: expected a mask in quotes, like \"########\", or a list of masks, found a date or time",
        "w.toml:9:1: sources.london.proxy: expected a URL in quotes, like \"http://proxy:3128\", found an array",
        "w.toml:10:1: sources.london.url2: unknown key; did you mean \"url\"?"),
    ConfigMistake(
        "too often", londonConfig + "every = \"59s\"\n",
        "w.toml:5:1: sources.london.every: is too short; the minimum is 1m for a server that is not this machine"),
    ConfigMistake(
        "too seldom", londonConfig + "every = \"99999999999999999999d\"\n",
        "w.toml:5:1: sources.london.every: is too long; the maximum is 30d"),
    ConfigMistake(
        "sizes", londonConfig + "max-size = \"257MiB\"\n",
        "w.toml:5:1: sources.london.max-size: is too large; the maximum is 256MiB"),
    ConfigMistake(
        "a size without unit", londonConfig + "max-size = \"16\"\n",
        "w.toml:5:1: sources.london.max-size: expected a size in quotes, like \"500kB\" or \"16MiB\", found \"16\""),
    ConfigMistake(
        "too small a size", londonConfig + "max-size = \"1kB\"\n",
        "w.toml:5:1: sources.london.max-size: is too small; the minimum is 1KiB"),
    ConfigMistake(
        "no mask", londonConfig + "key = \"\"\n",
        "w.toml:5:1: sources.london.key: is not a mask: the mask is empty"),
    ConfigMistake(
        "columns of the wrong type", londonConfig + "columns = \"batch\"\n",
        "w.toml:5:1: sources.london.columns: expected a list like [\"batch\", \"status\", \"date\"], or a table like { batch = \"Number\", status = \"Decision\" }, found a string"
    ),
    ConfigMistake(
        "a number among the columns", londonConfig + "columns = [\"batch\", 2]\n",
        "w.toml:5:1: sources.london.columns: expected strings in the list, found an integer"),
    ConfigMistake(
        "an unknown column", londonConfig + "columns = [\"batch\", \"statis\"]\n",
        "w.toml:5:1: sources.london.columns: \"statis\" is not a column; write \"batch\", \"status\", \"date\" or \"-\""
    ),
    ConfigMistake(
        "no batch column", londonConfig + "columns = [\"status\"]\n",
        "w.toml:5:1: sources.london.columns: there is no column \"batch\"; name each column once, like [\"batch\", \"status\", \"date\"]"
    ),
    ConfigMistake(
        "a column twice", londonConfig + "columns = [\"batch\", \"date\", \"date\"]\n",
        "w.toml:5:1: sources.london.columns: the column \"date\" is named twice; name each column once, like [\"batch\", \"status\", \"date\"]"
    ),
    ConfigMistake(
        "a proxy with a password", londonConfig + "proxy = \"http://a:b@proxy:3128\"\n",
        "w.toml:5:1: sources.london.proxy: contains credentials, which do not belong in this file; remove them"),
    ConfigMistake(
        "a proxy of another kind", londonConfig + "proxy = \"proxy:3128\"\n",
        "w.toml:5:1: sources.london.proxy: does not start with a supported scheme; write http:// or https:// or socks5:// or socks5h://"
    ),
    ConfigMistake(
        "a proxy for a file", "[batches]\n[sources.a]\nurl = \"file:///a\"\nproxy = \"http://proxy:3128\"\n",
        "w.toml:4:1: sources.a.proxy: a file needs no proxy; remove the line"),
]

private let authMistakes = [
    ConfigMistake(
        "no table", londonConfig + "auth = \"me:hunter2\"\n",
        "w.toml:5:1: sources.london.auth: expected a table, found a string"),
    ConfigMistake(
        "an empty table", londonConfig + "auth = {}\n",
        "w.toml:5:1: sources.london.auth.scheme: missing; write \"basic\", \"digest\" or \"bearer\"",
        "w.toml:5:1: sources.london.auth: there is no secret; add secret-file = \"/path\" or credential = \"name\""),
    ConfigMistake(
        "a secret inline", londonConfig + "auth = { scheme = \"bearer\", token = \"hunter2\" }\n",
        "w.toml:5:29: sources.london.auth.token: secrets do not belong in this file; write it to a file of its own and name that with secret-file"
    ),
    ConfigMistake(
        "a password inline", londonConfig + "auth = { scheme = \"basic\", user = \"me\", password = \"hunter2\" }\n",
        "w.toml:5:41: sources.london.auth.password: secrets do not belong in this file; write it to a file of its own and name that with secret-file"
    ),
    ConfigMistake(
        "an unknown scheme", londonConfig + "auth = { scheme = \"ntlm\", user = \"me\", secret-file = \"/s\" }\n",
        "w.toml:5:10: sources.london.auth.scheme: is not a supported scheme; write \"basic\", \"digest\" or \"bearer\""
    ),
    ConfigMistake(
        "a misspelt key",
        londonConfig + "[sources.london.auth]\nscheme = \"basic\"\nuser = \"me\"\nsecret_file = \"/s\"\n",
        "w.toml:8:1: sources.london.auth.secret_file: unknown key; did you mean \"secret-file\"?"),
    ConfigMistake(
        "basic without user", londonConfig + "auth = { scheme = \"basic\", secret-file = \"/s\" }\n",
        "w.toml:5:1: sources.london.auth.user: missing; write the name to log in with"),
    ConfigMistake(
        "a colon in a user's name",
        londonConfig + "auth = { scheme = \"basic\", user = \"a:b\", secret-file = \"/s\" }\n",
        "w.toml:5:28: sources.london.auth.user: a user name for basic cannot contain a colon; remove it"),
    ConfigMistake(
        "a bearer with a user", londonConfig + "auth = { scheme = \"bearer\", user = \"me\", secret-file = \"/s\" }\n",
        "w.toml:5:29: sources.london.auth.user: bearer has no user; remove it"),
    ConfigMistake(
        "two secrets", londonConfig + "auth = { scheme = \"bearer\", secret-file = \"/s\", credential = \"s\" }\n",
        "w.toml:5:1: sources.london.auth: there are both secret-file and credential; keep one"),
    ConfigMistake(
        "a relative secret file", londonConfig + "auth = { scheme = \"bearer\", secret-file = \"s\" }\n",
        "w.toml:5:29: sources.london.auth.secret-file: expected an absolute path; begin it with \"/\""),
    ConfigMistake(
        "a path for a credential", londonConfig + "auth = { scheme = \"bearer\", credential = \"../s\" }\n",
        "w.toml:5:29: sources.london.auth.credential: is not the name of a credential; write the one from LoadCredential= in the unit, without \"/\""
    ),
    ConfigMistake(
        "plain http",
        "[batches]\n[sources.a]\nurl = \"http://example.org/\"\nauth = { scheme = \"bearer\", credential = \"s\" }\n",
        "w.toml:4:1: sources.a.auth: the secret would be sent unencrypted; use an https url"),
    ConfigMistake(
        "a file", "[batches]\n[sources.a]\nurl = \"file:///a\"\nauth = { scheme = \"bearer\", credential = \"s\" }\n",
        "w.toml:4:1: sources.a.auth: a file needs no auth; remove it"),
]

private let hookMistakes = [
    ConfigMistake(
        "no run", londonConfig + "[hook]\n",
        "w.toml:5:1: hook.run: missing; name the program to run, like run = \"/etc/batchwatch/hook\""),
    ConfigMistake(
        "a relative path", londonConfig + "[hook]\nrun = \"bin/hook\"\n",
        "w.toml:6:1: hook.run: expected an absolute path; begin it with \"/\""),
    ConfigMistake(
        "an empty path", londonConfig + "[hook]\nrun = \"\"\n",
        "w.toml:6:1: hook.run: expected an absolute path; begin it with \"/\""),
    ConfigMistake(
        "an empty list", londonConfig + "[hook]\nrun = []\n",
        "w.toml:6:1: hook.run: is empty; name the program to run, like run = \"/etc/batchwatch/hook\""),
    ConfigMistake(
        "a relative path in a list", londonConfig + "[hook]\nrun = [\"hook\", \"-v\"]\n",
        "w.toml:6:1: hook.run: expected an absolute path; begin it with \"/\""),
    ConfigMistake(
        "a number", londonConfig + "[hook]\nrun = 3\ntimeout = 30\n",
        "w.toml:6:1: hook.run: expected a path in quotes, or a list of a path and arguments, found an integer",
        "w.toml:7:1: hook.timeout: expected a duration in quotes, like \"90s\", \"10m\", \"1h30m\" or \"8d\", found an integer"
    ),
    ConfigMistake(
        "an argument with NUL", londonConfig + "[hook]\nrun = [\"/h\", \"a\\u0000\"]\n",
        "w.toml:6:1: hook.run: has a NUL character, which no argument can have; remove it"),
    ConfigMistake(
        "a number in the list", londonConfig + "[hook]\nrun = [\"/hook\", 3]\n",
        "w.toml:6:1: hook.run: expected strings in the list, found an integer"),
    ConfigMistake(
        "a list in the list", londonConfig + "[hook]\nrun = [[\"/hook\"]]\n",
        "w.toml:6:1: hook.run: expected strings in the list, found an array"),
    ConfigMistake(
        "times", londonConfig + "[hook]\nrun = \"/h\"\ntimeout = \"0s\"\n",
        "w.toml:7:1: hook.timeout: is too short; the minimum is 1s"),
    ConfigMistake(
        "a misspelt key of the hook", londonConfig + "[hook]\nRun = \"/h\"\n",
        "w.toml:6:1: hook.Run: unknown key; did you mean \"run\"?"),
]

@Suite struct `Mistakes in a configuration` {
    @Test(
        arguments: rootMistakes + syntaxMistakes + batchMistakes + sourceMistakes + authMistakes
            + hookMistakes)
    func `each is told in these words`(mistake: ConfigMistake) {
        #expect(configComplaints(mistake.toml) == mistake.says)
    }
}
