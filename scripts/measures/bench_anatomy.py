"""Shows where the time of a poll goes: a daemon polls a changed list again and again, and perf(1) traces it and its
descendants.

For scripts/bench --anatomy. System calls separate the steps; sampled functions show the reader's work. Needs perf, the
right to trace system calls (root), and programs that are not stripped.
"""

import bisect
import os
import re
import shutil
import signal
import statistics
import subprocess
import time

import bench_rim

# More often, and looking takes longer than what is looked at.
FREQUENCY = 4000
CALLS = ("execve", "accept", "accept4", "connect", "ftruncate", "landlock_restrict_self", "exit_group")
EVENTS = ["cpu-clock"] + ["syscalls:sys_enter_" + call for call in CALLS] + ["syscalls:sys_enter_fsync", "syscalls:sys_exit_fsync"]

# What each step is called, and the mark that ends it.
STEPS = (
    ("daemon: asked, until the fetcher is started", "fetcher"),
    ("fetcher: start, libraries, sandbox", "asked"),
    ("fetcher: transfer, digest", "received"),
    ("fetcher: document handed on, end", "fetched"),
    ("daemon: until the reader is started", "reader"),
    ("reader: start, request, sandbox", "ready"),
    ("reader: reading, editions compared", "read"),
    ("daemon: reply, judging", "judged"),
    ("daemon: state saved (fsync, rename, fsync)", "saved"),
    ("daemon: journal, history, outbox, until the hook is started", "hook"),
)

# In which functions the reader is at work; the first that fits, from the innermost outwards.
WORK = (
    ("inflate", re.compile(r"libz\.so|libdeflate|Inflate")),
    ("content scanning", re.compile(r"3PDF.*(ContentScanner|ContentOperator|ContentReader|Operand|InlineImage|PathReader)")),
    ("placing of glyphs", re.compile(r"3PDF.*(Glyph|Font|CharacterMap|Placer|OpenRun|PageBuilder|TextLine|TextState|TextBuffer|Gap)")),
    ("objects and pages of the file", re.compile(r"3PDF")),
    ("rows, editions compared", re.compile(r"4Rows|4Text")),
    ("reply", re.compile(r"6Coding|6Worker|7Reading|batchwatch_reader")),
)
OTHER = "runtime, kernel"
DIFF = re.compile(r"7changes4from2to")


def missing():
    """Why this cannot be measured; None if it can."""
    if not shutil.which("perf"):
        return "perf is not installed (Debian: linux-perf)"
    tried = subprocess.run(
        ["perf", "record", "-q", "-e", EVENTS[1], "-o", "/dev/null", "true"], capture_output=True, text=True)
    return "perf may not trace system calls; be root" if tried.returncode else None


