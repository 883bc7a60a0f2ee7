"""How streams are encoded (ISO 32000-1 7.4)."""

import base64
import zlib

from .pdf import PDF, ROWS, content

DATA = content() + b"\n"


def stream(data, entries):
    """A document whose content is this."""
    return PDF(data, entries=entries).file()


def two(first, second, entries=""):
    """A document whose content is these streams, the second one packed."""
    pdf = PDF(first, entries=entries)
    pdf.stream(zlib.compress(second), "/Filter /FlateDecode", 6)
    pdf.set(3, pdf.objects[3].replace(b"5 0 R", b"[5 0 R 6 0 R]"))
    return pdf.file()


def hexadecimal(data):
    return b"\n".join(data.hex().encode()[i:i + 64] for i in range(0, 2 * len(data), 64)) + b">"


def ascii85(data):
    return base64.a85encode(data, wrapcol=72) + b"~>"


def run_length(data):
    """Repeated bytes as runs, all others as literals."""
    out, literals, position = b"", b"", 0
    while position <= len(data):
        run = 1
        while position + run < len(data) and run < 128 and data[position + run] == data[position]:
            run += 1
        if run > 2 or len(literals) == 128 or position == len(data):
            out += bytes([len(literals) - 1]) + literals if literals else b""
            literals = b""
        if position < len(data) and run > 2:
            out += bytes([257 - run, data[position]])
            position += run
        else:
            literals += data[position:position + 1]
            position += 1
    return out + b"\x80"


