"""Runs the programs on a document, and measures them."""

import json
import os
import re
import subprocess
import tempfile

# A limit says how much there is too much of; what a signal ended has no name, and a reader that does not work reads nothing.
LIMIT = re.compile(r"\b(more|longer|deeper|larger|tighter|wider|many|often|most|overlap)\b")
UNNAMED = re.compile(r"\bsignal\b|did not end in time|without a reply|cannot be parsed|\"kind\": \"reader\"")
ASKED = {"rows": ["rows", "--format", "json"], "try": ["try"], "text": ["rows", "--text"]}


class Run:
    """One reading: the answer, and its processor time and memory, all processes together."""

    def __init__(self, programs, mode, path, options):
        command, request, more = [os.path.join(programs, "batchwatch")] + ASKED.get(mode, []) + [path] + options, b"", {}
        document = os.open(path, os.O_RDONLY)
        if mode == "links":
            command, request = [os.path.join(programs, "batchwatch-reader")], links_request(path)
            # The reader finds its document there.
            more = {"preexec_fn": lambda: os.dup2(document, 3), "pass_fds": [3]}
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(request)
            given.seek(0)
            child = subprocess.Popen(command, stdin=given, stdout=out, stderr=err, **more)
            os.close(document)
            # The usage of a child that was waited for holds that of its own children.
            _, status, usage = os.wait4(child.pid, 0)
            child.returncode = os.waitstatus_to_exitcode(status)
            self.code = child.returncode
            self.seconds, self.bytes = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
            out.seek(0), err.seek(0)
            self.message = err.read(8192).decode("utf-8", "replace").strip()
            if mode == "links":
                self.message = told(out.read(1 << 20))
                self.code = self.code or (65 if self.message else 0)

    @property
    def is_limit(self):
        """Whether a named limit ended it."""
        return self.code > 0 and bool(LIMIT.search(self.message)) and not UNNAMED.search(self.message)

    @property
    def is_unnamed(self):
        """Whether it ended without a message about the cause."""
        return self.code < 0 or self.code > 0 and (not self.message or bool(UNNAMED.search(self.message)))


def links_request(path):
    request = {
        "base": "file://" + path,
        "key": "2[0-8]#########",
        "columns": ["batch", "status", "date"],
        "links": {"glob": "*list*.pdf", "pick": "newest"},
        "printsText": False,
        "inspects": False,
        "isFurtherPage": False,
        "tabulates": False,
        "documentBytes": 16 << 20,
    }
    return json.dumps(request).encode()


def told(output):
    """The failure in a reply; empty for an answer."""
    try:
        reply = json.loads(output.splitlines()[0])["reply"]["_0"]
    except (IndexError, KeyError, ValueError):
        return "no reply: signal" if not output else ""
    return json.dumps(reply["failure"]) if "failure" in reply else ""
