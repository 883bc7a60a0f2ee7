// Words of servers and libraries, as a part of a failure's sentence.

/// The words, sanitized and cut to 200 bytes.
package func told(_ words: String) -> String {
    sanitized(words, limit: 200)
}
