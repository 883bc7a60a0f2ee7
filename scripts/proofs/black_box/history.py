"""One history: changing lists, a lying server, kills of the programs, a failing hook, all chosen by a seed.

The history records for the judge: each publication, each answer of the server, each kill and each damage.
"""

import json
import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

from . import documents
from .judge import judge, lost
from .office import Office, Part, Shelf, Source

SERVER_FAULTS = ["403", "404", "410", "429", "500", "reset", "cut-length", "cut-close", "too-long", "odd-304", "portal",
                 "stale", "turns"]  # fmt: skip
EDITIONS = ["order", "unicode", "heading", "return"]
DISK = ["half-file", "rot", "empty-cache", "damage-state", "delete-state", "full-disk"]
HOOK = ["hook-later", "hook-fails", "hook-killed", "hook-hangs"]
OTHERS = ["kill", "add-batch", "remove-batch", "dead-link", "accept"]
CLOUDS = ["mention", "doubt", "cut-line", "emptied"]  # see `Part.publish`
FAULTS = OTHERS + SERVER_FAULTS + EDITIONS + CLOUDS + DISK + HOOK
CODES = (0, 65, 66, 69, 73, 74, 75)

# Bash has the time to the microsecond without another process. A record goes into the log in one write, then to disk.
HOOK_SCRIPT = r"""#!/bin/bash
begun=$EPOCHREALTIME plan=ok
if [[ -e $0.next ]] && mv "$0.next" "$0.taken.$$"; then plan=$(<"$0.taken.$$"); echo "$plan" >>"$0.plans"; fi
tell() {
    { env -0; printf 'ARGUMENTS=%s\0BEGUN=%s\0PLAN=%s\0STDIN=' "$*" "$begun" "$plan"; cat; printf '\0\036'; } |
        dd of="$0.log" oflag=append conv=notrunc,fsync bs=4M iflag=fullblock status=none
}
[[ $plan == deaf-* ]] || tell "$@"
case $plan in
*later) exit 75 ;;
*fails) exit 1 ;;
*killed) kill -KILL $$ ;;
*hangs) sleep 4 ;;
slow) sleep 0.2 ;;
esac
exit 0
"""


class Home:
    """The directories and programs of one history."""

    def __init__(self, programs, sources, office, small_disk):
        top = "/run" if os.geteuid() == 0 else os.environ["HOME"]
        self.path = tempfile.mkdtemp(prefix="batchwatch-black-box.", dir=top)
        self.programs, self.sources, self.office = programs, sources, office
        for name in ("state", "cache", "run"):
            os.mkdir(self.path + "/" + name, 0o700)
        self.mounted = small_disk and subprocess.run(
            ["mount", "-t", "tmpfs", "-o", "size=512k,mode=700", "none", self.path + "/state"], check=False,
            stderr=subprocess.DEVNULL).returncode == 0  # fmt: skip
        self.hook = self.path + "/hook"
        with open(self.hook, "w", encoding="ascii") as file:
            file.write(HOOK_SCRIPT)
        os.chmod(self.hook, 0o700)
        self.output = open(self.path + "/output", "ab")
        self.daemon = None
        self.started = []

    def remove(self, keep=False):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.output.close()
        if self.mounted:
            subprocess.run(["umount", "-l", self.path + "/state"], check=False)
        if not keep:
            shutil.rmtree(self.path, ignore_errors=True)

    def configure(self, watched):
        """`watched`: the batches by the name of their source."""
        lines = ["[batches]"]
        for source in self.sources:
            at = "http://127.0.0.1:%d/%s/" % (self.office.port, source.name)
            lines += ["[sources.%s]" % source.name, 'every = "%s"' % source.every,
                      'disappeared-after = "%s"' % source.patience, 'timeout = "5s"']  # fmt: skip
            if source.kind == "file":
                lines.append('url = "file://%s/%s"' % (self.path, source.name))
            elif source.kind == "one":
                lines.append('url = "%slist/list.%s"' % (at, source.form))
            elif source.kind == "cases":
                lines.append('url = "%sc{batch}"' % at)
            else:
                lines += ['page = "%spage"' % at, 'link = "*list*"', 'pick = "%s"' % source.kind]
            if source.form == "json":
                lines.append('columns = { batch = "number", status = "status", date = "date" }')
                if source.kind != "cases":
                    lines.append('record = "cases"')
            lines += ["[sources.%s.batches]" % source.name]
            lines += ['%s = "case %s"' % (batch, batch[-2:]) for batch in sorted(watched[source.name])]
        lines += ["[hook]", 'run = "%s"' % self.hook, 'timeout = "1s"']
        with open(self.path + "/new.toml", "w", encoding="ascii") as file:
            file.write("\n".join(lines) + "\n")
        os.rename(self.path + "/new.toml", self.path + "/watched-batches.toml")

    def start(self, *words):
        process = subprocess.Popen(
            [os.path.join(self.programs, "batchwatch"), *words, "--config", self.path + "/watched-batches.toml", "--state-dir",
             self.path + "/state", "--cache-dir", self.path + "/cache"],
            stdin=subprocess.DEVNULL, stdout=self.output, stderr=self.output, cwd="/",
            env={"PATH": "/usr/bin:/bin", "RUNTIME_DIRECTORY": self.path + "/run", "SWIFT_BACKTRACE": "enable=no"})
        self.started = [p for p in self.started if p.poll() is None] + [process]
        return process

    def run(self, *words):
        """The exit code; None if it did not end within a minute."""
        process = self.start(*words)
        try:
            return process.wait(60)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return None

    def start_daemon(self):
        """Returns once it answers requests."""
        self.daemon = self.start("run")
        deadline = time.monotonic() + 20
        while time.monotonic() < deadline and self.daemon.poll() is None:
            with socket.socket(socket.AF_UNIX) as client:
                try:
                    client.connect(self.path + "/run/control")
                    return
                except OSError:
                    time.sleep(0.02)

    def told(self):
        """The hook's events, in the order of its log."""
        try:
            with open(self.hook + ".log", "rb") as file:
                parts = file.read().split(b"\x1e")
        except FileNotFoundError:
            return []
        return [record(part) for part in parts[:-1]]


