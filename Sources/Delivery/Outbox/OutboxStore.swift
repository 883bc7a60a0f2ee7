// Where a courier finds letters and notes what became of them. The outbox lies in the state of its source, since both
// are saved together; this is all that delivery knows of that.

import Processes
import Storage

/// The outbox of one source, in memory and on disk.
package protocol OutboxStore: AnyObject, Sendable {
    /// The source.
    var name: String { get }
    /// The outbox as it is now; who asks does not wait for the disk.
    var outbox: Outbox { get }
    /// Takes in what the clocks say: where the wall clock was set, so are the times until which letters wait, and that is
    /// saved.
    ///
    /// - Parameter isProven: whether the wall clock is known to be right.
    func follow(_ now: Moment, isProven: Bool) throws(StateError)
    /// Changes the outbox: saved first, in memory after. When the save fails, nothing has changed.
    func updateOutbox(_ change: (inout Outbox) -> Void) throws(StateError)
    /// Marks letters as being delivered just now, those that are still there; not saved.
    func begin(_ letters: [Letter], for sink: SinkName)
    /// Whether a letter that was begun is there still.
    func isInHand(_ letter: Letter, for sink: SinkName) -> Bool
    /// Notes what became of letters, which has happened already: in memory in any case, on disk if it can be.
    ///
    /// - Parameter goesOn: whether more will follow at once, so that a line in the log is enough for now.
    /// - Returns: the dead letters that had to go to make room for others.
    func settle(_ settlements: [Settlement], goesOn: Bool) throws(StateError) -> [Letter]
    /// Saves what is only in the log, now that no more follows.
    func tidy() throws(StateError)
    /// Saves what could not be saved before; does nothing when the file is up to date.
    func catchUp() throws(StateError)
}
