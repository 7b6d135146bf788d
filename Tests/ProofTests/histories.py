"""A repository in which histories of one plan are made: by the program, by git, and as objects."""

import datetime
import hashlib
import json
import math
import os
import re
import subprocess
import time
import zlib

BRANCH = "refs/heads/pmgit/main"
REMOTES = ["origin", "second"]
KNOWN = {"conflicts", "fields", "format", "id", "items", "sets", "stamps"}

# Control characters, and others that change how a text looks.
ESCAPED = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
SHORT = {"t": "\\u0009", "r": "\\u000d", "b": "\\u0008", "f": "\\u000c"}


def canonical(value):
    """Returns the canonical JSON of a value without broken numbers."""
    text = json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False)
    # pmgit has one short escape of control characters only, and writes others by their code.
    text = re.sub(r"\\(u....|.)", lambda escape: SHORT.get(escape[1], escape[0]), text)
    return ESCAPED.sub(lambda character: f"\\u{ord(character[0]):04x}", text)


def places(section, node, depth, path=()):
    """Yields the paths and values of a section."""
    if depth == 1:
        yield (section, *path), node
    else:
        for key, inner in node.items():
            yield from places(section, inner, depth - 1, (*path, key))


def elements(document):
    """Returns the elements of a plan file by path, as pairs of a stamp and the canonical JSON of a value, in the order of
    the file: the shown value with its stamps, then the others."""
    found = {}

    def at(section, path):
        node = document.get(section, {})
        for key in path:
            node = node.get(key, {}) if isinstance(node, dict) else {}
        return node

    def add(path, value):
        stamps = at("stamps", path) or [""]
        items = [(stamp, canonical(value)) for stamp in ([stamps] if isinstance(stamps, str) else stamps)]
        others = at("conflicts", path) or []
        found[path] = items + [(other["at"], canonical(other["value"])) for other in others]

    for name, value in document.get("fields", {}).items():
        add(("fields", name), value)
    for name, members in document.get("sets", {}).items():
        for member in members:
            add(("sets", name, member), True)
    for name, items in document.get("items", {}).items():
        for item, members in items.items():
            for member, value in members.items():
                add(("items", name, item, member), value)
    for name in document.keys() - KNOWN:
        add(("other", name), document[name])
    return found


def file_bytes(held, plan):
    """Returns the canonical file with the elements."""
    document = {"format": 1, "id": plan}

    def put(path, value):
        node = document
        for key in path[:-1]:
            node = node.setdefault(key, {})
        node[path[-1]] = value

    for path, items in held.items():
        items = sorted(items, key=lambda item: (item[0].encode(), item[1].encode()), reverse=True)
        shown = items[0][1]
        if path[0] == "sets":
            document.setdefault("sets", {}).setdefault(path[1], []).append(path[2])
            document["sets"][path[1]].sort()
        elif path[0] == "other":
            document[path[1]] = json.loads(shown)
        else:
            put(path, json.loads(shown))
        stamps = [stamp for stamp, value in items if value == shown]
        if stamps != [""]:
            put(("stamps", *path), stamps if len(stamps) > 1 else stamps[0])
        others = [{"at": stamp, "value": json.loads(value)} for stamp, value in items if value != shown]
        if others:
            put(("conflicts", *path), others)
    return (canonical(document) + "\n").encode()


def content_hash(held, plan):
    """Returns the hash in a deletion of the plan: FNV-1a of the file without rank, deletion and derived values."""
    value = 0xCBF29CE484222325
    content = {path: [item for item in items if not item[0].startswith("*")] for path, items in held.items()
               if path not in (("fields", "rank"), ("fields", "deleted"))}
    content = {path: items for path, items in content.items() if items}
    for byte in file_bytes(content, plan):
        value = (value ^ byte) * 0x100000001B3 % 2**64
    return f"{value:016x}"


def milliseconds(text):
    """Returns a time, as in stamps, in milliseconds."""
    return round(datetime.datetime.fromisoformat(text.lstrip("*").replace("Z", "+00:00")).timestamp() * 1000)


def tracking(remote):
    return f"refs/remotes/{remote}/pmgit/main"


