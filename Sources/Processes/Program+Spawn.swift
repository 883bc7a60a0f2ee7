// Converts Swift's strings for posix_spawn.

import CPOSIX
import Glibc

extension Program {
    /// Starts it with these as its descriptors, from 0 on, and returns its process number.
    func spawn(_ descriptors: [Int32]) throws(ProcessError) -> pid_t {
        let strings = [path] + arguments + environment
        // C would cut the string there, and run another program.
        guard !strings.contains(where: { $0.utf8.contains(0) }) else { throw .cannotStart(path: path, code: EINVAL) }

        let argv = [path] + arguments
        let argumentStrings = argv.map { strdup($0) } + [nil]
        let environmentStrings = environment.map { strdup($0) } + [nil]
        defer { for string in argumentStrings + environmentStrings { free(string) } }

        var number: pid_t = 0
        let code = cposix_spawn(
            &number, path, argumentStrings, environmentStrings, descriptors, Int32(descriptors.count))
        guard code == 0 else { throw .cannotStart(path: path, code: code) }
        return number
    }
}
