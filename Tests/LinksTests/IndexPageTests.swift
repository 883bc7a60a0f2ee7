// Index pages as content systems make them: which links are proposed for a list's editions, which of them is the
// newest, and whether the same pattern finds exactly these a month later.

import Proposals
import Reading
import Testing

@testable import Links

/// One edition of a list.
private struct Edition {
    var id: Int
    var month: Int
    var day: Int
    var week: Int

    static let now = [
        Edition(id: 4711, month: 6, day: 3, week: 23), Edition(id: 4690, month: 5, day: 27, week: 22),
        Edition(id: 4672, month: 5, day: 20, week: 21),
    ]
    static let later = [Edition(id: 4802, month: 7, day: 1, week: 27)] + now

    private static let english = ["May", "June", "July"]
    var iso: String { "2025-0\(month)-\(day < 10 ? "0" : "")\(day)" }
    var compact: String { iso.filter { $0 != "-" } }
    var text: String { "\(day) \(Self.english[month - 5]) 2025" }
    var short: String { text.replacing("June", with: "Jun").replacing("July", with: "Jul") }
    var dotted: String { "\(day < 10 ? "0" : "")\(day).0\(month).2025" }
    var folder: String { "2025/0\(month)" }
    var uuid: String { "3f2504e0-4f89-11d3-9a0c-0305e82c\(id)" }
    func named(_ months: [String]) -> String { months[month - 5] }
}

/// A page of one system.
private struct IndexPage: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var glob: String
    var pick = LinkPick.newest
    /// What stands in the address of the newest edition.
    var newest: String
    var newestLater: String
    var html: @Sendable ([Edition]) -> String

    init(
        _ name: String, _ glob: String, _ pick: LinkPick = .newest, newest: String, later: String,
        html: @escaping @Sendable ([Edition]) -> String
    ) {
        (testDescription, self.glob, self.pick, self.newest, newestLater, self.html) =
            (name, glob, pick, newest, later, html)
    }

    func document(_ editions: [Edition]) -> [UInt8] {
        let body = html(editions)
        if body.hasPrefix("<?xml") || body.hasPrefix("<html") { return Array(body.utf8) }
        let page = """
            <!DOCTYPE html><html lang="en"><head><title>Visas</title></head><body><nav><a href="/">Home</a>
            <a href="/about">About us</a><a href="/contact">Contact</a></nav>\(body)
            <footer><a href="/privacy">Privacy</a><a href="/sitemap.xml">Sitemap</a></footer></body></html>
            """
        return Array(page.utf8)
    }
}

private func each(_ editions: [Edition], _ line: (Edition) -> String) -> String {
    editions.map(line).joined(separator: "\n")
}

