// One request with libcurl, including redirections. This file sets the options, HTTPTransfer+Content.swift adds header
// fields, cookies and content, HTTPTransfer+Receiving.swift receives the response, and TransferFacts.swift describes
// failures.

import CCurl
import Reading
import Text

/// One conditional GET, or one POST, over HTTP/1.1 or HTTP/2 (RFC 9110 13), with limits on time, size and redirections.
final class HTTPTransfer {
    /// The maximum number of redirections: curl's manual considers it enough for honest servers.
    static let mostRedirections = 5
    /// The largest header, in bytes: eight times what Apache and nginx accept in a request.
    static let headerLimit = 64 << 10
    /// The lowest speed in bytes a second, over a quarter of the time for the whole transfer: a 2400 baud modem was
    /// faster.
    static let lowSpeed = 200

    let request: FetchRequest
    let now: Double
    let progress: ProgressReport?
    let isPublic: (NetworkAddress) -> Bool
    let handle: CurlHandle
    let trust: Trust
    /// The URL of this hop: the request's URL, where its step leads, or the target of a redirection.
    var url: String
    /// What this hop sends; nil for nothing.
    var content: RequestContent?
    /// The number of redirections so far.
    var redirections = 0
    /// Whether the response is a redirection, so that its body is not read.
    var isLeaving = false

    /// The header of the response being received.
    var response = HTTPResponse()
    /// The document, with its content coding decoded.
    var body: [UInt8] = []
    /// The bytes of the body received so far.
    var received = 0
    /// Decodes the content coding, if the response has one.
    var decoder: ContentDecoder?
    /// Why this program ended the transfer itself.
    var refusal: ReadingFailure?
    /// Why the last address was skipped; another address of the same host may still be acceptable.
    var barrier: ReadingFailure?
    var requestGuard: RequestGuard
    /// Whether the connection of this hop is established.
    var isConnected = false
    /// Whether the name has an address with a route from here.
    var (isResolved, hasRoute) = (false, false)
    /// The open sockets, and the local port of the request.
    var (sockets, connectionPort): ([Int32], Int) = ([], 0)
    /// Whether the response continues after the length in its header.
    var hasExcess = false
    /// Whether the frames of HTTP/2 mark the end of the response.
    var hasFrames = false
    /// The start of this hop, in milliseconds of the monotonic clock.
    var began = 0
    /// The time of the last progress report, in milliseconds of the monotonic clock.
    var lastReport = Int.min

    /// `isPublic` decides which addresses count as public; tests pass their own.
    init(
        _ request: FetchRequest, trust: Trust, now: Double, progress: ProgressReport? = nil,
        isPublic: @escaping (NetworkAddress) -> Bool = \.isPublic
    ) throws(ReadingFailure) {
        self.request = request
        (url, content) = try start(of: request)
        self.trust = trust
        self.now = now
        self.progress = progress
        self.isPublic = isPublic
        requestGuard = RequestGuard(
            hasCredentials: request.hasSecrets, hasProxy: request.proxy != nil, isLink: request.mustBePublic,
            wasPublic: request.step == nil && request.wasPublic)
        handle = try CurlHandle()
    }

    /// Runs the transfer. Call it only once.
    func run() throws(ReadingFailure) -> Fetched {
        try setDestination()
        try setLimits()
        try setTrust()
        try setIdentity()
        try setCookies()
        try prepareHop()
        try receive()
        let first = monotonicMilliseconds()
        began = first
        try ask()
        while (request.step?.before ?? 0) + redirections < Self.mostRedirections {
            guard response.isRedirection, let location = response.location else { return try answer() }
            redirections += 1
            try go(to: redirection(to: location, from: url))
            // The time limit covers all hops together.
            let spent = Double(began - first) / 1_000
            try handle.set(CURLOPT_TIMEOUT_MS, milliseconds(request.limits.transferSeconds - spent))
            try ask()
        }
        if response.isRedirection { throw TransferFacts(self, code: CURLE_TOO_MANY_REDIRECTS).failure }
        return try answer()
    }

