// What a request has beyond its URL: header fields, cookies, and the content of a form.

import CCurl
import Reading
import Text

/// Returns the URL of the first hop of a request, and what the request sends there.
///
/// - Throws: why the fetcher does not follow the step.
func start(of request: FetchRequest) throws(ReadingFailure) -> (url: String, content: RequestContent?) {
    var url = request.url
    if let step = request.step {
        try loadCurl()
        do throws(ReadingFailure) {
            url = try destination(of: step)
        } catch {
            guard step.target.kind == .form else { throw error }
            throw ReadingFailure(.form, error.cause)
        }
    }
    guard let content = request.content, content.type == nil else { return (url, request.content) }
    // A form with the method GET replaces the query (HTML 4.10.21.3).
    return (url.prefix { !"?#".contains($0) } + "?" + content.text, nil)
}

/// Returns the URL that a step leads to.
///
/// - Throws: why the fetcher does not go there.
private func destination(of step: PageStep) throws(ReadingFailure) -> String {
    let (target, page) = (step.target, String(step.page.prefix { $0 != "#" }))
    let way = target.kind == .form ? "the form leads" : "it leads"
    if let other = otherScheme(of: target.reference) {
        throw ReadingFailure(.status, "\(way) to a \(told(other)): URL, which is not followed")
    }
    var base = page
    if let written = target.base { base = try redirection(to: written, from: page, way: way) }
    let found = target.reference.isEmpty ? page : try redirection(to: target.reference, from: base, way: way)
    let url = String(found.prefix { $0 != "#" })
    switch target.kind {
    case .frame where url == page:
        throw ReadingFailure(.unreadable, "it shows the page itself")
    case .refresh where url == page && step.cookies.isEmpty:
        // With a cookie that the page has set, the same address may have another page.
        throw ReadingFailure(.unreadable, "it leads to the page itself, which has no rows")
    case .form where Origin(of: url) != Origin(of: page):
        // The values of the configuration are meant for the office of the page.
        throw ReadingFailure(
            .unreadable, "the form sends to another host than that of its page, which is not done: \(told(url))")
    default: return url
    }
}

/// The scheme of a reference that is never fetched; nil for any other: libcurl would take "javascript:a" for a path.
private func otherScheme(of reference: String) -> String? {
    guard let colon = reference.firstIndex(where: { ":/?#".contains($0) }), reference[colon] == ":" else { return nil }
    let scheme = reference[..<colon].lowercased()
    return ["http", "https"].contains(scheme) ? nil : scheme
}

extension HTTPTransfer {
    /// Sets what belongs to a single hop.
    func prepareHop() throws(ReadingFailure) {
        try handle.set(header: try headerLines)
        // Beside those of the engine; a header line would be a second field (RFC 6265 5.4).
        let own = request.headers?.first { $0.name.lowercased() == "cookie" }
        if let own { try check(own) }
        try handle.set(CURLOPT_COOKIE, own.flatMap { isAtOrigin || !$0.isSecret ? $0.value : nil })
        if let content {
            guard !content.text.utf8.contains(0) else {
                throw ReadingFailure(.reader, "the content to send has a zero byte")
            }
            try handle.set(CURLOPT_COPYPOSTFIELDS, content.text)
        } else {
            try handle.set(CURLOPT_HTTPGET, 1)
        }
    }

    /// Turns on libcurl's cookies, in memory only, with those of the steps before.
    func setCookies() throws(ReadingFailure) {
        try handle.set(CURLOPT_COOKIEFILE, "")
        for line in request.step?.cookies ?? [] {
            guard isCookie(line) else { throw ReadingFailure(.reader, "a cookie of the request is none") }
            try handle.set(CURLOPT_COOKIELIST, line)
        }
    }

    /// The cookies for the steps that may follow; nil for none.
    var cookiesToPassOn: [String]? {
        let cookies = handle.cookies.filter(isCookie)
        return cookies.isEmpty ? nil : cookies
    }

    /// Whether the last response sets a cookie.
    var setsCookie: Bool { response.has("set-cookie") }

    /// Decides what goes on to the target of a redirection (RFC 9110 15.4): as browsers do, only 307 and 308 keep the
    /// content, and here only at the same origin.
    func leave(for destination: String) throws(ReadingFailure) {
        guard content != nil else { return }
        guard response.status == 307 || response.status == 308 else {
            content = nil
            return
        }
        guard Origin(of: destination) == Origin(of: url) else {
            throw ReadingFailure(.status, "redirected to another host with what the form sends, which is not followed")
        }
    }

    /// Requests no content coding, because it costs time and saves little. Validators go back unchanged.
    private var headerLines: [String] {
        get throws(ReadingFailure) {
            var lines = ["Accept-Encoding: identity"]
            if request.step == nil, request.content == nil {
                if let etag = request.validators?.etag { lines.append("If-None-Match: \(etag)") }
                if let date = request.validators?.lastModified { lines.append("If-Modified-Since: \(date)") }
            }
            lines += try contentLines
            for field in request.headers ?? [] where isAtOrigin || !field.isSecret {
                try check(field)
                if field.name.lowercased() != "cookie" { lines.append("\(field.name): \(field.value)") }
            }
            return lines
        }
    }

    /// The fields that browsers send with a form, and that servers check against forged ones.
    private var contentLines: [String] {
        get throws(ReadingFailure) {
            var lines: [String] = []
            let own = Set((request.headers ?? []).map { $0.name.lowercased() })
            if let type = content?.type {
                try check(HeaderField(name: "Content-Type", value: type, isSecret: false))
                // libcurl would ask before it sends much, and servers leave that unanswered.
                lines += ["Content-Type: \(type)", "Expect:"]
            }
            guard let step = request.step, let origin = Origin(of: step.page), origin == Origin(of: url) else {
                return lines
            }
            if !own.contains("referer") { lines.append("Referer: \(step.page.prefix { $0 != "#" })") }
            if content != nil, step.target.kind == .form, !own.contains("origin") {
                lines.append("Origin: \(origin.text)")
            }
            return lines
        }
    }

    /// Refuses a line break, which would begin a field of its own.
    private func check(_ field: HeaderField) throws(ReadingFailure) {
        guard (field.name + field.value).unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
            throw ReadingFailure(.reader, "the header field \(told(field.name)) has characters outside of ASCII")
        }
    }
}
