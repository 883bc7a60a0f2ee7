"""The costs of the history, the editions and the page: bytes, processor time, and the daemon's additional costs. For
scripts/bench."""

import os
import random
import statistics
import time

import bench_rim

BATCHES = 300
ROWS = 2000
STATUSES = ("administrative processing", "documents requested", "interview scheduled", "visa issued", "refused (221g)")
FIRST = 20121456000


class List:
    """A list under our control; its first batches are watched."""

    def __init__(self):
        self.rows = [(FIRST + number, STATUSES[number % 5]) for number in range(ROWS)]
        self.moves = 0

    def body(self):
        return b"batch,status,date\n" + b"".join(b"%d,%s,01-Jun-12\n" % (row[0], row[1].encode()) for row in self.rows)

    def stir(self):
        """The same rows in another order, which is the same edition."""
        random.shuffle(self.rows)

    def change(self, watched):
        """One batch has another status."""
        self.moves += 1
        number = FIRST + (self.moves % BATCHES if watched else BATCHES + self.moves)
        place = next(place for place, row in enumerate(self.rows) if row[0] == number)
        now = STATUSES.index(self.rows[place][1])
        self.rows[place] = (number, STATUSES[(now + 1) % 5])


class Watched:
    """A daemon that watches 300 batches of one list."""

    def __init__(self, program, folder, page):
        self.list, self.office, self.folder = List(), bench_rim.Office(), folder
        self.www = folder + ".www"
        os.makedirs(self.www)
        text = bench_rim.SOURCE % ("a", self.publish()) + "[batches]\n"
        text += "".join('%d = "Case %d"\n' % (FIRST + number, number) for number in range(BATCHES))
        text += '[page]\ndirectory = "%s"\n' % self.www if page else ""
        self.daemon = bench_rim.Daemon(program, folder, text)

    def publish(self):
        return self.office.publish("/list.csv", self.list.body())

    def poll(self, begins):
        self.publish()
        told = self.daemon.call("poll", "a")
        if not told.startswith("a: " + begins):
            raise SystemExit("not %s: %s" % (begins, told))

    def history(self):
        path = self.folder + "/state/a.history"
        return os.path.getsize(path) if os.path.exists(path) else 0

    def written(self):
        """When each file of the page, the state and the history was written."""
        return [(entry.name, entry.stat().st_mtime_ns) for place in (self.www, self.folder + "/state")
                for entry in sorted(os.scandir(place), key=lambda entry: entry.name)]

    def rest(self, seconds):
        """Waits until no page is due, and nothing was written for a while."""
        for _ in range(60):
            before = self.written()
            time.sleep(seconds)
            if self.written() == before:
                return
        raise SystemExit("the daemon does not come to rest")


def each(watched, count, change, begins):
    """Milliseconds of processor time of one such poll with all its consequences, and bytes of the history."""
    size, before = watched.history(), watched.daemon.seconds()
    for _ in range(count):
        change()
        watched.poll(begins)
    # What was recorded is on its way to the sinks.
    time.sleep(1)
    return 1000 * (watched.daemon.seconds() - before) / count, (watched.history() - size) / count


def costs(program, folder, tools, runs, calm=12, count=25):
    """The name, the measured value, the bound (None without a budget), and whether the bound is a minimum."""
    with_page = Watched(program, folder + "/page", True)
    without = Watched(program, folder + "/no-page", False)
    with with_page.daemon, without.daemon:
        both = (with_page, without)
        for watched in both:
            watched.daemon.call("poll", "a")
        same, edition, event = [], [], []
        for _ in range(runs):
            same.append(each(without, count, without.list.stir, "read, "))
            edition.append(each(without, count, lambda: without.list.change(False), "read, "))
            event.append(each(without, count, lambda: without.list.change(True), "read, "))
        milliseconds = [statistics.median(one[0] for one in samples) for samples in (same, edition, event)]
        size = [statistics.median(one[1] for one in samples) for samples in (same, edition, event)]
        yield "bytes of the history for a poll with the same rows", size[0], 0, False
        yield "bytes of the history for an edition", size[1], None, False
        yield "bytes of the history for an event", size[2] - size[1], None, False
        yield "a poll of a list of %d rows, the same in another order, ms" % ROWS, milliseconds[0], None, False
        yield "an edition more, ms", milliseconds[1] - milliseconds[0], None, False
        yield "an edition: % more than such a poll", 100 * (milliseconds[1] / milliseconds[0] - 1), 30, False
        yield "an event more, ms", milliseconds[2] - milliseconds[1], None, False

        # The same changes, so that both have the same to show and to remember.
        for watched in both:
            for _ in range(3):
                each(watched, 3, lambda: watched.list.change(True), "read, ")
                watched.rest(calm)
        sizes = [os.path.getsize("%s/%s" % (with_page.www, name)) for name in ("index.html", "feed.atom", "status.json")]
        yield "bytes of index.html, %d batches" % BATCHES, sizes[0], None, False
        yield "bytes of feed.atom", sizes[1], None, False
        yield "bytes of status.json", sizes[2], None, False
        samples = []
        for number in range(runs):
            # Into an empty directory: all of it is written.
            place = "%s/page-%d" % (folder, number)
            os.makedirs(place)
            samples.append(tools.measure([program, "page", "--output", place] + with_page.daemon.places))
        yield "the page, %d batches: a process, ms" % BATCHES, 1000 * statistics.median(one[0] for one in samples), None, False
        yield "the page, %d batches: its peak, MB" % BATCHES, max(one[1] for one in samples), None, False

        before = with_page.written()
        unchanged = [each(watched, count, lambda: None, "unchanged")[0] for watched in both]
        time.sleep(calm)
        yield "a 304 without a page, ms", unchanged[1], None, False
        yield "a 304: ms more with a page", unchanged[0] - unchanged[1], 0.5, False
        yield "a 304: files written", sum(one != other for one, other in zip(before, with_page.written())), 0, False
        yield "idle with a page: wake-ups in 10 s", with_page.daemon.wakes(), 0, False
        memory = [watched.daemon.memory() for watched in both]
        yield "resident MB without a page", memory[1][0], None, False
        yield "a page of %d batches: resident MB more" % BATCHES, memory[0][0] - memory[1][0], 1, False
        yield "a page of %d batches: private MB more" % BATCHES, memory[0][1] - memory[1][1], 1, False
