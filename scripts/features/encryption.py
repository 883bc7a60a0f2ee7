"""Documents that open without a password, and such that do not (ISO 32000-1 7.6, ISO 32000-2 7.6).

The ciphers are written down from FIPS 197 and from what is known of RC4: the standard library has digests only.
"""

import hashlib
import struct
import zlib

from .pdf import PDF, ROWS, content

PAD = bytes.fromhex("28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a")
ID = hashlib.md5(b"the identifier of a document").digest()
PERMISSIONS = -44


def rc4(key, data):
    state, j, out = list(range(256)), 0, bytearray()
    for i in range(256):
        j = (j + state[i] + key[i % len(key)]) % 256
        state[i], state[j] = state[j], state[i]
    i = j = 0
    for byte in data:
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(byte ^ state[(state[i] + state[j]) % 256])
    return bytes(out)


def double(value):
    """Times x in the field of FIPS 197 4.2."""
    return (value << 1 ^ (0x11B if value & 0x80 else 0)) & 0xFF


def substitutions():
    """The S-box of FIPS 197 5.1.1, from powers of 3 and of its inverse."""
    box, power, inverse = [0x63] * 256, 1, 1
    for _ in range(255):
        mixed = inverse
        for turn in range(1, 5):
            mixed ^= (inverse << turn | inverse >> (8 - turn)) & 0xFF
        box[power] = mixed ^ 0x63
        power ^= double(power)
        for _ in range(254):  # times 3 to the power of -1, which is 3 to the power of 254
            inverse ^= double(inverse)
    return box


SBOX = substitutions()


def round_keys(key):
    """FIPS 197 5.2."""
    words, constant, size = [list(key[i:i + 4]) for i in range(0, len(key), 4)], 1, len(key) // 4
    while len(words) < 4 * (size + 7):
        word = words[-1]
        if len(words) % size == 0:
            word = [SBOX[byte] for byte in word[1:] + word[:1]]
            word[0] ^= constant
            constant = double(constant)
        elif size == 8 and len(words) % size == 4:
            word = [SBOX[byte] for byte in word]
        words.append([a ^ b for a, b in zip(word, words[-size])])
    return [sum(words[i:i + 4], []) for i in range(0, len(words), 4)]


def columns():
    """What each byte of a column adds to the mixed column (FIPS 197 5.1.3), as numbers of 32 bits."""
    tables = []
    for turn in range(4):
        factors = [(2, 1, 1, 3), (3, 2, 1, 1), (1, 3, 2, 1), (1, 1, 3, 2)][turn]
        table = []
        for byte in SBOX:
            times = (0, byte, double(byte), double(byte) ^ byte)
            table.append(int.from_bytes(bytes(times[factor] for factor in factors), "big"))
        tables.append(table)
    return tables


FIRST, SECOND, THIRD, FOURTH = columns()


def aes(key, vector, data):
    """Whole blocks of AES in cipher block chaining mode, column by column."""
    start, *middle, end = [struct.unpack(">4I", bytes(words)) for words in round_keys(key)]
    a, b, c, d = struct.unpack(">4I", vector)
    out = bytearray()
    for e, f, g, h in struct.iter_unpack(">4I", data):
        a, b, c, d = a ^ e ^ start[0], b ^ f ^ start[1], c ^ g ^ start[2], d ^ h ^ start[3]
        for e, f, g, h in middle:
            a, b, c, d = (
                FIRST[a >> 24] ^ SECOND[b >> 16 & 255] ^ THIRD[c >> 8 & 255] ^ FOURTH[d & 255] ^ e,
                FIRST[b >> 24] ^ SECOND[c >> 16 & 255] ^ THIRD[d >> 8 & 255] ^ FOURTH[a & 255] ^ f,
                FIRST[c >> 24] ^ SECOND[d >> 16 & 255] ^ THIRD[a >> 8 & 255] ^ FOURTH[b & 255] ^ g,
                FIRST[d >> 24] ^ SECOND[a >> 16 & 255] ^ THIRD[b >> 8 & 255] ^ FOURTH[c & 255] ^ h)
        a, b, c, d = (
            (SBOX[w >> 24] << 24 | SBOX[x >> 16 & 255] << 16 | SBOX[y >> 8 & 255] << 8 | SBOX[z & 255]) ^ part
            for (w, x, y, z), part in zip(((a, b, c, d), (b, c, d, a), (c, d, a, b), (d, a, b, c)), end))
        out += struct.pack(">4I", a, b, c, d)
    return bytes(out)


