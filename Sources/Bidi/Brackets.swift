// Mirrored brackets in right-to-left text (UAX #9, L4): some documents name the written character, others the one with
// the drawn shape, which is its mirror image.

/// The direction of brackets.
enum Brackets {
    private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("(", ")"), ("[", "]"), ("{", "}"), ("\u{AB}", "\u{BB}"), ("\u{2039}", "\u{203A}"),
    ]

    /// Whether the lines of a paragraph name the shapes of right-to-left brackets instead of the characters: then
    /// mirroring them pairs more of them.
    static func areMirrored(_ lines: [LogicalLine]) -> Bool {
        guard lines.contains(where: { $0.scalars.contains { mirrored($0) != $0 } }) else { return false }
        var turned = lines
        for index in turned.indices { mirror(&turned[index]) }
        return unpaired(turned) < unpaired(lines)
    }

    /// Mirrors the right-to-left brackets.
    static func mirror(_ line: inout LogicalLine) {
        for index in line.scalars.indices where line.levels[index] % 2 != 0 {
            line.scalars[index] = mirrored(line.scalars[index])
        }
    }

    private static func mirrored(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        for (opening, closing) in pairs {
            if scalar == opening { return closing }
            if scalar == closing { return opening }
        }
        return scalar
    }

    /// The number of brackets without a partner.
    private static func unpaired(_ lines: [LogicalLine]) -> Int {
        var open: [Unicode.Scalar] = []
        var unpaired = 0
        for scalar in lines.lazy.flatMap(\.scalars) {
            if pairs.contains(where: { $0.0 == scalar }) {
                open.append(scalar)
            } else if mirrored(scalar) != scalar {
                if open.last == mirrored(scalar) { open.removeLast() } else { unpaired += 1 }
            }
        }
        return unpaired + open.count
    }
}
