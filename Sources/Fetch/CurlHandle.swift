// libcurl's easy handle as a Swift value: typed options, return codes as errors, and memory freed at the end. It does
// not know what it fetches.

import CCurl
import Reading
import Text

/// One transfer of libcurl, from its options to its results.
final class CurlHandle {
    /// For the callbacks and `ccurl_` functions that have no wrapper here.
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerLines: UnsafeMutablePointer<curl_slist>?

    /// The first handle loads libcurl.
    init() throws(ReadingFailure) {
        try loadCurl()
        guard let pointer = ccurl_start() else { throw ReadingFailure(.reader, "libcurl is out of memory") }
        self.pointer = pointer
        errorText = .allocate(capacity: Int(CURL_ERROR_SIZE))
        errorText.initialize(repeating: 0, count: Int(CURL_ERROR_SIZE))
        try check(ccurl_set_pointer(pointer, CURLOPT_ERRORBUFFER, errorText), CURLOPT_ERRORBUFFER)
    }

    deinit {
        ccurl_end(pointer)
        ccurl_list_free(headerLines)
        errorText.deallocate()
    }

    /// A number or a switch.
    func set(_ option: CURLoption, _ value: Int) throws(ReadingFailure) {
        try check(ccurl_set_number(pointer, option, value), option)
    }

    /// A text; nil resets the option.
    func set(_ option: CURLoption, _ value: String?) throws(ReadingFailure) {
        try check(ccurl_set_text(pointer, option, value), option)
    }

    /// The header lines to add to the request, as they are sent, instead of those set before.
    func set(header lines: [String]) throws(ReadingFailure) {
        ccurl_list_free(headerLines)
        headerLines = nil
        for line in lines {
            guard let longer = ccurl_list_append(headerLines, line) else {
                throw ReadingFailure(.reader, "libcurl is out of memory")
            }
            headerLines = longer
        }
        try check(ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headerLines), CURLOPT_HTTPHEADER)
    }

    /// If this libcurl lacks an option, it would run another transfer than intended, so there is none.
    func check(_ code: CURLcode, _ option: CURLoption) throws(ReadingFailure) {
        guard code != CURLE_OK else { return }
        throw ReadingFailure(
            .reader, "libcurl refuses option \(option.rawValue): \(String(cString: ccurl_error_text(code)))")
    }

    /// A number that libcurl knows about the transfer; 0 if it does not.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_number(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// A text that libcurl knows about the transfer.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard ccurl_get_text(pointer, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    /// The cookies that libcurl has, each as a line of a cookie file (CURLOPT_COOKIELIST); without those that are not
    /// UTF-8, which could not be passed on.
    var cookies: [String] {
        guard let list = ccurl_get_list(pointer, CURLINFO_COOKIELIST) else { return [] }
        defer { ccurl_list_free(list) }
        var cookies: [String] = []
        var next: UnsafeMutablePointer<curl_slist>? = list
        while let item = next {
            if let line = item.pointee.data.flatMap({ String(validatingCString: $0) }) { cookies.append(line) }
            next = item.pointee.next
        }
        return cookies
    }

    /// libcurl's message about its last error, or the name of the code.
    func description(of code: CURLcode) -> String {
        let said = String(cString: errorText)
        return said.isEmpty ? String(cString: ccurl_error_text(code)) : said
    }
}

/// One part of a URL, as libcurl parses it.
func part(_ part: CURLUPart, of url: String) -> String? {
    guard let text = ccurl_url_part(url, part) else { return nil }
    defer { ccurl_free(text) }
    return String(cString: text)
}
