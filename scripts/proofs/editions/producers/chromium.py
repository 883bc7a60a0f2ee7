"""Prints with Chromium. One browser for many documents, controlled through its pipe (--remote-debugging-pipe)."""

import base64
import json
import multiprocessing.util
import os
import shutil
import subprocess
import tempfile

from . import producer
from .page import markup

MOST = 300  # documents of one browser, which grows


class Browser:
    def __init__(self):
        self.place = tempfile.mkdtemp(prefix="editions-chromium")
        hear, theirs = os.pipe()
        mine, tell = os.pipe()
        # The browser reads from 3 and writes to 4.
        chromium = "chromium --headless --no-sandbox --disable-gpu --disable-dev-shm-usage --remote-debugging-pipe"
        command = 'exec 3<&%d 4>&%d; exec %s --user-data-dir="%s"' % (mine, theirs, chromium, self.place)
        self.process = subprocess.Popen(
            ["bash", "-c", command],
            pass_fds=(mine, theirs),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        os.close(mine)
        os.close(theirs)
        self.tell, self.hear, self.number, self.rest, self.printed = tell, os.fdopen(hear, "rb", 0), 0, b"", 0
        target = self.ask("Target.createTarget", {"url": "about:blank"})["targetId"]
        self.session = self.ask("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        self.frame = self.ask("Page.getFrameTree", {}, self.session)["frameTree"]["frame"]["id"]

    def ask(self, method, parameters, session=None):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.tell, data) :]
        while True:
            while b"\0" not in self.rest:
                more = self.hear.read(1 << 20)
                if not more:
                    raise OSError("the browser has ended")
                self.rest += more
            answer, self.rest = self.rest.split(b"\0", 1)
            answer = json.loads(answer)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise OSError(answer["error"]["message"])
                return answer["result"]

    def printed_page(self, document):
        self.printed += 1
        self.ask(
            "Page.setDocumentContent",
            {"frameId": self.frame, "html": markup(document, None, True, document.layout["flavour"] % 4 != 1)},
            self.session,
        )
        wish = {"preferCSSPageSize": True, "printBackground": True, "generateTaggedPDF": document.layout["flavour"] % 2 == 0}
        return base64.b64decode(self.ask("Page.printToPDF", wish, self.session)["data"])

    def end(self):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.place, ignore_errors=True)


browsers = []


def end():
    while browsers:
        browsers.pop().end()


@producer("chromium", "pdf", programs=["chromium"])
def chromium(document):
    if browsers and browsers[0].printed >= MOST:
        end()
    if not browsers:
        browsers.append(Browser())
        multiprocessing.util.Finalize(None, end, exitpriority=1)  # also where a process of a pool ends, unlike atexit
    try:
        return browsers[0].printed_page(document)
    except OSError:
        end()
        raise