class Trace:
    """perf's record of an action."""

    def __init__(self, daemon, folder, work, frequency=FREQUENCY):
        data = folder + "/perf.data"
        events = [word for event in EVENTS for word in ("-e", event)]
        perf = subprocess.Popen(
            ["perf", "record", "-q", "-F", str(frequency), "-g", "-m", "4M", "-o", data, "--inherit", "-p", str(daemon.pid)] + events,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        # Until it looks at all threads.
        time.sleep(3)
        work()
        time.sleep(0.5)
        perf.send_signal(signal.SIGINT)
        perf.wait()
        self.marks, self.samples = [], []
        told = subprocess.Popen(
            ["perf", "script", "-i", data, "-F", "comm,tid,time,event,sym,dso,ip"], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, errors="replace")
        head = re.compile(r"^(.{1,16}?)\s+(\d+)\s+(\d+\.\d+):\s+(\S+):\s*(.*)$")
        frames = None
        for line in told.stdout:
            if not line.strip():
                frames = None
            elif frames is not None:
                frames.append(line.strip())
            else:
                found = head.match(line.rstrip("\n"))
                if not found:
                    continue
                comm, thread, moment, event, _ = found.groups()
                frames = []
                entry = (float(moment), comm.strip(), int(thread), frames)
                if event.startswith("cpu-clock"):
                    self.samples.append(entry)
                else:
                    self.marks.append((entry[0], event.partition("sys_")[2], entry[1], entry[2]))
        told.wait()
        os.unlink(data)
        self.samples.sort(key=lambda sample: sample[0])
        self.marks.sort()
        self.times = [sample[0] for sample in self.samples]

    def between(self, start, end):
        return self.samples[bisect.bisect_left(self.times, start):bisect.bisect_left(self.times, end)]

    def polls(self):
        """For each poll the moment of each mark, in the order of STEPS, from "asked" on."""
        starts = [mark for mark in self.marks if mark[1] == "enter_execve"]
        for number, (fetcher, reader) in enumerate(zip(starts, starts[1:])):
            # A poll's thread starts the workers, of which another compares editions, libdispatch's the hook.
            hook = next((start for start in starts[number + 2:number + 4] if start[2] != "batchwatchd"), None)
            if (fetcher[2], reader[2]) != ("batchwatchd", "batchwatchd") or hook is None:
                continue
            asked = max((mark[0] for mark in self.marks if mark[1].startswith("enter_accept") and mark[0] < fetcher[0]), default=None)
            if asked is None:
                continue

            def first(event, comm, after, before):
                return next((mark for mark in self.marks if mark[1] == event and after <= mark[0] < before
                             and mark[2].startswith(comm)), None)

            found = [first(*wanted) for wanted in (
                ("enter_connect", "batchwatch-fetc", fetcher[0], reader[0]),
                ("enter_ftruncate", "batchwatch-fetc", fetcher[0], reader[0]),
                ("enter_exit_group", "batchwatch-fetc", fetcher[0], reader[0]),
                ("enter_landlock_restrict_self", "batchwatch-read", reader[0], hook[0]),
                ("enter_exit_group", "batchwatch-read", reader[0], hook[0]))]
            if None in found:
                continue
            syncs = [mark for mark in self.marks if found[4][0] < mark[0] < hook[0] and mark[1].endswith("fsync")]
            if not syncs:
                continue
            # The save is one thread's: two files are synced.
            ends = [mark[0] for mark in syncs if mark[1] == "exit_fsync" and mark[3] == syncs[0][3]]
            if len(ends) < 2:
                continue
            yield [asked, fetcher[0], found[0][0], found[1][0], found[2][0], reader[0], found[3][0], found[4][0], syncs[0][0],
                   ends[1], hook[0]]


def kind(frames):
    for frame in frames:
        for name, pattern in WORK:
            if pattern.search(frame):
                return name
    return OTHER


def anatomy(program, folder, document, runs):
    """Rows of the table: name, milliseconds of wall-clock time (None for a part of a step), milliseconds of processor
    time."""
    place = folder + "/anatomy"
    os.makedirs(place, mode=0o700)
    path, notes = bench_rim.hook(place)
    editions, office = bench_rim.Editions(document), bench_rim.Office()
    url = office.publish("/list.pdf", editions.edition(0))
    text = bench_rim.SOURCE % ("a", url) + '[batches]\n%s = ""\n[hook]\nrun = "%s"\n' % (editions.batch, path)
    with bench_rim.Daemon(program, place + "/daemon", text) as daemon:
        daemon.call("poll", "a")
        bench_rim.wait_for(lambda: os.path.exists(notes), "the hook")
        bodies = [editions.edition(number) for number in range(1, 2 * runs + 1)]

        def work():
            for body in [bodies.pop(0) for _ in range(runs)]:
                os.unlink(notes)
                office.publish("/list.pdf", body)
                told = daemon.call("poll", "a")
                bench_rim.wait_for(lambda: os.path.exists(notes), "the hook: " + told)
                # What follows a delivery is not part of the next poll.
                time.sleep(0.2)

        before = daemon.seconds()
        work()
        plain = (daemon.seconds() - before) / runs
        trace = Trace(daemon, place, work)
    polls = list(trace.polls())
    if not polls:
        raise SystemExit("perf did not see a whole poll")
    rows = []
    for number, (name, _) in enumerate(STEPS):
        clock = statistics.median(poll[number + 1] - poll[number] for poll in polls)
        samples = [trace.between(poll[number], poll[number + 1]) for poll in polls]
        used = statistics.median(len(some) for some in samples) / FREQUENCY
        rows.append((name, 1000 * clock, 1000 * used))
        if name.startswith("reader: reading"):
            kinds = {}
            for some in samples:
                for sample in some:
                    if sample[1].startswith("batchwatch-read"):
                        kinds[kind(sample[3])] = kinds.get(kind(sample[3]), 0) + 1
            for part in [name for name, _ in WORK] + [OTHER]:
                rows.append(("    " + part, None, 1000 * kinds.get(part, 0) / len(polls) / FREQUENCY))
    whole = [poll[-1] - poll[0] for poll in polls]
    used = statistics.median(len(trace.between(poll[0], poll[-1])) for poll in polls) / FREQUENCY
    rows.append(("in all, %d polls" % len(polls), 1000 * statistics.median(whole), 1000 * used))
    rows.append(("the same without perf, hook included", None, 1000 * plain))
    return rows


def diff_of_many(program, folder, count=100_000):
    """Seconds of processor time in which a daemon with so many watched batches judges a changed edition: for the
    comparison, and for all its own work in such a poll."""
    def list_(changed):
        return b"batch,status,date\n" + b"".join(
            b"%d,%s,01-Jun-12\n" % (20100000000 + n, b"issued" if n == changed else b"refused") for n in range(count))

    place = folder + "/many"
    os.makedirs(place, mode=0o700)
    office = bench_rim.Office()
    url = office.publish("/list.csv", list_(0))
    own = []
    with bench_rim.Daemon(program, place + "/daemon", bench_rim.SOURCE % ("a", url) + '[batches]\n"20#########" = ""\n') as daemon:
        daemon.call("poll", "a")

        def work():
            for number in range(1, 6):
                before = daemon.seconds(with_children=False)
                office.publish("/list.csv", list_(number))
                daemon.call("poll", "a")
                own.append(daemon.seconds(with_children=False) - before)

        trace = Trace(daemon, place, work, frequency=2000)
    diffs = sum(1 for sample in trace.samples if any(DIFF.search(frame) for frame in sample[3]))
    return diffs / 2000 / 5, statistics.median(own)


def report(rows):
    print("%-62s %14s %14s" % ("step", "by the clock", "processor"))
    for name, clock, used in rows:
        print("%-62s %14s %11.1f ms" % (name, "" if clock is None else "%.1f ms" % clock, used))
