"""Text operators, strings and numbers (ISO 32000-1 7.3, 8.10, 9.3, 9.4), and tables as writers draw them."""

from .pdf import COLUMNS, PDF, ROWS, cells, content, literal

BATCH, STATUS, DATE = COLUMNS
COURIER = "<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>"
ODD = [("20121456171", "a (b) (c (d)) \\ e", "14-Jun-12"), ("20000000000", "caf\u00e9 \u20ac 12", "03-Jul-12")]


def page(operators, **keys):
    """A document of one page with these operators: a string, or lines of them."""
    text = operators if isinstance(operators, str) else "\n".join(operators)
    return PDF(text.encode("cp1252"), **keys).file()


def shown(show, rows=ROWS):
    """Each cell in a text object of its own; `show` writes the operators that show its text."""
    return ["BT /F1 9 Tf %d %d Td %s ET" % (x, y, show(text)) for x, y, text in cells(rows)]


def positions():
    yield "text_td", "one text object, each cell by Td from the one before (9.4.2)", page(["BT /F1 9 Tf 56 760 Td"] + [
        "%s Tj %d %d Td" % (literal(text), (94, 280, -374)[i % 3], (0, 0, -16)[i % 3])
        for i, (_, _, text) in enumerate(cells())] + ["ET"]), ROWS
    columns = list(zip(*ROWS))
    yield "text_td_leading", "column by column: TD sets the leading, T* goes to the next line", page([
        "BT /F1 9 Tf %d 776 Td 0 -16 TD %s ET" % (x, " T* ".join(literal(text) + " Tj" for text in column))
        for x, column in zip(COLUMNS, columns)]), ROWS
    yield "text_quote", "column by column: ' goes to the next line and shows (9.4.3)", page([
        "BT /F1 9 Tf 16 TL %d 776 Td %s ET" % (x, " ".join(literal(text) + " '" for text in column))
        for x, column in zip(COLUMNS, columns)]), ROWS
    yield "text_double_quote", "column by column: \" sets the spacing too", page([
        "BT /F1 9 Tf 16 TL %d 776 Td %s ET" % (x, " ".join("0.5 0.1 %s \"" % literal(text) for text in column))
        for x, column in zip(COLUMNS, columns)]), ROWS
    yield "text_tm", "each cell by Tm, in one text object", page(["BT /F1 9 Tf"] + [
        "1 0 0 1 %d %d Tm %s Tj" % (x, y, literal(text)) for x, y, text in cells()] + ["ET"]), ROWS
    yield "text_tm_after_td", "Td after Tm moves in the space of Tm; a new text object begins at the origin", page([
        "BT /F1 4.5 Tf 2 0 0 2 %d %d Tm 4 8 Td %s Tj ET" % (x - 8, y - 16, literal(text)) for x, y, text in cells()]), ROWS
    yield "text_bottom_up", "from the last row to the first", page(reversed(shown(lambda text: literal(text) + " Tj"))), ROWS
    order = [9, 1, 6, 4, 11, 0, 3, 8, 10, 2, 7, 5]
    lines = shown(lambda text: literal(text) + " Tj")
    yield "text_any_order", "cells in no order at all", page([lines[i] for i in order]), ROWS
    yield "text_array_columns", "a row as one TJ array, the columns by displacements (9.4.3)", page([
        "BT /F1 9 Tf 56 %d Td [%s] TJ ET" % (760 - 16 * i, " ".join(
            "%s %g" % (literal(text), -(after - before - 5.4 * len(text)) / 0.009)
            for text, before, after in zip(row, COLUMNS, COLUMNS[1:] + (500,))))
        for i, row in enumerate(ROWS)], font=COURIER), ROWS


def glyphs(text, x, y, size=9):
    return ["1 0 0 1 %g %d Tm %s Tj" % (x + 0.6 * size * i, y, literal(character))
            for i, character in enumerate(text) if character != " "]