    /// Sends the request of one hop and receives its response.
    private func ask() throws(ReadingFailure) {
        let code = ccurl_perform(handle.pointer)
        // After this function the handle must not call objects that no longer exist.
        try handle.set(CURLOPT_VERBOSE, 0)
        if let refusal { throw refusal }
        if code == CURLE_COULDNT_CONNECT, let barrier { throw barrier }
        if code != CURLE_OK && !isLeaving { throw TransferFacts(self, code: code).failure }
        if let excess { throw excess }
        // If the connection ends inside a header, libcurl treats the header as complete.
        guard response.isComplete else {
            throw ReadingFailure(.unreadable, "the answer is cut short in its header")
        }
    }

    /// Prepares the next hop. Only the origin of the first URL gets credentials.
    private func go(to destination: String) throws(ReadingFailure) {
        try leave(for: destination)
        url = destination
        response = HTTPResponse()
        (isConnected, isResolved, hasRoute, isLeaving) = (false, false, false, false)
        barrier = nil
        try handle.set(CURLOPT_URL, url)
        try setCredentials(isAtOrigin ? request.credentials : nil)
        try prepareHop()
        began = monotonicMilliseconds()
    }

    private func setDestination() throws(ReadingFailure) {
        try handle.set(CURLOPT_URL, url)
        try handle.set(CURLOPT_PROTOCOLS_STR, "http,https")
        try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        // Limit the challenges for each hop, too: libcurl counts them as redirections.
        try handle.set(CURLOPT_MAXREDIRS, Self.mostRedirections)
        // An empty text means "none"; with nil, libcurl reads the environment.
        try handle.set(CURLOPT_PROXY, request.proxy ?? "")
        try handle.set(CURLOPT_NOPROXY, "")
        try handle.set(CURLOPT_SUPPRESS_CONNECT_HEADERS, 1)
    }

