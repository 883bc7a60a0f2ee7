// When to retry a failed delivery: a table without memory.

/// Seconds to wait after attempt 1, 2, …: 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h, as the
/// "Standard Webhooks" specification recommends.
private let waits: [Double] = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]

/// Returns the wait after a failed attempt.
///
/// - Parameters:
///   - attempt: the attempt that failed; 1 for the first.
///   - random: from 0 to 1; makes the wait up to 20 % shorter or longer, so that many retries do not coincide.
/// - Returns: seconds, or nil after the last attempt: a dead letter.
package func retryDelay(afterAttempt attempt: Int, random: Double) -> Double? {
    guard attempt <= waits.count else { return nil }
    return waits[max(attempt, 1) - 1] * (0.8 + 0.4 * min(max(random, 0), 1))
}
