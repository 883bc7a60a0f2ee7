"""Fonts: what their codes stand for, and how wide they are (ISO 32000-1 9.6 to 9.10)."""

import struct

from .pdf import PDF, ROWS, content
from london_pdf import WIDTHS  # beside the directory of this module

ALL = "".join(text for row in ROWS for text in row)
LETTERS = sorted(set(ALL))
# Glyph 0 is .notdef; the space has the glyph 1.
GLYPHS = {letter: number for number, letter in enumerate(LETTERS, 1)}
NAMES = {" ": "space", "&": "ampersand", "(": "parenleft", ")": "parenright", "-": "hyphen", "\"": "quotedbl", ",": "comma",
         "\\": "backslash", "\u00e9": "eacute", **dict(zip("0123456789", "zero one two three four five six seven eight nine"
                                                           .split()))}
PLAIN_ROWS = [row[:1] + (row[1].replace("\u00e9", "e"),) + row[2:] for row in ROWS]


def name(letter):
    return NAMES.get(letter, letter)


def hexadecimal(numbers, digits=4):
    return "<" + "".join("%0*X" % (digits, number) for number in numbers) + "> Tj"


def glyph_codes(text):
    return hexadecimal(GLYPHS[letter] for letter in text)


def encoded(codec):
    return lambda text: "<" + text.encode(codec).hex() + "> Tj"


def simple_codes(text):
    """Codes from 33 on, in the order of the letters: no encoding says so."""
    return hexadecimal((32 + GLYPHS[letter] for letter in text), 2)


# Font programs

def sfnt(tables):
    head, body = struct.pack(">IHHHH", 0x00010000, len(tables), 0, 0, 0), b""
    for tag, data in sorted(tables.items()):
        head += tag + struct.pack(">III", 0, 12 + 16 * len(tables) + len(body), len(data))
        body += data + b"\0" * (-len(data) % 4)
    return head + body


def cmap(subtables):
    head, body = struct.pack(">HH", 0, len(subtables)), b""
    for platform, encoding, data in subtables:
        head += struct.pack(">HHI", platform, encoding, 4 + 8 * len(subtables) + len(body))
        body += data
    return head + body


def cmap0(codes):
    return struct.pack(">HHH", 0, 262, 0) + bytes(codes.get(code, 0) for code in range(256))


def cmap4(codes):
    """One segment for each code; every second one goes through the array of glyphs."""
    ordered = sorted(codes.items()) + [(0xFFFF, 0)]
    count, array = len(ordered), []
    ends = starts = deltas = offsets = b""
    for index, (code, glyph) in enumerate(ordered):
        ends += struct.pack(">H", code)
        starts += struct.pack(">H", code)
        through = index % 2 == 1 and code != 0xFFFF
        deltas += struct.pack(">H", 0 if through else (glyph - code) & 0xFFFF)
        offsets += struct.pack(">H", 2 * (count - index) + 2 * len(array) if through else 0)
        if through:
            array.append(glyph)
    data = ends + b"\0\0" + starts + deltas + offsets + b"".join(struct.pack(">H", glyph) for glyph in array)
    return struct.pack(">HHHHHHH", 4, 14 + len(data), 0, 2 * count, 0, 0, 0) + data


def cmap6(codes):
    first, last = min(codes), max(codes)
    glyphs = b"".join(struct.pack(">H", codes.get(code, 0)) for code in range(first, last + 1))
    return struct.pack(">HHHHH", 6, 10 + len(glyphs), 0, first, last - first + 1) + glyphs


def cmap12(codes):
    groups = b"".join(struct.pack(">III", code, code, glyph) for code, glyph in sorted(codes.items()))
    return struct.pack(">HHIII", 12, 0, 16 + len(groups), 0, len(codes)) + groups


def post2():
    names = [name(letter).encode() for letter in LETTERS]
    return struct.pack(">IIIIIIII", 0x00020000, 0, 0, 0, 0, 0, 0, 0) + struct.pack(">HH", len(names) + 1, 0) + b"".join(
        struct.pack(">H", 258 + index) for index in range(len(names))) + b"".join(
            bytes([len(name)]) + name for name in names)


