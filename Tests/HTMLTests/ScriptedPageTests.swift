// Pages whose rows a browser creates by running scripts.

import HTML
import Testing
import Text

private func isFilledByScript(_ page: String) throws -> Bool {
    try htmlTables(of: Array(page.utf8)).isFilledByScript
}

struct ScriptedPageTests {
    @Test(arguments: [
        "<title>List</title><body><div id=app></div><script src=app.js></script>",
        "<body><noscript>\(String(repeating: "You need JavaScript. ", count: 50))</noscript><script>x()</script>",
        "<h1>Decisions</h1><a href='javascript:load(1)'>Decisions</a>", "<body onload='load()'><p>Loading",
        "<script>1</script><table><thead><tr><th>Number<th>Status</thead><tbody></tbody></table>",
    ])
    func `A page of next to nothing and a script is filled by it`(_ page: String) throws {
        #expect(try isFilledByScript(page))
    }

    @Test(arguments: [
        "<p>Nothing here", "<script>1</script><table><tr><td>1<td>a<tr><td>2<td>b</table>",
        "<script>1</script><p>\(String(repeating: "This is a page of words. ", count: 40))", "",
    ])
    func `A page with rows, with text or without a script is not`(_ page: String) throws {
        #expect(try !isFilledByScript(page))
    }
}
