"""How long the daemon takes to report a change if something goes wrong once."""

import os
import signal
import statistics
import threading
import time

from .history import DISK, EDITIONS, FAULTS, HOOK, SERVER_FAULTS, History
from .judge import lost

EVERY = 1.0  # seconds between two polls of the list
PATIENCE = 150.0  # for what is never told
NEVER = float("inf")
# A server that takes turns is stale once.
KINDS = ["none"] + [kind for kind in FAULTS if kind not in ("turns", "remove-batch")]


class Delay(History):
    """A known list, a fault, and a change at the same moment."""

    def __init__(self, seed, programs, fault, small_disks):
        self.fault = fault
        super().__init__(seed, programs, ["full-disk"] if fault == "full-disk" else [], small_disks)
        self.resident = True

    def make_source(self, name, *_):
        kinds = {"half-file": ["file"], "dead-link": ["all"], "410": ["cases"]}
        # What comes again is held against one list; pages of cases have no rows beside their own.
        lists = ["one"] if self.fault in EDITIONS + ["stale"] else ["one", "newest", "all"]
        kinds = kinds.get(self.fault, lists)
        source = super().make_source(name, kinds, [1] * len(kinds))
        source.every, source.patience = "%ds" % EVERY, "0s"
        if self.fault == "unicode" and source.form == "pdf":
            return self.make_source(name)
        return source

    def measure(self):
        """Seconds from the change to the hook; `NEVER` for a change without an event."""
        try:
            self.home.configure(self.watched)
            self.home.start_daemon()
            if not self.wait():
                raise RuntimeError("seed %d: the first look was not told" % self.seed)
            for _ in range(2 if self.fault in ("stale", "return") else 0):
                self.change()
                if not self.wait():
                    raise RuntimeError("seed %d: a change was not told" % self.seed)
            began = time.time()
            self.go_wrong()
            return time.time() - began if self.wait() else NEVER
        finally:
            self.office.close()
            self.home.remove()

    def wait(self):
        deadline = time.monotonic() + PATIENCE
        while lost(self.facts()):
            if time.monotonic() > deadline:
                return False
            time.sleep(0.02)
        return True

    def change(self):
        """Another status for one watched batch, in the first list. A file is not written yet."""
        source = self.sources[0]
        batch = self.chance.choice(sorted(self.watched[source.name]))
        part = source.home[batch]
        rows = dict(part.newest["rows"])
        rows[batch] = (self.row(part),)
        if source.name in self.shelves:
            part.publish(rows, self.chance)
        else:
            self.publish(source, part, rows, self.chance, like=part.newest)

    def go_wrong(self):
        kind, source, home = self.fault, self.sources[0], self.home
        if kind in SERVER_FAULTS:
            part = source.parts[0]
            part.older = max(0, part.newest["number"] - 1)
            self.change()
            for one in self.sources:
                self.office.faults[one.name] = (kind, None, 1)
        elif kind == "dead-link":
            self.office.faults[source.name] = ("404", "/%s/%s" % (source.name, source.parts[-1].name), 1)
            self.change()
        elif kind == "half-file":
            self.change()
            shelf = self.shelves[source.name]
            threading.Timer(1, shelf.finish, [shelf.begin()]).start()
        elif kind in EDITIONS:
            part = source.parts[0]
            if kind != "return":
                self.again(source, part, kind)
                time.sleep(2 * EVERY)
                self.change()
            else:
                self.publish(source, part, dict(part.publications[-2]["rows"]), self.chance)
        elif kind == "kill":
            self.change()
            time.sleep(self.chance.random() * EVERY)
            self.stop_daemon(signal.SIGKILL)
            home.start_daemon()
        elif kind == "full-disk":
            filler = self.fill()
            self.change()
            threading.Timer(2 * EVERY, os.unlink, [filler]).start()
        elif kind in DISK:
            self.stop_daemon(signal.SIGKILL)
            self.disturb_disk(kind)
            self.change()
            home.start_daemon()
        elif kind in HOOK:
            self.disturb_hook(kind)
            self.change()
        elif kind == "add-batch":
            self.edit_configuration(kind)
        else:
            self.change()


def delay(programs, kind, seed, small_disks):
    """The seconds in one history."""
    return Delay(seed, programs, kind, small_disks).measure()


def line(kind, seconds):
    return "  %-13s %3d times  median %6.1f s  worst %6.1f s" % (kind, len(seconds), statistics.median(seconds), max(seconds))
