// The links of a page that are proposed for the editions of a list.

import Proposals
import Reading
import Testing

private func link(_ name: String, _ date: String? = nil, text: String = "") -> FoundLink {
    FoundLink(url: "https://example.org/media/" + name, text: text, date: date)
}

@Suite struct `The links of a page` {
    @Test(arguments: [
        ("12345_Visa_Decisions_13_November_2026.ods", "*Visa_Decisions*.ods"),
        ("Visa%20Decisions%2013-11-2026.pdf", "*Visa Decisions*.pdf"),
        ("Beijing_Visa_Decisions_02_June_to_08_June_2025.pdf", "*Beijing_Visa_Decisions*.pdf"),
        ("decisions.xlsx", "*decisions*.xlsx"),
        ("2026-11-13.csv", "*.csv"),
        ("week46_list_final.pdf", "*week*list_final*.pdf"),
        ("May-marching-list-1st-Sept.PDF", "*marching-list*.PDF"),
        ("a*b_2026.pdf", "*a?b*.pdf"),
    ])
    func `are told by what stays of their names`(name: String, glob: String) throws {
        let proposal = try #require(LinkProposal(among: [link(name)]))
        #expect(proposal.request == LinkRequest(glob: glob, pick: .newest))
    }

    @Test func `are the largest group of one name, the newest first`() throws {
        let proposal = try #require(
            LinkProposal(among: [
                link("About_us.html"), link("Privacy_notice.pdf"),
                link("1_Visa_Decisions_06_November_2026.ods", "2026-11-06"),
                link("2_Visa_Decisions_13_November_2026.ods", "2026-11-13"),
                link("2_Visa_Decisions_13_November_2026.ods", "2026-11-13", text: "the same again"),
                link("1_Visa_Decisions_30_October_2026.ods", "2026-10-30"), link("Fees.pdf"),
            ]))
        #expect(proposal.request.glob == "*Visa_Decisions*.ods")
    }

    @Test func `of one each: the one with a date, else the first`() throws {
        let dated = try #require(LinkProposal(among: [link("fees.pdf"), link("list_2026.pdf"), link("form.pdf")]))
        #expect(dated.request.glob == "*list*.pdf")
        let plain = try #require(LinkProposal(among: [link("fees.pdf"), link("form.pdf")]))
        #expect(plain.request.glob == "*fees*.pdf")
    }

    @Test func `are web pages only where there are no documents`() throws {
        let pages = [link("index.html"), link("week-45.html"), link("week-46.html")]
        #expect(try #require(LinkProposal(among: pages)).request.glob == "*week*.html")
        #expect(try #require(LinkProposal(among: pages + [link("x.pdf")])).request.glob == "*.pdf")
    }

    @Test func `without documents are none`() {
        #expect(LinkProposal(among: []) == nil)
        #expect(LinkProposal(among: [link(""), link("about"), link("index.html"), link(".pdf")]) == nil)
        #expect(LinkProposal(among: [FoundLink(url: "https://example.pdf", text: "")]) == nil)
        #expect(LinkProposal(among: [FoundLink(url: "mailto:a@example.org", text: "x.pdf")]) == nil)
    }

    @Test func `are told without what follows their names`() throws {
        let query = try #require(LinkProposal(among: [link("list_2026.pdf?download=1#page=2")]))
        #expect(query.request.glob == "*list*.pdf*")
    }
}