def cff(encoding=b"", keyed=False):
    """A CFF program whose glyphs have names of their own, or CIDs from 100 on."""
    def index(items):
        if not items:
            return b"\0\0"
        offsets = [1]
        for item in items:
            offsets.append(offsets[-1] + len(item))
        return struct.pack(">HB", len(items), 2) + b"".join(struct.pack(">H", at) for at in offsets) + b"".join(items)

    def number(value):
        return b"\x1d" + struct.pack(">i", value)

    strings = index([b"Adobe", b"Japan1"] if keyed else [name(letter).encode() for letter in LETTERS])
    charset = b"\2" + struct.pack(">HH", 100 if keyed else 391, len(LETTERS) - 1)
    charstrings = index([b"\x0e"] * (len(LETTERS) + 1))

    def top(start):
        ros = number(391) + number(392) + number(0) + b"\x0c\x1e" if keyed else b""
        return index([ros + number(start) + b"\x0f" + (number(start + len(charset)) + b"\x10" if encoding else b"")
                      + number(start + len(charset) + len(encoding)) + b"\x11"])

    head = b"\1\0\4\2" + index([b"Small"])
    start = len(head) + len(top(0)) + len(strings) + len(index([]))
    return head + top(start) + strings + index([]) + charset + encoding + charstrings


# Fonts

def composite(show, program=None, entries="", encoding="/Identity-H", key="FontFile2", subtype="", system="Identity",
              font="", to_unicode=None, rows=ROWS, kind="CIDFontType2", base="ABCDEF+Small"):
    document = PDF(content(show, rows))
    descriptor = document.add("<< /Type /FontDescriptor /FontName /%s /Flags 4 %s >>" % (
        base, "/%s %d 0 R" % (key, document.stream(program, subtype)) if program is not None else ""))
    descendant = document.add(
        "<< /Type /Font /Subtype /%s /BaseFont /%s /CIDSystemInfo << /Registry (Adobe) /Ordering (%s) /Supplement 0 >> "
        "/FontDescriptor %d 0 R /DW 500 %s >>" % (kind, base, system, descriptor, entries))
    if to_unicode is not None:
        font += "/ToUnicode %d 0 R" % document.stream(to_unicode.encode())
    document.set(4, "<< /Type /Font /Subtype /Type0 /BaseFont /%s /Encoding %s /DescendantFonts [%d 0 R] %s >>"
                 % (base, encoding, descendant, font))
    return document


def simple(show, program=None, subtype="TrueType", key="FontFile2", kind="", entries="", to_unicode=None, rows=ROWS,
           widths=True, flags=4, base="ABCDEF+Small"):
    document = PDF(content(show, rows))
    descriptor = ""
    if program is not None:
        descriptor = "/FontDescriptor %d 0 R" % document.add(
            "<< /Type /FontDescriptor /FontName /%s /Flags %d /%s %d 0 R >>"
            % (base, flags, key, document.stream(program, kind)))
    if to_unicode is not None:
        entries += "/ToUnicode %d 0 R" % document.stream(to_unicode.encode())
    if widths:
        entries += " /FirstChar 33 /LastChar %d /Widths [%s]" % (32 + len(LETTERS), " ".join(["500"] * len(LETTERS)))
    document.set(4, "<< /Type /Font /Subtype /%s /BaseFont /%s %s %s >>" % (subtype, base, descriptor, entries))
    return document


