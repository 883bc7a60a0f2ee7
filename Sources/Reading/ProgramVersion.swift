// The version of batchwatch, as `--version` and the User-Agent field tell it.

/// Increases with each release (Semantic Versioning 2.0.0).
package let programVersion = "0.1.0"
