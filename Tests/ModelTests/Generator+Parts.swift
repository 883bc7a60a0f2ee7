// Histories of lists with several parts: documents behind a page of links, and pages of cases.

extension Generator {
    private static let faults: [Fault] = Fault.allCases + [.tooLarge, .oddTag, .stubborn, .unreachable]

    /// One of the documents that there are.
    mutating func someDocument() -> String? { documents.keys.sorted().randomElement(using: &chance) }

    private mutating func rows(_ most: Int) -> [(batch: String, line: Line)] {
        (0..<(1 + chance.below(most))).map { _ in row() }
    }

    // MARK: Documents behind links

    mutating func beginLinked() {
        let watched = watching.patterns.filter { !Watching.isMask($0) }
        for number in 0..<(1 + chance.below(4)) {
            publish(rows(12) + watched.filter { _ in chance.once(in: 2) }.map { row($0) }, as: "\(number)")
            links.append("\(number)")
        }
        link()
    }

    private mutating func link() { steps.append(.link(links)) }

    mutating func linkedScene() {
        switch chance.below(16) {
        case 0..<4: changeDocument()
        case 4: addDocument()
        case 5, 6, 7: unlink()
        case 8, 9: linkDead()
        case 10, 11: copyBack()
        case 12: spoilDocument()
        case 13:
            if chance.once(in: 2) { linkAgain() } else { links.shuffle(using: &chance) }
            link()
        case 14: share()
        default: takeTurns()
        }
        poll()
    }

    private mutating func changeDocument() {
        guard let name = links.randomElement(using: &chance), var rows = documents[name]?.last?.rows else { return }
        for _ in 0..<(1 + chance.below(3)) { mutate(&rows) }
        publish(rows, as: name)
    }

    /// A watched number goes from all documents that have it.
    private mutating func removeRow() {
        let rows = links.flatMap { documents[$0]?.last?.rows ?? [] }
        guard let victim = rows.map(\.batch).filter({ watching.watches($0) }).randomElement(using: &chance) else {
            return
        }
        for name in links {
            guard let rows = documents[name]?.last?.rows, rows.contains(where: { $0.batch == victim }) else { continue }
            publish(rows.filter { $0.batch != victim }, as: name)
        }
    }

    private mutating func addDocument() {
        let name = "\(documents.count)"
        let watched = watching.patterns.filter { !Watching.isMask($0) && chance.once(in: 2) }
        publish(rows(8) + watched.map { row($0) }, as: name)
        links.insert(name, at: chance.below(links.count + 1))
        link()
    }

    /// A link goes; its document stays on the server, or does not. A month later it may be gone here too.
    private mutating func unlink() {
        guard links.count > 1, let name = links.randomElement(using: &chance) else { return }
        links.removeAll { $0 == name }
        link()
        poll(after: Generator.hour, .plain)
        if chance.once(in: 2) { changeDocument() }
        if chance.once(in: 4) {
            steps.append(.restart(.withoutCache))
            if chance.once(in: 3) { changeDocument(name) }
            if chance.once(in: 4) { steps.append(.fault(chance.one(of: Generator.faults), of: name)) }
            poll(after: Generator.hour, .plain)
            steps.append(.fault(nil, of: name))
        }
        if chance.once(in: 2) { poll(after: chance.one(of: [29 * Model.day, 30 * Model.day - 1]), .plain) }
        if chance.once(in: 2) { poll(after: chance.one(of: [3600, 30 * Model.day]), .plain) }
        if chance.once(in: 2) {
            links.append(name)
            link()
        }
    }

    private mutating func linkAgain() {
        guard let name = documents.keys.filter({ !links.contains($0) }).sorted().randomElement(using: &chance) else {
            return
        }
        links.append(name)
        link()
    }