def embedded_composites():
    unicode = {ord(letter): glyph for letter, glyph in GLYPHS.items()}
    doubled = {**unicode, 0xA0: GLYPHS[" "], 0xAD: GLYPHS["-"], 0x430: GLYPHS["a"], 0xF0FF: GLYPHS["c"]}
    for form, writer, platform, encoding, codes in (
            (4, cmap4, 3, 1, doubled), (6, cmap6, 0, 3, unicode), (12, cmap12, 3, 10, doubled), (0, cmap0, 0, 0, unicode)):
        yield ("fonts-identity-cmap-%d" % form, "Identity-H without ToUnicode: a cmap of format %d in the program" % form,
               composite(glyph_codes, sfnt({b"cmap": cmap([(platform, encoding, writer(codes))])})).file(), ROWS)
    yield ("fonts-identity-post", "Identity-H without ToUnicode: glyph names in the program's post table",
           composite(glyph_codes, sfnt({b"post": post2()})).file(), ROWS)
    yield ("fonts-identity-nothing", "Identity-H, and neither ToUnicode nor the program say a character",
           composite(glyph_codes, sfnt({b"head": b"\0" * 54})).file(), [])
    document = composite(
        lambda text: hexadecimal(500 - GLYPHS[letter] for letter in text), sfnt({b"cmap": cmap([(3, 1, cmap4(unicode))])}))
    gids = b"".join(struct.pack(">H", 500 - cid if 0 < 500 - cid <= len(LETTERS) else 0) for cid in range(500))
    stream = document.stream(gids)
    for number, body in document.objects.items():
        document.objects[number] = body.replace(b"/DW 500", b"/DW 500 /CIDToGIDMap %d 0 R" % stream)
    yield ("fonts-cid-to-gid-map", "CIDs lead to the program's glyphs through CIDToGIDMap", document.file(), ROWS)
    yield ("fonts-cff-names", "Identity-H without ToUnicode: a CFF program with glyph names",
           composite(glyph_codes, cff(), key="FontFile3", subtype="/Subtype /CIDFontType0C", kind="CIDFontType0").file(), ROWS)
    yield ("fonts-opentype-cff", "an OpenType program with a CFF table inside",
           composite(glyph_codes, sfnt({b"CFF ": cff()}), key="FontFile3", subtype="/Subtype /OpenType").file(), ROWS)
    yield ("fonts-cff-collection", "a CFF program keyed by the CIDs of Adobe-Japan1 under an Identity font",
           composite(lambda text: hexadecimal(ord(letter) - 31 for letter in text), cff(keyed=True), key="FontFile3",
                     subtype="/Subtype /CIDFontType0C", rows=PLAIN_ROWS[:3]).file(), PLAIN_ROWS[:3])
    partial = "1 beginbfchar <%04X> <0032> endbfchar" % GLYPHS["2"]
    yield ("fonts-tounicode-partial", "ToUnicode covers one code, the program all others",
           composite(glyph_codes, sfnt({b"cmap": cmap([(3, 1, cmap4(unicode))])}), to_unicode=partial).file(), ROWS)
    private = "1 beginbfrange <0001> <00FF> <F001> endbfrange"
    yield ("fonts-tounicode-private", "ToUnicode says private characters, the program real ones",
           composite(glyph_codes, sfnt({b"cmap": cmap([(3, 1, cmap4(unicode))])}), to_unicode=private).file(), ROWS)
    yield ("fonts-tounicode-name", "ToUnicode is the name Identity-H, and the program knows better",
           composite(glyph_codes, sfnt({b"cmap": cmap([(3, 1, cmap4(unicode))])}), font="/ToUnicode /Identity-H").file(), ROWS)