def aes_data(key, data):
    """An initialisation vector, then the padded data."""
    vector, rest = hashlib.md5(data).digest(), 16 - len(data) % 16
    return vector + aes(key, vector, data + bytes([rest]) * rest)


class Handler:
    """The standard security handler up to revision 4."""

    def __init__(self, version, revision, length, method="V2", user=b"", owner=b"owner", identifier=ID, metadata=True,
                 generation=0):
        self.version, self.revision, self.method, self.generation = version, revision, method, generation
        self.length = length
        rounds = range(20) if revision > 2 else range(1)
        key = self.stretched((owner + PAD)[:32])
        self.owner = (user + PAD)[:32]
        for number in rounds:
            self.owner = rc4([byte ^ number for byte in key], self.owner)
        self.key = self.stretched(
            (user + PAD)[:32] + self.owner + struct.pack("<i", PERMISSIONS) + identifier
            + (b"" if metadata else b"\xff\xff\xff\xff"))
        self.user = PAD if revision == 2 else hashlib.md5(PAD + identifier).digest()
        for number in rounds:
            self.user = rc4([byte ^ number for byte in self.key], self.user)
        self.user = self.user.ljust(32, b"\0")

    def stretched(self, data):
        key = hashlib.md5(data).digest()[:self.length]
        for _ in range(50 if self.revision > 2 else 0):
            key = hashlib.md5(key).digest()[:self.length]
        return key

    def encrypt(self, number, data):
        """Algorithm 1."""
        key = self.key + struct.pack("<I", number)[:3] + struct.pack("<H", self.generation)
        if self.method == "V2":
            return rc4(hashlib.md5(key).digest()[:min(self.length + 5, 16)], data)
        return aes_data(hashlib.md5(key + b"sAlT").digest()[:min(self.length + 5, 16)], data)

    def dictionary(self, extra=""):
        filters = "/CF << /StdCF << /CFM /%s /AuthEvent /DocOpen /Length %d >> >>" % (self.method, self.length)
        return "<< /Filter /Standard /V %d /R %d /P %d /O <%s> /U <%s> %s %s >>" % (
            self.version, self.revision, PERMISSIONS, self.owner.hex(), self.user.hex(),
            filters if self.version >= 4 else "", extra)


class ModernHandler:
    """The standard security handler of revisions 5 and 6."""

    version, method, length = 5, "AESV3", 32

    def __init__(self, revision, user=b"", owner=None):
        """Without an owner password its entries are such that none fits."""
        self.revision = revision
        self.key = hashlib.sha256(b"the key of a document").digest()
        self.user, self.user_key = self.entries(user, b"")
        self.owner, self.owner_key = bytes(48), bytes(32)
        if owner is not None:
            self.owner, self.owner_key = self.entries(owner, self.user)
        self.user, self.owner = self.user.ljust(127, b"\0"), self.owner.ljust(127, b"\0")

    def entries(self, password, extra):
        salts = hashlib.sha256(password + extra).digest()[:16]
        entry = self.hash(password, salts[:8], extra) + salts
        return entry, aes(self.hash(password, salts[8:], extra), bytes(16), self.key)

    def hash(self, password, salt, extra):
        """Algorithm 2.B."""
        key, number, block = hashlib.sha256(password + salt + extra).digest(), 0, b"\0"
        while self.revision > 5 and (number < 64 or block[-1] > number - 32):
            block = aes(key[:16], key[16:32], (password + key + extra) * 64)
            key = (hashlib.sha256, hashlib.sha384, hashlib.sha512)[int.from_bytes(block[:16], "big") % 3](block).digest()
            number += 1
        return key[:32]

    def dictionary(self, extra=""):
        permissions = aes(self.key, bytes(16), struct.pack("<iI", PERMISSIONS, 2 ** 32 - 1) + b"Tadbsalt")
        keys = "/OE <%s> /UE <%s> /Perms <%s> %s" % (
            self.owner_key.hex(), self.user_key.hex(), permissions.hex(), extra)
        return Handler.dictionary(self, keys)

    def encrypt(self, number, data):
        return aes_data(self.key, data)


def flated(data=None, extra="/Filter /FlateDecode"):
    return PDF(zlib.compress(content() if data is None else data), entries=extra)


