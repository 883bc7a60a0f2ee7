// The daemon: wakes up when a source is due, starts its poll, and sleeps again. It runs on the main queue; each poll
// blocks a thread of its own that ends with it, and deliveries run on the couriers' queues. There is no Swift
// concurrency and no concurrent queue: they would wake the process once a second.

import CPOSIX
import Coding
import Configuration
import Delivery
import Dispatch
import Glibc
import Processes
import Storage

/// The daemon. Created once, started once, it ends the process itself.
package final class Daemon: @unchecked Sendable {
    // Only the main queue touches variable state.

    /// A running source.
    struct Running {
        var config: SourceConfig
        var store: SourceStore
        var lastPoll: Date?
        var lastSuccess: Date?
        /// The cause last reported, so that each is reported once.
        var reportedCause: String?
        /// The number of consecutive visits with an unsaved outcome.
        var failedSaves = 0
        /// When to poll it by the wall clock, while it waits for its hours.
        var opening: Date?
        /// Why the last save failed, and since when saves fail.
        var unsaved: (cause: String, since: Date)?
    }

    let paths: Paths
    let directory: StateDirectory
    let tools: PollTools
    let journal: Journal
    let stop: StopSignal
    let markers: DueMarkers
    let since: Date
    let inForce: ConfigInForce
    let couriers: [Courier]

    var config: Config
    /// The mistakes in the configuration file as it is now.
    var configProblem: String?
    var running: [String: Running] = [:]
    var agenda = Agenda()
    /// The states of the sources, including removed ones, so that there are never two.
    var stores: [String: SourceStore] = [:]
    /// The clients that wait for the poll of a source.
    var pollWaiters: [String: [(PollReport) -> Void]] = [:]
    /// The clients that wait for an acceptance.
    var acceptWaiters: [String: [(what: Agenda.Acceptance, answer: (PollReport) -> Void)]] = [:]
    /// Nil if inotify has no instance left: then SIGHUP reloads the configuration.
    let fileWatch: FileWatch?
    /// Exists while a source waits for a way out of this machine.
    var networkWatch: NetworkWatch?
    var control: ControlServer?
    /// How often users other than root may request polls.
    var allowance = PollAllowance()
    /// Whether a hook test is running.
    var isTestingHook = false
    var hookWatch = HookWatch()
    /// Whether the lock file has the address for commands.
    var isAnnounced = false

    var pages = PageSchedule()
    /// When to write the page, in seconds of uptime; nil without a reason.
    var pageDue: Double?
    /// Why the page cannot be written, and since when.
    var pageTrouble: (cause: String, since: Date)?
    /// The number of configurations put into force.
    var configurations = 0

    /// When to check removed sources again, in seconds of uptime; nil without any.
    var nextRemovalCheck: Double?

    let underway = DispatchGroup()
    /// Two timers to wake up by: one stands still in suspend, the other follows the wall clock, which may be set back.
    private lazy var timer = makeTimer()
    private lazy var wallTimer = makeTimer()
    var watchdog = Watchdog()
    /// The last check, in seconds of `Deadline.now`.
    var lastFeeding: Double?
    private var watchdogTimer: (any DispatchSourceTimer)?
    /// The counts so far.
    var counts = DaemonCounts()
    /// The polls in progress, by source.
    var polls: [String: Duty] = [:]
    /// The largest number of them since there were none.
    private var mostPolls = 0
    private var signals: [any DispatchSourceSignal] = []
    /// Left when all signal handlers are active.
    private let listening = DispatchGroup()

    /// - Parameters:
    ///   - config: a sound configuration; the file is watched from `start()` on.
    ///   - directory: the locked state directory.
    package init(
        paths: Paths, config: Config, directory: StateDirectory, cache: DocumentCache, reader: Workers,
        journal: Journal
    ) throws {
        self.paths = paths
        self.config = config
        self.directory = directory
        self.journal = journal
        stop = try StopSignal()
        tools = PollTools(reader: reader, cache: cache, stop: stop).telling(journal)
        fileWatch = Daemon.makeFileWatch(calling: paths.instance.command, journal)
        markers = DueMarkers(runtimeDirectory: paths.runtime)
        since = Moment.now().wall
        inForce = ConfigInForce(config)
        couriers = Courier.all(config: inForce, histories: directory.path, journal: journal, stop: stop)
    }

    /// Loads the states and starts work on the main queue: call `runMainQueue()` next.
    ///
    /// - Throws: `StateError` if a state file is of a newer version or cannot be read.
    package func start() throws(StateError) {
        try apply(config)
        watchSignals()
        fileWatch?.watch("configuration", [paths.config]) { [unowned self] in reload() }
        reload()  // what was edited since it was read
        listen()
        watchdogTimer = makeWatchdogTimer()
        work()
        // Not before the stop signals have handlers: systemd may send one as soon as the service is ready.
        listening.notify(queue: .main) { [self] in
            journal.notice(.started, .information, config.standing(calling: paths.instance.command), fields: placed)
            ServiceManager.ready(status: statusLine)
        }
    }

    // MARK: Polls

    /// Starts due tasks and sets the timers for the next ones.
    func work() {
        let now = Moment.now()
        if let nextRemovalCheck, nextRemovalCheck <= now.uptime { seeToTakenOut(at: now) }
        if let due = hookWatch.due, due <= now.uptime { checkHook() }
        followClock(at: now)
        for job in agenda.take(at: now.uptime) { begin(job, at: now) }
        seeToPage(at: now)
        guard let due = [agenda.nextDue, nextRemovalCheck, pageDue, hookWatch.due].compactMap({ $0 }).min(),
            !stop.isRaised
        else {
            timer.schedule(deadline: .distantFuture)
            wallTimer.schedule(wallDeadline: .distantFuture)
            return
        }
        let wait = max(0, due - now.uptime)
        timer.schedule(deadline: .now() + wait, leeway: .milliseconds(100))
        wallTimer.schedule(wallDeadline: .now() + wait, leeway: .milliseconds(100))
    }

    /// Returns a timer that starts due tasks when it fires.
    private func makeTimer() -> any DispatchSourceTimer {
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [unowned self] in work() }
        timer.schedule(deadline: .distantFuture)
        timer.activate()
        return timer
    }

    private func begin(_ job: Agenda.Job, at now: Moment) {
        guard let source = running[job.name], !stop.isRaised else {
            return agenda.finished(job.name, due: nil)
        }
        let isOpen = mayPoll(job.name, at: now)
        if !isOpen { agenda.set(job.name, due: inHours(now.uptime, source.config, at: now)) }
        // A look at the cached document moves no poll.
        if job.isDue, isOpen { mark(source.config, due: now.uptime + source.config.interval) }
        polls[job.name] = duty(of: source.config)
        mostPolls = max(mostPolls, polls.count)
        let sinks = Sink.wanted(by: config)
        let poll: @Sendable () -> Void = { [self] in
            let visited = Result<Visit, StateError> { () throws(StateError) in
                if let acceptance = job.acceptance {
                    return Visit(
                        poll: try Watch.accept(
                            acceptance.batch, of: source.config, source.store, tellingTo: sinks, with: tools))
                }
                return try visit(
                    source.config, source.store, isDue: job.isDue, isOpen: isOpen, tellingTo: sinks, with: tools)
            }
            DispatchQueue.main.async { [self] in
                polls[job.name] = nil
                if let acceptance = job.acceptance { return finish(acceptance, job.name, visited) }
                finish(job.name, source.config, visited)
            }
            underway.leave()
        }
        underway.enter()
        do {
            try onOwnThread(poll)
        } catch {
            underway.leave()
            polls[job.name] = nil
            missed(job, of: source.config, because: error)
        }
    }

    /// Handles a visit that could not start.
    private func missed(_ job: Agenda.Job, of config: SourceConfig, because error: ProcessError) {
        let report = PollReport(source: job.name, failedBecause: "\(error)")
        let wait = min(config.interval, Schedule.waitForThread)
        journal.notice(
            .trouble, .error, "\(job.name): cannot be polled: \(error); next attempt in \(Int(wait)) s",
            fields: about(job.name, cause: "\(error)"))
        if let acceptance = job.acceptance { answer(acceptance, job.name, report) }
        plan(job.name, config, due: Moment.now().uptime + wait)
        answerWaiters(for: job.name, report)
    }

    private func finish(_ name: String, _ visitedConfig: SourceConfig, _ visited: Result<Visit, StateError>) {
        if case .success(let visit) = visited { journal.tell(visit.corrections, of: visitedConfig) }
        switch visited.map(\.poll) {
        case .success(nil):
            agenda.finished(name, due: nil)
        case .success(let result?):
            running[name]?.failedSaves = 0
            running[name]?.unsaved = nil
            running[name]?.lastPoll = result.finished.wall
            agenda.set(name, isOffline: result.isOffline)
            plan(name, visitedConfig, due: result.finished.uptime + result.wait)
            tell(result, of: name)
            // A new edition is rare, and the memory for reading it is not needed before the next one.
            if case .read = result.outcome { cposix_trim_memory() }
            let report = PollReport(source: name, result)
            counts.count(report)
            if report.outcome == .unchanged || report.outcome == .read {
                running[name]?.lastSuccess = result.finished.wall
            }
            answerWaiters(for: name, report)
        case .failure(let error):
            let failedSaves = (running[name]?.failedSaves ?? 0) + 1
            running[name]?.failedSaves = failedSaves
            let since = running[name]?.unsaved?.since ?? Moment.now().wall
            running[name]?.unsaved = ("\(error)", since)
            let wait = Schedule.wait(afterFailedSaves: failedSaves, random: tools.random())
            plan(name, visitedConfig, due: Moment.now().uptime + wait)
            journal.notice(
                .saveFailed, .error,
                "\(name): the state cannot be saved: \(error); next attempt in \(Int(wait)) s", fields: about(name))
            let report = PollReport(source: name, failedBy: error)
            counts.count(report)
            answerWaiters(for: name, report)
        }
        finishVisit(name)
    }

    private func finish(_ acceptance: Agenda.Acceptance, _ name: String, _ visited: Result<Visit, StateError>) {
        let report =
            switch visited.map(\.poll) {
            case .success(let result?): PollReport(source: name, result)
            case .success(nil): PollReport(source: name, failedBecause: "nothing was accepted")
            case .failure(let error): PollReport(source: name, failedBy: error)
            }
        answer(acceptance, name, report)
        agenda.finished(name, due: nil)
        finishVisit(name)
    }

    /// Answers the clients that wait for this acceptance.
    private func answer(_ acceptance: Agenda.Acceptance, _ name: String, _ report: PollReport) {
        let waiters = acceptWaiters[name] ?? []
        acceptWaiters[name] = waiters.filter { $0.what != acceptance }
        for waiter in waiters where waiter.what == acceptance { waiter.answer(report) }
    }

    /// Continues after any visit.
    private func finishVisit(_ name: String) {
        if polls.isEmpty {
            // The memory of many polls at once, and of their deliveries, is not needed before as many come again.
            if mostPolls > 1 {
                DispatchQueue.main.asyncAfter(deadline: .now() + 3) { cposix_trim_memory() }
            }
            mostPolls = 0
        }
        announce()
        if running[name] == nil { agenda.remove(name) }
        watchNetwork()
        for courier in couriers { courier.wake() }
        reportStatus()
        planPage(at: Moment.now())
        work()
    }

    /// Watches for a way out of this machine while a source waits for one.
    func watchNetwork() {
        guard agenda.isAnyOffline else { return networkWatch = nil }
        if networkWatch != nil { return }
        networkWatch = NetworkWatch { [unowned self] in
            agenda.wayOutAppeared(at: Moment.now().uptime)
            work()
        }
    }

    /// Sets when a source is due after a visit; its configuration may have changed meanwhile.
    private func plan(_ name: String, _ visited: SourceConfig, due: Double) {
        var due = due
        let now = Moment.now().uptime
        if let config = running[name]?.config {
            if config.address != visited.address || config.layout != visited.layout { due = now }
            if config.interval != visited.interval { due = min(due, now + config.interval) }
            if !config.isWatched { return agenda.finished(name, due: .infinity) }
            due = inHours(due, config, at: Moment.now())
        }
        agenda.finished(name, due: due)
        mark(running[name]?.config ?? visited, due: due)
    }

    /// Notes when a source is due, for a start before the next save.
    func mark(_ source: SourceConfig, due: Double) {
        markers.set(source.name, due: due, interval: source.interval, list: source.list)
    }

    /// Reports each cause of failure once, and the end of failures.
    private func tell(_ result: PollResult, of name: String) {
        guard let told = running[name].map(\.reportedCause) else { return }
        if let trouble = result.cacheTrouble {
            journal.notice(
                .trouble, .warning, "\(name): the document could not be kept in the cache: \(trouble)",
                fields: about(name))
        }
        if let doubt = result.doubt {
            journal.notice(
                .doubtfulRows, .warning, "\(name): a part of the list cannot be read with certainty: \(doubt)",
                fields: about(name, cause: doubt.rule.rawValue))
        }
        switch result.outcome {
        case .failed(let cause), .offline(let cause):
            if told != cause {
                journal.notice(
                    .pollFailed, .warning, "\(name): \(cause); next poll in \(Int(result.wait)) s",
                    fields: about(name, cause: cause))
            }
            running[name]?.reportedCause = cause
        case .unchanged, .read, .held:
            if told != nil {
                journal.notice(.pollSucceeded, .notice, "\(name): can be read again", fields: about(name))
            }
            running[name]?.reportedCause = nil
        case .interrupted:
            break
        }
    }

    /// The fields of a notice about a source.
    private func about(_ name: String, cause: String = "") -> [(name: String, value: String)] {
        [("BATCHWATCH_SOURCE", name), ("BATCHWATCH_CAUSE", cause)]
    }

    func answerWaiters(for name: String, _ report: PollReport) {
        if running[name] == nil { acceptWaiters.removeValue(forKey: name)?.forEach { $0.answer(report) } }
        for answer in pollWaiters.removeValue(forKey: name) ?? [] { answer(report) }
    }

    // MARK: Signals and the end

    private func watchSignals() {
        signals = [SIGTERM, SIGINT].map { signal in watch(signal) { [unowned self] in end() } }
        _ = Glibc.signal(SIGHUP, SIG_IGN)
        signals.append(watch(SIGHUP) { [unowned self] in reload(isAsked: true) })
        _ = Glibc.signal(SIGPIPE, SIG_IGN)
    }

    /// libdispatch handles the signal as soon as the source is active, on a thread of its own. Until then SIGTERM and
    /// SIGINT must end the process: if they were ignored, a signal in the first milliseconds would be lost.
    private func watch(_ number: Int32, _ handler: @escaping @Sendable () -> Void) -> any DispatchSourceSignal {
        let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
        source.setEventHandler(handler: handler)
        listening.enter()
        source.setRegistrationHandler { [listening] in listening.leave() }
        source.activate()
        return source
    }

    /// Stops readers and hooks, waits for them, and exits. Nothing is lost: the state has all undelivered events.
    private func end() {
        guard !stop.isRaised else { return }
        ServiceManager.stopping(status: "stopping")
        journal.notice(.stopping, .information, "stopping")
        stop.raise()
        control?.shut()
        for courier in couriers { courier.finish(in: underway) }
        underway.notify(queue: .main) { exit(ExitCode.ok.rawValue) }
    }
}
