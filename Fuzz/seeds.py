#!/usr/bin/env python3
"""Writes the inputs that fuzzing starts from, one folder for each target: parts of the fixtures, and a few made by hand.

    Fuzz/seeds.py DIRECTORY
"""

import glob
import gzip
import hashlib
import io
import os
import re
import struct
import sys
import zipfile
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
FIXTURES = os.path.join(HERE, "..", "Tests", "Fixtures")
# Longer parts are cut off: what is special stands at their beginnings, and short inputs find more.
LONGEST = 4096


def fixtures():
    for path in sorted(glob.glob(os.path.join(FIXTURES, "*", "*.pdf"))):
        with open(path, "rb") as file:
            yield file.read()


def streams(document):
    """The streams, decoded where they are deflated."""
    for match in re.finditer(rb"stream\r?\n(.*?)\r?\nendstream", document, re.DOTALL):
        try:
            yield zlib.decompressobj().decompress(match[1], 1 << 20)
        except zlib.error:
            yield match[1]


def answers():
    """What it is, for a body how large its pieces are, and the body or the field; see Targets/Answers.swift."""
    text = b"Batch,Status\n20120000001,sent\n" * 4
    raw = zlib.compressobj(9, zlib.DEFLATED, -15)
    yield bytes([0, 16]) + gzip.compress(text, mtime=0)
    yield bytes([1, 16]) + zlib.compress(text)
    yield bytes([1, 3]) + raw.compress(text) + raw.flush()
    for field in [b"3600", b"Wed, 21 Oct 2026 07:28:00 GMT", b'public, max-age="600", no-cache', b"text/html; charset=\"utf-8\"", b'W/"a-gzip"']:
        yield bytes([128]) + field


def messages():
    yield b'{"kind": "poll", "text": "a\\u00e9\\ud83d\\ude00", "count": -9223372036854775808, "small": 255, "seconds": 1.5e-7, "isSo": true}'
    yield b'{"date": "2026-11-24T12:00:00.5Z", "rows": [{"key": "1", "values": ["a", null]}], "named": {"a": 1, "b": 2}}'


def objects():
    yield b"<< /A [1 -2.5 (a\\(b\\)\\051\\\n) <48 6> /N#61me] /B << /C 12 0 R >> /D true >> null endobj"
    yield b"9223372036854775807 -1 +.5 5. --5 1.2.3 123456789012345678901234567890"
    for document in fixtures():
        for match in re.finditer(rb"\d+ 0 obj(.*?)(?:stream|endobj)", document, re.DOTALL):
            if len(match[1]) <= 512:
                yield match[1]


