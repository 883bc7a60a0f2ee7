// Everything generated from the command line: the manual, the shells' completion, the version, and usage errors of the
// real program.

import Foundation
import Testing

struct FaceTests {
    private func batchwatch(_ words: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", words)
    }

    @Test func `the manual page is what the program's help makes of it`() throws {
        let made = try run(
            "/usr/bin/env",
            [
                "python3", Workshop.project + "/scripts/manual/make-manual", "--print", "--batchwatch",
                Workshop.programs + "/batchwatch",
            ])
        #expect(made.code == 0, "\(made.error)")
        let page = try String(contentsOfFile: Workshop.project + "/man/batchwatch.1", encoding: .utf8)
        #expect(made.output == page, "run scripts/manual/make-manual")
        let sections = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }.map { $0.dropFirst(4) }
        #expect(
            sections == [
                "NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "COMMANDS", "FILES", "ENVIRONMENT", "EXIT STATUS",
                "EXAMPLES",
                "SEE ALSO",
            ])
    }

    @Test func `groff has no complaint about the manual page`() throws {
        let shown = try run(
            "/usr/bin/groff", ["-man", "-Tutf8", "-ww", "-z", Workshop.project + "/man/batchwatch.1"])
        #expect(shown.code == 0 && shown.error == "", "\(shown.error)")
    }

    @Test(arguments: ["bash", "zsh", "fish"])
    func `the completion script is one that its shell takes`(shell: String) throws {
        let script = try batchwatch("completions", shell)
        #expect(script.code == 0 && script.output.contains("hook-test"))
        // zsh and fish are not everywhere; bash is.
        guard let program = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: { access($0, X_OK) == 0 }) else {
            #expect(shell != "bash")
            return
        }
        let file = NSTemporaryDirectory() + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: file) }
        try script.output.write(toFile: file, atomically: true, encoding: .utf8)
        let read = try run(program, ["-n", file])
        #expect(read.code == 0 && read.error == "", "\(read.error)")
    }

    @Test func `bash completes commands, and sources and batches of the configuration`() throws {
        let shop = try Workshop()
        try shop.configure("file:///srv/list.pdf", batches: "20121456171 = \"\"\n\"2012#######\" = \"\"")
        try shop.write("completion", try batchwatch("completions", "bash").output)
        func completed(_ words: String...) throws -> [String] {
            let line = ["batchwatch"] + words
            let script = """
                PATH='\(Workshop.programs)':$PATH; source '\(shop.path)/completion'
                COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
                _batchwatch batchwatch "${!#}" "${@: -2:1}"; printf '%s\\n' "${COMPREPLY[@]}"
                """
            return try run("/bin/bash", ["-c", script, "-"] + line).output.split(separator: "\n").map(String.init)
        }
        #expect(try completed("sta") == ["status"])
        #expect(try completed("batches", "").filter { !$0.hasPrefix("-") }.sorted() == ["add", "list", "remove"])
        #expect(try completed("poll", "--config", shop.config, "lo") == ["london"])
        #expect(try completed("status", "--config", shop.config, "2") == ["20121456171"])
    }

    @Test func `the version is that of the release, with the commit where it is known`() throws {
        let version = try batchwatch("--version")
        #expect(version.code == 0)
        #expect(version.output.wholeMatch(of: /batchwatch 0\.1\.0(?: \([0-9A-Za-z.+~-]+\))?\n/) != nil)
    }

    @Test(arguments: [
        (["statsu"], "did you mean 'status'?"), (["poll", "--jsn"], "Did you mean '--json'?"),
        (["accept"], "Example: batchwatch accept london"), (["accept", "a", "b", "c"], "Unexpected argument 'c'"),
        (["help", "polll"], "did you mean 'poll'?"), (["status", "--\u{1B}[31m"], "\u{FFFD}[31m"),
    ])
    func `a wrong command line ends with 64 and what to type instead`(words: [String], says: String) throws {
        let finished = try run(Workshop.programs + "/batchwatch", words)
        #expect(finished.code == 64 && finished.output == "")
        #expect(finished.error.contains(says), "\(finished.error)")
        #expect(!finished.error.contains("\u{1B}"))
    }

    @Test func `a source or a batch that does not exist is told with the one that was meant`() throws {
        let shop = try Workshop()
        try shop.configure("file:///srv/list.pdf", batches: "20121456171 = \"\"\n\"20122######\" = \"\"")
        for command in ["poll", "accept"] {
            let unknown = try run(Workshop.programs + "/batchwatch", [command, "londno"] + shop.options)
            #expect(unknown.code == 64)
            #expect(unknown.error == "batchwatch: there is no source \"londno\"; did you mean \"london\"?\n")
        }
        let unknown = try run(Workshop.programs + "/batchwatch", ["status", "20121456172"] + shop.options)
        #expect(unknown.code == 64 && unknown.output == "")
        #expect(unknown.error == "batchwatch: 20121456172 is not watched; did you mean 20121456171?\n")
        let neither = try run(Workshop.programs + "/batchwatch", ["status", "somewhere"] + shop.options)
        let there = "there are: 20121456171, 20122######; sources: london"
        #expect(neither.error == "batchwatch: somewhere is not watched; \(there)\n")
        #expect(try run(Workshop.programs + "/batchwatch", ["status", "20122000000"] + shop.options).code == 0)
    }
}
