// The MESSAGE_ID of each kind of message (systemd.journal-fields(7)): random, and never changed.
// `systemd/batchwatch.catalog` explains each to the reader of `journalctl -x`.

/// A message of the daemon that is not an event.
package enum Notice: String, CaseIterable, Sendable {
    case started
    case stopping
    /// The configuration was read and is in force.
    case configurationLoaded
    /// The configuration has mistakes; the old one stays in force.
    case configurationRefused
    /// One poll failed.
    case pollFailed
    /// Polls work again after failures.
    case pollSucceeded
    /// batchwatch cannot read rows with certainty that nobody watches.
    case doubtfulRows
    /// This version reads reported rows differently; the list has not changed.
    case rowsCorrected
    /// The hook is missing or unsafe; events wait.
    case hookRefused
    /// The daemon runs the hook again and delivers the waiting events.
    case hookAccepted
    /// The hook failed; the daemon will try again.
    case hookFailed
    /// The hook fails for every event; the daemon tries one event from time to time.
    case hookPaused
    /// The hook works again after a pause.
    case hookResumed
    /// A line that the hook printed.
    case hookOutput
    /// A line that the program of a source printed on standard error.
    case programOutput
    /// An event is given up, or the hook refused it for good.
    case deadLetter
    /// Too many events wait to keep each; the daemon merges them.
    case outboxFull
    /// An undelivered event was dropped: by a command, or to make room for later events.
    case eventDropped
    /// A state file was damaged; its predecessor, or nothing, replaces it.
    case stateDamaged
    /// The daemon could not write a state file, and delivers nothing until it can.
    case saveFailed
    /// A poll or a delivery has exceeded its longest possible time; systemd is to restart the service.
    case overdue
    /// Any other message.
    case trouble

    /// 128 bits in lower-case hexadecimal.
    package var messageID: String {
        switch self {
        case .started: "e488d7e3f5304dd08eb446e38108cf2c"
        case .stopping: "86d2ebe5e0e348d7b37887b913cfd1ac"
        case .configurationLoaded: "9522e26a34bb4ecab4669f66ad2ca5cb"
        case .configurationRefused: "181841882850495da7f959b6e8f4e59e"
        case .pollFailed: "b9c5b0cbc18d42f1888b9cf2411d9b5e"
        case .pollSucceeded: "033e3da8c1b8466a8845a56df7859572"
        case .doubtfulRows: "109168fc801841aeb703d93ad09efe96"
        case .rowsCorrected: "3a6d3fc4bf5243b0b335670c9712ff4c"
        case .hookRefused: "14c49d28433745f5851c1aebc5367db8"
        case .hookAccepted: "fe7d60fbbe544ab8a0a4da4913af548b"
        case .hookFailed: "88a748fbc76e421889038c9b7621876a"
        case .hookPaused: "5eb98eb6a6f3410db349cc01dd607b0a"
        case .hookResumed: "9062d3a317a04d8e806f75b4e5bdaf01"
        case .hookOutput: "2c57a3287ce347a88e3e8f45d0f37c63"
        case .programOutput: "da4f986128c24a8582c8060b23023142"
        case .deadLetter: "f2cda7cf89e34e7d8b3aeabf77467dd4"
        case .outboxFull: "0e27d076f9b94c6fa9f94d37b77834b3"
        case .eventDropped: "ff48f714a3c44743b497730e961009d4"
        case .stateDamaged: "e389b2723384481381e557260dd1fbbb"
        case .saveFailed: "7f006e24353b4c32a648e116e11702f2"
        case .overdue: "5b6d10cc3e774af496ba6e1b008ddd6d"
        case .trouble: "a366f7b6a0f240f9a6dd66c52ffac969"
        }
    }
}

extension Event.Kind {
    /// 128 bits in lower-case hexadecimal.
    package var messageID: String {
        switch self {
        case .observed: "4be8fc5b715d438e9cd7a95229cadf01"
        case .appeared: "c8f6a63050564c73b850523b61e35cec"
        case .changed: "1bf1a16ed14d43d6b786e5323abafffe"
        case .disappeared: "6193f2e12fc84bde9c7de6c5263ff9aa"
        case .unclear: "c43a4264bba14f2397cede765d5535e0"
        case .failing: "018c47e670ab42388360c9d5e6e8ec8c"
        case .recovered: "17c2aca948cd4e309df048a4cfd8c4ec"
        case .suspect: "5e7fd6b690dd4e4399e1835d3f2f8349"
        case .stale: "21818c5ce7ad447db3c001672e112735"
        case .edition: "51201f22f50c481bb922197b9969aead"
        }
    }
}
