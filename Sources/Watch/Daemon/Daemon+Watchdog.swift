// systemd's watchdog (sd_watchdog_enabled(3)): fed at half its time, while all workers are within their time limits.

import Configuration
import Dispatch
import Processes

extension Daemon {
    /// Starts feeding the watchdog, if systemd wants it.
    func makeWatchdogTimer() -> (any DispatchSourceTimer)? {
        guard let interval = ServiceManager.watchdogSeconds else { return nil }
        let timer = DispatchSource.makeTimerSource(queue: .main)
        timer.setEventHandler { [unowned self] in feedWatchdog(at: Deadline.now) }
        timer.schedule(deadline: .now(), repeating: interval / 2, leeway: .milliseconds(100))
        timer.activate()
        return timer
    }

    /// Feeds it, or reports first why not. A disk that does not answer is no reason: a restart would not repair it.
    func feedWatchdog(at time: Double) {
        // While the disk is slow, the time of a poll stands still.
        let passed = time - (lastFeeding ?? time)
        lastFeeding = time
        for (name, duty) in polls where duty.deadline + passed >= time && stores[name]?.savingSince != nil {
            polls[name]?.deadline += passed
        }
        let deliveries = couriers.compactMap { courier in
            courier.deadline.current.map { Duty("a delivery to the \(courier.sink.rawValue)", deadline: $0) }
        }
        let (isFed, news) = watchdog.look(at: polls.values + deliveries, at: time)
        for duty in news {
            journal.notice(
                .overdue, .error,
                "\(duty.name) hangs, long past its deadline; systemd will restart the service",
                fields: [("BATCHWATCH_SOURCE", duty.source)])
        }
        if isFed { ServiceManager.watchdog() }
    }

    /// The time limit of a visit to a source: a look at its cached documents and a poll of each, perhaps requested
    /// twice or read again after a 304, with a reader for each and the pauses between; one more reader counts the
    /// edition.
    func duty(of source: SourceConfig) -> Duty {
        let each = 3 * (Workers.longest(transfer: source.timeout) + ListPoll.pause)
        return Duty(
            "the poll of \(source.name)", source: source.name,
            deadline: Deadline.after(each * Double(source.mostDocuments) + Workers.longest(transfer: 0)))
    }
}
