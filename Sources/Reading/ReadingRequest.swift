// The request to fetcher and reader together: one fetch, and one parse if the document is new.

/// One fetch and one parse. Its members are also those of its two halves.
@dynamicMemberLookup
package struct ReadingRequest: Hashable, Sendable {
    package var fetch: FetchRequest
    package var parse: ParseRequest
    /// The digest of the document that `validators` came with: the same bytes are not parsed again.
    package var knownDigest: String?
    /// A file with the table of the edition before, for `fingerprintBefore`; nil if unknown.
    package var tableBefore: Int32?
    /// A file with the document, which takes the place of the one at `url`; nil for a document to fetch.
    package var input: Int32?
    /// Whether it is a kept document: completely written, even if the file is new.
    package var isKept = false

    package init(url: String, key: String, columns: [String]) {
        fetch = FetchRequest(url: url)
        parse = ParseRequest(key: key, columns: columns)
    }

    package subscript<Value>(dynamicMember member: WritableKeyPath<FetchRequest, Value>) -> Value {
        get { fetch[keyPath: member] }
        set { fetch[keyPath: member] = newValue }
    }

    package subscript<Value>(dynamicMember member: WritableKeyPath<ParseRequest, Value>) -> Value {
        get { parse[keyPath: member] }
        set { parse[keyPath: member] = newValue }
    }

    /// Whether the result is only printed or inspected, and nothing of the document is kept.
    package var isForPeople: Bool { parse.prints || parse.inspects }
}
