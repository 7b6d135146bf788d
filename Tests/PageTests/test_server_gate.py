"""Whom the server answers: its own page alone."""

import json
import secrets
import socket
import subprocess
import urllib.request

from board import Server, code
from server import ServerCase


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
                     "/b/main/../../board.json", "/.git/config", "/page.js/", "/page.js%00.html", "/%ff", "/b",
                     "/b/main/extra", "http://127.0.0.1/", "*", "/index.html%"]:
            status = self.request(f"GET {path} HTTP/1.1")
            self.assertIn(status, (200,) if path in ("/page.js/",) else (400, 404), path)

    def test_every_answer_forbids_what_is_not_needed(self):
        host = f"Host: 127.0.0.1:{self.server.port}\r\nConnection: close\r\n\r\n"
        for path in ["/", "/page.js", "/api/server", "/nothing"]:
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