def locked(pdf, handler, extra="", clear=()):
    """Encrypts the streams but those whose numbers are in `clear`, adds information and the encryption dictionary;
    the trailer's entries."""
    for number, body in pdf.objects.items():
        head, found, rest = body.partition(b"\nstream\n")
        if found and number not in clear:
            data = handler.encrypt(number, rest[:-len(b"\nendstream")])
            length = head.index(b"/Length ") + len(b"/Length ")
            end = head.index(b" ", length)
            pdf.set(number, head[:length] + b"%d" % len(data) + head[end:] + found + data + b"\nendstream")
    number = max(pdf.objects) + 1
    information = pdf.set(number, "<< /Title <%s> >>" % handler.encrypt(number, b"A title").hex())
    encryption = pdf.add(handler.dictionary(extra))
    return "/Info %d 0 R /Encrypt %d 0 R" % (information, encryption)


WITH_ID = " /ID [<%s> <%s>]" % (ID.hex(), ID.hex())
ALL = "/StmF /StdCF /StrF /StdCF"


def with_object_stream(handler, extra):
    """The page and the font in an encrypted object stream, the table in a cross-reference stream in clear."""
    pdf, offsets = flated(), {}
    inner = [(3, pdf.objects.pop(3)), (4, pdf.objects.pop(4)), (8, b"<< /Title (A title) >>")]
    places, bodies = "", b""
    for number, body in inner:
        places += "%d %d " % (number, len(bodies))
        bodies += body + b" "
    pdf.stream(zlib.compress(places.encode() + bodies),
               "/Type /ObjStm /N %d /First %d /Filter /FlateDecode" % (len(inner), len(places)), 6)
    locked(pdf, handler, extra)
    pdf.objects.pop(7)
    encryption = pdf.objects.pop(8)
    pdf.set(7, encryption)
    out = b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n"
    for number in sorted(pdf.objects):
        offsets[number] = len(out)
        out += b"%d 0 obj\n" % number + pdf.objects[number] + b"\nendobj\n"
    offsets[9], table = len(out), b""
    for number in range(10):
        if number in offsets:
            table += struct.pack(">BHB", 1, offsets[number], 0)
        else:
            places = [inside for inside, _ in inner]
            table += struct.pack(">BHB", 2, 6, places.index(number)) if number in places else bytes(4)
    data = zlib.compress(table)
    return out + (b"9 0 obj\n<< /Type /XRef /Size 10 /W [1 2 1] /Root 1 0 R /Info 8 0 R /Encrypt 7 0 R /ID [<%s> <%s>] "
                  b"/Filter /FlateDecode /Length %d >>\nstream\n" % (ID.hex().encode(), ID.hex().encode(), len(data))
                  + data + b"\nendstream\nendobj\nstartxref\n%d\n%%%%EOF\n" % offsets[9])


def simple(handler, extra="", identifier=WITH_ID):
    pdf = flated()
    return pdf.file(locked(pdf, handler, extra) + identifier)


