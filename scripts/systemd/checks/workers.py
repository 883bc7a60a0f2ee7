"""Tests the rights of fetcher and reader inside the service as if foreign bytes had taken them over: a library loaded
into them tries each."""

import json
import pathlib
import subprocess
import tempfile

from checks.machine import SCRIPTS, expect, wait
from checks.scene import STATE, check

PLACE = STATE + "/probe"
PROGRAMS = "/usr/libexec/batchwatch/"
LIBRARY = "/usr/local/lib/sandbox-probe.so"
# What is refused, and the worker goes on.
REFUSED = ["read /etc/passwd", "read /etc/batchwatch/watched-batches.toml", "read " + STATE, "write " + STATE + "/london.json",
           "create " + STATE + "/new", "create /tmp/new", "unlink " + STATE + "/london.json", "read /proc/self/environ"]
# What ends it, with the system call that it says.
DEADLY = [("map new", "mmap"), ("map writable", "mmap"), ("map document", "mmap"), ("map written", "mprotect"), ("signal 1", "kill"),
          ("socketpair 1 2", "socketpair"), ("socket 2 1 262", "socket")] + [
    ("call " + name, name) for name in (
        "listen", "accept4", "clone", "execve", "execveat", "ptrace", "process_vm_readv", "memfd_create", "io_uring_setup", "userfaultfd",
        "bpf", "perf_event_open", "unshare", "setns", "mount", "keyctl", "pidfd_open", "setuid", "tgkill")]
READER_ONLY = [("socket %d %d" % kind, "socket") for kind in ((1, 1), (2, 1), (2, 2), (10, 1), (16, 3))]
LAUNCHER = """#!/bin/bash
exec >/dev/null 2>&1
mkdir %(place)s
cp /var/cache/batchwatch/*.document %(place)s/document
try() { # PROGRAM NAME TRIES: its report, what it says, how it ends
    local folder=%(place)s/$1/$2
    mkdir -p $folder
    cp %(place)s/document $folder/document
    env -i LD_PRELOAD=%(library)s SANDBOX_PROBE="$3" SANDBOX_REPORT=$folder/report %(programs)s$1 \\
        3<>$folder/document <%(state)s/$1.json >$folder/said 2>&1
    echo $? >$folder/ending
}
%(tries)s
touch %(place)s/done
"""


def compiled(scene):
    """The probe of the tests, for use inside."""
    source = pathlib.Path(SCRIPTS).parent / "Tests/Fixtures/sandbox-probe.c"
    with tempfile.TemporaryDirectory() as place:
        subprocess.run(["cc", "-shared", "-fPIC", "-o", place + "/probe.so", source], check=True)
        scene.machine.put(place + "/probe.so", LIBRARY)


@check
def workers_in_the_service(scene):
    """Actions of foreign code end fetcher and reader, and files are closed to them, inside the service as elsewhere."""
    compiled(scene)
    scene.stage()
    limits = {"documentBytes": 16 << 20, "transferSeconds": 20, "connectSeconds": 20}
    requests = {
        "batchwatch-fetcher": {"url": scene.url, "mustBePublic": False, "wasPublic": False, "progress": False, "wantsDigest": True,
                               "limits": limits},
        "batchwatch-reader": {"key": "2[0-8]#########", "columns": ["batch", "status", "date"], "documentBytes": 16 << 20,
                              "printsText": False, "inspects": False, "isFurtherPage": False, "tabulates": False},
    }
    deadly = {"batchwatch-fetcher": DEADLY, "batchwatch-reader": DEADLY + READER_ONLY}
    tries = []
    for program, request in requests.items():
        scene.machine.write("%s/%s.json" % (STATE, program), json.dumps(request), owner="batchwatch:batchwatch")
        tries.append("try %s refused '%s'" % (program, "\n".join(REFUSED)))
        tries += ["try %s %d '%s'" % (program, number, does) for number, (does, _) in enumerate(deadly[program])]
    scene.set_hook(LAUNCHER % {"place": PLACE, "library": LIBRARY, "programs": PROGRAMS, "state": STATE, "tries": "\n".join(tries)})
    scene.publish("tried", "15-Jun-12")
    wait("everything was tried", lambda: scene.machine.run("test", "-e", PLACE + "/done").returncode == 0, 60)

    def text(program, name, what):
        return scene.machine.run("cat", "%s/%s/%s/%s" % (PLACE, program, name, what)).stdout

    for program, attempts in deadly.items():
        report = text(program, "refused", "report").splitlines()
        expect(text(program, "refused", "ending").strip() == "0", "%s ended: %s" % (program, text(program, "refused", "said")))
        for does in REFUSED:
            expect(any(line.startswith(does + ": E") for line in report), "%s, %s: %s" % (program, does, report))
        for number, (does, call) in enumerate(attempts):
            ending, said = text(program, number, "ending").strip(), text(program, number, "said")
            # 128 and the number of SIGSYS.
            expect(ending == "159" and "refuses the system call %s\n" % call in said,
                   "%s, %s: ended with %s, and says %r" % (program, does, ending, said[-300:]))
