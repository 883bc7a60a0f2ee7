// Notices a new address or route: rtnetlink(7). It does I/O; other code decides which source to poll. It exists only
// while a source waits for a way out, so that it wakes nobody at other times.

import CPOSIX
import Dispatch
import Glibc

/// Calls back when this machine may have a way out again, while it exists.
final class NetworkWatch: @unchecked Sendable {
    // Only the main queue touches variable state.

    private let source: any DispatchSourceRead
    private let appeared: @Sendable () -> Void
    private var pause = FlapPause()
    private var isPending = false

    /// - Returns: nil if the kernel or the sandbox refuses netlink; waiting sources are then only tried each minute.
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

/// The delay before network news are used: at first a moment, in which address, route and name servers appear one after
/// the other; then longer and longer, so that a flapping network, or a router's thousands of routes, cause at most one
/// poll a minute.
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
