"""Tables by Typst and by groff's tbl."""

import json
import subprocess

from . import producer


def quoted(text):
    return json.dumps(text, ensure_ascii=False)


@producer("typst", "pdf", ["typst"])
def typst(document):
    import typst

    layout = document.layout
    out = ["#set page(width: %.1fpt, height: %.1fpt, margin: 50pt" % (document.width, document.height)]
    if document.header:
        out.append(", header: text(8pt, %s)" % quoted(document.header))
    if document.footer:
        out.append(", footer: context align(center, text(8pt)[Page #counter(page).display() of #counter(page).final().first()])")
    out.append(
        ")\n#set text(size: %spt, font: %s)"
        % (document.size, ['"Libertinus Serif"', '"DejaVu Sans Mono"', '"New Computer Modern"'][layout["flavour"] % 3])
    )
    out = ["".join(out)]
    for kind, what in document.blocks:
        if kind in ("title", "heading"):
            out.append('#block(text(size: %dpt, weight: "bold", %s))' % (document.size + 3, quoted(what)))
        elif kind == "text":
            out.append("#block(text(%s))" % quoted(what))
        elif kind == "lines":
            out.append("#block[%s]" % " #linebreak() ".join("#text(%s)" % quoted(line) for line in what))
        elif kind == "right":
            out.append("#pad(left: 300pt)[%s]" % " #linebreak() ".join("#text(%s)" % quoted(line) for line in what))
        else:
            out.append(typst_table(what, layout))
    return typst.compile("\n\n".join(out).encode())


def typst_table(table, layout):
    borders = layout["borders"]
    stroke = {
        "full": "0.5pt",
        "horizontal": "(x, y) => (top: 0.5pt, bottom: 0.5pt)",
        "partly": "(x, y) => if x == 0 { (right: 0.5pt) } else { none }",
    }.get(borders, "none")
    fill = "(x, y) => if calc.odd(y) { luma(230) }" if borders == "zebra" else "none"
    valign = {"top": "top", "middle": "horizon", "bottom": "bottom"}[layout["valign"]]
    aligns = ", ".join("%s + %s" % (table.align(c), valign) for c in table.columns)
    # Typst's faces are wider than what the widths were measured for.
    face = 1.04 if layout["flavour"] % 3 == 1 else 1
    out = ["#{ set text(size: %.2fpt)" % (table.size / face)]
    grid = "table(columns: (%s,), align: (%s,), stroke: %s, fill: %s, inset: (x: 4pt, y: 3pt),\n" % (
        ", ".join("%.1fpt" % w for w in table.widths),
        aligns,
        stroke,
        fill,
    )
    cells = [[typst_cell(c) for c in line.cells if c] for line in table.lines]
    first = len(table.head)
    if first and layout["repeat"]:
        grid += "table.header(%s),\n" % ", ".join(c for line in cells[:first] for c in line)
        cells = cells[first:]
    grid += ",\n".join(", ".join(line) for line in cells if line) + ")"
    out.append("box(stroke: 0.7pt, %s)" % grid if borders == "box" and len(table.lines) < 20 else grid)
    return "\n".join(out) + "}"


def typst_cell(cell):
    if cell.across == 1 and cell.down == 1:
        return "text(%s)" % quoted(cell.text)
    return "table.cell(colspan: %d, rowspan: %d, text(%s))" % (cell.across, cell.down, quoted(cell.text))


@producer("groff", "pdf", programs=["groff", "gropdf"])
def groff(document):
    out = [
        ".pl %.0fp" % document.height,
        ".po 50p",
        ".ll %.0fp" % (document.width - 100),
        ".ps %d" % document.size,
        ".vs %d" % (document.size + 3),
        ".nh",
        ".ad l",
    ]
    if document.header:
        out += [".de HD", "'sp 2", ".tl '%s'''" % document.header, "'sp 2", ".."]
    else:
        out += [".de HD", "'sp 4", ".."]
    foot = ".tl ''Page %''" if document.footer else "'sp 1"
    out += [".de FT", "'sp 2", foot, "'bp", "..", ".wh 0 HD", ".wh -5 FT"]
    for kind, what in document.blocks:
        if kind in ("title", "heading"):
            out += [".sp", ".ft B", safe(what), ".ft R", ".br", ".sp"]
        elif kind == "text":
            out += [safe(what), ".br"]
        elif kind in ("lines", "right"):
            out += ([".in 300p"] if kind == "right" else []) + [part for line in what for part in (safe(line), ".br")] + [".in 0"]
        else:
            out += tbl(what, document)
    text = "\n".join(out) + "\n"
    done = subprocess.run(
        ["groff", "-t", "-k", "-Tpdf", "-P-p%.2fi,%.2fi" % (document.height / 72, document.width / 72)],
        input=text.encode(),
        capture_output=True,
        timeout=30,
    )
    if done.returncode != 0 or not done.stdout.startswith(b"%PDF"):
        raise OSError(done.stderr.decode("utf-8", "replace")[:200])
    return done.stdout


def safe(text):
    # Unicode's own hyphen is not wanted where a list has "-".
    return ("\\&" + text if text[:1] in (".", "'") else text).replace("-", "\\-").replace("\n", "\n.br\n")


def tbl(table, document):
    borders = table.layout["borders"]
    wishes = {"full": "allbox", "box": "box"}.get(borders, "")
    head = len(table.head)
    # tbl needs the word `nokeep` where a table is longer than a page.
    out = [".TS", ("%s nokeep tab(@);" % wishes).strip()]
    letters = {"left": "l", "right": "r", "center": "c"}
    formats = []
    texts = []
    up = {}
    for number, line in enumerate(table.lines):
        parts, row = [], []
        for at, cell in enumerate(line.cells):
            if cell is None:
                parts.append("^" if up.get((number, at)) else "s")
                row.append("" if parts[-1] == "^" else None)
                continue
            for below in range(1, cell.down):
                up[(number + below, at)] = True
            valign = {"top": "t", "middle": "", "bottom": "d"}[table.layout["valign"]]
            parts.append("%s%sw(%.0fp)" % (letters[table.align(cell.column)], valign, table.widths[at] - 8))
            room = sum(table.widths[at : at + cell.across]) - 8
            if len(cell.text) * table.size * 0.5 > room or "\n" in cell.text:
                row.append("T{\n%s\nT}" % safe(cell.text))
            else:
                row.append(safe(cell.text))
        formats.append(" ".join(parts))
        texts.append("@".join(t for t in row if t is not None))
    # One format a line, as many formats as lines.
    out += [",\n".join(formats) + "."]
    for number, text in enumerate(texts):
        out.append(text)
        if borders == "horizontal" or borders == "partly" and number == head - 1:
            out.append("_")
    return [".sp"] + out + [".TE", ".sp"]
