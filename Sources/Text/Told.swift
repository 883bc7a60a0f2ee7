// What servers and libraries say, as a part of a failure's sentence.

/// The words, inert and at most 200 bytes of them.
package func told(_ words: String) -> String {
    inert(words, limit: 200)
}
