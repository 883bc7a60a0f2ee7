// An edit replaces the file in one step, or not at all.

import Glibc
import Testing

@testable import Configuration

@Suite struct `An edited configuration file` {
    private let scratch: ScratchDirectory

    init() throws {
        scratch = try ScratchDirectory()
    }

    private func bytes(_ path: String) throws -> String {
        String(decoding: try BoundedFile(path: path, limit: 1 << 20).bytes, as: UTF8.self)
    }

    private let edit = ConfigEdit(.add(label: "B"), "20121456179", source: "london")

    @Test func `is what the edit made of it, and nothing lies beside it`() throws {
        let path = try scratch.write(Array(plain.utf8), to: "c.toml", mode: 0o604)
        #expect(try ConfigFile(path: path).change(edit).outcome == .added)
        #expect(try bytes(path) == after(edit, plain))
        #expect(try BoundedFile(path: path, limit: 1 << 20).permissions == 0o604)
        #expect(scratch.names() == ["c.toml"])
        #expect(try ConfigFile(path: path).batches().count == 4)
    }

    @Test(arguments: ["written", "replaced", "removed"])
    func `is left as somebody else made it meanwhile`(how: String) throws {
        let path = try scratch.write(Array(plain.utf8), to: "c.toml")
        let other = try scratch.write(Array(plain.utf8), to: "other.toml")
        #expect(throws: ConfigEditError.self) {
            try ConfigFile(path: path).change(edit) {
                switch how {
                case "written": _ = try? scratch.write(Array("# mine\n".utf8), to: "c.toml")
                case "replaced": rename(other, path)
                default: unlink(path)
                }
            }
        }
        let left = scratch.names().sorted()
        switch how {
        case "written": #expect(try bytes(path) == "# mine\n" && left == ["c.toml", "other.toml"])
        case "replaced": #expect(try bytes(path) == plain && left == ["c.toml"])
        default: #expect(left == ["other.toml"])
        }
    }

    @Test func `is not touched where nothing is to be changed`() throws {
        let path = try scratch.write(Array(plain.utf8), to: "c.toml")
        var before = stat()
        var now = stat()
        stat(path, &before)
        #expect(try ConfigFile(path: path).change(ConfigEdit(.add(label: nil), "20121456171")).outcome == .unchanged)
        stat(path, &now)
        #expect(before.st_ino == now.st_ino && before.st_ctim.tv_nsec == now.st_ctim.tv_nsec)
    }

    @Test func `says what is in the way`() throws {
        let path = try scratch.write([0x5B], to: "c.toml")
        #expect(throws: ConfigEditError.self) { try ConfigFile(path: path).change(edit) }
        #expect(throws: ConfigEditError.self) { try ConfigFile(path: scratch.path).change(edit) }
        symlink("loop.toml", scratch.path + "/loop.toml")
        #expect(
            throws: ConfigEditError.io("\(scratch.path)/loop.toml: cannot be edited: Too many levels of symbolic links")
        ) {
            try ConfigFile(path: scratch.path + "/loop.toml").change(edit)
        }
        #expect(scratch.names().sorted() == ["c.toml", "loop.toml"])
    }
}
