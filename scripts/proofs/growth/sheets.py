"""Workbooks: .xlsx and .ods, the archives themselves, and workbooks in one XML document."""

import io
import zipfile

from growth.family import LARGEST, each, key

TYPES = '<Types><Override PartName="/w.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>%s</Types>'
KINDS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
PACKED = {"largest": 1_200_000}


def archive(parts, stored=False):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_STORED if stored else zipfile.ZIP_DEFLATED, compresslevel=1) as file:
        for name, text in parts:
            file.writestr(zipfile.ZipInfo(name, (2012, 6, 15, 16, 6, 0)), text, None if stored else zipfile.ZIP_DEFLATED)
    return data.getvalue()


def relationship(identifier, kind, target):
    return '<Relationship Id="%s" Type="%s%s" Target="%s"/>' % (identifier, KINDS, kind, target)


def workbook(sheets, texts="", styles="", types="", relationships="", names=None, more=(), stored=False):
    """A workbook of these sheets; `names` are pairs of a sheet's name and its part's number."""
    names = names or [("s%d" % number, number) for number in range(len(sheets))]
    parts = [
        ("[Content_Types].xml", TYPES % types),
        ("_rels/.rels", "<Relationships>" + relationship("a", "officeDocument", "w.xml") + "</Relationships>"),
        (
            "w.xml",
            "<workbook><sheets>"
            + "".join(['<sheet name="%s" id="i%d"/>' % (name, place) for place, (name, _) in enumerate(names)])
            + "</sheets></workbook>",
        ),
        (
            "_rels/w.xml.rels",
            "<Relationships>"
            + relationship("t", "sharedStrings", "t.xml")
            + relationship("y", "styles", "y.xml")
            + "".join([relationship("i%d" % place, "worksheet", "s%d.xml" % part) for place, (_, part) in enumerate(names)])
            + relationships
            + "</Relationships>",
        ),
        ("t.xml", "<sst>" + texts + "</sst>"),
        ("y.xml", "<styleSheet>" + styles + "</styleSheet>"),
    ] + [("s%d.xml" % number, "<worksheet>" + text + "</worksheet>") for number, text in enumerate(sheets)]
    return archive(parts + list(more), stored)


def elsewhere(folder, count):
    """A workbook in a folder, with unused relationships."""
    more = "".join([relationship("r%d" % index, "image", "x") for index in range(count)])
    return archive(
        [
            ("[Content_Types].xml", TYPES % ""),
            ("_rels/.rels", "<Relationships>" + relationship("a", "officeDocument", folder + "w.xml") + "</Relationships>"),
            (folder + "w.xml", '<workbook><sheets><sheet name="s" id="i"/></sheets></workbook>'),
            (folder + "_rels/w.xml.rels", "<Relationships>" + relationship("i", "worksheet", "/s.xml") + more + "</Relationships>"),
            ("s.xml", "<worksheet>" + data(FEW) + "</worksheet>"),
        ]
    )


def data(text):
    return "<sheetData>" + text + "</sheetData>"


def inline(text):
    return '<c t="inlineStr"><is><t>%s</t></is></c>' % text


def rows(count, form="<row>" + inline("%s") + inline("sent") + "</row>"):
    return "".join([form % key(index) for index in range(count)])


