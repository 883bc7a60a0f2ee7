// Loads the libraries that reading a PDF may need.

import CCrypto
import CDeflate

/// Loads all of them, for a process that can load nothing later. Loads libcrypto only if the document may be encrypted,
/// because that takes as long as reading many a document.
package func loadLibraries(for document: [UInt8]) {
    _ = cdeflate_load()
    document.withUnsafeBytes { bytes in
        // The key of a trailer (ISO 32000-1 7.5.5); no filter hides it.
        if let start = bytes.baseAddress { ccrypto_load_for("/Encrypt", start, bytes.count) }
    }
}
