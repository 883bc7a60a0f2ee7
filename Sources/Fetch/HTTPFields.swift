// The meaning of header fields, as functions of their values. Malformed values count as missing.

import Reading

/// The longest wait that a server can request, in seconds: a week.
package let longestRetryAfter = 604_800.0

/// Returns `Retry-After` in seconds from now (RFC 9110 10.2.3: a number of seconds, or a date); nil for a date in the
/// past, a negative number and anything else.
package func retryAfter(_ value: String, now: Double) -> Double? {
    if !value.isEmpty, value.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        return min(Double(value) ?? longestRetryAfter, longestRetryAfter)
    }
    guard let date = seconds(httpDate: value, now: now), date >= now else { return nil }
    return min(date - now, longestRetryAfter)
}

/// Returns `max-age` of the `Cache-Control` fields in seconds (RFC 9111 5.2.2.1), at most 2^31 (RFC 9111 1.2.2), and
/// the first value of several (RFC 9111 4.2.1); nil if `no-cache` or `no-store` rules out a wait.
package func maxAge(_ values: [String]) -> Double? {
    var found: Double?
    for directive in values.flatMap(directives) {
        let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first.map { trimmed($0).lowercased() }
        if name == "no-cache" || name == "no-store" { return nil }
        guard name == "max-age", parts.count == 2, found == nil else { continue }
        let digits = trimmed(parts[1]).filter { $0 != "\"" }
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { continue }
        found = min(Double(digits) ?? .infinity, 2_147_483_648)
    }
    return found
}

/// Returns the parameter `charset` of a `Content-Type` field (RFC 9110 8.3), the first of several; nil if it is no
/// label of an encoding: at most 64 visible ASCII characters.
package func charset(_ contentType: String) -> String? {
    for parameter in parts(of: contentType, at: ";").dropFirst() {
        let parts = parameter.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, trimmed(parts[0]).lowercased() == "charset" else { continue }
        let label = trimmed(trimmed(parts[1]).filter { $0 != "\"" && $0 != "'" })
        let isLabel = (1...64).contains(label.utf8.count) && label.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        return isLabel ? label : nil
    }
    return nil
}

/// The directives of one field (RFC 9110 5.6.1).
private func directives(_ value: String) -> [String] { parts(of: value, at: ",") }

/// The parts of one field between the separators that are not in quotes (RFC 9110 5.6.4).
private func parts(of value: String, at separator: Character) -> [String] {
    var quoted = false
    return value.split { character in
        if character == "\"" { quoted.toggle() }
        return character == separator && !quoted
    }.map(String.init)
}

/// Returns the validators of a response that the next request may send back (RFC 9110 8.8).
///
/// There must be one `ETag` of at most 8 KiB without control characters; it need not be well-formed, because it goes
/// back to its author. `Last-Modified` must be a date that is not in the future (`now`, in seconds since 1970), or it
/// could match anything.
package func validators(etags: [String], lastModified: [String], now: Double) -> Validators? {
    let etag = etags.count == 1 ? etags.first.flatMap { isSendable($0) ? $0 : nil } : nil
    let date = lastModified.count == 1 ? lastModified.first : nil
    return Validators(etag: etag, lastModified: date.flatMap { isSendable($0) && isPast($0, now: now) ? $0 : nil })
}

private func isSendable(_ field: String) -> Bool {
    !field.isEmpty && field.utf8.count <= 8 << 10 && field.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
}

/// Two clocks may differ by five minutes. From 2038-01-19 on, 32-bit servers misread their own dates.
private func isPast(_ date: String, now: Double) -> Bool {
    guard let seconds = seconds(httpDate: date, now: now) else { return false }
    return seconds <= now + 300 && seconds < 2_147_483_647
}

/// Whether two entity tags are the same document: equal but for `W/` (weak comparison, RFC 9110 8.8.3.2).
package func matchWeakly(_ one: String, _ other: String) -> Bool {
    opaque(one).elementsEqual(opaque(other))
}

/// The bytes after `W/`. Not a String: Unicode would treat different tags as equal.
private func opaque(_ etag: String) -> Substring.UTF8View {
    etag.utf8.dropFirst(etag.utf8.starts(with: "W/".utf8) ? 2 : 0)
}

/// Removes surrounding blanks (OWS, RFC 9110 5.6.3).
func trimmed(_ text: some StringProtocol) -> String {
    var rest = Substring(text).utf8
    while rest.first == 0x20 || rest.first == 0x09 { rest.removeFirst() }
    while rest.last == 0x20 || rest.last == 0x09 { rest.removeLast() }
    return String(Substring(rest))
}
