// The page: `batchwatch page` writes it in a process of its own, so that neither its memory nor a hanging disk affects
// the daemon. It reads saved states: a page is never ahead of the state.

import Coding
import Configuration
import Dispatch
import Processes
import Text

extension Daemon {
    /// Plans the page again after a possible change.
    func planPage(at now: Moment) {
        pageDue = config.page.flatMap { _ in pages.due(for: pageMark(at: now), at: now.uptime) }
    }

    /// Writes the page if it is due.
    func seeToPage(at now: Moment) {
        guard let due = pageDue, due <= now.uptime, let page = config.page, !stop.isRaised else { return }
        pageDue = nil
        pages.begin(pageMark(at: now))
        let process = PageProcess(paths: paths, report: pageReport(at: now), stop: stop)
        underway.enter()
        do {
            try onOwnThread { [self] in
                let problem = process.run()
                DispatchQueue.main.async { [self] in
                    finishPage(in: page.directory, problem)
                    underway.leave()
                }
            }
        } catch {
            finishPage(in: page.directory, "\(error)")
            underway.leave()
        }
    }

    private func finishPage(in directory: String, _ problem: String?) {
        let now = Moment.now()
        pages.end(at: now.uptime, hasFailed: problem != nil)
        if stop.isRaised { return }
        if let problem, pageTrouble?.cause != problem {
            journal.notice(
                .trouble, .warning,
                "the page cannot be written: \(problem); tried again every \(Int(PageSchedule.retry)) s",
                fields: [("BATCHWATCH_CAUSE", problem)])
        } else if problem == nil, pageTrouble != nil {
            journal.notice(.trouble, .notice, "the page is written again to \(sanitized(directory))", fields: [])
        }
        pageTrouble = problem.map { ($0, pageTrouble?.since ?? now.wall) }
        reportStatus()
        planPage(at: now)
        work()
    }

    private func pageMark(at now: Moment) -> PageSchedule.Mark {
        PageSchedule.Mark(
            configurations: configurations, changes: running.mapValues(\.store.changes),
            troubles: troubles(at: now).filter { $0.kind != .unpublished })
    }

    /// The facts that only the daemon has: its poll times and troubles.
    private func pageReport(at now: Moment) -> StatusReport {
        let sources = running.values.map { status(of: $0, hasBatches: false, at: now) }
        return StatusReport(sources: sources.sorted { $0.name < $1.name }, troubles: troubles(at: now))
    }
}

/// `batchwatch page`, as the daemon runs it.
struct PageProcess: Sendable {
    /// The time limit in seconds, for a page of a hundred thousand batches on a busy machine.
    static let limit = 60.0

    let paths: Paths
    let report: StatusReport
    let stop: StopSignal

    /// Writes the page. Blocks for at most a minute.
    ///
    /// - Returns: why the page could not be written; nil after success.
    func run() -> String? {
        var arguments = ["page", "--from-daemon", "--config", paths.config, "--state-dir", paths.state]
        if !paths.instance.option.isEmpty { arguments.append(paths.instance.option) }
        let zone = ownEnvironment()["TZ"].map { ["TZ=" + $0] } ?? []
        let home = ownEnvironment()["HOME"].map { ["HOME=" + $0] } ?? []
        let program = Program(
            path: Installation.program("batchwatch"), arguments: arguments,
            environment: ["LANG=C.UTF-8", "MALLOC_ARENA_MAX=1"] + zone + home,
            standardInput: ControlLine.encoded(report) ?? [])
        var said: [UInt8] = []
        do throws(ProcessError) {
            let ending = try program.run(limit: Self.limit, grace: 1, stop: stop) { stream, bytes in
                if stream == .error { said += bytes.prefix(max(0, 1_000 - said.count)) }
            }
            if case .exited(0) = ending.how { return nil }
            let line = String(decoding: said, as: UTF8.self).split(whereSeparator: \.isNewline).first ?? ""
            if line.isEmpty { return "`batchwatch page` \(ending)" }
            let prefix = "batchwatch: "
            return sanitized(line.hasPrefix(prefix) ? line.dropFirst(prefix.count) : line, limit: 500)
        } catch {
            return "\(error)"
        }
    }
}

extension StatusReport {
    /// Returns this report with the times and troubles of another: what the daemon knows beside the state.
    package func taking(timesOf other: StatusReport) -> StatusReport {
        var report = self
        for index in report.sources.indices {
            guard let known = other.sources.first(where: { $0.name == report.sources[index].name }) else { continue }
            (report.sources[index].lastPoll, report.sources[index].nextPoll) = (known.lastPoll, known.nextPoll)
        }
        report.troubles = other.troubles
        return report
    }

    /// A report of the daemon.
    package init?(line: [UInt8]) {
        guard let report = ControlLine.decoded(StatusReport.self, from: line) else { return nil }
        self = report
    }
}
