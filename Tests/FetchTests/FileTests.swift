// `file:` sources: read like a server's document, with the file's own facts for validators.

import Glibc
import Reading
import Testing

@testable import Fetch

// The clock of the machine that runs this is later than the tests' own: files made now are not young.

/// A directory of its own for a test.
final class Scratch {
    let path: String

    init() {
        var template = Array("/tmp/batchwatch-fetch-XXXXXX".utf8CString)
        path =
            template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap(mkdtemp).map { String(cString: $0) } }
            ?? "/nonexistent"
    }

    deinit { _ = run("rm -rf '\(path)'") }

    /// The path of a file in it, written with this text and an age in seconds before the test's time.
    func file(_ name: String, _ text: String, age: Double = 60) -> String {
        let path = "\(path)/\(name)"
        if let file = fopen(path, "w") {
            fputs(text, file)
            fclose(file)
        }
        let time = timespec(tv_sec: Int(testTime - age), tv_nsec: 123)
        _ = utimensat(AT_FDCWD, path, [time, time], 0)
        return path
    }
}

/// Runs a shell command, in silence; 0 if it went well.
func run(_ command: String) -> Int32 {
    system("{ \(command); } >/dev/null 2>&1")
}

@Suite struct FileTests {
    let scratch = Scratch()

    @Test func `a file is read whole, and not again while it is the same`() throws {
        let path = scratch.file("a.pdf", "hello")
        let document = try #require(outcome(of: asking("file://\(path)")).document)
        #expect(document.bytes == Array("hello".utf8))
        #expect(document.validators?.lastModified == nil)
        let again = outcome(of: asking("file://\(path)") { $0.validators = document.validators })
        #expect(again == .success(.notModified(Freshness())))
    }

    @Test func `a file replaced by an older one of the same size is another`() throws {
        let path = scratch.file("a.pdf", "hello")
        let validators = try #require(outcome(of: asking("file://\(path)")).document?.validators)
        #expect(rename(scratch.file("b.pdf", "world", age: 9_000), path) == 0)
        let again = outcome(of: asking("file://\(path)") { $0.validators = validators })
        #expect(again.document?.bytes == Array("world".utf8))
    }

    @Test func `a file replaced by one of the same time and size is another`() throws {
        let path = scratch.file("a.pdf", "hello")
        let validators = try #require(outcome(of: asking("file://\(path)")).document?.validators)
        #expect(rename(scratch.file("b.pdf", "world"), path) == 0)
        #expect(
            outcome(of: asking("file://\(path)") { $0.validators = validators }).document?.bytes == Array("world".utf8))
    }

    @Test func `a file rewritten in place under the same time is another`() throws {
        let path = scratch.file("a.pdf", "hello")
        let validators = try #require(outcome(of: asking("file://\(path)")).document?.validators)
        usleep(20_000)  // the kernel's clock of file times has a grain of some milliseconds
        #expect(scratch.file("a.pdf", "world") == path)
        #expect(
            outcome(of: asking("file://\(path)") { $0.validators = validators }).document?.bytes == Array("world".utf8))
    }

    @Test(arguments: [(0.0, false), (1, false), (2, true), (-1, false), (-2, true)])
    func `a file is remembered once it has an age`(_ age: Double, _ isRemembered: Bool) {
        let path = scratch.file("a.pdf", "hello")
        var status = stat()
        #expect(stat(path, &status) == 0)
        let answer = outcome(of: asking("file://\(path)"), now: Double(status.st_ctim.tv_sec) + age)
        #expect((answer.document?.validators != nil) == isRemembered)
    }

    @Test(arguments: [(1_000, true), (1_001, false), (0, true)])
    func `a file has the same limit`(_ size: Int, _ fits: Bool) {
        let path = scratch.file("a.pdf", String(repeating: "x", count: size))
        let answer = outcome(of: asking("file://\(path)"))
        #expect(answer.document?.bytes.count == (fits ? size : nil))
        #expect(answer.failure == (fits ? nil : ReadingFailure(.limit, "\(path) has 1001 bytes, the limit is 1000")))
    }

    @Test func `what is no regular file is refused, and none of it waits`() {
        #expect(mkfifo("\(scratch.path)/fifo", 0o600) == 0)
        for path in ["\(scratch.path)/fifo", scratch.path, "/dev/zero"] {
            #expect(
                outcome(of: asking("file://\(path)")).failure
                    == ReadingFailure(.unreadable, "\(path) is not a regular file"))
        }
    }

    @Test func `a file that cannot be opened is told by its fault`() {
        let missing = outcome(of: asking("file:///nonexistent/a.pdf")).failure
        #expect(missing == ReadingFailure(.unreachable, "/nonexistent/a.pdf cannot be read: No such file or directory"))
        #expect(symlink("loop", "\(scratch.path)/loop") == 0)
        let loop = outcome(of: asking("file://\(scratch.path)/loop")).failure
        #expect(loop?.cause == "\(scratch.path)/loop cannot be read: Too many levels of symbolic links")
    }

    @Test(.enabled("root may read everything") { geteuid() != 0 })
    func `a file that must not be read is told so`() {
        let path = scratch.file("a.pdf", "hello")
        chmod(path, 0)
        #expect(outcome(of: asking("file://\(path)")).failure?.cause == "\(path) cannot be read: Permission denied")
    }

    // RFC 8089 2, RFC 3986 2.1.
    @Test(
        arguments: [
            ("file:///a/b.pdf", "/a/b.pdf"), ("file:/a/b.pdf", "/a/b.pdf"), ("file://localhost/a", "/a"),
            ("FILE://LOCALHOST/a", "/a"),
            ("file:///a%20b%2Fc", "/a b/c"), ("file:///%C3%A9", "/é"), ("file:///a#b?c", "/a#b?c"), ("file:///", "/"),
            ("file://host/a", nil), ("file:a", nil), ("file:", nil), ("file://", nil), ("file:///a%2", nil),
            ("file:///a%zz", nil),
            ("file:///a%+1", nil), ("file:///a%00b", nil), ("file:///%FF", nil), ("http:///a", nil), ("file", nil),
        ] as [(String, String?)])
    func `a file URL names a path of this machine`(_ url: String, _ path: String?) {
        #expect(FileSource.path(of: url) == path)
    }

    // FIPS 180-2 appendix B.
    @Test func `the digest is SHA-256`() {
        #expect(sha256(Array("abc".utf8)) == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(sha256([]) == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    }
}
