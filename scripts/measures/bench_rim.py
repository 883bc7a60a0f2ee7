"""The costs of batchwatch besides reading: waiting, starting, polls without news, deliveries, disk space. For
scripts/bench.

Everything is measured with the real daemon and its programs, and a server in this script.
"""

import glob
import http.server
import json
import os
import re
import shutil
import ssl
import statistics
import subprocess
import threading
import time
import zlib

HERE = os.path.dirname(os.path.abspath(__file__))
TICKS = os.sysconf("SC_CLK_TCK")


class Office:
    """A server on a free port that publishes editions of lists, or answers that nothing is new."""

    def __init__(self, certificate=None):
        self.editions, self.sent = {}, 0.0
        office = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                tag, body = office.editions[self.path]
                is_known = self.headers.get("If-None-Match") == tag
                self.send_response(304 if is_known else 200)
                self.send_header("ETag", tag)
                if not is_known:
                    self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                if not is_known:
                    self.wfile.write(body)
                    office.sent = time.time()

            def log_message(self, *_):
                pass

        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            server.socket = context.wrap_socket(server.socket, server_side=True)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        self.address = "%s://localhost:%d" % ("https" if certificate else "http", server.server_port)

    def publish(self, path, body):
        self.editions[path] = ('"%x"' % zlib.crc32(body), body)
        return self.address + path


class Daemon:
    """A daemon with a separate configuration, below a directory."""

    def __init__(self, program, folder, configuration, environment={}):
        self.program, self.folder = program, folder
        os.makedirs(folder, mode=0o700)
        with open(folder + "/list.toml", "w", encoding="utf-8") as file:
            file.write(configuration)
        self.places = ["--config", folder + "/list.toml", "--state-dir", folder + "/state", "--cache-dir", folder + "/cache"]
        self.log = open(folder + "/log", "wb")
        self.process = subprocess.Popen(
            [program, "run"] + self.places, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
            env={"PATH": "/usr/bin:/bin", "HOME": folder, **environment})
        self.pid = self.process.pid

    def __enter__(self):
        for _ in range(600):
            if self.process.poll() is not None:
                break
            if '"daemon"' in self.call("status", "--json"):
                return self
            time.sleep(0.1)
        with open(self.folder + "/log", encoding="utf-8") as file:
            raise SystemExit("the daemon does not start: " + file.read())

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.log.close()

    def call(self, *words):
        command = [self.program, *words, *self.places]
        return subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True).stdout

    def seconds(self, with_children=True):
        """Processor time until now, including the programs that it has waited for."""
        with open("/proc/%d/stat" % self.pid, encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
        return sum(int(field) for field in fields[11:15 if with_children else 13]) / TICKS

    def memory(self):
        """Resident memory, and its private dirty part, in MB of 1024 x 1024 bytes."""
        with open("/proc/%d/smaps_rollup" % self.pid, encoding="ascii") as file:
            found = dict(re.findall(r"(\w+): +(\d+) kB", file.read()))
        return int(found["Rss"]) / 1024, int(found["Private_Dirty"]) / 1024

    def switches(self):
        """How often each of its threads has gone to sleep."""
        count = {}
        for path in glob.glob("/proc/%d/task/*/status" % self.pid):
            with open(path, encoding="ascii") as file:
                count[path] = int(re.search(r"\nvoluntary_ctxt_switches:\s+(\d+)", file.read()).group(1))
        return count

    def wakes(self, seconds=10):
        """How often they wake up in so many seconds."""
        before = self.switches()
        time.sleep(seconds)
        return sum(count - before.get(path, 0) for path, count in self.switches().items())


def certificate(folder):
    """A self-signed certificate for localhost: its file."""
    path = folder + "/certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
         "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost", "-keyout", path, "-out", folder + "/c.pem"],
        check=True, capture_output=True)
    with open(path, "a", encoding="ascii") as file, open(folder + "/c.pem", encoding="ascii") as public:
        file.write(public.read())
    return path, folder + "/c.pem"


LIST = b"batch,status,date\n" + b"".join(b"%d,issued,%02d-Jun-12\n" % (20121456000 + n, 1 + n % 28) for n in range(300))
SOURCE = '[sources.%s]\nurl = "%s"\nevery = "1h"\n'
WATCHED = "[batches]\n20121456171 = \"\"\n"


def not_modified(program, folder, runs):
    """Seconds of processor time of daemon and fetcher for a 304: over http, over https."""
    files = certificate(folder) if shutil.which("openssl") else None
    for files in [None, files] if files else [None]:
        office = Office(files and files[0])
        url = office.publish("/list.csv", LIST)
        environment = {"SSL_CERT_FILE": files[1]} if files else {}
        kind = "https" if files else "http"
        with Daemon(program, "%s/304-%s" % (folder, kind), SOURCE % ("a", url) + WATCHED, environment) as daemon:
            daemon.call("poll", "a")
            samples = []
            for _ in range(runs):
                before = daemon.seconds()
                for _ in range(25):
                    told = daemon.call("poll", "a")
                    if not told.startswith("a: unchanged"):
                        raise SystemExit("no 304 over %s: %s" % (kind, told))
                samples.append((daemon.seconds() - before) / 25)
            yield kind, statistics.median(samples)


