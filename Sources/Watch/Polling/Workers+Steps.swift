// Follows what a page leads to by itself: a frame, a refresh, the answer to its form. Each step is another request; most
// documents need none.

import CPOSIX
import Configuration
import Glibc
import Processes
import Reading
import Storage

/// The steps of a reading, redirections included.
struct Steps {
    /// The number of further steps that are allowed.
    var left = PageTarget.most
    /// When the transfers of all of them must have ended, on the clock of `Deadline`.
    let end: Double

    /// - Parameter seconds: the time for one transfer, which is that for all together, as with redirections.
    init(lasting seconds: Double) { end = Deadline.now + seconds }
}

extension Workers {
    /// Takes the steps that a page leads to, until one has the list.
    ///
    /// - Parameters:
    ///   - page: the address of the page.
    ///   - found: the answer of the page itself.
    ///   - document: the file with the page; that of the list takes its place.
    ///   - ask: reads the next document into a file.
    /// - Returns: nil if the page's own answer holds.
    func follow(
        _ targets: [PageTarget], of page: String, _ facts: DocumentFacts, _ request: ReadingRequest,
        insteadOf found: ParseReply, _ document: Int32, _ steps: inout Steps,
        _ ask: (ReadingRequest, Int32, inout Steps) throws(ReadingFailure) -> ReadingReply
    ) throws(ReadingFailure) -> ReadingReply? {
        var last: ReadingFailure?
        for target in targets {
            let seconds = request.limits.transferSeconds
            if target.kind == .form { steps = Steps(lasting: seconds) } else { steps.left -= 1 }
            guard steps.left >= 0 else {
                let most = PageTarget.most
                last = ReadingFailure(.status, "the page leads on more than \(most) times, possibly in a loop")
                break
            }
            do throws(ReadingFailure) {
                let file = try IncomingDocument.forReading()
                var next = request.following(target, of: page, facts, before: PageTarget.most - steps.left, found)
                next.limits.transferSeconds = max(1, min(seconds, steps.end - Deadline.now))
                var reply = try ask(next, file.descriptor, &steps)
                // Of several frames, one has the list.
                if targets.count > 1, !reply.hasList { continue }
                guard cposix_replace(document, file.descriptor) == 0 else {
                    throw ReadingFailure(.reader, "a document cannot be kept: \(String(cString: strerror(errno)))")
                }
                let further = reply.facts?.way ?? []
                let address = further.isEmpty ? reply.facts?.url : nil
                reply.facts?.way = [target.words(leadingTo: address ?? target.reference)] + further
                reply.facts?.isPublic = facts.isPublic
                return reply
            } catch {
                if error.isOfThisMachine { throw error }
                last = error.behind(target)
            }
        }
        if let last, !found.isAnswer { throw last }
        return nil
    }
}

extension ParseReply {
    /// What the document leads to by itself; nil for nothing.
    var targets: [PageTarget]? {
        switch self {
        case .onward(let onward): onward.targets
        case .form(let form): [form.target]
        case .document(let reading, _): reading.targets
        case .inspected(let inspection): inspection.proposal == nil ? inspection.targets : nil
        case .links, .edition, .failure: nil
        }
    }

    /// Whether it is an answer even if the pages that it leads to are none.
    fileprivate var isAnswer: Bool { if case .document = self { true } else { false } }
}

extension ReadingReply {
    /// Whether the document is the list, or leads to it.
    fileprivate var hasList: Bool {
        switch self {
        case .document(_, let reading): reading.rowCount > 0
        case .inspected(_, let inspection): inspection.proposal != nil
        case .sameDocument, .links: true
        case .notModified, .failure: false
        }
    }
}

extension ReadingRequest {
    /// What it sends for a case.
    mutating func take(_ submission: Submission?, of batch: String?) {
        (self.form, self.content) = (submission?.form(for: batch), submission?.content(for: batch))
    }

    /// The request for what a page leads to.
    fileprivate func following(
        _ target: PageTarget, of page: String, _ facts: DocumentFacts, before: Int, _ found: ParseReply
    ) -> ReadingRequest {
        var next = self
        var step = PageStep(target, of: page)
        (step.before, step.cookies) = (before, facts.cookies ?? [])
        (next.fetch.step, next.fetch.validators, next.fetch.content) = (step, nil, nil)
        next.fetch.mustBePublic = next.fetch.mustBePublic || facts.isPublic == true
        if case .form(let form) = found { (next.fetch.content, next.parse.form) = (form.content, nil) }
        return next
    }
}

extension PageTarget {
    /// For people, as a clause.
    fileprivate func words(leadingTo address: String) -> String {
        switch kind {
        case .frame: "the page shows \(address) in a frame"
        case .refresh: "the page refreshes to \(address)"
        case .form: "the form of the page was sent to \(address)"
        }
    }
}

extension ReadingFailure {
    /// The failure of a step, with the step.
    fileprivate func behind(_ target: PageTarget) -> ReadingFailure {
        // The form itself is not as it should be, and nothing was sent.
        if kind == .form { return self }
        var failure = self
        failure.cause =
            (target.kind == .form ? "after the form was sent: " : "the page's \(target.kind.rawValue): ") + cause
        return failure
    }

    /// The failure of the page of a form, which fails for all cases.
    var ofFormPage: ReadingFailure {
        guard status != nil || kind == .limit else { return self }
        var failure = self
        (failure.kind, failure.status, failure.cause) = (.form, nil, "the page of the form: \(cause)")
        return failure
    }
}
