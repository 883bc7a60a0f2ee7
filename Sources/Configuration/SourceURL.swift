// The parts of a URL that the configuration needs (RFC 3986 3): the scheme, and whether the host is this machine. It
// neither decodes nor normalises: the fetcher gets the text as it was written.

/// Why a URL cannot be a source's, or a proxy's. The URL itself is not repeated: it may hold a secret.
enum SourceURLError: Error, Equatable, CustomStringConvertible {
    case character(at: Int)
    case scheme(allowed: [String])
    /// It begins with this, if its scheme is put before it.
    case noScheme(origin: String)
    case noHost
    case credentials
    case host
    case port
    case filePath

    var description: String {
        switch self {
        case .character(let place):
            "character \(place) cannot stand in a URL; percent-encode spaces and all that is not ASCII"
        case .scheme(let allowed):
            "does not start with a supported scheme; write \(allowed.map { $0 + "://" }.joined(separator: " or "))"
        case .noScheme(let origin): "has no scheme; begin it with \(origin)"
        case .noHost: "names no host; write it like https://example.org/list.pdf"
        case .credentials: "contains credentials, which do not belong in this file; remove them"
        case .host: "has a host name with characters that no host has; write letters, digits, \"-\" and \".\""
        case .port: "has an invalid port; write a number from 1 to 65535 after the \":\""
        case .filePath: "is not a file on this machine; write three slashes, like file:///srv/list.pdf"
        }
    }
}

/// The parts of a URL that matter here.
struct SourceURL: Equatable {
    static let sourceSchemes = ["https", "http", "file"]
    /// What libcurl knows of proxies (CURLOPT_PROXY).
    static let proxySchemes = ["http", "https", "socks5", "socks5h"]

    let scheme: String
    /// Empty for a file; an IPv6 address has its brackets.
    let host: String

    var isFile: Bool { scheme == "file" }

    /// Whether the host is this machine, whatever the network does: `localhost` (RFC 6761 6.3), 127.0.0.0/8 or `[::1]`.
    var isLoopback: Bool {
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        let isIPv4 = parts.count == 4 && parts.allSatisfy { UInt8($0) != nil && $0.utf8.allSatisfy(\.isASCIIDigit) }
        return host.lowercased() == "localhost" || host == "[::1]" || (isIPv4 && parts[0] == "127")
    }

    init(_ text: String, schemes: [String] = SourceURL.sourceSchemes) throws(SourceURLError) {
        let scalars = Array(text.unicodeScalars)
        // Visible ASCII; a backslash is a slash to some readers and none to others.
        if let bad = scalars.firstIndex(where: { !(0x21...0x7E).contains($0.value) || $0 == "\\" }) {
            throw .character(at: bad + 1)
        }
        guard let scheme = schemes.first(where: { text.hasPrefix($0 + "://") }) else {
            if schemes == Self.sourceSchemes, let origin = originWithoutScheme(text) { throw .noScheme(origin: origin) }
            throw .scheme(allowed: schemes)
        }
        self.scheme = scheme
        let rest = text.dropFirst(scheme.count + 3)
        if scheme == "file" {
            guard rest.hasPrefix("/"), rest != "/" else { throw .filePath }
            host = ""
            return
        }
        let authority = rest.prefix { !"/?#".contains($0) }
        if authority.contains("@") { throw .credentials }
        host = try Self.host(of: String(authority))
    }

    /// The host of an authority without user information (RFC 3986 3.2.2, 3.2.3).
    private static func host(of authority: String) throws(SourceURLError) -> String {
        let hostEnd: String.Index
        if authority.hasPrefix("["), let bracket = authority.firstIndex(of: "]") {
            hostEnd = authority.index(after: bracket)
            let address = authority[..<bracket].dropFirst()
            guard !address.isEmpty, address.allSatisfy({ $0.isHexDigit || $0 == ":" || $0 == "." }) else { throw .host }
        } else {
            hostEnd = authority.firstIndex(of: ":") ?? authority.endIndex
            let name = authority[..<hostEnd]
            if name.isEmpty { throw .noHost }
            guard name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-._".utf8.contains($0) }) else { throw .host }
        }
        let port = authority[hostEnd...]
        if port.isEmpty { return String(authority[..<hostEnd]) }
        guard port.hasPrefix(":"), port.dropFirst().utf8.allSatisfy(\.isASCIIDigit),
            let number = UInt16(port.dropFirst()), number > 0
        else { throw .port }
        return String(authority[..<hostEnd])
    }
}

/// What is wrong with a URL of the web; nil for a sound one. The URL itself is not repeated: it may hold a secret.
package func problem(ofWebURL text: String) -> String? {
    do throws(SourceURLError) {
        _ = try SourceURL(text, schemes: ["https", "http"])
        return nil
    } catch {
        return "\(error)"
    }
}

/// Whether a URL leads to this machine, which needs no pauses.
package func isNear(_ url: String) -> Bool {
    (try? SourceURL(url)).map { $0.isFile || $0.isLoopback } ?? false
}

/// What a text begins with that only lacks its scheme, with the likely one: "https://www.example.org" for
/// "www.example.org/list.pdf", "http://localhost:8080" for "localhost:8080/list"; nil for "list.pdf", which may be a file.
package func originWithoutScheme(_ text: String) -> String? {
    let authority = text.prefix { !"/?#".contains($0) }
    let parts = authority.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count <= 2, let host = parts.first else { return nil }
    let hasPort = parts.count == 2 && UInt16(parts[1]) != nil && parts[1].utf8.allSatisfy(\.isASCIIDigit)
    guard hasPort || parts.count == 1 else { return nil }
    if (try? SourceURL("http://\(authority)"))?.isLoopback == true, hasPort || authority.endIndex != text.endIndex {
        return "http://\(authority)"
    }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count > 1, labels.first == "www" || hasPort || authority.endIndex != text.endIndex,
        let last = labels.last, last.count > 1, last.allSatisfy({ $0.isASCII && $0.isLetter }),
        labels.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { $0.isASCIILetterOrDigit || $0 == 0x2D } })
    else { return nil }
    return "https://\(authority)"
}