def starts(program, tools, runs):
    """Seconds of processor time of each worker without work."""
    own = os.path.dirname(os.path.realpath(program))
    places = [own, own + "/../libexec/batchwatch"]
    for name in ("batchwatch-fetcher", "batchwatch-reader"):
        worker = next(path for path in (place + "/" + name for place in places) if os.path.exists(path))
        yield name, statistics.median(tools.once([worker])[0] for _ in range(3 * runs))


def idle(program, folder, calm=12):
    """An idle daemon after three polls: resident and private MB, wake-ups in ten seconds; seconds of wall-clock time of
    `status`."""
    office = Office()
    url = office.publish("/list.csv", LIST)
    with Daemon(program, folder + "/idle", SOURCE % ("a", url) + WATCHED) as daemon:
        for _ in range(3):
            daemon.call("poll", "a")
        time.sleep(calm)
        wakes = daemon.wakes()
        memory = daemon.memory()
        waits = []
        for _ in range(31):
            start = time.monotonic()
            daemon.call("status")
            waits.append(time.monotonic() - start)
        return memory + (wakes, statistics.median(waits))


def thousand_sources(program, folder, calm=12, most=1000):
    """KB that each of a thousand sources takes in an idle daemon, and the wake-ups with all of them in ten seconds."""
    office = Office()
    resident = []
    for count in (1, most):
        text = "".join(SOURCE % ("s%d" % n, office.publish("/%d.csv" % n, LIST)) for n in range(count))
        with Daemon(program, "%s/sources-%d" % (folder, count), text + WATCHED) as daemon:
            # A poll waits for those that are under way.
            daemon.call("poll")
            time.sleep(calm)
            wakes = daemon.wakes()
            resident.append(daemon.memory()[0])
    return (resident[1] - resident[0]) * 1024 / (most - 1), wakes


def small_list():
    """A list of one page, for a trial run of this script."""
    rows = b"".join(b"BT\n/F1 9 Tf\n%d %d Td\n(%s) Tj\nET\n" % (x, 770 - 16 * row, text)
                    for row in range(20)
                    for x, text in ((56, b"%d" % (20120000308 + 7 * row)), (150, b"contact the Embassy"), (500, b"03-Apr-12")))
    # So that there is room for another date.
    packed = zlib.compress(rows, 1)
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>",
        b"<< /Filter /FlateDecode /Length %d >>\nstream\n%s\nendstream" % (len(packed), packed),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>"]
    file, places = b"%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, text)
    table = b"xref\n0 6\n0000000000 65535 f \n" + b"".join(b"%010d 00000 n \n" % place for place in places)
    return file + table + b"trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % len(file)


class Editions:
    """Editions of a printed list: each has another date in one row, at the same position of the file."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        for found in re.finditer(rb"stream\r?\n", self.bytes):
            inflate = zlib.decompressobj()
            try:
                text = inflate.decompress(self.bytes[found.end():])
            except zlib.error:
                continue
            row = re.search(rb"\((2[0-8]\d{9})\) Tj(?:.|\n)*?\((\d\d)-([A-Z][a-z]{2})-(\d\d)\) Tj", text)
            if row and b"\n56 770 Td" in text:
                self.place, self.text, self.day = found.end(), text, row.start(2)
                self.length = len(self.bytes) - found.end() - len(inflate.unused_data)
                self.batch = row.group(1).decode()
                return
        raise SystemExit("no row was found in " + path)

    def edition(self, number):
        """One of some hundred, by its number."""
        count = 0
        for year in range(13, 99):
            for day in range(1, 29):
                text = bytearray(self.text)
                text[self.day:self.day + 2] = b"%02d" % day
                text[self.day + 7:self.day + 9] = b"%02d" % year
                packed = zlib.compress(bytes(text), 9)
                if len(packed) > self.length:
                    continue
                if count == number:
                    packed += bytes(self.length - len(packed))
                    return self.bytes[:self.place] + packed + self.bytes[self.place + self.length:]
                count += 1
        raise SystemExit("there are not so many editions")


class Exchanged:
    """Editions of any list in a PDF whose cells are separate strings: each replaces the date of one row by another's of
    its page. The fonts' encoding does not matter."""

    STREAM = re.compile(rb"stream\r?\n")
    # "14-Jun-12", of a byte for each character, or of two in hexadecimal; or "14-" alone, as Chromium has it.
    DATE = re.compile(rb"(?:\([^()\\]{9}\)|<(?:[0-9A-Fa-f]{36}|[0-9A-Fa-f]{12})>) ?Tj")
    LEAST = 18

    def __init__(self, path):
        with open(path, "rb") as file:
            self.bytes = file.read()
        for found in self.STREAM.finditer(self.bytes):
            inflate = zlib.decompressobj()
            try:
                text = inflate.decompress(self.bytes[found.end():])
            except zlib.error:
                continue
            length = len(self.bytes) - found.end() - len(inflate.unused_data)
            self.editions = list(self.exchanged(text, found.end(), length))
            if len(self.editions) >= self.LEAST:
                return
        raise SystemExit("no page with dates was found in " + path)

    def exchanged(self, text, start, length):
        """The editions with another date in the first row of a page, whose stream stands there."""
        dates = [(shown.start(), shown.group()) for shown in self.DATE.finditer(text)]
        seen = {date for _, date in dates[:1]}
        for place, other in dates[1:]:
            first, date = dates[0]
            if other in seen or len(other) != len(date):
                continue
            seen.add(other)
            page = bytearray(text)
            page[place:place + len(date)], page[first:first + len(date)] = date, other
            packed = zlib.compress(bytes(page), 9)
            if len(packed) <= length:
                yield self.bytes[:start] + packed + bytes(length - len(packed)) + self.bytes[start + length:]