def spacing():
    def kerned(text):
        return "[" + " ".join(literal(part) + (" 40" if i % 2 else " -60") for i, part in enumerate(
            text[i:i + 3] for i in range(0, len(text), 3))) + "] TJ"

    def word_gaps(text):
        return "[" + " -600 ".join(literal(word) for word in text.split(" ")) + "] TJ"

    yield "text_kerning", "TJ with kerning within words, and strings cut anywhere (9.4.3)", page(shown(kerned)), ROWS
    yield "text_word_gaps", "TJ whose displacements are the blanks", page(shown(word_gaps), font=COURIER), ROWS
    yield "text_glyphs", "each glyph by a Tm and a Tj of its own, blanks not drawn", page(
        ["BT /F1 9 Tf"] + [line for x, y, text in cells() for line in glyphs(text, x, y)] + ["ET"], font=COURIER), ROWS
    for name, what, operators in (
            ("scaled", "horizontal scaling of 80 percent (Tz)", "80 Tz"), ("word_spaced", "word spacing (Tw)", "1.5 Tw"),
            ("spaced", "character spacing (Tc)", "0.4 Tc"), ("tightened", "character spacing below zero", "-0.2 Tc")):
        yield "text_" + name, what + " (9.3)", page([operators] + shown(lambda text: literal(text) + " Tj")), ROWS
    raised = [line.replace("(", "4 Ts (", 1) if i % 3 == 1 else line.replace("(", "0 Ts (", 1)
              for i, line in enumerate("BT /F1 9 Tf %d %d Td %s Tj ET" % (x, y - 4 * (x == STATUS), literal(text))
                                       for x, y, text in cells())]
    yield "text_rise", "a column that is raised by Ts to where the others are (9.3.7)", page(raised), ROWS
    yield "text_bold", "each cell twice, a quarter of a point apart, as fake bold is drawn", page(
        "BT /F1 9 Tf %d %d Td %s Tj 0.25 0 Td %s Tj ET" % (x, y, literal(text), literal(text)) for x, y, text in cells()), ROWS
    yield "text_stroked", "each cell filled, then its outlines (rendering modes 0 and 1)", page(
        "BT /F1 9 Tf %d %d Td 0 Tr %s Tj ET BT %d %d Td 1 Tr %s Tj ET" % (x, y, literal(text), x, y, literal(text))
        for x, y, text in cells()), ROWS


def sizes():
    for name, what, font, matrix in (
            ("one", "size 1, scaled by the text matrix", 1, "9 0 0 9 %g %g"),
            ("tiny", "size 0.009, scaled by a thousand", 0.009, "1000 0 0 1000 %g %g"),
            ("huge", "size 9000, scaled down by a thousand", 9000, "0.001 0 0 0.001 %g %g"),
            ("negative", "a size below zero under a matrix that turns it back", -9, "-1 0 0 -1 %g %g")):
        yield "text_size_" + name, what + " (9.3.1, 9.4.2)", page(
            "BT /F1 %g Tf %s Tm %s Tj ET" % (font, matrix % (x, y), literal(text)) for x, y, text in cells()), ROWS
    yield "text_cm_scaled", "coordinates in hundredths of a point, under cm (8.3.4)", page(["0.01 0 0 0.01 0 0 cm"] + [
        "BT /F1 900 Tf %d00 %d00 Td %s Tj ET" % (x, y, literal(text)) for x, y, text in cells()]), ROWS
    yield "text_cm_stacked", "cm within cm, undone by q and Q (8.4.2)", page([
        "q 2 0 0 2 100 50 cm q 0.5 0 0 0.5 -50 -25 cm", *shown(lambda text: literal(text) + " Tj", ROWS[:2]), "Q Q",
        *shown(lambda text: literal(text) + " Tj")[6:]]), ROWS
    yield "states_unbalanced", "more Q than q, and q without Q (8.4.2)", page(
        ["Q Q 1 0 0 1 0 0 cm Q"] + ["q q " + line + " Q" for line in shown(lambda text: literal(text) + " Tj")]), ROWS
    yield "state_in_text", "q and Q, cm and colours within text objects (8.2)", page(
        "BT 0 g q /F1 9 Tf 0.1 0.2 0.3 rg %d %d Td 1 0 0 1 0 0 cm %s Tj Q ET" % (x, y, literal(text))
        for x, y, text in cells()), ROWS
    yield "text_outside", "text shown without BT and ET (9.4.1)", page(
        "1 0 0 1 %d %d Tm /F1 9 Tf %s Tj" % (x, y, literal(text)) for x, y, text in cells()), ROWS
    yield "font_kept", "Tf once, before all text objects (9.3.1)", page(
        ["/F1 9 Tf"] + [line.replace("/F1 9 Tf ", "") for line in shown(lambda text: literal(text) + " Tj")]), ROWS


