// The hardening of the built programs, read from the files.

import Foundation
import Testing

private let readelf = "/usr/bin/readelf"

@Suite(.enabled(if: access(readelf, X_OK) == 0, "binutils is not installed"))
struct HardeningTests {
    private func read(_ option: String, _ file: String) throws -> String {
        let finished = try run(readelf, ["--wide", option, Workshop.programs + "/" + file])
        #expect(finished.code == 0)
        return finished.output
    }

    @Test(arguments: ["batchwatch", "batchwatchd", "batchwatch-fetcher", "batchwatch-reader"])
    func `a program's addresses are read-only, and nothing is both written and run`(_ program: String) throws {
        let dynamic = try read("--dynamic", program).split(separator: "\n").filter { $0.contains("(FLAGS") }.joined()
        #expect(dynamic.contains("NOW") && dynamic.contains("PIE"), "\(dynamic)")
        let segments = try read("--segments", program)
        let lines = segments.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
        #expect(lines.contains { $0.first == "GNU_RELRO" })
        let stack = try #require(lines.first { $0.first == "GNU_STACK" })
        #expect(stack[6] == "RW")
        // The mapping of sections below the table has the segments' numbers in order.
        let loaded = lines.filter { $0.count > 6 && ["LOAD"].contains($0[0]) }
        #expect(!loaded.contains { $0.contains("RWE") })
        let mapping = segments.components(separatedBy: "Segment Sections...").last ?? ""
        let text = try #require(mapping.split(separator: "\n").first { $0.contains(" .text ") })
        #expect(!text.contains(" .rodata ") && !text.contains(" .data "), "\(text)")
    }

    @Test(arguments: ["batchwatch", "batchwatchd", "batchwatch-fetcher", "batchwatch-reader"])
    func `a program's C has canaries on the stack`(_ program: String) throws {
        #expect(try read("--dyn-syms", program).contains("__stack_chk_fail"))
    }

    #if arch(x86_64)
        @Test(arguments: ["CPOSIX", "CZlib", "CDeflate", "CCurl", "CXML", "CIconv", "CCrypto", "CSystemd", "CFriBidi"])
        func `the branches of C end where one is meant to end`(_ target: String) throws {
            let notes = try read("--notes", "\(target).build/\(target).c.o")
            #expect(notes.contains("IBT") && notes.contains("SHSTK"), "\(notes)")
        }
    #endif
}
