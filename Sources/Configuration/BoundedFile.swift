// Reads a small file, even if somebody has replaced it by a pipe, a directory or a gigabyte: it never waits, and never
// reads more than its limit. Only for the configuration and its secrets.

import Glibc

/// Why a file could not be read.
package enum FileTrouble: Error, Sendable, Equatable, CustomStringConvertible {
    case missing
    case denied
    case linkLoop
    case notRegular(kind: String)
    case tooLarge(limit: Int)
    /// Any other error of the system, by its number.
    case system(Int32)

    init(errno: Int32) {
        self =
            switch errno {
            case ENOENT, ENOTDIR: .missing
            case EACCES, EPERM: .denied
            case ELOOP: .linkLoop
            // What open says of a socket, and of a device without a driver.
            case ENXIO: .notRegular(kind: "socket or device")
            default: .system(errno)
            }
    }

    package var description: String {
        switch self {
        case .missing: "there is no such file; create it, or name another one"
        case .denied: "permission denied; check the permissions of the file and of the directories above it"
        case .linkLoop: "its symbolic links form a loop; put a file there"
        case .notRegular(let kind): "is a \(kind); put a regular file there"
        case .tooLarge(let limit): "is larger than \(Quantity.text(bytes: limit)); put a file there that is not"
        case .system(let number): String(cString: strerror(number)) + " (errno \(number))"
        }
    }
}

/// The content of a regular file, and who may read it.
struct BoundedFile {
    let bytes: [UInt8]
    /// `st_mode`'s permission bits.
    let permissions: mode_t

    /// Reads the file, which may have at most `limit` bytes.
    init(path: String, limit: Int) throws(FileTrouble) {
        // O_NONBLOCK: opening a pipe that nobody writes to would wait for ever.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        if descriptor < 0 { throw FileTrouble(errno: errno) }
        defer { close(descriptor) }
        var facts = stat()
        if fstat(descriptor, &facts) != 0 { throw FileTrouble(errno: errno) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw .notRegular(kind: Self.kind(facts.st_mode)) }
        permissions = facts.st_mode & 0o7777
        bytes = try Self.content(descriptor, limit: limit)
    }

    /// All that is there. The size is not asked for: it may grow, and files of /proc have none.
    private static func content(_ descriptor: Int32, limit: Int) throws(FileTrouble) -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(descriptor, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            if count < 0 { throw FileTrouble(errno: errno) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
            if bytes.count > limit { throw .tooLarge(limit: limit) }
        }
    }

    private static func kind(_ mode: mode_t) -> String {
        switch mode & S_IFMT {
        case S_IFDIR: "directory"
        case S_IFIFO: "pipe"
        case S_IFCHR, S_IFBLK: "device"
        default: "special file"
        }
    }
}
