"""A repository with a board, people who share it, and a server that shows it."""

import hashlib
import hmac
import json
import os
import pathlib
import re
import secrets
import shutil
import signal
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

PMGIT = os.environ["PMGIT"]


class Clone:
    """A person's clone, used from a terminal."""

    def __init__(self, folder, name=None):
        self.folder = folder
        self.environment = dict(
            os.environ, HOME=os.path.dirname(folder), GIT_CONFIG_NOSYSTEM="1", TZ="UTC",
            LC_ALL="C.UTF-8", PATH=os.path.dirname(PMGIT) + ":" + os.environ["PATH"])
        for key in [key for key in self.environment if key.startswith("GIT_") and key != "GIT_CONFIG_NOSYSTEM"]:
            del self.environment[key]
        if name:
            self.git("config", "user.name", name)
            self.git("config", "user.email", name.lower().replace(" ", ".") + "@example.org")

    def run(self, *command, text=None):
        done = subprocess.run(
            command, cwd=self.folder, env=self.environment, input=text, capture_output=True, text=True)
        if done.returncode != 0:
            raise AssertionError(f"{' '.join(command)}: {done.stderr}")
        return done.stdout

    def git(self, *arguments):
        return self.run("git", *arguments)

    def pmgit(self, *arguments, text=None):
        return self.run(PMGIT, *arguments, text=text).strip()

    def plan(self, plan):
        return json.loads(self.pmgit("show", plan, "--json"))["plan"]

    @property
    def secret(self):
        """The file of the secret from which keys are made."""
        return pathlib.Path(self.folder, ".git", "pmgit", f"web-key-{os.geteuid()}")

    def tip(self):
        return self.git("rev-parse", "refs/heads/pmgit/main").strip()


def code(key, message):
    """Returns the code of a message by a key, as the page and the server make it."""
    return hmac.new(key if isinstance(key, bytes) else key.encode(), message.encode(), hashlib.sha256).hexdigest()


def until(holds, what="", pause=0.1):
    """Waits until a condition holds, with 600 checks at most.

    The number of checks is limited, not the time, because both the checks and what they wait for
    are slower on a busy machine.
    """
    for _ in range(600):
        if holds():
            return
        time.sleep(pause)
    raise AssertionError(f"waited in vain {what}")


class Team:
    """Two clones of one repository; `begin` makes the board of the first."""

    def __init__(self, begin=lambda clone: clone.pmgit("init", "--quiet")):
        self.folder = tempfile.mkdtemp(prefix="pmgit-page-")
        hub = os.path.join(self.folder, "hub.git")
        subprocess.run(["git", "init", "--quiet", "--bare", hub], check=True)
        self.one = self._clone(hub, "one", "Dev One")
        begin(self.one)
        self.one.pmgit("sync", "--quiet")
        self.two = self._clone(hub, "two", "Dev Two")

    def _clone(self, hub, folder, name):
        path = os.path.join(self.folder, folder)
        subprocess.run(["git", "clone", "--quiet", hub, path], check=True, stderr=subprocess.DEVNULL)
        return Clone(path, name)

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


# In a background job SIGINT may be ignored, which the server would inherit.
signal.signal(signal.SIGINT, signal.default_int_handler)


class Server:
    """A running 'pmgit web'."""

    def __init__(self, clone, *options, program=PMGIT, user=None):
        self.clone = clone
        self.process = subprocess.Popen(
            [program, "web", "--no-open", *options], cwd=clone.folder, env=clone.environment,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, user=user)
        self.address = self.process.stdout.readline().strip()
        found = re.fullmatch(r"http://127\.0\.0\.1:(\d+)/#([0-9a-f]{64})", self.address)
        if not found:
            raise AssertionError(f"{self.address!r} {self.process.communicate()[1]}")
        self.port, self.token = int(found[1]), found[2]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.bearer = None

    @classmethod
    def at(cls, clone, port, token):
        """Returns the server at a port, which somebody else has started."""
        server = cls.__new__(cls)
        server.clone, server.port, server.token, server.bearer = clone, port, token, None
        server.origin = f"http://127.0.0.1:{port}"
        return server

    def stop(self, how=signal.SIGINT):
        """Ends the server and returns its exit code."""
        if self.process.poll() is None:
            self.process.send_signal(how)
        code = self.process.wait(timeout=30)
        self.process.stdout.close()
        self.process.stderr.close()
        return code

    def memory(self):
        """Returns the memory of the process in MB."""
        with open(f"/proc/{self.process.pid}/status", encoding="utf-8") as file:
            return next(int(line.split()[1]) / 1024 for line in file if line.startswith("VmRSS"))

    # Requests, as a page sends them

    def enter(self, key=None):
        """Gets the bearer of this run, as a page with the key does; without one, by the token."""
        key = key or self.post("/api/session", {"token": self.token})[1]["key"]
        question = secrets.token_hex(32)
        _, proof = self.get(f"/api/proof?question={question}")
        if proof.get("answer") != code(key, f"answer {proof.get('run')} {question}"):
            raise AssertionError(f"the server does not have the key: {proof}")
        self.bearer = code(key, f"bearer {proof['run']}")
        return key

    def key(self):
        """Returns the key of pages, made from the secret that the repository keeps."""
        secret = bytes.fromhex(self.clone.secret.read_text().split()[0])
        return code(secret, f"page {self.port} {os.path.realpath(self.clone.secret.parent)}")

    def send(self, method, path, body=None, headers=None):
        """Sends a request; returns the status and the document."""
        sent = {} if self.bearer is None else {"Authorization": f"Bearer {self.bearer}"}
        if body is not None:
            sent["Content-Type"] = "application/json"
        request = urllib.request.Request(
            self.origin + path, method=method, headers=sent | (headers or {}),
            data=None if body is None else json.dumps(body).encode())
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, json.load(answer)
        except urllib.error.HTTPError as error:
            with error:
                return error.code, json.load(error)

    def get(self, path):
        return self.send("GET", path)

    def post(self, path, body):
        return self.send("POST", path, body)

    def ask(self, question):
        status, document = self.get("/api/boards/main/" + question)
        if status != 200:
            raise AssertionError(document)
        return document

    def do(self, command, **body):
        status, document = self.post("/api/boards/main/" + command, body)
        if status != 200:
            raise AssertionError(document)
        return document
