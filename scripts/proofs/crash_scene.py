"""A scene in which batchwatch is disturbed, and the conditions afterwards. Shared by crash-sweep, disk-faults and
power-cut.

A scene publishes a list as a file. Three batches were reported earlier (the baseline); since then all three have other
rows, so the tested poll must record these and the new edition, deliver them to the hook and clear them. Each case is a
copy of the baseline with a separate hook that records its events.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree

HERE = os.path.dirname(os.path.abspath(__file__))
BATCHES = ["20121456171", "20121456179", "20123660000"]


class Wrong(Exception):
    """A broken condition."""


def programs(given):
    """The directory of the programs: the named one, or the debug build's."""
    path = os.path.abspath(given or os.path.join(HERE, "..", "..", ".build", "debug"))
    for name in ["batchwatch", "batchwatchd", "batchwatch-fetcher", "batchwatch-reader"]:
        if not os.access(os.path.join(path, name), os.X_OK):
            sys.exit("%s: there is no %s; swift build first" % (path, name))
    return path


class Scene:
    def __init__(self, where, editions=True):
        """With `editions`, a new one is reported, too."""
        self.programs = where
        self.editions = editions
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the scene is removed
        # Nobody else may write above a hook, which rules /tmp out.
        home = "/run" if os.geteuid() == 0 else os.environ["HOME"]
        self.path = tempfile.mkdtemp(prefix="batchwatch-crash.", dir=home)
        self.started = []
        self.list = os.path.join(self.path, "list.pdf")
        self.hook = os.path.join(self.path, "hook")
        with open(self.hook, "w", encoding="ascii") as file:
            file.write('#!/bin/sh\n[ ! -e "$1.do" ] || . "$1.do"\nexec cat >>"$1"\n')
        os.chmod(self.hook, 0o700)
        self.publish("pending", 1)
        self.baseline = Case(self, "baseline")
        self.baseline.must_poll()
        self.publish("issued", 2)
        calm = self.case("calm")
        calm.must_poll()
        self.expected = sorted(content(event) for event in calm.told())
        self.old, self.new = self.baseline.facts(), calm.facts()
        if len(set(self.expected)) != len(BATCHES) + editions or self.old == self.new:
            raise Wrong("the undisturbed run told %d events" % len(self.expected))

    def publish(self, status, day):
        rows = [[batch, "%s %d" % (status, index), "%02d-Jun-12" % day] for index, batch in enumerate(BATCHES)]
        with open(self.path + "/rows.json", "w", encoding="ascii") as file:
            json.dump(rows, file)
        script = os.path.join(HERE, "..", "fixtures", "london_pdf.py")
        subprocess.run([sys.executable, script, self.path + "/rows.json", self.list + ".new"], check=True)
        os.rename(self.list + ".new", self.list)

    def case(self, name, state=None):
        """A fresh copy of the baseline; `state` is a separate directory for the state, such as a small disk."""
        case = Case(self, name, state)
        os.makedirs(case.state, mode=0o700, exist_ok=True)
        for file in os.listdir(self.baseline.state):
            shutil.copy(os.path.join(self.baseline.state, file), case.state)
        shutil.copytree(self.baseline.cache, case.cache)
        if os.path.isdir(case.www):
            shutil.copytree(self.baseline.www, case.www, dirs_exist_ok=True)
        return case

    def remove(self):
        for process in self.started:  # whatever went wrong, nothing of ours is left running
            if process.poll() is None:
                end(process, signal.SIGKILL)
        shutil.rmtree(self.path, ignore_errors=True)