    private func setLimits() throws(ReadingFailure) {
        // A SIGALRM during resolution would jump out of locks that others hold (CURLOPT_NOSIGNAL(3)).
        try handle.set(CURLOPT_NOSIGNAL, 1)
        // By default libcurl reads 16 KiB per call: 2 MB then cost the fetcher 4 % more.
        try handle.set(CURLOPT_BUFFERSIZE, 128 << 10)
        try handle.set(CURLOPT_TIMEOUT_MS, milliseconds(request.limits.transferSeconds))
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds(request.limits.connectSeconds))
        try handle.set(CURLOPT_LOW_SPEED_LIMIT, Self.lowSpeed)
        try handle.set(CURLOPT_LOW_SPEED_TIME, max(1, milliseconds(request.limits.transferSeconds) / 4_000))
    }

    private func setTrust() throws(ReadingFailure) {
        // Without these options libcurl would use the paths of its build.
        let directory = trust.directory ?? (trust.file == nil ? "/nonexistent" : nil)
        try handle.set(CURLOPT_CAINFO, trust.file)
        try handle.set(CURLOPT_PROXY_CAINFO, trust.file)
        try handle.set(CURLOPT_CAPATH, directory)
        try handle.set(CURLOPT_PROXY_CAPATH, directory)
    }

    private func setIdentity() throws(ReadingFailure) {
        try handle.set(CURLOPT_USERAGENT, try userAgent)
        try setCredentials(isAtOrigin ? request.credentials : nil)
    }

    /// Sets the credentials of the next hop; nil for none.
    private func setCredentials(_ credentials: Credentials?) throws(ReadingFailure) {
        switch credentials?.scheme {
        case .basic: try handle.set(CURLOPT_HTTPAUTH, ccurl_auth_basic)
        case .digest: try handle.set(CURLOPT_HTTPAUTH, ccurl_auth_digest)
        case .bearer: try handle.set(CURLOPT_HTTPAUTH, ccurl_auth_bearer)
        case nil: try handle.set(CURLOPT_HTTPAUTH, 0)
        }
        let isBearer = credentials?.scheme == .bearer
        try handle.set(CURLOPT_XOAUTH2_BEARER, isBearer ? credentials?.secret : nil)
        try handle.set(CURLOPT_USERNAME, isBearer ? nil : credentials?.user)
        try handle.set(CURLOPT_PASSWORD, isBearer ? nil : credentials?.secret)
    }

    /// A product and a comment (RFC 9110 10.1.5), unless the request has another.
    private var userAgent: String {
        get throws(ReadingFailure) {
            guard let own = request.userAgent else { return "batchwatch/\(programVersion)" }
            // A line break would begin a field of its own.
            guard !own.isEmpty, own.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) else {
                throw ReadingFailure(
                    .reader, "the user-agent \"\(told(own))\" is empty or has other characters than those of ASCII")
            }
            return own
        }
    }

    /// Whether this hop is at the origin of the first URL, the only one that gets credentials and secret header fields.
    var isAtOrigin: Bool { url == request.url || Origin(of: url) == Origin(of: request.url) }

    private func answer() throws(ReadingFailure) -> Fetched {
        switch response.status {
        case 304:
            return .notModified(freshness)
        case 200:
            try decoder?.finish()
            progress?(received, received)
            // Those of a step or a sent content are not those of the URL.
            let isOfURL = request.step == nil && request.content == nil
            var document = Document(bytes: body, validators: isOfURL ? newValidators : nil, freshness: freshness)
            document.cookies = cookiesToPassOn
            document.redirections = redirections > 0 ? redirections : nil
            document.isPublic = requestGuard.isPublic
            document.modified = response.values("last-modified").first.flatMap { seconds(httpDate: $0, now: now) }
            document.charset = response.values("content-type").last.flatMap(charset)
            document.isEndKnown = decoder != nil || response.hasEnd || hasFrames
            document.url = url
            return .document(document)
        default:
            throw statusFailure
        }
    }

    private var freshness: Freshness {
        var freshness = Freshness()
        freshness.maxAge = maxAge(response.values("cache-control"))
        freshness.age = response.values("age").first.flatMap { number($0, digits: 1...10) }.map(Double.init)
        let dates = response.values("date")
        freshness.date = dates.count == 1 ? dates.first.flatMap { seconds(httpDate: $0, now: now) } : nil
        freshness.isMismatched = response.status == 304 && isMismatched
        return freshness
    }

    /// A 304 without a condition in the request, or for another document (RFC 9110 15.4.5).
    private var isMismatched: Bool {
        guard let sent = request.validators else { return true }
        guard let etag = sent.etag, let received = response.values("etag").first else { return false }
        return !matchWeakly(etag, received)
    }

    /// Whether this hop uses TLS.
    var isSecure: Bool { handle.text(CURLINFO_SCHEME)?.lowercased() == "https" }

    private var newValidators: Validators? {
        validators(etags: response.values("etag"), lastModified: response.values("last-modified"), now: now)
    }

    /// The failure of a status that is neither a document nor "not modified".
    var statusFailure: ReadingFailure {
        let wait = response.values("retry-after").first.flatMap { retryAfter($0, now: now) }
        // Over TLS the server wrote the status; otherwise a proxy may have written it.
        let way = requestGuard.hasProxy && !isSecure ? " (through the proxy)" : ""
        let words = name(ofStatus: response.status) + (way.isEmpty ? hint : way)
        var failure = ReadingFailure(.status, words, retryAfter: wait)
        failure.status = response.status
        return failure
    }
}

extension HTTPTransfer {
    /// A hint about an unusual status: some servers accept only the names of browsers.
    private var hint: String {
        if response.status == 206 { return ", although the whole document was requested" }
        guard response.status == 403 || response.status == 406, request.userAgent == nil else { return "" }
        return
            "; the server may refuse unknown user agents: set user-agent for the source"
    }
}

/// Converts a limit for libcurl: at least 1, because 0 means "no limit", and at most the largest number it can store.
private func milliseconds(_ seconds: Double) -> Int {
    let rounded = (seconds * 1_000).rounded()
    return rounded >= 1 ? Int(exactly: min(rounded, 2_147_483_647)) ?? 1 : 1
}
