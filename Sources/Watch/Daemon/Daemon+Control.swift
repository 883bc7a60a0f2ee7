// The daemon's reports about itself: to commands through its socket, to systemd in one line.

import Delivery
import Dispatch
import Glibc
import Processes

extension Daemon {
    /// Opens the socket and writes its path where commands look for it. The daemon also works without a socket.
    func listen() {
        control = ControlServer(path: paths.control, on: .main) { [unowned self] request, peer, answer in
            respond(to: request, from: peer, answer)
        }
        if control == nil {
            journal.notice(
                .trouble, .warning, "no control socket at \(paths.control): \(String(cString: strerror(errno)))")
        }
        for courier in couriers {
            let isHook = courier.sink == .hook
            courier.report { [control] in
                control?.statusChanged()
            } failed: { [self] in
                if isHook { DispatchQueue.main.async { [self] in hookFailed() } }
            }
        }
        announce()
    }

    /// Writes its address, again and again until the disk accepts it.
    func announce() {
        if !isAnnounced { isAnnounced = directory.announce(paths.control) }
    }

    /// Executes the peer's request if it is permitted.
    private func respond(to request: ControlRequest, from peer: ControlPeer, _ answer: @escaping ControlServer.Answer) {
        if let refusal = ControlRights.refusal(of: request, runningOn: paths) {
            return answer(ControlReply(error: refusal))
        }
        switch request.command {
        case .status: answer(ControlReply(status: status(of: request.batches)))
        case .poll: poll(request.sources, for: peer, answer)
        case .accept: accept(request.sources.first ?? "", request.batches.first, answer)
        case .reload: reload(answer)
        case .outboxList, .outboxRetry, .outboxDrop: see(toOutbox: request, answer)
        case .hookTest: testHook(answer) { [stop] in HookTestReport($0, request.kind, stop: stop) }
        case .hookCheck: testHook(answer) { [stop] in HookTestReport(checking: $0, stop: stop) }
        }
    }

    /// Reports the current state to systemd, and to clients that watch.
    func reportStatus() {
        ServiceManager.status(statusLine)
        control?.statusChanged()
    }

    private func status(of wanted: [String]) -> StatusReport {
        let now = Moment.now()
        let sources = config.asked(for: wanted).compactMap { source, batches -> SourceStatus? in
            running[source.name].map { status(of: $0, wanted: batches, at: now) }
        }
        var counts = counts
        for courier in couriers { counts.deliveries[courier.sink.rawValue] = courier.deliveries }
        var report = StatusReport(
            daemon: DaemonStatus(pid: getpid(), since: since, configProblem: configProblem, counts: counts),
            sources: sources,
            troubles: troubles(at: now))
        report.hasHook = config.hook != nil
        return report
    }

    /// - Parameters:
    ///   - wanted: the requested batches; empty for all.
    ///   - hasBatches: false for a status without them.
    func status(
        of running: Running, wanted: [String] = [], hasBatches: Bool = true, at now: Moment
    ) -> SourceStatus {
        let next = agenda.due(running.config.name).map { now.wall.addingTimeInterval($0 - now.uptime) }
        return SourceStatus(
            of: running.config, running.store.state, lastPoll: running.lastPoll, nextPoll: next,
            lastSuccess: running.lastSuccess, wanted: wanted, hasBatches: hasBatches, at: now.wall)
    }