def wrapped(align):
    """Rows of which the second one's status takes two lines; the other cells at the top, the middle or the bottom of theirs."""
    rows = [("20121456171", ["send passport"], "14-Jun-12"), ("20000000000", ["please send the missing", "documents"], "03-Jul-12"),
            ("20121456172", ["visa issued"], "23-Jun-12"), ("28999999999", ["please bring the original", "letter"], "11-Jan-12")]
    lines, top = [], 760
    for batch, status, date in rows:
        other = top - {"top": 0, "middle": 6, "bottom": 12}[align] * (len(status) - 1)
        texts = [(BATCH, other, batch), (DATE, other, date)] + [(STATUS, top - 12 * i, text) for i, text in enumerate(status)]
        lines += ["BT /F1 9 Tf %d %d Td %s Tj ET" % (x, y, literal(text)) for x, y, text in texts]
        top -= 12 * len(status) + 8
    return lines, [(batch, " ".join(status), date) for batch, status, date in rows]


def tables():
    for align in ("top", "middle", "bottom"):
        lines, rows = wrapped(align)
        yield "cells_wrapped_" + align, "a status on two lines, the other cells at the %s of the row" % align, page(lines), rows
    rows = [ROWS[0], ("20000000000", "", "03-Jul-12"), ("20121456171", "visa issued", ""), ROWS[3]]
    yield "cells_empty", "cells without text", page(
        line for line in shown(lambda text: literal(text) + " Tj", rows) if "()" not in line), rows
    yield "cells_blank", "cells of a blank each", page(
        line.replace("()", "( )") for line in shown(lambda text: literal(text) + " Tj", rows)), rows
    pdf = PDF(content(rows=ROWS[:3]) + b"\nBT /F1 9 Tf 150 712 Td (please send the) Tj ET BT /F1 9 Tf 56 712 Td (28999999999) "
              b"Tj ET BT /F1 9 Tf 430 712 Td (11-Jan-12) Tj ET")
    pdf.set(2, "<< /Type /Pages /Count 2 /Kids [3 0 R 6 0 R] >>")
    pdf.set(6, pdf.objects[3].replace(b"5 0 R", b"7 0 R"))
    pdf.stream(b"BT /F1 9 Tf 150 760 Td (missing documents) Tj ET\n" + content(rows=ROWS[:2]).replace(
        b" 760 Td", b" 748 Td").replace(b" 744 Td", b" 732 Td"), "", 7)
    yield "row_over_pages", "a row whose status goes on at the top of the next page", pdf.file(), \
        ROWS[:3] + [("28999999999", "please send the missing documents", "11-Jan-12")] + ROWS[:2]


def with_objects(pdf, entries):
    pdf.set(3, pdf.objects[3].replace(b"/Resources <<", b"/Resources << " + entries.encode()))
    return pdf


