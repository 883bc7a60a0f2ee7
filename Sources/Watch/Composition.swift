// Several documents as one list: what it is known by, and what they say together. Pure.

import Reading
import Rows

extension Composition {
    /// The part that was fetched from there.
    func part(at url: String) -> DocumentPart? {
        parts.first { $0.url == url }
    }

    /// Whether the case's page has been asked for.
    func hasPage(of pattern: KeyMask) -> Bool {
        parts.contains { $0.batch == pattern.key }
    }

    /// What the list as a whole is known by: the digest of a single document, else a hash of all of theirs, in order.
    var facts: DocumentFacts {
        var digest = parts.count == 1 ? parts[0].digest : ""
        if digest.isEmpty {
            var hash = Hash64()
            for part in parts {
                Array("\(part.batch ?? "") \(part.digest)".utf8).withUnsafeBytes { hash.add($0) }
            }
            digest = "parts-" + hash.text
        }
        return DocumentFacts(
            validators: nil, digest: digest, length: parts.reduce(0) { $0 + $1.length }, freshness: Freshness())
    }
}

extension DocumentPart {
    /// What people call it.
    var name: String {
        if let batch { return "the page of \(batch)" }
        let path = url.prefix { !"?#".contains($0) }
        return "the document \(path.split(separator: "/").last.map(String.init) ?? url)"
    }
}

extension Reading {
    /// What documents say together. A row that stands in several of them is one row, as often as in the one that has it most.
    ///
    /// - Parameter parts: whose readings these are, in the same order.
    init(joining readings: [Reading], of parts: [DocumentPart]) {
        if readings.count == 1 {
            self = readings[0]
            return
        }
        self.init(rows: [], rowCount: 0, pageCount: 0, damage: [])
        var counts: [Row: Int] = [:]
        var text = Hash64()
        var keys = KeySample()
        for (reading, part) in zip(readings, parts) {
            var own: [Row: Int] = [:]
            for row in reading.rows {
                var known = row
                known.page = 0
                own[known, default: 0] += 1
                guard own[known, default: 0] > counts[known, default: 0] else { continue }
                counts[known] = own[known]
                rows.append(row)
            }
            rowCount += reading.rowCount
            pageCount += reading.pageCount
            damage += reading.damage.map { "\(part.name): \($0)" }
            title = title ?? reading.title
            guard let fingerprint = reading.fingerprint else { continue }
            Array(fingerprint.text.utf8).withUnsafeBytes { text.add($0) }
            keys.add(fingerprint.keys)
        }
        fingerprint = Fingerprint(text: text.text, keys: keys)
    }
}

/// Whether two URLs have scheme, host and port in common: what may be told to the one may be told to the other (RFC 6454 5).
func sharesOrigin(_ left: String, _ right: String) -> Bool {
    origin(of: left) == origin(of: right)
}

private func origin(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let host = url[scheme.upperBound...].prefix { !"/?#".contains($0) }.lowercased()
    let name = url[..<scheme.lowerBound].lowercased()
    return "\(name)://\(host)" + (host.last == "]" || !host.contains(":") ? (name == "https" ? ":443" : ":80") : "")
}

/// Whether a URL leads to this machine, which needs no pauses.
func isNear(_ url: String) -> Bool {
    (try? SourceURL(url)).map { $0.isFile || $0.isLoopback } ?? false
}
