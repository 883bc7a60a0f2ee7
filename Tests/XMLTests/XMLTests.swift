// The records of XML: feeds, exports, single cases.

import Foundation
import Testing
import Text
import XML

private func read(_ text: String, _ record: String? = nil, _ limits: TableLimits = TableLimits()) throws(TableError)
    -> TableDocument
{
    try xmlRecords(of: Array(text.utf8), record: record, limits: limits)
}

struct XMLTests {
    @Test(arguments: [
        ("<s value='z'/>", CellMark.misplacedField.on("")), ("<d><s>z</s></d>", CellMark.misplacedField.on("")),
        ("", CellMark.missingField.on("")), ("<s/>", ""), ("<s>z</s>", "z"), ("<s><b>z</b></s>", "z"),
    ])
    func `A record that has a field elsewhere is marked`(field: String, cell: String) throws {
        let usual = (1...8).map { "<c><n>\($0)</n><s>x</s></c>" }.joined()
        let table = try #require(read("<l>\(usual)<c><n>9</n>\(field)</c></l>", "c").tables.first)
        #expect(table.rows.last?[1] == cell)
        #expect(table.rows.first?.prefix(2) == ["1", "x"])
    }

    @Test func `The items of a feed of prices`() throws {
        let feed = """
            <?xml version="1.0" encoding="UTF-8"?><rss version="2.0"><channel><title>Fuel  prices</title><image><title>no</title></image>
            <item><title>ULP: 169.9</title><description>Address: 1 &lt;b&gt;High&lt;/b&gt; St&lt;br/&gt;</description><brand>BP</brand><date>2026-05-01</date>
            <price>169.9</price><trading-name>BP Perth</trading-name><location>PERTH</location><address>1 High St</address></item>
            <item><title><![CDATA[ULP < 170]]></title><brand/><price>170.1</price><phone> (08)
            123</phone></item></channel></rss>
            """
        let document = try read(feed)
        #expect(document.titles == ["Fuel prices"])
        #expect(
            document.tables == [
                TextTable(
                    fields: [
                        "title", "description", "brand", "date", "price", "trading-name", "location", "address",
                        "phone",
                    ],
                    rows: [
                        [
                            "ULP: 169.9", "Address: 1 High St", "BP", "2026-05-01", "169.9", "BP Perth", "PERTH",
                            "1 High St", "",
                        ],
                        ["ULP < 170", "", "", "", "170.1", "", "", "", "(08) 123"],
                    ])
            ])
    }

    @Test func `The entries of Atom, and the items of RDF`() throws {
        let atom = """
            <feed xmlns="http://www.w3.org/2005/Atom"><title>News</title><entry><id>1</id><title>A</title><link rel="self" href="u"/>
            <author><name>N</name></author><category term="x"/><category term="y"/></entry></feed>
            """
        #expect(
            try read(atom)
                == TableDocument(
                    titles: ["News"],
                    tables: [
                        TextTable(
                            fields: [
                                "id", "title", "link/@rel", "link/@href", "link", "author/name", "category/@term",
                                "category",
                            ],
                            rows: [["1", "A", "self", "u", "", "N", "x; y", ""]])
                    ]))
        let rdf = """
            <rdf:RDF xmlns:rdf="r" xmlns="s"><channel><title>T</title></channel><item rdf:about="u"><title>a</title></item></rdf:RDF>
            """
        #expect(
            try read(rdf)
                == TableDocument(titles: ["T"], tables: [TextTable(fields: ["@about", "title"], rows: [["u", "a"]])]))
        var none = TableDocument(titles: ["none"])
        none.hasEmptyList = true
        #expect(try read("<rss><channel><title>none</title></channel></rss>") == none)
    }

    @Test func `Elements, attributes, what is below, and what repeats`() throws {
        let users = """
            <u:users xmlns:u="x"><u:user id="7"><u:name first="J">Jo<b>h</b>n</u:name><tel>1</tel><tel/><tel>2</tel></u:user>
            <u:user id=" 8 " new=""><tel>3</tel><user id="9"><name>in</name></user></u:user></u:users>
            """
        #expect(
            try read(users, "user").tables == [
                TextTable(
                    fields: ["@id", "name/@first", "name", "tel", "@new", "user/@id", "user/name"],
                    rows: [["7", "J", "John", "1; 2", "", "", ""], ["8", "", "", "3", "", "9", "in"]])
            ])
    }

    @Test(arguments: [
        // What marks a text up is a part of it.
        ("<title>Application <b>refused</b></title>", ["title": "Application refused"]),
        ("<title><p>Entry</p></title>", ["title": "Entry"]),
        ("<title><b>re</b>fused</title>", ["title": "refused"]),
        ("<title><p>One</p><p>Two<br/>three</p></title>", ["title": "One Two three"]),
        ("<d><ul><li><a href='u'>A</a></li><li>B</li></ul></d>", ["d": "A B"]),
        (
            "<title type='xhtml'><div xmlns='http://www.w3.org/1999/xhtml'>Case <b>1</b> approved</div></title>",
            ["title/@type": "xhtml", "title": "Case 1 approved"]
        ),
        (
            "<title type='html'>A &lt;a href=\"x>y\"&gt;test&lt;/a&gt; R&amp;amp;D&amp;nbsp;&amp;#x41;</title>",
            ["title/@type": "html", "title": "A test R&D A"]
        ),
        (
            "<c type='html'>&lt;style&gt;x{}&lt;/style&gt;a&lt;br&gt;b&lt;!-- no &gt; --&gt;c &lt; 5</c>",
            ["c/@type": "html", "c": "a bc < 5"]
        ),
        ("<title>A &lt;b&gt;</title>", ["title": "A <b>"]),
        // Fields of fields stay what they are, also beside text.
        ("<case><no>1</no><day>2</day></case>", ["case/no": "1", "case/day": "2"]),
        ("<case>Smith <born>1970</born>.</case>", ["case/born": "1970", "case": "Smith 1970 ."]),
        ("<point><a>1</a><b>2</b></point>", ["point/a": "1", "point/b": "2"]),
        ("<case><state><b>sent</b> off</state><p>x</p></case>", ["case/state": "sent off", "case/p": "x"]),
        ("<p>1</p><b>2</b>", ["p": "1", "b": "2"]),
    ])
    func `A field is its whole text where markup is in it, and fields of fields are fields`(
        record: String, expected: [String: String]
    ) throws {
        let table = try #require(try read("<r><x>\(record)</x></r>", "x").tables.first)
        let row = try #require(table.rows.first)
        #expect(Dictionary(uniqueKeysWithValues: zip(try #require(table.fields), row)) == expected)
    }

    @Test func `An ampersand by itself is itself, and names of HTML need not be declared`() throws {
        #expect(
            try read("<r><x a='?p=1&q=2'>R&D &amp; &nbsp;&eacute;&#233; AT&T & co &</x></r>", "x").tables.first?.rows
                == [["?p=1&q=2", "R&D & \u{E9}\u{E9} AT&T & co &"]])
        #expect(
            try read("<!DOCTYPE r [<!-- & -->]><?a & ?><r><!-- & --><x><![CDATA[a & b &eacute;]]></x></r>", "x").tables
                .first?.rows == [["a & b &eacute;"]])
        #expect(throws: TableError.self) { try read("<r><x>&nosuch;</x></r>", "x") }
        #expect(throws: TableError.self) { try read("<r><x>a < b & c</x></r>", "x") }
        #expect(throws: TableError.self) { try read("<!DOCTYPE r [<!ENTITY x 'y'>]><r><x>&x;</x></r>", "x") }
        let many = String(repeating: "&", count: 20_000)
        #expect(try read("<r><x>\(many)</x></r>", "x").tables.first?.rows == [[many]])
    }

    @Test func `A title of a feed has its markup's text`() throws {
        let feed = "<feed><title type='xhtml'><div>News <b>of</b> May</div></title><entry><id>1</id></entry></feed>"
        #expect(try read(feed).titles == ["News of May"])
    }

    @Test func `The root may be the record, and text of a record has its name`() throws {
        #expect(try read("<case><id>1</id></case>", "case").tables == [TextTable(fields: ["id"], rows: [["1"]])])
        #expect(
            try read("<l><p c='GBP'>5</p><p c='EUR'>6</p></l>", "p").tables
                == [TextTable(fields: ["@c", "p"], rows: [["GBP", "5"], ["EUR", "6"]])])
    }

    @Test func `A name is compared exactly first, then without upper and lower case`() throws {
        let mixed = "<r><User><a>1</a></User><user><a>2</a></user></r>"
        #expect(try read(mixed, "user").tables.first?.rows == [["2"]])
        #expect(try read(mixed, "USER").tables.first?.rows == [["1"], ["2"]])
    }

    @Test func `Without a name, and with a wrong one, the message says which there are`() throws {
        let users =
            "<users>" + String(repeating: "<user id='1'><name/></user>", count: 12) + "<group><name/></group></users>"
        #expect(
            throws: TableError(
                .unsupported,
                "the XML has no records of a known kind; name the element of a record, like record = \"user\" (found: user, 12 times; group, 1 time)"
            )
        ) { try read(users) }
        #expect(
            throws: TableError(
                .malformed, "no element of the XML is named \"person\" (found: user, 12 times; group, 1 time)")
        ) { try read(users, "person") }
        #expect(throws: TableError(.malformed, "no element of the XML is named \"x\" (found: b, 1 time)")) {
            try read("<a><b/></a>", "x")
        }
        // A root without elements is a list without records.
        #expect(try read("<a/>", "x").hasEmptyList)
    }

    @Test func `XML that breaks off anywhere is an error`() throws {
        let whole =
            "<?xml version='1.0'?><rss><channel><item><a b='c'>d&amp;</a></item><item><![CDATA[e]]><!-- f --></item></channel></rss>"
        let bytes = Array(whole.utf8)
        #expect(try xmlRecords(of: bytes, record: nil).tables.first?.rows.count == 2)
        for cut in 0..<bytes.count {
            let error = #expect(throws: TableError.self) { try xmlRecords(of: Array(bytes[..<cut]), record: nil) }
            #expect(error?.kind == .malformed, "cut at \(cut)")
        }
    }

    @Test func `No document makes this read a file`() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).dtd")
        try Data("<!ENTITY secret 'SECRET'><!ATTLIST item leak CDATA 'SECRET'>".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let feed = "<rss><item><a>1</a></item></rss>"
        let plain = try read(feed)
        #expect(try read("<!DOCTYPE rss SYSTEM \"\(file.absoluteString)\">\(feed)") == plain)
        #expect(try read("<!DOCTYPE rss PUBLIC \"p\" \"\(file.path)\">\(feed)") == plain)
        #expect(throws: TableError.self) {
            try read("<!DOCTYPE rss [<!ENTITY x SYSTEM \"\(file.absoluteString)\">]><rss><item>&x;</item></rss>")
        }
        #expect(throws: TableError.self) {
            try read("<!DOCTYPE rss [<!ENTITY % x SYSTEM \"\(file.absoluteString)\"> %x;]>\(feed)")
        }
        #expect(throws: TableError.self) {
            try read("<!DOCTYPE rss SYSTEM \"\(file.absoluteString)\"><rss><item a='&secret;'/></rss>")
        }
    }

    @Test func `A document is UTF-8 whatever it says`() throws {
        let expected = [TextTable(fields: ["a"], rows: [["caf\u{E9}"]])]
        let text = "<?xml version='1.0' encoding='ISO-8859-1'?><r><a>caf\u{E9}</a></r>"
        #expect(try xmlRecords(of: Array(text.utf8), record: "r").tables == expected)
        #expect(throws: TableError.self) {
            try xmlRecords(of: Array("<r><a>".utf8) + [0xE9] + Array("</a></r>".utf8), record: "r")
        }
    }
}
