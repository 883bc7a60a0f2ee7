// Decides when a list has not changed for too long (`expect-every`). Pure.

import Coding

extension Cadence {
    /// Whether a change should have come by now. With hours, days on which the office is closed do not count, and of a
    /// time below an office day only the open hours do.
    package func isDisappointed(since: Date, at now: Date, in hours: OfficeHours? = nil) -> Bool {
        guard let hours else {
            return switch self {
            case .seconds(let seconds): now.timeIntervalSince(since) >= seconds
            case .workingDays(let days): workingSeconds(from: since, to: now) >= Double(days) * 86_400
            }
        }
        let seconds =
            switch self {
            case .seconds(let seconds): seconds
            case .workingDays(let days): Double(days) * 86_400
            }
        return hours.daySeconds(from: since, to: now) >= seconds
            && hours.openSeconds(from: since, to: now) >= min(seconds, hours.longestDay)
    }
}

extension Cadence: CustomStringConvertible {
    /// As the configuration has it.
    package var description: String {
        switch self {
        case .seconds(let seconds): Quantity.text(seconds: Int(seconds))
        case .workingDays(1): "working day"
        case .workingDays(let days): "\(days) working days"
        }
    }
}

/// The seconds between two moments that lie from Monday to Friday, in UTC. Holidays are no business of ours: each
/// office has others.
func workingSeconds(from start: Date, to end: Date) -> Double {
    max(0, workingSeconds(until: end) - workingSeconds(until: start))
}

/// From Monday, 5 January 1970 on.
private func workingSeconds(until moment: Date) -> Double {
    let week = 7 * 86_400.0
    let seconds = moment.timeIntervalSince1970 - 4 * 86_400
    let weeks = (seconds / week).rounded(.down)
    return weeks * 5 * 86_400 + min(seconds - weeks * week, 5 * 86_400)
}
