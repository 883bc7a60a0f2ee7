import ArgumentParser
import Configuration
import Delivery
import Glibc
import Reading
import Rows
import Text
import Watch

struct TryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "try",
        abstract: "Look at a document and propose a configuration for it.",
        discussion: """
            The last lines of the output are for the configuration file; --write adds them. If the page links to \
            documents, `try` reads the newest and the two before it, or with --watch up to 12, until one has the \
            number. If these are not a list, it follows other links. It saves nothing else, and delivers nothing.
            """)

    @Argument(
        help: ArgumentHelp("The document, or the page that links to it.", valueName: "file-or-url"), completion: .file()
    )
    var document: String
    @Option(
        help: ArgumentHelp(
            """
            A batch number, a mask or a text to watch. `try` looks for it in all columns and outside of the rows.
            """,
            valueName: "number"))
    var watch: String?
    @Option(help: ArgumentHelp("The mask that the keys match. Default: found in the document.", valueName: "mask"))
    var key: String?
    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "The cells of a row from left to right; \"-\" skips one. Default: found in the document.",
            valueName: "names"),
        transform: ColumnsOption.value)
    var columns: String?
    @Option(help: ArgumentHelp("The XML element, or the JSON path, that holds the rows.", valueName: "name"))
    var record: String?
    @Option(
        help: ArgumentHelp(
            "The name of the source. Default: made from the host or the file.", valueName: "name"))
    var name: String?
    @Option(
        help: ArgumentHelp(
            "The User-Agent to send. Default: batchwatch and its version.", valueName: "text"))
    var userAgent: String?
    @Flag(help: "Send --watch through the form of the page, if it has one; on a terminal, try asks first.")
    var submit = false
    @Flag(help: "Print the result as JSON.")
    var json = false
    @Flag(help: "Add the proposal to the configuration file. On a terminal, ask first.")
    var write = false
    @Flag(help: "With --write: do not ask.")
    var yes = false
    @OptionGroup var file: ConfigOption

    func run() throws {
        try orFail {
            let trial = try trial()
            show(trial)
            if trial.proposal == nil { throw Failure(.dataError, trial.refusal) }
            if write, let snippet = trial.snippet {
                let writer = SnippetWriter(file: file, isAgreed: yes, isNameGiven: name != nil)
                for line in try writer.write(snippet) { Terminal.show(line) }
            }
        }
    }

    func validate() throws {
        if yes, !write { throw ValidationError("--yes goes with --write") }
        if submit, watch == nil { throw ValidationError("--submit goes with --watch") }
        if write, json { throw ValidationError("--write and --json do not go together") }
    }

    /// Looks at the document, or at the page and what it links to.
    func trial() throws -> Trial {
        let request = try request()
        let page = try look(request)
        var trial = Trial(
            url: request.url, name: name ?? SourceSnippet.name(for: request.url), inspection: page.inspection)
        trial.watch = watch
        trial.userAgent = userAgent
        trial.way = page.facts.way ?? []
        if trial.isIndex { try follow(&trial, page.facts, request) }
        if trial.proposal == nil, let watch, let form = page.inspection.form {
            try lookUp(watch, by: form, &trial, request)
        }
        return trial
    }

    /// Looks up the number by the form of the page, once somebody permits it.
    private func lookUp(
        _ number: String, by form: FormSketch, _ trial: inout Trial, _ request: ReadingRequest
    ) throws {
        let place = sanitized(request.url)
        let label = form.label.isEmpty || form.label == form.field ? "" : " (\(sanitized(form.label)))"
        let found =
            "\(place): the page has a form, whose field \"\(sanitized(form.field))\"\(label) may take the number"
        if let refusal = form.refusal { throw Failure(.dataError, "\(found), but \(sanitized(refusal))") }
        guard form.missing.isEmpty else {
            let names = form.missing.map { "\"\(sanitized($0))\"" }.joined(separator: ", ")
            throw Failure(
                .dataError,
                "\(found), but the form also asks for \(names): write form-page and form into the configuration")
        }
        try agree(toSend: number, found)
        var next = request
        next.form = FormRequest(fields: [FormField(form.field, number)])
        next.onlyBatch = number
        let answer = try look(next)
        trial.inspection = answer.inspection
        (trial.document, trial.older) = (nil, [])
        (trial.form, trial.way) = (form, answer.facts.way ?? [])
    }

    private func agree(toSend number: String, _ found: String) throws {
        if submit { return }
        guard !json, Terminal.canAsk else {
            throw Failure(.dataError, "\(found); nothing was sent: --submit permits that")
        }
        Terminal.say(found)
        guard Terminal.agrees(to: "Send \(sanitized(number)) to the office with it?") else {
            throw Failure(.dataError, "nothing was sent")
        }
    }

    /// Looks at the documents that the page links to, and follows other links if these are not the list.
    private func follow(_ trial: inout Trial, _ page: DocumentFacts, _ request: ReadingRequest) throws {
        var refusal: (trial: Trial, failure: Failure)?
        var best: Trial?
        let others = (trial.inspection.otherLinks ?? []).map { trial.following($0) }
        for (number, choice) in ([trial] + others).enumerated() {
            var choice = choice
            do {
                if number > 0, !isNear(request.url) { sleep(1) }
                try look(through: &choice, page, request, most: number == 0 ? Trial.mostEditions : 2)
            } catch let failure as Failure {
                if refusal == nil { refusal = (choice, failure) }
                continue
            }
            if choice.isFound {
                trial = choice
                return
            }
            if best == nil || best?.proposal == nil && choice.proposal != nil { best = choice }
        }
        if let best, refusal == nil || best.proposal != nil {
            trial = best
        } else if let refusal {
            // Report the page first, and then why the document could not be read.
            show(refusal.trial)
            throw refusal.failure
        }
    }

    /// Looks at the document that a poll would read, at the two editions before it, and at older ones until one has the
    /// number to watch. First tries for each the proposal for the newest.
    private func look(
        through trial: inout Trial, _ page: DocumentFacts, _ request: ReadingRequest, most: Int
    ) throws {
        for (number, link) in trial.inspection.links.prefix(most).enumerated() {
            do {
                if number > 0, !isNear(link.url) { sleep(1) }
                var next = try following(link.url, of: page, like: request)
                next.proposed = trial.document?.proposal
                let found = try look(next).inspection
                if number == 0 { trial.document = found } else { trial.older.append((link, found)) }
            } catch let failure as Failure {
                // An older edition may be gone.
                if number > 0, watch != nil { continue }
                if number > 0 { break }
                throw Failure(failure.exitCode, "\(sanitized(link.url)): \(failure.message)")
            }
            if number + 1 >= Trial.comparedEditions, watch == nil || trial.sighting != nil { break }
            // The document is not a list, so it has no editions; other links may lead to a list.
            if number == 0, trial.document?.proposal == nil, trial.inspection.otherLinks != nil { break }
        }
        try compare(&trial, page, request)
    }

    /// Polls the newest document and the two before it with the final proposal, unless they were read by it.
    private func compare(_ trial: inout Trial, _ page: DocumentFacts, _ request: ReadingRequest) throws {
        guard let proposal = trial.proposal, let newest = trial.document else { return }
        guard let first = trial.inspection.links.first else { return }
        let editions = [(link: first, inspection: newest)] + trial.older
        for (number, edition) in editions.prefix(Trial.comparedEditions).enumerated() {
            let (link, inspection) = edition
            if inspection.proposal?.readsLike(proposal) == true { continue }
            if !isNear(link.url) { sleep(1) }
            var next = try following(link.url, of: page, like: request)
            next.proposed = proposal
            let found = try? look(next).inspection
            if let found, found.proposal?.readsLike(proposal) == true {
                if number == 0 { trial.document = found } else { trial.older[number - 1].inspection = found }
            } else if trial.misread == nil {
                let otherwise = found?.proposal == nil ? nil : "its rows are read otherwise"
                guard let reason = found?.reason ?? inspection.reason ?? otherwise else { continue }
                trial.isNewestMisread = number == 0
                trial.misread = "\(link.url) cannot be read with this: \(reason)"
            }
        }
    }

    private func show(_ trial: Trial) {
        if json { return Terminal.show(jsonText(TrialReport(trial))) }
        for line in trial.lines { Terminal.show(line) }
    }

    /// What to ask of the reader.
    private func request() throws -> ReadingRequest {
        var mask = ""
        do {
            if let key { mask = try KeyMask(key).list.text }
            if let watch, (try? KeyMask(watch)) == nil { _ = try KeyMask(text: watch) }
        } catch {
            throw Failure(.usage, "\(key == nil ? "--watch" : "--key"): \(error)")
        }
        let columns = try columns.map { try ColumnsOption($0) }
        if columns?.headings != nil {
            throw Failure(
                .usage, "--columns: try finds headings by itself; `batchwatch rows` takes those that you name")
        }
        if let name, !SourceSnippet.isName(name) {
            throw Failure(
                .usage, "--name: write a-z, 0-9, \"-\" and \"_\", at most 64 characters; not \"\(sanitized(name))\"")
        }
        var request = ReadingRequest(url: try documentURL(of: document), key: mask, columns: columns?.names ?? [])
        request.record = record
        request.inspects = true
        request.watched = watch.map { [$0] }
        request.userAgent = userAgent
        return request
    }

    /// The request for a link of a page. Strangers have written the link.
    private func following(
        _ url: String, of page: DocumentFacts, like request: ReadingRequest
    ) throws(Failure) -> ReadingRequest {
        guard !url.hasPrefix("file:") else {
            throw Failure(.dataError, "a page on disk may not lead to other files; look at the file itself")
        }
        var next = request
        next.url = url
        next.mustBePublic = page.isPublic == true
        return next
    }

    private func look(_ request: ReadingRequest) throws -> (facts: DocumentFacts, inspection: Inspection) {
        var request = request
        let progress = request.url.hasPrefix("file:") ? nil : Terminal.progress(of: sanitized(request.url))
        request.progress = progress != nil
        let reply = Workers.installed().read(request, progress: progress ?? { _, _ in })
        if progress != nil { Terminal.endProgress() }
        switch reply {
        case .inspected(let facts, let inspection): return (facts, inspection)
        case .failure(let failure): throw Failure(failure)
        case .notModified: throw Failure(ReadingFailure.unaskedNotModified)
        case .document, .sameDocument, .links:
            throw Failure(.ioError, "the reader sent a reply that does not fit the request")
        }
    }
}
