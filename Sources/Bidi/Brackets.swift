// Brackets that face the other way in text from right to left (UAX #9, L4): some documents name the character that was
// written, others the one whose shape is drawn, which is its mirror image.

/// Which way brackets face.
enum Brackets {
    private static let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
        ("(", ")"), ("[", "]"), ("{", "}"), ("\u{AB}", "\u{BB}"), ("\u{2039}", "\u{203A}"),
    ]

    /// Whether the lines of a paragraph have the shapes of the brackets that run from right to left, and not the
    /// characters: then more of them find their partner once they are mirrored.
    static func areMirrored(_ lines: [LogicalLine]) -> Bool {
        guard lines.contains(where: { $0.scalars.contains { mirrored($0) != $0 } }) else { return false }
        var turned = lines
        for index in turned.indices { mirror(&turned[index]) }
        return unpaired(turned) < unpaired(lines)
    }

    /// Turns the brackets that run from right to left.
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

    /// How many brackets have no partner.
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
