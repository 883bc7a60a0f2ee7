// What a poll would read now, for `batchwatch check --online`: the daemon's own poll, with a temporary state and cache
// and without recipients.

import Configuration
import Delivery
import Storage

/// Polls without a lasting state.
package struct Preview {
    private let directory: StateDirectory
    private let tools: PollTools
    private let journal: Journal

    /// The result of a poll.
    package struct Look: Sendable {
        package var report: PollReport
        /// The addresses of the documents that were read, if a page or a pattern leads to them.
        package var documents: [String] = []
    }

    /// - Parameter path: an empty directory that nothing else uses.
    package init(in path: String, journal: Journal) throws(StateError) {
        directory = try StateDirectory(path + "/state")
        tools = PollTools(reader: Workers.installed(), cache: try DocumentCache(path + "/cache")).telling(journal)
        self.journal = journal
    }

    /// Polls a source as if for the first time.
    package func poll(_ source: SourceConfig, progress: ((Int, Int?) -> Void)? = nil) -> Look {
        do throws(StateError) {
            let store = try directory.loadStore(of: source.name, journal: journal)
            let result = try Watch.poll(source, store, tellingTo: [], with: tools, progress: progress)
            let parts = store.state.document?.composition?.parts ?? []
            return Look(report: PollReport(source: source.name, result), documents: parts.map(\.url))
        } catch {
            return Look(report: PollReport(source: source.name, failedBy: error))
        }
    }
}
