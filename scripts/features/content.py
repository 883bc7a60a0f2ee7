"""What content streams say (ISO 32000-1 8, 9, 12.5, 14): spacing, marked content, layers, clip paths, annotations."""

from .pdf import COLUMNS, PDF, ROWS, cells, content, literal

BATCH, STATUS, DATE = COLUMNS


def row(y, status, batch="20121456171", date="14-Jun-12"):
    """One row whose status is drawn by operators of its own, from the status column on."""
    return "BT /F1 9 Tf %d %d Td (%s) Tj ET\nBT /F1 9 Tf %d %d Td %s ET\nBT /F1 9 Tf %d %d Td (%s) Tj ET\n" % (
        BATCH, y, batch, STATUS, y, status, DATE, y, date)


def one(status, *operators, **keys):
    """A document of one row, and what must come of it."""
    return PDF("".join(row(760 - 16 * i, o) for i, o in enumerate(operators)).encode("latin-1"), **keys), [
        ("20121456171", status, "14-Jun-12")] * len(operators)


def simple(name, what, status, *operators, **keys):
    document, rows = one(status, *operators, **keys)
    return name, what, document.file(), rows


def spacing():
    yield simple(
        "spacing_parts_words", "character spacing as wide as a word gap, between two glyphs or taken back within an array",
        "new travel of mine",
        "(ne) Tj 2.25 Tc 10.01 0 Td (wt) Tj 0 Tc 11.25 0 Td (ravel ) Tj (of) Tj ( mine) Tj",
        "(new tra) Tj (vel) Tj 2.25 Tc 11.5 0 Td 18.5 0 Td [( )250(o)250(fm)] TJ 0 Tc 19.5 0 Td (ine) Tj")
    yield simple(
        "spacing_takes_blank", "word spacing below zero that leaves nothing of a blank", "awaiting reply",
        "-0.135 Tc -2.07 Tw (aw a) Tj 0 Tc 16.1 0 Td 0 Tw (iting reply) Tj")
    yield simple(
        "spacing_tracked", "evenly spaced letters are a word, also where the spacing is wide", "REFUSED again",
        "1.2 Tc (REFUSED) Tj 0 Tc 60 0 Td (again) Tj", "2.5 Tc (REFUSED) Tj 0 Tc 70 0 Td (again) Tj")
    yield "spacing_parts_cells", "a row of small cells drawn as one string, with the columns' distance for character spacing", \
        PDF(b"\n".join(b"BT /F1 9 Tf 56 %d Td (20121456171) Tj 94 0 Td 100 Tc (%s) Tj ET 0 Tc" % (760 - 16 * i, s)
                       for i, s in enumerate((b"170", b"245", b"999")))).file(), [
            ("20121456171", a, b) for a, b, _ in ("170", "245", "999")]


