import Testing

@testable import PDF

@Suite struct CharacterCollectionTests {
    @Test(arguments: [
        (CharacterCollection.gb1, 34, "A", 30283), (.cns1, 34, "A", 19178), (.japan1, 34, "A", 23059),
        (.korea1, 34, "A", 18351),
    ])
    func `a collection has a character for each CID`(
        collection: CharacterCollection, cid: Int, text: String, last: Int
    ) {
        let characters = CollectionCharacters(collection)
        #expect(characters.text(of: cid) == text)
        #expect(characters.text(of: 0) == nil)
        #expect(characters.text(of: last) != nil)
        #expect(characters.text(of: last + 1) == nil)
        #expect(characters.text(of: -1) == nil)
    }

    /// Adobe Technical Notes 5078, 5079, 5080, 5093.
    @Test(arguments: [
        (CharacterCollection.gb1, 4559, "中"), (.gb1, 814, "!"), (.cns1, 661, "中"), (.japan1, 1125, "亜"),
        (.japan1, 232, "!"), (.japan1, 843, "あ"), (.korea1, 1086, "가"),
    ])
    func `CIDs stand for characters`(collection: CharacterCollection, cid: Int, text: String) {
        #expect(CollectionCharacters(collection).text(of: cid) == text)
    }

    @Test func `a character has its lowest CID`() {
        let cids = CollectionCharacters(.japan1).cids()
        #expect(cids[0x41] == 34)
        #expect(cids[0x4E9C] == 1125)
        #expect(cids[0xE000] == 0)
    }

    @Test func `every predefined CMap is sound, and its CIDs are characters`() throws {
        let resources = FontResources(store: try emptyStore())
        let names = [
            "GB-EUC", "GBpc-EUC", "GBK-EUC", "GBKp-EUC", "GBK2K", "B5pc", "HKscs-B5", "ETen-B5", "ETenms-B5", "CNS-EUC",
            "90ms-RKSJ", "90msp-RKSJ", "90pv-RKSJ", "Add-RKSJ", "EUC", "Ext-RKSJ", "KSC-EUC", "KSCms-UHC",
            "KSCms-UHC-HW", "KSCpc-EUC",
        ].flatMap { [$0 + "-H", $0 + "-V"] }
        for name in names + ["83pv-RKSJ-H", "H", "V"] {
            let known = try #require(resources.predefined(name), "\(name)")
            #expect(known.map.codeLengths.contains(2), "\(name)")
            if name.utf8.count > 1 {
                let cid = try #require(known.map.cid(of: 0x41), "\(name)")
                #expect(resources.characters(of: known.collection).text(of: cid) == "A", "\(name)")
            }
        }
        #expect(resources.predefined("Identity-H") == nil)
        #expect(resources.predefined("UniGB-UCS2-H") == nil)
    }

    @Test func `vertical CMaps differ in single characters`() throws {
        let resources = FontResources(store: try emptyStore())
        let (across, down) = (resources.predefined("90ms-RKSJ-H"), resources.predefined("90ms-RKSJ-V"))
        #expect(across?.map.cid(of: 0x8141) == 634)
        #expect(down?.map.cid(of: 0x8141) == 7887)
        #expect(down?.map.cid(of: 0x889F) == across?.map.cid(of: 0x889F))
    }

    private func emptyStore() throws -> ObjectStore {
        try ObjectStore(PDFWriter.document(""), headerOffset: 0, limits: PDFLimits())
    }
}
