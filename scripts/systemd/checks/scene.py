"""The common start of most checks: the package installed, an office that publishes a list on loopback, a configuration
that watches it, a hook that records its events, the service started. Each check has a fresh one."""

import json
import pathlib
import subprocess
import tempfile

import london_pdf
from checks.machine import SCRIPTS, expect, wait

MINE, FRIENDS = "20121456171", "20121456179"
SERVICE = "batchwatch.service"
STATE = "/var/lib/batchwatch"
CONFIG = "/etc/batchwatch/watched-batches.toml"
HOOK = "/etc/batchwatch/hook"
# The service can write to its state directory, whichever unit the hook runs in.
# `hook-test` and an event may run it at the same time.
RECORDING_HOOK = r"""#!/bin/sh
{ flock 1; printf '%s\n' "$1"; env | grep '^BATCHWATCH_'; echo; cat; printf '\036'; } >>/var/lib/batchwatch/told
"""
CHANGED = "1bf1a16ed14d43d6b786e5323abafffe"
OBSERVED = "4be8fc5b715d438e9cd7a95229cadf01"
CONFIGURATION_LOADED = "9522e26a34bb4ecab4669f66ad2ca5cb"
CONFIGURATION_REFUSED = "181841882850495da7f959b6e8f4e59e"

checks = []


def check(function):
    """A step: its name is the function's, with hyphens, and its docstring is the tested statement."""
    checks.append((function.__name__.replace("_", "-"), function))
    return function


