"""A booted system (scripts/systemd/boot), for the checks."""

import json
import os
import pathlib
import subprocess
import time

SCRIPTS = pathlib.Path(__file__).resolve().parents[2]


class Failed(Exception):
    """The failure of a check, in a sentence."""


class DoesNotApply(Exception):
    """Why a check does not apply to this systemd or this package."""


def expect(condition, complaint):
    if not condition:
        raise Failed(complaint)


# Runs commands inside, one after the other: hundreds of them are quicker so than each by an entry of its own.
AGENT = """
import json, subprocess, sys
for line in sys.stdin:
    command, text, timeout = json.loads(line)
    try:
        done = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=timeout)
        answer = [done.returncode, done.stdout.decode(errors="replace")]
    except (subprocess.TimeoutExpired, OSError) as error:
        answer = [None, str(error)]
    print(json.dumps(answer), flush=True)
"""


class Machine:
    def __init__(self, suite):
        self.name = "%s-%d" % (suite, os.getpid())
        # It ends with this process, also when that is killed.
        self.boot_line = self._boot("up", suite, str(os.getpid()))
        self.agent = subprocess.Popen([SCRIPTS / "systemd/boot", "exec", self.name, "python3", "-c", AGENT], stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE, text=True)
        self.systemd = int(self.output("systemctl", "--version").split()[1])

    def _boot(self, command, *arguments):
        done = subprocess.run([SCRIPTS / "systemd/boot", command, self.name, *arguments], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, errors="replace")
        expect(done.returncode == 0, "boot %s: %s" % (command, done.stderr.strip()))
        return done.stdout.strip()

    def down(self):
        self.agent.stdin.close()
        self.agent.wait()
        self.agent.stdout.close()
        self._boot("down")

    def put(self, file, path):
        self._boot("put", str(file), path)

    def run(self, *command, text=None, timeout=60):
        """Runs a command inside. The result has returncode, and as stdout both outputs."""
        self.agent.stdin.write(json.dumps([command, text or "", timeout]) + "\n")
        self.agent.stdin.flush()
        line = self.agent.stdout.readline()
        expect(line, "the machine has gone")
        code, output = json.loads(line)
        expect(code is not None, output)
        return subprocess.CompletedProcess(command, code, output)

    def output(self, *command, text=None, timeout=60):
        """The output of a command that must succeed."""
        done = self.run(*command, text=text, timeout=timeout)
        expect(done.returncode == 0, "%s: exit code %d: %s" % (" ".join(command), done.returncode, done.stdout.strip()[-800:]))
        return done.stdout

    def shell(self, script, text=None, timeout=60):
        return self.output("sh", "-euc", script, text=text, timeout=timeout)

    def write(self, path, text, mode="644", owner="root:root"):
        """Writes a file in one step, as an editor does; creates directories."""
        self.shell("mkdir -p '%s'; cat >'%s~'; chmod %s '%s~'; chown %s '%s~'; mv '%s~' '%s'" % (
            os.path.dirname(path), path, mode, path, owner, path, path, path), text=text)

    def show(self, unit, key):
        """A property of a unit."""
        return self.output("systemctl", "show", "--property", key, "--value", unit).strip()

    def cursor(self):
        self.run("journalctl", "--sync")
        for line in self.output("journalctl", "--lines", "0", "--show-cursor").splitlines():
            if line.startswith("-- cursor: "):
                return line.removeprefix("-- cursor: ")
        raise Failed("the journal has no cursor")

    def journal(self, cursor, **fields):
        """Entries after a cursor that have these fields, as dictionaries."""
        self.run("journalctl", "--sync")
        # Not with matches: journalctl 252 then passes over the first entry that matches.
        text = self.output("journalctl", "--output", "json", "--all", "--after-cursor", cursor)
        entries = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        return [entry for entry in entries if all(entry.get(name) == value for name, value in fields.items())]


def wait(what, look, seconds=15):
    """Repeats the call until its answer is true, and returns that."""
    end = time.monotonic() + seconds
    while True:
        answer = look()
        if answer:
            return answer
        if time.monotonic() > end:
            raise Failed("waited %d s in vain: %s" % (seconds, what))
        time.sleep(0.1)
