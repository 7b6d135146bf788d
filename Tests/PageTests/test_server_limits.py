"""The limits of requests and connections."""

import base64
import json
import os
import pathlib
import re
import socket
import time

from board import until
from server import ServerCase


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

    def post_slowly(self, command, body, size, pause):
        """Sends a body in pieces of a size; returns the status, or None if the server has ended the connection."""
        text = json.dumps(body).encode()
        head = (f"POST /api/boards/main/{command} HTTP/1.1\r\nHost: 127.0.0.1:{self.server.port}\r\nContent-Type: application/json\r\n"
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
        page = re.search(r"LEAST_RATE = (\d+);", (sources / "Page/state/api.js").read_text())[1]
        server = re.search(r"leastRate = (\d+) << 10", (sources / "Server/RequestDeadline.swift").read_text())[1]
        self.assertEqual(page, server)

    def test_the_page_is_told_the_largest_file(self):
        self.assertEqual(self.server.get("/api/server")[1]["uploadLimit"], 12_000_000)

    def test_the_page_is_told_how_long_a_change_may_take(self):
        # The wait for other writers is 90 seconds; a fetch and a push may take two minutes each.
        least = self.server.get("/api/server")[1]["timeout"] - 2 * 120
        self.assertGreater(least, 90)
        self.team.one.git("config", "pmgit.timeout", "7")
        self.addCleanup(self.team.one.git, "config", "--unset", "pmgit.timeout")
        self.assertEqual(self.server.get("/api/server")[1]["timeout"], least + 14)

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
