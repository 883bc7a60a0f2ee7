// Whether work grows no faster than its input, measured in processor time: other load of the machine has little effect
// on it.

import Glibc

/// The processor time that this thread has used, in seconds.
package func processorSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// The processor time that some work takes on this thread: for limits that a busy machine must not break.
package func processorTime(_ work: () throws -> Void) rethrows -> Duration {
    let begun = processorSeconds()
    try work()
    return .seconds(processorSeconds() - begun)
}

/// How many times the processor time grows where there is four times as much to do: four for what is linear, sixteen
/// for what is quadratic. The least of up to three times counts, where the first are too long; what stays below a
/// fiftieth of a second has not grown.
///
/// - Parameter work: does so much, on this thread.
package func growth(to count: Int, _ work: (Int) -> Void) -> Double {
    func seconds(_ count: Int) -> Double {
        let begun = processorSeconds()
        work(count)
        return processorSeconds() - begun
    }
    var (whole, part) = (Double.infinity, Double.infinity)
    for _ in 1...3 {
        part = min(part, seconds(count / 4))
        whole = min(whole, seconds(count))
        if whole < 0.02 { return 1 }
        if whole < linearGrowth * part { break }
    }
    return whole / part
}

/// What `growth` may come to: half of what squares come to.
package let linearGrowth = 8.0