def plain_composites():
    utf16 = encoded("utf-16-be")
    yield ("fonts-identity-not-embedded", "Identity-H, nothing embedded, no ToUnicode: the codes may be anything",
           composite(utf16).file(), [])
    yield ("fonts-identity-widths", "the same with the widths of the characters that the codes would be in Unicode",
           composite(utf16, entries="/W [32 [%s]]" % " ".join(map(str, WIDTHS))).file(), ROWS)
    yield ("fonts-identity-glyph-numbers", "the same with widths for control codes: glyph numbers of a known system font",
           composite(lambda text: hexadecimal(ord(letter) - 29 for letter in text), entries="/W [3 [278] 19 28 556]",
                     base="ArialMT", rows=PLAIN_ROWS).file(), PLAIN_ROWS)
    yield ("fonts-identity-unknown-numbers", "the same of a font that is not known",
           composite(lambda text: hexadecimal(ord(letter) - 29 for letter in text), entries="/W [3 [278] 19 28 556]",
                     rows=PLAIN_ROWS).file(), [])
    for cmap_name, codec, system in (("UniGB-UCS2-H", "utf-16-be", "GB1"), ("UniJIS-UTF16-H", "utf-16-be", "Japan1"),
                                     ("UniKS-UTF32-H", "utf-32-be", "Korea1"), ("UniCNS-UTF8-H", "utf-8", "CNS1")):
        rows = ROWS[:3] + [("20121456179", "\u4e2d\u6587 visa", "11-Jan-12")]
        if "UTF16" in cmap_name:
            rows = rows[:3] + [("20121456179", "\U00020089 visa", "11-Jan-12")]
        yield ("fonts-" + cmap_name.lower(), "the predefined CMap %s: codes are Unicode" % cmap_name,
               composite(encoded(codec), encoding="/" + cmap_name, system=system, rows=rows, entries="/W [1 95 500]").file(),
               rows)
    for cmap_name, codec, system, status in (
            ("GBK-EUC-H", "gbk", "GB1", "\u53d1\u7ed9\u7b7e\u8bc1 visa"), ("GB-EUC-H", "gb2312", "GB1", "\u4e2d\u6587"),
            ("GBKp-EUC-H", "gbk", "GB1", "\u9886\u4e8b"), ("GBK2K-H", "gb18030", "GB1", "\u9881\u53d1"), ("ETen-B5-H", "big5", "CNS1", "\u7c3d\u8b49\u4e2d"),
            ("HKscs-B5-H", "big5hkscs", "CNS1", "\u9999\u6e2f"), ("90ms-RKSJ-H", "cp932", "Japan1", "\u5be9\u67fb\u4e2d \uff76\uff85"),
            ("90msp-RKSJ-H", "cp932", "Japan1", "\u767a\u7d66"), ("EUC-H", "euc-jp", "Japan1", "\u9762\u63a5"),
            ("KSC-EUC-H", "euc-kr", "Korea1", "\ube44\uc790"), ("KSCms-UHC-H", "cp949", "Korea1", "\ubc1c\uae09 \ub625")):
        rows = PLAIN_ROWS[:3] + [("20121456179", status, "11-Jan-12")]
        yield ("fonts-" + cmap_name.lower(), "the predefined CMap %s: codes of a national character set" % cmap_name,
               composite(encoded(codec), encoding="/" + cmap_name, system=system, rows=rows, base="Song",
                         entries="/W [1 95 500 231 326 500 814 908 500 8094 8190 500 13648 13742 500]").file(), rows)
    rows = PLAIN_ROWS[:3]
    yield ("fonts-identity-collection", "Identity-H with the CIDs of Adobe-Korea1",
           composite(lambda text: hexadecimal(ord(letter) - 31 for letter in text), system="Korea1", rows=rows).file(), rows)
    document = composite(encoded("gbk"), system="GB1", rows=rows)
    document.set(4, document.objects[4].replace(b"/Identity-H", b"%d 0 R" % document.stream(
        b"/GBK-EUC-H usecmap 1 begincidchar <7E> 95 endcidchar")))
    yield "fonts-usecmap", "an embedded CMap on top of a predefined one", document.file(), rows


