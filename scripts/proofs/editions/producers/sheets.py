"""Lists without pages: CSV, JSON, XML, RSS, and sheets as OpenDocument and Office Open XML, by hand and by openpyxl."""

import datetime
import html
import io
import json
import random
import zipfile

from .. import layouts
from . import producer


def matrix(document):
    """All lines of the document as cells of a sheet: (texts with their places, kind, the Line)."""
    out = []
    for kind, what in document.blocks:
        if kind == "table":
            out += [(line.kind, line.cells, what) for line in what.lines]
        elif kind in ("lines", "right"):
            out += [("text", [line], None) for line in what]
        else:
            out.append(("text", [what], None))
    return out


def plain(cell):
    return cell if isinstance(cell, str) else cell.text if cell else ""


@producer("csv", "csv")
def commas(document):
    rng = random.Random(document.layout["flavour"])
    between = rng.choice([",", ",", ";", "\t"])
    all_quoted = rng.random() < 0.3
    end = rng.choice(["\n", "\r\n"])

    def quoted(text):
        return '"%s"' % text.replace('"', '""') if all_quoted or any(c in text for c in between + '"\n') else text

    has_title = rng.random() < 0.5
    out = []
    for kind, cells, _ in matrix(document):
        if kind == "text" and not has_title and not out:
            continue
        out.append(between.join(quoted(plain(c)) for c in cells))
    return (end.join(out) + end).encode()


def records(document, name):
    """The rows as objects, by the names of their columns."""
    for kind, what in document.blocks:
        if kind != "table":
            continue
        for line in what.body:
            if line.kind == "data":
                yield [(name(c.column), c.text) for c in line.cells if c]


@producer("json", "json")
def objects(document):
    rng = random.Random(document.layout["flavour"])
    layout = document.layout
    rows = [dict(r) for r in records(document, lambda c: layouts.heading(layout, c))]
    shape = rng.choice(["list", "member", "deep"])
    indent = rng.choice([None, 1])
    value = {
        "list": rows,
        "member": {"updated": "2026-05-12", "cases": rows},
        "deep": {"meta": {"title": document.title, "count": len(rows)}, "data": {"items": rows}},
    }[shape]
    return json.dumps(value, indent=indent, ensure_ascii=rng.random() < 0.5).encode()


def tag(text):
    return "".join(c for c in text.title() if c.isalnum() or c in "#").replace("#", "Nr")


@producer("xml", "xml")
def elements(document):
    layout = document.layout
    out = ['<?xml version="1.0" encoding="UTF-8"?>', "<cases>"]
    for row in records(document, lambda c: tag(layouts.heading(layout, c))):
        out.append("<case>%s</case>" % "".join("<%s>%s</%s>" % (n, html.escape(t), n) for n, t in row))
    return "\n".join(out + ["</cases>"]).encode()


@producer("rss", "xml")
def feed(document):
    out = [
        '<?xml version="1.0"?>',
        '<rss version="2.0"><channel><title>%s</title><link>https://example.org/</link><description>Cases</description>'
        % document.title,
    ]
    for row in records(document, lambda c: c):
        row = dict(row)
        out.append(
            "<item><title>%s</title><description>%s</description><pubDate>%s</pubDate></item>"
            % (html.escape(row.get("key", "")), html.escape(row.get("status", "")), html.escape(row.get("date", "")))
        )
    return "\n".join(out + ["</channel></rss>"]).encode()


def zipped(parts):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, text) in enumerate(parts):
            archive.writestr(
                zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)),
                text,
                zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED,
            )
    return out.getvalue()


OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" '
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0" office:version="1.3"'
)


def ods_cell(cell, rng):
    if cell is None:
        return "<table:covered-table-cell/>"
    text = plain(cell)
    marks = ""
    if not isinstance(cell, str):
        if cell.across > 1:
            marks += ' table:number-columns-spanned="%d"' % cell.across
        if cell.down > 1:
            marks += ' table:number-rows-spanned="%d"' % cell.down
    if not text:
        return "<table:table-cell%s/>" % marks
    if text.isdigit() and rng.random() < 0.5 and text[0] != "0":
        marks += ' office:value-type="float" office:value="%s"' % text
    else:
        marks += ' office:value-type="string"'
    paragraphs = "".join("<text:p>%s</text:p>" % html.escape(line) for line in text.split("\n"))
    return "<table:table-cell%s>%s</table:table-cell>" % (marks, paragraphs)


def ods_rows(document):
    rng = random.Random(document.layout["flavour"])
    return "\n".join(
        "<table:table-row>%s</table:table-row>" % "".join(ods_cell(c, rng) for c in cells) for _, cells, _ in matrix(document)
    )