class Scene:
    def __init__(self, machine, deb):
        self.machine = machine
        self.deb = pathlib.Path(deb)
        machine.put(SCRIPTS / "fixtures/publish-list", "/usr/local/bin/publish-list")
        machine.put(self.deb, "/root/batchwatch.deb")
        self.install()

    # The package.

    def install(self, path="/root/batchwatch.deb"):
        self.machine.output("dpkg", "--install", path)
        if self.machine.run("test", "-e", "/root/conffile").returncode != 0:
            self.machine.output("cp", "--preserve", CONFIG, "/root/conffile")

    @property
    def is_installed(self):
        return self.machine.run("test", "-x", "/usr/bin/batchwatch").returncode == 0

    def files(self, part):
        """The package's files with this part in their path."""
        return [line for line in self.machine.output("dpkg", "--listfiles", "batchwatch").split() if part in line]

    def need(self, part):
        """The first of them."""
        found = self.files(part)
        expect(found, "the package has no %s" % part)
        return found[0]

    def newer_package(self):
        """The same package with a higher version, inside."""
        with tempfile.TemporaryDirectory() as place:
            subprocess.run(["dpkg-deb", "--raw-extract", self.deb, place + "/tree"], check=True)
            control = pathlib.Path(place, "tree/DEBIAN/control")
            lines = control.read_text(encoding="utf-8").splitlines(keepends=True)
            control.write_text("".join(line.rstrip() + "+later\n" if line.startswith("Version:") else line for line in lines),
                               encoding="utf-8")
            subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "--build", place + "/tree", place + "/newer.deb"],
                           check=True, stdout=subprocess.DEVNULL)
            self.machine.put(place + "/newer.deb", "/root/newer.deb")
        return "/root/newer.deb"

    # The beginning of each check.

    def fresh(self):
        """The state after the installation: no state files, no edits, nothing runs."""
        self.machine.shell("""
            systemctl stop 'batchwatch*' office.service guarded.service 2>/dev/null || true
            systemctl disable batchwatch-hook.socket batchwatch@two.service batchwatch@readme.service 2>/dev/null || true
            rm -rf /var/lib/batchwatch* /var/cache/batchwatch* /run/batchwatch* /etc/systemd/system/batchwatch*.d /etc/batchwatch /srv/*
            mkdir -p /etc/batchwatch; cp --preserve /root/conffile %s
            systemctl daemon-reload; systemctl reset-failed""" % CONFIG)
        if not self.is_installed:
            self.install()
        self.cursor = self.machine.cursor()

    def open_office(self, directory="/srv/office", unit="office", authorization=()):
        """An office's web server; returns its address."""
        self.machine.shell("mkdir -p '%s'" % directory)
        self.machine.output("systemd-run", "--quiet", "--collect", "--unit", unit, "/usr/local/bin/publish-list", directory,
                            directory + "/port", *authorization)
        port = wait("the office opens", lambda: self.machine.run("cat", directory + "/port").stdout.strip()
                    if self.machine.run("test", "-s", directory + "/port").returncode == 0 else None)
        return "http://127.0.0.1:%s/list.pdf" % port

    def publish(self, status, date, directory="/srv/office"):
        """A new edition: another status and date of the first batch."""
        rows = [["20110110001", "no action required at this time", "01-Jun-12"], [MINE, status, date],
                [FRIENDS, "send passport & two photographs (5 x 5 cm)", "02-Jun-12"],
                ["20123660000", "refused (221(g)); see %s" % MINE, "03-Jun-12"]]
        with tempfile.NamedTemporaryFile() as file:
            file.write(london_pdf.london(rows))
            file.flush()
            self.machine.shell("mkdir -p '%s'" % directory)
            self.machine.put(file.name, directory + "/list.pdf")

    def configure(self, url, extra="", hook=HOOK, path=CONFIG):
        text = '[batches]\n%s = "Mine"\n[sources.london]\nurl = "%s"\nevery = "1s"\n%s\n' % (MINE, url, extra)
        if hook:
            text += '[hook]\nrun = "%s"\n' % hook
        self.machine.write(path, text, "640", "root:batchwatch")

    def set_hook(self, script=RECORDING_HOOK, mode="755", path=HOOK):
        self.machine.write(path, script, mode)

    def drop_in(self, text, unit=SERVICE, name="test"):
        self.machine.write("/etc/systemd/system/%s.d/%s.conf" % (unit, name), text)
        self.machine.output("systemctl", "daemon-reload")

    def start(self):
        self.machine.output("systemctl", "start", SERVICE)

    def stage(self, hook=RECORDING_HOOK, drop_in=None):
        """Sets up office, configuration, hook and service, and waits for the first event."""
        self.publish("administrative processing", "05-Jun-12")
        self.url = self.open_office()
        self.configure(self.url)
        self.set_hook(hook)
        if drop_in:
            self.drop_in(drop_in)
        self.start()
        wait("the journal has the first look", lambda: self.events("observed"))
        if hook == RECORDING_HOOK:
            wait("the hook has the first look", lambda: self.told("observed"))

    # What is seen.

    @property
    def pid(self):
        return self.machine.show(SERVICE, "MainPID")

    def entries(self, unit=SERVICE):
        return self.machine.journal(self.cursor, _SYSTEMD_UNIT=unit)

    def events(self, kind, unit=SERVICE):
        """The journal's entries about batches, by kind."""
        return [entry for entry in self.entries(unit)
                if entry.get("BATCHWATCH_KIND") == kind and entry["SYSLOG_IDENTIFIER"] == "batchwatch"]

    def events_told(self, kind):
        """How many events of a kind the journal has. After a kill it may have one twice, with the same id."""
        return len({entry["BATCHWATCH_EVENT_ID"] for entry in self.events(kind)})

    def notices(self, message_id, unit=SERVICE):
        return [entry for entry in self.entries(unit) if entry.get("MESSAGE_ID") == message_id]

    def told(self, kind=None, path=STATE + "/told"):
        """The hook's calls: argument, environment, and the event on standard input."""
        calls = []
        done = self.machine.run("cat", path)
        for record in done.stdout.split("\036")[:-1] if done.returncode == 0 else []:
            head, event = record.split("\n\n", 1)
            argument, *fields = head.split("\n")
            if kind in (None, argument):
                calls.append({"argument": argument, "event": json.loads(event), **dict(field.split("=", 1) for field in fields)})
        return calls

    def polls(self):
        """How many times the office has answered that there is nothing new."""
        return sum(": 304" in entry["MESSAGE"] for entry in self.machine.journal(self.cursor, _SYSTEMD_UNIT="office.service"))

    def wait_for_change(self, status, count=1):
        """Waits until the hook gets a change to a status."""
        return wait("the hook is told of a change to %s" % status, lambda: [
            call for call in self.told("changed") if call["BATCHWATCH_STATUS"] == status][count - 1:])[0]

    def is_active(self, unit=SERVICE):
        return self.machine.run("systemctl", "is-active", "--quiet", unit).returncode == 0

    def stays(self, what, holds, seconds):
        """Checks that a condition continues to hold."""
        for _ in range(int(seconds * 4)):
            expect(holds(), what)
            self.machine.run("sleep", "0.25")
