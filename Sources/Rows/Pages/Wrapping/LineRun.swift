// Between the rows' own lines: the lines that hold more of a wrapped cell.

/// Lines of cells that follow each other, with nothing but blank ones between.
struct LineRun {
    /// Line indices from top to bottom; never empty.
    var lines: [Int]
    /// The key whose line is next above; nil if a foreign line or the page's edge is.
    var above: Int?
    /// The key whose line is next below.
    var below: Int?
}

extension LineRun {
    /// The runs of lines of a column, from top to bottom; `isPart` says which lines have text in it.
    static func all(roles: [LineRole], isPart: (Int) -> Bool) -> [LineRun] {
        var lineRuns: [LineRun] = []
        var lines: [Int] = []
        var above: Int?
        for (index, role) in roles.enumerated() {
            switch role {
            case .cells:
                if isPart(index) { lines.append(index) }
            case .key(let key):
                if !lines.isEmpty { lineRuns.append(LineRun(lines: lines, above: above, below: key)) }
                lines.removeAll()
                above = key
            case .foreign:
                if !lines.isEmpty { lineRuns.append(LineRun(lines: lines, above: above, below: nil)) }
                lines.removeAll()
                above = nil
            case .blank:
                break
            }
        }
        if !lines.isEmpty { lineRuns.append(LineRun(lines: lines, above: above, below: nil)) }
        return lineRuns
    }
}