def lzw(data, early=1, begin=True, end=True, clear=True):
    """Codes of 9 to 12 bits that grow `early` entries before they must (7.4.4.2). `clear`: when the table is full."""
    bits, count, width, text = 0, 0, 9, b""
    plain = {bytes([byte]): byte for byte in range(256)}
    table, known = dict(plain), 258  # what the decoder knows, which is one entry behind

    def put(code):
        nonlocal bits, count
        bits, count = bits << width | code, count + width

    if begin:
        put(256)
    for position in range(len(data)):
        longer = text + data[position:position + 1]
        if longer in table:
            text = longer
            continue
        put(table[text])
        if len(table) + 2 < 4096:
            table[longer] = len(table) + 2
        known = len(table) + 1
        if known + early >= 1 << width and width < 12:
            width += 1
        if clear and len(table) + 2 >= 4094:
            put(256)
            table, width = dict(plain), 9
        text = longer[-1:]
    put(table[text])
    if known + 1 + early >= 1 << width and width < 12:
        width += 1
    if end:
        put(257)
    return (bits << -count % 8).to_bytes((count + 7) // 8, "big")


def png(data, kind, columns, pixel=1):
    """Rows under a PNG predictor (RFC 2083 6); `kind` 5 takes another one for each row."""
    data += b" " * (-len(data) % columns)
    out, above = b"", bytes(columns)
    for number, start in enumerate(range(0, len(data), columns)):
        row, filter = data[start:start + columns], number % 5 if kind == 5 else kind
        left = bytes(pixel) + row[:-pixel]
        corner = bytes(pixel) + above[:-pixel]
        predicted = []
        for a, b, c in zip(left, above, corner):
            distances = [abs(b - c), abs(a - c), abs(a + b - 2 * c)]
            paeth = (a, b, c)[distances.index(min(distances))]
            predicted.append((0, a, b, (a + b) // 2, paeth)[filter])
        out += bytes([filter]) + bytes((x - p) % 256 for x, p in zip(row, predicted))
        above = row
    return out


def tiff(data, columns, pixel=1):
    data += b" " * (-len(data) % columns)
    rows = [data[i:i + columns] for i in range(0, len(data), columns)]
    return b"".join(bytes((x - p) % 256 for x, p in zip(row, bytes(pixel) + row)) for row in rows)


def raw(data, bits=15):
    packer = zlib.compressobj(9, zlib.DEFLATED, -bits)
    return packer.compress(data) + packer.flush()


FLATE = "/Filter /FlateDecode"


def flate():
    packed = zlib.compress(DATA)
    yield "flate", "FlateDecode (7.4.4)", stream(packed, FLATE), ROWS
    yield "flate_no_header", "deflate data without the header of zlib (RFC 1950 2.2)", stream(raw(DATA), FLATE), ROWS
    yield "flate_no_checksum", "zlib data without their checksum", stream(packed[:-4], FLATE), ROWS
    yield "flate_checksum_part", "zlib data with half of their checksum", stream(packed[:-2], FLATE), ROWS
    yield "flate_checksum_wrong", "zlib data under another checksum: a row may be another", \
        stream(packed[:-1] + bytes([packed[-1] ^ 1]), FLATE), ROWS, "damage"
    yield "flate_line_end_before", "zlib data after a line end too many", stream(b"\r\n" + packed, FLATE), ROWS
    yield "flate_line_ends_after", "zlib data before line ends that the length counts", stream(packed + b"\r\n\n", FLATE), ROWS
    small = zlib.compressobj(9, zlib.DEFLATED, 9)
    yield "flate_window_512", "zlib data with a window of 512 bytes", stream(small.compress(DATA) + small.flush(), FLATE), ROWS
    stored = zlib.compressobj(0)
    yield "flate_stored", "zlib data that are stored, not packed (RFC 1951 3.2.4)", \
        stream(stored.compress(DATA) + stored.flush(), FLATE), ROWS
    flushing = zlib.compressobj()
    flushed = b"".join(flushing.compress(line + b"\n") + flushing.flush(zlib.Z_SYNC_FLUSH) for line in DATA.splitlines())
    yield "flate_flushed", "zlib data that were flushed after each line", stream(flushed + flushing.flush(), FLATE), ROWS
    yield "flate_unended", "zlib data that were flushed and never ended: nothing tells whether all is there", \
        stream(flushed, FLATE), ROWS, "damage"
    truncated = b"\0\0\xff\xff".join(flushed.split(b"\0\0\xff\xff")[:6]) + b"\0\0\xff\xff"
    yield "flate_truncated", "zlib data that break off after the second row", stream(truncated, FLATE), ROWS[:2], "damage"
    yield "flate_empty", "a Flate stream of no bytes before the content", two(b"", DATA, FLATE), ROWS
    yield "flate_abbreviated", "the short name of inline images, outside of one (table 94)", stream(packed, "/Filter /Fl"), ROWS
    yield "flate_unnamed", "zlib data in a stream that names no filter: no rows, and that is told", stream(packed, ""), [], "damage"


def others():
    long = b"".join(b"%% %d\n" % (number * number * 7919) for number in range(60, 220)) + DATA
    longer = b"".join(b"%% %d\n" % (number * number * 7919) for number in range(60, 1100)) + DATA
    lzw_filter = "/Filter /LZWDecode"
    yield "lzw", "LZWDecode, codes of 9 to 11 bits that grow early (7.4.4.2)", stream(lzw(long), lzw_filter), ROWS
    yield "lzw_late_change", "LZWDecode with /EarlyChange 0 (7.4.4.3)", \
        stream(lzw(long, early=0), lzw_filter + " /DecodeParms << /EarlyChange 0 >>"), ROWS
    yield "lzw_cleared", "LZWDecode whose table is full and begins anew", stream(lzw(longer), lzw_filter), ROWS
    yield "lzw_full", "LZWDecode whose table is full and is used on", stream(lzw(longer, clear=False), lzw_filter), ROWS
    yield "lzw_bare", "LZWDecode without the codes that clear at the beginning and end", \
        stream(lzw(DATA, begin=False, end=False), lzw_filter), ROWS
    for name, encode, filter in (("ascii85", ascii85, "ASCII85Decode"), ("ascii_hex", hexadecimal, "ASCIIHexDecode"),
                                 ("run_length", run_length, "RunLengthDecode")):
        yield name, "%s (7.4)" % filter, stream(encode(DATA), "/Filter /" + filter), ROWS
        yield name + "_unended", "%s without its end-of-data mark" % filter, \
            stream(encode(DATA).rstrip(b"\x80~>"), "/Filter /" + filter), ROWS
    yield "ascii85_prefix", "ASCII85Decode that begins with <~, as btoa does, under a short name", \
        stream(b"<~" + ascii85(DATA), "/Filter /A85"), ROWS
    yield "ascii85_zeros", "ASCII85Decode with z for four zeros, which are white space (7.4.3)", \
        stream(ascii85(bytes(8) + DATA + bytes(9)), "/Filter [/ASCII85Decode]"), ROWS
    yield "ascii85_damaged", "ASCII85Decode with a character outside of its alphabet after the rows", \
        stream(ascii85(DATA + b" " * 40)[:-20] + b"{{{{{", "/Filter /ASCII85Decode"), ROWS, "damage"
    blanks = b"\n".join(b" ".join(hexadecimal(DATA).lower()[i:i + 3] for i in range(j, j + 60, 3))
                        for j in range(0, 2 * len(DATA) + 1, 60))
    yield "ascii_hex_blanks", "ASCIIHexDecode with blanks between and within the bytes, under a short name", \
        stream(blanks.replace(b"\n\n", b"\n"), "/Filter /AHx"), ROWS


def chains():
    packed = zlib.compress(DATA)
    for name, data, filters in (
            ("two", ascii85(packed), "[/ASCII85Decode /FlateDecode]"),
            ("two_short", hexadecimal(lzw(DATA)), "[/AHx /LZW]"),
            ("three", ascii85(run_length(packed)), "[/A85 /RL /Fl]"),
            ("four", hexadecimal(ascii85(zlib.compress(packed))), "[/ASCIIHexDecode /ASCII85Decode /FlateDecode /FlateDecode]")):
        yield "filters_" + name, "filters one after the other (7.3.8.2): %s" % filters.strip("[]"), \
            stream(data, "/Filter " + filters), ROWS
    yield "filters_five", "more filters than four: no writer has a reason", \
        stream(hexadecimal(hexadecimal(ascii85(zlib.compress(packed)))), "/Filter [/AHx /AHx /A85 /Fl /Fl]"), "limit"
    yield "filters_none", "an empty array of filters, and parameters that are null", \
        stream(DATA, "/Filter [] /DecodeParms null"), ROWS
    predicted = "<< /Predictor 12 /Columns 40 >>"
    yield "filter_array", "one filter and its parameters, each in an array (table 5)", \
        stream(zlib.compress(png(DATA, 2, 40)), "/Filter [/FlateDecode] /DecodeParms [%s]" % predicted), ROWS
    yield "filter_parameters_apart", "parameters in no array, of a filter in one", \
        stream(zlib.compress(png(DATA, 2, 40)), "/Filter [/FlateDecode] /DecodeParms " + predicted), ROWS
    yield "filter_parameters_in_array", "parameters in an array, of a filter in none", \
        stream(zlib.compress(png(DATA, 2, 40)), "/Filter /FlateDecode /DecodeParms [%s]" % predicted), ROWS
    yield "filter_parameters_null", "parameters that are null for the first of two filters (table 5)", \
        stream(ascii85(zlib.compress(png(DATA, 2, 40))), "/Filter [/ASCII85Decode /FlateDecode] "
               "/DecodeParms [null << /Predictor 12 /Columns 40 >>]"), ROWS
    for name, filter in (("unknown", "BrotliDecode"), ("image", "DCTDecode"), ("fax", "CCITTFaxDecode")):
        yield "filter_" + name, "content under %s beside content that can be read: rows may be missing" % filter, \
            two(b"\xff\xd8\xff\xe0 no text at all", DATA, "/Filter /" + filter), ROWS, "damage"
    yield "filter_unknown_alone", "nothing but content under an unknown filter: no rows, and that is told", \
        stream(packed, "/Filter /BrotliDecode"), [], "damage"


def predictors():
    for kind in range(6):
        yield "predictor_%d" % (10 + kind), "a PNG predictor (7.4.4.4): /Predictor %d" % (10 + kind), stream(
            zlib.compress(png(DATA, kind, 50)), FLATE + " /DecodeParms << /Predictor %d /Columns 50 >>" % (10 + kind)), ROWS
    yield "predictor_colors", "PNG predictors of pixels of three bytes, each row with its own", stream(
        zlib.compress(png(DATA, 5, 30, 3)), FLATE + " /DecodeParms << /Predictor 15 /Colors 3 /Columns 10 >>"), ROWS
    yield "predictor_bits", "PNG predictors of pixels of four bits, seven in a row", stream(
        zlib.compress(png(DATA, 5, 4)), FLATE + " /DecodeParms << /Predictor 15 /BitsPerComponent 4 /Columns 7 >>"), ROWS
    yield "predictor_wide", "PNG predictors of pixels of sixteen bits", stream(
        zlib.compress(png(DATA, 5, 24, 2)), FLATE + " /DecodeParms << /Predictor 10 /BitsPerComponent 16 /Columns 12 >>"), ROWS
    broken = png(DATA, 2, 50)
    yield "predictor_row_short", "a last row that is shorter than the others", stream(
        zlib.compress(broken[:len(broken) - (-len(DATA) % 50)]), FLATE + " /DecodeParms << /Predictor 12 /Columns 50 >>"), ROWS
    yield "predictor_lzw", "a PNG predictor under LZWDecode", stream(
        lzw(png(DATA, 4, 50)), "/Filter /LZWDecode /DecodeParms << /Predictor 14 /Columns 50 >>"), ROWS
    yield "predictor_none", "/Predictor 1, which is none", stream(
        zlib.compress(DATA), FLATE + " /DecodeParms << /Predictor 1 /Columns 50 >>"), ROWS
    yield "predictor_tiff", "the TIFF predictor (7.4.4.4)", stream(
        zlib.compress(tiff(DATA, 50)), FLATE + " /DecodeParms << /Predictor 2 /Columns 50 >>"), ROWS
    yield "predictor_tiff_colors", "the TIFF predictor of pixels of four bytes", stream(
        zlib.compress(tiff(DATA, 48, 4)), FLATE + " /DecodeParms << /Predictor 2 /Colors 4 /Columns 12 >>"), ROWS
    yield "predictor_not_applied", "a PNG predictor over data whose rows do not begin with one: rows may be missing", two(
        zlib.compress(b"0 g 0 G\n" * 20), DATA, FLATE + " /DecodeParms << /Predictor 12 /Columns 50 >>"), ROWS, "damage"
    yield "predictor_impossible", "a predictor of rows that cannot be: rows may be missing", two(
        zlib.compress(DATA), DATA, FLATE + " /DecodeParms << /Predictor 12 /Columns -4 >>"), ROWS, "damage"


def features():
    for group in (flate, others, chains, predictors):
        yield from group()