class Case:
    def __init__(self, scene, name, state=None):
        self.scene = scene
        self.path = os.path.join(scene.path, name)
        os.mkdir(self.path, 0o700)
        self.state = state or self.path + "/state"
        self.cache = self.path + "/cache"
        self.log = self.path + "/told"
        self.www = self.path + "/www"
        self.config = self.path + "/watched-batches.toml"
        with open(self.config, "w", encoding="ascii") as file:
            file.write("[batches]\n" + "".join('%s = ""\n' % batch for batch in BATCHES))
            file.write('[sources.list]\nurl = "file://%s"\nevery = "1s"\n' % scene.list)
            file.write("tell-editions = %s\n" % str(scene.editions).lower())
            file.write('[hook]\nrun = ["%s", "%s"]\n' % (scene.hook, self.log))
            # Not where the state is taken back to what a disk had of it: the page is on another disk.
            if state is None:
                os.mkdir(self.www)
                file.write('[page]\ndirectory = "%s"\n' % self.www)

    def command(self, verb):
        return [os.path.join(self.scene.programs, "batchwatch"), verb, "--config", self.config,
                "--state-dir", self.state, "--cache-dir", self.cache]  # fmt: skip

    def poll(self, *before, **more):
        """Polls once, perhaps under another program; returns the exit code, negative for a signal."""
        with open(self.path + "/output", "ab") as output:
            return subprocess.run(
                [*before, *self.command("poll")], stdin=subprocess.DEVNULL, stdout=output, stderr=output, timeout=120,
                check=False, **more).returncode  # fmt: skip

    def must_poll(self):
        code = self.poll()
        if code != 0:
            raise Wrong("`batchwatch poll` ended with %d: %s" % (code, self.output()))

    def start(self, *before):
        with open(self.path + "/output", "ab") as output:
            process = subprocess.Popen(
                [*before, *self.command("run")], stdin=subprocess.DEVNULL, stdout=output, stderr=output)  # fmt: skip
        self.scene.started.append(process)
        return process

    def output(self):
        """The output of its programs so far."""
        return read(self.path + "/output")

    def trace(self):
        """strace's output about its programs so far."""
        return read(self.path + "/trace")

    def told(self):
        return [json.loads(line) for line in read(self.log).splitlines()]

    def history(self):
        """The events of the history, by their ids; text after the last line feed was cut off."""
        lines = read(os.path.join(self.state, "list.history")).split("\n")[:-1]
        try:
            events = [json.loads(line) for line in lines]
        except ValueError as error:
            raise Wrong("the history has half a line: %s" % error) from None
        by_id = {event["id"]: event for event in events}
        if len(by_id) != len(events):
            raise Wrong("the history has an event twice: %s" % [event["id"] for event in events])
        return by_id

    def saved(self, name="list.json"):
        """The state on disk; None if there is no such file."""
        text = read(os.path.join(self.state, name), None)
        try:
            return None if text is None else json.loads(text)
        except ValueError as error:
            raise Wrong("%s is half a state: %s" % (name, error)) from None

    def facts(self):
        """The batches of the state, without names and times."""
        state = self.saved() or self.saved("list.json.prev")
        return None if state is None else (state["sequence"], rows(state))

    def waiting(self):
        state = self.saved() or {}
        return [letter["event"]["id"] for letter in letters(state, "hook")]

    def is_done(self):
        """Whether everything is delivered and cleared; false while this is not visible."""
        try:
            state = self.saved()
        except Wrong:
            return False
        sinks = ("hook", "history")
        return bool(state) and not any(letters(state, sink) for sink in sinks) and rows(state) == self.scene.new[1]

    # What has to be so

    def check_generations(self):
        """After a kill or a failed call: each file is the old or the new state, and delivered events are recorded."""
        known = [state for state in (self.saved(), self.saved("list.json.prev")) if state]
        if not known:
            raise Wrong("neither generation of the state is there")
        for state in known:
            facts = (state["sequence"], rows(state))
            new = facts == self.scene.new
            if not new and facts != self.scene.old and state["sequence"] != 0:
                raise Wrong("a state that was never saved: %r" % (facts,))
            waiting = [letter["event"]["id"] for letter in letters(state, "hook")]
            # The first edition, which comes after the first looks, is the history's alone.
            numbers = [number for number in range(1, state["sequence"] + 1) if number != len(BATCHES) + 1]
            if waiting != ["%s-%d" % (state["uuid"], number) for number in numbers[len(numbers) - len(waiting) :]]:
                raise Wrong("letters %s in a state at %d" % (waiting, state["sequence"]))
        recorded = {"%s-%d" % (state["uuid"], number) for state in known for number in range(state["sequence"] + 1)}
        early = ({event["id"] for event in self.told()} | set(self.history())) - recorded
        if early:
            raise Wrong("told before it was saved: %s" % early)
        if os.path.isdir(self.www):
            self.check_page(known, recorded)

    def check_page(self, known, recorded):
        """The page is complete, and shows only content of some state."""
        try:
            status = json.loads(read(self.www + "/status.json"))
            feed = xml.etree.ElementTree.fromstring(read(self.www + "/feed.atom"))
        except (ValueError, xml.etree.ElementTree.ParseError) as error:
            raise Wrong("half a page: %s" % error) from None
        if not read(self.www + "/index.html").endswith("</html>\n"):
            raise Wrong("half an index.html")
        shown = self.shown(status)
        if shown not in {rows(state) for state in known} | {self.scene.old[1]}:
            raise Wrong("the page is ahead of the state: %s" % shown)
        ids = [id.text.removeprefix("urn:batchwatch:") for id in feed.iterfind("{*}entry/{*}id")]
        if set(ids) - recorded or len(set(ids)) != len(ids):
            raise Wrong("the feed has %s" % ids)

    def shown(self, status=None):
        """The batches of the page, in the form of `rows`."""
        status = status or json.loads(read(self.www + "/status.json"))
        return json.dumps({batch["batch"]: batch["rows"] for batch in status["sources"][0]["batches"]}, sort_keys=True)

    def check_end(self, most=2):
        """After a restart and all deliveries: no event is lost, repeats have the same id and content, then silence."""
        told = self.told()
        by_id = {}
        for event in told:
            if by_id.setdefault(event["id"], event) != event:
                raise Wrong("two contents under %s" % event["id"])
        if sorted(content(event) for event in by_id.values()) != self.scene.expected:
            raise Wrong("told: %s" % [content(event) for event in by_id.values()])
        if any(sum(1 for event in told if event["id"] == id) > most for id in by_id):
            raise Wrong("told more than %d times: %s" % (most, [event["id"] for event in told]))
        if not self.is_done():
            raise Wrong("the state at the end: %s, waiting: %s" % (self.facts(), self.waiting()))
        history = self.history()
        if {id: event for id, event in history.items() if id not in self.scene.baseline.history()} != by_id:
            raise Wrong("the history is not what was told: %s" % list(history))
        before = len(told)
        self.must_poll()
        if len(self.told()) != before:
            raise Wrong("told again when nothing had happened")
        if os.path.isdir(self.www):
            entries = read(self.www + "/feed.atom").count("<entry>")
            if self.shown() != self.scene.new[1] or entries != len(history):
                raise Wrong("the page at the end: %s, %d entries" % (self.shown(), entries))

    def restart_and_check(self, most=2):
        self.must_poll()
        self.check_end(most)


