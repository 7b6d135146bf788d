"""Boards of any size, made once and copied for each use that changes them."""

import hashlib
import inspect
import json
import shutil
import subprocess
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import machine

HERE = Path(__file__).resolve().parent
BRANCH = "pmgit/main"
REF = f"refs/heads/{BRANCH}"
TRACKING = f"refs/remotes/origin/{BRANCH}"


@dataclass(frozen=True)
class Board:
    """A repository with a board, the plan with the most changes, and the ids of all plans."""

    folder: Path
    plans: int
    commits: int
    busiest: str
    ids: tuple


class Boards:
    """The boards of a run. `kept` has the originals, which are never changed, `work` the copies."""

    def __init__(self, kept, work, pmgit, texts, variables):
        self.kept = kept
        self.work = work
        self.pmgit = pmgit
        self.texts = texts
        self.variables = variables
        self.folders = 0
        self.source = (HERE / "generate.py").read_bytes() + (texts.read_bytes() if texts else b"")

    def run(self, command, folder, **options):
        return machine.run(command, folder, self.variables, **options)

    def git(self, folder, *words):
        return self.run(["git", *words], folder, stdout=subprocess.PIPE).rstrip("\n")

    def make_once(self, name, make, *options):
        """Returns the folder that `make` fills.

        An unfinished folder is made again. The name depends on the texts and the code, so that a
        folder made from others is not used.
        """
        made_of = hashlib.sha1(self.source + inspect.getsource(make).encode()).hexdigest()
        folder = self.kept / f"{name}-{made_of[:8]}"
        if not folder.exists():
            unfinished = folder.with_suffix(".unfinished")
            shutil.rmtree(unfinished, ignore_errors=True)
            unfinished.mkdir(parents=True)
            print(f"making {name}", file=sys.stderr, flush=True)
            make(unfinished, *options)
            unfinished.rename(folder)
        return folder

    def original(self, plans, commits):
        """Returns a board in a packed repository without an index. It must not be changed."""
        return self.make_once(f"board-{plans}-{commits}", self.generate, plans, commits)

    def generate(self, folder, plans, commits):
        self.git(folder, "init", "-q")
        # A commit of code, for commands that need one.
        self.git(folder, "commit", "-q", "--allow-empty", "-m", "Begin")
        self.run([self.pmgit, "init", "-q"], folder)
        options = ["--plans", plans, "--commits", commits] + (["--texts", self.texts] if self.texts else [])
        with open(folder / ".git" / "stream", "wb") as stream:
            self.run([sys.executable, HERE / "generate.py", *options], folder, stdout=stream)
        with open(folder / ".git" / "stream", "rb") as stream:
            self.run(["git", "fast-import", "--quiet"], folder, stdin=stream)
        (folder / ".git" / "stream").unlink()
        # fast-import stores each plan as a delta from the plan before, which is read at half the
        # speed of the deltas that git finds when it packs. 'git gc' would keep these deltas.
        self.git(folder, "repack", "-a", "-d", "-f", "-q")
        self.git(folder, "commit-graph", "write", "--reachable")
        self.git(folder, "pack-refs", "--all")

    def new_folder(self, name):
        """Returns a new empty folder."""
        self.folders += 1
        folder = self.work / f"{name}.{self.folders}"
        folder.mkdir()
        return folder

    def copy(self, plans, commits):
        """Returns a copy of a board to work on."""
        original = self.original(plans, commits)
        folder = self.new_folder(f"board-{plans}-{commits}")
        folder.rmdir()
        shutil.copytree(original, folder, copy_function=copy_or_link, symlinks=True)
        trailers = "--format=%(trailers:key=Plan,valueonly,separator=)"
        named = self.git(folder, "log", "-n", "5000", trailers, BRANCH).splitlines()
        changes = Counter(plan_id for plan_id in named if plan_id)
        files = self.git(folder, "ls-tree", "-r", "--name-only", BRANCH, "plans").splitlines()
        ids = tuple(sorted(Path(file).stem for file in files))
        if len(ids) != plans:
            raise machine.Failed(f"the board has {len(ids)} plans and not {plans}")
        return Board(folder, plans, commits, changes.most_common(1)[0][0] if changes else ids[0], ids)

    def shared(self, plans, commits):
        """Returns a board, the clone of another person, and their remote."""
        here, there = self.copy(plans, commits), self.copy(plans, commits)
        remote = here.folder.with_name(here.folder.name + ".git")
        self.git(self.work, "clone", "-q", "--bare", str(here.folder), str(remote))
        for board in [here, there]:
            self.git(board.folder, "remote", "add", "origin", str(remote))
            self.run([self.pmgit, "sync", "-q"], board.folder)
        return here, there, remote

    def edited(self, board, ids, suffix):
        """Makes a commit for each plan that changes its title like pmgit; returns the last one."""
        tip = self.git(board.folder, "rev-parse", BRANCH)
        made = f"refs/heads/edits-{suffix}"
        parts = []
        for number, plan_id in enumerate(ids):
            path = file_of(plan_id)
            plan = json.loads(self.git(board.folder, "cat-file", "blob", f"{tip}:{path}"))
            plan["fields"]["title"] += f" {suffix}"
            stamps = plan.setdefault("stamps", {}).setdefault("fields", {})
            stamps["title"] = f"2026-11-20T12:00:00.000Z~{number:05}"
            text = (json.dumps(plan, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()
            message = f"edit {plan_id[:4]}: title\n\nPlan: {plan_id}\n".encode()
            parts.append(
                b"commit %s\ncommitter Dev <dev@example.org> 1795003200 +0000\ndata %d\n%s"
                % (made.encode(), len(message), message)
                + (f"from {tip}\n".encode() if number == 0 else b"")
                + b"M 100644 inline %s\ndata %d\n%s\n" % (path.encode(), len(text), text)
            )
        stream = self.work / f"edits-{suffix}"
        stream.write_bytes(b"".join(parts))
        with open(stream, "rb") as file:
            self.run(["git", "fast-import", "--quiet"], board.folder, stdin=file)
        last = self.git(board.folder, "rev-parse", made)
        self.git(board.folder, "update-ref", "-d", made)
        return last


def file_of(plan_id):
    return f"plans/{plan_id[:2]}/{plan_id}.json"


def copy_or_link(source, target):
    """Links packs, because git never changes them, and copies all other files."""
    if "/objects/pack/" in source:
        Path(target).hardlink_to(source)
    else:
        shutil.copy2(source, target)
