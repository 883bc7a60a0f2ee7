// The table of operators agrees with the list of them.

import Testing

@testable import PDF

struct ContentOperatorTests {
    @Test func `the table knows the operators, and takes nothing else for one`() {
        let operators = ContentOperators()
        // All of one and of two characters, and of three those that differ from a known one in a bit.
        var codes = Array(0...0xFFFF as ClosedRange<UInt32>)
        for known in ContentOperator.allCases { codes += (0..<24).map { known.rawValue ^ 1 << $0 } }
        codes += ContentOperator.allCases.map(\.rawValue)
        #expect(codes.allSatisfy { operators[$0] == ContentOperator(rawValue: $0) })
    }
}
