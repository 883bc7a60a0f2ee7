import Foundation
import Testing
import Text

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("20121456171", "20121456171"), ("IMM-4711/26", "IMM-4711/26"), ("café", "café"), ("", "''"), ("a b", "'a b'"),
        ("#1", "'#1'"), ("2012#######", "'2012#######'"), ("$(id)", "'$(id)'"), ("O'Hara", #"'O'\''Hara'"#),
        ("~a", "'~a'"),
        ("a\nb", "'a b'"),
    ])
    func `a text is one word of a command`(text: String, word: String) { #expect(shellWord(text) == word) }

    @Test(arguments: ["a'b; c", "$HOME `id`", "-x *", "\u{1B}[31m\\ !x \"q\" %s & | < > \u{202E}"])
    func `a shell takes it as it is`(text: String) throws {
        let done = try run("/bin/sh", ["-c", "printf %s " + shellWord(text)])
        #expect(done == sanitized(text, limit: 256))
    }

    private func run(_ program: String, _ words: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = words
        let pipe = Pipe()
        process.standardOutput = pipe
        try process.run()
        let output = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }
}
