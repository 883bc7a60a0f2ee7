"""The rights of a hook inside the service's sandbox and in its own unit, and systemd's ratings of both."""

import re

from checks.machine import expect, wait
from checks.scene import CONFIG, SERVICE, STATE, check

TRIES = STATE + "/tries"
# What is tried, as a shell command that succeeds when it can be done, and what is to come of it: in the service, in the hook's unit.
ATTEMPTS = [
    ("`ip addr`", "ip addr | grep -q inet", False, True),
    ("`free`", "free | grep -q Mem", True, True),
    ("`uptime`", "uptime | grep -q load", True, True),
    ("write to its own directory below /srv", "echo x >/srv/www/file", False, True),
    ("write to its home, /var/lib/batchwatch", "echo x >/var/lib/batchwatch/file", True, True),
    ("write to /tmp", "echo x >/tmp/file", True, True),
    ("write to its own file in /etc", "echo x >/etc/hook-file", False, False),
    ("write to its configuration", "echo x >>%s" % CONFIG, False, False),
    ("read /home", "cat /home/anybody/file", False, False),
    ("`logger`", "logger -t from-hook \"$place\" && [ \"$place\" ]", True, True),
    ("perl", "perl -e 'exit 0'", True, True),
    ("python", "python3 -c 'import json'", True, True),
    ("TCP to this machine", "exec 3<>/dev/tcp/127.0.0.1/${port}", True, True),
    ("`systemctl restart` another service", "systemctl restart office.service", False, False),
    ("`systemctl status`", "systemctl status batchwatch.service | grep -q Active", True, True),
    ("`su`", "echo | su -c true", False, False),
    ("`sudo`, which is allowed without a password", "sudo -n true", False, False),
    ("see processes of others", "[ \"$(ps -e -o user= | grep -vc batchwatch)\" -gt 0 ]", False, False),
    ("a set-user-ID program gets its rights", "[ \"$(/usr/local/bin/id-as-root -u)\" = 0 ]", False, False),
    ("`ping`, by a file's capability or an open socket", "ping -c 1 -W 1 127.0.0.1", None, None),
    ("make a namespace", "unshare --user true", False, False),
]
TRYING_HOOK = """#!/bin/bash
exec >/dev/null 2>&1
place=$(grep -o 'batchwatch[^/]*' /proc/self/cgroup | tail -1)
port=$(cat /srv/office/port)
{ %s
} >%s.new
mv %s.new %s
""" % ("\n".join("(%s) >/dev/null 2>&1 <&- && echo yes || echo no" % command for _, command, _, _ in ATTEMPTS), TRIES, TRIES, TRIES)


def outcomes(scene):
    """The hook's successes, in the order of ATTEMPTS. Rights of its user are granted before."""
    scene.machine.shell("""
        install -d -o batchwatch /srv/www; install -D -m 644 /dev/null /home/anybody/file
        install -o batchwatch /dev/null /etc/hook-file; install -m 4755 /usr/bin/id /usr/local/bin/id-as-root
        echo 'batchwatch ALL=(ALL) NOPASSWD: ALL' >/etc/sudoers.d/batchwatch; passwd --quiet --delete root""")
    scene.set_hook(TRYING_HOOK)
    # Without any sandbox each of them works, but what only root may: else it would prove nothing.
    scene.publish("tried", "15-Jun-12")
    wait("the hook has tried everything", lambda: scene.machine.run("test", "-e", TRIES).returncode == 0, 30)
    return [word == "yes" for word in scene.machine.output("cat", TRIES).split()]


def compare(found, place, column):
    complaints = ["%s %s" % (attempt[0], "works" if works else "does not work") for attempt, works in zip(ATTEMPTS, found)
                  if attempt[column] is not None and attempt[column] != works]
    expect(len(found) == len(ATTEMPTS), "the hook tried %d of %d" % (len(found), len(ATTEMPTS)))
    expect(not complaints, "%s: %s" % (place, "; ".join(complaints)))


