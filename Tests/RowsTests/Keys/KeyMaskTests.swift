// Masks: what they match, and the messages for invalid ones.

import Rows
import Testing

struct KeyMaskTests {
    @Test(arguments: [
        // mask, key, whether it matches
        ("2[0-8]#########", "20000000000", true),
        ("2[0-8]#########", "28999999999", true),
        ("2[0-8]#########", "29000000000", false),
        ("2[0-8]#########", "30121456171", false),
        ("2[0-8]#########", "2012145617", false),
        ("2[0-8]#########", "201214561712", false),
        ("2[0-8]#########", "2012145617A", false),
        ("2[0-8]#########", "", false),
        // Arabic-Indic and full-width digits are no digits of a key.
        ("2[0-8]#########", "2\u{0660}000000000", false),
        ("2[0-8]#########", "２0121456171", false),
        ("########", "66357342", true),
        ("66357342", "66357342", true),
        ("66357342", "66357343", false),
        ("AA##", "Ab12", true),
        ("AA##", "1b12", false),
        ("AA##", "éb12", false),
        ("??", "a9", true),
        ("??", "a-", false),
        ("[0-46x]#", "69", true),
        ("[0-46x]#", "x9", true),
        ("[0-46x]#", "59", false),
        ("[#][A][?][[]", "#A?[", true),
        ("[-a]", "-", true),
        ("[a-]", "-", true),
        ("EAC ##/é", "EAC 12/é", true),
        ("EAC ##/é", "EAC 12/e", false),
        ("#{11}", "20121456171", true),
        ("#{11}", "2012145617", false),
        ("#{11}", "201214561711", false),
        ("A{3}#{2}x", "EAC12x", true),
        ("A{3}#{2}x", "EA12x", false),
        ("[0-4]{2}5{2}", "0455", true),
        ("[0-4]{2}5{2}", "0555", false),
        ("#{7,9}", "123456", false),
        ("#{7,9}", "1234567", true),
        ("#{7,9}", "12345678", true),
        ("#{7,9}", "123456789", true),
        ("#{7,9}", "1234567890", false),
        ("#{7,9}", "12345678A", false),
        ("#{7,9}", "A2345678", false),
        ("AB-1{1,2}", "xB-1", true),
        ("x{1,2}", "xx", true),
        ("x{1,2}", "xxx", false),
        ("é{2,3}", "ééé", true),
        ("é{2,3}", "é", false),
        ("[{]2}", "{2}", true),
        ("#{1}", "7", true),
        ("#{7,9}A", "1234567A", true),
        ("#{7,9}A", "123456789A", true),
        ("#{7,9}A", "123456A", false),
        ("#{7,9}A", "1234567890A", false),
        ("A{1,2}-#{2,3}/##", "AB-123/26", true),
        ("A{1,2}-#{2,3}/##", "A-12/26", true),
        ("A{1,2}-#{2,3}/##", "ABC-12/26", false),
        ("######(A)?", "123456", true),
        ("######(A)?", "123456B", true),
        ("######(A)?", "123456BC", false),
        ("(EX-)?####", "EX-1234", true),
        ("(EX-)?####", "1234", true),
        ("(EX-)?####", "EX1234", false),
        ("##(-A{1,2})?/##", "12-AB/26", true),
        ("##(-A{1,2})?/##", "12/26", true),
        ("##(-A{1,2})?/##", "12-/26", false),
        // A bracket that no "?" follows is itself, and so is one in a class.
        ("##(A)", "12(B)", true),
        ("##[(]A)?", "12(B)7", true),
        ("##([)])?", "12)", true),
        ("##-####\n######\nAAA-##-#{1,3}", "23-1234", true),
        ("##-####\n######\nAAA-##-#{1,3}", "123456", true),
        ("##-####\n######\nAAA-##-#{1,3}", "ABC-12-7", true),
        ("##-####\n######\nAAA-##-#{1,3}", "ABC-12-7890", false),
        ("##-####\n######\nAAA-##-#{1,3}", "23-12345", false),
    ])
    func `a mask matches the whole key and nothing else`(mask: String, key: String, expected: Bool) throws {
        #expect(try KeyMask(mask).matches(key) == expected)
        let bytes = Array(("x" + key + "y").utf8)
        #expect(try KeyMask(mask).matches(bytes, at: 1..<bytes.count - 1) == expected)
    }

    @Test(arguments: [
        ("", MaskError.empty, "the mask is empty"),
        ("2[0-8", .classNotClosed(at: 2), "the \"[\" at character 2 is never closed"),
        ("#[]", .classEmpty(at: 2), "the class \"[]\" at character 2 is empty"),
        ("[8-0]", .classReversed("8-0", at: 2), "the range \"8-0\" at character 2 runs backwards"),
        ("[é]", .classNotASCII("é", at: 2), "\"é\" at character 2 cannot stand in a class: ASCII characters only"),
        ("12\u{7}", .controlCharacter(at: 3), "character 3 is a control character"),
        ("[\u{7}]", .controlCharacter(at: 2), "character 2 is a control character"),
        (String(repeating: "#", count: 65), .tooLong, "the mask is longer than 64 characters"),
        ("#{60}#{5}", .tooLong, "the mask is longer than 64 characters"),
        ("é{33}", .tooLong, "the mask is longer than 64 characters"),
        ("#{11", .repetitionNotClosed(at: 2), "the \"{\" at character 2 is never closed"),
        (
            "{11}", .repetitionOfNothing(at: 1),
            "there is nothing before the \"{\" at character 1 to repeat; write [{] for the character itself"
        ),
        (
            "#{2}{3}", .repetitionOfNothing(at: 5),
            "there is nothing before the \"{\" at character 5 to repeat; write [{] for the character itself"
        ),
        ("#{9,7}", .repetitionReversed("{9,7}", at: 2), "\"{9,7}\" at character 2 runs backwards"),
        (
            "(A(#)?)?#", .groupInGroup(at: 3),
            "the \"(\" at character 3 stands in another group; write [(] for the character"
        ),
        ("#()?", .groupEmpty(at: 2), "the group \"()?\" at character 2 is empty"),
        ("(A)?", .allOptional, "every part of the mask may be missing"),
        ("#{1,17}A{1,16}#", .tooManyForms, "the mask allows keys of more than 256 forms"),
        ("(#)?#{64}", .tooLong, "the mask is longer than 64 characters"),
        ("##\n*", .anyTextAmongOthers, "\"*\" allows any text and cannot stand beside other masks"),
        ("##\n", .empty, "the mask is empty"),
        ("##\r\n###", .controlCharacter(at: 3), "character 3 is a control character"),
        (
            "##{x}", .repetitionNotNumbers("{x}", at: 3),
            "\"{x}\" at character 3 must be one number, like {11}, or two, like {7,9}, each from 1 to 64"
        ),
    ])
    func `a mask that makes no sense is refused with its reason`(text: String, error: MaskError, message: String) {
        #expect(throws: error) { try KeyMask(text) }
        #expect(error.description == message)
    }