FEW = rows(20)
each(
    "XLSX, rows",
    {
        "plain": rows,
        "numbers": "<row><c><v>2012000{n}</v></c></row>",
        "long numbers": "<row><c><v>" + "1" * 390 + "</v></c></row>",
        "element names": "<row><a{n}/></row>",
        "element names in cells": "<row><c><a{n}/></c></row>",
        "attribute names": '<row a{n}="1"/>',
        "attributes of cells": '<row><c a{n}="1"/></row>',
        "empty rows": "<row/>",
        "empty cells": lambda n: "<row>" + "<c/>" * n + "</row>",
        "one wide row": lambda n: "<row>" + inline("a") * n + "</row>",
        "cells far to the right": '<row><c r="XFD{n}" t="inlineStr"><is><t>a</t></is></c></row>',
        "rows far below": lambda n: "".join(['<row r="%d">' % (i * 50 + 1) + inline("a") + "</row>" for i in range(n)]),
        "runs": lambda n: '<row><c t="inlineStr"><is>' + "<r><t>a</t></r>" * n + "</is></c></row>",
        "spoken": "<row><c t='inlineStr'><is><t>a</t><rPh><t>b</t></rPh></is></c></row>",
        "escapes": "<row><c t='str'><v>" + "_x0041_" * 50 + "</v></c></row>",
        "what looks like escapes": "<row><c t='str'><v>" + "_x" * 200 + "</v></c></row>",
        "formulas": "<row><c><f>A1</f><v>1</v></c></row>",
        "dates of ISO": "<row><c t='d'><v>2012-06-14T08:30:00</v></c></row>",
        "shared texts without any": "<row><c t='s'><v>1</v></c></row>",
        "comments": "<!-- a -->",
    },
    lambda text: workbook([data(FEW + text)]),
    **PACKED,
)