@check
def unsandboxed(scene):
    """Without the sandboxes, the same user can do everything that they prevent."""
    scene.stage()
    empty = "\n".join("%s=" % key for key in ("SystemCallFilter", "RestrictAddressFamilies", "SystemCallArchitectures"))
    off = "\n".join("%s=no" % key for key in (
        "NoNewPrivileges", "ProtectSystem", "ProtectHome", "PrivateTmp", "PrivateDevices", "PrivateMounts", "ProtectClock",
        "ProtectHostname", "ProtectKernelTunables", "ProtectKernelModules", "ProtectKernelLogs", "ProtectControlGroups",
        "RestrictNamespaces", "RestrictRealtime", "RestrictSUIDSGID", "LockPersonality", "MemoryDenyWriteExecute"))
    scene.drop_in("[Service]\n%s\n%s\nProtectProc=default\nDevicePolicy=auto\nCapabilityBoundingSet=~\n" % (empty, off))
    scene.machine.output("systemctl", "restart", SERVICE)
    scene.unconfined = outcomes(scene)
    wanted = [attempt[0] for attempt, works in zip(ATTEMPTS, scene.unconfined) if not works]
    allowed = {"write to its configuration", "`systemctl restart` another service"}
    expect(set(wanted) <= allowed, "fails without a sandbox as well: %s" % ", ".join(wanted))


@check
def hook_in_the_service(scene):
    """A hook inside the service can do exactly what the table says."""
    scene.stage()
    scene.inside = outcomes(scene)
    compare(scene.inside, "in the service", 2)
    logged = scene.machine.journal(scene.cursor, SYSLOG_IDENTIFIER="from-hook")
    expect(len(logged) == 1, "logger wrote %d times" % len(logged))


@check
def hook_test(scene):
    """`hook-test` runs the hook as the service does: with its user and its sandbox; without a daemon, as the caller,
    and says so."""
    scene.stage(hook="""#!/bin/sh
id -un; pwd; tail -1 /proc/self/cgroup
echo x >/etc/batchwatch/written 2>/dev/null && echo "writes to /etc" || echo "cannot write to /etc"
ls /tmp; cat /home/anybody/file 2>/dev/null || echo "cannot read /home"
exit ${code:-3}
""")
    scene.machine.shell("mkdir -p /home/anybody; echo x >/home/anybody/file; chmod 755 /home/anybody; touch /tmp/outside")
    done = scene.machine.run("batchwatch", "hook-test")
    expect(done.returncode == 69, "exit code %d: %s" % (done.returncode, done.stdout))
    for line in ("run by the daemon (process %s), as user batchwatch, inside the sandbox of batchwatch.service" % scene.pid,
                 "hook: batchwatch", "hook: /", "hook: 0::/system.slice/batchwatch.service", "hook: cannot write to /etc",
                 "hook: cannot read /home", "exited with code 3; the event would be tried again"):
        expect(line in done.stdout, "not said: %s\n%s" % (line, done.stdout))
    expect("outside" not in done.stdout, "it sees the /tmp of all: %s" % done.stdout)
    scene.machine.output("systemctl", "stop", SERVICE)
    done = scene.machine.run("batchwatch", "hook-test")
    for line in ("no daemon runs: run by this command, as user root, without the service's sandbox", "hook: root",
                 "hook: writes to /etc", "hook: outside"):
        expect(line in done.stdout, "not said: %s\n%s" % (line, done.stdout))


@check
def hook_in_its_own_unit(scene):
    """A hook in batchwatch-hook@.service gets the same event, has more rights, and its exit code comes back."""
    scene.need("batchwatch-hook.socket")
    forward = scene.need("forward-to-unit")
    scene.publish("administrative processing", "05-Jun-12")
    scene.url = scene.open_office()
    scene.configure(scene.url, hook=forward)
    scene.set_hook()
    scene.machine.output("systemctl", "enable", "--now", "--quiet", "batchwatch-hook.socket")
    scene.start()
    call = wait("the hook in its unit is told", lambda: scene.told("observed"))[0]
    expect(call["BATCHWATCH_EVENT_ID"] == call["event"]["id"], "environment and event differ: %s" % call)
    expect(call["BATCHWATCH_STATUS"] == "administrative processing", "the status is %r" % call["BATCHWATCH_STATUS"])

    scene.set_hook('#!/bin/sh\necho "said by the hook"\necho $BATCHWATCH_ATTEMPT >>/var/lib/batchwatch/refused\nexit 65\n')
    scene.publish("visa issued", "15-Jun-12")
    wait("exit 65 makes a dead letter", lambda: [entry for entry in scene.entries() if "refused" in entry["MESSAGE"]])
    expect(scene.machine.output("cat", "/var/lib/batchwatch/refused") == "1\n", "it was asked more than once")
    said = scene.machine.journal(scene.cursor, SYSLOG_IDENTIFIER="batchwatch-hook")
    expect(any(entry["MESSAGE"] == "said by the hook" for entry in said), "the journal does not have what the hook printed")

    scene.own_unit = outcomes(scene)
    compare(scene.own_unit, "in its own unit", 3)


