// What the daemon says of itself: to commands through its socket, to systemd in one line.

import Delivery
import Dispatch
import FoundationEssentials
import Glibc
import Processes

extension Daemon {
    /// Opens the socket and writes its path where commands look for it. Without one the daemon works all the same.
    func listen() {
        control = ControlServer(path: paths.control, on: .main) { [unowned self] request, peer, answer in
            respond(to: request, from: peer, answer)
        }
        if control == nil {
            journal.notice(
                .trouble, .warning, "no control socket at \(paths.control): \(String(cString: strerror(errno)))")
        }
        announce()
    }

    /// Writes where it can be reached, again and again until the disk takes it.
    func announce() {
        if !isAnnounced { isAnnounced = directory.announce(paths.control) }
    }

    /// Does what the peer asks for and may.
    private func respond(to request: ControlRequest, from peer: ControlPeer, _ answer: @escaping ControlServer.Answer) {
        switch request.command {
        case .status: answer(ControlReply(status: status(of: request.batches)))
        case .poll: poll(request.sources, for: peer, answer)
        case .accept: accept(request.sources.first ?? "", answer)
        case .reload: reload(answer)
        case .outboxList, .outboxRetry, .outboxDrop: see(toOutbox: request, answer)
        }
    }

    private func status(of batches: [String]) -> StatusReport {
        let now = Moment.now()
        let sources = config.sources.compactMap { source -> SourceStatus? in
            guard let running = running[source.name] else { return nil }
            let next = agenda.due(source.name).map { now.wall.addingTimeInterval($0 - now.uptime) }
            return SourceStatus(
                of: source, running.store.state, lastPoll: running.lastPoll, nextPoll: next,
                lastSuccess: running.lastSuccess, wanted: batches)
        }
        var counts = counts
        for courier in couriers { counts.deliveries[courier.sink.rawValue] = courier.deliveries }
        return StatusReport(
            daemon: DaemonStatus(pid: getpid(), since: since, configProblem: configProblem, counts: counts),
            sources: sources,
            troubles: troubles(at: now.wall))
    }

    /// What is not well: first what concerns all, then source by source.
    private func troubles(at now: Date) -> [Trouble] {
        var all = couriers.compactMap { courier in
            courier.sinkTrouble.map {
                Trouble(
                    .untold, "nothing can be told to the \(courier.sink.rawValue): \($0.cause)", since: $0.since,
                    advice: "events wait until this is fixed; see `batchwatch outbox list`")
            }
        }
        if let configProblem {
            all.append(
                Trouble(
                    .configuration, "configuration refused: \(configProblem)",
                    advice: "the one before is in force; `batchwatch check` tells all that is wrong"))
        }
        for source in config.sources {
            guard let running = running[source.name] else { continue }
            if let unsaved = running.unsaved {
                all.append(
                    Trouble(
                        .unsaved, source: source.name, "cannot be saved: \(unsaved.cause)", since: unsaved.since,
                        advice: "nothing is told of it until this is fixed"))
            }
            all += Trouble.all(of: source, running.store.state, at: now)
        }
        return all
    }

    /// Polls now, whatever the agenda says, and answers when all have finished.
    private func poll(_ names: [String], for peer: ControlPeer, _ answer: @escaping ControlServer.Answer) {
        let wanted = names.isEmpty ? config.sources.map(\.name) : names
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

    /// Accepts the held document of a source, and answers when that is done.
    private func accept(_ name: String, _ answer: @escaping ControlServer.Answer) {
        if running[name] == nil { return answer(noSource(name)) }
        acceptWaiters[name, default: []].append { answer(ControlReply(polls: [$0])) }
        agenda.wantAcceptance(at: name)
        work()
    }

    /// Also of sources taken out of the configuration, as long as they are served.
    private func see(toOutbox request: ControlRequest, _ answer: @escaping ControlServer.Answer) {
        let desk = OutboxDesk(stores.values.sorted { $0.name < $1.name }, journal: journal)
        outboxQueue.async(group: underway) { [self] in
            answer(desk.reply(to: request))
            if request.command != .outboxList { couriers.forEach { $0.tryAgain() } }
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
        var line = StatusLine(config.summary)
        let now = Moment.now()
        line.nextPoll = agenda.nextDue.map { now.wall.addingTimeInterval($0 - now.uptime) }
        line.troubles = troubles(at: now.wall).map(\.line)
        return line.text
    }
}