each(
    "XLSX",
    {
        "shared texts": lambda n: workbook(
            [data("".join(['<row><c t="s"><v>%d</v></c></row>' % i for i in range(n)]))],
            "".join(["<si><t>%s</t></si>" % key(i) for i in range(n)]),
        ),
        "shared texts that nobody uses": lambda n: workbook([data(FEW)], "<si><t>a</t></si>" * n),
        "one long shared text": lambda n: workbook([data('<row><c t="s"><v>0</v></c></row>' * n)], "<si><t>" + "a" * 1000 + "</t></si>"),
        "one long shared text, copied into each cell of a row": lambda n: workbook(
            [data("<row>" + '<c t="s" s="0"><v>0</v></c>' * n + "</row>")],
            "<si><t>" + "a " * 32_000 + "</t></si>",
            '<cellXfs><xf numFmtId="49"/></cellXfs>',
        ),
        "shared texts of runs": lambda n: workbook([data(FEW)], "<si>" + "<r><t>a</t></r>" * n + "</si>"),
        "element names among shared texts": lambda n: workbook([data(FEW)], "".join(["<a%d/>" % i for i in range(n)])),
        "element names among styles": lambda n: workbook([data(FEW)], "", "".join(["<a%d/>" % i for i in range(n)])),
        "sheets": (lambda n: workbook([data(FEW)] * n), {"largest": 4000}),
        "sheets that name one part": (lambda n: workbook([data(rows(400))], names=[("s%d" % i, 0) for i in range(n)]), {"largest": 4000}),
        "sheets that name one empty part": (
            lambda n: workbook(["<a/>" * 40000], names=[("s%d" % i, 0) for i in range(n)]),
            {"largest": 4000},
        ),
        "sheets of one row": (lambda n: workbook([data(rows(1))], names=[("s%d" % i, 0) for i in range(n)]), {"largest": 900}),
        "sheets of long names": (lambda n: workbook([data(FEW)], names=[("s" * 1000 + str(i), 0) for i in range(n)]), {"largest": 4000}),
        "merged cells": lambda n: workbook(
            [
                data(FEW)
                + "<mergeCells>"
                + "".join(['<mergeCell ref="A%d:B%d"/>' % (2 * i + 1, 2 * i + 2) for i in range(n)])
                + "</mergeCells>"
            ]
        ),
        "merged cells over each other": lambda n: workbook([data(rows(2000)) + '<mergeCell ref="A1:Z2000"/>' * n]),
        "merged cells over each other in many sheets": (
            lambda n: workbook([data(rows(20)) + '<mergeCell ref="A1:Z20"/>' * 2000] * n),
            {"largest": 900},
        ),
        "merged columns": lambda n: workbook([data(rows(n)) + "".join(['<mergeCell ref="%s1:%s%d"/>' % (c, c, n) for c in "ABCDEFGHIJ"])]),
        "merged rows, one below the other": lambda n: workbook(
            [data(rows(n)) + "".join(['<mergeCell ref="C%d:C%d"/>' % (i + 1, i + 2) for i in range(n)])]
        ),
        "number formats": lambda n: workbook(
            [data(FEW)], "", "".join(['<numFmt numFmtId="%d" formatCode="0.%s"/>' % (i, "0" * (i % 200)) for i in range(n)])
        ),
        "styles of cells": lambda n: workbook(
            [data("".join(['<row><c s="%d"><v>%d</v></c></row>' % (i % 60000, i) for i in range(n)]))],
            "",
            "<cellXfs>" + '<xf numFmtId="14"/>' * min(n, 60000) + "</cellXfs>",
        ),
        "a long format": lambda n: workbook(
            [data('<row><c s="0"><v>41000.5</v></c></row>' * n)],
            "",
            '<numFmt numFmtId="200" formatCode="%s"/><cellXfs><xf numFmtId="200"/></cellXfs>' % ("yyyy-mm-dd hh:mm:ss.000 " * 10),
        ),
        "a format of many digits": lambda n: workbook(
            [data('<row><c s="0"><v>41000.5</v></c></row>' * n)],
            "",
            '<numFmt numFmtId="200" formatCode="%s"/><cellXfs><xf numFmtId="200"/></cellXfs>' % ("#,##0" + "." + "0" * 240),
        ),
        "a format of conditions": lambda n: workbook(
            [data('<row><c s="0"><v>7</v></c></row>' * n)],
            "",
            '<numFmt numFmtId="200" formatCode="%s"/><cellXfs><xf numFmtId="200"/></cellXfs>' % ("[&gt;9]0;" * 30),
        ),
        "formats of dates": lambda n: workbook(
            [data("".join(['<row><c s="0"><v>%d.25</v></c></row>' % (i % 60000) for i in range(n)]))],
            "",
            '<cellXfs><xf numFmtId="22"/></cellXfs>',
        ),
        "relationships": lambda n: workbook(
            [data(FEW)], relationships="".join([relationship("r%d" % i, "image", "a/../b/%d" % i) for i in range(n)])
        ),
        "relationships in a folder of a long name": (lambda n: elsewhere("a/" * 30_000, n), {"largest": 100_000}),
        "a long target": lambda n: workbook([data(FEW)], relationships=relationship("r", "image", "a/../" * n)),
        "types of parts": lambda n: workbook([data(FEW)], types='<Override PartName="/a" ContentType="b"/>' * n),
        "entries": (lambda n: workbook([data(FEW)], more=[("x%d" % i, "") for i in range(n)]), {"largest": 20_000}),
        "entries of long names": (lambda n: workbook([data(FEW)], more=[("x" * 1000 + str(i), "") for i in range(n)]), {"largest": 7_000}),
        "a comment of the archive": (lambda n: workbook([data(FEW)]) + b"PK\x05\x06" * n, {"largest": LARGEST // 5}),
        "stored": (lambda n: workbook([data(rows(n))], stored=True), {"largest": 100_000}),
        "tight": (lambda n: workbook([data(FEW + " " * n)]), {"largest": 100_000_000}),
    },
    lambda document: document,
    **PACKED,
)

SPACES = " ".join(['xmlns:%s="urn:%s"' % (name, name) for name in ("office", "table", "text", "style")])


def ods(text, styles=""):
    content = (
        "<office:document-content %s><office:automatic-styles>%s</office:automatic-styles><office:body><office:spreadsheet>%s"
        "</office:spreadsheet></office:body></office:document-content>" % (SPACES, styles, text)
    )
    return archive([("mimetype", "application/vnd.oasis.opendocument.spreadsheet"), ("content.xml", content)])


def paragraph(text):
    return "<table:table-cell><text:p>%s</text:p></table:table-cell>" % text


def sheet(text):
    return ods(
        '<table:table table:name="a">'
        + "".join(["<table:table-row>%s%s</table:table-row>" % (paragraph(key(i)), paragraph("sent")) for i in range(20)])
        + text
        + "</table:table>"
    )


A = paragraph("a")
each(
    "ODS, rows",
    {
        "plain": lambda n: "".join(["<table:table-row>%s%s</table:table-row>" % (paragraph(key(i)), A) for i in range(n)]),
        "element names": "<b{n}/>",
        "element names in cells": "<table:table-row><table:table-cell><b{n}/></table:table-cell></table:table-row>",
        "element names in paragraphs": lambda n: "<table:table-row>"
        + paragraph("".join(["<b%d/>" % i for i in range(n)]))
        + "</table:table-row>",
        "attribute names": '<table:table-row b{n}="1"/>',
        "repeated rows": '<table:table-row table:number-rows-repeated="1000">' + A + "</table:table-row>",
        "repeated rows of many cells": '<table:table-row table:number-rows-repeated="100">' + A * 10 + "</table:table-row>",
        "empty repeated rows": '<table:table-row table:number-rows-repeated="1000000"/>',
        "repeated cells": '<table:table-row><table:table-cell table:number-columns-repeated="1000"><text:p>a</text:p></table:table-cell></table:table-row>',
        "repeated cells of long texts": '<table:table-row><table:table-cell table:number-columns-repeated="16000"><text:p>'
        + "a" * 500
        + "</text:p></table:table-cell></table:table-row>",
        "empty repeated cells": '<table:table-row><table:table-cell table:number-columns-repeated="1000000"/></table:table-row>',
        "spans": '<table:table-row><table:table-cell table:number-rows-spanned="1000000" table:number-columns-spanned="1000000"><text:p>a</text:p></table:table-cell></table:table-row>',
        "spans of two rows": '<table:table-row><table:table-cell table:number-rows-spanned="2"><text:p>a</text:p></table:table-cell>'
        + A
        + "</table:table-row>",
        "paragraphs": lambda n: "<table:table-row><table:table-cell>" + "<text:p>a</text:p>" * n + "</table:table-cell></table:table-row>",
        "blanks": lambda n: "<table:table-row>" + paragraph("<text:s/>" * n) + "</table:table-row>",
        "spans of text": lambda n: "<table:table-row>" + paragraph("<text:span>a</text:span>" * n) + "</table:table-row>",
        "notes": "<table:table-row><table:table-cell><office:annotation><text:p>a</text:p></office:annotation></table:table-cell></table:table-row>",
        "values": '<table:table-row><table:table-cell office:value="20120000.5"/></table:table-row>',
        "long values": '<table:table-row><table:table-cell office:value="' + "9" * 390 + '"/></table:table-row>',
        "sheets in cells": "<table:table-row><table:table-cell><table:table/></table:table-cell></table:table-row>",
    },
    sheet,
    **PACKED,
)

each(
    "ODS",
    {
        "sheets": (
            lambda n: ods(('<table:table table:name="a"><table:table-row>' + A + "</table:table-row></table:table>") * n),
            {"largest": 40_000},
        ),
        "hidden styles": lambda n: ods(
            "",
            "".join(
                [
                    '<style:style style:name="a%d" style:family="table"><style:table-properties table:display="false"/></style:style>' % i
                    for i in range(n)
                ]
            ),
        ),
    },
    lambda document: document,
    **PACKED,
)


def flat(text, styles=""):
    return (
        '<?xml version="1.0"?><office:document %s office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>%s'
        "</office:automatic-styles><office:body><office:spreadsheet>%s</office:spreadsheet></office:body></office:document>"
        % (FLAT_SPACES, styles, text)
    ).encode()


FLAT_SPACES = " ".join(['xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % (name, name) for name in ("office", "table", "text", "style")])


def flat_sheet(text):
    few = "".join(["<table:table-row>%s%s</table:table-row>" % (paragraph(key(i)), paragraph("sent")) for i in range(20)])
    return flat('<table:table table:name="a">' + few + text + "</table:table>")


each(
    "FODS",
    {
        "rows": lambda n: flat_sheet("".join(["<table:table-row>%s%s</table:table-row>" % (paragraph(key(i)), A) for i in range(n)])),
        "empty repeated rows and cells": lambda n: flat_sheet(
            '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>' * n
        ),
        "spans": lambda n: flat_sheet(
            '<table:table-row><table:table-cell table:number-rows-spanned="1000000"><text:p>a</text:p></table:table-cell></table:table-row>' * n
        ),
        "styles": lambda n: flat("", "".join(['<style:style style:name="a%d" style:family="table"/>' % i for i in range(n)])),
        "sheets": (lambda n: flat(('<table:table table:name="a"><table:table-row>' + A + "</table:table-row></table:table>") * n), {"largest": 900}),
        "a picture": lambda n: flat_sheet(
            "<table:shapes><draw:image xmlns:draw='d'><office:binary-data>" + "QUJD\n" * n + "</office:binary-data></draw:image></table:shapes>"
        ),
    },
    lambda document: document,
)

SHEET_2003 = "urn:schemas-microsoft-com:office:spreadsheet"


def book(sheets, styles=""):
    return (
        '<?xml version="1.0"?><Workbook xmlns="%s" xmlns:ss="%s"><Styles>%s</Styles>%s</Workbook>' % (SHEET_2003, SHEET_2003, styles, sheets)
    ).encode()


def text_2003(text, where=""):
    return '<Cell%s><Data ss:Type="String">%s</Data></Cell>' % (where, text)


FEW_2003 = "".join(["<Row>%s%s</Row>" % (text_2003(key(i)), text_2003("sent")) for i in range(20)])


def table(text, styles="", before=""):
    return book('<Worksheet ss:Name="a"><Table>' + before + FEW_2003 + text + "</Table></Worksheet>", styles)


def styled(n, code, parent=""):
    """So many styles, and a cell of each."""
    styles = "".join(['<Style ss:ID="s%d"%s>%s</Style>' % (i, parent and ' ss:Parent="s%d"' % max(0, i - 1), code(i)) for i in range(n)])
    return table("".join(['<Row><Cell ss:StyleID="s%d"><Data ss:Type="Number">7</Data></Cell></Row>' % i for i in range(n)]), styles)


DAY_2003 = '<Cell ss:StyleID="d"><Data ss:Type="DateTime">2012-06-14T08:30:00.000</Data></Cell>'
each(
    "XML Spreadsheet, rows",
    {
        "plain": lambda n: "".join(["<Row>%s%s</Row>" % (text_2003(key(i)), text_2003("a")) for i in range(n)]),
        "empty rows": "<Row/>",
        "rows far below": lambda n: "".join(['<Row ss:Index="%d">%s</Row>' % (50 * i + 100, text_2003("a")) for i in range(n)]),
        "cells far to the right": "<Row>" + text_2003("a", ' ss:Index="16384"') + "</Row>",
        "cells beyond the right": "<Row>" + text_2003("a", ' ss:Index="1048576"') + "</Row>",
        "empty cells far to the right": '<Row><Cell ss:Index="16384"/></Row>',
        "one wide row": lambda n: "<Row>" + text_2003("a") * n + "</Row>",
        "spans of rows": '<Row ss:Span="9"/>',
        "merged cells": "<Row>" + text_2003("a", ' ss:MergeDown="1000000" ss:MergeAcross="16000"') + "</Row>",
        "merged cells over two rows": "<Row>" + text_2003("a", ' ss:MergeDown="1"') + "</Row>",
        "merged cells that are wide": "<Row>" + text_2003("a", ' ss:MergeAcross="100"') * 9 + "</Row>",
        "rich texts": lambda n: "<Row><Cell><Data>" + "<B>a</B>" * n + "</Data></Cell></Row>",
        "comments": "<Row><Cell><Comment><Data>a</Data></Comment></Cell></Row>",
        "element names": "<Row><a{n}/></Row>",
        "attribute names": '<Row a{n}="1"/>',
        "numbers": '<Row><Cell><Data ss:Type="Number">2012000{n}</Data></Cell></Row>',
        "dates": "<Row>" + DAY_2003 + "</Row>",
        "columns": '<Column ss:StyleID="d"/>',
        "tables of wide columns": '</Table><Table><Column ss:Span="16383" ss:StyleID="d"/>',
    },
    lambda text: table(text, '<Style ss:ID="d"><NumberFormat ss:Format="yyyy-mm-dd hh:mm:ss"/></Style>'),
)
each(
    "XML Spreadsheet",
    {
        "styles": (lambda n: styled(n, lambda i: '<NumberFormat ss:Format="0.00"/>'), {"largest": 60_000}),
        "long formats, all used": (lambda n: styled(n, lambda i: '<NumberFormat ss:Format="%s%d"/>' % ("#,##0" + "." + "0" * 240, i)), {"largest": 4_000}),
        "parents of parents": (lambda n: styled(n, lambda i: "" if i else '<NumberFormat ss:Format="0.00"/>', "s"), {"largest": 60_000}),
        "a parent of a long name": (
            lambda n: table(
                "".join(['<Row><Cell ss:StyleID="s%d"><Data ss:Type="Number">7</Data></Cell></Row>' % i for i in range(n)]),
                '<Style ss:ID="p" ss:Parent="%s"/>' % ("a" * 2_000_000)
                + "".join(['<Style ss:ID="s%d" ss:Parent="p"/>' % i for i in range(n)]),
            ),
            {"largest": 60_000},
        ),
        "a style of a long name with many formats": lambda n: book("", '<Style ss:ID="' + "a" * n + '">' + '<NumberFormat ss:Format="0"/>' * (n // 30) + "</Style>"),
        "columns of styles and cells in each": (
            lambda n: table(
                "".join(["<Row>" + '<Cell><Data ss:Type="Number">7</Data></Cell>' * 100 + "</Row>" for _ in range(n)]),
                '<Style ss:ID="d"><NumberFormat ss:Format="0.0"/></Style>',
                '<Column ss:StyleID="d"/>' * 16_000,
            )
        ),
        "sheets": (lambda n: book(('<Worksheet ss:Name="a"><Table>' + FEW_2003 + "</Table></Worksheet>") * n), {"largest": 900}),
        "hidden sheets of wide rows": (
            lambda n: book(
                ('<Worksheet ss:Name="a"><Table>' + ("<Row>" + text_2003("a", ' ss:Index="16000"') + "</Row>") * 9
                 + "</Table><WorksheetOptions><Visible>SheetHidden</Visible></WorksheetOptions></Worksheet>") * n
            ),
            {"largest": 900},
        ),
        "sheets of cells merged over each other": (
            lambda n: book(
                ('<Worksheet ss:Name="a"><Table>' + ("<Row>" + text_2003("a", ' ss:MergeDown="99"') * 3 + "</Row>") * 60 + "</Table></Worksheet>") * n
            ),
            {"largest": 900},
        ),
    },
    lambda document: document,
)
each(
    "OLE2",
    {
        "entries of a directory": lambda n: b"\xd0\xcf\x11\xe0" + bytes(508) + (("a" * 31).encode("utf-16-le") + bytes(2) + bytes([64, 0, 2, 1]) + bytes(60)) * n,
    },
    lambda document: document,
)