def simple_fonts():
    symbol = {0xF020 + glyph: glyph for glyph in GLYPHS.values()}
    unicode = {ord(letter): glyph for letter, glyph in GLYPHS.items()}
    low = {32 + glyph: glyph for glyph in GLYPHS.values()}
    yield ("fonts-truetype-symbolic", "a symbolic TrueType font without /Encoding: cmap (3,0) and glyph names",
           simple(simple_codes, sfnt({b"cmap": cmap([(3, 0, cmap4(symbol))]), b"post": post2()})).file(), ROWS)
    yield ("fonts-truetype-macintosh", "the same by cmap (1,0), with a Unicode cmap for the characters",
           simple(simple_codes, sfnt({b"cmap": cmap([(1, 0, cmap0(low)), (3, 1, cmap4(unicode))])})).file(), ROWS)
    encoding = b"\0" + bytes([len(LETTERS)]) + bytes(32 + GLYPHS[letter] for letter in LETTERS)
    yield ("fonts-cff-encoding", "a Type 1C program with an encoding of its own",
           simple(simple_codes, cff(encoding), "Type1", "FontFile3", "/Subtype /Type1C").file(), ROWS)
    type1 = "%!PS-AdobeFont-1.0: Small\n/Encoding 256 array\n0 1 255 {1 index exch /.notdef put} for\n" + "".join(
        "dup %d /%s put\n" % (32 + GLYPHS[letter], name(letter)) for letter in LETTERS) + "readonly def\ncurrentfile eexec\n"
    yield ("fonts-type1-encoding", "a Type 1 program with an encoding of its own",
           simple(simple_codes, type1.encode(), "Type1", "FontFile").file(), ROWS)
    differences = lambda names: "/Encoding << /Differences [33 %s] >>" % " ".join("/" + one for one in names)
    yield ("fonts-names-of-program", "glyph names that no list has, but the program's tables do",
           simple(simple_codes, sfnt({b"cmap": cmap([(1, 0, cmap0(low)), (3, 1, cmap4(unicode))])}),
                  entries=differences("own%d" % glyph for glyph in GLYPHS.values())).file(), ROWS)
    yield ("fonts-names-numbered", "glyph names that hold the character's number, as distillers make them",
           simple(simple_codes, None, "Type1", entries=differences(
               ("G%02X" if ord(letter) % 2 else "c%03d") % ord(letter) for letter in LETTERS)).file(), ROWS)
    yield ("fonts-names-unicode", "glyph names uniXXXX and uXXXXX, with suffixes",
           simple(simple_codes, None, "Type1", entries=differences(
               ("uni%04X.alt" if ord(letter) % 2 else "u%05X") % ord(letter) for letter in LETTERS)).file(), ROWS)
    cyrillic = PLAIN_ROWS[:3] + [("20121456179", "\u0432\u0438\u0437\u0430", "11-Jan-12")]
    tail = lambda text: encoded("cp1251")(text)
    yield ("fonts-names-cyrillic", "afii glyph names",
           simple(tail, None, "Type1", rows=cyrillic, widths=False, base="Helvetica", entries="/Encoding << /BaseEncoding "
                  "/WinAnsiEncoding /Differences [224 /afii10065 226 /afii10067 231 /afii10073 232 /afii10074] >>").file(),
           cyrillic)
    yield ("fonts-tounicode-simple", "ToUnicode of a simple font: two-byte codes, a section without its end, an empty text",
           simple(encoded("latin-1"), None, "Type1", rows=ROWS, widths=False, base="Helvetica", to_unicode=(
               "1 begincodespacerange<00><FF>endcodespacerange 2 beginbfchar<0032><0032><31><>1 beginbfrange<30><30>[/zero]"
               "endbfrange"), entries="/Encoding /WinAnsiEncoding ").file(), ROWS)
    yield ("fonts-first-char-missing", "/Widths with /LastChar alone",
           PDF(font="<< /Type /Font /Subtype /Type1 /BaseFont /Small /Encoding /WinAnsiEncoding /LastChar 255 /Widths [%s] >>"
               % " ".join(["500"] * 224)).file(), ROWS)
    yield ("fonts-indirect-widths", "/W whose widths are indirect objects", indirect_widths(), ROWS)
    bitmap = PDF(content(simple_codes), font="<< /Type /Font /Subtype /Type3 /FontMatrix [0.01 0 0 0.01 0 0] "
                 "/FontBBox [0 0 50 70] /CharProcs << >> /Encoding << /Differences [33 %s] >> /FirstChar 33 /LastChar %d "
                 "/Widths [%s] >>" % (" ".join("/a%d" % ord(letter) for letter in LETTERS), 32 + len(LETTERS),
                                      " ".join(["50"] * len(LETTERS))))
    yield "fonts-bitmap-names", "a Type 3 font of TeX, whose glyph names are codes", bitmap.file(), ROWS


def indirect_widths():
    document = composite(encoded("utf-16-be"), entries="/W [32 [%s]]" % " ".join(
        "%d 0 R" % (100 + index) for index in range(len(WIDTHS))))
    for index, width in enumerate(WIDTHS):
        document.set(100 + index, str(width))
    return document.file()


def features():
    yield from embedded_composites()
    yield from plain_composites()
    yield from simple_fonts()
