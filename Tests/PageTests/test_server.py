"""The server's answers and refusals, tested with raw sockets like those of an attacker."""

import base64
import fcntl
import gzip
import json
import os
import pathlib
import re
import resource
import secrets
import shutil
import signal
import socket
import subprocess
import time
import unittest
import urllib.request
from urllib.parse import urlencode

from board import PMGIT, Clone, Server, Team, code, until


class ServerCase(unittest.TestCase):
    options = ()

    @classmethod
    def setUpClass(cls):
        cls.team = Team()
        cls.addClassCleanup(cls.team.close)
        cls.plan = cls.team.one.pmgit("add", "Fix login")
        cls.server = Server(cls.team.one, *cls.options)
        cls.addClassCleanup(cls.server.stop)
        cls.server.enter()

    def raw(self, text):
        """Sends bytes; returns everything until the server closes, within ten seconds."""
        with socket.create_connection(("127.0.0.1", self.server.port)) as line:
            line.sendall(text if isinstance(text, bytes) else text.encode())
            got = b""
            try:
                while piece := line.recv(65536):
                    got += piece
            except ConnectionError:
                pass
            return got.decode(errors="replace")

    def request(self, first="GET /api/server HTTP/1.1", headers=None, body=""):
        """Returns the status of a request with these headers and the server's secret."""
        given = {"Host": f"127.0.0.1:{self.server.port}", "Authorization": f"Bearer {self.server.bearer}",
                 "Connection": "close"} | (headers or {})
        lines = [first] + [
            f"{name}: {each}" for name, value in given.items() if value is not None
            for each in (value if isinstance(value, list) else [value])]
        answer = self.raw("\r\n".join(lines) + f"\r\n\r\n{body}")
        return int(answer.split(" ")[1]) if answer.startswith("HTTP/1.1 ") else None