def actual_text():
    names = "/Resources << /Font << /F1 4 0 R >> /Properties << /MC0 6 0 R >> >>"
    document, rows = one(
        "office",
        "(o) Tj /Span << /ActualText <FEFF006600660069> >> BDC (#) Tj EMC (ce) Tj",
        "(o) Tj /Span /MC0 BDC (#) Tj EMC (ce) Tj",
        "/Span << /Lang (en) /ActualText (office) >> BDC (o) Tj /Span << /ActualText (x) >> BDC (#) Tj EMC (ce) Tj EMC",
        "/P << /MCID 0 >> BDC (of) Tj /Artifact BMC (fice) Tj EMC EMC EMC EMC",
        "(office) Tj /Span << /ActualText () >> BDC (-) Tj EMC")
    document.set(3, document.objects[3].replace(b"/Resources << /Font << /F1 4 0 R >> >>", names.encode()))
    document.add("<< /ActualText <FEFF006600660069> >>")
    yield "actual_text", "text that stands for other glyphs, inline and by name, nested, empty; EMC without BDC", \
        document.file(), rows
    whole = "/Span << /ActualText (20121456171 send  it  14-Jun-12) >> BDC " \
        "BT /F1 9 Tf 56 760 Td (20121456171) Tj 94 0 Td (s#nd) Tj 22 0 Td (it) Tj 258 0 Td (14-Jun-12) Tj ET EMC\n"
    lines = "BT /F1 9 Tf 56 744 Td (20000000000) Tj 94 0 Td /Span << /ActualText (passport) >> BDC (pass-) Tj 0 -9 Td " \
        "(port) Tj EMC 0 9 Td 280 0 Td (03-Jul-12) Tj ET\n" \
        "/Span << /ActualText (nothing of this) >> BDC\nBT /F1 9 Tf 56 712 Td (20110010001) Tj 94 0 Td (visa issued) Tj " \
        "280 0 Td (01-Jan-12) Tj ET\n"
    yield "actual_text_lines", "one replacement for a row of cells, one for a hyphenated word, one without an end", \
        PDF((whole + lines).encode()).file(), [
            ("20121456171", "send it", "14-Jun-12"), ("20000000000", "passport", "03-Jul-12"),
            ("20110010001", "visa issued", "01-Jan-12")]


def layers():
    bogus = row(600, "(hidden) Tj", "20110010001").encode()
    data = content() + b"\n" + b"\n".join(
        b"/OC /%s BDC\n%s\nEMC" % (name, bogus.replace(b"600", b"%d" % y))
        for name, y in ((b"Off", 600), (b"OffToo", 584), (b"AllOn", 568))) + \
        b"\n/OC /Off BDC /OC /On BDC\n" + bogus.replace(b"600", b"552") + b"\nEMC EMC\n/Fm Do\n/OC /Off BDC\n" + \
        bogus.replace(b"600", b"536")
    for name, base in (("layers_off", "/OFF [6 0 R] /ON [7 0 R]"), ("layers_base_off", "/BaseState /OFF /ON [7 0 R]")):
        document = PDF(data + b"\nBT", page="/Rotate 0")
        document.set(1, "<< /Type /Catalog /Pages 2 0 R /OCProperties << /OCGs [6 0 R 7 0 R] /D << %s >> >> >>" % base)
        document.set(6, "<< /Type /OCG /Name (off) >>")
        document.set(7, "<< /Type /OCG /Name (on) >>")
        document.set(8, "<< /Type /OCMD /OCGs [6 0 R] >>")
        document.set(9, "<< /Type /OCMD /OCGs [6 0 R 7 0 R] /P /AllOn >>")
        document.stream(row(520, "(form) Tj", "20110010001").encode(),
                        "/Type /XObject /Subtype /Form /BBox [0 0 595 842] /OC 6 0 R", 10)
        document.set(3, document.objects[3].replace(
            b"/Resources << ", b"/Resources << /Properties << /Off 6 0 R /On 7 0 R /OffToo 8 0 R /AllOn 9 0 R >> "
            b"/XObject << /Fm 10 0 R >> "))
        yield name, "layers that are off in the default configuration: groups, memberships, a form; one is never ended", \
            document.file(), ROWS


