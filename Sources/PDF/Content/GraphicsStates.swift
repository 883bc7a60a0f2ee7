// The stack of graphics states (ISO 32000-1 8.4.2). A stream cannot restore states saved before it began.

/// The state in force, and the states saved by `q`.
struct GraphicsStates {
    var current = GraphicsState()
    private var saved: [GraphicsState] = []
    /// `q` beyond the states kept: each needs a `Q`.
    private var unsaved = 0
    /// States kept by `q`. ISO 32000-1 annex C asks for 28.
    private static let kept = 512

    /// How many are saved.
    var count: Int { saved.count }

    /// Begins a page.
    mutating func reset() {
        current = GraphicsState()
        endStream(restoring: current, to: 0)
    }

    /// `q`.
    mutating func save() {
        if saved.count < Self.kept { saved.append(current) } else { unsaved += 1 }
    }

    /// `Q`, in a stream that began with so many saved states; false if there is none to restore.
    mutating func restore(above count: Int) -> Bool {
        if unsaved > 0 {
            unsaved -= 1
            return false
        }
        guard saved.count > count, !saved.isEmpty else { return false }
        current = saved[saved.count - 1]
        saved.removeLast()
        return true
    }

    /// Ends a stream that began with this state and so many saved ones.
    mutating func endStream(restoring state: GraphicsState, to count: Int) {
        current = state
        saved.removeLast(max(saved.count - count, 0))
        unsaved = 0
    }
}
