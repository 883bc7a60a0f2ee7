// Says that a list is in a part of a web page that is hidden until a script shows it: the net finds a number there, but
// rows count only if the configuration says so (`visible = "all"`).

import Net
import Reading
import Rows
import Text

/// Reads a document of tables. Where a web page is no list, the message says whether what the page hides is one.
func parseVisible(
    _ opened: OpenedDocument, layout: TableLayout, watched: KeySet?, request: ParseRequest, table: inout EditionTable?,
    net: inout Net?, tables: inout TableDocument?
) throws(ReadingFailure) -> Reading {
    do throws(ReadingFailure) {
        return try parseTables(
            opened, layout: layout, watched: watched, request: request, table: &table, net: &net, tables: &tables)
    } catch {
        guard error.kind == .unreadable, opened.format == .html, !opened.showsHidden else { throw error }
        var failure = error
        var (all, noTable, noNet, noTables) = (opened, EditionTable?.none, Net?.none, TableDocument?.none)
        all.showsHidden = true
        let reading = try? parseTables(
            all, layout: layout, watched: watched, request: request, table: &noTable, net: &noNet, tables: &noTables)
        guard let count = reading?.rowCount, count > 0 else { throw error }
        failure.cause +=
            "; a part of the page that is hidden until a script shows it has \(counted(count, "row")): "
            + "visible = \"all\" reads it"
        throw failure
    }
}
