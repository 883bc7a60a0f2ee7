// `batchwatch rows` on files, from the user's view.

import Foundation
import Testing

struct RowsCommandTests {
    private let folder = NSTemporaryDirectory() + UUID().uuidString

    /// A London-style list of one row, as a file.
    private func document() throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        let path = folder + "/list.pdf"
        try list([["20121456171", "visa issued", "14-Jun-12"]]).write(to: URL(fileURLWithPath: path))
        return path
    }

    private func rows(_ arguments: String...) throws -> Finished {
        try run(Workshop.programs + "/batchwatch", ["rows"] + arguments)
    }

    @Test func `the text of a document is printed with --text`() throws {
        let path = try document()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let finished = try rows("--text", path)
        #expect(finished.code == 0)
        #expect(finished.output.contains("\n20121456171 visa issued 14-Jun-12\n"), "\(finished.output)")
        #expect(finished.output.hasSuffix("\u{0C}"))
        #expect(try rows(path).output.hasPrefix("BATCH"))
    }

    @Test func `rows and diff say where a number stands that is in no row`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (old, new) = (folder + "/old.csv", folder + "/new.csv")
        let head = "Batch;Status;Date\n20121456180;visa issued;14-Jun-12\n20121456181;visa issued;14-Jun-12\n"
        try (head + "20121456171;visa issued;14-Jun-12\n").write(toFile: old, atomically: true, encoding: .utf8)
        try (head + "closed: 2012-1456-171;;\n").write(toFile: new, atomically: true, encoding: .utf8)
        let printed = try rows("--key", "20121456171", new)
        #expect(printed.code == 65)
        #expect(printed.error.contains("is in no row, but the document has it"), "\(printed.error)")
        #expect(printed.error.contains("closed: 2012-1456-171"))
        let compared = try run(Workshop.programs + "/batchwatch", ["diff", old, new])
        #expect(compared.code == 65)
        #expect(compared.error.contains("20121456171 is in no row of \(new), which has it"), "\(compared.error)")
        #expect(!compared.output.contains("20121456171"), "\(compared.output)")
    }

    @Test func `rows and diff find columns by headings that contradict the usual order, and say so`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (old, new) = (folder + "/old.csv", folder + "/new.csv")
        let rows = "66357343,Bob,refused\n66357344,Cid,refused\n"
        try "Number,Applicant,Decision\n66357342,Ann,pending\n\(rows)".write(
            toFile: old, atomically: true, encoding: .utf8)
        try "Number,Applicant,Decision\n66357342,Ann Smith,issued\n\(rows)".write(
            toFile: new, atomically: true, encoding: .utf8)
        let said = "--columns 'batch=Number,status=Decision'"
        let printed = try self.rows("--key", "########", new)
        #expect(printed.code == 0 && printed.output.contains("issued") && !printed.output.contains("Ann"))
        #expect(printed.error.contains(said), "\(printed.error)")
        #expect(try self.rows("--key", "########", "--columns", "batch,status,date", new).code == 65)
        let compared = try run(Workshop.programs + "/batchwatch", ["diff", "--key", "########", old, new])
        #expect(compared.output == "66357342: \"pending\" -> \"issued\"\n", "\(compared.output) \(compared.error)")
        #expect(compared.error.components(separatedBy: said).count == 2, "\(compared.error)")
    }

    @Test func `rows that cannot be written are an error, and a reader who has seen enough is none`() throws {
        let path = try document()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let full = try run("/bin/sh", ["-c", "\"$0\" rows \"$1\" >/dev/full", Workshop.programs + "/batchwatch", path])
        #expect(full.code == 74)
        #expect(full.error.contains("cannot write: No space left on device"), "\(full.error)")
        let gone = try run("/bin/sh", ["-c", "\"$0\" rows \"$1\" | true", Workshop.programs + "/batchwatch", path])
        #expect(gone.error.split(separator: "\n").allSatisfy { $0.hasPrefix("batchwatch: read with --key") })
    }

    @Test func `rows are added at the end of a file`() throws {
        let path = try document()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = "echo first >\"$1.out\"; \"$0\" rows --format csv \"$1\" >>\"$1.out\""
        _ = try run("/bin/sh", ["-c", script, Workshop.programs + "/batchwatch", path])
        let text = try String(contentsOfFile: path + ".out", encoding: .utf8)
        #expect(text == "first\nbatch,status,date,page\r\n20121456171,visa issued,14-Jun-12,1\r\n")
    }

    @Test(arguments: [["--key", "####"], ["--columns", "batch"], ["--format", "csv"]])
    func `--text goes with no option of tables`(option: [String]) throws {
        let path = try document()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let finished = try rows("--text", option[0], option[1], path)
        #expect(finished.code == 64)
        #expect(finished.output == "")
        #expect(finished.error == "batchwatch: --text prints the text as it stands: \(option[0]) cannot go with it\n")
    }

    /// A list of another kind, as a file.
    private func foreign(_ name: String, _ decision: String) throws -> String {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let path = "\(folder)/\(name)"
        let text = "Application Number,Decision\n66357342,Approved\n66357343,\(decision)\n66357399,Refused\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        return path
    }

    @Test func `without --key a list of another kind is read as try proposes, and that is said`() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try foreign("a.csv", "Refused")
        let found = try rows("--format", "csv", path)
        #expect(found.code == 0)
        #expect(found.output.contains("66357343,Refused,,1"), "\(found.output)")
        let said = "batchwatch: read with --key '########' --columns 'batch=Application Number,status=Decision', "
        #expect(found.error == said + "as `batchwatch try` proposes\n")
        let changes = try run(Workshop.programs + "/batchwatch", ["diff", path, foreign("b.csv", "Approved")])
        #expect(changes.output == "66357343: \"Refused\" -> \"Approved\"\n", "\(changes.output)")
        #expect(changes.error == found.error)
    }

    @Test func `without --key the records of XML are those that try proposes, too`() throws {
        let cases = (1...12).map { "<case><no>663573\(40 + $0)</no><status>sent</status></case>" }.joined()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/cases.xml"
        try Data("<cases>\(cases)</cases>".utf8).write(to: URL(fileURLWithPath: file))
        for arguments in [[], ["--record", "case"]] {
            let found = try run(
                Workshop.programs + "/batchwatch", ["rows", file, "--format", "csv"] + arguments)
            #expect(found.code == 0 && found.output.contains("66357341,sent"), "\(found)")
            #expect(found.error.contains("--record 'case', as `batchwatch try` proposes"), "\(found.error)")
        }
    }

    @Test func `nothing is never no rows without a word`() throws {
        let path = try document()
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let other = try rows("--key", "20121456199", "--format", "json", path)
        #expect(other.output == "[]\n")
        #expect(other.error == "batchwatch: 20121456199 is not on the list, which has 1 row\n")
        let text = folder + "/hello.csv"
        try Data("hello,world\n".utf8).write(to: URL(fileURLWithPath: text))
        let nothing = try rows(text)
        #expect(nothing.code == 65)
        #expect(nothing.error == "batchwatch: no table with a column of numbers was found\n", "\(nothing.error)")
        let none = try rows("--key", "######", text)
        #expect(none.code == 65)
        #expect(none.error.contains("no row matches the key mask ######"), "\(none.error)")
        let doubts = try rows("--doubts", "--key", "######", text)
        #expect(doubts.code == 65 && doubts.error == none.error)
        #expect(doubts.output.filter { !$0.isWhitespace } == "[]")
        // Two cases on each line.
        try Data("23-10001  sent  23-10002  sent\n23-10003  sent  23-10004  sent\n".utf8)
            .write(to: URL(fileURLWithPath: text))
        let unclear = try rows("--doubts", "--key", "##-#####", text)
        #expect(unclear.code == 65 && unclear.output.contains("\"23-10002\""), "\(unclear)")
    }
}
