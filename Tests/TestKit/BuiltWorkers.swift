// The paths of the programs under test.

import Glibc

/// The fetcher that was built beside the tests.
package var builtFetcher: String { built("batchwatch-fetcher") }

/// The reader that was built beside the tests.
package var builtReader: String { built("batchwatch-reader") }

private func built(_ name: String) -> String {
    var buffer = [CChar](repeating: 0, count: 4_096)
    let length = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
    let own = String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return own.split(separator: "/").dropLast().map { "/\($0)" }.joined() + "/\(name)"
}
