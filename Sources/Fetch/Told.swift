// What servers and libraries say, as a part of a failure's sentence.

import Text

/// The words, inert and at most 200 bytes of them.
func told(_ words: String) -> String {
    inert(words, limit: 200)
}
