// The target of a redirection, and who may get the credentials there (RFC 9110 10.2.2, 15.4). libcurl does not follow
// redirections here: up to 8.x it copies its user name into a relative target and then refuses that URL. This code
// decides on texts and connects to nothing.

import CCurl
import Reading
import Text

/// Resolves a Location against the URL of its response (RFC 3986 5).
///
/// - Parameter way: what leads there, for the message.
/// - Returns: the URL to request next.
/// - Throws: why the fetcher does not follow it.
func redirection(
    to location: String, from url: String, way: String = "redirected"
) throws(ReadingFailure) -> String {
    var found: UnsafeMutablePointer<CChar>?
    let code = ccurl_url_redirect(url, location, &found)
    defer { ccurl_free(found) }
    if code == CURLUE_USER_NOT_ALLOWED {
        throw ReadingFailure(.status, "\(way) to a URL with a user name in it, which is not followed")
    }
    guard code == CURLUE_OK, let found else {
        throw ReadingFailure(.status, "\(way) to something that is not a URL")
    }
    let destination = String(cString: found)
    switch (Origin(of: url)?.scheme, Origin(of: destination)?.scheme) {
    case (_, "https"), ("http", "http"): return destination
    case (_, "http"): throw ReadingFailure(.status, "\(way) from https to http, which is not followed")
    case (_, let scheme):
        throw ReadingFailure(.status, "\(way) to a \(told(scheme ?? "")): URL, which is not followed")
    }
}

/// The server that a URL names (RFC 9110 4.3.1): credentials are for one origin.
struct Origin: Equatable {
    let scheme: String
    let host: String
    /// Empty if the scheme has no default port.
    let port: String

    /// Nil for an invalid URL. If libcurl treats two spellings of a name as different, they stay different.
    init?(of url: String) {
        guard let scheme = part(CURLUPART_SCHEME, of: url) else { return nil }
        self.scheme = scheme.lowercased()
        host = part(CURLUPART_HOST, of: url)?.lowercased() ?? ""
        port = part(CURLUPART_PORT, of: url) ?? ""
    }

    /// As the field Origin has it (RFC 6454 7): without the default port.
    var text: String {
        let isDefault = port.isEmpty || port == (scheme == "https" ? "443" : "80")
        return "\(scheme)://\(host)" + (isDefault ? "" : ":\(port)")
    }
}
