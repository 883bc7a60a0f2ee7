// One request, one answer: the built fetcher and reader with small documents, good and bad.

import CPOSIX
import FoundationEssentials
import Glibc
import Processes
import Reading
import Rows
import TestKit
import Testing
import Watch

private let list = pdf([
    ["20121456171", "Issued", "01-Nov-2026"], ["20121456172", "Refused", "02-Nov-2026"],
    ["20121456171", "Ready (soon)", "03-Nov-2026"],
])

@Suite struct ReaderTests {
    let scratch = Scratch()

    @Test func `a document comes back as its rows`() throws {
        let run = ReaderRun(scratch.asking(for: list))
        let document = try #require(run.document, "\(run.reply)")
        #expect(document.reading.rows.map(\.batch) == ["20121456171", "20121456172", "20121456171"])
        #expect(document.reading.rows.map(\.update.status) == ["Issued", "Refused", "Ready (soon)"])
        #expect(document.reading.rows.map(\.update.date) == ["01-Nov-2026", "02-Nov-2026", "03-Nov-2026"])
        #expect(document.reading.rows.map(\.page) == [1, 1, 1])
        #expect(document.reading.rowCount == 3)
        #expect(document.reading.pageCount == 1)
        #expect(document.reading.damage == [])
        #expect(document.facts.length == list.utf8.count)
        #expect(document.facts.digest.count == 64)
    }

    @Test func `only the watched rows come back, and all are counted`() throws {
        let one = ReaderRun(scratch.asking(for: list) { $0.watched = ["20121456172"] })
        #expect(one.document?.reading.rows.map(\.update.status) == ["Refused"])
        #expect(one.document?.reading.rowCount == 3)
        let masked = ReaderRun(scratch.asking(for: list) { $0.watched = ["########171"] })
        #expect(masked.document?.reading.rows.count == 2)
        let none = ReaderRun(scratch.asking(for: list) { $0.watched = [] })
        #expect(none.document?.reading.rows.isEmpty == true)
    }

    @Test func `a hundred thousand watched keys are one request`() throws {
        let keys = (0..<100_000).map { "\(20_121_400_000 + $0)" }
        let run = ReaderRun(scratch.asking(for: list) { $0.watched = keys })
        #expect(run.document?.reading.rows.count == 3)
    }

    @Test func `a wanted row with text that cannot be decoded is damage, and no news`() throws {
        // StandardEncoding has no character for code 1 (ISO 32000-1 D.2).
        let list = pdf([["20121456171", "Iss\u{1}ued", "01-Nov-2026"], ["20121456172", "Refused", "02-Nov-2026"]])
        let wanted = ReaderRun(scratch.asking(for: list) { $0.watched = ["20121456171"] })
        #expect(wanted.document?.reading.damage == ["the row of 20121456171 on page 1 has text that cannot be decoded"])
        let other = ReaderRun(scratch.asking(for: list) { $0.watched = ["20121456172"] })
        #expect(other.document?.reading.damage == [])
    }

    @Test func `known bytes are not parsed, and a known file is not even read`() async throws {
        let facts = try #require(ReaderRun(scratch.asking(for: list)).document?.facts)
        let same = ReaderRun(scratch.asking(for: list) { $0.knownDigest = facts.digest })
        guard case .sameDocument(let again) = same.reply else { throw Unexpected("\(same.reply)") }
        #expect(again.digest == facts.digest)
        let request = scratch.asking(for: list)
        try await Task.sleep(for: .seconds(2))  // a file has to have an age, and nobody can set st_ctim
        let validators = try #require(ReaderRun(request).document?.facts.validators)
        var second = request
        second.validators = validators
        #expect(ReaderRun(second).reply == .notModified(Freshness()))
    }

    @Test func `the document is the whole content of the file in memory, and nobody can change it any more`() throws {
        let file = cposix_memory_file(String(repeating: "old", count: 9_000), 27_000)
        defer { close(file) }
        #expect(lseek(file, 100, SEEK_SET) == 100)
        #expect(ReaderRun(scratch.asking(for: list), keepingIn: file).document != nil)
        var bytes = [UInt8](repeating: 0, count: 30_000)
        let count = pread(file, &bytes, bytes.count, 0)
        #expect(String(decoding: bytes.prefix(count), as: UTF8.self) == list)
        #expect(pwrite(file, "x", 1, 0) == -1 && errno == EPERM)
        #expect(ftruncate(file, 0) == -1 && errno == EPERM)
    }

    @Test func `a file in memory is left alone where there is no document`() throws {
        let file = cposix_memory_file("old", 3)
        defer { close(file) }
        let request = ReadingRequest(url: "file:///nonexistent", key: "#", columns: ["batch"])
        #expect(ReaderRun(request, keepingIn: file).failure?.kind == .unreachable)
        #expect(size(of: file) == 3)
        #expect(pwrite(file, "new", 3, 0) == 3)
    }