def seams():
    data = content().replace(b"\n", b"\r\n") + b"\n"
    cuts = {
        "everywhere": ("content streams cut every 97 bytes", range(97, len(data), 97)),
        "in_strings": ("cut within strings", [i + 5 for i in range(len(data)) if data[i:i + 2] == b"(2"]),
        "in_operators": ("cut within operators", [i + 1 for i in range(len(data)) if data[i:i + 2] in (b"Tj", b"Td", b"ET")]),
        "in_numbers": ("cut within numbers and names",
                       [i + 1 for i in range(len(data)) if data[i:i + 2] in (b"15", b"F1", b"43")]),
        "at_tokens": ("cut between tokens, without white space at the cut",
                      [i for i in range(len(data)) if data[i:i + 4] in (b" Tj ", b" Td ", b" 9 T")]),
    }
    for name, (what, places) in cuts.items():
        document, ends = PDF(), sorted({0, len(data), *places})
        parts = [data[a:b] for a, b in zip(ends, ends[1:])]
        if name == "at_tokens":
            parts = [part.strip() for part in parts]
        numbers = [document.stream(part) for part in parts]
        document.set(3, document.objects[3].replace(b"5 0 R", b"[" + b" ".join(b"%d 0 R" % n for n in numbers) + b"]"))
        yield "contents_cut_" + name, what, document.file(), ROWS
    data = b"q 1 0 0 1 0 2000 c|m\n" + b"\n".join(
        b"BT /F1 9 Tf %d %d Td %s Tj ET" % (x, y - 2000, literal(text).encode("latin-1")) for x, y, text in cells()) + b"\nQ"
    document = PDF()
    numbers = [document.stream(part) for part in data.split(b"|")]
    document.set(3, document.objects[3].replace(b"5 0 R", b"[" + b" ".join(b"%d 0 R" % n for n in numbers) + b"]"))
    yield "contents_cut_two_operators", "cut in an operator whose halves are operators too", document.file(), ROWS


def clipping():
    bogus = row(760, "(unseen) Tj", "20110010001").encode()
    yield "crop_box", "a row on the medium, outside of the crop box", \
        PDF(content() + b"\n" + bogus.replace(b"760", b"60"), page="/CropBox [0 400 595 842]").file(), ROWS
    clips = [
        ("0 400 595 442 re W n", 300), ("0 0 m 595 0 l 595 90 l 0 90 l h W* n", 200),
        ("0 0 595 842 re f 10 10 20 20 re W n", 180), ("0 0 0 0 re W n", 160), ("0 0 50 842 re W n", 140)]
    data = content() + b"\n" + b"\n".join(
        b"q %s\n%s\nQ" % (clip.encode(), bogus.replace(b"760", b"%d" % y)) for clip, y in clips)
    yield "clip_path", "rows wholly outside of clip paths of several kinds", PDF(data).file(), ROWS
    data = b"q 0 690 595 100 re W n\n" + content() + b"\nQ\nq 0 0 595 600 re W n q 0 500 595 342 re W n Q\n" + \
        row(590, "(seen) Tj").encode() + b"Q\n" + row(640, "(seen too) Tj").encode()
    yield "clip_path_inside", "text within clip paths, also when one is restored", PDF(data).file(), \
        ROWS + [("20121456171", "seen too", "14-Jun-12"), ("20121456171", "seen", "14-Jun-12")]
    data = b"q 0 0 595 769.6 re W n\n" + bogus.replace(b"760", b"770") + content() + b"Q"
    yield "clip_page_break", "a row above the clip path but for its descenders, as at the top of pages that Qt breaks", \
        PDF(data).file(), ROWS
    document = PDF(content() + b"\n/Fm Do")
    document.stream(row(300, "(unseen) Tj", "20110010001").encode(),
                    "/Type /XObject /Subtype /Form /BBox [0 0 595 200]", 6)
    document.set(3, document.objects[3].replace(b"/Resources <<", b"/Resources << /XObject << /Fm 6 0 R >>"))
    yield "clip_form_box", "a row outside of its form's bounding box", document.file(), ROWS


def accents():
    font = "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding " \
        "/WinAnsiEncoding /Differences [128 /acute /grave /dieresis /circumflex /cedilla /dotlessi] >> >>"
    yield simple(
        "accents_overlap", "accents as glyphs of their own: before the letter, after it, raised over a capital, over i without dot",
        "r\u00e9sum\u00e9 \u00c9cole \u00e0 na\u00efve",
        "[(r) 28 (\200) 361 (esum) 28 (\200) 361 (e ) ] TJ 36 3 Td 1.8 0 Td (\200) Tj -1.8 -3 Td (Ecole ) Tj "
        "[( ) 0 (a) 445 (\201) -112 ( na) 0 (\202) 305 (\205ve)] TJ",
        font=font)
    yield simple(
        "accents_apart", "accents beside letters are characters of their own", "rock\u00b4n e \u00b4 a",
        "[(rock\200n ) 0 (e) -300 (\200) -300 (a)] TJ", font=font)


