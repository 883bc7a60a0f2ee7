"""An office that publishes lists on loopback and lies on request. It logs each answer before the first byte: which
publication it was, whether it was whole, and what was wrong with it.
"""

import os
import random
import socket
import struct
import threading
import time

from . import documents

FIRST = 1_750_000_000  # Last-Modified of the first publication; each later one is an hour younger
DAY = 86_400


class Part:
    """A document of a source, with all its publications. The page of a case is one, too."""

    def __init__(self, name, form, case=None):
        self.name, self.form, self.case = name, form, case
        self.publications = []  # each: rows by batch, body, where its last row begins, tag, time; and what is unclear in it
        self.older = 0  # the publication that is served in place of the newest, by `stale` and `turns`

    def publish(self, rows, chance, like=None, **how):
        """Publishes rows: {batch: ((status, date), ...)}. `how`: decomposed, day, in which order, cloud.

        A cloud is (kind, batch): `mention`, the batch stands in a note and in no row; `doubt`, more than its number stands
        in the cell of its number; `cut-line`, the document ends within its row; `emptied`, the list has no rows at all.
        `clouds` says, for each batch that cannot be read with certainty, which rows are meant.
        """
        kind, own = how.get("cloud") or (None, None)
        clouds = {own: rows[own]} if own else {}
        base, named = rows, None
        if kind == "mention":
            rows, named = {**rows, own: ()}, own
        elif kind == "emptied":
            rows = dict.fromkeys(rows, ())
        elif kind == "cut-line":
            clouds.update((batch, ()) for batch in rows if not rows[batch])
        number = len(self.publications)
        day = how.get("day", number)
        title = "Decisions of %d %s 2026" % (day % 28 + 1, documents.MONTHS[day // 28 % 12])
        listed = [(batch, status, date) for batch in rows for status, date in rows[batch]]
        order = list(like["order"]) if like and not how.get("shuffled") else list(range(len(listed)))
        if sorted(order) != list(range(len(listed))) or how.get("shuffled"):
            order = list(range(len(listed)))
            chance.shuffle(order)
        if kind == "cut-line":
            order.sort(key=lambda i: listed[i][0] == own)
        listed = [listed[i] for i in order]
        if kind == "doubt":
            more = chance.choice([" Smith Ltd", "?", "/2"])
            listed = [(batch + more if batch == own else batch, *texts) for batch, *texts in listed]
        if self.case:
            body, last = documents.case_page(self.form, title, self.case, listed, how.get("decomposed", False))
        else:
            body, last = documents.document(self.form, title, listed, how.get("decomposed", False), named)
        if kind == "cut-line":
            body = body[:chance.randrange(last + 1, len(body))]
        stands = kind != "cut-line" or own.encode() in body[last:]
        uncut = tuple(sorted(tuple(texts) for batch, *texts in listed[:-1] if batch == own))
        self.publications.append({
            "number": number, "rows": {**rows, own: ()} if own else rows, "base": base, "cloud": how.get("cloud"),
            "clouds": clouds, "emptied": kind == "emptied",
            "odd": kind == "emptied" or kind == "cut-line" and body.count(b'"') % 2 == 1,  # what a list is held for
            "stands": stands, "uncut": {} if stands else {own: uncut}, "order": order, "body": body, "last": last, "day": day,
            "decomposed": how.get("decomposed", False), "tag": '"%s-%d"' % (self.name, number),
            "changed": FIRST + 3600 * number,
            "was": bool(self.case) and any(older["base"].get(self.case) for older in self.publications)})
        return self.publications[-1]

    @property
    def newest(self):
        return self.publications[-1]


class Source:
    """A source of the configuration: its kind, its parts, and its server's behaviour."""

    def __init__(self, name, kind, form, parts, validators, framing):
        self.name, self.kind, self.form, self.parts = name, kind, form, parts
        self.validators, self.framing = validators, framing


class Office:
    """The server. `faults` has the faults of each source by its name: (kind, path or None, count)."""

    def __init__(self, sources, chance_seed):
        self.sources = {source.name: source for source in sources}
        self.chance = random.Random(chance_seed)
        self.answers, self.counts, self.faults = [], {}, {}
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        self.turn = 0
        self.open = True
        threading.Thread(target=self.serve, daemon=True).start()

    def close(self):
        self.open = False
        try:
            self.listener.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
        self.listener.close()

    def serve(self):
        while self.open:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.meet, args=(client,), daemon=True).start()

    def meet(self, client):
        try:
            with client:
                client.settimeout(10)
                head = b""
                while b"\r\n\r\n" not in head:
                    piece = client.recv(65536)
                    if not piece:
                        return
                    head += piece
                lines = head.split(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
                fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
                with self.lock:
                    send, reset = self.answer(lines[0].split(" ")[1], fields)
                client.sendall(send)
                if reset:
                    client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                else:
                    client.shutdown(socket.SHUT_WR)
                    client.recv(1)
        except OSError:
            pass

    # What is answered

    def answer(self, path, fields):
        words = path.strip("/").split("/")
        source = self.sources[words[0]]
        fault = self.fault(source, path)
        if words[1] == "page":
            number = max(len(part.publications) for part in source.parts) - 1
            if fault in ("stale", "turns") and source.kind == "newest":
                number = self.old(source.parts[0], fault)
            body = self.page(source, number)
            made = {"part": None, "number": number, "body": body, "last": len(body), "tag": '"page-%d"' % number,
                    "changed": FIRST + 3600 * number}  # fmt: skip
            newest = max(len(part.publications) for part in source.parts) - 1
        else:
            part = next(part for part in source.parts if part.name == words[1])
            made = part.newest
            if source.kind == "newest":  # a name for each publication
                made = part.publications[int(words[2].split(".")[0].rsplit("-", 1)[1])]
            elif fault in ("stale", "turns"):
                made = part.publications[self.old(part, fault)]
            made = {**made, "part": part}
            newest = made["number"] if source.kind == "newest" else part.newest["number"]
        return self.say(source, made, newest, fault, path, fields)

    def old(self, part, fault):
        self.turn += 1
        return part.older if fault == "stale" or self.turn % 2 else part.newest["number"]

    def fault(self, source, path):
        kind, of, times = self.faults.get(source.name, (None, None, 0))
        if kind is None or times <= 0 or (of is not None and not path.startswith(of)):
            return None
        self.faults[source.name] = (kind, of, times - 1)
        return kind

    def page(self, source, number):
        links = []
        for part in source.parts:
            if source.kind == "newest":
                links += [self.dated(source, part, n) for n in range(max(0, number - 3), number + 1)]
            else:
                links.append("/%s/%s/list.%s" % (source.name, part.name, source.form))
        made = "".join('<p><a href="%s">%s</a></p>\n' % (link, link.rsplit("/", 1)[1]) for link in links)
        return ("<!DOCTYPE html>\n<html><body><h1>Lists</h1>\n<!-- %d -->\n%s</body></html>\n" % (number, made)).encode()

    @staticmethod
    def dated(source, part, number):
        day = time.strftime("%Y-%m-%d", time.gmtime(FIRST + DAY * number))
        return "/%s/%s/list-%s-%d.%s" % (source.name, part.name, day, number, source.form)

    def say(self, source, made, newest, fault, path, fields):
        """The bytes of the answer, and whether the connection is reset after them."""
        part, body = made["part"], made["body"]
        stale = made["number"] != newest
        validators, headers = source.validators, []
        if validators in ("tag", "both"):
            headers.append("ETag: " + made["tag"])
        date = time.strftime("%a, %d %b %Y %H:%M:%S GMT", time.gmtime(made["changed"]))
        if validators in ("date", "both"):
            headers.append("Last-Modified: " + date)
        if stale and validators == "none":
            headers.append("Age: 7200")
        conditional = "if-none-match" in fields or "if-modified-since" in fields
        matches = (fields["if-none-match"] == made["tag"] if "if-none-match" in fields
                   else fields.get("if-modified-since") == date)  # fmt: skip

        def log(how, whole=False, sound=False):
            if fault and not sound:
                self.counts[fault] = self.counts.get(fault, 0) + 1
            self.answers.append({
                "time": time.time(), "source": source.name, "part": part.name if part else None, "number": made["number"],
                "path": path, "how": how, "whole": whole, "sound": sound})  # fmt: skip

        if fault and fault.isdigit():
            log("HTTP " + fault)
            more = "Retry-After: 1\r\n" if fault == "429" else ""
            return ("HTTP/1.1 %s No\r\n%sContent-Length: 3\r\nConnection: close\r\n\r\nno\n" % (fault, more)).encode(), False
        if fault == "odd-304" and not conditional:
            log("304 that nobody asked for")
            return b"HTTP/1.1 304 Not Modified\r\nConnection: close\r\n\r\n", False
        if fault == "portal":
            log("a page to log in")
            return self.framed(source, [], b"<!DOCTYPE html><html><head><title>Log in</title></head><body><p>Please log in."
                               b"</p></body></html>\n"), False  # fmt: skip
        if part and part.case and not made["base"].get(part.case):
            log("410" if made["was"] else "404", whole=True, sound=True)
            return b"HTTP/1.1 %d No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n" % (410 if made["was"] else 404), False
        if conditional and matches:
            log("304" + (" of an old copy" if stale else ""), sound=not stale)
            return ("HTTP/1.1 304 Not Modified\r\n%s\r\nConnection: close\r\n\r\n" % "\r\n".join(headers)).encode(), False
        cut = self.chance.randrange(1, max(2, made["last"]))
        if fault == "cut-close" and self.chance.random() < 0.3:  # just behind a row
            cut = body.rfind(b"\n", 0, cut) + 1 or cut
        top = "HTTP/1.1 200 OK\r\n%sConnection: close\r\n" % "".join(field + "\r\n" for field in headers)
        if fault in ("reset", "cut-length", "too-long"):
            length = len(body) + (50 if fault == "too-long" else 0)
            sent = body if fault == "too-long" else body[:cut]
            log(fault)
            return (top + "Content-Length: %d\r\n\r\n" % length).encode() + sent, fault == "reset"
        if fault == "cut-close":
            log("cut at %d of %d bytes, without a length" % (cut, len(body)))
            return (top + "\r\n").encode() + body[:cut], False
        log("old copy" if stale else "whole", whole=True, sound=not stale)
        return self.framed(source, headers, body), False

    @staticmethod
    def framed(source, headers, body):
        top = "HTTP/1.1 200 OK\r\n%sConnection: close\r\n" % "".join(field + "\r\n" for field in headers)
        if source.framing == "chunked":
            half = len(body) // 2
            pieces = b"".join(b"%x\r\n%s\r\n" % (len(piece), piece) for piece in (body[:half], body[half:]) if piece)
            return (top + "Transfer-Encoding: chunked\r\n\r\n").encode() + pieces + b"0\r\n\r\n"
        length = "" if source.framing == "close" else "Content-Length: %d\r\n" % len(body)
        return (top + length + "\r\n").encode() + body


class Shelf:
    """A part that is a file on this machine. It is written in place, in two steps, or renamed into place."""

    def __init__(self, office, source, path):
        self.office, self.source, self.path = office, source, path
        self.part = source.parts[0]

    def log(self, how, whole):
        self.office.answers.append({
            "time": time.time(), "source": self.source.name, "part": self.part.name, "number": self.part.newest["number"],
            "path": self.path, "how": how, "whole": whole, "sound": whole})  # fmt: skip

    def put(self):
        self.log("put there whole", True)
        with open(self.path + ".new", "wb") as file:
            file.write(self.part.newest["body"])
        os.rename(self.path + ".new", self.path)

    def begin(self):
        """The first half; `finish` writes the rest."""
        made = self.part.newest
        cut = self.office.chance.randrange(1, made["last"])
        if self.office.chance.random() < 0.3:
            cut = made["body"].rfind(b"\n", 0, cut) + 1 or cut
        self.log("half written, %d of %d bytes" % (cut, len(made["body"])), False)
        with open(self.path, "wb") as file:
            file.write(made["body"][:cut])
        return cut

    def finish(self, cut):
        self.log("written to its end", True)
        with open(self.path, "ab") as file:
            file.write(self.part.newest["body"][cut:])
