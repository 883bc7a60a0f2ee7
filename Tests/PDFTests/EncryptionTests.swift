// Keys, ciphers and encrypted objects. Whole documents of each kind are in Tests/Fixtures/features.

import Foundation
import Testing

@testable import PDF

@Suite struct EncryptionTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
        path: "../Fixtures/features")

    private func fixture(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: Self.folder.appending(path: "encrypted_\(name).pdf")))
    }

    private func refusal(_ document: [UInt8], limits: PDFLimits = PDFLimits()) -> PDFError? {
        do throws(PDFError) {
            _ = try PageReading(document, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    /// The document with one text for another of the same length.
    private func changed(_ document: [UInt8], _ old: String, _ new: String) throws -> [UInt8] {
        let range = try #require(document.firstRange(of: Array(old.utf8)))
        var document = document
        document.replaceSubrange(range, with: Array(new.utf8))
        return document
    }

    @Test(arguments: [("Key", "Plaintext", "BBF316E8D940AF0AD3"), ("Wiki", "pedia", "1021BF0420")])
    func `RC4 gives the known vectors`(key: String, plain: String, cipher: String) {
        var rc4 = RC4(key: Array(key.utf8))
        #expect(hexadecimal(rc4.apply(to: Array(plain.utf8)[...])) == cipher)
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { String(format: "%02X", $0) }.joined()
    }

    @Test(arguments: ["rc4_40", "rc4_128", "v4_rc4", "aesv2", "aesv3_r6", "identity"])
    func `strings of objects are decrypted`(name: String) throws {
        let store = try ObjectStore(try fixture(name), headerOffset: 0, limits: PDFLimits())
        #expect(try store.object(6) == .dictionary(title))
    }

    @Test(arguments: ["aesv2_object_stream", "aesv3_object_stream"])
    func `strings inside of object streams are not decrypted twice`(name: String) throws {
        let store = try ObjectStore(try fixture(name), headerOffset: 0, limits: PDFLimits())
        #expect(try store.object(8) == .dictionary(title))
    }

    private var title: PDFDictionary { PDFDictionary(pairs: [.name("Title"), .string(Array("A title".utf8))]) }

    @Test(arguments: [
        ("rc4_128", "/Filter /Standard", "/Filter /Foreign_", "encrypted by the security handler Foreign_"),
        ("rc4_128", "/V 2", "/V 3", "version 3, revision 3 of the standard security handler"),
        ("aesv3_r6", "/R 6", "/R 7", "version 5, revision 7 of the standard security handler"),
        ("aesv2", "/CFM /AESV2", "/CFM /AESV9", "the crypt filter StdCF, which is not supported"),
        ("aesv2", "/StmF /StdCF", "/StmF /NoSuc", "the crypt filter NoSuc, which is not supported"),
        ("rc4_128", "/O <", "/o <", "/O is too short"),
        ("aesv3_r6", "/UE <", "/ue <", "/UE is too short"),
        ("rc4_128", "/P -44", "/P -43", "needs a password"),
        ("rc4_128", "/ID [<", "/Id [<", "needs a password, or has lost its /ID"),
    ])
    func `encryption that cannot be undone is named`(name: String, old: String, new: String, reason: String) throws {
        let error = try #require(refusal(try changed(try fixture(name), old, new)))
        #expect(error.kind == .encrypted)
        #expect(error.reason.contains(reason), "\(error)")
    }

    @Test func `an encryption dictionary that is missing is told as damage`() throws {
        let document = try changed(try fixture("identity"), "/Encrypt 7 0 R", "/Encrypt 9 0 R")
        #expect(try PageReading(document).damage.map(\.reason) == ["the encryption dictionary is missing"])
    }

    /// A garbled block may look like anything: deflate data without a header too, or the end of them.
    @Test(arguments: ["rc4_128", "aesv2"])
    func `no flipped bit of encrypted data changes the text unnoticed`(name: String) throws {
        let document = try fixture(name)
        let texts = try PageReading(document).texts
        let start = try #require(document.firstRange(of: Array("stream\n".utf8))).upperBound
        let end = try #require(document.firstRange(of: Array("\nendstream".utf8))).lowerBound
        #expect(end - start > 200)
        for position in start..<end {
            var flipped = document
            flipped[position] ^= 1 << (position % 8)
            guard let reading = try? PageReading(flipped) else { continue }
            #expect(!reading.damage.isEmpty || reading.texts == texts, "byte \(position)")
        }
    }

    @Test func `a garbled header of deflate data is noticed`() throws {
        var document = try fixture("aesv2")
        let start = try #require(document.firstRange(of: Array("stream\n".utf8))).upperBound
        document[start + 30] ^= 4
        #expect(try !PageReading(document).damage.isEmpty)
    }

    @Test func `a document that lost its trailer is still known as encrypted`() throws {
        func withoutTrailer(_ name: String) throws -> [UInt8] {
            let document = try fixture(name)
            return Array(document[..<(try #require(document.firstRange(of: Array("xref\n0".utf8))).lowerBound)])
        }
        #expect(try PageReading(withoutTrailer("aesv3_r6")).texts == PageReading(fixture("aesv3_r6")).texts)
        #expect(try refusal(withoutTrailer("rc4_128"))?.reason.contains("or has lost its /ID") == true)
    }

    @Test func `decrypted bytes count like decoded ones`() throws {
        let document = try fixture("rc4_128")
        let start = try #require(document.firstRange(of: Array("stream\n".utf8))).upperBound
        let end = try #require(document.firstRange(of: Array("\nendstream".utf8))).lowerBound
        let store = try ObjectStore(document, headerOffset: 0, limits: PDFLimits())
        var decoded: [UInt8] = []
        try store.decode(try #require(try store.object(5).stream), to: &decoded)
        var limits = PDFLimits()
        limits.decodedBytes = end - start + decoded.count
        #expect(refusal(document, limits: limits) == nil)
        limits.decodedBytes -= 1
        #expect(refusal(document, limits: limits)?.kind == .limit)
    }
}
