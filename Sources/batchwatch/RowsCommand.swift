import ArgumentParser
import Glibc
import Reading
import Rows
import Text
import Watch

struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "Print the rows of a published list, or all of its text.",
        discussion: """
            Needs no configuration. If you give a single key, and the document has it in no row but elsewhere, the \
            command says where and exits with 65. It saves and delivers nothing.
            """)

    @Argument(help: ArgumentHelp("The document.", valueName: "file-or-url"), completion: .file(extensions: ["pdf"]))
    var document: String
    @OptionGroup var table: TableOptions
    @Option(help: "How to print: table (the default), json (an array of {batch, status, date, page}) or csv.")
    var format: RowFormat?
    @Flag(help: "Print all text of the document, line by line; a form feed ends each page.")
    var text = false

    @Flag(help: "Print the doubts instead of the rows, as JSON: an array of {page, word, rule, batches}.")
    var doubts = false

    /// The number of doubts that are printed on standard error.
    private static let shownDoubts = 5

    func run() throws {
        try orFail {
            if text, let option = table.first ?? format.map({ _ in "--format" }) ?? (doubts ? "--doubts" : nil) {
                throw Failure(.usage, "--text prints the text as it stands: \(option) cannot go with it")
            }
            var request = try table.request(for: document)
            if text { request.printsText = true } else { request.print = format ?? .table }
            let reply = try text || table.saysHow ? read(request) : readAsProposed(&request)
            if reply.printedRows == 0, !doubts {
                RowPrinter.bytes([], as: format ?? .table).withUnsafeBytes { Terminal.write($0, to: STDOUT_FILENO) }
            }
            if let found = Proposal(foundIn: reply, request) { table.say(found) }
            if reply.isCharsetGuessed, let charset = reply.charset {
                Terminal.say("batchwatch: \(guessedCharsetWords(charset))")
            }
            if doubts { Terminal.show(jsonText(reply.doubts)) }
            if !reply.damage.isEmpty {
                let lost = text ? "text" : "rows"
                throw Failure(.dataError, "the document is damaged, \(lost) may be missing: \(reply.damage[0])")
            }
            if text { return }
            if reply.rowCount == 0, reply.doubts.isEmpty {
                throw Failure(
                    .dataError,
                    "no row matches \((try? KeyMask(request.key))?.phrase ?? request.key); run `batchwatch try` to find the mask of this list"
                )
            } else if reply.printedRows == 0, let mention = reply.mentions.first {
                let place = place(of: mention, isPage: true)
                throw Failure(.dataError, "\(sanitized(mention.batch)) is in no row, but the document has it \(place)")
            } else if reply.printedRows == 0, let key = table.soughtKey {
                Terminal.say(
                    "batchwatch: \(sanitized(key)) is not on the list, which has \(counted(reply.rowCount, "row"))")
            }
            for doubt in reply.doubts.prefix(Self.shownDoubts) { Terminal.say("batchwatch: \(doubt)") }
            if !reply.doubts.isEmpty {
                let rest = reply.doubts.count - Self.shownDoubts
                let more = rest > 0 ? "; \(rest) more places with --doubts" : ""
                throw Failure(.dataError, "the rows cannot be read with certainty\(more)")
            }
        }
    }

    /// Reads the document as `try` proposes. If `try` proposes nothing, reads it in the usual way, if that finds a row.
    private func readAsProposed(_ request: inout ReadingRequest) throws -> Reading {
        let inspection = try inspection(of: request)
        guard let proposal = inspection.proposal else {
            let reply = try read(request)
            let isEmpty = reply.rowCount == 0 && reply.doubts.isEmpty && reply.damage.isEmpty
            if isEmpty, let reason = inspection.reason { throw Failure(.dataError, sanitized(reason, limit: 400)) }
            return reply
        }
        request.take(proposal)
        table.say(proposal)
        return try read(request)
    }

    private func read(_ request: ReadingRequest) throws -> Reading {
        // Without printed rows the reader refuses a list that has none.
        try doubts
            ? wholeReading(of: request, printsRows: false)
            : wholeReading(of: request, printed: { Terminal.write($0, to: STDOUT_FILENO) })
    }
}

extension RowFormat: ExpressibleByArgument {}

/// The words that say which encoding the reader guessed, because nothing declares it.
func guessedCharsetWords(_ charset: String) -> String {
    "the encoding of the text is guessed, as neither its server nor the text itself says it: \(charset)"
}

/// Has the reader read a document whole.
///
/// - Parameters:
///   - printsRows: whether the reader may print rows to standard output.
///   - printed: gets the rows otherwise, if the request asks for them in a form.
func wholeReading(
    of request: ReadingRequest, printsRows: Bool = true, printed: (UnsafeRawBufferPointer) -> Void = { _ in }
) throws -> Reading {
    var request = request
    let progress = request.url.hasPrefix("file:") ? nil : Terminal.progress(of: request.url)
    request.progress = progress != nil
    var isShown = progress != nil
    func hideProgress() {
        if isShown { Terminal.endProgress() }
        isShown = false
    }
    // The reader itself prints the rows, so remove the progress bar first.
    let printer = progress == nil && printsRows ? STDOUT_FILENO : nil
    let reply = Workers.installed().read(request, printingTo: printer, progress: progress ?? { _, _ in }) {
        bytes in
        hideProgress()
        printed(bytes)
    }
    hideProgress()
    switch reply {
    case .document(_, let reading): return reading
    case .failure(let failure): throw Failure(failure)
    case .notModified: throw Failure(ReadingFailure.unaskedNotModified)
    case .sameDocument, .links, .inspected:
        throw Failure(.ioError, "the reader sent a reply that does not fit the request")
    }
}

/// What `try` finds in a document.
func inspection(of request: ReadingRequest) throws -> Inspection {
    var request = request
    request.key = ""
    request.columns = []
    request.print = nil
    request.watched = nil
    request.inspects = true
    switch Workers.installed().read(request) {
    case .inspected(_, let inspection): return inspection
    case .failure(let failure): throw Failure(failure)
    case .notModified: throw Failure(ReadingFailure.unaskedNotModified)
    case .document, .sameDocument, .links:
        throw Failure(.ioError, "the reader sent a reply that does not fit the request")
    }
}