def forms():
    form = "/Type /XObject /Subtype /Form /BBox [-1000 -1000 1000 1000] "
    fonts = "/Resources << /Font << /F1 4 0 R >> >>"
    pdf = PDF(b"/Outer Do")
    pdf.stream(b"0.5 0 0 0.5 0 0 cm /Inner Do", form + "/Matrix [4 0 0 4 0 0] /Resources << /XObject << /Inner 7 0 R >> >>", 6)
    pdf.stream(content(), form + "/Matrix [0.5 0 0 0.5 0 0] " + fonts, 7)
    yield "form_nested", "a form within a form, each with a matrix (8.10.1)", with_objects(
        pdf, "/XObject << /Outer 6 0 R >>").file(), ROWS
    pdf = PDF(b"/Head Do 1 0 0 1 0 -32 cm /Fm Do", page="/Group << /S /Transparency >>")
    pdf.stream(content(rows=ROWS[:2]), form + fonts, 6)
    pdf.stream(content(rows=ROWS[2:]), form + fonts, 7)
    yield "form_moved", "forms drawn one below the other; the matrix of the page counts", with_objects(
        pdf, "/XObject << /Head 6 0 R /Fm 7 0 R >>").file(), ROWS
    pdf = PDF(b"/Fm Do 1 0 0 1 0 -100 cm /Fm Do")
    pdf.stream(content(rows=ROWS[:2]), form + fonts, 6)
    yield "form_shared", "one form drawn twice at different places", with_objects(
        pdf, "/XObject << /Fm 6 0 R >>").file(), ROWS[:2] * 2
    pdf = PDF()
    pdf.stream(content(rows=[("20110010001", "unused", "01-Jan-11")]), form + fonts, 6)
    yield "form_unused", "a form in the resources that nothing draws", with_objects(
        pdf, "/XObject << /Fm 6 0 R >>").file(), ROWS
    pdf = PDF(b"/F1 9 Tf /Fm Do")
    pdf.stream(content(), form, 6)
    yield "form_without_resources", "a form without resources uses the page's (7.8.3)", with_objects(
        pdf, "/XObject << /Fm 6 0 R >>").file(), ROWS
    pdf = PDF(b"/Fm Do\n" + content())
    pdf.stream(b"q q 3 0 0 3 7 7 cm 50 Tz 5 Tc BT /F1 30 Tf", form + fonts, 6)
    yield "form_state", "what a form leaves open ends with it (8.10.1)", with_objects(
        pdf, "/XObject << /Fm 6 0 R >>").file(), ROWS
    pdf = PDF(b"/Fm Do")
    pdf.stream(content() + b" /Fm Do", form + "/Resources << /Font << /F1 4 0 R >> /XObject << /Fm 6 0 R >> >>", 6)
    yield "form_loop", "a form that draws itself", with_objects(pdf, "/XObject << /Fm 6 0 R >>").file(), ROWS
    pdf = PDF(b"/GS gs\n" + content(font=""))
    pdf.set(6, "<< /Type /ExtGState /Font [4 0 R 9] >>")
    yield "font_by_state", "a font and its size by a graphics state dictionary (8.4.5)", with_objects(
        pdf, "/ExtGState << /GS 6 0 R >>").file(), ROWS


def strings():
    def octal(text):
        return "".join("\\%03o" % byte if byte > 126 or byte in b"()\\" else chr(byte) for byte in text.encode("cp1252"))

    def one(show, rows=ODD):
        return page(shown(lambda text: show(text) + " Tj", rows)), rows

    yield "string_octal", "octal escapes of three digits (7.3.4.2)", *one(lambda text: "(%s)" % octal(text))
    yield "string_octal_short", "octal escapes of one and two digits, before what is no octal digit", page(
        "BT /F1 9 Tf %d %d Td %s Tj ET" % (x, y, text) for x, y, text in (
            (BATCH, 760, "(20121456171)"), (STATUS, 760, "(\\50a\\51 \\46 \\578\\568\\1129)"), (DATE, 760, "(14\\55Jun-12)"))), [
                ("20121456171", "(a) & /8.8J9", "14-Jun-12")]
    yield "string_octal_large", "octal escapes of more than a byte, whose overflow is dropped", page(
        "BT /F1 9 Tf %d %d Td %s Tj ET" % (x, y, text) for x, y, text in (
            (BATCH, 760, "(20121456171)"), (STATUS, 760, "(\\563end)"), (DATE, 760, "(14-Jun-12)"))), [
                ("20121456171", "send", "14-Jun-12")]
    yield "string_nested", "balanced parentheses without escapes", *one(
        lambda text: "(%s)" % text.replace("\\", "\\\\"), [ROWS[1], ("20121456171", "a (b) (c (d)) \\ e", "14-Jun-12")])
    yield "string_continued", "strings over several lines by a backslash, with each end of line", page(shown(
        lambda text: "(%s) Tj" % "".join(
            character + ("\\\n", "\\\r\n", "\\\r")[i % 3] for i, character in enumerate(text)), [ROWS[2]])), [ROWS[2]]
    yield "string_needless_escapes", "escapes of characters that need none: the backslash is dropped", page(shown(
        lambda text: "(%s) Tj" % "".join("\\" + c if c in "dip &-J" else c for c in text), ROWS[:1])), ROWS[:1]
    yield "string_hexadecimal", "hexadecimal strings, in both cases, with blanks and line ends (7.3.4.3)", page(shown(
        lambda text: "<%s> Tj" % "\n".join(" ".join(("%02x", "%02X")[i % 2] % byte for i, byte in enumerate(
            text.encode("cp1252")[j:j + 7])) for j in range(0, len(text), 7)), ODD)), ODD
    yield "string_hexadecimal_odd", "hexadecimal strings without their last digit, which is 0", page(shown(
        lambda text: "<%s> Tj" % text.encode().hex().removesuffix("0"), [("20121456170", "stamp", "14-Jun-10")])), [
            ("20121456170", "stamp", "14-Jun-10")]
    yield "string_hexadecimal_bytes", "each hexadecimal digit apart from the other", page(shown(
        lambda text: "<%s> Tj" % " ".join(text.encode("cp1252").hex()), ODD)), ODD
    yield "operators_glued", "no white space where none is needed (7.2.2)", PDF(b"".join(
        b"BT/F1 9 Tf %d %d Td%sTj[%s]TJ ET " % (x, y, literal(text[:3]).encode("latin-1"), literal(text[3:]).encode("latin-1"))
        for x, y, text in cells())).file(), ROWS
    yield "operators_unknown", "operators that nobody knows, between BX and EX and without (7.8.2)", page(
        "BX 1 2 (20110010001) foo EX /Bar 3 quux 1 2 3 4 5 6 7 8 sc " + line
        for line in shown(lambda text: literal(text) + " Tj")), ROWS
    yield "operands_surplus", "more operands than an operator takes: the last ones count", page(
        "BT 1 2 /F1 9 Tf %d %d Td (20110010001) %s Tj ET" % (x, y, literal(text)) for x, y, text in cells()), ROWS
    yield "content_comments", "comments in content, with parentheses and operators (7.2.3)", page(
        line.replace(" Td ", " %% ) (20110010001) Tj ET\n Td %( <<\r") for line in shown(lambda text: literal(text) + " Tj")), ROWS


