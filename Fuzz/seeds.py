#!/usr/bin/env python3
"""Writes the inputs that fuzzing starts from, one folder for each target: parts of the fixtures, and a few made by hand.

    Fuzz/seeds.py DIRECTORY
"""

import glob
import hashlib
import os
import re
import struct
import sys
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


def masks():
    yield b"2[0-8]#########\0" + b"20121456171\0" + b"20121456171 and 2912"
    yield b"#{7,9}\0A-#{1,2}\0*\0[*]\0x{2}[{]#{3}\0" + b"1234567 12345678 A-1 A-12 * xx{123"
    yield b"A-#\0?[[]\0[a-c-]x\0" + b"B-7 9[ ax"
    yield "é#\0e\u0301#\0[]]\0".encode() + "é1".encode()


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


def probe():
    """Which key, then statements; see Targets/Probe.swift."""
    yield bytes([0, 0, 0, 2, 0, 2, 2])
    yield bytes([1, 0, 0, 7, 2, 0, 3, 0, 0, 7, 4])
    yield bytes([0, 1, 0, 2, 1, 2, 2, 3, 7, 0, 16, 2, 1])
    yield bytes([2, 4, 5, 0, 16, 1, 0, 3, 7, 0, 49, 1, 6])
    # In fonts with codes of their own.
    yield bytes([129, 0, 0, 7, 2, 0, 3, 0, 0, 7, 4, 4, 1, 0, 4, 7])
    yield bytes([128, 4, 1, 0, 0, 2, 2, 2, 0, 2, 2])


def main(directory):
    for target in (objects, filters, cmaps, content, document, rows, tables, shapes, masks, fonts, encryption, probe):
        folder = os.path.join(directory, target.__name__)
        os.makedirs(folder, exist_ok=True)
        for seed in target():
            with open(os.path.join(folder, hashlib.sha1(seed).hexdigest()), "wb") as file:
                file.write(seed)


main(*sys.argv[1:])
