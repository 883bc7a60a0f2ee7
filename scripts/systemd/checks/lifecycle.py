"""Reload, watchdog, kills and stops of the service by systemd."""

import time

from checks.machine import DoesNotApply, expect, wait
from checks.scene import CONFIG, CONFIGURATION_LOADED, CONFIGURATION_REFUSED, FRIENDS, SERVICE, check

QUICK = "[Service]\nRestartSec=200ms\n"


@check
def reload(scene):
    """systemctl reload accepts a good configuration; for a bad one it reports file, line and column, and keeps the one
    before."""
    scene.stage()
    scene.configure(scene.url, '[sources.london.batches]\n%s = "A friend\'s"' % FRIENDS)
    scene.machine.output("systemctl", "reload", SERVICE)
    wait("the new batch is told", lambda: [call for call in scene.told("observed") if call["BATCHWATCH_BATCH"] == FRIENDS])
    pid = scene.pid

    scene.machine.write(CONFIG, '[batches]\n20121456171 = "Mine"\n[sources.london]\nurl = "%s"\nevry = "1s"\n' % scene.url, "640",
                        "root:batchwatch")
    # The unit's command may fail, and be it with the reason; systemd then goes on with the service as it was.
    scene.machine.run("systemctl", "reload", SERVICE)
    told = wait("the mistake is told", lambda: scene.notices(CONFIGURATION_REFUSED))
    where = CONFIG + ":5:1"
    expect(where in told[0]["MESSAGE"] and "evry" in told[0]["MESSAGE"], "the journal says %r" % told[0]["MESSAGE"])
    expect(told[0]["PRIORITY"] == "3", "a mistake has the priority %s" % told[0]["PRIORITY"])
    expect(len(told) == 1, "the mistake was told %d times" % len(told))
    status = scene.machine.run("systemctl", "status", SERVICE).stdout
    expect(where in status and "refused" in status, "systemctl status: %s" % status)
    expect(scene.is_active() and scene.pid == pid, "the service did not survive a bad configuration")
    scene.publish("visa issued", "15-Jun-12")
    scene.wait_for_change("visa issued")

    scene.configure(scene.url)
    scene.machine.output("systemctl", "reload", SERVICE)
    wait("the status is good again", lambda: "refused" not in scene.machine.show(SERVICE, "StatusText"))


def reloads_are_waited_for(scene):
    """Each `systemctl reload` reads the file once, and ends when it was read."""
    for number in range(1, 6):
        scene.machine.output("systemctl", "reload", SERVICE)
        count = len(scene.notices(CONFIGURATION_LOADED))
        expect(count == number, "after reload %d the file was read %d times" % (number, count))
    scene.stays("a reload came late, or twice", lambda: len(scene.notices(CONFIGURATION_LOADED)) == 5, 0.5)


@check
def reload_waits(scene):
    """systemctl reload returns when the file was read, which is once."""
    scene.stage()
    reloads_are_waited_for(scene)


@check
def notify_reload(scene):
    """With the package's drop-in for Type=notify-reload, too, systemctl reload returns when the file was read, which is once."""
    if scene.machine.systemd < 253:
        raise DoesNotApply("systemd %d knows no notify-reload" % scene.machine.systemd)
    example = scene.need("notify-reload.conf")
    scene.drop_in(scene.machine.output("cat", example))
    expect(scene.machine.show(SERVICE, "Type") == "notify-reload", "the drop-in does not take effect")
    scene.stage()
    reloads_are_waited_for(scene)


@check
def bad_start(scene):
    """A start with a bad configuration fails once with 78, reports the position, and is not tried again."""
    scene.machine.write(CONFIG, "[batches]\nnonsense\n", "640", "root:batchwatch")
    expect(scene.machine.run("systemctl", "start", SERVICE).returncode != 0, "it has started")
    expect(scene.machine.show(SERVICE, "ExecMainStatus") == "78", "exit code %s" % scene.machine.show(SERVICE, "ExecMainStatus"))
    scene.stays("it was started again", lambda: scene.machine.show(SERVICE, "NRestarts") == "0", 2.5)
    # Of a process that has ended before journald looks at it nobody knows the unit.
    told = scene.machine.journal(scene.cursor, SYSLOG_IDENTIFIER="batchwatch")
    expect(any(CONFIG + ":2:" in entry["MESSAGE"] for entry in told), "the journal does not say where")


@check
def watchdog(scene):
    """The watchdog kills and restarts a service that hangs, and nothing is lost."""
    scene.stage(drop_in=QUICK + "WatchdogSec=1s\n")
    scene.stays("the watchdog bites a service that is well", lambda: scene.machine.show(SERVICE, "NRestarts") == "0", 2.5)
    pid = scene.pid
    scene.machine.output("kill", "-STOP", pid)
    scene.publish("visa issued", "15-Jun-12")
    wait("the service is started again", lambda: scene.pid not in ("0", pid) and scene.is_active())
    said = [entry["MESSAGE"] for entry in scene.machine.journal(scene.cursor, UNIT=SERVICE)]
    expect(any("atchdog timeout" in message for message in said), "no watchdog timeout: %r" % said)
    scene.wait_for_change("visa issued")
    expect(scene.events_told("observed") == 1, "a first look was told again")


