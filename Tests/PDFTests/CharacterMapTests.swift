import Testing

@testable import PDF

@Suite struct CharacterMapTests {
    private func map(_ text: String) throws -> CharacterMap {
        try CharacterMapReader.read(Array(text.utf8), allowed: 100)
    }

    /// ISO 32000-1 9.10.3.
    @Test func `bfchar and bfrange stand for texts`() throws {
        let map = try map(
            """
            1 begincodespacerange <0000> <FFFF> endcodespacerange
            2 beginbfchar <0003> <0020> <0005> <006600660069> endbfchar
            2 beginbfrange <0010> <0012> <0041> <0020> <0021> [<0061> <00620063>] endbfrange
            1 beginbfchar <0030> <D83DDE00> endbfchar
            """)
        #expect(map.text(of: 3) == " ")
        #expect(map.text(of: 5) == "ffi")
        #expect((0x10...0x13).map { map.text(of: $0) } == ["A", "B", "C", nil])
        #expect((0x20...0x22).map { map.text(of: $0) } == ["a", "bc", nil])
        #expect(map.text(of: 0x30) == "😀")
        #expect(map.text(of: 4) == nil)
        #expect(map.codeLengths[0] == 2)
    }

    @Test func `entries may stand in any order`() throws {
        let map = try map("beginbfchar <09> <0039> <01> <0031> <05> <0035> endbfchar")
        #expect([1, 5, 9].map { map.text(of: $0) } == ["1", "5", "9"])
    }

    @Test func `a code that stands for NUL stands for nothing`() throws {
        #expect(try map("beginbfchar <01> <0000> endbfchar").text(of: 1) == nil)
    }

    @Test func `a code that stands for the replacement character stands for nothing`() throws {
        #expect(try map("beginbfchar <01> <FFFD> <02> <> endbfchar").text(of: 1) == nil)
        #expect(try map("beginbfchar <01> <FFFD> <02> <> endbfchar").text(of: 2) == nil)
    }

    @Test func `a range of surrogate pairs goes on with the next high one`() throws {
        let map = try map("beginbfrange <10> <12> <D83DDFFF> endbfrange")
        #expect((0x10...0x12).map { map.text(of: $0) } == ["\u{1F7FF}", "\u{1F800}", "\u{1F801}"])
    }

    @Test func `a section without its end ends where the next one begins`() throws {
        let map = try map("1 beginbfchar<01><0041>1 beginbfrange<02><03><0042>1 begincidchar <09> 7")
        #expect([1, 2, 3].map { map.text(of: $0) } == ["A", "B", "C"])
        #expect(map.cid(of: 9) == 7)
    }

    @Test func `characters may be glyph names`() throws {
        let map = try CharacterMapReader.read(
            Array("beginbfchar <01> /one endbfchar beginbfrange <02> <03> [/two <0033>] endbfrange".utf8), allowed: 9,
            text: { ["one": "1", "two": "2"][$0] })
        #expect([1, 2, 3].map { map.text(of: $0) } == ["1", "2", "3"])
    }

    @Test func `usecmap answers for what a map leaves out, and WMode is read`() throws {
        let base = try map("begincodespacerange <00> <80> <8140> <FEFE> endcodespacerange begincidrange <20> <7E> 814")
        let map = try CharacterMapReader.read(
            Array("/Base usecmap /WMode 1 def begincidchar <21> 5 endcidchar".utf8), allowed: 9,
            predefined: { $0 == "Base" ? base : nil })
        #expect([0x20, 0x21, 0x22].map { map.cid(of: $0) } == [814, 5, 816])
        #expect([0x41, 0x81].map { map.codeLengths[$0] } == [1, 2])
        #expect(map.isVertical)
        #expect(!base.isVertical)
    }

    @Test func `cidchar and cidrange stand for CIDs`() throws {
        let map = try map("begincidchar <20> 1 endcidchar begincidrange <0100> <01FF> 500 endcidrange")
        #expect(map.cid(of: 0x20) == 1)
        #expect(map.cid(of: 0x0105) == 505)
        #expect(map.cid(of: 0x0200) == nil)
    }

    /// libHaru 2.3 writes such a ToUnicode map.
    @Test func `CIDs in a ToUnicode map are Unicode`() throws {
        #expect(try map("begincidrange <0000> <FFFF> 0 endcidrange").text(of: 0x41) == "A")
    }

    @Test func `a range over all codes costs one entry`() throws {
        let map = try map("beginbfrange <00000000> <FFFFFFFF> <0041> endbfrange")
        #expect(map.count == 1)
        #expect(map.text(of: 1) == "B")
        #expect(map.text(of: 0xFFFF_FFFF) != nil)
    }

    @Test func `mixed code lengths follow the first byte`() throws {
        let map = try map("begincodespacerange <00> <80> <8140> <9FFC> endcodespacerange")
        #expect([0x41, 0x81, 0xA0].map { map.codeLengths[$0] } == [1, 2, 0])
    }

    @Test func `entries up to the limit are read, one more is refused`() throws {
        let entries = { (count: Int) in "beginbfchar " + (0..<count).map { _ in "<01> <0041> " }.joined() + "endbfchar"
        }
        #expect(try map(entries(100)).count == 100)
        #expect(throws: PDFError.self) { try map(entries(101)) }
    }

    @Test(arguments: [
        "beginbfrange <01>", "beginbfchar <01> 5 <02> <0041>", "begincodespacerange <> <>",
        "beginbfrange <0505> <01> <41>",
    ])
    func `nonsense is passed over`(text: String) throws {
        #expect(try map(text).text(of: 1) == nil)
    }
}