def numbers():
    """How numbers are written (7.3.3)."""
    def placed(write):
        return page("BT /F1 %s Tf 1 0 0 1 0 0 Tm %s %s Td %s Tj ET" % (write(9), write(x), write(y), literal(text))
                    for x, y, text in cells())

    for name, what, write in (
            ("plus", "with a plus sign", lambda n: "+%d" % n), ("point", "that end with a point", lambda n: "%d." % n),
            ("zeros", "with zeros before and after", lambda n: "000%d.000" % n),
            ("long", "with more digits than count", lambda n: "%d.00000000000000000000000001" % n),
            ("inner_minus", "with a minus sign inside, after which nothing counts", lambda n: "%d.00-13" % n)):
        yield "number_" + name, "numbers " + what, placed(write), ROWS
    yield "number_fraction", "numbers that begin with their point", page(
        "BT /F1 .9 Tf 10. .0 -.0 10. %d %d Tm %s Tj ET" % (x, y, literal(text)) for x, y, text in cells()), ROWS
    yield "number_two_signs", "numbers with two minus signs, which are one", page(
        "BT /F1 9 Tf 1 0 0 1 %d %d Tm --100 --10 Td %s Tj ET" % (x + 100, y + 10, literal(text)) for x, y, text in cells()), ROWS


def type3():
    """A font whose glyphs are content streams (9.6.5): its matrix makes them large, their names say what they are."""
    used = sorted(set("".join(text for row in ROWS for text in row)))
    names = {" ": "space", "(": "parenleft", ")": "parenright", "&": "ampersand", "-": "hyphen", "\\": "backslash",
             "\"": "quotedbl", ",": "comma", "\u00e9": "eacute", "0": "zero", "1": "one", "2": "two", "3": "three", "4": "four",
             "5": "five", "6": "six", "7": "seven", "8": "eight", "9": "nine"}
    pdf = PDF(content(show=lambda text: "<%s> Tj" % bytes(used.index(c) + 1 for c in text).hex(), font="/F1 1 Tf"))
    glyph = pdf.stream(b"60 0 5 0 50 70 d1 5 0 45 70 re f", "")
    listed = [names.get(c, c) for c in used]
    pdf.set(4, "<< /Type /Font /Subtype /Type3 /FontBBox [0 0 60 80] /FontMatrix [0.09 0 0 0.09 0 0] /FirstChar 1 "
               "/LastChar %d /Widths [%s] /CharProcs << %s >> /Encoding << /Differences [1 %s] >> /Resources << >> >>" % (
                   len(used), " ".join(["60"] * len(used)), " ".join("/%s %d 0 R" % (name, glyph) for name in listed),
                   " ".join("/" + name for name in listed)))
    yield "font_type3", "a Type 3 font with a matrix of its own, its characters by their names (9.6.5)", pdf.file(), ROWS


def features():
    for group in (positions, spacing, sizes, tables, forms, strings, numbers, type3):
        yield from group()