    /// A link that leads to nothing, for a while.
    private mutating func linkDead() {
        let name = "\(documents.count)"
        publish(rows(4), as: name)
        steps.append(.fault(chance.one(of: [.missing, .missing, .refused, .unreadable, .crashing]), of: name))
        links.append(name)
        link()
        let wait: Double = chance.one(of: [3600, 43_199, 43_200, 86_400])
        for _ in 0..<(1 + chance.below(5)) {
            if chance.once(in: 2) { removeRow() }
            if chance.once(in: 3) {
                watching.labels[pattern()] = "new"
                steps.append(.configure(watching))
            }
            poll(after: wait, chance.once(in: 5) ? nil : .plain)
        }
        if chance.once(in: 2) { steps.append(.fault(nil, of: name)) }
        if chance.once(in: 3) {
            links.removeAll { $0 == name }
            link()
        }
    }

    /// An edition of a document comes back, once or for good; its server or a cache may say so.
    private mutating func copyBack() {
        guard let name = links.randomElement(using: &chance), let old = documents[name]?.last else { return }
        let isAged = chance.once(in: 2)
        let manner: Manner = isAged ? .untagged : .plain
        changeDocument(name)
        poll(after: Generator.hour, manner)
        guard let new = documents[name]?.last else { return }
        put(again(old, isAged: isAged), as: name)
        for _ in 0..<(1 + chance.below(4)) {
            if chance.once(in: 4) { steps.append(.fault(.refused, of: name)) }
            poll(after: Generator.hour, chance.once(in: 8) ? nil : manner)
            steps.append(.fault(nil, of: name))
            if chance.once(in: 4) { changeDocument() }
        }
        if chance.once(in: 2) { put(new, as: name) }
    }

    private mutating func changeDocument(_ name: String) {
        guard var rows = documents[name]?.last?.rows else { return }
        for _ in 0..<2 { mutate(&rows) }
        rows.append(row())
        publish(rows, as: name)
    }

    private mutating func spoilDocument() {
        guard let name = links.randomElement(using: &chance), let sound = documents[name]?.last else { return }
        let isCut = chance.once(in: 2)
        publish(Array(sound.rows.prefix(chance.below(sound.rows.count + 1))), as: name, isDamaged: !isCut, isCut: isCut)
        for _ in 0..<(1 + chance.below(3)) { poll(after: Generator.hour, .plain) }
        if chance.once(in: 4) { steps.append(.accept(isDiskFull: false)) }
        if chance.once(in: 2) { put(sound, as: name) }
    }

    /// A row moves from one document to another, or stands in both.
    private mutating func share() {
        guard let from = links.randomElement(using: &chance), let to = links.randomElement(using: &chance),
            var rows = documents[from]?.last?.rows, !rows.isEmpty, let others = documents[to]?.last?.rows
        else { return }
        let row = rows[chance.below(rows.count)]
        publish(others + [row], as: to)
        if chance.once(in: 2) { poll(after: Generator.hour, .plain) }
        if from == to || chance.once(in: 2) { return }
        rows.removeAll { $0.batch == row.batch }
        publish(rows, as: from)
    }

    private mutating func takeTurns() {
        guard let name = links.randomElement(using: &chance), let first = documents[name]?.last else { return }
        changeDocument(name)
        guard let second = documents[name]?.last else { return }
        let wait: Double = chance.one(of: [1800, 3600, 43_200])
        for turn in 0..<(2 + chance.below(4)) {
            put(turn % 2 == 0 ? second : again(first, isAged: false), as: name)
            poll(after: wait, chance.once(in: 2) ? .untagged : .plain)
        }
    }

    // MARK: Pages of cases

    mutating func beginCases() {
        while chance.once(in: 2), watching.labels.count < 9 { watching.labels[pattern()] = "more" }
        for number in watching.patterns { putPage(of: number) }
    }

    /// Most cases have one.
    private mutating func putPage(of number: String) {
        if !chance.once(in: 5) { publish([row(number)], as: number) }
    }

    private mutating func someCase() -> String { chance.one(of: watching.patterns) }

    mutating func casesScene() {
        switch chance.below(14) {
        case 0..<7: changeCase()
        case 7, 8: loseRow()
        case 9, 10: goneCases()
        case 11: addCase()
        case 12: spoilCase()
        default:
            let number = someCase()
            if let old = documents[number]?.randomElement(using: &chance) { put(old, as: number) }
        }
        poll()
    }

    private mutating func changeCase() {
        let number = someCase()
        publish([row(number)] + (chance.once(in: 4) ? [row(number)] : []), as: number)
    }

