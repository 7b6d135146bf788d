"""Firefox, controlled by WebDriver BiDi over a WebSocket. Debian has no geckodriver, so this needs only Firefox itself."""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import tempfile
import time

PROGRAM = shutil.which("firefox-esr") or shutil.which("firefox")

# As many checks as a Chromium gets, see browser.py.
PATIENCE = 1000

KEYS = {"Enter": "\ue007", "Escape": "\ue00c", "ArrowDown": "\ue015", "Control": "\ue009"}


class WebSocket:
    """A connection for texts, as RFC 6455 says."""

    def __init__(self, port, path):
        self.line = socket.create_connection(("127.0.0.1", port), timeout=120)
        self.line.sendall((f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                           f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        head = b""
        while not head.endswith(b"\r\n\r\n"):
            head += self.read(1)
        if not head.startswith(b"HTTP/1.1 101"):
            raise AssertionError(head)

    def read(self, count):
        data = b""
        while len(data) < count:
            piece = self.line.recv(count - len(data))
            if not piece:
                raise AssertionError("Firefox has closed the connection")
            data += piece
        return data

    def write(self, code, data):
        mask = os.urandom(4)
        size = len(data)
        length = bytes([128 | size]) if size < 126 else bytes([254]) + struct.pack(">H", size) if size < 65536 else bytes([255]) + struct.pack(">Q", size)
        self.line.sendall(bytes([128 | code]) + length + mask + bytes(each ^ mask[index % 4] for index, each in enumerate(data)))

    def send(self, text):
        self.write(1, text.encode())

    def receive(self):
        """Returns the next text, whose parts may come in several frames."""
        text = b""
        while True:
            first, length = self.read(2)
            size = length & 127
            if size > 125:
                size = struct.unpack(">H", self.read(2))[0] if size == 126 else struct.unpack(">Q", self.read(8))[0]
            data = self.read(size)
            code = first & 15
            if code == 9:
                self.write(10, data)
            elif code in (0, 1):
                text += data
                if first & 128:
                    return text.decode()
            elif code == 8:
                raise AssertionError("Firefox has ended the connection")

    def close(self):
        self.line.close()


class Firefox:
    def __init__(self):
        if not PROGRAM:
            raise AssertionError("Firefox is not installed: apt-get install firefox-esr")
        self.profile = tempfile.mkdtemp(prefix="pmgit-firefox-")
        self.log = open(os.path.join(self.profile, "log"), "w+", encoding="utf-8")
        self.process = subprocess.Popen(
            [PROGRAM, "--headless", "--no-remote", "--profile", self.profile, "--remote-debugging-port=0", "--width=1300", "--height=900"],
            stdout=self.log, stderr=self.log, env=dict(os.environ, MOZ_HEADLESS="1", HOME=self.profile))
        self.number = 0
        self.complaints = []
        self.socket = WebSocket(self.port(), "/session")
        self.ask("session.new", capabilities={})
        self.context = self.ask("browsingContext.getTree")["contexts"][0]["context"]
        self.ask("session.subscribe", events=["log.entryAdded"])
        self.ask("browsingContext.setViewport", context=self.context, viewport={"width": 1300, "height": 900})

    def port(self):
        """Waits until Firefox says where it listens."""
        for _ in range(PATIENCE):
            with open(self.log.name, encoding="utf-8") as log:
                if found := re.search(r"BiDi listening on ws://127\.0\.0\.1:(\d+)", log.read()):
                    return int(found[1])
            time.sleep(0.1)
        raise AssertionError("Firefox does not listen")

    def ask(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.complaints.append(answer["params"]["text"])
            if answer.get("id") == self.number:
                if answer["type"] == "error":
                    raise AssertionError(answer)
                return answer["result"]

    def open(self, address):
        self.ask("browsingContext.navigate", context=self.context, url=address, wait="complete")

    def run(self, script, *arguments):
        """Returns what the body of a function returns."""
        found = self.ask("script.evaluate", target={"context": self.context}, awaitPromise=True, expression=(
            f"JSON.stringify((function () {{ {script} }}).apply(null, {json.dumps(arguments)}) ?? null)"))
        if found["type"] == "exception":
            raise AssertionError(found["exceptionDetails"]["text"])
        return json.loads(found["result"]["value"])

    def wait(self, find, what=""):
        for _ in range(PATIENCE):
            if found := find():
                return found
            time.sleep(0.05)
        raise AssertionError(f"waited in vain {what}; the page says {self.run('return document.body.innerText.slice(0, 2000)')!r}")

    def texts(self, selector):
        return self.run("return [...document.querySelectorAll(arguments[0])].map(each => each.innerText.trim())", selector)

    def middle(self, selector):
        """Waits for an element, and returns its middle."""
        return self.wait(lambda: self.run("""const node = document.querySelector(arguments[0]); node?.scrollIntoView({ block: 'nearest' });
            const box = node?.getBoundingClientRect(); return box && [Math.round(box.left + box.width / 2), Math.round(box.top + box.height / 2)]""", selector), selector)

    def pointer(self, *points):
        """Presses the mouse at the first point, and releases it at the last one."""
        move = lambda point: {"type": "pointerMove", "x": point[0], "y": point[1]}
        (first, *rest) = points
        self.ask("input.performActions", context=self.context, actions=[{"type": "pointer", "id": "mouse", "actions": [
            move(first), {"type": "pointerDown", "button": 0}, *[move(each) for each in rest], {"type": "pointerUp", "button": 0}]}])

    def click(self, selector):
        self.pointer(self.middle(selector))

    def press(self, *keys):
        """Presses keys: letters, names of keys, or a combination such as 'Control+z'."""
        for key in keys:
            *held, last = key.split("+") if len(key) > 1 else [key]
            pressed = [KEYS.get(each, each) for each in [*held, last]]
            self.ask("input.performActions", context=self.context, actions=[{"type": "key", "id": "keys", "actions": [
                *[{"type": "keyDown", "value": each} for each in pressed], *[{"type": "keyUp", "value": each} for each in reversed(pressed)]]}])

    def close(self):
        self.socket.close()
        self.process.terminate()
        self.process.wait(timeout=60)
        self.log.close()
        shutil.rmtree(self.profile, ignore_errors=True)
