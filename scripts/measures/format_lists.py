"""Measures the reader on lists of 50 000 rows in five formats, compared with the fastest known reader of each format.

Each list has the same rows, of five cells, in the form that programs write: Excel's workbook with its shared texts,
LibreOffice's sheet. The reader gets the request of a poll: one watched key, and the fingerprint of the whole. The other
reader only has to return all cells as Python values. Both are whole processes, measured in turns. A module of
scripts/bench.
"""

import importlib.util
import io
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import zipfile

ROWS = 50_000
HEADINGS = ("Batch", "Status", "Date", "Office", "Remark")
BUDGET = 1.5  # times the processor time of the other reader
LEAST_RUNS = 7
REQUEST = {
    "key": "2[0-8]#########", "headings": {"batch": "Batch", "status": "Status", "date": "Date"}, "columns": [],
    "documentBytes": 16 << 20, "printsText": False, "inspects": False, "isFurtherPage": False, "tabulates": False,
}

# The other readers: module, where it comes from, and a program that reads all cells of the file it is given.
CALAMINE = """import sys
from python_calamine import CalamineWorkbook
count = sum(1 for _ in CalamineWorkbook.from_path(sys.argv[1]).get_sheet_by_index(0).iter_rows())"""
READERS = {
    "csv": ("csv", "Python", """import csv, sys
with open(sys.argv[1], newline="") as file: count = sum(1 for _ in csv.reader(file))"""),
    "json": ("json", "Python", """import json, sys
with open(sys.argv[1], "rb") as file: count = len(json.loads(file.read()))"""),
    "html": ("lxml", "PyPI: lxml", """import sys
from lxml import etree
tree = etree.parse(sys.argv[1], etree.HTMLParser())
count = len([[cell.text for cell in row] for row in tree.iter("tr")])"""),
    "xlsx": ("python_calamine", "PyPI: python-calamine", CALAMINE),
    "ods": ("python_calamine", "PyPI: python-calamine", CALAMINE),
}


def rows():
    """The cells of the list, the same in each run."""
    chance = random.Random(20)
    statuses = ["Approved", "Refused", "Under consideration", "Further documents requested", "Withdrawn"]
    offices = ["London", "Cardiff", "Edinburgh", "Belfast", "Manchester", "Birmingham"]
    for index in range(ROWS):
        remark = "" if index % 3 else "Letter of %02d/%02d, page %d" % (chance.randint(1, 28), chance.randint(1, 12), index % 90)
        yield ("20120%06d" % (7 * index), chance.choice(statuses), "%02d-%s-12" % (chance.randint(1, 28), chance.choice(("Jun", "Jul"))),
               chance.choice(offices), remark)


def html(cells):
    body = "\n".join("<tr>" + "".join("<td>%s</td>" % cell for cell in row) + "</tr>" for row in cells)
    head = "".join("<th>%s</th>" % name for name in HEADINGS)
    return ("<!DOCTYPE html>\n<html><head><title>List</title></head><body><h1>List</h1>\n<table>\n<tr>%s</tr>\n%s\n</table>\n"
            "</body></html>\n" % (head, body)).encode()


def archive(parts):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as made:
        for name, text in parts:
            made.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
    return file.getvalue()


def xlsx(cells):
    texts = {}
    sheet = []
    for number, row in enumerate([HEADINGS] + cells, 1):
        sheet.append('<row r="%d" spans="1:5">' % number + "".join(
            '<c r="%s%d" t="s"><v>%d</v></c>' % ("ABCDE"[column], number, texts.setdefault(cell, len(texts)))
            for column, cell in enumerate(row) if cell) + "</row>")
    xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
    main, office = "http://schemas.openxmlformats.org/spreadsheetml/2006/main", "http://schemas.openxmlformats.org/officeDocument/2006"
    package = "http://schemas.openxmlformats.org/package/2006"
    sheets = "application/vnd.openxmlformats-officedocument.spreadsheetml."
    overrides = (("/xl/workbook.xml", "sheet.main"), ("/xl/worksheets/sheet1.xml", "worksheet"), ("/xl/sharedStrings.xml", "sharedStrings"))
    relations = '<Relationship Id="rId%d" Type="' + office + '/relationships/%s" Target="%s"/>'
    relationships = xml + '<Relationships xmlns="%s/relationships">%%s</Relationships>' % package
    return archive([
        ("[Content_Types].xml", xml + '<Types xmlns="%s/content-types">' % package
         + '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
         + "".join('<Override PartName="%s" ContentType="%s%s+xml"/>' % (name, sheets, kind) for name, kind in overrides) + "</Types>"),
        ("_rels/.rels", relationships % (relations % (1, "officeDocument", "xl/workbook.xml"))),
        ("xl/workbook.xml", xml + '<workbook xmlns="%s" xmlns:r="%s/relationships"><sheets>' % (main, office)
         + '<sheet name="List" sheetId="1" r:id="rId1"/></sheets></workbook>'),
        ("xl/_rels/workbook.xml.rels", relationships % (
            relations % (1, "worksheet", "worksheets/sheet1.xml") + relations % (2, "sharedStrings", "sharedStrings.xml"))),
        ("xl/worksheets/sheet1.xml", xml + '<worksheet xmlns="%s"><sheetData>%s</sheetData></worksheet>' % (main, "".join(sheet))),
        ("xl/sharedStrings.xml", xml + '<sst xmlns="%s" uniqueCount="%d">' % (main, len(texts))
         + "".join("<si><t>%s</t></si>" % text for text in texts) + "</sst>"),
    ])