def letters(state, sink):
    return state.get("outbox", {}).get("letters", {}).get(sink, [])


def rows(state):
    return json.dumps({batch: known["rows"] for batch, known in state["batches"].items()}, sort_keys=True)


def content(event):
    """The content of an event, without its id and time. An edition without a kept predecessor has no numbers, never
    wrong ones."""
    edition = event["data"].get("edition")
    if edition is not None:
        numbers = tuple(edition.get(name) for name in ("new", "gone", "changed"))
        if numbers not in ((0, 0, len(BATCHES)), (None, None, None)):
            raise Wrong("an edition with %s new, %s gone and %s changed rows" % numbers)
        return json.dumps([event["type"], edition["rows"], edition["watched"], edition["missing"]])
    return json.dumps([event["type"], event["subject"], event["data"]], sort_keys=True)


def read(path, otherwise=""):
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return otherwise


def eventually(is_so, seconds=20):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True


def send(process, sent):
    """Sends a signal to a program that we started, or that strace runs for us."""
    children = read("/proc/%d/task/%d/children" % (process.pid, process.pid)).split()
    name = read("/proc/%d/comm" % process.pid).strip()
    if process.poll() is None:
        os.kill(int(children[0]) if name == "strace" and children else process.pid, sent)


def end(process, sent=signal.SIGTERM, limit=30):
    """Ends a program that we started, or that strace runs for us; returns the exit code."""
    send(process, sent)
    return process.wait(limit)


def calls_of(trace):
    """How often each system call was made, by the thread that made it most often: strace counts per thread."""
    counts, most = {}, {}
    for line in read(trace).splitlines():
        first, _, rest = line.partition(" ")
        thread, call = (first, rest.lstrip()) if first.isdigit() else ("", line)
        name = call.partition("(")[0]
        if not name.isidentifier():
            continue
        counts[thread, name] = counts.get((thread, name), 0) + 1
        most[name] = max(most.get(name, 0), counts[thread, name])
    return most