class Gate(ServerCase):
    def test_host_is_the_servers_own(self):
        port = self.server.port
        self.assertEqual(self.request(headers={"Host": f"localhost:{port}"}), 200)
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1:{port + 1}",
                     f"127.0.0.1.evil.example:{port}", f"[::1]:{port}", "", f"LOCALHOST.:{port}", None,
                     [f"127.0.0.1:{port}", f"127.0.0.1:{port}"], [f"127.0.0.1:{port}", "evil.example"]]:
            self.assertIn(self.request(headers={"Host": host}), (400, 403), host)

    def test_only_its_own_page_asks(self):
        for site in ["cross-site", "same-site", "none", "", ["same-origin", "cross-site"]]:
            self.assertEqual(self.request(headers={"Sec-Fetch-Site": site}), 403, site)
        self.assertEqual(self.request(headers={"Sec-Fetch-Site": "same-origin"}), 200)

    def test_origin_is_of_a_fixed_list(self):
        port = self.server.port
        for origin in ["null", "http://evil.example", f"https://127.0.0.1:{port}", f"http://127.0.0.1:{port + 1}",
                       f"http://evil.example:{port}", [f"http://127.0.0.1:{port}", "http://evil.example"]]:
            self.assertEqual(self.request(headers={"Origin": origin}), 403, origin)
        # The Host header makes no difference, because the origin is not compared with it.
        self.assertEqual(self.request(headers={"Origin": "http://evil.example", "Host": "evil.example"}), 403)
        self.assertEqual(self.request(headers={"Origin": f"http://localhost:{port}"}), 200)

    def test_secret(self):
        bearer = self.server.bearer
        for secret in [None, "", "Bearer", "Bearer ", f"Bearer {bearer[:-1]}", f"Bearer {bearer}0", f"bearer {bearer}",
                       f"Bearer {self.server.token}", [f"Bearer {bearer}", f"Bearer {bearer}"], f"Basic {bearer}"]:
            self.assertEqual(self.request(headers={"Authorization": secret}), 403, secret)

    def test_token_counts_once(self):
        self.assertEqual(self.server.post("/api/session", {"token": self.server.token})[0], 403)
        self.assertEqual(self.server.post("/api/session", {"token": "0" * 64})[0], 403)
        self.assertEqual(self.server.post("/api/session", {"token": self.server.bearer})[0], 403)

    def test_only_a_server_with_the_key_answers_questions(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        status, given = server.post("/api/session", {"token": server.token})
        self.assertEqual((status, sorted(given)), (200, ["format", "key"]))
        key = given["key"]
        self.assertRegex(key, "^[0-9a-f]{64}$")
        # Without the bearer, which a page does not send before the proof.
        question = secrets.token_hex(32)
        status, proof = server.get(f"/api/proof?question={question}")
        self.assertEqual((status, sorted(proof)), (200, ["answer", "format", "run"]))
        self.assertEqual(proof["answer"], code(key, f"answer {proof['run']} {question}"))
        self.assertNotEqual(server.get(f"/api/proof?question={'0' * 64}")[1]["answer"], proof["answer"])
        # Nothing but a question is answered, so that no answer can be a bearer.
        for text in [question[:-1], question + "0", question.upper(), "", "bearer", f"bearer%20{proof['run']}", "%EF%BC%90" * 64, "0" * 63 + "%00"]:
            self.assertIn(server.get(f"/api/proof?question={text}")[0], (400, 403, 404), text)
        # Another server of the same repository, at another port, has another key and another bearer.
        answer = self.server.get(f"/api/proof?question={question}")[1]
        self.assertNotEqual(answer["answer"], code(key, f"answer {answer['run']} {question}"))
        bare = lambda path: self.request(f"GET {path} HTTP/1.1", {"Authorization": None})
        self.assertEqual((bare("/api/proof"), bare(f"/api/proof?question={question}&more=1")), (400, 400))
        self.assertEqual(server.post("/api/proof", {"question": question})[0], 404)
        # Neither the key nor a part of the proof is a bearer, and other sites may not ask.
        server.enter(key)
        bearers = [key, question, proof["answer"], proof["run"], self.server.bearer, code(key, f"bearer {answer['run']}")]
        for secret in bearers:
            self.assertEqual(server.send("GET", "/api/server", headers={"Authorization": f"Bearer {secret}"})[0], 403)
        self.assertEqual(server.send("GET", "/api/server")[0], 200)
        status, _ = server.send("GET", f"/api/proof?question={question}", headers={"Sec-Fetch-Site": "cross-site"})
        self.assertEqual(status, 403)

    def test_writes_are_posts_of_json(self):
        body = json.dumps({"plans": [self.plan], "column": "doing"})
        before = self.team.one.tip()
        post = "POST /api/boards/main/move HTTP/1.1"
        length = {"Content-Length": str(len(body))}
        for kind in [None, "text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/json; charset=utf-8",
                     ["application/json", "text/plain"]]:
            self.assertEqual(self.request(post, length | {"Content-Type": kind}, body), 403, kind)
        for first in ["GET /api/boards/main/move?plans=x HTTP/1.1", "PUT /api/boards/main/move HTTP/1.1",
                      "DELETE /api/boards/main/move HTTP/1.1", "OPTIONS /api/boards/main/move HTTP/1.1"]:
            self.assertIn(self.request(first), (403, 404), first)
        self.assertEqual(self.team.one.tip(), before)

    def test_nothing_but_the_page_is_served(self):
        for path in ["/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc%2fpasswd", "//etc/passwd",
                     "/b/main/../../board.json", "/.git/config", "/main.js/", "/main.js%00.html", "/%ff", "/b",
                     "/b/main/extra", "http://127.0.0.1/", "*", "/index.html%"]:
            status = self.request(f"GET {path} HTTP/1.1")
            self.assertIn(status, (200,) if path in ("/main.js/",) else (400, 404), path)

    def test_every_answer_forbids_what_is_not_needed(self):
        host = f"Host: 127.0.0.1:{self.server.port}\r\nConnection: close\r\n\r\n"
        for path in ["/", "/main.js", "/api/server", "/nothing"]:
            answer = self.raw(f"GET {path} HTTP/1.1\r\n{host}")
            for line in ["default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                         "form-action 'none'", "require-trusted-types-for 'script'", "X-Content-Type-Options: nosniff",
                         "Referrer-Policy: no-referrer", "Cache-Control: no-store", "Cross-Origin-Resource-Policy: same-origin"]:
                self.assertIn(line, answer, path)
            self.assertNotIn("Set-Cookie", answer)
            self.assertNotIn("Access-Control", answer)

    def test_the_page_can_be_installed(self):
        with urllib.request.urlopen(f"{self.server.origin}/app.webmanifest") as answer:
            self.assertEqual(answer.headers["Content-Type"], "application/manifest+json")
            manifest = json.load(answer)
        self.assertEqual((manifest["start_url"], manifest["scope"], manifest["display"]), ("/", "/", "standalone"))
        for icon in manifest["icons"]:
            with urllib.request.urlopen(self.server.origin + icon["src"]) as answer:
                self.assertEqual(answer.headers["Content-Type"], icon["type"])

    def test_no_other_address_of_the_machine(self):
        own = subprocess.run(["hostname", "-I"], capture_output=True, text=True).stdout.split()
        for address in own[:2]:
            with self.assertRaises(OSError):
                socket.create_connection((address, self.server.port), timeout=2).close()


    def test_a_refusal_waits_for_no_body_and_is_the_last_answer(self):
        head = f"Host: 127.0.0.1:{self.server.port}\r\n"
        for request in [f"HEAD / HTTP/1.1\r\n{head}\r\n",
                        "POST / HTTP/1.1\r\nHost: evil.example\r\nContent-Length: 900000\r\n\r\n"]:
            with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
                line.sendall(request.encode() + b"GET /icon.svg HTTP/1.1\r\n\r\n")
                answer = line.makefile("rb").read()
            self.assertTrue(answer.startswith(b"HTTP/1.1 403"), request)
            self.assertEqual(answer.count(b"HTTP/1.1"), 1, request)

    def test_a_value_that_an_address_does_not_have(self):
        for path in ["/api/server?x=1", "/api/boards/main/events?x=1", "/api/boards/main/status?x=1",
                     "/api/boards/main/news?from=main"]:
            self.assertEqual(self.server.get(path)[0], 400, path)


class Key(unittest.TestCase):
    """The key outlives the run, for the same user, repository and port."""

    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.port = self.other = None

    def begin(self, *options, clone=None):
        """Starts a server at the same port and returns it; the former one has ended."""
        port = ["--port", str(self.port)] if self.port else []
        server = Server(clone or self.one, *port, *options)
        self.addCleanup(server.stop)
        self.port = server.port
        return server

    def key(self, *options):
        """Returns the key of a run that is started and ended."""
        server = self.begin(*options)
        key = server.enter()
        server.stop()
        return key

    def test_it_survives_but_its_bearers_do_not(self):
        server = self.begin()
        key = server.enter()
        self.assertEqual(key, server.key())
        former = server.bearer
        server.stop()
        server = self.begin()
        self.assertEqual(server.enter(key), key)
        self.assertNotEqual(server.bearer, former)
        self.assertEqual(server.get("/api/server")[0], 200)
        server.bearer = former
        self.assertEqual(server.get("/api/server")[0], 403)

    def test_a_new_key_refuses_pages_with_the_former_one(self):
        former = self.key()
        server = self.begin("--new-key")
        with self.assertRaisesRegex(AssertionError, "does not have the key"):
            server.enter(former)
        key = server.enter()
        server.stop()
        self.assertEqual(self.key(), key)

    def test_it_is_of_this_repository_and_port(self):
        key = self.key()
        copy = Clone(os.path.join(self.team.folder, "copy"))
        shutil.copytree(self.one.folder, copy.folder, symlinks=True)
        server = self.begin(clone=copy)
        self.assertNotEqual(server.enter(), key)
        server.stop()
        server = Server(self.one, "--port", str(self.port + 1 if self.port < 65_535 else self.port - 1))
        self.addCleanup(server.stop)
        self.assertNotEqual(server.enter(), key)

    def test_nobody_else_can_read_it_and_git_never_has_it(self):
        key = self.key()
        file = self.one.secret
        self.assertEqual((file.stat().st_mode & 0o7777, file.stat().st_nlink), (0o600, 1))
        self.assertRegex(file.read_text(), rf"^[0-9a-f]{{64}} {file.stat().st_ino} (-|[0-9a-f]{{64}})\n$")
        secret = file.read_text().split()[0]
        self.assertEqual(self.one.git("status", "--porcelain"), "")
        for path in pathlib.Path(self.team.folder).rglob("*"):
            if path.is_file() and path != file:
                content = path.read_bytes()
                self.assertNotIn(secret.encode(), content, path)
                self.assertNotIn(key.encode(), content, path)

    def hostile(self):
        """Returns the ways in which others could know or write the file, by name."""
        file = self.one.secret
        elsewhere = file.parent / "elsewhere"
        text = lambda: file.read_text()

        def again(content):
            """Writes the file as something that was unpacked: a new file with the right mode."""
            file.unlink()
            file.write_text(content)
            file.chmod(0o600)

        def linked(link):
            file.rename(elsewhere)
            link(elsewhere, file)

        return {
            "others can read it": lambda: file.chmod(0o644),
            "the group can write it": lambda: file.chmod(0o620),
            "anybody can run it": lambda: file.chmod(0o601),
            "it has a second name": lambda: os.link(file, elsewhere),
            "it is a link": lambda: linked(os.symlink),
            "it is a fifo": lambda: (file.unlink(), os.mkfifo(file, 0o600)),
            "it was unpacked": lambda: (os.link(file, elsewhere), elsewhere.rename(file.parent / "kept"), again(text())),
            "the disk was copied": lambda: file.write_text(text().rsplit(" ", 1)[0] + " 0123456789abcdef0123456789abcdef\n"),
            "it is too long": lambda: file.write_text(text() + "x"),
            "it is too short": lambda: file.write_text(text()[:-1]),
            "it is no number": lambda: file.write_text("g" + text()[1:]),
            "it is in capitals": lambda: file.write_text("ABCDEF" + text()[6:]),
            "it is huge": lambda: file.write_text("0" * 5_000_000),
        }

    def test_a_file_that_others_may_know_is_replaced(self):
        for name in self.hostile():
            with self.subTest(name):
                key = self.key()
                self.hostile()[name]()
                other = self.key()
                (self.one.secret.parent / "kept").unlink(missing_ok=True)
                self.assertNotEqual(other, key)
                self.assertEqual(self.key(), other)
                elsewhere = self.one.secret.parent / "elsewhere"
                if name == "it is a link":
                    # What the link led to is as it was.
                    self.assertRegex(elsewhere.read_text(), "^[0-9a-f]{64} ")
                elsewhere.unlink(missing_ok=True)

    def test_an_empty_file_is_filled(self):
        self.key()
        self.one.secret.write_text("")
        self.assertEqual(self.key(), self.key())

    def test_without_a_place_for_it_the_server_runs_with_a_key_of_its_own(self):
        file = self.one.secret

        def folder_instead():
            file.unlink()
            (file / "inside").mkdir(parents=True)

        def linked_folder():
            shutil.rmtree(file.parent)
            (pathlib.Path(self.team.folder) / "target").mkdir()
            os.symlink(pathlib.Path(self.team.folder) / "target", file.parent)

        for spoil in [folder_instead, linked_folder]:
            self.key()
            spoil()
            server = self.begin()
            key = server.enter()
            self.assertEqual(server.get("/api/server")[0], 200)
            server.process.send_signal(signal.SIGINT)
            self.assertIn("no key can be kept", server.process.stderr.read())
            server.stop()
            self.assertNotEqual(self.key(), key)
            if file.is_dir():
                shutil.rmtree(file)
        self.assertEqual(os.listdir(pathlib.Path(self.team.folder) / "target"), [])

    def test_servers_that_start_at_once_have_one_secret(self):
        for given, kept in self.start_at_once([], [], [], []):
            self.assertEqual(given, kept)

    def test_a_new_key_is_replaced_by_no_server_that_starts_with_it(self):
        self.key()
        for _ in range(6):
            former = self.one.secret.read_text()
            (given, kept), *_ = self.start_at_once(["--new-key"], [], [], [], [], [])
            self.assertNotEqual(self.one.secret.read_text(), former)
            self.assertEqual(given, kept)

    def test_a_server_waits_while_another_replaces_the_secret(self):
        self.key()
        held = os.open(self.one.secret.with_name(self.one.secret.name + ".lock"), os.O_RDWR)
        fcntl.flock(held, fcntl.LOCK_EX)
        # The other server has removed the file, and has not made the new one yet.
        self.one.secret.unlink()
        process = subprocess.Popen([PMGIT, "web", "--no-open"], cwd=self.one.folder, env=self.one.environment,
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            until(lambda: re.search(rf"-> FLOCK .* {process.pid} ", pathlib.Path("/proc/locks").read_text()), "for a server that waits")
            self.assertFalse(self.one.secret.exists())
            os.close(held)
            self.assertIn("http://127.0.0.1:", process.stdout.readline())
            self.assertTrue(self.one.secret.exists())
        finally:
            process.kill()
            process.wait()
            process.stdout.close()

    def test_a_lock_of_the_folder_holds_up_no_server(self):
        folder = os.open(self.one.secret.parent, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        key = self.key()
        self.assertEqual(self.key(), key)

    def test_a_lock_that_others_can_open_is_replaced(self):
        key = self.key()
        lock = self.one.secret.with_name(self.one.secret.name + ".lock")
        self.assertEqual(lock.stat().st_mode & 0o7777, 0o600)
        lock.chmod(0o644)
        held = os.open(lock, os.O_RDONLY)
        self.addCleanup(os.close, held)
        fcntl.flock(held, fcntl.LOCK_EX)
        self.assertEqual(self.key(), key)
        self.assertEqual(lock.stat().st_mode & 0o7777, 0o600)

    def start_at_once(self, *options):
        """Starts a server for each list of options; returns the keys that they give and those of the kept secret."""
        folders = [subprocess.Popen([PMGIT, "web", "--no-open", "--port", str(port), *each], cwd=self.one.folder, env=self.one.environment,
                                    stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) for port, each in zip(free_ports(len(options)), options)]
        keys = []
        try:
            for process in folders:
                found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{64})", process.stdout.readline().strip())
                server = Server.at(self.one, int(found[1]), found[2])
                keys.append((server.enter(), server.key()))
        finally:
            for process in folders:
                process.kill()
                process.wait()
                process.stdout.close()
        return keys


def free_ports(count):
    """Returns ports that nobody listens on."""
    lines = [socket.socket() for _ in range(count)]
    for line in lines:
        line.bind(("127.0.0.1", 0))
    ports = [line.getsockname()[1] for line in lines]
    for line in lines:
        line.close()
    return ports


class Compression(ServerCase):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        for number in range(40):
            cls.team.one.pmgit("add", f"A plan with a number: {number}")

    def answer(self, path, *headers):
        """Returns the headers and the body of an answer."""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{self.server.port}", f"Authorization: Bearer {self.server.bearer}",
                 "Connection: close", *headers]
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
            head, body = line.makefile("rb").read().split(b"\r\n\r\n", 1)
        return head.decode().lower(), body

    def test_boards_are_compressed_for_browsers_that_accept_it(self):
        path = "/api/boards/main/cards"
        head, plain = self.answer(path)
        self.assertNotIn("content-encoding", head)
        for accepts in ["gzip", "deflate, gzip;q=0.5, br", "br,gzip", "gzip ; q=1"]:
            head, body = self.answer(path, f"Accept-Encoding: {accepts}")
            self.assertIn("content-encoding: gzip", head)
            self.assertIn(f"content-length: {len(body)}\r\n", head + "\r\n")
            self.assertEqual(gzip.decompress(body), plain)
            self.assertLess(len(body), len(plain) / 3)
        for accepts in ["br", "gzip;q=0", "gzip; q=0.0", "xgzip", "gzip2", "*;q=0", "identity"]:
            head, body = self.answer(path, f"Accept-Encoding: {accepts}")
            self.assertEqual(("content-encoding" in head, body), (False, plain), accepts)

    def test_secrets_and_small_answers_are_not_compressed(self):
        accepts = "Accept-Encoding: gzip"
        for path in [f"/api/proof?question={'0' * 64}", "/api/server", "/api/boards/main/undoable", "/main.js", "/"]:
            self.assertNotIn("content-encoding", self.answer(path, accepts)[0], path)


class Limits(ServerCase):
    def test_large_heads_and_bodies(self):
        self.assertEqual(self.request(headers={"X-Long": "a" * 17_000}), 413)
        self.assertEqual(self.request(f"GET /{'a' * 17_000} HTTP/1.1"), 413)
        # Even larger ones are refused by the parser itself.
        self.assertIn(self.request(headers={"X-Long": "a" * 200_000}), (None, 400, 413))
        body = '{"text":"' + "a" * (1 << 20) + '"}'
        self.assertEqual(self.request(
            "POST /api/boards/main/comment HTTP/1.1",
            {"Content-Type": "application/json", "Content-Length": str(len(body))}, body), 413)

    def test_odd_bodies(self):
        for body in ["", "{", "[]", "null", '{"a":1}', '{"plans":1,"column":"doing"}', '{"plans":[],"column":"doing"}',
                     '{"plans":["x"],"column":"doing","colum":1}', '{"plans":["x"],"plans":["y"],"column":"doing"}',
                     "[" * 100_000, '{"plans":["\\ud800"],"column":"doing"}', '{"commit":"HEAD","plans":["x"],"column":"doing"}']:
            status = self.request("POST /api/boards/main/move HTTP/1.1",
                                  {"Content-Type": "application/json", "Content-Length": str(len(body))}, body)
            self.assertIn(status, (400, 404), body[:50])

    def test_odd_addresses(self):
        for path in ["/api", "/api/", "/api/boards", "/api/boards/main", "/api/boards/no-such/cards",
                     "/api/boards/..%2f..%2fheads/cards", "/api/boards/-x/cards", "/api/boards/main/cards/x",
                     "/api/boards/main/cards?q=%", "/api/boards/main/cards?q=a&q=b", "/api/boards/main/cards?nope=1",
                     "/api/boards/main/log?n=-1", "/api/boards/main/log?n=99999999999999999999",
                     "/api/boards/main/plan?id=zzzzzzzz", "/api/boards/main/cards?at=tomorrow",
                     "/api/boards/main/diff?from=--output%3Dx", "/api/boards/main/news?from=HEAD"]:
            self.assertIn(self.request(f"GET {path} HTTP/1.1"), (400, 404), path)

    def test_broken_requests_end_their_own_connection_only(self):
        for text in ["\r\n\r\n", "GET\r\n\r\n", "\x16\x03\x01\x02\x00", "GET / HTTP/9.9\r\n\r\n",
                     "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\nabc"]:
            self.raw(text)
        self.assertEqual(self.request(), 200)

    def test_what_is_no_request_is_answered_once(self):
        for text in ["GET /\r\n\r\n", "GET / HTTP/0.9\r\n\r\n", "GET /\r\nHost: x\r\n\r\n", "GET / HTTP/1.0\r\n\r\n"]:
            self.assertEqual(self.raw(text).count("HTTP/1.1 4"), 1, text)

    def test_many_connections(self):
        head = (f"GET /api/boards/main/events HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                f"Authorization: Bearer {self.server.bearer}\r\n\r\n").encode()
        lines = []
        try:
            for _ in range(64):
                line = socket.create_connection(("127.0.0.1", self.server.port), timeout=60)
                lines.append(line)
                line.sendall(head)
                self.assertTrue(line.recv(10).startswith(b"HTTP/1.1 2"))
            for _ in range(3):
                self.assertIsNone(self.request(), "one more is closed without an answer")
        finally:
            for line in lines:
                line.close()
        until(lambda: self.request() == 200, "for a free connection")

    def test_a_request_that_trickles_is_ended(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1")
            began = time.monotonic()
            try:
                self.assertEqual(line.recv(1), b"")
            except ConnectionError:
                pass
            self.assertGreater(time.monotonic() - began, 2)

    def post_slowly(self, deed, body, size, pause):
        """Sends a body in pieces of a size; returns the status, or None if the server has ended the connection."""
        text = json.dumps(body).encode()
        head = (f"POST /api/boards/main/{deed} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nContent-Type: application/json\r\n"
                f"Authorization: Bearer {self.server.bearer}\r\nContent-Length: {len(text)}\r\n\r\n").encode()
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall(head)
            try:
                for start in range(0, len(text), size):
                    line.sendall(text[start:start + size])
                    time.sleep(pause)
                return int(line.recv(12).split()[1])
            except (ConnectionError, IndexError):
                return None

    def test_a_request_without_the_secret_may_send_little(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall((f"POST /api/boards/main/comment HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          "Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n").encode() + b" " * 70_000)
            self.assertEqual(line.recv(12), b"HTTP/1.1 403")

    def test_the_page_allows_for_the_least_rate_of_the_server(self):
        sources = pathlib.Path(__file__).parents[2] / "Sources/PlanWeb"
        page = re.search(r"LEAST_RATE = (\d+);", (sources / "Page/api.js").read_text())[1]
        server = re.search(r"leastRate = (\d+) << 10", (sources / "Server/RequestDeadline.swift").read_text())[1]
        self.assertEqual(page, server)

    def test_a_large_request_may_come_over_a_slow_line(self):
        # Twelve seconds in all, at twice the least rate.
        self.assertEqual(self.post_slowly("comment", {"plans": [self.plan], "text": "x" * (12 * 16 << 10)}, 16 << 10, 1), 200)

    def test_a_large_file_may_come_over_a_slow_line(self):
        content = bytes(range(256)) * (6 << 10)
        self.assertEqual(self.post_slowly("attach", {"plan": self.plan, "name": "large", "content": base64.b64encode(content).decode()}, 176 << 10, 1), 200)
        path = os.path.join(self.team.folder, "got")
        self.team.one.pmgit("attach", self.plan, "--get", "large", "-o", path)
        self.assertEqual(pathlib.Path(path).read_bytes(), content)

    def test_a_body_that_trickles_is_ended(self):
        self.expect_end(b"")

    def test_what_came_before_a_trickle_does_not_count(self):
        self.expect_end(b" " * 600_000)

    def expect_end(self, burst):
        """Sends the begin of a body at once and then a byte each second, and expects an end within 20 seconds."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall((f"POST /api/boards/main/comment HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nContent-Type: application/json\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\nContent-Length: 1000000\r\n\r\n").encode() + burst)
            line.settimeout(1)
            began = time.monotonic()
            while time.monotonic() - began < 40:
                try:
                    line.sendall(b" ")
                    if line.recv(1) == b"":
                        return
                except TimeoutError:
                    continue
                except ConnectionError:
                    return
            self.fail("a byte each second holds the connection")


class Changes(ServerCase):
    def test_two_changes_at_once_are_two_commits(self):
        one = self.team.one
        plans = [one.pmgit("add", f"Plan {number}") for number in range(8)]
        before = int(one.git("rev-list", "--count", "pmgit/main"))
        body = [json.dumps({"plans": [plan], "column": "doing"}) for plan in plans]
        lines = [socket.create_connection(("127.0.0.1", self.server.port), timeout=60) for _ in plans]
        for line, text in zip(lines, body):
            line.sendall((f"POST /api/boards/main/move HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\nContent-Type: application/json\r\n"
                          f"Content-Length: {len(text)}\r\nConnection: close\r\n\r\n{text}").encode())
        for line in lines:
            self.assertTrue(line.makefile("rb").read().startswith(b"HTTP/1.1 200"))
            line.close()
        self.assertEqual(int(one.git("rev-list", "--count", "pmgit/main")), before + 8)
        self.assertEqual({one.plan(plan)["state"] for plan in plans}, {"doing"})
        self.assertEqual(one.git("fsck", "--strict", "--no-dangling", "--no-progress"), "")

    def test_what_was_decided_on_an_older_commit_merges(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        seen = one.tip()
        one.pmgit("edit", plan, "--title", "From the terminal", "--label", "bug")
        self.server.do("edit", commit=seen, plans=[plan], title="From the page", due="2027-01-02")
        found = one.plan(plan)
        self.assertEqual(found["labels"], ["bug"])
        self.assertEqual(found["due"], "2027-01-02")
        self.assertEqual([each["value"] for each in found["conflicts"][0]["values"]], ["From the page", "From the terminal"])
        self.server.do("undo")
        self.assertEqual(one.plan(plan)["title"], "From the terminal")
        self.assertIsNone(one.plan(plan)["due"])

    def test_a_decision_is_about_the_values_that_were_seen(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        base = one.tip()
        self.server.do("edit", commit=base, plans=[plan], title="First")
        self.server.do("edit", commit=base, plans=[plan], title="Second")
        seen = self.server.ask("conflicts")
        self.assertEqual([[value["words"] for value in field["values"]]
                          for each in seen["plans"] for field in each["conflicts"]], [["Second", "First"]])
        self.server.do("edit", commit=base, plans=[plan], title="Third")
        decision = {"plan": plan, "field": "title", "take": 2}
        status, refusal = self.server.post("/api/boards/main/resolve", decision | {"seen": seen["commit"]})
        self.assertEqual((status, refusal["error"]["code"]), (409, "changed-meanwhile"))
        self.assertEqual(len(one.plan(plan)["conflicts"][0]["values"]), 3)
        self.server.do("resolve", **decision, seen=self.server.ask("conflicts")["commit"])
        self.assertEqual((one.plan(plan)["title"], one.plan(plan)["conflicts"]), ("Second", []))

    def test_numbers_are_those_of_the_commit_that_was_seen(self):
        one = self.team.one
        plan = one.pmgit("add", "Numbers", "--check", "one", "--check", "two", "--check", "three")
        for text in ["first", "second"]:
            one.pmgit("comment", plan, "-m", text)
        seen = one.tip()
        self.server.do("change-line", plan=plan, line="3", place=1)
        self.server.do("change-comment", plan=plan, comment="1", remove=True)
        self.server.do("check", commit=seen, plans=[plan], lines=["1"])
        self.server.do("change-line", commit=seen, plan=plan, line="2", text="2nd")
        self.server.do("change-comment", commit=seen, plan=plan, comment="2", text="2nd comment")
        found = one.plan(plan)
        self.assertEqual([(line["text"], line["done"]) for line in found["checklist"]],
                         [("three", False), ("one", True), ("2nd", False)])
        self.assertEqual([each["text"] for each in found["comments"]], ["2nd comment"])

    def test_rehearsal_moves_nothing(self):
        one = self.team.one
        line = one.plan(self.plan)["checklist"] or one.pmgit("edit", self.plan, "--check", "a line")
        one.pmgit("comment", self.plan, "-m", "a comment")
        one.pmgit("edit", self.plan, "--title", "another")
        plan = one.plan(self.plan)
        refs = lambda: one.git("for-each-ref") + one.git("ls-remote", "origin")
        before = refs()
        plans = {"plans": [self.plan]}
        for deed, values in {
                "add": {"title": "x"}, "edit": plans | {"title": "x"}, "move": plans | {"column": "done"},
                "check": plans | {"lines": ["1"]}, "change-line": {"plan": self.plan, "line": "1", "text": "x"},
                "comment": plans | {"text": "x"},
                "change-comment": {"plan": self.plan, "comment": plan["comments"][0]["id"], "text": "x"},
                "delete": plans, "title": {"title": "x"}, "add-column": {"column": "x"},
                "set-column": {"column": "todo", "title": "x"}, "remove-column": {"column": "todo"},
                "save-view": {"name": "x", "query": "y"}}.items():
            answer = self.server.do(deed, **values, dryRun=True)
            self.assertTrue(answer["changed"], deed)
            self.assertEqual(refs(), before, deed)
        # Commands that need a remote or depend on the last change have no dry run.
        for deed, values in {"take": {"plan": self.plan}, "undo": {}, "redo": {}, "sync": {}}.items():
            for extra in [{"dryRun": True}, {"commit": one.tip()}]:
                status, document = self.server.post("/api/boards/main/" + deed, values | extra)
                self.assertEqual((status, document["error"]["code"]), (400, "usage"), deed)
        self.assertEqual(refs(), before)

    def test_a_line_is_read_as_it_is_added(self):
        one = self.team.one
        one.pmgit("edit", self.plan, "--label", "bug", "--assign", "Sam Lee <sam@example.org>")
        before = one.tip()
        line = 'Ship #bug #"two words" @lee !high +2w'
        read = self.server.ask("quick?" + urlencode({"line": line}))
        self.assertEqual(read["title"], "Ship")
        self.assertEqual([(mark["kind"], mark["value"], mark["new"]) for mark in read["marks"][:4]],
                         [("label", "bug", False), ("label", "two words", True),
                          ("person", "Sam Lee <sam@example.org>", False), ("priority", "high", False)])
        wrong = self.server.ask("quick?" + urlencode({"line": "Ask @nobody ^v9"}))["marks"]
        self.assertEqual([mark["problem"]["code"] for mark in wrong], ["usage", "unknown-milestone"])
        self.assertFalse([hint for mark in wrong for hint in mark["problem"]["hints"] if "'pmgit " in hint])
        self.assertEqual(one.tip(), before)
        added = one.plan(self.server.do("add", line=line, column="doing", label=["row"], priority="low")["plans"][0])
        self.assertEqual((added["title"], added["state"], added["priority"]), ("Ship", "doing", "high"))
        self.assertEqual(sorted(added["labels"]), ["bug", "row", "two words"])
        self.assertEqual(added["due"], read["marks"][4]["value"])
        tip = one.tip()
        for values in [{"line": "x", "title": "y"}, {"line": 3}, {"line": "Ask @nobody"}, {"line": "#bug"}, {"line": "a\nb"}]:
            status, document = self.server.post("/api/boards/main/add", values)
            self.assertIn("error", document, values)
            self.assertEqual(status, 400, values)
        self.assertEqual(one.tip(), tip)
        self.assertEqual(self.server.get("/api/boards/main/quick")[0], 400)

    def test_a_page_gets_no_hints_for_a_terminal(self):
        status, document = self.server.post("/api/boards/main/move", {"plans": ["zzzzzz"], "column": "done"})
        self.assertEqual((status, document["error"]["code"]), (404, "unknown-plan"))
        self.assertFalse([hint for hint in document["error"]["hints"] if "'pmgit " in hint])
        self.assertEqual(self.server.do("undo")["notices"][-1]["hints"], [])
        self.server.do("redo")

    def test_undo_of_what_was_last_at_a_commit(self):
        one = self.team.one
        seen = self.server.do("edit", plans=[self.plan], title="Of the page")["commit"]
        one.pmgit("edit", self.plan, "--due", "2027-01-02")
        status, document = self.server.post("/api/boards/main/undo", {"of": seen})
        self.assertEqual((status, document["error"]["code"]), (409, "changed-meanwhile"))
        self.assertEqual(one.plan(self.plan)["due"], "2027-01-02")
        self.server.do("undo", of=one.tip())
        self.server.do("undo", of=seen)
        self.assertEqual((one.plan(self.plan)["title"] == "Of the page", one.plan(self.plan)["due"]), (False, None))

    def test_a_member_that_is_missing_deletes_nothing(self):
        self.team.one.pmgit("comment", self.plan, "-m", "stays")
        comment = self.team.one.plan(self.plan)["comments"][0]["id"]
        for deed, values in {"change-comment": {"plan": self.plan, "comment": comment}, "title": {}}.items():
            self.assertEqual(self.server.post("/api/boards/main/" + deed, values)[0], 400, deed)
        self.server.do("change-comment", plan=self.plan, comment=comment, remove=True)
        self.assertEqual(self.team.one.plan(self.plan)["comments"], [])

    def test_a_member_that_no_deed_has_changes_nothing(self):
        one, plans = self.team.one, {"plans": [self.plan]}
        refs = lambda: one.git("for-each-ref") + one.git("ls-remote", "origin")
        before = refs()
        deeds = {
            "add": {"title": "x"}, "edit": plans | {"title": "x"}, "move": plans | {"column": "done"},
            "check": plans | {"lines": ["1"]}, "change-line": {"plan": self.plan, "line": "1", "text": "x"},
            "comment": plans | {"text": "x"}, "change-comment": {"plan": self.plan, "comment": "1", "text": "x"},
            "delete": plans, "restore": plans, "resolve": {"plan": self.plan, "take": 1}, "take": {"plan": self.plan},
            "undo": {}, "redo": {}, "sync": {}, "title": {"title": "x"}, "add-column": {"column": "x"},
            "set-column": {"column": "todo", "title": "x"}, "remove-column": {"column": "todo"},
            "save-view": {"name": "x", "query": "y"}, "remove-view": {"name": "x"},
            "attach": {"plan": self.plan, "name": "x", "content": "eA=="}, "remove-file": {"plan": self.plan, "file": "1"}}
        source = os.path.join(Documentation.ROOT, "Sources/PlanWeb/API/Deeds.swift")
        with open(source, encoding="utf-8") as file:
            self.assertEqual(set(re.findall(r'^    "([a-z-]+)": \{', file.read(), re.MULTILINE)), set(deeds))
        for deed, values in deeds.items():
            status, document = self.server.post("/api/boards/main/" + deed, values | {"misspelled": True})
            self.assertEqual((status, document["error"]["message"]), (400, "there is no 'misspelled' here"), deed)
        self.assertEqual(refs(), before)

    def test_news_are_the_cards_that_changed(self):
        one = self.team.one
        (first, second) = (one.pmgit("add", "One"), one.pmgit("add", "Two"))
        seen = one.tip()
        one.pmgit("move", first, "doing")
        one.pmgit("delete", second)
        news = self.server.ask(f"news?from={seen}")
        self.assertEqual([(card["id"], card["state"]) for card in news["plans"]], [(first, "doing")])
        self.assertEqual(news["gone"], [second])
        self.assertEqual({change["by"] for change in news["changes"]}, {"Dev One <dev.one@example.org>"})
        self.assertIn(first, news["unshared"])

    def test_news_have_what_a_query_finds_and_the_open_plan(self):
        one = self.team.one
        plan = one.pmgit("add", "Open beside it", "--label", "news")
        seen = one.tip()
        one.pmgit("edit", plan, "--due", "2027-01-02")
        news = self.server.ask(f"news?from={seen}&q=%23news&plan={plan}")
        self.assertEqual(news["matches"]["plans"], [plan])
        self.assertEqual((news["plan"]["plan"]["due"], news["plan"]["commit"]), ("2027-01-02", one.tip()))
        news = self.server.ask(f"news?from={seen}")
        self.assertEqual((news["matches"], news["plan"]), (None, None))
        # Unreadable parts do not affect the others.
        news = self.server.ask(f"news?from={seen}&q=%28%28&plan=zzzzzz")
        self.assertIn("never closed", news["matches"]["error"]["message"])
        self.assertEqual(news["plan"]["error"]["code"], "unknown-plan")
        self.assertEqual([card["id"] for card in news["plans"]], [plan])

    def test_the_answer_to_a_change_brings_the_news(self):
        one = self.team.one
        plan = one.pmgit("add", "Moved by a page")
        seen = one.tip()
        other = one.pmgit("add", "Added meanwhile")
        answer = self.server.do("move", commit=seen, plans=[plan], column="doing",
                                news={"from": seen, "q": "state:doing", "plan": plan})
        self.assertEqual((answer["changed"], answer["plans"], answer["commit"]), (True, [plan], one.tip()))
        news = answer["news"]
        self.assertEqual(news["commit"], one.tip())
        self.assertEqual({card["id"]: card["state"] for card in news["plans"]}, {plan: "doing", other: "todo"})
        self.assertIn(plan, news["matches"]["plans"])
        self.assertEqual(news["plan"]["plan"]["state"], "doing")
        self.assertEqual(news, self.server.ask(f"news?from={seen}&q=state:doing&plan={plan}"))
        # The undo moves the branch back.
        answer = self.server.do("undo", news={"from": answer["commit"]})
        self.assertEqual({card["id"]: card["state"] for card in answer["news"]["plans"]}, {plan: "todo"})
        self.assertEqual(len(answer["subjects"]), 1)

    def test_an_answer_has_no_more_than_the_page_reads(self):
        kept = {"format", "board", "commit", "notices"}
        for deed, values, own in [
                ("edit", {"plans": [self.plan], "priority": "low"}, {"changed", "plans"}), ("undo", {}, {"changed", "plans", "subjects"}),
                ("title", {"title": "Named by a page"}, {"changed", "plans", "message"}), ("sync", {}, {"message"})]:
            self.assertEqual(set(self.server.do(deed, **values)), kept | own, deed)

    def test_news_that_cant_be_read_fail_no_change(self):
        one = self.team.one
        answer = self.server.do("add", title="Made all the same", news={"from": "0" * 40})
        self.assertEqual(one.plan(answer["plans"][0])["title"], "Made all the same")
        self.assertIn("neither a moment nor a commit", answer["news"]["error"]["message"])
        # An invalid request for news is refused before anything is changed.
        before = one.tip()
        for news in [{}, {"from": "HEAD"}, {"from": "0" * 39}, {"from": before, "id": "x"}, {"from": before, "q": 1}, [], "x"]:
            status, document = self.server.post("/api/boards/main/add", {"title": "Refused", "news": news})
            self.assertEqual((status, document["error"]["code"]), (400, "usage"), news)
        self.assertEqual(one.tip(), before)

    def test_cards_name_all_that_cannot_be_read(self):
        """Plans are named beside settings that can't be read."""
        team = Team()
        self.addCleanup(team.close)
        plan = team.one.pmgit("add", "Broken")
        server = Server(team.one)
        self.addCleanup(server.stop)
        server.enter()
        tree = os.path.join(team.folder, "by-hand")
        team.one.git("worktree", "add", "-q", "--detach", tree, "pmgit/main")
        names = ["board.json", f"plans/{plan[:2]}/{plan}.json"]
        for name in names:
            with open(os.path.join(tree, name), "w", encoding="utf-8") as file:
                file.write("{")
        team.one.git("-C", tree, "commit", "-q", "-a", "-m", "by hand")
        team.one.git("update-ref", "refs/heads/pmgit/main", team.one.git("-C", tree, "rev-parse", "HEAD").strip())
        self.assertEqual([each["path"] for each in server.ask("cards")["unreadable"]], names)

    def test_cards_have_the_values_of_their_conflicts(self):
        one = self.team.one
        plan = one.pmgit("add", "As it was")
        base = one.tip()
        self.server.do("edit", commit=base, plans=[plan], title="First")
        self.server.do("edit", commit=base, plans=[plan], title="Second")
        one.pmgit("edit", self.plan, "--priority", "low")
        tip = one.tip()
        expected = [("title", [("Second", "Dev One <dev.one@example.org>"), ("First", "Dev One <dev.one@example.org>")])]

        def conflicts(cards):
            card = next(card for card in cards["plans"] if card["id"] == plan)
            return [(field["field"], [(value["words"], value["by"]) for value in field["values"]]) for field in card["conflicts"]]

        self.assertEqual(conflicts(self.server.ask("cards")), expected)
        self.assertEqual(conflicts(self.server.ask(f"news?from={base}")), expected)
        self.server.do("resolve", plan=plan, field="title", take=1)
        self.assertEqual(conflicts(self.server.ask("cards")), [])
        self.assertEqual(conflicts(self.server.ask(f"cards?at={tip}")), expected)

    def test_events_tell_each_commit(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as line:
            line.sendall((f"GET /api/boards/main/events HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\n\r\n").encode())
            lines = line.makefile("r", encoding="utf-8")

            def commit(after=None):
                for text in lines:
                    if text.startswith("data: ") and (found := json.loads(text[6:])["commit"]) != after:
                        return found
                return None

            first = commit()
            self.assertEqual(first, self.team.one.tip())
            # The commit is sent again, for a page that has meanwhile seen another one.
            self.assertEqual(commit(), first)
            self.team.one.pmgit("add", "News")
            second = commit(after=first)
            self.assertEqual(second, self.team.one.tip())
            self.team.one.git("pack-refs", "--all")
            self.team.one.pmgit("add", "More")
            self.assertEqual(commit(after=second), self.team.one.tip())


class Files(ServerCase):
    """Attached files: only pictures are shown, and nothing runs in the name of the page."""

    PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)
    SCRIPT = b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>"

    def attach(self, name, content):
        path = os.path.join(self.team.folder, "content")
        with open(path, "wb") as file:
            file.write(content)
        self.team.one.pmgit("attach", self.plan, path, "--name", name)

    def item(self, name):
        """Returns the id of the file with this name."""
        return [file["id"] for file in self.team.one.plan(self.plan)["files"] if file["name"] == name][0]

    def file(self, query):
        """Returns the status, the headers by name in lower case, and the body."""
        answer = self.raw_bytes(f"GET /api/boards/main/file?plan={self.plan}&{query} HTTP/1.1")
        head, body = answer.split(b"\r\n\r\n", 1)
        lines = head.decode().split("\r\n")
        headers = [line.split(": ", 1) for line in lines[1:]]
        self.assertEqual(len(headers), len({name.lower() for name, _ in headers}), lines)
        return int(lines[0].split(" ")[1]), {name.lower(): value for name, value in headers}, body

    def raw_bytes(self, first):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=60) as line:
            line.sendall((f"{first}\r\nHost: 127.0.0.1:{self.server.port}\r\n"
                          f"Authorization: Bearer {self.server.bearer}\r\nConnection: close\r\n\r\n").encode())
            return line.makefile("rb").read()

    def test_only_the_bytes_decide_what_is_shown(self):
        for name, content, type_ in [
                ("a.png", self.PNG, "image/png"), ("b.jpg", b"\xff\xd8\xff\xe0" + bytes(9), "image/jpeg"),
                ("c.gif", b"GIF89a" + bytes(9), "image/gif"), ("d.webp", b"RIFF1234WEBPVP8 ", "image/webp"),
                ("e.html", self.PNG, "image/png"), ("f.svg", self.SCRIPT, None), ("g.png", self.SCRIPT, None),
                ("h.html", b"<script>alert(1)</script>", None), ("i.js", b"alert(1)", None), ("j.pdf", b"%PDF-1.4", None),
                ("k", b"", None)]:
            self.attach(name, content)
            status, headers, body = self.file(f"file={self.item(name)}")
            self.assertEqual((status, body), (200, content), name)
            self.assertEqual(headers["content-type"], type_ or "application/octet-stream", name)
            way = "inline" if type_ else "attachment"
            self.assertEqual(headers["content-disposition"], f"{way}; filename*=UTF-8''{name}", name)
            self.assertEqual(headers["x-content-type-options"], "nosniff")
            self.assertEqual(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'; sandbox")
            self.assertEqual(headers["cache-control"], "no-store")

    def test_a_type_that_lies_is_not_believed(self):
        one = self.team.one
        self.attach("lie.txt", b"<script>alert(1)</script>")
        path = f"plans/{self.plan[:2]}/{self.plan}.json"
        text = one.git("show", f"pmgit/main:{path}").replace('"type": "text/plain"', '"type": "text/html"')
        blob = one.run("git", "hash-object", "-w", "--stdin", text=text).strip()
        index = dict(one.environment)
        one.environment["GIT_INDEX_FILE"] = os.path.join(self.team.folder, "index")
        one.git("read-tree", "pmgit/main")
        one.git("update-index", "--cacheinfo", f"100644,{blob},{path}")
        tree = one.git("write-tree").strip()
        one.environment = index
        one.git("update-ref", "refs/heads/pmgit/main", one.git("commit-tree", tree, "-p", "pmgit/main", "-m", "x").strip())
        self.assertEqual([file["type"] for file in one.plan(self.plan)["files"] if file["name"] == "lie.txt"], ["text/html"])
        _, headers, _ = self.file(f"file={self.item('lie.txt')}")
        self.assertEqual(headers["content-type"], "application/octet-stream")

    def test_names_are_encoded(self):
        for name, sent in [("my notes;x=\"1\".txt", "my%20notes%3Bx%3D%221%22.txt"), ("로그.txt", "%EB%A1%9C%EA%B7%B8.txt")]:
            self.attach(name, b"x")
            _, headers, _ = self.file(f"file={self.item(name)}")
            self.assertEqual(headers["content-disposition"], f"attachment; filename*=UTF-8''{sent}")

    def test_a_name_is_not_taken_for_an_id(self):
        self.attach("release.sh", b"good")
        item = self.item("release.sh")
        self.attach(item, b"evil")
        self.assertEqual(self.file(f"file={item}")[2], b"good")
        self.assertIn(self.file("file=release.sh")[0], (400, 404))

    def test_files_come_in_base64(self):
        def send(**values):
            return self.server.post("/api/boards/main/attach", {"plan": self.plan, **values})

        for content, name in [(b"", "0"), (b"a", "1"), (b"ab", "2"), (bytes(range(256)), "3")]:
            self.assertEqual(send(name=name, content=base64.b64encode(content).decode())[0], 200)
            self.assertEqual(self.file(f"file={self.item(name)}")[2], content)
        before = self.team.one.tip()
        for content in ["a", "ab", "abc", "YQ=", "YQ", "YR==", "Y===", "====", "YQ==YQ==", "Y Q=", "YQ==\n", "Y-_=", "%41==", 5, None]:
            self.assertEqual(send(name="x", content=content)[0], 400, content)
        for name in ["../x", ".git", "-x", "a/b", "", None]:
            self.assertEqual(send(name=name, content="YQ==")[0], 400, name)
        self.assertEqual(self.team.one.tip(), before)
        self.assertEqual(self.server.post("/api/boards/main/remove-file", {"plan": self.plan, "file": self.item("2")})[0], 200)
        self.assertNotIn("2", [file["name"] for file in self.team.one.plan(self.plan)["files"]])

    def test_only_a_page_with_the_secret_may_send_a_large_body(self):
        body = {"plan": self.plan, "name": "x", "content": base64.b64encode(bytes(1_500_000)).decode()}
        self.assertEqual(self.server.post("/api/boards/main/attach", body)[0], 200)
        right = self.server.bearer
        for path, bearer, expected in [("attach", None, 403), ("attach", "0" * 64, 403), ("comment", right, 413), ("attach/x", right, 413)]:
            self.server.bearer = bearer
            try:
                # The server does not read to the end, so the connection may end before the answer.
                self.assertEqual(self.server.post(f"/api/boards/main/{path}", body)[0], expected, path)
            except OSError:
                pass
            finally:
                self.server.bearer = right

    def test_nothing_else_is_read(self):
        self.attach("only.txt", b"x")
        for query in ["file=board.json", "file=..%2Fboard.json", "file=", "", f"file={self.item('only.txt')}&x=1",
                      "file=" + self.team.one.git("rev-parse", "pmgit/main:board.json").strip()]:
            self.assertIn(self.file(query)[0], (400, 404), query)
        url = f"/api/boards/main/file?plan={self.plan}&file={self.item('only.txt')}"
        self.assertEqual(self.request(f"GET {url} HTTP/1.1", {"Authorization": None}), 403)
        self.assertEqual(self.request(f"GET {url} HTTP/1.1", {"Sec-Fetch-Site": "cross-site"}), 403)


class ReadOnly(ServerCase):
    options = ("--read-only",)

    def test_the_server_refuses_every_change(self):
        before = self.team.one.tip()
        for deed in ["add", "edit", "move", "check", "comment", "change-comment", "delete", "restore", "resolve", "take",
                     "undo", "redo", "sync", "title", "add-column", "set-column", "remove-column", "save-view", "remove-view", "attach", "remove-file"]:
            status, document = self.server.post("/api/boards/main/" + deed, {"title": "x", "plans": [self.plan]})
            self.assertEqual((status, document["error"]["code"]), (403, "read-only"), deed)
        self.assertEqual(self.team.one.tip(), before)
        self.assertTrue(self.server.get("/api/server")[1]["readOnly"])


class Running(unittest.TestCase):
    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)

    def fails(self, *arguments):
        done = subprocess.run([PMGIT, "web", "--no-open", *arguments], cwd=self.team.one.folder,
                              env=self.team.one.environment, capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        return done.stdout + done.stderr

    def test_ends_by_ctrl_c_while_a_page_is_open(self):
        for how in [signal.SIGINT, signal.SIGTERM]:
            server = Server(self.team.one)
            server.enter()
            with socket.create_connection(("127.0.0.1", server.port)) as line:
                line.sendall((f"GET /api/boards/main/events HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                              f"Authorization: Bearer {server.bearer}\r\n\r\n").encode())
                line.recv(10)
                self.assertEqual(server.stop(how), 0)

    def test_a_port_that_is_taken(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        said = self.fails("--port", str(server.port))
        self.assertIn(f"port {server.port} of this machine is taken", said)
        self.assertIn("--port", said.split("hint:")[1])

    def test_a_repository_keeps_its_port_and_others_have_their_own(self):
        first = Server(self.team.one)
        other = Server(self.team.two)
        self.addCleanup(other.stop)
        self.assertNotEqual(first.port, other.port)
        first.stop()
        again = Server(self.team.one)
        self.addCleanup(again.stop)
        self.assertEqual(again.port, first.port)
        self.assertNotEqual(again.token, first.token)

    def test_the_browser_is_the_persons_and_goes_on(self):
        one = self.team.one
        script = os.path.join(self.team.folder, "browser")
        with open(script, "w", encoding="utf-8") as file:
            file.write('#!/bin/sh\necho "$1 $2 $3" > "$OPENED"\nsleep 3\necho on >> "$OPENED"\n')
        os.chmod(script, 0o755)
        opened = os.path.join(self.team.folder, "opened")
        environment = dict(one.environment, OPENED=opened, BROWSER=f"missing:{script} --new %s --last")
        server = subprocess.Popen([PMGIT, "web"], cwd=one.folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)

        def said():
            until(lambda: os.path.exists(opened) and os.path.getsize(opened) > 0, "for the browser")
            with open(opened, encoding="utf-8") as file:
                return file.read()

        self.assertRegex(said(), r"^--new \S+/web-\d+\.html --last\n")
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(timeout=30), 0)
        until(lambda: said().endswith("on\n"), "for the browser to go on")

    def test_a_machine_without_a_browser_is_told(self):
        server = subprocess.Popen([PMGIT, "web"], cwd=self.team.one.folder, env=dict(self.team.one.environment, BROWSER="missing"),
                                  stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        self.assertIn("no browser was opened", server.stderr.readline() + server.stderr.readline())

    def test_bad_requests_of_the_command(self):
        self.assertIn("there is no board 'none'", self.fails("--board", "none"))
        for arguments in [("--port", "0"), ("--port", "70000"), ("--sync", "1"), ("--read-only", "--sync", "60")]:
            self.assertTrue(self.fails(*arguments).startswith("pmgit: "), arguments)
        self.assertEqual(json.loads(self.fails("--json"))["error"]["code"], "usage")

    @unittest.skipUnless(hasattr(resource, "prlimit"), "limits of another process can't be set here")
    def test_limits_of_open_files(self):
        def started_with(soft, hard):
            server = subprocess.Popen(
                [PMGIT, "web", "--no-open"], cwd=self.team.one.folder, env=self.team.one.environment,
                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard)))
            self.addCleanup(server.communicate)
            self.addCleanup(server.kill)
            return server

        # Below 12 files, the threads of the server can't start.
        for few in [10, 20, 255]:
            server = started_with(few, few)
            self.assertEqual((server.wait(timeout=30), server.stdout.read()), (1, ""))
            self.assertIn(f"only {few} files may be open", server.stderr.read())
        server = started_with(20, 256)
        self.assertTrue(server.stdout.readline().startswith("http://"))
        self.assertEqual(resource.prlimit(server.pid, resource.RLIMIT_NOFILE)[0], 256)

    @unittest.skipUnless(os.geteuid() == 0, "whoever runs the tests is an ordinary user")
    def test_an_ordinary_user_is_served(self):
        """A user without root's privileges, such as setting some options of a connection."""
        team = Team()
        self.addCleanup(team.close)
        programs = os.path.join(team.folder, "bin")
        os.mkdir(programs)
        for name in ["pmgit", "pmgit-web"]:
            shutil.copy(os.path.join(os.path.dirname(PMGIT), name), programs)
        subprocess.run(["chown", "-R", "nobody", team.folder], check=True)
        server = Server(team.one, program=os.path.join(programs, "pmgit"), user="nobody")
        self.addCleanup(server.stop)
        server.enter()
        self.assertEqual(server.ask("cards")["plans"], [])
        server.do("add", title="Mine")
        self.assertEqual([plan["title"] for plan in server.ask("cards")["plans"]], ["Mine"])

    @unittest.skipUnless(hasattr(resource, "prlimit"), "limits of another process can't be set here")
    def test_connections_that_cant_be_taken_end_no_server(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        server.ask("cards")
        before = resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)
        files = len(os.listdir(f"/proc/{server.process.pid}/fd"))
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (files + 2, before[1]))
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
        time.sleep(2.5)
        for line in lines:
            line.close()
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, before)
        code = server.process.poll()
        self.assertIsNone(code, code and server.process.stderr.read())

        def answers():
            try:
                return "plans" in server.ask("cards")
            except OSError:
                return False  # The port is opened again a moment later.

        until(answers, "for an answer")

    @unittest.skipUnless(os.path.exists("/proc/self/status"), "there is no /proc to tell the memory")
    def test_memory_stays_flat(self):
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        plan = self.team.one.pmgit("add", "A plan")

        def work(count):
            for number in range(count):
                commit = server.do("move", plans=[plan], column=["todo", "doing"][number % 2], place="top")["commit"]
                server.ask("news?from=" + commit)
                server.ask("plan?id=" + plan)

        work(100)
        before = server.memory()
        work(300)
        self.assertLess(server.memory() - before, 15)

    def test_a_large_answer_is_whole(self):
        labels = json.dumps([f"label {n} " + "x" * 100 for n in range(30)])
        lines = "".join(f'{{"title":"Plan {n}","labels":{labels}}}\n' for n in range(2000))
        self.team.one.pmgit("import", "-", text=lines)
        server = Server(self.team.one)
        self.addCleanup(server.stop)
        server.enter()
        request = (f"GET /api/boards/main/cards HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                   f"Authorization: Bearer {server.bearer}\r\nConnection: close\r\n\r\n")
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.settimeout(60)
            line.sendall(request.encode())
            # The answer is larger than the system's buffers for a slow reader.
            time.sleep(1)
            answer = b""
            while part := line.recv(1 << 20):
                answer += part
        body = answer.split(b"\r\n\r\n", 1)[1]
        self.assertGreater(len(body), 7_000_000)
        self.assertEqual(len(json.loads(body)["plans"]), 2000)

    def test_syncs_every_board_by_itself(self):
        self.team.one.pmgit("init", "--board", "other")
        self.team.one.pmgit("sync", "--board", "other")
        self.team.two.pmgit("init", "--board", "other")
        server = Server(self.team.one, "--sync", "5")
        self.addCleanup(server.stop)
        for board in ["main", "other"]:
            plan = self.team.two.pmgit("add", "From the other clone", "--board", board)
            self.team.two.pmgit("sync", "--quiet", "--board", board)
            until(lambda: plan in self.team.one.pmgit("list", "--json", "--board", board), "for a sync", pause=0.2)


class Documentation(unittest.TestCase):
    """docs/web.md lists everything in the tables of the sources."""

    ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

    def text(self, path):
        with open(os.path.join(self.ROOT, path), encoding="utf-8") as file:
            return file.read()

    def test_addresses(self):
        docs = self.text("docs/web.md")
        for (file, verb) in [("Questions", "GET"), ("Deeds", "POST")]:
            names = re.findall(r'^    "([a-z-]+)": \{', self.text(f"Sources/PlanWeb/API/{file}.swift"), re.MULTILINE)
            self.assertGreater(len(names), 10)
            table = docs.split(f"| {verb} |")[1].split("\n\n")[0]
            for name in names:
                self.assertIn(f"`{name}`", table)

    def test_keys(self):
        rows = re.findall(r"keys: \[(.*?)\], act: '\w+', says: '([^']*)'", self.text("Sources/PlanWeb/Page/keys.js"))
        self.assertGreater(len(rows), 30)
        table = self.text("docs/web.md").split("| keys | act |")[1].split("\n\n")[0]
        names = {" ": "Space", "ArrowLeft": "←", "ArrowRight": "→", "ArrowUp": "↑", "ArrowDown": "↓", "Escape": "Esc"}
        for keys, says in rows:
            self.assertIn(says, table)
            for key in re.findall(r"'([^']+)'", keys):
                name = "+".join(names.get(part, part) for part in key.split("+"))
                self.assertIn(name if len(name) > 1 or name in "←→↑↓" else f"`{name}`", table)

    def test_files_of_the_page_are_all_built_in(self):
        listed = self.text("Sources/PlanWeb/Server/PageFiles+Built.swift")
        for name in os.listdir(os.path.join(self.ROOT, "Sources/PlanWeb/Page")):
            self.assertIn(f'"{name}"', listed)


if __name__ == "__main__":
    unittest.main()