    @Test func `rows are printed to the end of a file`() throws {
        let file = open(scratch.file("printed", "before\n"), O_RDWR | O_APPEND)
        defer { close(file) }
        let run = ReaderRun(scratch.asking(for: list) { $0.print = .csv }, printingTo: file)
        #expect(run.document != nil)
        #expect(run.printed == "")
        #expect(try scratch.text(of: "printed").hasPrefix("before\nbatch,status,date,page\r\n"))
    }

    @Test(arguments: [
        ("", "the document is empty"),
        ("<!DOCTYPE html><html>Please log in", "the document is a web page (HTML), without tables"),
        (
            "<!DOCTYPE html><title>Sign in</title>Please log in",
            "the document is a web page (HTML) headed \"Sign in\", without tables"
        ),
        (
            "<!DOCTYPE html><table><tr><td>Please<td>log in<tr><td>or<td>not</table></html>",
            "the document is a web page (HTML), and no row of its 1 table matches the default key mask 2[0-8]#########"
        ),
        (
            "plain text",
            "the document is text (CSV), and no row of its 1 table matches the default key mask 2[0-8]#########"
        ),
        (
            "\u{1}\u{2}",
            "the document is of an unknown kind: it is no text, and it begins as no known format does"
        ),
        ("PK\u{3}\u{4} and no more", "the archive has no end: it is cut off, or something follows it"),
        (
            "<users><user/></users>",
            "the XML has no records of a known kind; name the element of a record, like record = \"user\" (found: user, 1 time)"
        ),
        ("{\"error\": ", "the JSON is invalid: found the end of the document, expected a value"),
        (
            pdf([]),
            "its page has no text; it may be a scanned image; the program /usr/libexec/batchwatch/sources/ocr reads scans "
                + "(command in watched-batches.toml(5))"
        ),
    ])
    func `what is no list is told by what it is`(_ text: String, _ cause: String) throws {
        #expect(ReaderRun(scratch.asking(for: text)).failure == ReadingFailure(.unreadable, cause))
    }