    /// The page of a case has something else than its row, again and again.
    private mutating func loseRow() {
        let number = someCase()
        let wait: Double = chance.one(of: [3600, 43_199, 43_200, 43_200, 43_200, 86_400])
        var heading = chance.one(of: ["", "No such case", "Sign in"])
        for _ in 0..<(2 + chance.below(5)) {
            publish([], as: number, isCut: chance.once(in: 12), heading: heading)
            if chance.once(in: 6) { steps.append(.fault(.refused, of: number)) }
            if chance.once(in: 3) { changeCase() }
            poll(after: wait - (chance.once(in: 3) ? 1 : 0), chance.once(in: 8) ? nil : .plain)
            steps.append(.fault(nil, of: number))
            if chance.once(in: 12) { heading = "Too many requests" }
        }
        if chance.once(in: 2) { publish([row(number)], as: number) }
    }

    /// The server says that some are gone, or all.
    private mutating func goneCases() {
        let all = watching.patterns
        let numbers = chance.once(in: 4) ? all : Array(all.shuffled(using: &chance).prefix(1 + chance.below(5)))
        for number in numbers { steps.append(.fault(chance.once(in: 4) ? .missing : .gone, of: number)) }
        for _ in 0..<(1 + chance.below(4)) { poll(after: chance.one(of: [3600, 43_200]), .plain) }
        if chance.once(in: 2) { return }
        for number in numbers { steps.append(.fault(nil, of: number)) }
    }

    private mutating func addCase() {
        let number = pattern()
        watching.labels[number] = "new"
        putPage(of: number)
        if chance.once(in: 3) { steps.append(.fault(chance.one(of: Generator.faults), of: number)) }
        if chance.once(in: 3), watching.labels.count > 1 { watching.labels[someCase()] = nil }
        steps.append(.configure(watching))
        for _ in 0..<(1 + chance.below(2)) { poll(after: Generator.hour, .plain) }
        steps.append(.fault(nil, of: number))
    }

    private mutating func spoilCase() {
        let number = someCase()
        let isCut = chance.once(in: 2)
        publish(chance.once(in: 3) ? [] : [row(number)], as: number, isDamaged: !isCut, isCut: isCut)
        poll(after: Generator.hour, .plain)
        if chance.once(in: 2) { steps.append(.accept(isDiskFull: false)) }
        if chance.once(in: 2) { publish([row(number)], as: number) }
    }

    /// Very many numbers of a mask are in doubt at once.
    mutating func doubtMany() {
        let mask = "201000010##"
        watching.labels[mask] = "many"
        steps.append(.configure(watching))
        let name = watching.shape == .single ? "" : links.first ?? ""
        let numbers = pool.shuffled(using: &chance).prefix(8 + chance.below(12))
        publish(numbers.map { row($0) }, as: name)
        poll(after: Generator.hour, .plain)
        var new = edition(numbers.map { row($0) }, isDamaged: false, isCut: false, heading: "")
        new.doubted = Set(numbers)
        put(named(new), as: name)
        poll(after: Generator.hour, .plain)
        if chance.once(in: 2) { publish(new.rows, as: name) }
        if chance.once(in: 2) { watching.labels[mask] = watching.labels.count > 1 ? nil : "many" }
        steps.append(.configure(watching))
        poll(after: Generator.hour, .plain)
    }

    // MARK: Faults

    /// One document, or the page with the links, is answered otherwise for a while.
    mutating func faultScene() {
        let isPage = watching.shape == .linked && chance.once(in: 8)
        guard let name = isPage ? "" : watching.shape == .linked ? links.randomElement(using: &chance) : someCase()
        else { return }
        steps.append(.fault(chance.one(of: Generator.faults), of: name))
        if chance.once(in: 2) { steps.append(.restart(.withoutCache)) }
        for _ in 0..<(1 + chance.below(3)) {
            if chance.once(in: 3) { watching.shape == .linked ? changeDocument() : changeCase() }
            poll(after: chance.one(of: [3600, 43_200]), chance.once(in: 4) ? nil : .plain)
        }
        steps.append(.fault(nil, of: name))
        poll(after: Generator.hour, .plain)
    }
}
