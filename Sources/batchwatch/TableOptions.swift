// The options that describe the table of a document, for all commands that read one.

import ArgumentParser
import Configuration
import Glibc
import Reading
import Rows
import Text

/// The options that describe a table.
struct TableOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The mask that the keys match: # a digit, A a letter, ? either, [0-8] one of these, #{7} seven digits, "
                + "#{7,9} 7 to 9, (A)? a letter that may be missing; or a single key; or * for any text. Repeat the "
                + "option if keys have several forms. Default: \(KeyMask.london).",
            valueName: "mask"))
    var key: [String] = []

    @Option(help: ArgumentHelp("\"text\" if keys may be inside longer cells.", valueName: "text"))
    var keyIn: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The cells of a row from left to right, with \"-\" for a cell to skip; or their headings, like "
                + "\"batch=Number,status=Decision\". Default: batch,status,date.", valueName: "names"),
        transform: ColumnsOption.value)
    var columns: String?

    @Option(help: ArgumentHelp("The XML element, or the JSON path, that holds the rows.", valueName: "name"))
    var record: String?

    /// The first of these options that was given.
    var first: String? {
        !key.isEmpty
            ? "--key" : keyIn != nil ? "--key-in" : columns != nil ? "--columns" : record != nil ? "--record" : nil
    }

    /// Whether an option describes the rows.
    var saysHow: Bool { !key.isEmpty || keyIn != nil || columns != nil }

    /// The request for a whole document.
    func request(for document: String) throws -> ReadingRequest {
        let named = try ColumnsOption(columns ?? "batch,status,date")
        let list: KeyMask
        do {
            list = key.isEmpty ? .london : try KeyMask(key.joined(separator: "\n")).list
        } catch {
            throw Failure(.usage, "--key: \(error)")
        }
        if let keyIn, keyIn != KeyMask.inText {
            throw Failure(.usage, "--key-in: write \(KeyMask.inText), not \(sanitized(keyIn))")
        }
        var request = ReadingRequest(url: try documentURL(of: document), key: list.text, columns: named.names)
        request.keyIn = keyIn
        request.headings = named.headings
        request.record = record
        if columns == nil { request.findsColumns = true }
        if let key = soughtKey, list.text != key { request.watched = [key] }
        return request
    }

    /// The single key or mask that `--key` names; nil where it names none, or several.
    var soughtKey: String? { key.count == 1 ? key[0] : nil }

    /// Prints the options of a proposal, if no option describes the rows.
    func say(_ proposal: Proposal) {
        if proposal.hasUsualKey, proposal.hasUsualColumns, proposal.record == nil { return }
        var options = proposal.key.split(separator: "\n").map { "--key '\(sanitized(String($0)))'" }
        if let place = proposal.keyIn { options.append("--key-in \(sanitized(place))") }
        if let headings = proposal.headings {
            let titles = [("batch", headings.batch), ("status", headings.status), ("date", headings.date)]
            let named = titles.compactMap { name, title in title.map { "\(name)=\(sanitized($0))" } }
            options.append("--columns '\(named.joined(separator: ","))'")
        } else {
            options.append("--columns " + proposal.columns.joined(separator: ","))
        }
        if let record = proposal.record { options.append("--record '\(sanitized(record))'") }
        Terminal.say("batchwatch: read with \(options.joined(separator: " ")), as `batchwatch try` proposes")
    }
}

extension ReadingRequest {
    /// Makes the request one for the proposal of `try`.
    mutating func take(_ proposal: Proposal) {
        self.key = proposal.key
        self.keyIn = proposal.keyIn
        self.columns = proposal.columns
        self.headings = proposal.headings
        self.record = proposal.record
        self.showsHidden = proposal.showsHidden
        self.findsColumns = nil
    }
}

extension Proposal {
    /// How a document was read if the reader found its columns by their headings; nil if it did not.
    init?(foundIn reading: Reading, _ request: ReadingRequest) {
        guard let headings = reading.columns else { return nil }
        self.init(key: request.key, columns: [], found: headings, rowCount: reading.rowCount, samples: [])
        (self.headings, keyIn, record) = (headings, request.keyIn, request.record)
    }
}

/// The value of `--columns`: the columns in their order, or their headings.
struct ColumnsOption {
    /// Empty if there are `headings`.
    var names: [String] = []
    var headings: ColumnHeadings?

    init(_ text: String) throws {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        if text.contains("=") {
            headings = try Self.headings(parts)
            return
        }
        names = parts
        let known = parts.compactMap { Column($0) }
        guard known.count == parts.count else {
            throw Failure(.usage, "--columns: \"\(text)\" is not a list of batch, status, date and -")
        }
        do {
            _ = try TableLayout(columns: known)
        } catch {
            throw Failure(.usage, "--columns: \(error)")
        }
    }

    /// The word after `--columns`, which may begin with "-": then "-" has to be a cell to skip. Any other word with a
    /// hyphen is the next option, and the value is missing.
    @Sendable static func value(_ word: String) throws -> String {
        if word.hasPrefix("-"), word.prefix(while: { $0 != "," }) != "-" {
            throw ValidationError("this looks like an option, and the columns are missing")
        }
        return word
    }

    private static func headings(_ parts: [String]) throws -> ColumnHeadings {
        var headings = ColumnHeadings()
        for part in parts {
            let name = part.prefix { $0 != "=" }
            let heading = String(part.dropFirst(name.count + 1))
            guard !heading.isEmpty else { throw Failure(.usage, "--columns: \"\(part)\" says no heading") }
            switch name {
            case "batch": headings.batch = heading
            case "status": headings.status = heading
            case "date": headings.date = heading
            default: throw Failure(.usage, "--columns: \"\(name)\" is not batch, status or date")
            }
        }
        guard headings.batch != nil else { throw Failure(.usage, "--columns: \(LayoutError.noBatch)") }
        return headings
    }
}

/// The URL of a document on the command line: a file URL for a path, otherwise the word itself.
func documentURL(of document: String) throws -> String {
    let schemes = ["http://", "https://", "file://"]
    if schemes.contains(where: { document.lowercased().hasPrefix($0) }) { return document }
    let path = absolutePath(document)
    guard access(path, R_OK) == 0 else {
        let why = String(cString: strerror(errno))
        let meant =
            originWithoutScheme(document).map { origin in
                let scheme = origin.prefix { $0 != ":" }
                return "; for the list on the web, did you mean \(scheme)://\(document)?"
            } ?? ""
        throw Failure(.noInput, "cannot read \(document): \(why)\(meant)")
    }
    return fileURL(of: path)
}