    @Test func `a document of text without a row is an answer, for others to judge`() throws {
        let reading = try #require(
            ReaderRun(scratch.asking(for: pdf([["Batch", "Status", "Date"]]))).document?.reading)
        #expect(reading.rowCount == 0)
        #expect(reading.damage == [])
    }

    @Test func `an edition has the fingerprint of its text and keys, watched or not, and none where it is printed`()
        throws
    {
        let rows = [["20121456171", "visa issued", "14-Jun-12"], ["20121456172", "refused", "15-Jun-12"]]
        func fingerprint(_ rows: [[String]], _ change: (inout ReadingRequest) -> Void = { _ in }) -> Fingerprint? {
            ReaderRun(scratch.asking(for: pdf(rows), change)).document?.reading.fingerprint
        }
        let whole = try #require(fingerprint(rows))
        #expect(whole.keys == KeySample(of: ["20121456171", "20121456172"]))
        #expect(fingerprint(rows) { $0.watched = ["20121456171"] } == whole)
        #expect(fingerprint([rows[0], ["20121456172", "refused", "16-Jun-12"]])?.text != whole.text)
        #expect(fingerprint(rows) { $0.print = .json } == nil)
    }

    @Test func `an edition is compared with the one before while it is read, where that is another`() throws {
        let before = [["20121456171", "visa issued", "14-Jun-12"], ["20121456172", "refused", "15-Jun-12"]]
        let after = [before[0], ["20121456172", "issued", "16-Jun-12"], ["20121456179", "refused", "16-Jun-12"]]
        let table = try IncomingDocument()
        let first = ReaderRun(
            scratch.asking(for: pdf(before)) { $0.tabulates = true }, printingTo: table.descriptor)
        let known = try #require(first.document?.reading.fingerprint?.text)
        #expect(first.document?.reading.edition == nil)
        func edition(_ rows: [[String]], _ before: Int32?, _ known: String?) throws -> Edition? {
            let own = try IncomingDocument()
            let request = scratch.asking(for: pdf(rows)) {
                $0.tabulates = true
                $0.tableBefore = before
                $0.fingerprintBefore = known
                $0.watched = ["20121456171", "20121456175", "2012145618#"]
            }
            return ReaderRun(request, printingTo: own.descriptor).document?.reading.edition
        }
        let found = try #require(try edition(after, table.descriptor, known))
        #expect([found.rows, found.new, found.gone, found.changed] == [3, 1, 0, 1])
        #expect(found.absent.map(\.batch) == ["20121456175"])
        #expect(found.absent.first?.below?.batch == "20121456172" && found.absent.first?.above?.status == "refused")
        // The same edition, none known, no table, and what is none.
        #expect(try edition(before, table.descriptor, known) == nil)
        #expect(try edition(after, table.descriptor, nil) == nil)
        #expect(try edition(after, nil, known) == nil)
        let list = open(scratch.file("list.txt", "20121456171"), O_RDONLY)
        defer { close(list) }
        #expect(try edition(after, list, known) == nil)
    }

    @Test func `text that cannot be decoded is no empty list`() throws {
        let composite =
            "<< /Type /Font /Subtype /Type0 /BaseFont /F /Encoding /Identity-H /DescendantFonts "
            + "[<< /Type /Font /Subtype /CIDFontType2 /BaseFont /F /CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) >> /W [1 [500 500]] >>] >>"
        let text = pdf([["abcd", "ef", "gh"]])
            .replacing("<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>", with: composite)
        for format in [nil, RowFormat.json] {
            let failure = ReaderRun(scratch.asking(for: text) { $0.print = format }).failure
            #expect(failure?.kind == .unreadable)
            #expect(
                failure?.cause.hasSuffix(" glyphs of the text cannot be decoded") == true,
                "\(failure?.cause ?? "no failure")")
        }
    }

    @Test func `rows to be printed follow the reply`() throws {
        let run = ReaderRun(scratch.asking(for: list) { $0.print = .csv })
        #expect(run.document?.reading.rows == [])
        #expect(run.document?.reading.rowCount == 3)
        #expect(run.printed.contains("20121456172,Refused,02-Nov-2026"), "\(run.reply)")
        let empty = ReaderRun(scratch.asking(for: pdf([["Batch", "Status", "Date"]])) { $0.print = .json })
        #expect(empty.document?.reading.rowCount == 0)
        #expect(empty.document?.reading.printedRows == 0)
        #expect(empty.printed.isEmpty)
    }

    @Test(arguments: [
        (#"{"data":[]}"#, true), (#"{"data":null}"#, true), (#"{"data":{}}"#, false), (#"{"data":[],"#, false),
        ("<html><p>No such case</html>", false), ("number,status\n", false),
    ])
    func `an answer in JSON without a record knows no such case, and is an empty list where it has one`(
        text: String, isKnown: Bool
    ) {
        func ask(_ change: (inout ReadingRequest) -> Void) -> ReaderRun {
            ReaderRun(
                scratch.asking(for: text) {
                    $0.headings = ColumnHeadings(batch: nil, status: "state", date: nil)
                    if text.hasPrefix("{") { $0.record = "data" }
                    change(&$0)
                })
        }
        let one = ask { $0.onlyBatch = "20121456171" }
        #expect((one.document?.reading.rowCount == 0) == isKnown)
        #expect((one.failure == nil) == isKnown)
        // Whether it is a list: an empty one is.
        #expect((ask { $0.headings?.batch = "number" }.failure == nil) == isKnown)
    }

    @Test(arguments: [
        "<html><body><div class=label>Status:</div><div>Decision made</div><p>Case: 20121456171</p></body></html>",
        #"{"Case": 20121456171, "Status": "Decision made", "history": [{"Status": "sent"}, {"Status": "read"}]}"#,
        "<html><table><tr><td>Menu</td><td>x</td></tr></table><dl><dt>Status</dt><dd>Decision made</dd></dl></html>",
    ])
    func `the page of a case says it in labels, or beside a list`(text: String) throws {
        let run = ReaderRun(
            scratch.asking(for: text) {
                $0.headings = ColumnHeadings(batch: nil, status: "Status", date: nil)
                $0.onlyBatch = "20121456171"
            })
        #expect(run.document?.reading.rows.map(\.update.status) == ["Decision made"], "\(run.reply)")
    }

    @Test func `labels take the place of no table`() throws {
        let table = "<table><tr><th>Case<th>Status</tr><tr><td>20121456171<td>in the table</tr></table>"
        let labels = "<p>Case: 20121456172</p><p>Status: in the text</p>"
        func statuses(_ text: String) -> [String]? {
            let run = ReaderRun(
                scratch.asking(for: "<html>\(text)</html>") {
                    $0.headings = ColumnHeadings(batch: "Case", status: "Status", date: nil)
                })
            return run.document?.reading.rows.map(\.update.status)
        }
        #expect(statuses(labels + table) == ["in the table"])
        #expect(statuses(labels) == ["in the text"])
    }

    @Test func `text to be printed follows the reply, of a list or not`() throws {
        let text = pdf([["no", "list", "at all"], ["(a)", "b\u{1B}b", "c"]])
        let run = ReaderRun(scratch.asking(for: text) { $0.printsText = true })
        #expect(run.document?.reading == Reading(rows: [], rowCount: 0, pageCount: 1, damage: []))
        #expect(run.printed == "no list at all\n(a) b\u{FFFD}b c\n\u{0C}")
        let cells = ReaderRun(scratch.asking(for: "a;b\n1;\"c\u{1B} d\"\n") { $0.printsText = true })
        #expect(cells.printed == "a\tb\n1\tc\u{FFFD} d\n\u{0C}")
        let failure = ReaderRun(scratch.asking(for: "\u{1}") { $0.printsText = true }).failure
        #expect(failure?.cause.hasPrefix("the document is of an unknown kind") == true)
    }

    @Test func `a document past the limit is not parsed`() throws {
        let length = list.utf8.count
        #expect(ReaderRun(scratch.asking(for: list) { $0.limits.documentBytes = length }).document != nil)
        let large = ReaderRun(scratch.asking(for: list) { $0.limits.documentBytes = length - 1 })
        #expect(large.failure?.kind == .limit)
    }
}