    /// The troubles: first those that concern all, then source by source.
    func troubles(at now: Moment) -> [Trouble] {
        let command = paths.instance.command
        var all = couriers.compactMap { courier in
            courier.sinkTrouble.map {
                Trouble(
                    .untold, "nothing can be told to the \(courier.sink.rawValue): \($0.cause)", since: $0.since,
                    advice: "events wait until this is fixed; see `\(command) outbox list`")
            }
        }
        if let configProblem {
            all.append(
                Trouble(
                    .configuration, "configuration refused: \(configProblem)",
                    advice: "the one before is in force; `\(command) check` tells all that is wrong"))
        }
        if let pageTrouble {
            all.append(
                Trouble(
                    .unpublished, "the page cannot be written: \(pageTrouble.cause)", since: pageTrouble.since,
                    advice: "`\(command) check` tells what its directory needs"))
        }
        for source in config.sources {
            guard let running = running[source.name] else { continue }
            if let unsaved = running.unsaved {
                all.append(
                    Trouble(
                        .unsaved, source: source.name, "cannot be saved: \(unsaved.cause)", since: unsaved.since,
                        advice: "nothing is told of it until this is fixed"))
            }
            if let since = running.store.savingSince, now.uptime - since.uptime > Trouble.longestSave {
                all.append(
                    Trouble(
                        .unsaved, source: source.name, "cannot be saved: the disk does not answer", since: since.wall,
                        advice: "nothing new is told of it until it does"))
            }
            all += Trouble.all(of: source, running.store.state, at: now.wall, calling: command)
        }
        for (name, store) in stores.sorted(by: { $0.key < $1.key }) where running[name] == nil {
            all += Trouble.undelivered(of: name, store.outbox, at: now.wall, calling: command)
        }
        return all
    }

    /// Polls now, whatever the agenda says, and answers when all polls have ended.
    private func poll(_ names: [String], for peer: ControlPeer, _ answer: @escaping ControlServer.Answer) {
        let wanted = names.isEmpty ? config.sources.filter(\.isWatched).map(\.name) : names
        if wanted.isEmpty { return answer(ControlReply(polls: [])) }
        if let unknown = wanted.first(where: { running[$0] == nil }) { return answer(noSource(unknown)) }
        if peer.user != 0, let refusal = allowance.refusal(of: wanted, at: Moment.now().uptime) {
            return answer(ControlReply(error: refusal))
        }
        var reports: [PollReport] = []
        for name in wanted {
            pollWaiters[name, default: []].append { report in
                reports.append(report)
                guard reports.count == wanted.count else { return }
                answer(ControlReply(polls: reports.sorted { $0.source < $1.source }))
            }
            agenda.set(name, due: Moment.now().uptime)
        }
        work()
    }

    /// Accepts the held document of a source, or what was read of an unclear batch, and answers when that is done.
    private func accept(_ name: String, _ batch: String?, _ answer: @escaping ControlServer.Answer) {
        if running[name] == nil { return answer(noSource(name)) }
        let acceptance = batch.map(Agenda.Acceptance.batch) ?? .held
        acceptWaiters[name, default: []].append((acceptance, { answer(ControlReply(polls: [$0])) }))
        agenda.want(acceptance, at: name)
        work()
    }

    /// Includes removed sources.
    private func see(toOutbox request: ControlRequest, _ answer: @escaping ControlServer.Answer) {
        let editor = OutboxEditor(stores.values.sorted { $0.name < $1.name }, journal: journal)
        // Events wait while the hook says that it cannot work; a person may have mended a cause outside its files.
        if request.command == .outboxRetry, hookWatch.isBroken { checkHook() }
        underway.enter()
        do {
            // Changes are saved, and only this thread waits for that.
            try onOwnThread { [self] in
                answer(editor.reply(to: request))
                if request.command != .outboxList { couriers.forEach { $0.tryAgain() } }
                underway.leave()
            }
        } catch {
            underway.leave()
            answer(ControlReply(error: ControlError(.temporary, "the daemon cannot see to it now: \(error)")))
        }
    }

    private func noSource(_ name: String) -> ControlReply {
        let known = config.sources.map(\.name).joined(separator: ", ")
        return ControlReply(error: ControlError(.usage, "there is no source \"\(name)\"; there are: \(known)"))
    }

    /// Reads the configuration again, and answers when that is done.
    private func reload(_ answer: @escaping ControlServer.Answer) {
        guard let error = reload(isAsked: true) else { return answer(ControlReply(status: status(of: []))) }
        answer(ControlReply(error: ControlError(.config, "\(error); the previous configuration stays in force")))
    }

    /// The one line of `systemctl status`.
    var statusLine: String {
        var line = StatusLine(config.isWatching ? config.summary : config.standing(calling: paths.instance.command))
        let now = Moment.now()
        line.nextPoll = agenda.nextDue.map { now.wall.addingTimeInterval($0 - now.uptime) }
        line.troubles = troubles(at: now).map(\.line)
        return line.text
    }
}
