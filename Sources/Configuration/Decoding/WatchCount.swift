// Counts the batches of all lists together, and words the message if they are too many.

/// A sum over the sources of a file.
struct WatchCount {
    /// Batches that stand below no source.
    let global: Int
    private var own = 0
    private var sources = 0
    private var total = 0

    init(global: Int) { self.global = global }

    var isWithinLimit: Bool { total <= ConfigLimits.watched }

    /// - Parameters:
    ///   - count: what is watched in the next source.
    ///   - own: how many of it stand below that source.
    mutating func add(_ count: Int, own: Int) {
        total += count
        self.own += own
        sources += 1
    }

    /// Why that is too much; nil while it is not.
    var excess: String? {
        if isWithinLimit { return nil }
        let product = global * sources
        var words: [String] = []
        if global > 0 { words.append("\(global) batches times \(sources) sources make \(product)") }
        if own > 0 { words.append("\(own) stand below the sources") }
        return words.joined(separator: ", and ")
            + "; at most \(ConfigLimits.watched) are looked for in all: write batches below [sources.NAME.batches] "
            + "where one list alone can have them, or run several instances"
    }
}
