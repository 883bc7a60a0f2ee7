"""A server on loopback with chosen faults."""

import http.server
import io
import pathlib
import shutil
import threading


class Site(http.server.ThreadingHTTPServer):
    """Serves files by their path, whole or not."""

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Visit)
        self.address = "http://127.0.0.1:%d" % self.server_address[1]
        self.asked = []
        self.files = {}
        # Paths with so many bytes of each that are sent, so many requests that get no answer, and one that waits after its head.
        self.cut, self.refused, self.stalled = {}, {}, {}
        threading.Thread(target=self.serve_forever, daemon=True).start()

    def handle_error(self, request, client_address):
        """A client that was killed is no news."""


class Visit(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        site = self.server
        # apt asks for ./
        self.path = self.path.replace("/./", "/")
        site.asked.append(self.path)
        if site.refused.get(self.path, 0) > 0:
            site.refused[self.path] -= 1
            return
        if self.path not in site.files:
            self.send_error(404)
            return
        content = site.files[self.path]
        size = content.stat().st_size if isinstance(content, pathlib.Path) else len(content)
        self.send_response(200)
        self.send_header("Content-Length", str(size))
        self.end_headers()
        self.wfile.flush()
        if self.path in site.stalled:
            site.stalled[self.path].wait()
            return
        with content.open("rb") if isinstance(content, pathlib.Path) else io.BytesIO(content) as file:
            if self.path in site.cut:
                self.wfile.write(file.read(site.cut[self.path]))
            else:
                shutil.copyfileobj(file, self.wfile, 1 << 20)

    def log_message(self, *words):
        pass
