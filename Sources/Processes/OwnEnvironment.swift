// The environment of this process.

import CPOSIX

/// The variables of the environment by their names (environ(7)); the first of two equal names counts, as in getenv(3).
package func ownEnvironment() -> [String: String] {
    var environment: [String: String] = [:]
    var place = cposix_environment()
    while let entry = place.pointee {
        let text = String(cString: entry)
        place += 1
        guard let sign = text.firstIndex(of: "="), environment[String(text[..<sign])] == nil else { continue }
        environment[String(text[..<sign])] = String(text[text.index(after: sign)...])
    }
    return environment
}
