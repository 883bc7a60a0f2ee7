"""Chromium, controlled through its debugging pipe (Chrome DevTools Protocol): loads one page, and records its requests
and messages."""

import base64
import json
import os
import select
import shutil
import subprocess
import tempfile
import time

# One family, whatever else is installed: a picture is compared with one that was made elsewhere.
FONTS = """<fontconfig>
<dir>/usr/share/fonts/truetype/dejavu</dir>
<cachedir>%s/fonts</cachedir>
<include ignore_missing="yes">/etc/fonts/conf.d</include>
</fontconfig>
"""


class Browser:
    def __init__(self, program="chromium"):
        self.profile = tempfile.mkdtemp(prefix="batchwatch-chromium.")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()
        words = [program, "--headless=new", "--disable-gpu", "--no-first-run", "--disable-component-update", "--hide-scrollbars",
                 "--disable-background-networking", "--disable-dev-shm-usage", "--force-device-scale-factor=1",
                 "--user-data-dir=" + self.profile, "--remote-debugging-pipe"]  # fmt: skip
        if os.geteuid() == 0:
            words.append("--no-sandbox")
        with open(self.profile + "/fonts.conf", "w") as file:
            file.write(FONTS % self.profile)
        shell = ["bash", "-c", 'exec "$@" 3<&%d 4>&%d' % (theirs_in, theirs_out), "bash", *words]
        with open(self.profile + "/log", "wb") as log:
            self.process = subprocess.Popen(
                shell, pass_fds=(theirs_in, theirs_out), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                env={**os.environ, "FONTCONFIG_FILE": self.profile + "/fonts.conf"})  # fmt: skip
        os.close(theirs_in)
        os.close(theirs_out)
        self.input, self.output = ours_in, ours_out
        self.buffer = b""
        self.number = 0
        self.session = None
        self.events = []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "Audits"):
            self.call(domain + ".enable")

    def close(self):
        try:
            self.session = None
            self.call("Browser.close")
            self.process.wait(10)
        except (OSError, EOFError, TimeoutError, subprocess.TimeoutExpired):
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.profile, ignore_errors=True)

    def _message(self, seconds):
        end = time.monotonic() + seconds
        while b"\0" not in self.buffer:
            if not select.select([self.input], [], [], max(0, end - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            more = os.read(self.input, 1 << 20)
            if not more:
                raise EOFError("the browser has gone")
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.number += 1
        request = {"id": self.number, "method": method, "params": params}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.output, json.dumps(request).encode() + b"\0")
        while True:
            message = self._message(60)
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError("%s: %s" % (method, message["error"]))
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self._message(60))

    def look(self, width, dark=False, height=900):
        """The width of the window, and its owner's preferences."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.call("Emulation.setEmulatedMedia", media="", features=[scheme])

    def open(self, url):
        """Loads it; returns the requests and the console's messages."""
        self.events.clear()
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")
        self.evaluate("1")  # what was on its way has come
        return self.asked(), self.said()

    def asked(self):
        sent = [event for event in self.events if event.get("method") == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in sent]

    def said(self):
        said = []
        for event in self.events:
            if event.get("method") in ("Runtime.consoleAPICalled", "Log.entryAdded", "Audits.issueAdded", "Runtime.exceptionThrown"):
                said.append(json.dumps(event["params"])[:600])
        return said

    def evaluate(self, script):
        # CSP forbids eval() of the page, not that of the debugger.
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"])[:600])
        return answer["result"].get("value")

    def picture(self, path, whole=True, height=None):
        size = self.call("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], height or 4000), "scale": 1}
        data = self.call("Page.captureScreenshot", format="png", captureBeyondViewport=whole, clip=clip)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