class Repository:
    """A clone with a board of one plan, and its remotes. All have the same objects."""

    def __init__(self, folder, program, person):
        self.program, self.folder, self.work = program, folder, f"{folder}/work"
        name, address = re.match("(.*) <(.*)>", person).groups()
        self.environment = {
            "PATH": f"{os.path.dirname(program)}:{os.environ['PATH']}", "HOME": folder, "LC_ALL": "C.UTF-8",
            "PMGIT_COLOR": "never", "GIT_CONFIG_NOSYSTEM": "1"}
        for key, value in [("user.name", name), ("user.email", address), ("gc.auto", "0"), ("maintenance.auto", "false"),
                           ("init.defaultBranch", "main")]:
            self.run("git", "config", "--global", key, value, cwd=folder)
        self.run("git", "init", "-q", self.work, cwd=folder)
        for remote in REMOTES:
            self.run("git", "init", "-q", "--bare", self.path_of(remote), cwd=folder)
            with open(f"{self.path_of(remote)}/objects/info/alternates", "w", encoding="utf-8") as file:
                file.write(f"{self.work}/.git/objects\n")
            self.git("remote", "add", remote, self.path_of(remote))
        with open(f"{self.work}/.git/info/attributes", "w", encoding="utf-8") as file:
            file.write("plans/** -text merge=pmgit\nboard.json -text merge=pmgit\n")
        self.pmgit("init")
        self.pmgit("add", "T 0", "--label", "bug", "--check", "one")
        self.plan = json.loads(self.pmgit("list", "--json"))["plans"][0]["id"]
        self.place = f"plans/{self.plan[:2]}/{self.plan}.json"
        self.root = self.head()
        self.objects = subprocess.Popen(["git", "cat-file", "--batch"], cwd=self.work, env=self.environment,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def path_of(self, remote):
        return f"{self.folder}/{remote}.git"

    def close(self):
        self.objects.stdin.close()
        self.objects.wait()
        self.objects.stdout.close()

    def run(self, *command, cwd=None, fails=False):
        """Returns the output of a command; None if it fails and may do so."""
        result = subprocess.run(command, cwd=cwd or self.work, env=self.environment, capture_output=True, text=True,
                                check=False)
        if result.returncode != 0:
            if fails:
                return None
            raise AssertionError(f"{command}: {result.stdout}{result.stderr}")
        return result.stdout.strip()

    def git(self, *arguments, **options):
        return self.run("git", *arguments, **options)

    def pmgit(self, *arguments, **options):
        self.began = math.floor(time.time() * 1000)
        answer = self.run(self.program, *arguments, *(() if "--json" in arguments else ("-q",)), **options)
        self.ended = math.ceil(time.time() * 1000)
        return answer

    def be(self, person):
        """Makes changes in the name of another person from now on."""
        name, address = re.match("(.*) <(.*)>", person).groups()
        self.git("config", "user.name", name)
        self.git("config", "user.email", address)

    def import_line(self, plan):
        path = f"{self.folder}/line.jsonl"
        with open(path, "w", encoding="utf-8") as file:
            file.write(json.dumps(plan) + "\n")
        return self.pmgit("import", path)

    # Objects

    def object(self, name):
        """Returns the content of an object; None if it does not exist."""
        self.objects.stdin.write(f"{name}\n".encode())
        self.objects.stdin.flush()
        header = self.objects.stdout.readline().split()
        if header[-1] == b"missing":
            return None
        content = self.objects.stdout.read(int(header[-1]))
        self.objects.stdout.read(1)
        return content

    def put(self, kind, content):
        data = f"{kind} {len(content)}".encode() + b"\0" + content
        name = hashlib.sha1(data).hexdigest()
        path = f"{self.work}/.git/objects/{name[:2]}/{name[2:]}"
        if not os.path.exists(path):
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(zlib.compress(data, 1))
        return name

    def read(self, commit):
        """Returns the elements of the plan in a commit; None if its file is missing or can't be read."""
        content = self.content(commit)
        try:
            return None if content is None else elements(json.loads(content))
        except ValueError:
            return None

    def blob(self, commit):
        """Returns the id of the plan's file in a commit; None if it is missing."""
        content = self.content(commit)
        return None if content is None else hashlib.sha1(f"blob {len(content)}".encode() + b"\0" + content).hexdigest()

    def content(self, commit):
        """Returns the bytes of the plan's file in a commit; None if it is missing."""
        return self.object(f"{commit}:{self.place}")

    def parents(self, commit):
        lines = self.object(commit).split(b"\n\n", 1)[0].decode().split("\n")
        return [line.split(" ")[1] for line in lines if line.startswith("parent ")]

    def author(self, commit):
        lines = self.object(commit).split(b"\n\n", 1)[0].decode().split("\n")
        return next(line.split(" ", 1)[1].rsplit(" ", 2)[0] for line in lines if line.startswith("author "))

    def tree_with(self, tree, path, blob):
        """Returns a tree with another blob at a path; without the path if the blob is None."""
        data, entries = self.object(tree), {}
        while data:
            header, rest = data.split(b"\0", 1)
            mode, name = header.split(b" ", 1)
            entries[name.decode()] = (mode, rest[:20])
            data = rest[20:]
        name, *inner = path
        if inner:
            old = entries.get(name)
            blob = self.tree_with(old[1].hex() if old else self.put("tree", b""), inner, blob)
            entries[name] = (b"40000", bytes.fromhex(blob))
        elif blob is None:
            entries.pop(name, None)
        else:
            entries[name] = (b"100644", bytes.fromhex(blob))
        kept = {name: entry for name, entry in entries.items() if not self.is_empty(entry)}
        order = sorted(kept, key=lambda name: (name + ("/" if kept[name][0] == b"40000" else "")).encode())
        return self.put("tree", b"".join(kept[name][0] + b" " + name.encode() + b"\0" + kept[name][1] for name in order))

    def is_empty(self, entry):
        return entry[0] == b"40000" and self.object(entry[1].hex()) == b""

    def write(self, parents, content, person, subject):
        """Writes a commit with a content of the plan's file, or without the file, and returns its id."""
        blob = None if content is None else self.put("blob", content)
        tree = self.tree_with(self.object(parents[0]).split(b"\n", 1)[0].split()[1].decode(), self.place.split("/"), blob)
        self.time = getattr(self, "time", 1_790_000_000) + 1
        lines = [f"tree {tree}", *(f"parent {parent}" for parent in parents), f"author {person} {self.time} +0000",
                 f"committer {person} {self.time} +0000", "", subject, ""]
        return self.put("commit", "\n".join(lines).encode())

    # The board

    def head(self):
        return self.git("rev-parse", BRANCH)

    def bases(self, one, other):
        return self.git("merge-base", "--all", one, other).split()

    def move(self, commit, shared=None):
        """Moves the board to a commit, and what was fetched from the remotes to 'shared'."""
        self.git("update-ref", BRANCH, commit)
        for remote in REMOTES:
            self.git("update-ref", *(("-d", tracking(remote)) if shared is None else (tracking(remote), shared)))

    def sync(self, ours, theirs, random, former=None):
        """Merges by 'pmgit sync' of a board and a remote with these heads, and returns the new heads of both.

        'former' is what was fetched from the remote before.
        """
        self.move(ours, former)
        self.remote = random.choice(REMOTES)
        self.move_remote(theirs)
        self.git("config", "pmgit.remote", self.remote)
        # Merges in the name of a user are not the same in each clone, so histories cross more often.
        self.git("config", "pmgit.mergeIdentity", random.choice(["user", "user", "pmgit"]))
        self.git("config", "user.name", f"Dev {random.randint(1, 10**9)}")
        self.pmgit("sync")
        self.git("config", "--unset", "user.name")
        with open(f"{self.path_of(self.remote)}/{BRANCH}", encoding="utf-8") as file:
            return self.head(), file.read().strip()

    def move_remote(self, commit):
        self.git("update-ref", BRANCH, commit, cwd=self.path_of(self.remote))

    def git_merge(self, ours, theirs):
        """Merges by git with the merge driver, and returns the merge."""
        tree = self.git("merge-tree", "--write-tree", ours, theirs).split("\n")[0]
        return self.git("commit-tree", tree, "-p", ours, "-p", theirs, "-m", "merge")
