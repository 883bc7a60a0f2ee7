"""The London list as spreadsheets, web pages and CSV: what `make-fixtures --tables` writes.

Each producer yields a file's name, its bytes, and the rows that are to be read from it: batch, status, date, as they are shown.
"""

import datetime
import io
import os
import subprocess
import tempfile
import zipfile

TITLES = ["Administrative Processing", "Updated 15 June 2012"]
HEADER = ["Batch Number", "Status", "Date"]


def escaped(text):
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")


def day(date):
    """A date of the list, such as 14-Jun-12; None for none."""
    return datetime.datetime.strptime(date, "%d-%b-%y").date() if date else None


def serial(date):
    return (day(date) - datetime.date(1899, 12, 30)).days


def grouped(rows):
    """All rows of a batch together, in the order in which the batches come first."""
    batches = list(dict.fromkeys(row[0] for row in rows))
    return [[row for row in rows if row[0] == batch] for batch in batches]


def archive(parts):
    """A ZIP archive, the same each time; a part without compression first, if it is named mimetype."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as file:
        for name, text in parts:
            entry = zipfile.ZipInfo(name, (2012, 6, 15, 16, 6, 0))
            entry.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            file.writestr(entry, text.encode("utf-8"))
    return data.getvalue()


# --- OpenDocument --------------------------------------------------------------------------------------------------------

NAMESPACES = " ".join('xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % pair for pair in (
    ("office", "office"), ("style", "style"), ("text", "text"), ("table", "table"), ("number", "datastyle"),
    ("fo", "xsl-fo-compatible")))

STYLES = """<office:automatic-styles>
<number:date-style style:name="N1" number:language="en" number:country="GB"><number:day number:style="long"/><number:text>-</number:text>\
<number:month number:textual="true"/><number:text>-</number:text><number:year/></number:date-style>
<number:number-style style:name="N2"><number:number number:decimal-places="0" number:min-integer-digits="1"/></number:number-style>
<style:style style:name="date" style:family="table-cell" style:data-style-name="N1"/>
<style:style style:name="number" style:family="table-cell" style:data-style-name="N2"/>
<style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles>
"""


def text_cell(text, more=""):
    if not text:
        return "<table:table-cell%s/>" % more
    return '<table:table-cell%s office:value-type="string"><text:p>%s</text:p></table:table-cell>' % (more, escaped(text))


def number_cell(number, more=""):
    return ('<table:table-cell%s table:style-name="number" office:value-type="float" office:value="%s"><text:p>%s</text:p>'
            '</table:table-cell>' % (more, number, number))


def date_cell(date):
    if not date:
        return '<table:table-cell table:style-name="date"/>'
    return ('<table:table-cell table:style-name="date" office:value-type="date" office:date-value="%s"><text:p>%s</text:p>'
            '</table:table-cell>' % (day(date), date))


def table_row(cells, more=""):
    return "<table:table-row%s>%s</table:table-row>\n" % (more, "".join(cells))


def numbered(rows):
    """Two titles, a header, and a running number in the first column."""
    return "".join([table_row([text_cell(title)]) for title in TITLES] + [table_row(map(text_cell, ["No."] + HEADER))] + [
        table_row([number_cell(index + 1), number_cell(batch), text_cell(status), date_cell(date)])
        for index, (batch, status, date) in enumerate(rows)])


def merged(rows):
    """Each batch once, over all of its rows."""
    result = [table_row(map(text_cell, HEADER))]
    for group in grouped(rows):
        span = ' table:number-rows-spanned="%d" table:number-columns-spanned="1"' % len(group) if len(group) > 1 else ""
        for index, (batch, status, date) in enumerate(group):
            first = "<table:covered-table-cell/>" if index else number_cell(batch, span)
            result.append(table_row([first, text_cell(status), date_cell(date)]))
    return "".join(result)


def content(root, body, more=""):
    return ('<?xml version="1.0" encoding="UTF-8"?>\n<office:%s %s office:version="1.3"%s>%s<office:body><office:spreadsheet>\n'
            '%s</office:spreadsheet></office:body></office:%s>\n' % (root, NAMESPACES, more, STYLES, body, root))


def sheet(name, rows, more=""):
    return '<table:table table:name="%s"%s>\n%s</table:table>\n' % (name, more, rows)


SPREADSHEET = "application/vnd.oasis.opendocument.spreadsheet"


def handmade_ods(rows):
    """Repeated and covered cells, spaces as elements, links, comments, hidden rows and sheets, a million empty rows."""
    body = merged(rows)
    first, second = body.index("<table:table-row>", 1), body.rindex("<table:table-row>")
    body = (body[:first] + '<table:table-row table:number-rows-repeated="3"><table:table-cell table:number-columns-repeated="9"/>'
            '</table:table-row>\n' + body[first:second].replace("<table:table-row>", '<table:table-row table:visibility="filter">', 1)
            + body[second:])
    body = body.replace("visa issued", '<text:a>visa<text:s text:c="2"/></text:a><text:span>issued</text:span>')
    body = body.replace("<text:p>send passport", "<office:annotation><text:p>a note</text:p></office:annotation><text:p>send passport")
    body = body.replace("travel itinerary</text:p>", "travel</text:p><text:p>itinerary</text:p>")
    body = body.replace("</table:table-row>", '<table:table-cell table:number-columns-repeated="16381"/></table:table-row>')
    body += table_row(['<table:table-cell table:number-columns-repeated="16384"/>'], ' table:number-rows-repeated="1048560"')
    old = sheet("Old", table_row([number_cell("20121456171"), text_cell("hidden"), text_cell("01-Jan-12")]), ' table:style-name="hidden"')
    manifest = ('<?xml version="1.0" encoding="UTF-8"?>\n<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:'
                'manifest:1.0" manifest:version="1.3"><manifest:file-entry manifest:full-path="/" manifest:media-type="%s"/>'
                '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/></manifest:manifest>\n' % SPREADSHEET)
    return archive([("mimetype", SPREADSHEET), ("content.xml", content("document-content", sheet("List", body) + old)),
                    ("META-INF/manifest.xml", manifest)])


# --- Office Open XML -----------------------------------------------------------------------------------------------------

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"


def relationships(pairs):
    return '<?xml version="1.0"?>\n<Relationships xmlns="%s/relationships">%s</Relationships>\n' % (PACKAGE, "".join(
        '<Relationship Id="rId%d" Type="%s/%s" Target="%s"/>' % (index + 1, OFFICE, kind, target)
        for index, (kind, target) in enumerate(pairs)))


def workbook(sheets, strings, styles, more=""):
    """A package with these sheets: names, states, texts of the sheets' parts."""
    types = "".join('<Override PartName="/%s" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.%s+xml"/>' % pair
                    for pair in [("xl/workbook.xml", "sheet.main"), ("xl/sharedStrings.xml", "sharedStrings"),
                                 ("xl/styles.xml", "styles")]
                    + [("xl/worksheets/sheet%d.xml" % (index + 1), "worksheet") for index in range(len(sheets))])
    listed = "".join('<x:sheet name="%s" sheetId="%d" state="%s" r:id="rId%d"/>' % (name, index + 1, state, index + 3)
                     for index, (name, state, _) in enumerate(sheets))
    return archive([
        ("[Content_Types].xml", '<?xml version="1.0"?>\n<Types xmlns="%s/content-types"><Default Extension="rels" ContentType='
         '"application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>%s'
         '</Types>\n' % (PACKAGE, types)),
        ("_rels/.rels", relationships([("officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", '<?xml version="1.0"?>\n<x:workbook xmlns:x="%s" xmlns:r="%s">%s<x:sheets>%s</x:sheets></x:workbook>\n'
         % (MAIN, OFFICE, more, listed)),
        ("xl/_rels/workbook.xml.rels", relationships(
            [("sharedStrings", "/xl/sharedStrings.xml"), ("styles", "styles.xml")]
            + [("worksheet", "worksheets/sheet%d.xml" % (index + 1)) for index in range(len(sheets))])),
        ("xl/sharedStrings.xml", '<?xml version="1.0"?>\n<x:sst xmlns:x="%s">%s</x:sst>\n' % (MAIN, "".join(strings))),
        ("xl/styles.xml", '<?xml version="1.0"?>\n<x:styleSheet xmlns:x="%s">%s</x:styleSheet>\n' % (MAIN, styles)),
    ] + [("xl/worksheets/sheet%d.xml" % (index + 1), text) for index, (_, _, text) in enumerate(sheets)])


def handmade_xlsx(rows):
    """Shared texts in runs and texts in place, numbers as numbers, real dates, merged batches, a hidden sheet; names with a prefix."""
    strings, cells, merges = [], [], []

    def shared(text):
        words = text.split(" ", 1)
        runs = "".join("<x:r><x:t xml:space='preserve'>%s</x:t></x:r>" % escaped(word)
                       for word in (words[0] + " ", *words[1:])) + "<x:rPh sb='0' eb='1'><x:t>spoken</x:t></x:rPh>"
        strings.append("<x:si>%s</x:si>" % runs)
        return '<x:c%s t="s"><x:v>%d</x:v></x:c>' % ("%s", len(strings) - 1)

    def inline(text):
        return '<x:c%s t="inlineStr"><x:is><x:t>%s</x:t></x:is></x:c>' % ("%s", escaped(text).replace("%", "%%"))

    number = 4
    for group in grouped(rows):
        if len(group) > 1:
            merges.append('<x:mergeCell ref="A%d:A%d"/>' % (number, number + len(group) - 1))
        for index, (batch, status, date) in enumerate(group):
            row = "<x:c r='A%d' s='1'>%s</x:c>" % (number, "" if index else "<x:v>%s</x:v>" % (
                "2.0121456171E10" if batch == "20121456171" else batch))
            if status:
                row += (shared if number % 2 else inline)(status) % (' r="B%d"' % number)
            row += '<x:c r="C%d" s="2">%s</x:c>' % (number, "<x:v>%d</x:v>" % serial(date) if date else "")
            cells.append('<x:row r="%d">%s</x:row>' % (number, row))
            number += 1
    header = "<x:row>%s</x:row>" % "".join(shared(text) % "" for text in HEADER)
    title = "<x:row>%s</x:row><x:row/>" % (inline(TITLES[0]) % "")
    text = ('<?xml version="1.0"?>\n<x:worksheet xmlns:x="%s"><x:sheetData>%s</x:sheetData><x:mergeCells><x:mergeCell ref="A1:C1"/>'
            '%s</x:mergeCells></x:worksheet>\n')
    styles = ('<x:numFmts count="1"><x:numFmt numFmtId="164" formatCode="dd\\-mmm\\-yy;@"/></x:numFmts><x:cellStyleXfs><x:xf numFmtId="9"/>'
              '</x:cellStyleXfs><x:cellXfs count="3"><x:xf numFmtId="0"/><x:xf numFmtId="1"/><x:xf numFmtId="164"/></x:cellXfs>')
    old = "<x:row r='1'><x:c r='A1'><x:v>20121456171</x:v></x:c></x:row>"
    return workbook([("Old", "hidden", text % (MAIN, old, "")),
                     ("List", "visible", text % (MAIN, title + header + "".join(cells), "".join(merges)))], strings, styles)


def handmade(rows):
    regrouped = [row for group in grouped(rows) for row in group]
    yield "handmade.ods", handmade_ods(rows), regrouped
    yield "handmade.xlsx", handmade_xlsx(rows), regrouped


# --- Real programs -------------------------------------------------------------------------------------------------------

def converted(text, kinds):
    """What LibreOffice makes of a flat OpenDocument spreadsheet."""
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "list.fods")
        with open(source, "w", encoding="utf-8") as file:
            file.write(text)
        for kind in kinds:
            # Comma, quotation mark, UTF-8; cells as they are shown.
            filters = {"csv": "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true"}
            subprocess.run(["soffice", "-env:UserInstallation=file://" + folder + "/profile", "--headless", "--convert-to",
                            filters.get(kind, kind), "--outdir", folder, source], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            with open(os.path.join(folder, "list." + kind), "rb") as file:
                yield kind, file.read()


def libreoffice(rows):
    mime = ' office:mimetype="%s"' % SPREADSHEET
    regrouped = [row for group in grouped(rows) for row in group]
    for kind, data in converted(content("document", sheet("List", numbered(rows)), mime), ("ods", "xlsx", "html", "csv")):
        yield "libreoffice." + kind, data, rows
    for kind, data in converted(content("document", sheet("List", merged(rows)), mime), ("ods", "xlsx", "html")):
        yield "libreoffice-merged." + kind, data, regrouped


def openpyxl(rows):
    import openpyxl as library
    book = library.Workbook()
    book.active.title = "List"
    for title in TITLES:
        book.active.append([title])
    book.active.merge_cells("A1:D1")
    book.active.append(["No."] + HEADER)
    for index, (batch, status, date) in enumerate(rows):
        book.active.append([index + 1, int(batch), status or None, day(date)])
    for cell in book.active["D"]:
        cell.number_format = "dd-mmm-yy"
    data = io.BytesIO()
    book.save(data)
    yield "openpyxl.xlsx", data.getvalue(), rows


def pandas(rows):
    """As it comes: with its index, dates with a time; the web page and CSV with the dates as they are in the list."""
    import pandas as library
    frame = library.DataFrame([[int(batch), status or None, library.Timestamp(day(date)) if date else None]
                               for batch, status, date in rows], columns=HEADER)
    data = io.BytesIO()
    frame.to_excel(data, sheet_name="List")
    yield "pandas.xlsx", data.getvalue(), [(batch, status, "%s 00:00:00" % day(date) if date else "") for batch, status, date in rows]
    frame = library.DataFrame([list(row) for row in rows], columns=HEADER)
    library.set_option("display.max_colwidth", None)
    yield "pandas.html", frame.to_html().encode("utf-8"), rows
    yield "pandas.csv", frame.to_csv().encode("utf-8"), rows


PRODUCERS = (libreoffice, openpyxl, pandas)
