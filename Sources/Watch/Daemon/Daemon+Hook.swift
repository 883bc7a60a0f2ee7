// Whether the hook can work, known before there is an event to tell: the daemon asks it at the start, at each reload, when
// a file of it was changed, and after a delivery that failed; while it is broken, once a minute, since what it lacks may be
// a program. The courier reports it, lets events wait, and delivers them once it is mended.

import Configuration
import Delivery
import Dispatch
import Glibc
import Processes

/// What the daemon knows of its hook.
struct HookWatch {
    /// A broken hook is asked again after so many seconds; a failing one is asked no sooner than that.
    static let pause = 60.0

    /// The command of the watched files: the hook, scripts behind an interpreter, the settings.
    var command: [String] = []
    /// Whether the hook is being asked, and whether it has to be asked once more then.
    var isAsking = false
    var asksAgain = false
    /// Whether it said last that it cannot work.
    var isBroken = false
    /// When it was asked last, and when to ask again, in seconds of uptime; nil for never.
    var lastAsked: Double?
    var due: Double?
}

extension Daemon {
    /// Looks after the hook of the configuration in force from now on.
    func watchHook() {
        let command = config.hook?.run ?? []
        if command != hookWatch.command {
            hookWatch.command = command
            fileWatch?.watch("hook", HookCommand(command).files) { [unowned self] in checkHook() }
        }
        checkHook()
    }

    /// A delivery has failed: perhaps something was taken away.
    func hookFailed() {
        let now = Moment.now().uptime
        if hookWatch.isBroken { return }
        hookWatch.due = max(now, (hookWatch.lastAsked ?? 0) + HookWatch.pause)
        work()
    }

    /// Asks the hook whether it can work, on a thread of its own.
    func checkHook() {
        hookWatch.due = nil
        if stop.isRaised { return }
        guard let hook = config.hook.map(Hook.init) else {
            hookWatch.isBroken = false
            return hookCouriers.forEach { $0.forgetRefusal() }
        }
        if hookWatch.isAsking { return hookWatch.asksAgain = true }
        hookWatch.isAsking = true
        hookWatch.lastAsked = Moment.now().uptime
        underway.enter()
        do {
            try onOwnThread { [self] in
                let refusal = hook.problem(stop: stop)
                DispatchQueue.main.async { [self] in
                    hookWatch.isAsking = false
                    conclude(hook, refusal)
                }
                underway.leave()
            }
        } catch {
            underway.leave()
            hookWatch.isAsking = false
            hookWatch.due = Moment.now().uptime + HookWatch.pause
        }
    }

    private var hookCouriers: [Courier] { couriers.filter { $0.sink == .hook } }

    private func conclude(_ hook: Hook, _ refusal: HookRefusal?) {
        if stop.isRaised { return }
        // There may be another configuration by now.
        if hookWatch.asksAgain || hook.command != config.hook?.run {
            hookWatch.asksAgain = false
            return checkHook()
        }
        for courier in hookCouriers { courier.judge(refusal) }
        hookWatch.isBroken = refusal != nil
        hookWatch.due = refusal == nil ? nil : Moment.now().uptime + HookWatch.pause
        reportStatus()
        work()
    }
}