def ods(cells):
    cell = '<table:table-cell office:value-type="string" calcext:value-type="string"><text:p>%s</text:p></table:table-cell>'
    body = "".join("<table:table-row>" + "".join(cell % text if text else "<table:table-cell/>" for text in row) + "</table:table-row>"
                   for row in [HEADINGS] + cells)
    names = "".join(' xmlns:%s="urn:oasis:names:tc:opendocument:xmlns:%s:1.0"' % (name, name) for name in ("office", "table", "text"))
    return archive([
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("META-INF/manifest.xml", '<?xml version="1.0"?><manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:'
         'manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.spreadsheet"/>'
         "</manifest:manifest>"),
        ("content.xml", '<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content%s '
         'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0" office:version="1.3"><office:body>'
         '<office:spreadsheet><table:table table:name="List">%s</table:table></office:spreadsheet></office:body></office:document-content>'
         % (names, body)),
    ])


MAKERS = {
    "csv": lambda cells: "".join(
        ",".join('"%s"' % cell if "," in cell else cell for cell in row) + "\r\n" for row in [HEADINGS] + cells).encode(),
    "json": lambda cells: json.dumps([dict(zip((name.lower() for name in HEADINGS), row)) for row in cells]).encode(),
    "html": html,
    "xlsx": xlsx,
    "ods": ods,
}


class FormatList:
    """A list, and the two commands that read it."""

    def __init__(self, kind, cells, reader, folder):
        self.kind, self.path, self.samples = kind, os.path.join(folder, "list." + kind), ([], [])
        with open(self.path, "wb") as file:
            file.write(MAKERS[kind](cells))
        self.reader = reader
        module, self.source, program = READERS[kind]
        self.name = module.replace("python_", "")
        self.other = [sys.executable, "-I", "-c", program, self.path] if importlib.util.find_spec(module) else None
        request = dict(REQUEST, watched=[cells[len(cells) // 2][0]])
        self.request = json.dumps(request).encode()
        answer = json.loads(run([reader], self.path, self.request)[1])["reply"]["_0"]
        counted = answer.get("document", {}).get("_0", {}).get("rowCount")
        if counted != ROWS:
            sys.exit("%s: %s rows are read of %d: %s" % (self.path, counted, ROWS, answer))

    def measure(self):
        self.samples[0].append(run([self.reader], self.path, self.request)[0])
        if self.other:
            self.samples[1].append(run(self.other)[0])

    @property
    def ratio(self):
        ours, others = map(statistics.median, self.samples)
        return ours / others

    def line(self):
        ours, others = (["%.1f" % (1000 * statistics.median(samples)) if samples else "-"][0] for samples in self.samples)
        ratio = "%.2f" % self.ratio if self.other else "-"
        return "%-12s %-10s %10s %15s %10s %9s" % ("list." + self.kind, self.name, ours, others, ratio, os.path.getsize(self.path) >> 10)


def run(command, document=None, request=b""):
    """Seconds of processor time, and the answer. The document is descriptor 3, as in the reader."""
    with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as answered:
        given.write(request)
        given.seek(0)
        more = {}
        if document:
            file = os.open(document, os.O_RDONLY)
            more = {"preexec_fn": lambda: os.dup2(file, 3), "pass_fds": [3]}
        child = subprocess.Popen(command, stdin=given, stdout=answered, **more)
        if document:
            os.close(file)
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode:
            sys.exit("exit status %d: %s" % (child.returncode, " ".join(command)))
        answered.seek(0)
        return usage.ru_utime + usage.ru_stime, answered.read()


def measured(reader, folder, runs):
    """Reads each list so many times with both readers in turns."""
    cells = list(rows())
    lists = [FormatList(kind, cells, reader, folder) for kind in MAKERS]
    for turn in range(max(runs, LEAST_RUNS)):
        for one in lists:
            one.measure()
        print("lists: turn %d" % (turn + 1), file=sys.stderr)
    return lists


def budgets(lists):
    """Each budget: its name, the measured value, the bound, and whether the bound is a minimum."""
    for one in lists:
        if one.other:
            yield "list.%s of %d rows, times %s" % (one.kind, ROWS, one.name), one.ratio, BUDGET, False


def missing(lists):
    """The readers that are not installed."""
    return sorted({"%s (%s)" % (one.name, one.source) for one in lists if not one.other})


def table(lists):
    print("%-12s %-10s %10s %15s %10s %9s" % ("list", "beside", "reader ms", "the other ms", "ratio", "KiB"))
    for one in lists:
        print(one.line())
    print()
