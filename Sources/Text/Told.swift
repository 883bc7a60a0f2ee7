// Words of servers and libraries, as a part of a failure's sentence.

/// The words, inert and cut to 200 bytes.
package func told(_ words: String) -> String {
    inert(words, limit: 200)
}