def annotations():
    def appearance(text):
        return ("BT /F1 9 Tf 0 2 Td %s Tj ET" % literal(text)).encode("latin-1")

    document = PDF(content(rows=ROWS[:1]), page="/Annots [6 0 R 7 0 R 8 0 R 9 0 R 10 0 R 11 0 R 12 0 R]")
    form = "/Type /XObject /Subtype /Form /BBox [0 0 %d 10] /Resources << /Font << /F1 4 0 R >> >>"
    shown = [
        (6, BATCH, 740, "20000000000", 60, ""), (7, STATUS, 740, "refused (221(g))", 200, ""),
        (8, DATE, 740, "03-Jul-12", 60, ""), (9, STATUS, 720, "hidden", 60, "/F 2"),
        (10, STATUS, 720, "no view", 60, "/F 32"), (11, STATUS, 720, "closed", 60, "/Subtype /Popup")]
    for number, x, y, text, width, entries in shown:
        stream = document.stream(appearance(text), form % width, number + 10)
        document.set(number, "<< /Type /Annot /Subtype /Widget /Rect [%d %d %d %d] /AP << /N %d 0 R >> %s >>" % (
            x, y - 2, x + width, y + 8, stream, entries))
    on = document.stream(appearance("20110010001")[:-3] + b" 188 0 Td (ticked) Tj 560 0 Td (01-Jan-12) Tj ET",
                         "/Type /XObject /Subtype /Form /BBox [0 0 1000 20] /Matrix [2 0 0 2 0 0]", 30)
    off = document.stream(appearance("never"), form % 60, 31)
    document.set(12, "<< /Type /Annot /Subtype /Widget /Rect [56 698 556 708] /AS /On "
                     "/AP << /N << /On %d 0 R /Off %d 0 R >> >> >>" % (on, off))
    yield "annotations", "form fields and their states; hidden ones and notes are not to be seen; a matrix of their own", \
        document.file(), [ROWS[0], ("20000000000", "refused (221(g))", "03-Jul-12"),
                          ("20110010001", "ticked", "01-Jan-12")]


def inline_images():
    data = b" EI (BT) ET EI\n BT 56 600 Td (20110010001) Tj ET \xff\x00EI \nBT /F1 9 Tf 56 600 Td (20110010001) Tj ET\n"
    images = [
        b"BI /W %d /H 2 /CS /G /BPC 8 ID " % 60 + data.ljust(120, b"\0"),
        b"BI /Width 8 /Height %d /ImageMask true /Decode [0 1] ID " % 120 + data.ljust(120, b"\0"),
        b"BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx /L 120 ID " + data.ljust(120, b" "),
        b"BI /W 1 /H 1 /CS /RGB /BPC 8 /F /AHx ID FFFFFF>"]
    yield "inline_image", "inline images whose data say EI and show text, and one whose length is not known", \
        PDF(b"\n".join(b"q\n" + image + b"\nEI Q" for image in images) + b"\n" + content()).file(), ROWS


def render_modes():
    yield "text_invisible", "invisible text, as recognition lays it over a scan (rendering mode 3)", \
        PDF(content(show=lambda text: "3 Tr " + literal(text) + " Tj")).file(), ROWS
    twice = content() + b"\n" + content(show=lambda text: "7 Tr 0.3 0 Td " + literal(text) + " Tj")
    yield "text_twice", "each cell again a fraction of a point further, to clip with (rendering mode 7)", \
        PDF(twice).file(), ROWS


def features():
    for group in (spacing, actual_text, layers, seams, clipping, accents, annotations, inline_images, render_modes):
        yield from group()
