import ArgumentParser
import Glibc
import Reading
import Rows
import Watch

struct RowsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rows",
        abstract: "Print the rows of a published list.",
        discussion: "Nothing is remembered and nobody is told; no configuration is needed.")

    @Argument(help: ArgumentHelp("The document.", valueName: "file-or-url"))
    var document: String
    @OptionGroup var table: TableOptions
    @Option(help: "How to print: table, json (an array of {batch, status, date, page}) or csv.")
    var format = RowFormat.table

    func run() throws {
        try orFail {
            var request = try table.request(for: document)
            request.print = format
            let reply = try wholeReading(of: request, printed: { Terminal.write($0, to: STDOUT_FILENO) })
            if !reply.damage.isEmpty {
                throw Failure(.dataError, "the document is damaged, rows may be missing: \(reply.damage[0])")
            }
        }
    }
}

extension RowFormat: ExpressibleByArgument {}

/// How the table of a document looks, for the commands that read one.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The mask of the keys: # a digit, A a letter, ? either, [0-8] a class.", valueName: "mask"))
    var key = KeyMask.london.description

    @Option(help: ArgumentHelp("The cells of a row from left to right; \"-\" skips one.", valueName: "names"))
    var columns = "batch,status,date"

    /// The request for a whole document.
    func request(for document: String) throws -> ReadingRequest {
        let names = columns.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        do {
            let columns = names.compactMap { Column($0) }
            guard columns.count == names.count else {
                throw Failure(.usage, "--columns: know batch, status, date and -; not \"\(self.columns)\"")
            }
            _ = try TableLayout(key: try KeyMask(key), columns: columns)
        } catch let error as MaskError {
            throw Failure(.usage, "--key: \(error)")
        } catch let error as LayoutError {
            throw Failure(.usage, "--columns: \(error)")
        }
        return ReadingRequest(url: try url(of: document), key: key, columns: names)
    }

    private func url(of document: String) throws -> String {
        let schemes = ["http://", "https://", "file://"]
        if schemes.contains(where: { document.lowercased().hasPrefix($0) }) { return document }
        let path = absolutePath(document)
        guard access(path, R_OK) == 0 else {
            throw Failure(.noInput, "cannot read \(document): \(String(cString: strerror(errno)))")
        }
        return fileURL(of: path)
    }
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
    let reply = ReaderProcess.installed().read(request, progress: progress ?? { _, _ in }) { bytes in
        hideProgress()
        printed(bytes)
    }
    hideProgress()
    switch reply {
    case .document(_, let reading): return reading
    case .failure(let failure): throw Failure(failure)
    case .notModified, .sameDocument: throw Failure(.ioError, "the reader answered what was not asked for")
    }
}