@check
def hook_unit_without_its_socket(scene):
    """While nothing listens for events, they wait without using up attempts."""
    scene.need("batchwatch-hook.socket")
    scene.publish("administrative processing", "05-Jun-12")
    scene.configure(scene.open_office(), hook=scene.need("forward-to-unit"))
    scene.set_hook()
    scene.start()
    wait("the journal has the first look", lambda: scene.events("observed"))
    scene.stays("the hook was told without its socket", lambda: scene.is_active() and not scene.told(), 1)
    scene.machine.output("systemctl", "start", "batchwatch-hook.socket")
    scene.machine.output("batchwatch", "outbox", "retry")
    call = wait("the event is told", lambda: scene.told("observed"))[0]
    expect(call["BATCHWATCH_ATTEMPT"] == "1", "it is attempt %s" % call["BATCHWATCH_ATTEMPT"])


def score(scene, *unit):
    said = scene.machine.run("systemd-analyze", "security", "--no-pager", *unit).stdout
    found = re.search(r"exposure level for (\S+?):? ?:? ([0-9.]+)", said)
    return float(found.group(2)) if found else None


def scores(scene):
    """systemd's rating, 0 (closed) to 10 (open), of our units and of other packages' units."""
    ours = [path.rsplit("/", 1)[1] for path in scene.files("/systemd/system/") if path.endswith(".service")]
    theirs = scene.machine.shell("ls -d /units/* /usr/lib/systemd/system/systemd-journald.service").split()
    rated = {}
    for name in ours:
        rated["**%s**" % name] = score(scene, "--offline=yes", "/usr/lib/systemd/system/" + name)
    for path in theirs:
        rated[path.rsplit("/", 1)[1]] = score(scene, "--offline=yes", path)
    return {name: value for name, value in rated.items() if value is not None}


@check
def security_score(scene):
    """systemd-analyze security rates the service 2.0 or better, and the hook's unit 2.5 or better."""
    scene.scores = scores(scene)
    for name, most in (("batchwatch.service", 2.0), ("batchwatch@.service", 2.0), ("batchwatch-hook@.service", 2.5)):
        found = scene.scores.get("**%s**" % name)
        expect(found is None or found <= most, "%s is rated %s" % (name, found))
    expect("**%s**" % SERVICE in scene.scores, "the service is not rated: %s" % scene.scores)


def tables(scene):
    """The measurements of the checks before, as Markdown."""
    def word(works):
        return "works" if works else "fails"

    places = [(name, getattr(scene, key)) for name, key in (("inside the service", "inside"), ("in batchwatch-hook@.service", "own_unit"),
                                                           ("without a sandbox", "unconfined")) if hasattr(scene, key)]
    if places:
        yield "| a hook wants to | %s |" % " | ".join(name for name, _ in places)
        yield "|---" * (len(places) + 1) + "|"
        for row, attempt in enumerate(ATTEMPTS):
            yield "| %s | %s |" % (attempt[0], " | ".join(word(found[row]) for _, found in places))
    if hasattr(scene, "scores"):
        yield ""
        yield "| unit | systemd-analyze security, %d |" % scene.machine.systemd
        yield "|---|---|"
        for name, value in sorted(scene.scores.items(), key=lambda item: item[1]):
            yield "| %s | %.1f |" % (name, value)