@producer("ods", "ods")
def ods(document):
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    body = (
        '<?xml version="1.0" encoding="UTF-8"?><office:document-content %s><office:body><office:spreadsheet>'
        '<table:table table:name="Cases">%s</table:table></office:spreadsheet></office:body></office:document-content>'
    )
    manifest = (
        '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0" '
        'manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="%s"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>'
    )
    return zipped(
        [("mimetype", kind), ("content.xml", body % (OFFICE, ods_rows(document))), ("META-INF/manifest.xml", manifest % kind)]
    )


def letters(at):
    return chr(65 + at) if at < 26 else chr(64 + at // 26) + chr(65 + at % 26)


@producer("xlsx", "xlsx")
def xlsx(document):
    """As small as a workbook may be; texts within their cells."""
    rng = random.Random(document.layout["flavour"])
    rows, merged = [], []
    for number, (_, cells, _) in enumerate(matrix(document), 1):
        out = []
        for at, cell in enumerate(cells):
            text = plain(cell)
            if cell and not isinstance(cell, str) and (cell.across > 1 or cell.down > 1):
                merged.append(
                    '<mergeCell ref="%s%d:%s%d"/>' % (letters(at), number, letters(at + cell.across - 1), number + cell.down - 1)
                )
            if not text:
                continue
            if text.isdigit() and rng.random() < 0.5 and text[0] != "0":
                out.append('<c r="%s%d"><v>%s</v></c>' % (letters(at), number, text))
            else:
                out.append(
                    '<c r="%s%d" t="inlineStr"><is><t xml:space="preserve">%s</t></is></c>'
                    % (letters(at), number, html.escape(text))
                )
        rows.append('<row r="%d">%s</row>' % (number, "".join(out)))
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    relations = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    top = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
    sheet = '%s<worksheet xmlns="%s"><sheetData>%s</sheetData>%s</worksheet>' % (
        top,
        main,
        "".join(rows),
        '<mergeCells count="%d">%s</mergeCells>' % (len(merged), "".join(merged)) if merged else "",
    )
    book = '%s<workbook xmlns="%s" xmlns:r="%s"><sheets><sheet name="Cases" sheetId="1" r:id="rId1"/></sheets></workbook>' % (
        top,
        main,
        relations,
    )
    types = (
        '%s<Types xmlns="%s/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        '<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>'
        '<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>'
    ) % (top, package)
    link = '%s<Relationships xmlns="%s/relationships"><Relationship Id="rId1" Type="%s/%s" Target="%s"/></Relationships>'
    return zipped(
        [
            ("[Content_Types].xml", types),
            ("_rels/.rels", link % (top, package, relations, "officeDocument", "xl/workbook.xml")),
            ("xl/workbook.xml", book),
            ("xl/_rels/workbook.xml.rels", link % (top, package, relations, "worksheet", "worksheets/sheet1.xml")),
            ("xl/worksheets/sheet1.xml", sheet),
        ]
    )


@producer("openpyxl", "xlsx", ["openpyxl"])
def openpyxl(document):
    import openpyxl

    rng = random.Random(document.layout["flavour"])
    as_dates = document.layout["dateform"] == "%Y-%m-%d" and rng.random() < 0.5
    book = openpyxl.Workbook()
    sheet = book.active
    for number, (_, cells, _) in enumerate(matrix(document), 1):
        for at, cell in enumerate(cells, 1):
            text = plain(cell)
            if text:
                target = sheet.cell(number, at)
                is_date = as_dates and not isinstance(cell, str) and cell.column in ("date", "received") and text[:1] == "2"
                target.value = (
                    datetime.date.fromisoformat(text)
                    if is_date
                    else int(text)
                    if text.isdigit() and text[0] != "0" and rng.random() < 0.5
                    else text
                )
                if is_date:
                    target.number_format = "yyyy-mm-dd"
            if cell and not isinstance(cell, str) and (cell.across > 1 or cell.down > 1):
                sheet.merge_cells(
                    start_row=number, start_column=at, end_row=number + cell.down - 1, end_column=at + cell.across - 1
                )
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


@producer("odfpy", "ods", ["odf"])
def odfpy(document):
    from odf.opendocument import OpenDocumentSpreadsheet
    from odf.table import CoveredTableCell, Table, TableCell, TableRow
    from odf.text import P

    book = OpenDocumentSpreadsheet()
    sheet = Table(name="Cases")
    for _, cells, _ in matrix(document):
        row = TableRow()
        for cell in cells:
            if cell is None:
                row.addElement(CoveredTableCell())
                continue
            spans = {} if isinstance(cell, str) else {"numbercolumnsspanned": cell.across, "numberrowsspanned": cell.down}
            target = TableCell(valuetype="string", **spans)
            if plain(cell):
                for part in plain(cell).split("\n"):
                    target.addElement(P(text=part))
            row.addElement(target)
        sheet.addElement(row)
    book.spreadsheet.addElement(sheet)
    out = io.BytesIO()
    book.write(out)
    return out.getvalue()
