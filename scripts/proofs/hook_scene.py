"""A scene for testing the hooks of config/hooks: a place for their settings, events with hostile text, servers on
loopback that record their requests, and daemons. Used by test-hooks.
"""

import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "fixtures"))
import london_pdf  # noqa: E402

HOOKS = os.path.join(HERE, "..", "..", "config", "hooks")
KINDS = ["observed", "appeared", "changed", "unclear", "disappeared", "failing", "suspect", "stale", "recovered"]
SECRET = "tk_" + os.urandom(8).hex()


class Wrong(Exception):
    """A broken condition."""


class Skip(Exception):
    """Why this machine cannot run a part."""


class Scene:
    """A directory with a path that only this user can write to, and the started processes."""

    def __init__(self, programs):
        self.programs = programs
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the scene is removed
        self.path = tempfile.mkdtemp(prefix="batchwatch-hooks.", dir="/run" if os.geteuid() == 0 else os.environ["HOME"])
        self.canary = self.path + "/canary"
        self.started, self.listeners = [], []

    def write(self, name, text, mode=0o600):
        path = os.path.join(self.path, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(path, mode)
        return path

    def settings(self, name, **values):
        """A hooks.conf with these settings; returns its path."""
        return self.write(name + ".conf", "".join("%s='%s'\n" % pair for pair in values.items()))

    def start(self, command, log="started", **more):
        with open(os.path.join(self.path, log + ".log"), "ab") as output:
            more.setdefault("stdout", output)
            process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=output, **more)
        self.started.append(process)
        return process

    def remove(self):
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        shutil.rmtree(self.path, ignore_errors=True)

    # Events

    def hostile(self, name):
        """Text that a stranger may write into a list, if it is inert: no control characters."""
        return "--%s 'it''s' \"q\" $(touch %s) `touch %s` ; & <b>caf\u00e9 \u5317\u4eac</b> %%s \\n ${HOME} \U0001f600" % (
            name, self.canary, self.canary)  # fmt: skip

    def event(self, kind, number=1, message=None, **more):
        """An event as batchwatch delivers it: the JSON, and the hook's variables. `more` replaces some members."""
        data = self.data(kind)
        data["message"] = message or data["message"]
        event = {
            "specversion": "1.0", "id": "0f0e7c1a-2b3c-4d5e-8f90-a1b2c3d4e5f6-%d" % number,
            "source": "https://example.org/a b.pdf", "type": "batchwatch." + data["kind"], "time": "2026-11-21T14:05:00Z",
            "datacontenttype": "application/json", "data": data, **more}  # fmt: skip
        if data["batch"]:
            event["subject"] = data["batch"]
        none = {"status": "", "date": ""}
        now, before = (data["rows"] or [none])[0], (data["previousRows"] or [none])[0]
        values = {
            "EVENT_ID": event["id"], "KIND": data["kind"], "SOURCE": "london", "BATCH": data["batch"], "LABEL": data["label"],
            "STATUS": now["status"], "DATE": now["date"], "PREVIOUS_STATUS": before["status"], "PREVIOUS_DATE": before["date"],
            "ATTEMPT": "1"}  # fmt: skip
        return event, {"BATCHWATCH_" + name: value for name, value in values.items()}

    def data(self, kind):
        """The content of an event. Events of a source, and the summary, have no batch."""
        label, now, before, detail = (self.hostile(name) for name in ("label", "status", "before", "detail"))
        data = {"kind": kind, "source": "london", "batch": "", "label": "", "rows": [], "previousRows": [], "detail": ""}
        if kind == "summary":
            data.update(kind="changed", message="london: 25 further changes, see `batchwatch status`")
        elif kind in KINDS[5:]:
            data.update(detail=detail, message="london: " + detail)
        else:
            data.update(batch="20121456171", label=label, message="%s (20121456171): %s %s" % (label, kind, now))
        if kind in KINDS[:4]:
            data["rows"] = [{"status": now, "date": "15-Jun-12"}]
        if kind == "unclear":
            data["detail"] = detail
        if kind in KINDS[2:5]:
            data["previousRows"] = [{"status": before, "date": "01-Jun-12"}]
        return data

    def events(self):
        """One of each kind, and the summary."""
        return [self.event(kind, number) for number, kind in enumerate(KINDS + ["summary"], 1)]

    # Hooks

    def run(self, hook, conf, event, environment=None):
        """Runs a hook as the daemon does; returns its exit code and output."""
        known, values = event
        surroundings = {
            "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": self.path,
            "BATCHWATCH_HOOKS_CONF": conf, **values, **(environment or {})}  # fmt: skip
        with tempfile.TemporaryFile() as file:
            file.write(line(known))
            file.seek(0)
            done = subprocess.run(
                [os.path.join(HOOKS, hook), values["BATCHWATCH_KIND"]], stdin=file, stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT, env=surroundings, cwd="/", timeout=30, check=False)  # fmt: skip
        if os.path.exists(self.canary):
            raise Wrong("%s ran what the list says" % hook)
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def must(self, code, hook, conf, event, environment=None):
        """Runs a hook that must end with this code, and give the reason if it is not 0."""
        ended, said = self.run(hook, conf, event, environment)
        if ended != code or (code != 0 and hook not in said):
            raise Wrong("%s of %s: ended with %d, not %d: %s" % (hook, event[0]["data"]["kind"], ended, code, said))
        return said

    def check(self, hook, conf, path=None):
        """Asks a hook whether it can work, as the daemon does; gives its exit code and what it printed."""
        surroundings = {
            "PATH": path or "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG": "C.UTF-8", "HOME": self.path,
            "BATCHWATCH_HOOKS_CONF": conf}  # fmt: skip
        done = subprocess.run(
            [os.path.join(HOOKS, hook), "--check"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=surroundings, cwd="/", timeout=30, check=False)  # fmt: skip
        return done.returncode, done.stdout.decode("utf-8", "replace")

    def hang(self, hook, conf, secret=True, environment=None):
        """A hook whose receiver accepts the connection and never answers: 75 in time, and no secret in an argument
        meanwhile."""
        seen = []

        def look():
            for pid in filter(str.isdigit, os.listdir("/proc")):
                seen.extend(part for part in read_bytes("/proc/%s/cmdline" % pid).split(b"\0") if SECRET.encode() in part)

        timer = threading.Timer(3, look)
        timer.start()
        began = time.monotonic()
        self.must(75, hook, conf, self.event("changed"), environment)
        took = time.monotonic() - began
        equal("%s gives up in time" % hook, True, 3 < took < 19)
        equal("secrets of %s among arguments" % hook, [], seen if secret else [])


class Recorder(http.server.ThreadingHTTPServer):
    """A server that writes down each request and answers with `status`."""

    daemon_threads = True
    allow_reuse_address = True

    def __init__(self, port=0):
        super().__init__(("127.0.0.1", port), Answer)
        self.port = self.server_address[1]
        self.status, self.requests = 200, []
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def taken(self):
        taken, self.requests = self.requests, []
        return taken

    def close(self):
        self.shutdown()
        self.server_close()


class Answer(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.requests.append((self.path, self.headers, body))
        if self.server.status == 0:  # no answer at all
            self.close_connection = True
            return
        self.send_response(self.server.status)
        if self.server.status == 302:
            self.send_header("Location", "/elsewhere")
        self.send_header("Content-Length", "0")
        self.end_headers()

    def do_GET(self):  # where a redirection would lead
        self.do_POST()

    def log_message(self, *_):
        pass


class Office:
    """Publishes lists on loopback like an office."""

    def __init__(self, scene):
        self.path = tempfile.mkdtemp(prefix="office.", dir=scene.path)
        port = self.path + "/.port"
        scene.start([sys.executable, os.path.join(HERE, "..", "fixtures", "publish-list"), self.path, port], "office")
        eventually("the office opens", lambda: os.path.exists(port))
        self.url = "http://127.0.0.1:%s/" % read(port)

    def publish(self, name, rows):
        others = [["2011%07d" % number, "no action required at this time", "01-Jun-12"] for number in range(5)]
        with open(self.path + "/.new", "wb") as file:
            file.write(london_pdf.london(others + rows))
        os.rename(self.path + "/.new", os.path.join(self.path, name))


class Store:
    """A private redis-server on a Unix socket."""

    def __init__(self, scene, password=""):
        install("redis-server", "redis-tools", "python3-redis")
        import redis as client

        place = tempfile.mkdtemp(prefix="redis.", dir=scene.path)
        self.socket = place + "/socket"
        config = "port 0\nunixsocket %s\nsave \"\"\ndir %s\n" % (self.socket, place)
        config += "requirepass %s\n" % password if password else ""
        self.process = scene.start(["redis-server", scene.write(os.path.basename(place) + "/conf", config)])
        eventually("redis is there", lambda: os.path.exists(self.socket))
        self.client = client.Redis(unix_socket_path=self.socket, password=password or None, decode_responses=True)

    def entries(self, stream="batchwatch"):
        return [fields for _, fields in self.client.xrange(stream)]


class Daemon:
    """batchwatch with separate directories, as on a separate machine."""

    def __init__(self, scene, name, config, hook):
        self.scene, self.name = scene, name
        for part in ("state", "cache", "run"):
            os.makedirs("%s/%s/%s" % (scene.path, name, part), 0o700)
        run = scene.write(name + "/hook", hook, 0o700)
        scene.write(name + "/watched-batches.toml", config + '[hook]\nrun = "%s"\n' % run)
        self.program = os.path.join(scene.programs, "batchwatch")
        self.process = None

    def command(self, *words):
        place = "%s/%s/" % (self.scene.path, self.name)
        return [self.program, *words, "--config", place + "watched-batches.toml", "--state-dir", place + "state",
                "--cache-dir", place + "cache"]  # fmt: skip

    def environment(self):
        return {**os.environ, "RUNTIME_DIRECTORY": "%s/%s/run" % (self.scene.path, self.name)}

    def start(self):
        self.process = self.scene.start(self.command("run"), self.name + "/daemon", env=self.environment())

    def ask(self, *words):
        done = subprocess.run(
            self.command(*words), stdin=subprocess.DEVNULL, capture_output=True, env=self.environment(), timeout=30, check=False)
        return done.returncode, (done.stdout + done.stderr).decode()

    def log(self):
        return read("%s/%s/daemon.log" % (self.scene.path, self.name))

    def stop(self):
        self.process.terminate()
        equal("%s stops when told to" % self.name, 0, self.process.wait(20))


def line(event):
    return json.dumps(event, sort_keys=True, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"


def equal(what, expected, found):
    if expected != found:
        raise Wrong("%s:\n    expected %r\n    found    %r" % (what, expected, found))


def eventually(what, is_so, seconds=20):
    deadline = time.monotonic() + seconds
    while not is_so():
        if time.monotonic() > deadline:
            raise Wrong("waited in vain until " + what)
        time.sleep(0.05)


def mute(scene):
    """A port that accepts connections and never answers."""
    listener = socket.create_server(("127.0.0.1", 0))
    scene.listeners.append(listener)
    return listener.getsockname()[1]


def slow(scene, beginning):
    """A port that answers with a letter each half second: no single wait is long, but the answer never ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    scene.listeners.append(listener)

    def answer():
        client = listener.accept()[0]
        try:
            client.sendall(beginning)
            while True:
                client.sendall(b"a")
                time.sleep(0.5)
        except OSError:
            client.close()

    threading.Thread(target=answer, daemon=True).start()
    return listener.getsockname()[1]


def curt(scene):
    """A port that accepts connections and closes them."""
    listener = socket.create_server(("127.0.0.1", 0))
    scene.listeners.append(listener)

    def end():
        while True:
            listener.accept()[0].close()

    threading.Thread(target=end, daemon=True).start()
    return listener.getsockname()[1]


def closed_port(scene):
    """A port without a listener, reserved for us; a server of ours can still use it (SO_REUSEADDR)."""
    holder = socket.socket()
    holder.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    holder.bind(("127.0.0.1", 0))
    scene.listeners.append(holder)
    return holder.getsockname()[1]


def read(path):
    return read_bytes(path).decode("utf-8", "replace")


def read_bytes(path):
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError:
        return b""


def install(*packages):
    done = subprocess.run([os.path.join(HERE, "..", "setup", "install-packages"), *packages], capture_output=True, check=False)
    if done.returncode:
        raise Skip("%s cannot be installed" % " ".join(packages))
