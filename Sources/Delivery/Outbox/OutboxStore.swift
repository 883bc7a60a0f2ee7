// Where a courier finds entries and notes results. The outbox is in the state of its source, because both are saved
// together; delivery knows no more of the state.

import Processes
import Storage

/// The outbox of one source, in memory and on disk.
package protocol OutboxStore: AnyObject, Sendable {
    /// The name of the source.
    var name: String { get }
    /// The outbox now; reading it does not wait for the disk.
    var outbox: Outbox { get }
    /// Takes a reading of the clocks: if someone has set the wall clock, the times until which entries wait move with
    /// it, and the state is saved.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    func follow(_ now: Moment, isProven: Bool) throws(StateError)
    /// Changes the outbox: on disk first, then in memory. If the save fails, nothing has changed.
    func updateOutbox(_ change: (inout Outbox) -> Void) throws(StateError)
    /// Marks entries as being delivered, if they still exist; this is not saved.
    func begin(_ entries: [OutboxEntry], for sink: SinkName)
    /// Whether an entry being delivered still exists.
    func isInHand(_ entry: OutboxEntry, for sink: SinkName) -> Bool
    /// Notes results of deliveries that have happened already: always in memory, on disk if possible.
    ///
    /// - Parameter goesOn: whether more results follow at once, so that a line in the log is enough for now.
    /// - Returns: the dead letters that were dropped to make room.
    func settle(_ records: [DeliveryRecord], goesOn: Bool) throws(StateError) -> [OutboxEntry]
    /// Saves what only the log has, because no more results follow.
    func tidy() throws(StateError)
    /// Saves what could not be saved before; does nothing if the file is up to date.
    func catchUp() throws(StateError)
}