def records(rows):
    """Editions of a list in JSON, each with another date in its first row; and the batch of that row."""
    for number in range(28):
        changed = [rows[0][:2] + ["%02d-Dec-30" % (number + 1)]] + rows[1:]
        yield json.dumps([dict(zip(("batch", "status", "date"), row)) for row in changed]).encode()


def changed_batch(program, folder, editions):
    """The batch with different rows in three editions."""
    said = []
    for number, body in enumerate(editions[:3]):
        path = "%s/%d" % (folder, number)
        with open(path, "wb") as file:
            file.write(body)
        done = subprocess.run([program, "rows", path, "--format", "json"], capture_output=True, check=True)
        said.append({row["batch"]: (row["status"], row["date"]) for row in json.loads(done.stdout)})
    changed = [batch for batch, row in said[0].items() if len({row, said[1].get(batch), said[2].get(batch)}) == 3]
    if len(changed) != 1:
        raise SystemExit("the editions differ in %d batches" % len(changed))
    return changed[0]


def changed_polls(program, folder, name, editions, runs):
    """Seconds of processor time of a daemon, its workers and its hook for a poll of a changed list."""
    place = "%s/changed-%s" % (folder, name)
    os.makedirs(place, mode=0o700)
    batch = changed_batch(program, place, editions)
    path, notes = hook(place)
    office = Office()
    url = office.publish("/list", editions[0])
    text = SOURCE % ("a", url) + '[batches]\n%s = ""\n[hook]\nrun = "%s"\n' % (batch, path)
    samples = []
    with Daemon(program, place + "/daemon", text) as daemon:
        daemon.call("poll", "a")
        wait_for(lambda: os.path.exists(notes), "the hook")
        # The kernel counts in hundredths of a second: several polls are measured together.
        each = max(len(editions[1:runs * 3 + 1]) // 3, 1)
        for start in range(1, 3 * each + 1, each):
            before = daemon.seconds()
            for body in editions[start:start + each]:
                os.unlink(notes)
                office.publish("/list", body)
                told = daemon.call("poll", "a")
                wait_for(lambda: os.path.exists(notes), "the hook: " + told)
            # Until the hook has ended, and the outbox is cleared.
            time.sleep(0.3)
            samples.append((daemon.seconds() - before) / each)
    return statistics.median(samples)


def hook(folder):
    """A hook that writes its start time: its file, and the file that it writes to."""
    source = os.path.join(HERE, "bench-hook.c")
    subprocess.run(["cc", "-O2", "-Wall", "-o", folder + "/hook", source, '-DNOTES="%s/began"' % folder], check=True)
    return folder + "/hook", folder + "/began"


def last_byte_to_hook(program, folder, document, runs):
    """Seconds from the server's last byte to the hook's first instruction."""
    # Nobody else may write above a hook.
    place = folder + "/told"
    os.makedirs(place, mode=0o700)
    path, notes = hook(place)
    editions, office = Editions(document), Office()
    url = office.publish("/list.pdf", editions.edition(0))
    text = SOURCE % ("a", url) + '[batches]\n%s = ""\n[hook]\nrun = "%s"\n' % (editions.batch, path)
    waits = []
    with Daemon(program, place + "/daemon", text) as daemon:
        daemon.call("poll", "a")
        for number in range(1, runs + 3):
            office.publish("/list.pdf", editions.edition(number))
            wait_for(lambda: os.path.exists(notes), "the hook")
            os.unlink(notes)
            told = daemon.call("poll", "a")
            wait_for(lambda: os.path.exists(notes) and os.path.getsize(notes) > 0, "the hook: " + told)
            with open(notes, encoding="ascii") as file:
                waits.append(float(file.readline()) - office.sent)
    # The first polls are those of a service that has just begun.
    return statistics.median(waits[2:])


def wait_for(is_so, what):
    for _ in range(1000):
        if is_so():
            return
        time.sleep(0.01)
    raise SystemExit("waited in vain for " + what)


def package(directory):
    """MB of the newest .deb and of its installed files; None if there is none."""
    found = sorted(glob.glob(directory + "/batchwatch_*.deb"), key=os.path.getmtime)
    if not found or not shutil.which("dpkg-deb"):
        return None
    told = subprocess.run(["dpkg-deb", "--field", found[-1], "Installed-Size"], capture_output=True, text=True, check=True)
    return os.path.getsize(found[-1]) / 1e6, int(told.stdout) / 1024