def record(part):
    pairs = dict(pair.split("=", 1) for pair in part.decode("utf-8", "surrogateescape").split("\0") if "=" in pair)
    event = json.loads(pairs["STDIN"])
    data = event["data"]
    return {
        "id": event["id"], "kind": data["kind"], "source": data["source"], "batch": data["batch"],
        "rows": [(row["status"], row["date"]) for row in data["rows"]],
        "previous": [(row["status"], row["date"]) for row in data["previousRows"]],
        "label": data["label"], "detail": data["detail"], "message": data["message"], "type": event["type"],
        "subject": event.get("subject", ""), "batches": data.get("batches"),
        "begun": float(pairs["BEGUN"]), "plan": pairs["PLAN"], "arguments": pairs["ARGUMENTS"],
        "variables": {name[11:]: value for name, value in pairs.items() if name.startswith("BATCHWATCH_")}}  # fmt: skip


class History:
    def __init__(self, seed, programs, allowed, small_disks=False, verbose=False):
        self.seed, self.verbose = seed, verbose
        self.chance = chance = random.Random(seed)
        self.counts = {}
        self.allowed = set(allowed)
        self.kills, self.damages, self.spoilt, self.excuses, self.added, self.wrong = [], [], [], [], {}, []
        self.sources = [self.make_source("s%d" % n) for n in range(1 if chance.random() < 0.7 else 2)]
        self.office = Office(self.sources, chance.random())
        self.watched = {}
        for source in self.sources:
            some = chance.sample(source.pool, chance.randint(2, 5))
            self.watched[source.name] = set(some)
            for batch in some:
                self.added[source.name, batch] = 1
        full = "full-disk" in self.allowed and small_disks and chance.random() < 0.25
        self.resident = chance.random() < 0.25  # by the daemon, or by `batchwatch poll` again and again
        self.home = Home(programs, self.sources, self.office, full)
        self.shelves = {source.name: Shelf(self.office, source, self.home.path + "/" + source.name)
                        for source in self.sources if source.kind == "file"}  # fmt: skip
        for shelf in self.shelves.values():
            shelf.put()
        self.accepted = {}  # publications that a poll has taken in, by source and part
        self.polls, self.accepts = [], []  # those that nobody killed
        self.took = [0.3]  # seconds that polls took
        self.dead = set()
        self.begun = time.time()

    def say(self, text, *arguments):
        if self.verbose:
            print("%8.3f  %s" % (time.time() - self.begun, text % arguments), flush=True)

    def note(self, kind):
        self.counts[kind] = self.counts.get(kind, 0) + 1

    def make_source(self, name, kinds=("one", "file", "newest", "all", "cases"), weights=(8, 2, 3, 4, 3)):
        chance = self.chance
        kind = chance.choices(kinds, weights)[0]
        form = chance.choice(["json", "html"] if kind == "cases" else documents.FORMATS + ["csv"])
        number = int(name[1:])
        pool = ["2012%04d%03d" % (number * 100 + 17, 100 + i) for i in range(8)]
        if kind == "cases":
            parts = [Part("c" + batch, form, batch) for batch in pool]
        elif kind == "all":
            parts = [Part(letter, form) for letter in "abc"[:chance.randint(2, 3)]]
        else:
            parts = [Part("list", form)]
        source = Source(name, kind, form, parts, chance.choice(["tag", "date", "both", "both", "none"]),
                        chance.choice(["length", "length", "chunked", "close"]))  # fmt: skip
        source.every = chance.choice(["1s", "2s"])
        source.patience = chance.choice(["0s", "0s", "1s"])
        source.pool = pool
        source.home = {batch: parts[i % len(parts)] for i, batch in enumerate(pool)}
        for part in parts:
            rows = {"2011%04d%03d" % (number * 10 + parts.index(part), i): (self.row(part),) for i in range(18)}
            if part.case:
                rows = {}
            for batch in pool:
                if source.home[batch] is part:
                    rows[batch] = () if chance.random() < 0.2 else (self.row(part),)
            part.publish(self.calm(source, rows), chance)
        return source

    def row(self, part):
        """A row with a date that no other row of the part has had."""
        part.dates = getattr(part, "dates", 0) + 1
        chosen = self.chance.choice(documents.STATUSES)
        return chosen, "%02d-%s-%02d" % (part.dates % 28 + 1, documents.MONTHS[part.dates // 28 % 12][:3], 12 + part.dates // 336)

    @staticmethod
    def calm(source, rows):
        """At most three batches of a source are missing together: more would be held as suspect."""
        others = sum(not p.newest["rows"].get(b) for b, p in getattr(source, "home", {}).items()
                     if p.publications and b not in rows)  # fmt: skip
        missing = [batch for batch in rows if batch[:4] == "2012" and not rows[batch]]
        for batch in missing[max(0, 3 - others):]:
            rows[batch] = (("issued", "01-Jan-12"),)
        return rows

    # What the office publishes

    def edit(self, source, part, last=False):
        """A new edition: other rows."""
        chance = self.chance
        rows = dict(part.newest["base"])
        own = [batch for batch in source.pool if source.home[batch] is part]
        for batch in chance.sample(own, min(len(own), 1 if chance.random() < 0.6 else 2)):
            dice = chance.random()
            if dice < 0.25 and rows[batch]:
                rows[batch] = ()
            elif dice < 0.4 and rows[batch] and not part.case:
                rows[batch] = rows[batch] + (self.row(part),)
            else:
                rows[batch] = (self.row(part),)
        others = [batch for batch in rows if batch[:4] == "2011"]
        if others:
            rows[chance.choice(others)] = (self.row(part),)
        elif last and not any(rows[batch] != part.newest["base"][batch] for batch in own):
            rows[own[0]] = (self.row(part),)
        rows = self.calm(source, rows)
        cloud = None if last else self.cloud(source, part, rows)
        self.publish(source, part, rows, chance, like=part.newest, cloud=cloud)

    def cloud(self, source, part, rows):
        """The uncertain part of a new edition: mostly nothing; often the same as in the one before."""
        chance, before = self.chance, part.newest["cloud"]
        if chance.random() > (0.5 if before else 0.3):
            return None
        pool = [batch for batch in source.pool if source.home[batch] is part and rows[batch]]
        watched = [batch for batch in pool if batch in self.watched[source.name]]
        missing = sum(not (rows if home is part else home.newest["rows"])[batch] for batch, home in source.home.items())
        able = {"mention": pool and not part.case and missing < 3, "doubt": pool and missing < 3,
                "emptied": source.kind not in ("all", "cases"),
                # Only beside an edition with an end can somebody see that another has none.
                "cut-line": pool and self.accepted.get((source.name, part.name)) and part.form == "csv"}  # fmt: skip
        kinds = [kind for kind in CLOUDS if able[kind] and kind in self.allowed]
        if not kinds:
            return None
        kind, own = before if before and before[0] in kinds else (chance.choice(kinds), None)
        if kind != "emptied" and own not in pool:
            own = chance.choice(watched or pool)
        self.note(kind)
        return kind, own

    def again(self, source, part, kind):
        """The same rows in another order, another Unicode form, under another date; or those of an older edition."""
        now = part.newest
        how = {"day": now["day"], "decomposed": now["decomposed"], "cloud": now["cloud"]}
        if kind == "order":
            how["shuffled"] = True
        elif kind == "unicode":
            how["decomposed"] = not now["decomposed"]
        elif kind == "heading":
            how["day"] = len(part.publications) + 3
        else:
            older = [p for p in part.publications[-8:] if p["base"] != now["base"]]
            if not older:
                return
            rows = self.chance.choice(older)["base"]
            self.note(kind)
            return self.publish(source, part, dict(rows), self.chance)
        self.note(kind)
        self.publish(source, part, now["base"], self.chance, like=now, **how)

    def publish(self, source, part, rows, chance, **how):
        made = part.publish(rows, chance, **how)
        self.say("%s/%s: publication %d%s: %s", source.name, part.name, made["number"],
                 ", %s of %s" % made["cloud"] if made["cloud"] else "",
                 {b: r for b, r in rows.items() if b in self.watched[source.name]})  # fmt: skip
        if source.name in self.shelves:
            self.shelves[source.name].put()

    # What goes wrong

    def can(self, kind, probability):
        return self.chance.random() < probability and kind in self.allowed

    def disturb_server(self):
        source = self.chance.choice(self.sources)
        kinds = [kind for kind in SERVER_FAULTS if kind in self.allowed]
        if source.kind == "file" or not kinds:
            return
        old = [kind for kind in kinds if kind in ("stale", "turns")]
        able = [part for part in source.parts if self.older(source, part)]
        kind = self.chance.choice(old if old and able and self.chance.random() < 0.3 else kinds)
        if source.kind == "cases" and kind in ("404", "410", "portal", "stale", "turns"):
            return  # what a server says of a case, or what no manual speaks of
        of, times = None, self.chance.choice([1, 1, 2, 50])
        if kind in ("stale", "turns"):
            if not able:
                return
            part = self.chance.choice(able)
            part.older = self.chance.choice(self.older(source, part)[-2 if source.kind == "all" else -5:])
            of = "/%s/%s/" % (source.name, part.name) if source.kind != "newest" else "/%s/page" % source.name
            times = 50
            self.say("%s: an old copy, %d", part.name, part.older)
        elif self.chance.random() < 0.4 and source.kind in ("newest", "all", "cases"):
            of = "/%s/%s" % (source.name, self.chance.choice(["page"] + [part.name for part in source.parts]))
        self.office.faults[source.name] = (kind, of, times)
        self.say("the server of %s: %s %s, %d times", source.name, kind, of or "", times)

    def older(self, source, part):
        """Publications before the last one accepted, if that is the newest one: copies of them are certainly old."""
        taken = self.accepted.get((source.name, part.name), [])
        if not taken or taken[-1] != part.newest["number"]:
            return []
        return [number for number in taken[:-1] if number != taken[-1]]

    def disturb_disk(self, kind):
        if kind in ("rot", "empty-cache"):
            self.spoilt.append(time.time())
        if kind == "rot":
            names = [name for name in sorted(os.listdir(self.home.path + "/cache")) if name.endswith(".document")]
            if not names:
                return
            path = self.home.path + "/cache/" + self.chance.choice(names)
            with open(path, "r+b") as file:
                body = bytearray(file.read())
                if not body:
                    return
                body[self.chance.randrange(len(body))] ^= 1 << self.chance.randrange(8)
                file.seek(0)
                file.write(body)
        elif kind == "empty-cache":
            for name in os.listdir(self.home.path + "/cache"):
                os.unlink(self.home.path + "/cache/" + name)
        else:
            source = self.chance.choice(self.sources)
            path = self.home.path + "/state/%s.json" % source.name
            if not os.path.exists(path):
                return
            if kind == "delete-state":
                if self.chance.random() < 0.7 and os.path.exists(path + ".prev"):
                    os.unlink(path + ".prev")
                os.unlink(path)
            else:
                with open(path, "r+b") as file:
                    size = len(file.read())
                    if self.chance.random() < 0.5:
                        file.truncate(self.chance.randrange(size))
                    else:
                        file.seek(self.chance.randrange(size // 2))
                        file.write(b"\0" * (size // 2))
            self.damages.append({"time": time.time(), "source": source.name})
            for part in source.parts:
                self.accepted.pop((source.name, part.name), None)
        self.note(kind)
        self.say("%s", kind)

    def disturb_hook(self, kind):
        plan = kind.replace("hook-", "")
        dice = self.chance.random()
        if plan == "hangs":
            plan = "slow" if dice < 0.7 else plan
        elif dice < 0.4:
            plan = "deaf-" + plan
        with open(self.home.hook + ".plan", "w", encoding="ascii") as file:
            file.write(plan)
        os.rename(self.home.hook + ".plan", self.home.hook + ".next")
        self.say("the next hook: %s", plan)

    def edit_configuration(self, kind):
        source = self.chance.choice(self.sources)
        now = self.watched[source.name]
        if kind == "add-batch":
            able = sorted(set(source.pool) - now)
            if not able:
                return
            batch = self.chance.choice(able)
            now.add(batch)
            self.added[source.name, batch] = self.added.get((source.name, batch), 0) + 1
        else:
            if len(now) < 2:
                return
            batch = self.chance.choice(sorted(now))
            now.remove(batch)
        self.note(kind)
        self.say("%s %s", kind, batch)
        self.home.configure(self.watched)

    # The programs

    def kill(self, process):
        """SIGKILL at some moment of a poll."""
        time.sleep(self.chance.random() * 1.2 * sorted(self.took)[len(self.took) // 2])
        ended = process.poll()
        if ended is None:
            process.kill()
            process.wait()
            self.kills.append(time.time())
            self.note("kill")
            self.say("killed")
        return ended

    def check_code(self, what, code):
        if code not in CODES:
            self.wrong.append(("ended", "%s ended with %s" % (what, "no end within a minute" if code is None else code)))

    def poll(self):
        """Polls once, perhaps with a kill meanwhile."""
        home, began, seen = self.home, time.time(), len(self.office.answers)
        if self.resident and (home.daemon is None or home.daemon.poll() is not None) and self.chance.random() < 0.8:
            if home.daemon is not None and home.daemon.returncode != -signal.SIGKILL:
                self.wrong.append(("ended", "the daemon ended with %s" % home.daemon.returncode))
            home.start_daemon()
        runs = home.daemon is not None and home.daemon.poll() is None
        if self.can("kill", 0.3):
            client = home.start("poll")
            if not runs:
                code = self.kill(client)
                if code is not None:
                    self.check_code("poll", code)
            else:
                self.kill(home.daemon)
                try:
                    client.wait(60)
                except subprocess.TimeoutExpired:
                    client.kill()
            self.say("polled, kill meant")
            return
        code = home.run("poll")
        self.check_code("poll", code)
        self.took.append(time.time() - began)
        self.polls.append({
            "begun": began, "ended": time.time(), "code": code, "answers": self.office.answers[seen:],
            "deaf": "deaf" in self.plans(),  # some event failed unseen
            "newest": {(s.name, part.name): part.newest["number"] for s in self.sources for part in s.parts},
            "watched": {name: sorted(batches) for name, batches in self.watched.items()}})  # fmt: skip
        self.say("poll: %s", code)
        for entry in self.office.answers[seen:]:
            self.say("    %s %s %s", entry["path"], entry["number"], entry["how"])
        if code == 0:
            self.note_accepted(self.office.answers[seen:])

    def note_accepted(self, answers):
        for source in self.sources:
            own = [entry for entry in answers if entry["source"] == source.name]
            if not own or not all(entry["sound"] for entry in own):
                continue
            for part in source.parts:
                numbers = {entry["number"] for entry in own if entry["part"] == part.name}
                if len(numbers) == 1:
                    taken = self.accepted.setdefault((source.name, part.name), [])
                    number = numbers.pop()
                    if number in taken:
                        taken.remove(number)
                    taken.append(number)

    # The play

    def step(self):
        chance, full, cut = self.chance, None, None
        for _ in range(chance.choice([0, 1, 1, 2])):
            source = chance.choice(self.sources)
            part = chance.choice(source.parts)
            kind = chance.choice(EDITIONS)
            if chance.random() < 0.35 and kind in self.allowed:
                # Helvetica has no accents by themselves.
                if not (kind == "return" and source.kind == "cases" or kind == "unicode" and source.form == "pdf"):
                    self.again(source, part, kind)
            else:
                self.edit(source, part)
        if chance.random() < 0.45:
            self.disturb_server()
        for kind in HOOK:
            if self.can(kind, 0.04):
                self.disturb_hook(kind)
        for kind in ("rot", "empty-cache", "damage-state", "delete-state"):
            if self.can(kind, {"rot": 0.1, "empty-cache": 0.05}.get(kind, 0.012)):
                if kind.endswith("state"):
                    self.stop_daemon(signal.SIGKILL)
                self.disturb_disk(kind)
        for kind in ("add-batch", "remove-batch"):
            if self.can(kind, 0.12):
                self.edit_configuration(kind)
        if self.shelves and self.can("half-file", 0.3):
            shelf = self.shelves[chance.choice(sorted(self.shelves))]
            made = shelf.part
            made.publish(dict(made.newest["base"]), chance, day=len(made.publications), cloud=made.newest["cloud"])
            cut = shelf, shelf.begin()
            self.note("half-file")
            self.say("a file half written, %d bytes", cut[1])
        if self.home.mounted and self.can("full-disk", 0.25):
            full = self.fill()
        if cut:
            # What is not written to for two seconds is whole.
            writer = threading.Timer(1, cut[0].finish, [cut[1]])
            writer.start()
        self.poll()
        if cut:
            writer.join()
            self.poll()
        if full:
            os.unlink(full)
            self.excuses.append(time.time())
        if self.can("accept", 0.4):
            self.accept()
        if chance.random() < 0.8:
            self.office.faults.clear()

    def accept(self):
        """A user has checked the list, and accepts it as read."""
        for source in self.sources:
            for part in source.parts:
                now, seen = part.newest, self.polls[-1] if self.polls else {"answers": []}
                if not now["cloud"]:
                    continue
                kind, batch = now["cloud"]
                sound = any(a["part"] == part.name and a["source"] == source.name and a["number"] == now["number"]
                            for a in seen["answers"]) and all(a["sound"] for a in seen["answers"])  # fmt: skip
                if kind == "emptied" and (not sound or source.name in self.office.faults):
                    continue  # something else may be held
                at = time.time()
                code = self.home.run("accept", source.name, *([batch] if batch else []))
                self.check_code("accept", code)
                self.accepts.append({"time": at, "source": source.name, "batch": batch, "code": code})
                self.note("accept")
                self.say("accept %s %s: %s", source.name, batch or "", code)

    def fill(self):
        path = self.home.path + "/state/filler"
        with open(path, "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        self.excuses.append(time.time())
        self.note("full-disk")
        self.say("the disk is full")
        return path

    def stop_daemon(self, sent):
        daemon = self.home.daemon
        if daemon is None or daemon.poll() is not None:
            return
        daemon.send_signal(sent)
        if sent == signal.SIGKILL:
            self.kills.append(time.time())
            self.note("kill")
        try:
            code = daemon.wait(30)
        except subprocess.TimeoutExpired:
            daemon.kill()
            code = None
        if sent == signal.SIGTERM and code != 0:
            self.wrong.append(("ended", "the daemon ended with %s after SIGTERM" % code))
        self.home.daemon = None

    def play(self):
        """Returns the judge's finds."""
        try:
            self.home.configure(self.watched)
            self.poll()
            for number in range(self.chance.randint(6, 14)):
                # What the program did in time in one step must not change the choices of all later ones.
                self.chance.seed("%d, step %d" % (self.seed, number))
                self.step()
            self.chance.seed("%d, end" % self.seed)
            self.end()
            self.known = self.facts()
            self.count_hooks()
            return self.wrong + judge(self.known)
        finally:
            self.office.close()
            self.home.remove(keep=self.verbose)

    def end(self):
        """An honest server, a last edition, and time enough to deliver everything."""
        self.office.faults.clear()
        for source in self.sources:
            back = source.validators in ("date", "both") and source.kind == "one" and self.can("return", 0.3)
            for part in source.parts:
                older = [p for p in part.publications[-6:] if p["base"] != part.newest["base"]]
                if back and older:
                    self.note("return")
                    self.say("the last edition is as an older one")
                    self.publish(source, part, dict(self.chance.choice(older)["base"]), self.chance)
                else:
                    self.edit(source, part, last=True)
            served = {entry["part"] for entry in self.office.answers if entry["source"] == source.name and entry["whole"]}
            known = [part for part in source.parts if part.name in served]
            if source.kind in ("all", "cases") and len(known) > 1 and not self.damages and self.can("dead-link", 0.4):
                part = self.chance.choice(known)
                self.dead.add((source.name, part.name))
                self.office.faults[source.name] = ("500" if part.case else "404", "/%s/%s" % (source.name, part.name), 10**6)
                self.note("dead-link")
                self.say("%s of %s is dead", part.name, source.name)
        if os.path.exists(self.home.hook + ".next"):
            os.unlink(self.home.hook + ".next")
        if self.resident and (self.home.daemon is None or self.home.daemon.poll() is not None):
            self.home.start_daemon()
        deadline = time.monotonic() + 12
        quiet = 0
        while quiet < 1 and time.monotonic() < deadline:
            self.home.run("outbox", "retry", "--all")
            code = self.home.run("poll")
            self.check_code("poll", code)
            if code == 75 and self.resident and self.home.mounted:
                # Its address found no room on the disk when it began; it would be written after its next poll.
                self.stop_daemon(signal.SIGTERM)
                self.home.start_daemon()
            until = time.monotonic() + (1.2 if self.resident else 0.1)
            while lost(self.facts()) and time.monotonic() < until:
                time.sleep(0.05)
            if lost(self.facts()):
                time.sleep(0.5)
            else:
                quiet += 1
        self.check_code("poll", self.home.run("poll"))  # nothing more may come of it
        if self.resident:
            time.sleep(0.2)
            self.stop_daemon(signal.SIGTERM)
        if self.verbose:
            for entry in self.home.told():
                self.say("told %s", {k: v for k, v in entry.items() if k not in ("variables", "message", "arguments", "type")})

    def count_hooks(self):
        """How often the hook failed, and how."""
        for plan in self.plans().split():
            self.note("hook-" + plan.replace("deaf-", "").replace("slow", "hangs"))

    def plans(self):
        try:
            with open(self.home.hook + ".plans", encoding="ascii") as file:
                return file.read()
        except FileNotFoundError:
            return ""

    def about(self):
        """What was published, and how, for readers of the finds."""
        kinds = ["%s: %s %s, validators %s, %s" % (s.name, s.kind, s.form, s.validators, s.framing) for s in self.sources]
        return "; ".join(kinds + ["daemon" if self.resident else "poll"])

    def facts(self):
        """Everything that the judge may know."""
        parts = {}
        for source in self.sources:
            for part in source.parts:
                parts[source.name, part.name] = [
                    {key: made[key] for key in ("rows", "base", "cloud", "clouds", "stands", "uncut", "emptied", "odd")} for made in part.publications]
        return {
            "parts": parts, "answers": list(self.office.answers), "told": self.home.told(),
            "homes": {(s.name, batch): part.name for s in self.sources for batch, part in s.home.items()},
            "watched": {name: sorted(batches) for name, batches in self.watched.items()}, "added": dict(self.added),
            "kills": self.kills + self.excuses, "damages": self.damages, "spoilt": self.spoilt, "dead": sorted(self.dead),
            "resident": self.resident, "accepts": list(self.accepts), "polls": list(self.polls)}  # fmt: skip
