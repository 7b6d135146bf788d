"""A forge on this machine: a proxy that plays the hosts of a tracker for its own programs.

A program gets HTTPS_PROXY and SSL_CERT_FILE, and so believes that it speaks to the real host.
Every request is logged, and faults can be set: lost connections, slow and cut answers, statuses.
"""

import functools
import http.server
import json
import os
import pathlib
import socket
import ssl
import subprocess
import threading
import time
import traceback
from dataclasses import dataclass, field


# The beginnings of the names of GraphQL operations that only read.
READING = ("Repository", "IssueBy", "IssueList", "IssueRepo", "CommentsForIssue")


class Authority:
    """A certificate authority for one run of the tests, and a certificate for the played hosts."""

    def __init__(self, folder, hosts):
        folder = pathlib.Path(folder) / hosts[0]
        folder.mkdir()
        self.file, key = folder / "authority.pem", folder / "authority.key"
        certificate, own = folder / "hosts.pem", folder / "hosts.key"
        self._make(key, self.file, "/CN=Tests of pmgit", "basicConstraints=critical,CA:TRUE")
        names = ",".join(f"DNS:{host}" for host in hosts)
        self._make(
            own, certificate, "/CN=hosts", f"subjectAltName={names}", "basicConstraints=critical,CA:FALSE",
            by=["-CA", self.file, "-CAkey", key])
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(certificate, own)

    @staticmethod
    def _make(key, certificate, subject, *extensions, by=()):
        command = [
            "openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
            "-days", "2", "-subj", subject, "-keyout", key, "-out", certificate, *by]
        for extension in extensions:
            command += ["-addext", extension]
        subprocess.run(command, check=True, capture_output=True)


@functools.cache
def authority(folder, hosts):
    """Returns the authority of this run, for the hosts of a forge."""
    return Authority(folder, hosts)


@dataclass
class Request:
    """A request of a program. `name` is that of a GraphQL operation, or `GET /path`."""
    host: str
    method: str
    path: str
    headers: dict
    body: bytes
    name: str = ""

    @property
    def json(self):
        return json.loads(self.body) if self.body else {}

    @property
    def is_change(self):
        """Whether it may change something."""
        return self.method != "GET" and not self.name.startswith(READING) and not self.name.endswith("_fields")


@dataclass
class Answer:
    """An answer, whose document is sent as JSON, or as it is if it is a text."""
    status: int
    document: object
    headers: dict = field(default_factory=dict)


@dataclass
class Fault:
    """What goes wrong with requests of one name.

    `when` is `before` or `after` the request is done: the connection ends without an answer. With
    `cut` half of the answer arrives. An `answer` takes the place of the usual one, `after` the
    request is done or in place of it. `act` is called
    before the connection ends, and `during` before the request is done. A fault passes over `spared` requests, and ends after `times`.
    """
    name: str
    when: str = ""
    act: object = None
    during: object = None
    after: bool = False
    answer: Answer | None = None
    seconds: float = 0
    times: int = 1
    spared: int = 0

    def hits(self, request):
        if self.times == 0 or self.name not in ("*", request.name):
            return False
        if self.spared:
            self.spared -= 1
            return False
        self.times -= 1
        return True

    def lose(self):
        if self.act:
            self.act()
        raise Lost


class Lost(Exception):
    """The connection ends now."""


class Forge:
    """The proxy, and behind it the hosts of `sites`.

    `strangers` has the hosts that programs wanted and that are not played, `failures` the errors of
    the server itself.
    """

    def __init__(self, folder, sites):
        self.sites = sites
        self.authority = authority(folder, tuple(sites))
        self.requests, self.strangers, self.faults, self.failures = [], [], [], []
        # A function that is called after each request, with its fault or None.
        self.watch = None
        # The site that answers requests without encryption, and without CONNECT.
        self.plain = None
        self._turn = threading.Lock()
        self._server = Server(("127.0.0.1", 0), Connection)
        self._server.forge = self
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        self._thread.start()

    @property
    def port(self):
        return self._server.server_port

    @property
    def environment(self):
        """The variables with which programs use the forge."""
        proxy = f"http://127.0.0.1:{self._server.server_port}"
        return {
            "HTTPS_PROXY": proxy, "https_proxy": proxy, "HTTP_PROXY": proxy, "NO_PROXY": "", "no_proxy": "",
            "SSL_CERT_FILE": str(self.authority.file), "SSL_CERT_DIR": os.devnull,
            "CURL_CA_BUNDLE": str(self.authority.file)}

    def fail(self, *names, **fault):
        """Lets requests fail, by the names of their operations; `*` for all."""
        self.faults += [Fault(name, **fault) for name in names]

    def names(self):
        """Returns the names of the requests so far, in order."""
        return [request.name for request in self.requests]

    def close(self):
        self._server.shutdown()
        self._server.server_close()

    def answer(self, request):
        """Answers a request, one at a time, unless a fault prevents it."""
        site = self.sites[request.host]
        request.name = site.name(request)
        with self._turn:
            self.requests.append(request)
            fault = next((fault for fault in self.faults if fault.hits(request)), None)
            try:
                found = self._do(site, request, fault)
            finally:
                if self.watch:
                    self.watch(request, fault)
        if fault:
            time.sleep(fault.seconds)
            if fault.when == "after":
                fault.lose()
        return found, fault

    @staticmethod
    def _do(site, request, fault):
        if fault and fault.answer:
            if fault.after:
                site.answer(request)
            return fault.answer
        if fault and fault.when == "before":
            fault.lose()
        if fault and fault.during:
            fault.during()
        return site.answer(request)


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def handle_error(self, request, client_address):
        """Says nothing: programs may end before they have read their answer."""


class Connection(http.server.BaseHTTPRequestHandler):
    """A connection of a program: first to the proxy, then to one host."""

    protocol_version = "HTTP/1.1"
    host = None

    def log_message(self, *_):
        pass

    def do_CONNECT(self):
        host = self.path.rsplit(":", 1)[0]
        forge = self.server.forge
        if host not in forge.sites:
            forge.strangers.append(host)
            return self.send_error(502, "no such host")
        self.send_response(200)
        self.end_headers()
        self.host = host
        self.connection = forge.authority.context.wrap_socket(self.connection, server_side=True)
        self.connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.rfile, self.wfile = self.connection.makefile("rb"), self.connection.makefile("wb")
        self.close_connection = False

    def _body(self):
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        body = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _do(self):
        body = self._body()
        self.host = self.host or self.server.forge.plain
        if not self.host:
            self.server.forge.strangers.append(self.path)
            return self.send_error(502, "only CONNECT is answered")
        request = Request(self.host, self.command, self.path, dict(self.headers), body)
        try:
            answer, fault = self.server.forge.answer(request)
        except Lost:
            return self._hang_up()
        except Exception:
            self.server.forge.failures.append(traceback.format_exc())
            answer, fault = Answer(500, {"message": "the test's server failed"}), None
        return self._send(answer, isCut=bool(fault) and fault.when == "cut")

    do_GET = do_POST = do_PATCH = do_PUT = do_DELETE = _do

    def _send(self, answer, isCut):
        document = answer.document
        text = document if isinstance(document, str) else "" if document is None else json.dumps(document)
        body = text.encode()
        self.send_response(answer.status)
        for name, value in {"Content-Type": "application/json; charset=utf-8", **answer.headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[:len(body) // 2] if isCut else body)
        self.wfile.flush()
        if isCut:
            self._hang_up()

    def finish(self):
        super().finish()
        self.connection.close()

    def _hang_up(self):
        self.close_connection = True
        try:
            self.connection.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass
