// What `--version` tells: the release, and the commit it was built from where `scripts/build` knew that.

import CPOSIX
import Reading

/// "batchwatch 0.1.0 (abc1234)".
var versionText: String {
    let commit = String(cString: cposix_commit())
    return "batchwatch \(programVersion)" + (commit.isEmpty ? "" : " (\(commit))")
}
