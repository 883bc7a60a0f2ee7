// An index of the watched batches of a source, for polls. It is built once for each configuration, because there may be
// a hundred thousand batches.

import Rows

/// What is watched, ready to be looked up.
package struct WatchIndex: Sendable, Equatable {
    /// To find the pattern that watches a key.
    package let keys: KeySet
    /// The patterns as they were written, sorted; the form that states and requests have them in.
    package let descriptions: [String]
    private let labels: [KeyMask: String]

    init(_ watched: [WatchedBatch]) {
        keys = KeySet(patterns: watched.map(\.pattern))
        descriptions = Set(watched.map(\.pattern.description)).sorted()
        labels = Dictionary(watched.map { ($0.pattern, $0.label) }, uniquingKeysWith: { first, _ in first })
    }

    /// Whether a batch, or a mask as it was written, is watched.
    package func watches(_ batch: String) -> Bool {
        keys.pattern(for: batch) != nil || keys.pattern(named: batch) != nil
    }

    /// A batch watched by itself has its own label, others that of the mask they match; a mask has its own.
    package func label(of batch: String) -> String {
        if let pattern = keys.pattern(for: batch) { return labels[pattern] ?? "" }
        return labels.first { $0.key.description == batch }?.value ?? ""
    }
}

extension Config {
    /// Whether a batch, or a mask as it was written, is watched in more than one list.
    package func isWatchedInSeveral(_ batch: String) -> Bool {
        !batch.isEmpty && sources.count > 1 && sources.lazy.filter { $0.index.watches(batch) }.prefix(2).count > 1
    }
}
