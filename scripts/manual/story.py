"""Nine days of a service in a few seconds, for the pictures in the README. Shared by render-terminal and render-journal.

This module publishes two lists on loopback behind a proxy that answers for their hosts, so that the real programs print
`example.org`. The daemon is the real one; its wall clock (still-clock.c) stands still within a chapter and jumps
between two. `told` replaces values that depend on chance or the machine: the daemon's pid and the jitter of the next
poll.
"""

import datetime
import http.server
import json
import os
import pty
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "fixtures"))
import london_pdf  # noqa: E402

PID = "812"

LONDON = [["20110110001", "no action required at this time", "01-Jun-12"],
          ["20121456171", "administrative processing", "05-Jun-12"],
          ["20123660000", "refused (221(g)); see 20121456171", "03-Jun-12"]]
BEIJING = [["66357%03d" % number, "in review", "04-Jun-12"] for number in range(340, 352)]

LOGIN = b"<!DOCTYPE html><html><title>Log in</title><form><input name=user></form></html>"

CONFIG = """[batches]
20121456171 = "Mine"
20121456179 = "A friend's"

[sources.london]
url = "http://example.org/admin_processing_dates.pdf"
proxy = "http://127.0.0.1:%(port)d"

[sources.beijing]
url = "http://example.org/decisions.pdf"
proxy = "http://127.0.0.1:%(port)d"
key = "########"

[sources.beijing.batches]
66357342 = "Wei"
[hook]
run = "/bin/true"
"""


class Lists(http.server.BaseHTTPRequestHandler):
    """The proxy, and behind it the lists."""

    published = {}

    def do_GET(self):
        name = os.path.basename(self.path)
        # Both are polled at the same time: the order of what is told of them must not be left to chance.
        time.sleep(0 if name == "admin_processing_dates.pdf" else 0.5)
        self.send_response(200)
        self.send_header("Content-Length", str(len(self.published[name])))
        self.end_headers()
        self.wfile.write(self.published[name])

    def log_message(self, *_):
        pass


def programs(given):
    """The directory of the programs: the named one, or the release build's."""
    path = os.path.abspath(given or os.path.join(HERE, "..", "..", ".build", "release"))
    for name in ["batchwatch", "batchwatchd", "batchwatch-fetcher", "batchwatch-reader"]:
        if not os.access(os.path.join(path, name), os.X_OK):
            sys.exit("%s: there is no %s; scripts/build first" % (path, name))
    return path


def moment(text):
    return datetime.datetime.strptime(text, "%Y-%m-%d %H:%M")


