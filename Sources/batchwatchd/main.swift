// The resident daemon: `batchwatchd CONFIG STATE-DIR CACHE-DIR [INSTANCE]`, as `batchwatch run` starts it. No logic: why
// it cannot be started goes to the journal with the exit code, everything else is Watch's.

import CPOSIX
import Delivery
import Glibc
import Watch

cposix_hoard_no_memory()
let failure = Daemon.launch(CommandLine.arguments)
Journal(instance: Daemon.instance(among: CommandLine.arguments) ?? .machine).lastWord(.trouble, failure.reason)
exit(failure.exitCode.rawValue)
