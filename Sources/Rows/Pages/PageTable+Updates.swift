// A batch that stands once for several updates, because its cell is merged over their rows: each update is a row of its
// own. Only dates tell: lines that make one whole date after the other, each beside a status, are as many updates. They
// are those of the batch above; where cells do not stand at the top that is not certain, and the list is refused
// (`RowError`).

extension PageTable {
    /// What a batch's lines say, update by update; one part where its cell is not merged over several.
    ///
    /// - Parameters:
    ///   - lines: the lines with its status and those with its date, from top to bottom.
    ///   - goesOn: whether they go on with an update that has its date already, on the page before. Then the first part
    ///     is what that is still to get.
    func updates(in lines: CellLines, goesOn: Bool = false) -> [CellLines] {
        let carried = goesOn ? 1 : 0
        guard lines.date.count + carried > 1, let band = layout.band(of: .date),
            let dates = wholeDates(lines.date, band), dates.count + carried > 1
        else { return [lines] }
        var updates = [CellLines](repeating: CellLines(), count: carried)
        updates += dates.map { CellLines(status: [], date: $0) }
        // How many dates begin at a line or above it: all lines go downwards, so each date is passed once.
        var begun = 0
        for line in lines.status {
            while begun < dates.count, let first = dates[begun].first, first <= line { begun += 1 }
            updates[max(begun - 1 + carried, 0)].status.append(line)
        }
        // Two dates beside one status are a cell with two dates: from, to.
        return updates.count { !$0.status.isEmpty } + carried > 1 ? updates : [lines]
    }

    /// A day, a month and a year, and two separators.
    private static let dateParts = 5

    /// The lines of each date, if they make whole dates of one form and nothing else.
    private func wholeDates(_ lines: [Int], _ band: Int) -> [[Int]]? {
        var dates: [[Int]] = []
        var form: [UInt8] = []
        var date: [Int] = []
        var shape: [UInt8] = []
        for number in lines {
            appendShape(of: page.lines[number], band, to: &shape)
            if shape.isEmpty { continue }
            date.append(number)
            guard shape.count >= Self.dateParts, shape.last == 0x30 || shape.last == 0x61 else { continue }
            if form.isEmpty { form = shape }
            if shape != form { return nil }
            dates.append(date)
            date.removeAll()
            shape.removeAll()
        }
        return date.isEmpty && !dates.isEmpty ? dates : nil
    }

    /// Appends the form of a line's date: each number as one 0, each word as one a, all else as it is.
    private func appendShape(of line: Line, _ band: Int, to shape: inout [UInt8]) {
        var isFirst = true
        for index in line.pieces where self.band(of: index) == band {
            let endsWhole = shape.last == 0x30 || shape.last == 0x61
            let isNextWord = isFirst ? endsWhole : !page.pieces[index - 1].touches(page.pieces[index])
            if isNextWord { shape.append(0x20) }
            isFirst = false
            for byte in page.utf8[page.pieces[index].text] {
                let kind: UInt8 =
                    switch byte {
                    case 0x30...0x39: 0x30
                    case 0x41...0x5A, 0x61...0x7A, 0x80...: 0x61
                    default: byte
                    }
                if shape.last != kind { shape.append(kind) }
            }
        }
    }
}