class Story:
    """Use it with `with`; it leaves nothing behind."""

    def __init__(self, where, in_journal):
        self.program = os.path.join(programs(where), "batchwatch")
        self.in_journal = in_journal
        self.path = tempfile.mkdtemp(prefix="batchwatch-story.")
        self.office = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Lists)
        threading.Thread(target=self.office.serve_forever, daemon=True).start()
        with open(os.path.join(self.path, "watched-batches.toml"), "w", encoding="utf-8") as file:
            file.write(CONFIG % {"port": self.office.server_address[1]})
        self.daemon = None
        self.said = self.output = None
        self.now = None
        clock = os.path.join(self.path, "still-clock.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", clock, os.path.join(HERE, "still-clock.c")], check=True)
        self.environment = {"PATH": "/usr/bin:/bin", "TZ": "UTC", "LANG": "C.UTF-8", "TERM": "xterm-256color",
                            "LD_PRELOAD": clock, "STILL_CLOCK": os.path.join(self.path, "clock")}

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.daemon and self.daemon.poll() is None:
            self.daemon.terminate()
            self.daemon.wait(20)
        self.office.shutdown()
        shutil.rmtree(self.path, ignore_errors=True)

    def options(self):
        paths = {name: os.path.join(self.path, file) for name, file in
                 [("config", "watched-batches.toml"), ("state-dir", "state"), ("cache-dir", "cache")]}
        return [word for name, path in paths.items() for word in ("--" + name, path)]

    def at(self, text):
        """The clock stands at this minute from now on."""
        self.now = moment(text)
        new = os.path.join(self.path, "clock.new")
        with open(new, "w", encoding="ascii") as file:
            file.write("%d\n" % self.now.replace(tzinfo=datetime.timezone.utc).timestamp())
        os.rename(new, os.path.join(self.path, "clock"))

    def start(self):
        """The daemon, and its first poll of both lists."""
        # Where it has a terminal it leaves the machine's journal alone.
        self.output, terminal = (None, subprocess.DEVNULL) if self.in_journal else pty.openpty()
        self.daemon = subprocess.Popen(
            [self.program, "run", *self.options()], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=terminal, close_fds=True)
        self.wait(lambda: all(os.path.exists(os.path.join(self.path, "state", name + ".json"))
                              for name in ("london", "beijing")), "the first polls")

    def poll(self):
        """Publishes both lists; waits until their events are delivered."""
        subprocess.run([self.program, "poll", *self.options()], env=self.environment, stdout=subprocess.DEVNULL,
                       stderr=subprocess.DEVNULL, check=False, timeout=60)
        self.settle()

    def settle(self):
        self.wait(lambda: not self.undelivered(), "what is to be told")

    def undelivered(self):
        """Whether the journal still misses entries."""
        report = subprocess.run([self.program, "status", "--json", *self.options()], env=self.environment, check=True,
                                timeout=60, stdout=subprocess.PIPE).stdout
        return any(source["undelivered"] for source in json.loads(report)["sources"])

    def on_terminal(self, words, columns=80):
        """A command's output on a terminal, with colours."""
        master, slave = pty.openpty()
        subprocess.run(["stty", "cols", str(columns), "rows", "40", "-opost"], stdin=slave, check=True)
        child = subprocess.Popen([self.program, *words, *self.options()], env=self.environment, stdin=slave,
                                 stdout=slave, stderr=slave, close_fds=True)
        os.close(slave)
        out = b""
        while True:
            try:
                part = os.read(master, 65536)
            except OSError:  # the other end is closed
                break
            if not part:
                break
            out += part
        os.close(master)
        if child.wait(60) != 0:
            sys.exit("%s: exit code %d\n%s" % (words[0], child.returncode, out.decode()))
        return self.told(out.decode())

    def told(self, text):
        """The same with a fixed pid and fixed future times."""
        text = re.sub(r"\b%d\b" % self.daemon.pid, PID, text)
        later = self.now + datetime.timedelta(minutes=56)

        def put_right(match):
            return later.strftime("%Y-%m-%d %H:%M") if moment(match[0]) > self.now else match[0]

        text = re.sub(r"\d{4}-\d\d-\d\d \d\d:\d\d", put_right, text)
        return re.sub(r"\bin (\d+ ?h ?)?\d+ ?min\b", "in 56 min", text)

    @staticmethod
    def wait(condition, what):
        end = time.monotonic() + 30
        while not condition():
            if time.monotonic() > end:
                sys.exit("waited in vain for " + what)
            time.sleep(0.05)


def publish(name, rows):
    Lists.published[name] = london_pdf.london(rows)


def chapters(story):
    """Plays it, and yields the moment of each chapter when the chapter is over."""
    story.at("2026-11-12 09:02")
    publish("admin_processing_dates.pdf", LONDON)
    publish("decisions.pdf", BEIJING)
    story.start()
    story.settle()
    yield story.now

    story.at("2026-11-14 21:17")
    Lists.published["decisions.pdf"] = LOGIN
    for _ in range(3):
        story.poll()
    yield story.now

    story.at("2026-11-15 08:40")
    publish("decisions.pdf", BEIJING)
    story.poll()
    yield story.now

    story.at("2026-11-21 14:05")
    changed = [row[:] for row in LONDON]
    changed[1][1:] = ["visa issued", "15-Jun-12"]
    publish("admin_processing_dates.pdf", changed)
    story.poll()
    yield story.now

    story.at("2026-11-21 14:11")
    publish("decisions.pdf", BEIJING[:3])
    story.poll()
    yield story.now
