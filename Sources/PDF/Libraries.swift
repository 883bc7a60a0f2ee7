// What a PDF takes of libraries that are loaded when they are needed.

import CCrypto
import CDeflate

/// Loads all of it, for a process that can load nothing later: libcrypto only where the document may be encrypted, as
/// that takes as long as many a document does.
package func loadLibraries(for document: [UInt8]) {
    _ = cdeflate_load()
    document.withUnsafeBytes { bytes in
        // The key of a trailer (ISO 32000-1 7.5.5), which no filter hides.
        if let start = bytes.baseAddress { ccrypto_load_for("/Encrypt", start, bytes.count) }
    }
}