@Suite struct RequestTests {
    let scratch = Scratch()
    static let workers = [builtFetcher, builtReader]

    @Test(arguments: workers, ["", "{}", "[]", "{\"url\":", "\u{0}", "{\"url\":\"file:///\",\"key\":\"#\"}"])
    func `what is no request is refused with a reply`(_ worker: String, _ text: String) throws {
        let run = try self.run(worker, Array(text.utf8))
        #expect(run.failure?.kind == .reader)
        #expect(run.failure?.cause.hasPrefix("this is not a request: ") == true)
        #expect(run.ending.how == .exited(0))
    }

    @Test(arguments: workers) func `a request has a limit`(_ worker: String) throws {
        let large = try run(worker, [UInt8](repeating: 0x20, count: (32 << 20) + 1))
        #expect(large.failure == ReadingFailure(.reader, "the request is larger than 33554432 bytes"))
        let full = try run(worker, [UInt8](repeating: 0x20, count: 32 << 20))
        #expect(full.failure?.cause.hasPrefix("this is not a request: ") == true)
    }

    private func run(_ worker: String, _ input: [UInt8]) throws -> WorkerRun {
        let document = cposix_memory_file(nil, 0)
        defer { close(document) }
        return try WorkerRun(worker, input: input, descriptors: [document])
    }

    @Test(arguments: [false, true]) func `a worker without a document in descriptor 3 says so`(isPipe: Bool) throws {
        var ends: [Int32] = [0, 0]
        #expect(pipe(&ends) == 0)
        defer { for end in ends { close(end) } }
        let descriptors = isPipe ? [ends[1]] : []
        let fetch = try WorkerRun(
            builtFetcher, input: Array(JSONEncoder().encode(FetchRequest(url: "file:///etc/hosts"))),
            descriptors: descriptors)
        #expect(fetch.failure?.cause == "descriptor 3 is no file, and there is nowhere to put a document")
        let parse = try WorkerRun(
            builtReader, input: Array(JSONEncoder().encode(ParseRequest(key: "#", columns: ["batch"]))),
            descriptors: descriptors)
        #expect(parse.failure?.cause == "descriptor 3 is no document")
    }

    @Test func `a reader accepts no larger document than it is asked for`() throws {
        var request = ParseRequest(key: "2[0-8]#########", columns: ["batch", "status", "date"])
        let path = scratch.file("list.pdf", list)
        request.documentBytes = list.utf8.count
        #expect(try WorkerRun(request, of: path).reading?.rowCount == 3)
        request.documentBytes -= 1
        let cause = "the document has \(list.utf8.count) bytes, the limit is \(list.utf8.count - 1)"
        #expect(try WorkerRun(request, of: path).failure == ReadingFailure(.limit, cause))
    }

    @Test func `a mask or column that is none is refused`() throws {
        let key = ReaderRun(scratch.asking(for: list) { $0.key = "[" })
        #expect(key.failure?.cause.hasPrefix("the key mask \"[\": ") == true)
        let watched = ReaderRun(scratch.asking(for: list) { $0.watched = ["1", "["] })
        #expect(watched.failure?.cause.hasPrefix("the key mask \"[\": ") == true)
        let column = ReaderRun(scratch.asking(for: list) { $0.columns = ["batch", "colour"] })
        #expect(column.failure == ReadingFailure(.reader, "there is no column \"colour\""))
        let layout = ReaderRun(scratch.asking(for: list) { $0.columns = ["status"] })
        #expect(layout.failure == ReadingFailure(.reader, "there is no column \"batch\""))
    }
}

/// An answer that the test did not expect.
struct Unexpected: Error {
    let output: String
    init(_ output: String) { self.output = output }
}

private func size(of file: Int32) -> Int {
    var status = stat()
    return fstat(file, &status) == 0 ? Int(status.st_size) : -1
}
