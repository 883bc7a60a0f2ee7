"""Tests with a real feed reader, newsboat, which subscribes through a real nginx for a week: it has each event once."""

import datetime
import os
import shutil
import socket
import sqlite3
import subprocess
import time
import urllib.request

from scene import NOW, fill, settle


class Nginx:
    """Publishes a directory, configured as in doc/page.md."""

    def __init__(self, directory, place):
        with socket.socket() as listener:
            listener.bind(("127.0.0.1", 0))
            self.port = listener.getsockname()[1]
        self.log = place + "/access.log"
        with open(place + "/nginx.conf", "w", encoding="ascii") as file:
            file.write("""daemon off; master_process off; pid %(place)s/nginx.pid; error_log %(place)s/error.log;
                events {} http { include /etc/nginx/mime.types; access_log %(log)s;
                client_body_temp_path %(place)s/b; proxy_temp_path %(place)s/p; fastcgi_temp_path %(place)s/f;
                uwsgi_temp_path %(place)s/u; scgi_temp_path %(place)s/s;
                server { listen 127.0.0.1:%(port)d; location /cases/ { alias %(www)s/; %(headers)s } } }""" % {
                    "place": place, "log": self.log, "port": self.port, "www": directory, "headers": documented()})  # fmt: skip
        self.process = subprocess.Popen(
            ["nginx", "-c", place + "/nginx.conf", "-e", place + "/error.log"], stderr=subprocess.DEVNULL)  # fmt: skip
        self.url = "http://127.0.0.1:%d/cases/" % self.port
        for _ in range(200):
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                time.sleep(0.05)
        raise RuntimeError("nginx does not start: " + open(place + "/error.log").read())

    def headers(self, name):
        with urllib.request.urlopen(self.url + name) as answer:
            return answer.headers

    def close(self):
        self.process.terminate()
        self.process.wait()


def documented():
    """The content of `location` in the example for nginx."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "doc", "page.md")
    with open(path, encoding="utf-8") as file:
        block = file.read().split("```nginx\n")[1].split("```")[0]
    lines = block.split("location /cases/ {")[1].split("}")[0].split("\n")
    return "\n".join(line for line in lines if "alias" not in line)


def week(scene, check):
    """Four reads a day, while two events come a day."""
    events, since = fill(scene, "london", 40, weeks=14)
    scene.poll()
    settle(scene, "london", [], since)
    events = [event for event in events if "batch" in event]
    recent, older = events[-14:], events[:-14]
    start = NOW - datetime.timedelta(days=7)
    for number, event in enumerate(recent):
        event["time"] = start + datetime.timedelta(hours=12 * number, minutes=1)
    place = scene.path + "/reader"
    os.mkdir(place)
    nginx = Nginx(scene.www, place)
    try:
        with open(place + "/urls", "w", encoding="ascii") as file:
            file.write(nginx.url + "feed.atom\n")
        with open(place + "/config", "w", encoding="ascii") as file:
            file.write("max-items 0\n")
        for hours in range(0, 7 * 24, 6):
            now = start + datetime.timedelta(hours=hours)
            known = older + [event for event in recent if event["time"] <= now]
            scene.past("london", known)
            before = os.stat(scene.www + "/feed.atom").st_mtime_ns
            scene.run("page")
            if os.stat(scene.www + "/feed.atom").st_mtime_ns != before:
                # A server tells files by the second in which they were written.
                os.utime(scene.www + "/feed.atom", (now.timestamp(), now.timestamp()))
            subprocess.run(
                ["newsboat", "-q", "-u", place + "/urls", "-c", place + "/cache.db", "-C", place + "/config", "-x", "reload"],
                env={"HOME": place, "PATH": os.environ["PATH"], "LANG": "C.UTF-8"}, check=True, timeout=60,
                capture_output=True)  # fmt: skip
            rows = sqlite3.connect(place + "/cache.db").execute("SELECT guid, title, deleted FROM rss_item").fetchall()
            check(len(rows) == len(known), "after %d hours newsboat has %d of %d events" % (hours, len(rows), len(known)))
            check(len({row[0] for row in rows}) == len(rows), "an event is there twice")
        titles = sorted(row[1] for row in rows)
        check(titles == sorted(event["message"] for event in known), "the titles are others: %s" % titles[:3])
        with open(nginx.log, encoding="utf-8") as file:
            answers = [line.split('"')[2].split()[0] for line in file]
        # Half of the looks find nothing new, and are answered so.
        check(answers.count("304") >= 7, "newsboat was answered %s" % answers)
        for name, kind in (("index.html", "text/html"), ("feed.atom", "application/atom+xml"), ("status.json", "application/json")):
            headers = nginx.headers(name)
            check(headers["Content-Type"].split(";")[0] == kind, "%s is sent as %s" % (name, headers["Content-Type"]))
            check("default-src 'none'" in (headers["Content-Security-Policy"] or ""), name + " has no policy")
            check(headers["X-Content-Type-Options"] == "nosniff", name + " may be sniffed at")
        print("newsboat: %d events over a week, each once; answers %s" % (len(rows), {a: answers.count(a) for a in set(answers)}))
    finally:
        nginx.close()


def is_there():
    return shutil.which("newsboat") is not None and shutil.which("nginx") is not None
