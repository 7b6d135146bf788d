"""Attached files, and compressed answers."""

import base64
import gzip
import os
import re
import socket

from server import ServerCase


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
        for path in [f"/api/proof?question={'0' * 64}", "/api/server", "/api/boards/main/undoable", "/icon.svg?v=1"]:
            self.assertNotIn("content-encoding", self.answer(path, accepts)[0], path)

    def test_the_page_is_one_script_and_one_style_sheet_that_browsers_keep(self):
        head, document = self.answer("/")
        self.assertIn("cache-control: no-store", head)
        urls = re.findall(r'(?:href|src)="(/page\.[^"]+)"', document.decode())
        self.assertEqual([re.sub(r"=[0-9a-f]{16}$", "", url) for url in urls], ["/page.css?v", "/page.js?v"])
        for url in urls:
            head, plain = self.answer(url)
            self.assertIn("cache-control: max-age=31536000, immutable", head)
            self.assertNotIn("no-store", head)
            head, body = self.answer(url, "Accept-Encoding: gzip")
            self.assertEqual(gzip.decompress(body), plain)
            self.assertLess(len(body), 150_000)
            # Another version may be of a later page, and must not be kept.
            for other in [url.split("?")[0], url[:-1] + ("0" if url[-1] != "0" else "1"), url.split("?")[0] + "?v="]:
                self.assertIn("cache-control: no-store", self.answer(other)[0], other)
        # A comment begins each module; the others are left out.
        comments = [line for line in self.answer(urls[1])[1].decode().splitlines() if line.lstrip().startswith(("//", "/**", "* "))]
        self.assertEqual([line for line in comments if not re.fullmatch(r"// [\w/-]+\.js|.*\*/.*\S", line)], [])
        # The document itself is asked for each time, whatever its URL says.
        version = urls[0].split("=")[1]
        self.assertIn("cache-control: no-store", self.answer(f"/?v={version}")[0])
        self.assertIn("cache-control: no-store", self.answer(f"/b/main?v={version}")[0])
