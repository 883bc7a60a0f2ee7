// Columns that name other cases: the parent case, cases heard together, a remark "see 23-341". The status beside such a
// number belongs to another case.

import Reading
import Rows
import Text

extension ProposalTables {
    /// The proposals but for those whose keys are mentions: another column of the table has keys of the same form, and the
    /// heading, its place in a record or the text around the number says that this one names others.
    func withoutReferences(_ found: [Found], for sought: SoughtText) -> [Found] {
        found.filter { one in
            guard !one.proposal.hasTextKeys,
                let table = one.proposal.tableNumber.map({ $0 - 1 }) ?? tables.indices.first,
                tables.indices.contains(table)
            else { return true }
            let heading = one.proposal.found.batch
            let isInText = one.proposal.keyIn != nil
            let isNamed = heading.map { HeadingWords.areOf($0, HeadingWords.relatives) } ?? false
            let depth = Self.depth(of: heading)
            if !isInText, !isNamed, depth == 0 { return true }
            return !keyColumns(of: tables[table], number: table, nil).contains { other in
                let name = self.heading(of: tables[table], other.column)
                guard !other.isInText, other.inContext == nil, other.isKey(sought.text), name != heading,
                    HeadingWords.weightOfKeys(name) == 1,
                    name.map({ HeadingWords.areOf($0, HeadingWords.relatives) }) != true
                else { return false }
                return isInText || isNamed || Self.depth(of: name) < depth
            }
        }
    }

    /// How many names lead to a field of a record.
    private static func depth(of path: String?) -> Int { path?.utf8.count { $0 == 0x2F } ?? 0 }
}

extension HeadingWords {
    /// Of columns that name other cases.
    fileprivate static let relatives: WordList = [
        "parent", "related", "linked", "lead case", "companion", "consolidated", "child", "history", "see also",
        "comment", "remark", "notes", "bemerkung", "remarque", "observaciones", "verwandt", "verbunden",
    ]
}