def filters():
    """How many filters, then each: its kind, flags, parameters; see Targets/Filters.swift."""
    text = b"stream data stream data stream data"
    yield bytes([0, 0, 0]) + zlib.compress(text)
    yield bytes([0, 0, 1, 4, 0, 0, 4]) + zlib.compress(b"\2abcd\2efgh\4ijkl")
    yield bytes([0, 0, 1, 1, 1, 0, 4]) + zlib.compress(b"abcdefgh")
    yield bytes([0, 1, 0]) + bytes([0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01])
    yield bytes([0, 2, 0]) + b"<~87cURD]i,\"Ebo80~>"
    yield bytes([0, 3, 0]) + b"48 65 6C 6c 6F>"
    yield bytes([0, 4, 0]) + bytes([4]) + b"Hello" + bytes([250]) + b"a" + bytes([128])
    yield bytes([1, 3, 0, 0, 0]) + zlib.compress(text).hex().encode() + b">"
    for kind in range(6):
        yield bytes([0x84 // 6 * 6 + kind]) + text * 20


def cmaps():
    yield b"begincodespacerange <00> <7F> <8000> <FFFF> endcodespacerange begincidrange <00> <7F> 1 endcidrange"
    yield b"beginbfrange <0000> <00FF> <0020> <01> <03> [<0041> <00420043> <D83DDE00>] endbfrange"
    yield b"beginbfchar <41> <0041> <42> /name endbfchar begincidchar <43> 5 endcidchar"
    for document in fixtures():
        yield from (stream[:LONGEST] for stream in streams(document) if b"beginbf" in stream)


def content():
    yield b"BT /F2 9 Tf 50 700 Td (ABC) Tj /F3 9 Tf <00410042> Tj 0 -12 TD [(\\101) -900 (b) 20 <41>] TJ T* ET"
    yield b"q 1 0 0 1 5 5 cm BT /F4 9 Tf 0 1 -1 0 50 50 Tm (a\200b) Tj ET Q /X1 Do /G gs BT (x) ' 1 2 (y) \" ET"
    yield b"BT /F5 9 Tf 5 Tc 2 Tw 90 Tz 12 TL 3 Ts <00410042> Tj /F6 1 Tf (ABC) Tj ET BI /W 1 ID x EI /Im Do"
    yield b"q 10 20 100 30 re W n 2 w 10 20 m 110 20 l 110 50 l s Q 10 60 100 1 re f 10 70 100 30 re B"
    yield b"10 20 100 30 re 11 21 98 28 re f* 10 60 m 110 60 l 110 61 l 10 61 l h b* 10 80 m 20 90 30 90 40 80 c S"
    for document in fixtures():
        yield from (stream[:LONGEST] for stream in streams(document) if b" Tf" in stream and b"BT" in stream)


def document():
    yield from (document for document in fixtures() if len(document) <= 16384)


def rows():
    """Four bytes for each text; see Targets/Rows.swift."""
    def text(what, x, y, how=0):
        return bytes([what, x // 4, y // 4, how])
    table = b"".join(text(row % 3, 48, 80 + 16 * row) + text(14, 128, 80 + 16 * row) + text(12, 400, 80 + 16 * row)
                     for row in range(8))
    wrapped = b"".join(text(row % 3, 48, 80 + 32 * row) + text(24, 128, 80 + 32 * row) + text(13, 128, 92 + 32 * row)
                       for row in range(6))
    beside = b"".join(text(row, x, 80 + 16 * row) + text(14, x + 80, 80 + 16 * row) for row in range(4) for x in (48, 400))
    heading = text(15, 48, 60) + text(13, 128, 60) + text(30, 400, 60)
    yield b"\0\0" + heading + table
    yield b"\0\0" + table + bytes([255, 0, 0, 0]) + text(14, 128, 60) + table + text(16, 300, 800)
    yield b"\0\0" + wrapped
    yield b"\1\0" + beside
    yield b"\2\0" + table
    yield b"\0\2" + b"".join(text(8, 48, y) + text(9, 83, y) + text(14, 128, y) for y in range(80, 200, 16))
    yield b"\0\1" + b"".join(text(5 + row % 2, 48, 80 + 16 * row) + text(13, 128, 80 + 16 * row) for row in range(5))


def tables():
    """The layout, the case, then a byte for each cell; see Targets/Tables.swift."""
    table = bytes([3, 4, 5, 0xF0, 0, 8, 9, 0xF0, 1, 2, 9, 0xF0, 2, 8, 9, 0xF0, 6, 8, 9])
    for layout in range(28):
        yield bytes([layout, 0]) + table
        yield bytes([layout, 2]) + table + b"\xff" + table
    yield bytes([4, 0, 16, 17, 5, 0xE0, 0, 8, 9])
    yield bytes([5, 2, 4, 8, 0xF0, 5, 9])
    yield bytes([18, 0, 24, 0xF0, 26, 18, 19, 0xF0, 13, 8, 9, 0xF0, 15, 8, 9])


def shapes():
    """Six bytes for a thousand texts; see Targets/Shapes.swift."""
    key, word = bytes([0, 12, 4, 0, 6, 0]), bytes([1, 32, 4, 0, 6, 0])
    yield key + word
    yield key + bytes([1, 32, 4, 7, 6, 4])
    yield bytes([0, 12, 4, 7, 6, 2]) + word
    yield bytes([0, 12, 4, 0, 1, 0]) + bytes([1, 32, 4, 0, 1, 0])


def grid():
    """Five or seven bytes for each line, rectangle or grid; see Targets/Grid.swift."""
    yield bytes([4, 25, 60, 70, 20, 5, 2])
    yield bytes([4, 25, 60, 70, 20, 5, 2, 0, 25, 75, 140, 0, 1, 60, 75, 0, 20, 3, 130, 60, 70, 20])
    yield b"".join(bytes([3, 25 + 35 * column, 60 + 5 * row, 70, 20]) for row in range(4) for column in range(3))
    yield b"".join(bytes([0, 25, 60 + 5 * row, 200, 0]) + bytes([2, 25, 60 + 5 * row, 200, 5]) for row in range(6))


def tagged():
    """Objects of a structure tree: a byte for the type and how many kids, then the kids; see Targets/Tagged.swift."""
    def reference(index):
        return 124 + index

    def element(kind, *kids):
        return bytes([16 * len(kids) + kind, *kids])
    # The table, its six rows, then their cells: each has the next item of the page.
    rows = [element(9, *(reference(7 + 3 * row + column) for column in range(3))) + bytes([0, 0, 9]) for row in range(6)]
    cells = [element(10, 2 + item) + bytes([0, item % 3 == 1, 9]) for item in range(18)]
    yield element(8, *(reference(1 + row) for row in range(6))) + bytes([0, 0, 0]) + b"".join(rows + cells)
    yield element(8, reference(0), reference(1)) + bytes([6, 6, 0]) + element(9, reference(2), reference(2)) + bytes([0, 0, 0]) + \
        element(10, 2, 3, 4, reference(0)) + bytes([6, 6, 10])


def structure():
    """As for a tagged page."""
    yield from tagged()
    # A loop, a cell of the widest span, and an element that is every other's kid.
    yield bytes([24, 124, 124, 0, 0, 0, 25, 125, 126, 0, 0, 0, 26, 2, 0, 3, 9])


def paths():
    """How to paint, the matrix, the width of lines, whether to clip, then the path; see Targets/Paths.swift."""
    table = b"50 700 m 500 700 l 50 680 m 500 680 l 50 660 500 0.5 re 50 640 1 60 re h n 60 600 400 30 re"
    frame = b"50 600 400 100 re 51 601 398 98 re 70 500 m 300 500 l 300 520 l 70 520 l h 10 10 20 20 30 30 c"
    for painting in range(5):
        for matrix in range(7):
            yield bytes([painting, matrix, 2, 0]) + table
            yield bytes([painting, matrix, 3, 1, 20, 20, 180, 190]) + frame


def masks():
    yield b"2[0-8]#########\0" + b"20121456171\0" + b"20121456171 and 2912"
    yield b"#{7,9}\0A-#{1,2}\0*\0[*]\0x{2}[{]#{3}\0" + b"1234567 12345678 A-1 A-12 * xx{123"
    yield b"##-###\n######(A)?\nAAA-##-#{1,3}\0(EX-)?#{1,3}/##\0" + b"23-340 123456B ABC-12-7 EX-12/26 7/26"
    yield b"A-#\0?[[]\0[a-c-]x\0" + b"B-7 9[ ax"
    yield "é#\0e\u0301#\0[]]\0".encode() + "é1".encode()


def net():
    yield b"20121456171\0" + b"2[0-8]#########\0" + b"see 20121456171, 2012-1456-172 and 20121456\n173"
    yield b"A-#{1,4}\0Denmark\0" + "№A-12号 Den\u00admark ２０１２ o\ufb03ce".encode()
    yield "Côte d'Ivoire\0Россия\0北京\0".encode() + "co\u0302te d’ivoire, РОССИЯ, 在北京的\x1e\x1f".encode()
    yield b"12-345678\0123-45678\012345\0" + b"1 2 - 3 4 5 6 7 8 12345"


def replies():
    """Whose it is, then the line; see Targets/Replies.swift."""
    digest = b"0123456789abcdef" * 4
    yield b'\0{"progress":{"received":10,"expected":20}}'
    yield b'\0{"reply":{"_0":{"failure":{"_0":{"kind":"http","cause":"HTTP 404"}}}}}'
    yield b'\0{"reply":{"_0":{"document":{"_0":{"length":9223372036854775807,"digest":"' + digest + b'"}}}}}'
    yield b'\1{"reply":{"_0":{"document":{"_0":{"rows":[{"batch":"1","update":{"status":"a","date":"b"},"page":1}],"rowCount":1,"pageCount":1,"damage":[]},"_1":{}}}}}'


def edits():
    """What is to be done, the batch, its label, its source, the file; see Targets/Edits.swift."""
    file = b'[batches]\n20121 = "x"\n[sources.a]\nurl = "file:///a"\n[sources.a.batches]\n"20122##" = \'y\' # z\n'
    yield b"\1" + b"20123\0mine\0a\0" + file
    yield b"\2" + b"20121\0\0\0" + file
    yield b"\3" + b"20123\0mine\0\0\xef\xbb\xbf" + file.replace(b"\n", b"\r\n") + b'[hook]\nrun = ["/bin/true"]'
    yield b"\6" + b"20123\0\0\0" + b'[sources]\nb = { url = "file:///b", key = "#####", batches = { 20124 = "w" } }'
    yield b'\5\0[sources.b]\nurl = "file:///b"\0b\0' + file


def fonts():
    """How to take it, then a font program; see Targets/Fonts.swift."""
    # A cmap of format 4 and post of format 2, then formats 0, 6 and 12; a collection.
    segments = struct.pack(">HHHHHHH", 4, 32, 0, 4, 0, 0, 0) + struct.pack(">HHHHHHHHH", 67, 65535, 0, 65, 65535, 65472, 1, 0, 0)
    groups = struct.pack(">HHIII", 12, 0, 28, 0, 1) + struct.pack(">III", 0x41, 0x43, 1)
    table = struct.pack(">HHIHH", 6, 10, 0x410002, 1, 2)
    post = bytes.fromhex("00020000") + bytes(28) + struct.pack(">HHHH", 3, 36, 258, 259) + b"\5f_i.x\3one"
    for subtable, platform in ((segments, (3, 1)), (groups, (3, 10)), (table, (1, 0)), (bytes(6) + bytes(range(256)), (3, 0))):
        program = true_type({b"cmap": struct.pack(">HHHHI", 0, 1, *platform, 12) + subtable, b"post": post})
        yield b"\0" + program
        yield b"\1ttcf\0\1\0\0\0\0\0\1\0\0\0\x10" + program
    yield b"\3 256 array dup 65 /A put dup 8#102 /Euro put readonly def eexec"
    yield b"\0%!PS-AdobeFont /Encoding 256 array 0 1 255 {1 index exch /.notdef put} for dup 65 /A put def"
    yield from (bytes([4, cmap]) + bytes(range(0x20, 256, 9)) for cmap in range(5))
    for document in fixtures():
        for stream in streams(document):
            if stream[:4] in (b"\0\1\0\0", b"OTTO", b"true", b"ttcf") or stream[:1] == b"\1" or stream[:2] == b"%!":
                yield b"\0" + stream[:LONGEST]


def true_type(tables):
    """A program with these tables."""
    head, body = struct.pack(">IHHHH", 0x10000, len(tables), 0, 0, 0), b""
    for tag, table in tables.items():
        head += tag + struct.pack(">III", 0, 12 + 16 * len(tables) + len(body), len(table))
        body += table
    return head + body


def encryption():
    """An encryption dictionary, the identifier, then data; see Targets/Encryption.swift."""
    for document in fixtures():
        found = re.search(rb"obj\s+(<< /Filter /Standard.*?)\s*endobj", document, re.DOTALL)
        identifier = re.search(rb"/ID\s*(\[.*?\])", document, re.DOTALL)
        if found:
            yield found[1] + b" " + (identifier[1] if identifier else b"null") + b"\n" + bytes(range(100, 148))


def charsets():
    """What the server says, a line feed, and the text."""
    yield b"utf-8\n\xef\xbb\xbfcaf\xc3\xa9;\xff"
    for encoding in ("utf-16", "utf-16-be", "utf-32", "utf-32-le", "windows-1252"):
        yield b"\n" + "caf\u00e9|x\n1|2\n".encode(encoding)
    for encoding in ("windows-1251", "koi8-r", "iso-8859-5"):
        yield encoding.encode() + b"\n" + "\u041d\u043e\u043c\u0435\u0440;1\n".encode(encoding)
    for encoding in ("shift_jis", "euc-jp", "iso-2022-jp", "gbk", "big5"):
        yield b"\n<meta charset=" + encoding.encode() + b">\u8a31\u53ef 1".decode("unicode_escape").encode(encoding)


def csv():
    yield b"a,b;c\r\n1,\"2 \"\"x\"\"\n\",3\r\n"
    yield b"sep=;\n=\"00123\";\"=\"\"4\"\"\" ; 5\" d\n\n;\n"
    yield b"a\tb\rc\td\r\"open\n"
    yield "caf\u00e9|x\n1|2\n".encode()


def json():
    """A path, a NUL, and the document; or the document alone."""
    yield b'{"count":2,"results":[{"id":20121456171,"a":{"b":1.50}},{"l":["x",null,true],"o":[{"n":1},{"n":2}]}]}'
    yield b'data.items[]\0{"title":"t","data":[{"items":[{"a":1,"a":-0.1e+5}]},{"items":[]}]}'
    yield b'[["a","b"],[1,[2,{"c":false}]],"\\ud83d\\ude00\\ud83d\\n\\u0041"]'


def dates():
    """A pattern, a NUL, and the text; or the text alone."""
    yield b"*visa_?ecisions*.pdf*\0Visa_Decisions_9_-_13_November_2026 (1).pdf"
    for text in (
        "2026-11-13 20261113 13112026 13.11.2026 13/11/26 2026/11 11/2026",
        "13th of November, 2026; Nov 13, 2026; 13-Nov-26; November 2026; 2026-Nov-13",
        "du 1er ao\u00fbt au 3 septembre 2026, 09. - 13.11.2026, 28.12. - 03.01.2027, 13 Kas\u0131m 2026",
        "Nov 9 to 13, 2026 Dec 28 - Jan 3, 2027 5/13/2026 13/5/2026 20261113104500 v1.2.26 10.11.12.13",
    ):
        yield text.encode()


def html():
    head = b"<!DOCTYPE html><html><head><meta charset=utf-8><title>T</title></head><body><h1>H</h1><p>a<p>b"
    rows = b"<tr><th scope=col>Number<th>Status</tr><tr><td rowspan=2>1</td><td colspan=2>a&nbsp;b</td></tr><tr><td>c<br>d</td></tr>"
    yield head + b"<table><caption>C</caption><thead>" + rows + b"</thead></table></body></html>"
    yield b"<table><tr><td><div hidden>x</div><table>" + rows + b"</table><td style='display:none'>y<td><img alt=z></table>"
    yield b"<dl><dt>Number<dd>1<dt>Status</dt><dd>a<dd>b</dl><table><tr><td>cut"
    yield b"<?xml version='1.0' encoding='windows-1252'?><table><tbody><tr><td rowspan=0>\xe9<td><!-- c --></tbody><tr><td/></table>"
    yield "\ufeff<table><tr><td>a<script>b</script>".encode("utf-16-le")
    yield b"<meta charset=shift_jis><table><td>\x83\x65<td>\x83</table>"


def xml():
    yield b"\n<rss><channel><title>T</title><item><title>a</title><price c='x'>1</price></item><item><b><c/>d</b></item></channel></rss>"
    yield b"\n<feed xmlns='u'><title>T</title><entry><id>1</id><link href='x'/><link href='y'/></entry></feed>"
    yield b"\n<r:RDF xmlns:r='u'><item r:about='x'>&lt;<![CDATA[ a ]]>&#65;</item></r:RDF>"
    yield b"User\n<?xml version='1.0' encoding='iso-8859-1'?><users><user id='7'><name>\xe9</name></user><user><user/></user></users>"
    yield b"r\n<!DOCTYPE r [<!ENTITY a 'b'>]><r>&a;</r>"
    yield b"r\n" + "<r><a>b</a></r>".encode("utf-16")


def links():
    for start in [b"\0\0\0", b"\1\1\3", b"\2\2\1"]:
        yield start + b"<html><base href='/c/'><a href='list_2026-11-13.pdf'>13 November</a><a href='//h/x?a=1&amp;b=%20#f'>b</a><a href='http:x'>"
        yield start + b"<?xml version='1.0'?><rss><item><title>T</title><link>https://h/list.pdf</link><guid>../x.pdf</guid></item></rss>"
        yield start + b"<?xml version='1.0'?><urlset><url><loc>https://h/a b</loc></url></urlset>"
        yield start + b"<?xml version='1.0'?><feed><entry><link href='a\\b' rel='x'/></entry></feed>"
        yield start + b'{"files":[{"url":"https://h/list_1.pdf","name":"N"},"/list.csv"]}'


def workbooks():
    for path in sorted(glob.glob(os.path.join(FIXTURES, "tables", "*.ods")) + glob.glob(os.path.join(FIXTURES, "tables", "*.xlsx"))):
        with open(path, "rb") as file:
            yield file.read()


def zip():
    """An archive, or 0 and what is to be packed; see Targets/Zip.swift."""
    yield b"\0name\0content\0other\0" + bytes(range(256))
    yield from (archive for archive in workbooks() if len(archive) <= 8192)
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as archive:
        archive.writestr("a", b"content" * 9, zipfile.ZIP_DEFLATED)
        archive.writestr("b", b"content", zipfile.ZIP_STORED)
    yield data.getvalue()


def sheet():
    """Which part it is, then the part; see Targets/Sheet.swift."""
    yield b"\4dd\\-mmm\\-yy;@\x0041074.5"
    yield b"\4[<=9999999]###-####;(###) ###-####\x002025551234"
    yield b"\4#,##0.00_);[Red](#,##0.00);\"none\"\0-1234.5"
    yield b"\4##0.0E+0\x0012345"
    for document in workbooks():
        with zipfile.ZipFile(io.BytesIO(document)) as archive:
            for name, kind in (("content.xml", 0), ("xl/worksheets/sheet1.xml", 1), ("xl/worksheets/sheet2.xml", 1),
                               ("xl/sharedStrings.xml", 2), ("xl/styles.xml", 3)):
                if name in archive.namelist():
                    text = archive.read(name)
                    if len(text) <= 8192:
                        yield bytes([kind]) + text
    for name, kind in (("handmade.fods", 0), ("handmade-2003.xml", 5)):
        with open(os.path.join(FIXTURES, "tables", name), "rb") as file:
            yield bytes([kind]) + file.read()
    yield (b"\5<Workbook xmlns:ss='s'><Styles><Style ss:ID='a'><NumberFormat ss:Format='Short Date'/></Style></Styles><Worksheet ss:Name='w'>"
           b"<Table ss:LeftCell='2'><Column ss:Index='2' ss:Span='1' ss:StyleID='a'/><Row ss:Index='2'><Cell ss:MergeDown='1'><Data ss:Type='String'>"
           b"<B>a</B></Data></Cell><Cell ss:Index='3'><Data ss:Type='Number'>41074</Data></Cell></Row><Row><Cell ss:Index='2'><Data>b</Data></Cell>"
           b"</Row></Table></Worksheet></Workbook>")
    yield (b"\0<d xmlns:t='t'><spreadsheet><t:table t:name='a'><table-row number-rows-repeated='2'><table-cell number-rows-spanned='2' "
           b"number-columns-spanned='2'><p>a<s c='2'/>b</p></table-cell><covered-table-cell/></table-row></t:table></spreadsheet></d>")
    yield (b"\1<w><sheetData><row r='2'><c r='B2' s='1'><v>41074</v></c><c t='inlineStr'><is><t>a</t></is></c></row><row r='3'><c t='s'>"
           b"<v>0</v></c></row></sheetData><mergeCells><mergeCell ref='B2:C3'/></mergeCells></w>")


def main(directory):
    for target in (
        objects, filters, cmaps, content, document, rows, tables, shapes, paths, grid, structure, tagged, masks, fonts,
        encryption, charsets, csv, json, dates, html, xml, links, zip, sheet, answers, messages, net, replies, edits,
    ):
        folder = os.path.join(directory, target.__name__)
        os.makedirs(folder, exist_ok=True)
        for seed in target():
            with open(os.path.join(folder, hashlib.sha1(seed).hexdigest()), "wb") as file:
                file.write(seed)


main(*sys.argv[1:])