    @Test(arguments: [
        "{}", "{0}", "{65}", "{7,}", "{,9}", "{1,2,3}", "{-1}", "{+1}", "{ 1}", "{٣}", "{99999999999999999999}",
    ])
    func `a repetition is a number, or two`(repetition: String) {
        #expect(throws: MaskError.repetitionNotNumbers(repetition, at: 2)) { try KeyMask("#" + repetition) }
    }

    @Test func `a repetition is what it stands for, a range is neither a key nor its longest`() throws {
        #expect(try KeyMask("2[0-8]#{9}") == .london)
        #expect(try KeyMask("2[0-8]#{9}").hashValue == KeyMask.london.hashValue)
        #expect(try KeyMask("#{7,7}") == KeyMask("#######"))
        #expect(try KeyMask("#{7,9}") != KeyMask("#{9}"))
        #expect(try KeyMask("#{7,9}") != KeyMask("#{8,9}"))
        let range = try KeyMask("#{7,9}")
        #expect(range.shortest == 7 && range.length == 9 && range.isRange)
        #expect(try KeyMask("#{9}").shortest == 9)
        #expect(try KeyMask("é{2,3}").shortest == 4)
        #expect(try KeyMask("6{64}").matches(String(repeating: "6", count: 64)))
        let literals = try ["6{1,2}", "6{2}"].map { try KeyMask($0) }
        #expect(literals.map(\.isLiteral) == [false, true])
        #expect(literals[1].key == "66")
    }

    @Test func `the longest mask is read, whole`() throws {
        let mask = try KeyMask(String(repeating: "#", count: 64))
        #expect(mask.matches(String(repeating: "7", count: 64)))
        #expect(!mask.matches(String(repeating: "7", count: 63)))
    }

    @Test(arguments: [
        ("66357342", true), ("[6]6", true), ("é", true), ("6635734#", false), ("[67]", false), ("A", false),
    ])
    func `a mask without a wildcard is literal`(text: String, isLiteral: Bool) throws {
        #expect(try KeyMask(text).isLiteral == isLiteral)
    }

    @Test(arguments: [
        ("20121456171", "2[0-8]#########"), ("2012145####", "2[0-8]#########"), ("2[0-8]#########", "2[0-8]#########"),
        ("66357342", "########"), ("IRL-1234a", "AAA-####A"), ("[?]1[#]", "[?]#[#]"), ("é1", "é#"),
        ("30121456171", "###########"), ("[{]1", "[{]#"), ("[*]", "[*]"), ("[(]1)", "[(]#)"),
        ("201214561[0-4]{2}", "2[0-8]#########"),
        ("#{7,9}", "#{7,9}"), ("2[0-8]#{8,9}", "2[0-8]#{8,9}"), ("2[0-9]#########", "2[0-9]#########"),
        ("########", "########"),
    ])
    func `the list that keys are taken from is read by the mask of all its keys`(text: String, list: String) throws {
        let mask = try KeyMask(text)
        #expect(mask.list.description == list)
        if mask.isLiteral { #expect(mask.list.matches(mask.key)) }
    }

    @Test func `a mask may have so many forms, and no more`() throws {
        let mask = try KeyMask("#{1,16}A{1,16}#")
        #expect(mask.matches("1A2") && mask.matches(String(repeating: "1", count: 16) + "ABCDEFGHIJKLMNOP7"))
        #expect(mask.shortest == 3 && mask.length == 33 && mask.isRange && !mask.isLiteral)
        let forms = (0..<256).map { "A" + String($0) }.joined(separator: "\n")
        #expect(try KeyMask(forms).matches("B255"))
        #expect(throws: MaskError.tooManyForms) { try KeyMask(forms + "\n##") }
    }

    @Test func `a list of masks is named one by one, and is no key`() throws {
        let list = try KeyMask("66357342\n##-####")
        #expect(list.description == "66357342, ##-####" && list.phrase == "the key masks 66357342, ##-####")
        #expect(!list.isLiteral && list.literalBytes == nil && list.list == list)
        #expect(try KeyMask("##\n##") == KeyMask("##"))
        #expect(try !KeyMask("2[0-8]#########\n##").list.isLiteral)
    }

    @Test func `a mask is shown as it was written`() throws {
        #expect(try KeyMask("2[0-8]##").description == "2[0-8]##")
        #expect(try KeyMask("2[0-8]#########") == KeyMask.london)
    }
}
