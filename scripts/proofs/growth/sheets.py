"""Workbooks: .xlsx and .ods, and the archives that they are."""

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
    """A workbook in a folder, with relationships that nobody follows."""
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
