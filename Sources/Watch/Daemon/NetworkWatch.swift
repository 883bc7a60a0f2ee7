// Sees that an address or a route appears: rtnetlink(7). One of the files that do I/O; which source is polled because of
// it is not its business. It is held only while a source waits for a way out, so that it wakes nobody at other times.

import CPOSIX
import Dispatch
import Glibc

/// Calls back when this machine may have a way out again, for as long as it is held.
final class NetworkWatch: @unchecked Sendable {
    // All that varies is touched on the main queue alone.

    private let source: any DispatchSourceRead
    private let appeared: @Sendable () -> Void
    private var pause = FlapPause()
    private var isPending = false

    /// - Returns: nil where the kernel or the sandbox refuses netlink; what waits is tried each minute all the same.
    init?(appeared: @escaping @Sendable () -> Void) {
        let news = cposix_network_news()
        guard news >= 0 else { return nil }
        self.appeared = appeared
        source = DispatchSource.makeReadSource(fileDescriptor: news, queue: .main)
        source.setEventHandler { [weak self] in self?.read(news) }
        source.setCancelHandler { close(news) }
        source.activate()
    }

    deinit { source.cancel() }

    private func read(_ news: Int32) {
        switch cposix_way_out_appeared(news) {
        case 0: return
        case 1: wait()
        default: source.cancel()
        }
    }

    private func wait() {
        guard !isPending else { return }
        isPending = true
        DispatchQueue.main.asyncAfter(deadline: .now() + pause.next()) { [weak self] in
            self?.isPending = false
            self?.appeared()
        }
    }
}

/// How long to wait after news of the network before it is used: at first a moment, in which address, route and name
/// servers come one after the other; then longer and longer, so that a network that comes and goes, or a router's
/// thousands of routes, bring about no more than a poll a minute.
struct FlapPause {
    /// In seconds.
    static let shortest = 0.5
    static let longest = Schedule.shortestWait
    private var seconds = FlapPause.shortest

    /// This time's, in seconds.
    mutating func next() -> Double {
        defer { seconds = min(2 * seconds, FlapPause.longest) }
        return seconds
    }
}
