// The version of batchwatch and its home page, as `--version` and the User-Agent field tell them.

/// Goes up with each release (Semantic Versioning 2.0.0).
package let programVersion = "0.1.0"

/// Where servers' people can read what asks them. Whoever publishes the packages puts the place in, as with the
/// maintainer in debian/control.
package let projectURL = "https://example.org/batchwatch"