private let pages: [IndexPage] = [
    IndexPage("Drupal media", "Visa decisions*", newest: "/media/4711/", later: "/media/4802/") {
        "<a href='/media/12/download?inline'>Annual report 2024 (PDF)</a>"
            + each($0) {
                "<a href='/media/\($0.id)/download?attachment'>Visa decisions \($0.text) (CSV, \($0.id % 9) KB)</a>"
            }
    },
    IndexPage("Drupal files", "*Decisions*.ods", newest: "Decisions%203%20June", later: "Decisions%201%20July") {
        each($0) {
            "<span class='file'><a href='/sites/default/files/2025-0\($0.month)/Decisions%20"
                + "\($0.text.replacing(" ", with: "%20"))_0.ods' type='application/ods'>Download</a></span>"
        } + "<a href='/sites/default/files/2025-06/Fees_2025.pdf'>Fees</a>"
    },
    IndexPage("WordPress uploads", "*decisions*.csv", newest: "2025/06/", later: "2025/07/") {
        each($0) { "<li><a href='/wp-content/uploads/\($0.folder)/decisions-\($0.id % 7).csv'>D</a></li>" }
    },
    IndexPage("WordPress downloads", "Weekly list*", newest: "/download/4711/", later: "/download/4802/") {
        each($0) { "<p>\($0.text)<br><a class=wpdm href='/download/\($0.id)/?wpdmdl=\($0.id)'>Weekly list</a></p>" }
    },
    IndexPage("SharePoint", "Processed list*", newest: "e82c4711", later: "e82c4802") {
        each($0) {
            "<tr><td><a href='/_layouts/15/download.aspx?UniqueId=\($0.uuid)&amp;e=x'>Processed list \($0.short)</a>"
                + "</td><td>Jane Roe</td></tr>"
        }
    },
    IndexPage("TYPO3", "*Entscheidungen_KW*.pdf", newest: "KW23_2025", later: "KW27_2025") {
        each($0) {
            "<div class='ce-uploads'><a href='/fileadmin/user_upload/Entscheidungen_KW\($0.week)_2025.pdf'>"
                + "Datei herunterladen</a></div>"
        } + "<a href='/fileadmin/user_upload/Anfahrt.pdf'>Anfahrt</a>"
    },
    IndexPage("Joomla with DOCman", "Visa list*", newest: "/4711-", later: "/4802-") {
        each($0) { "<a href='/docs/category/\($0.id)-visa?task=doc_download'>Visa list \($0.dotted)</a>" }
    },
    IndexPage("Joomla with com_phocadownload", "*/index.php?option=*", newest: "id=4711", later: "id=4802") {
        each($0) {
            "<li><a href='/index.php?option=com_phocadownload&amp;download=\($0.id):x'>Download</a> \($0.dotted)</li>"
                .replacing("download=", with: "download&amp;id=")
        }
    },
    IndexPage("GOV.UK", "Visa decisions*", newest: "/media/665d4711/", later: "/media/665d4802/") {
        each($0) {
            """
            <section class="gem-c-attachment"><a href="/media/665d\($0.id)/data.csv"><img alt=""></a><h3>
            <a href="/media/665d\($0.id)/data.csv">Visa decisions: \($0.text)</a></h3><p>CSV, 2 KB</p></section>
            """
        }
    },
    IndexPage("Apache listing", "*decisions*.csv", newest: "decisions-23.csv", later: "decisions-27.csv") {
        "<html><body><h1>Index of /lists</h1><pre><a href='?C=N;O=D'>Name</a> <a href='?C=M;O=A'>Last modified</a><hr>"
            + "<a href='/'>Parent Directory</a>   -\n"
            + each($0.reversed()) {
                "<a href='decisions-\($0.week).csv'>decisions-\($0.week).csv</a>   \($0.iso) 10:22  2.1K"
            } + "</pre></body></html>"
    },
    IndexPage("nginx autoindex", "*list*.xlsx", newest: "list4711.xlsx", later: "list4802.xlsx") {
        "<html><head><title>Index of /</title></head><body><pre><a href='../'>../</a>\n"
            + each($0.reversed()) {
                "<a href='list\($0.id).xlsx'>list\($0.id).xlsx</a>      "
                    + "\($0.short.replacing(" ", with: "-")) 08:15   10482"
            } + "</pre></body></html>"
    },
    IndexPage("Plone", "*/at_download/file", newest: "decisions-june/", later: "decisions-july/") {
        each($0) {
            "<div class=tileItem><a href='/visas/2025/\($0.id)-decisions-\($0.named(["may", "june", "july"]))"
                + "/at_download/file'>"
                + "Download</a> <time datetime='\($0.iso)'>\($0.day)</time></div>"
        }
    },
    IndexPage("Liferay", "Lista de decisiones*", newest: "Lista+3", later: "Lista+1") {
        each($0) {
            "<a href='/documents/20181/0/Lista+\($0.day)/\($0.uuid)?version=1.0&amp;t=17\($0.compact)'>"
                + "Lista de decisiones \($0.day) de \($0.named(["mayo", "junio", "julio"])) de 2025</a>"
        }
    },
    IndexPage("Umbraco", "*visa-decisions*.pdf", newest: "visa-decisions-3-june", later: "visa-decisions-1-july") {
        each($0) {
            "<a href='/media/h2kl\($0.id)/visa-decisions-\($0.text.lowercased().replacing(" ", with: "-")).pdf'>PDF</a>"
        }
    },
    IndexPage("Sitecore", "*Decisions-List*.ashx*", newest: "List-20250603", later: "List-20250701") {
        each($0) {
            "<a href='/-/media/Files/Decisions-List-\($0.compact).ashx?la=en&amp;hash=\($0.id)AF'>Download PDF</a>"
        }
    },
    IndexPage("a table with dates in another column", "Decisions of the week*", newest: "id=4711", later: "id=4802") {
        "<table><tr><th>Date</th><th>Document</th><th>Size</th></tr>"
            + each($0.reversed()) {
                "<tr><td>\($0.dotted)</td><td><a href='/getfile.php?id=\($0.id)'>Decisions of the week</a>"
                    + "</td><td>2 KB</td></tr>"
            } + "</table>"
    },
    IndexPage("a grid of cards", "*/files/*/inline", newest: "/files/4711/", later: "/files/4802/") {
        "<div class=grid>"
            + each($0.reversed()) {
                "<div class=card><h3>Decisions</h3><p><time datetime='\($0.iso)'>\($0.day)</time></p><p>"
                    + "<a href='/files/\($0.id)/inline'>Read more</a></p></div>"
            } + "</div>"
    },
    IndexPage("an accordion of terms", "*/document/*/view", newest: "/document/4711/", later: "/document/4802/") {
        "<dl>" + each($0.reversed()) { "<dt>\($0.text)</dt><dd><a href='/document/\($0.id)/view'>Open</a></dd>" }
            + "</dl>"
    },
    IndexPage("folders of years", "*list*.pdf", newest: "2025/06/03/", later: "2025/07/01/") {
        each($0) { "<a href='/archive/\($0.iso.replacing("-", with: "/"))/list.pdf'>list</a>" }
    },
    IndexPage("Russian", "Список решений на*", newest: "/upload/4711", later: "/upload/4802") {
        each($0) {
            "<a href='/upload/\($0.id).pdf'>"
                + "Список решений на \($0.day) \($0.named(["мая", "июня", "июля"])) 2025 г. (PDF, 1 Мб)</a>"
        }
    },
    IndexPage("Chinese", "签证结果名单*", newest: "t4711", later: "t4802") {
        each($0) { "<li><a href='./t\($0.id).pdf'>签证结果名单（2025年\($0.month)月\($0.day)日）</a></li>" }
    },
    IndexPage("Arabic", "قائمة القرارات*", newest: "/4711.", later: "/4802.") {
        each($0) {
            "<a href='/files/\($0.id).pdf'>قائمة القرارات \($0.day) \($0.named(["مايو", "يونيو", "يوليو"])) 2025</a>"
        }
    },
    IndexPage("Thai", "ผลการพิจารณา*", newest: "id=4711", later: "id=4802") {
        each($0) {
            "<a href='/download.php?id=\($0.id)'>ผลการพิจารณา \($0.day) \($0.named(["พ.ค.", "มิ.ย.", "ก.ค."])) 2568</a>"
        }
    },
    IndexPage("numbers that go up", "*week*.csv", .last, newest: "week-23.csv", later: "week-27.csv") {
        each($0.reversed()) { "<a href='/lists/week-\($0.week).csv'>Week \($0.week)</a>" }
    },
    IndexPage("CKAN", "*decisions*.csv", newest: "e82c4711", later: "e82c4802") {
        each($0) {
            "<li class='resource-item'><a class='heading' href='/dataset/visas/resource/\($0.uuid)'>Decisions \($0.text)</a>"
                + "<div><a href='#'>Explore</a><ul><li><a href='/dataset/visas/resource/\($0.uuid)/download/decisions.csv'>"
                + "Download</a></li></ul></div></li>"
        }
    },
    IndexPage("WordPress blocks of files", "*Liste*.csv", newest: "Liste-juin", later: "Liste-juillet") {
        each($0) {
            let address = "/wp-content/uploads/\($0.folder)/Liste-\($0.named(["mai-\($0.day)", "juin", "juillet"])).csv"
            return
                "<div class='wp-block-file'><a href='\(address)'>Liste</a><a href='\(address)' download>Télécharger</a></div>"
        }
    },
    IndexPage("a feed", "Visa decisions*", newest: "a=4711", later: "a=4802") {
        "<?xml version='1.0'?><rss version='2.0'><channel><title>Office</title><language>en</language>"
            + each($0) {
                "<item><title>Visa decisions \($0.text)</title>"
                    + "<link>https://office.example/download?a=\($0.id)</link></item>"
            } + "</channel></rss>"
    },
]

