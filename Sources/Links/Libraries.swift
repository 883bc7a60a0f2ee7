// What links take of libraries that are loaded when they are needed.

import CCurl

/// Loads libcurl, which resolves addresses, for a process that can load nothing later.
package func loadLinkLibraries() { _ = ccurl_load() }