def features():
    yield "encrypted_rc4_40", "RC4 with 40 bits (V 1, R 2)", simple(Handler(1, 2, 5)), ROWS
    yield "encrypted_rc4_128", "RC4 with 128 bits (V 2, R 3)", simple(Handler(2, 3, 16), "/Length 128"), ROWS
    yield "encrypted_rc4_80", "RC4 with 80 bits (V 2, R 3)", simple(Handler(2, 3, 10), "/Length 80"), ROWS

    handler = Handler(2, 3, 16, identifier=b"")
    handler.owner += bytes(16)
    handler.user += bytes(16)
    yield ("encrypted_rc4_odd", "RC4 with /Length in bytes, /P without a sign, padded /O and /U, and no /ID",
           simple(handler, "/Length 16 /P %d" % (PERMISSIONS + 2 ** 32), ""), ROWS)
    yield ("encrypted_rc4_no_length", "RC4 with 128 bits and no /Length, the /ID a string alone",
           simple(Handler(2, 3, 16), "", " /ID <%s>" % ID.hex()), ROWS)

    # The information keeps generation 0 and so is not readable; nobody asks for it.
    pdf = flated()
    data = pdf.file(locked(pdf, Handler(2, 3, 16, generation=3), "/Length 128") + WITH_ID)
    yield ("encrypted_generation", "an encrypted object of a later generation",
           data.replace(b"\n5 0 obj", b"\n5 3 obj").replace(b"/Contents 5 0 R", b"/Contents 5 3 R")
           .replace(b"%010d 00000 n" % data.index(b"5 0 obj"), b"%010d 00003 n" % data.index(b"5 0 obj")), ROWS)

    yield "encrypted_v4_rc4", "a crypt filter with RC4 (V 4, R 4)", simple(Handler(4, 4, 16), "/Length 128 " + ALL), ROWS
    yield "encrypted_aesv2", "a crypt filter with AES and 128 bits (V 4, R 4)", simple(Handler(4, 4, 16, "AESV2"), ALL), ROWS
    yield ("encrypted_aesv2_object_stream", "AES with 128 bits, an object stream and a cross-reference stream",
           with_object_stream(Handler(4, 4, 16, "AESV2"), ALL), ROWS)
    yield ("encrypted_aesv2_metadata", "AES with 128 bits and metadata in clear, which changes the key",
           simple(Handler(4, 4, 16, "AESV2", metadata=False), "/EncryptMetadata false " + ALL), ROWS)
    newest = ModernHandler(6)
    yield "encrypted_aesv3_r5", "AES with 256 bits as of Adobe's extension level 3 (V 5, R 5)", simple(ModernHandler(5), ALL), ROWS
    yield "encrypted_aesv3_r6", "AES with 256 bits (V 5, R 6)", simple(newest, ALL, ""), ROWS
    yield ("encrypted_aesv3_object_stream", "AES with 256 bits, an object stream and a cross-reference stream",
           with_object_stream(newest, ALL), ROWS)

    pdf = flated()
    trailer = locked(pdf, Handler(4, 4, 16, "AESV2"), "/StmF /Identity /StrF /StdCF", clear=[5])
    yield "encrypted_identity", "streams in clear, strings encrypted (StmF Identity)", pdf.file(trailer + WITH_ID), ROWS
    pdf = flated(extra="/Filter [/Crypt /FlateDecode] /DecodeParms [<< /Name /Identity >> null]")
    trailer = locked(pdf, Handler(4, 4, 16, "AESV2"), ALL, clear=[5])
    yield "encrypted_crypt_identity", "one stream in clear by its own Crypt filter", pdf.file(trailer + WITH_ID), ROWS
    pdf = flated(extra="/Filter [/Crypt /FlateDecode] /DecodeParms [<< /Name /StdCF >> null]")
    trailer = locked(pdf, Handler(4, 4, 16, "AESV2"), "/StrF /StdCF")
    yield "encrypted_crypt_named", "one stream encrypted by its own Crypt filter, the others in clear", pdf.file(trailer + WITH_ID), ROWS

    handler = Handler(4, 4, 16, "AESV2")
    pdf = PDF(content() + b"\n" * (15 - len(content()) % 16))
    trailer = locked(pdf, handler, ALL)
    pdf.set(5, pdf.objects[5].replace(b"/Length ", b"/Length 1").replace(b"\nendstream", b"rest\nendstream"))
    yield ("encrypted_aes_broken", "AES data that are no whole number of blocks, under a wrong length",
           pdf.file(trailer + WITH_ID), ROWS)
    pdf = PDF(b" " * (-len(content() + b"\n") % 16) + content() + b"\n")  # the last byte, 10, is no padding
    trailer = locked(pdf, handler, ALL)
    cut = pdf.objects[5][:-16 - len(b"\nendstream")] + b"\nendstream"
    pdf.set(5, cut)
    yield "encrypted_aes_unpadded", "AES data without padding, which end with what might be one", pdf.file(trailer + WITH_ID), ROWS

    yield ("encrypted_owner_rc4", "a user password, and an empty owner password (R 3)",
           simple(Handler(2, 3, 16, user=b"user", owner=b""), "/Length 128"), ROWS)
    yield ("encrypted_owner_aesv3", "a user password, and an empty owner password (R 5)",
           simple(ModernHandler(5, user=b"user", owner=b""), ALL), ROWS)
    yield "encrypted_password_rc4", "a user password (R 3)", simple(Handler(2, 3, 16, user=b"user"), "/Length 128"), "encrypted"
    yield "encrypted_password_aesv3", "a user password (R 5)", simple(ModernHandler(5, user=b"user"), ALL), "encrypted"
    pdf = flated()
    data = pdf.file(locked(pdf, Handler(2, 3, 16), "/Length 128") + WITH_ID)
    yield ("encrypted_handler", "a security handler that is not the standard one",
           data.replace(b"/Filter /Standard", b"/Filter /Another_"), "encrypted")