struct IndexPageTests {
    @Test func `other groups of links are candidates, too, and a group with nothing of its own is none`() throws {
        let page = """
            <html><a href='/docs/annual-report-2024.pdf'>Annual report 2024</a>
            <a href='/publication/812/file'>Decisions of 3 June 2025</a><a href='/publication/799/file'>Decisions of 27 May 2025</a></html>
            """
        let index = try LinkIndex(of: Array(page.utf8), base: "https://office.example/")
        #expect(
            LinkProposal.candidates(among: index.all) == [
                LinkRequest(glob: "*annual-report*.pdf", pick: .newest),
                LinkRequest(glob: "Decisions of*", pick: .newest),
            ])
    }

    @Test(arguments: pages)
    fileprivate func `the links to editions are proposed, and found again a month later`(page: IndexPage) throws {
        let base = "https://office.example/visas/"
        let now = try LinkIndex(of: page.document(Edition.now), base: base)
        let proposal = try #require(LinkProposal(among: now.all))
        #expect(proposal.request == LinkRequest(glob: page.glob, pick: page.pick))
        let matches = try now.matches(of: proposal.request)
        #expect(matches.count == 3 && matches[0].url.contains(page.newest), "\(matches)")
        #expect(try now.found(proposal.request).links == [matches[0]])
        let later = try LinkIndex(of: page.document(Edition.later), base: base).matches(of: proposal.request)
        #expect(later.count == 4 && later[0].url.contains(page.newestLater), "\(later)")
    }
}
