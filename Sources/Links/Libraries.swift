// Loads the library that links need.

import CCurl

/// Loads libcurl, which resolves addresses, for a process that can load nothing later.
package func loadLinkLibraries() { _ = ccurl_load() }
