// libcurl's easy handle as a Swift value: options by the type of their value, return codes as errors, and everything
// freed at the end. It knows nothing of what is fetched.

import CCurl
import Reading
import Text

/// One transfer of libcurl's, from its options to what is known of it afterwards.
final class CurlHandle {
    /// For the callbacks and `ccurl_` functions that have no wrapper here.
    let pointer: UnsafeMutableRawPointer
    private let errorText: UnsafeMutablePointer<CChar>
    private var headerLines: UnsafeMutablePointer<curl_slist>?

    /// Loads libcurl with the first one.
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

    /// A text; nil sets it back to nothing.
    func set(_ option: CURLoption, _ value: String?) throws(ReadingFailure) {
        try check(ccurl_set_text(pointer, option, value), option)
    }

    /// The lines to add to the request's header, each as it goes out.
    func set(header lines: [String]) throws(ReadingFailure) {
        for line in lines {
            guard let longer = ccurl_list_append(headerLines, line) else {
                throw ReadingFailure(.reader, "libcurl is out of memory")
            }
            headerLines = longer
        }
        try check(ccurl_set_pointer(pointer, CURLOPT_HTTPHEADER, headerLines), CURLOPT_HTTPHEADER)
    }

    /// An option that this libcurl does not have means that the transfer would not be the one meant: no transfer.
    func check(_ code: CURLcode, _ option: CURLoption) throws(ReadingFailure) {
        guard code != CURLE_OK else { return }
        throw ReadingFailure(
            .reader, "libcurl refuses option \(option.rawValue): \(String(cString: ccurl_error_text(code)))")
    }

    /// A number that libcurl knows of the transfer; 0 where it does not.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return ccurl_get_number(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// A text that libcurl knows of the transfer.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard ccurl_get_text(pointer, info, &value) == CURLE_OK, let value else { return nil }
        return String(cString: value)
    }

    /// What libcurl said of its last error, else the name of the code.
    func description(of code: CURLcode) -> String {
        let said = String(cString: errorText)
        return said.isEmpty ? String(cString: ccurl_error_text(code)) : said
    }
}

/// One part of a URL, as libcurl takes it apart.
func part(_ part: CURLUPart, of url: String) -> String? {
    guard let text = ccurl_url_part(url, part) else { return nil }
    defer { ccurl_free(text) }
    return String(cString: text)
}
