// `batchwatch hook-test` and `batchwatch check`: run the hook as for an event, with the same user and sandbox.

import Delivery
import Dispatch
import Events
import Glibc
import Processes

extension Daemon {
    /// Runs the hook once, on a thread of its own, and answers when it has ended. Polls, deliveries and other requests
    /// continue meanwhile. The daemon first reads an edited configuration that it has not noticed yet.
    ///
    /// - Parameter run: runs the hook.
    func testHook(_ answer: @escaping ControlServer.Answer, run: @escaping @Sendable (Hook) -> HookTestReport) {
        func refuse(_ code: ExitCode, _ why: String) { answer(ControlReply(error: ControlError(code, why))) }
        if let error = reload() { return refuse(.config, "\(error); the previous configuration stays in force") }
        guard var hook = config.hook.map(Hook.init) else {
            return refuse(.config, "\(paths.config) has no [hook]; add one with run = \"/path/of/the/hook\"")
        }
        if isTestingHook { return refuse(.temporary, "the hook is being tested already; wait until that has ended") }
        hook.phrasing.command = paths.instance.command
        isTestingHook = true
        underway.enter()
        do {
            try onOwnThread { [self, hook] in
                var report = run(hook)
                report.config = paths.config
                report.daemon = getpid()
                report.unit = DaemonProcess.current().unit?.split(separator: "/").last.map(String.init)
                DispatchQueue.main.async { [self, report] in
                    isTestingHook = false
                    answer(ControlReply(hookTest: report))
                    underway.leave()
                }
            }
        } catch {
            isTestingHook = false
            underway.leave()
            refuse(.temporary, "\(error)")
        }
    }
}
