// A started program: its process and the pipes that it writes into. All system calls about it are here; `Lifecycle`
// decides when to do what.

import CPOSIX
import Glibc

/// A started program, before wait(2): its process number and its group's cannot belong to another process.
struct Child: ~Copyable {
    private let number: pid_t
    private let process: Descriptor
    private let output: Descriptor
    private let errors: Descriptor
    /// The pipes that a process can still write into.
    private var open: Set<Stream> = [.output, .error]
    private var hasEnded = false

    /// The findings of `observe` about the child.
    struct Observation {
        /// The program has ended; others of its group may live on.
        var hasEnded = false
        /// No process can write into its pipes any more.
        var isSilent = false
        /// The stop signal has been raised.
        var isToldToStop = false
    }

    static func start(_ program: Program) throws(ProcessError) -> Child {
        let output = try Pipe.make()
        let errors = try Pipe.make()
        let file = program.standardInput.withUnsafeBytes { cposix_memory_file($0.baseAddress, $0.count) }
        let input = try Descriptor(file, from: "memfd_create")
        let number = try program.spawn(
            [input.number, output.write.number, errors.write.number] + program.descriptors)
        let process: Descriptor
        do throws(ProcessError) {
            process = try Descriptor(cposix_pidfd_open(number), from: "pidfd_open")
        } catch {
            // ESRCH: it has gone, and its number may belong to another process.
            if error.code != ESRCH {
                kill(-number, SIGKILL)
                waitpid(number, nil, 0)
            }
            throw error
        }
        return Child(number: number, process: process, output: output.read, errors: errors.read)
    }

    private init(
        number: pid_t, process: consuming Descriptor, output: consuming Descriptor, errors: consuming Descriptor
    ) {
        self.number = number
        self.process = process
        self.output = output
        self.errors = errors
    }

    /// Sleeps until something happens, for at most `seconds`, and passes on the output written meanwhile: at most
    /// `buffer` per stream, so that endless output does not delay the check of the clock.
    mutating func observe(
        for seconds: Double, stop: Int32, buffer: inout [UInt8], handOn: (Stream, UnsafeRawBufferPointer) -> Void
    ) -> Observation {
        var entries = [
            pollfd(fd: hasEnded ? -1 : process.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
            pollfd(fd: open.contains(.output) ? output.number : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: open.contains(.error) ? errors.number : -1, events: Int16(POLLIN), revents: 0),
        ]
        // After a signal (EINTR) the caller checks again.
        guard poll(&entries, nfds_t(entries.count), milliseconds(seconds)) > 0 else {
            return Observation(hasEnded: hasEnded, isSilent: open.isEmpty)
        }
        hasEnded = hasEnded || entries[0].revents != 0
        if entries[2].revents != 0 { read(.output, from: output.number, &buffer, handOn) }
        if entries[3].revents != 0 { read(.error, from: errors.number, &buffer, handOn) }
        return Observation(hasEnded: hasEnded, isSilent: open.isEmpty, isToldToStop: entries[1].revents != 0)
    }

    private mutating func read(
        _ stream: Stream, from number: Int32, _ buffer: inout [UInt8],
        _ handOn: (Stream, UnsafeRawBufferPointer) -> Void
    ) {
        let isOver = buffer.withUnsafeMutableBytes { space in
            let count = Glibc.read(number, space.baseAddress, space.count)
            guard count > 0 else { return count == 0 || errno != EINTR }
            handOn(stream, UnsafeRawBufferPointer(rebasing: space[..<count]))
            return false
        }
        if isOver { open.remove(stream) }
    }

    /// Sends a signal to the program and to its descendants in its group.
    func signalGroup(_ signal: Int32) {
        kill(-number, signal)
    }

    /// Waits for the program, which must have ended, and frees its number.
    ///
    /// - Throws: ECHILD if this process ignores SIGCHLD: then the kernel has discarded the exit code.
    consuming func reap() throws(ProcessError) -> (status: Int32, usage: rusage) {
        var status: Int32 = 0
        var usage = rusage()
        while wait4(number, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw .system(call: "wait4", code: errno) }
        }
        return (status, usage)
    }
}

/// For poll(2): rounded up, so that a deadline has passed when it returns; at most an hour, then the caller checks
/// again.
private func milliseconds(_ seconds: Double) -> Int32 {
    guard seconds > 0 else { return 0 }
    return seconds < 3600 ? Int32((seconds * 1000).rounded(.up)) : 3_600_000
}
