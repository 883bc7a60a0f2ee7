// Small shell programs to run, and their output.

import CPOSIX
import Glibc
import Processes

/// What came of one run.
struct Outcome {
    var ending: Ending
    var output = ""
    var errors = ""
    var bytes = 0
    /// From start to return, in seconds.
    var seconds = 0.0
}

/// Runs a line of shell, and keeps the first 64 KiB that it writes.
func shell(
    _ line: String, input: [UInt8] = [], environment: [String] = ["PATH=/usr/bin:/bin"], descriptors: [Int32] = [],
    limit: Double = 20, grace: Double = 0.5, stop: StopSignal? = nil
) throws -> Outcome {
    let program = Program(
        path: "/bin/sh", arguments: ["-c", line], environment: environment, standardInput: input,
        descriptors: descriptors)
    return try outcome(of: program, limit: limit, grace: grace, stop: stop)
}

func outcome(of program: Program, limit: Double = 20, grace: Double = 0.5, stop: StopSignal? = nil) throws -> Outcome {
    var written: [Stream: [UInt8]] = [:]
    var count = 0
    let start = now()
    let ending = try program.run(limit: limit, grace: grace, stop: stop) { stream, bytes in
        count += bytes.count
        if written[stream, default: []].count < 1 << 16 { written[stream, default: []] += bytes }
    }
    return Outcome(
        ending: ending, output: String(decoding: written[.output] ?? [], as: UTF8.self),
        errors: String(decoding: written[.error] ?? [], as: UTF8.self), bytes: count, seconds: now() - start)
}

func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Whether a process of this number lives. A zombie counts as dead: its new parent may take its time.
func isAlive(_ number: Int32) -> Bool {
    guard let file = fopen("/proc/\(number)/stat", "r") else { return false }
    defer { fclose(file) }
    var line = [CChar](repeating: 0, count: 512)
    guard fgets(&line, Int32(line.count), file) != nil else { return false }
    let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return text.split(separator: ")").last?.split(separator: " ").first != "Z"
}

/// How many descriptors this process has open.
func openDescriptors() -> Int {
    guard let directory = opendir("/proc/self/fd") else { return -1 }
    defer { closedir(directory) }
    var count = 0
    while readdir(directory) != nil { count += 1 }
    return count
}
