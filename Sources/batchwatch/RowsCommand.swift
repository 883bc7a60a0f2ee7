import ArgumentParser
import Glibc
import Reading
import Rows
import Watch

struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "Print the rows of a published list, or all of its text.",
        discussion: "Nothing is remembered and nobody is told; no configuration is needed.")

    @Argument(help: ArgumentHelp("The document.", valueName: "file-or-url"), completion: .file(extensions: ["pdf"]))
    var document: String
    @OptionGroup var table: TableOptions
    @Option(help: "How to print: table (the default), json (an array of {batch, status, date, page}) or csv.")
    var format: RowFormat?
    @Flag(help: "Print the text of the document, line by line, whatever it is; a form feed ends each page.")
    var text = false

    func run() throws {
        try orFail {
            if text, let option = table.first ?? format.map({ _ in "--format" }) {
                throw Failure(.usage, "--text prints the text as it stands: \(option) cannot go with it")
            }
            var request = try table.request(for: document)
            if text { request.printsText = true } else { request.print = format ?? .table }
            let reply = try wholeReading(of: request, printed: { Terminal.write($0, to: STDOUT_FILENO) })
            if !reply.damage.isEmpty {
                let lost = text ? "text" : "rows"
                throw Failure(.dataError, "the document is damaged, \(lost) may be missing: \(reply.damage[0])")
            }
        }
    }
}

extension RowFormat: ExpressibleByArgument {}

/// How the table of a document looks, for the commands that read one.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The keys wanted, as a mask: # a digit, A a letter, ? either, [0-8] a class, #{7} seven digits, "
                + "#{7,9} at its end 7 to 9; or a key. Default: \(KeyMask.london).",
            valueName: "mask"))
    var key: String?

    @Option(
        help: ArgumentHelp(
            "The cells of a row from left to right; \"-\" skips one. Default: batch,status,date.", valueName: "names"))
    var columns: String?

    /// The first of these options that was given.
    var first: String? { key != nil ? "--key" : columns != nil ? "--columns" : nil }

    /// The request for a whole document.
    func request(for document: String) throws -> ReadingRequest {
        let key = key ?? KeyMask.london.description
        let columns = columns ?? "batch,status,date"
        let names = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        let list: KeyMask
        do {
            let known = names.compactMap { Column($0) }
            guard known.count == names.count else {
                throw Failure(.usage, "--columns: know batch, status, date and -; not \"\(columns)\"")
            }
            list = try KeyMask(key).list
            _ = try TableLayout(key: list, columns: known)
        } catch let error as MaskError {
            throw Failure(.usage, "--key: \(error)")
        } catch let error as LayoutError {
            throw Failure(.usage, "--columns: \(error)")
        }
        var request = ReadingRequest(url: try documentURL(of: document), key: list.description, columns: names)
        if list.description != key { request.watched = [key] }
        return request
    }
}

/// The URL of a document on the command line: a file's, or the word itself.
func documentURL(of document: String) throws -> String {
    let schemes = ["http://", "https://", "file://"]
    if schemes.contains(where: { document.lowercased().hasPrefix($0) }) { return document }
    let path = absolutePath(document)
    guard access(path, R_OK) == 0 else {
        throw Failure(.noInput, "cannot read \(document): \(String(cString: strerror(errno)))")
    }
    return fileURL(of: path)
}

/// Has the reader read a document whole.
///
/// - Parameter printed: gets the rows, if the request asks for them in a form.
func wholeReading(of request: ReadingRequest, printed: (UnsafeRawBufferPointer) -> Void = { _ in }) throws -> Reading {
    var request = request
    let progress = request.url.hasPrefix("file:") ? nil : Terminal.progress(of: request.url)
    request.progress = progress != nil
    var isShown = progress != nil
    func hideProgress() {
        if isShown { Terminal.endProgress() }
        isShown = false
    }
    // The reader prints by itself, but not before a progress bar has gone.
    let printer = progress == nil ? STDOUT_FILENO : nil
    let reply = ReaderProcess.installed().read(request, printingTo: printer, progress: progress ?? { _, _ in }) {
        bytes in
        hideProgress()
        printed(bytes)
    }
    hideProgress()
    switch reply {
    case .document(_, let reading): return reading
    case .failure(let failure): throw Failure(failure)
    case .notModified, .sameDocument, .links, .inspected:
        throw Failure(.ioError, "the reader answered what was not asked for")
    }
}