@check
def killed_with_an_event_pending(scene):
    """An event with a failed hook survives SIGKILL, and is delivered with the same id when the hook works again."""
    scene.stage(drop_in=QUICK)
    scene.set_hook("#!/bin/sh\necho $BATCHWATCH_EVENT_ID >>/var/lib/batchwatch/failed\nexit 1\n")
    scene.publish("visa issued", "15-Jun-12")
    wait("the hook fails", lambda: scene.machine.run("test", "-s", "/var/lib/batchwatch/failed").returncode == 0)
    wait("the failure is told", lambda: [entry for entry in scene.entries() if "next attempt in" in entry["MESSAGE"]])
    pid = scene.pid
    scene.machine.output("kill", "-KILL", pid)
    scene.set_hook()
    wait("the service is started again", lambda: scene.pid not in ("0", pid) and scene.is_active())
    call = scene.wait_for_change("visa issued")
    failed = scene.machine.output("cat", "/var/lib/batchwatch/failed").split()
    expect([call["BATCHWATCH_EVENT_ID"]] == sorted(set(failed)), "told %s, failed %s" % (call["BATCHWATCH_EVENT_ID"], failed))
    expect(int(call["BATCHWATCH_ATTEMPT"]) == len(failed) + 1, "attempt %s after %d" % (call["BATCHWATCH_ATTEMPT"], len(failed)))
    expect(scene.events_told("observed") == 1 and scene.events_told("changed") == 1, "the journal has other events")


SLOW_HOOK = """#!/bin/sh
[ "$1" = changed ] || exit 0
echo $BATCHWATCH_EVENT_ID >>/var/lib/batchwatch/begun
trap 'echo asked >>/var/lib/batchwatch/ended' TERM
sleep 300 & wait; sleep 300
"""


def is_running(scene):
    return scene.machine.run("pgrep", "--full", "^sleep 300").returncode == 0


@check
def killed_in_the_hook(scene):
    """SIGKILL while a hook runs ends the hook as well, and the event is delivered again with the same id."""
    scene.stage(SLOW_HOOK, QUICK)
    scene.publish("visa issued", "15-Jun-12")
    wait("the hook runs", lambda: is_running(scene))
    pid = scene.pid
    scene.machine.output("kill", "-KILL", pid)
    scene.set_hook()
    wait("the service is started again", lambda: scene.pid not in ("0", pid) and scene.is_active())
    expect(not is_running(scene), "the hook lives on")
    call = scene.wait_for_change("visa issued")
    expect(call["BATCHWATCH_EVENT_ID"] == scene.machine.output("cat", "/var/lib/batchwatch/begun").strip(), "another id")


@check
def stop(scene):
    """A stop while a hook runs that ignores TERM ends within the time limit, ends the hook, and keeps the event."""
    scene.stage(SLOW_HOOK)
    scene.publish("visa issued", "15-Jun-12")
    wait("the hook runs", lambda: is_running(scene))
    began = time.monotonic()
    scene.machine.output("systemctl", "stop", SERVICE)
    took = time.monotonic() - began
    expect(scene.machine.show(SERVICE, "Result") == "success", "the stop ended as %s" % scene.machine.show(SERVICE, "Result"))
    expect(took < 15, "it took %.0f s" % took)
    expect(not is_running(scene), "the hook lives on")
    expect(scene.machine.run("test", "-e", "/var/lib/batchwatch/ended").returncode == 0, "the hook was not asked to end")
    scene.set_hook()
    scene.start()
    call = scene.wait_for_change("visa issued")
    expect(call["BATCHWATCH_EVENT_ID"] == scene.machine.output("cat", "/var/lib/batchwatch/begun").strip(), "another id")


@check
def restart_keeps_what_is_known(scene):
    """A restart reports no first look again, and reports a change that came meanwhile."""
    scene.stage()
    scene.machine.output("systemctl", "stop", SERVICE)
    scene.publish("visa issued", "15-Jun-12")
    scene.start()
    call = scene.wait_for_change("visa issued")
    expect(call["BATCHWATCH_PREVIOUS_STATUS"] == "administrative processing", "before: %s" % call["BATCHWATCH_PREVIOUS_STATUS"])
    expect(len(scene.told("observed")) == 1, "the first look was told again")


@check
def crash_loop(scene):
    """A service that dies at each start is marked as failed after ten times."""
    scene.drop_in("[Service]\nRestartSec=20ms\nExecStart=\nExecStart=/bin/sh -c 'kill -SEGV $$$$'\n")
    scene.machine.run("systemctl", "start", SERVICE)
    wait("it is given up", lambda: scene.machine.show(SERVICE, "ActiveState") == "failed", 20)
    count = int(scene.machine.show(SERVICE, "NRestarts"))
    expect(5 <= count <= 11, "started again %d times" % count)
