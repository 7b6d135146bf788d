"""The same work with other programs: git itself, Fossil's tickets and Taskwarrior's tasks."""

import hashlib
import json
import random
import shlex
import shutil
import subprocess
import uuid
from pathlib import Path

import machine
from boards import BRANCH
from timing import Absent, Case


class Git:
    """The same work with git alone."""

    def __init__(self, boards):
        self.boards = boards

    def read_plans(self, board):
        """Reads all plan files as bytes. The shell around git takes a millisecond."""
        blobs = board.folder / ".git" / "blobs"
        listed = self.boards.git(board.folder, "ls-tree", "-r", "--format=%(objectname)", BRANCH, "plans")
        blobs.write_text(listed + "\n", encoding="utf-8")
        program = machine.script(
            board.folder / ".git" / "read", f"exec git cat-file --batch < {shlex.quote(str(blobs))}\n")
        return Case("`git cat-file --batch`", (str(program),), board.folder, lines=board.plans)

    def write_plan(self, board):
        """Writes one plan with git's plumbing: a blob, three trees, a commit, a branch move.

        This takes six processes and a shell, and writes no more than necessary. Everything that can
        be read is prepared; only the new ids are inserted.
        """
        folder, git = board.folder, self.boards.git
        tip = git(folder, "rev-parse", BRANCH)
        path = Path(git(folder, "ls-tree", "-r", "--name-only", tip, "plans").splitlines()[0])
        parts = folder / ".git" / "parts"
        parts.mkdir()
        (parts / "plan").write_text(git(folder, "cat-file", "blob", f"{tip}:{path}") + "\n", encoding="utf-8")
        for name, tree, entry in [
            ("folder", f"{tip}:{path.parent}", path.name), ("plans", f"{tip}:plans", path.parent.name),
            ("root", tip, "plans"),
        ]:
            # The entry that changes comes first; mktree sorts the entries.
            lines = git(folder, "ls-tree", tree).splitlines()
            lines.sort(key=lambda line, entry=entry: line.split("\t")[1] != entry)
            (parts / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
        git(folder, "update-ref", "refs/heads/bench", tip)
        # '1<>' overwrites the beginning of a file without another process. The process id makes
        # each plan different.
        program = machine.script(parts / "write", f"""\
cd {shlex.quote(str(parts))}
printf '%16s' "$$" 1<> plan
id=$(git hash-object -w --no-filters plan)
printf '100644 blob %s' "$id" 1<> folder
id=$(git mktree < folder)
printf '040000 tree %s' "$id" 1<> plans
id=$(git mktree < plans)
printf '040000 tree %s' "$id" 1<> root
id=$(git mktree < root)
id=$(git commit-tree "$id" -p {tip} -m bench)
git update-ref refs/heads/bench "$id"
""")
        self.boards.run([program], folder)
        written = git(folder, "diff-tree", "-r", "--name-only", tip, "refs/heads/bench")
        if written != str(path):
            raise machine.Failed(f"git's plumbing wrote '{written}' and not one plan")
        return Case("git's plumbing, six processes", (str(program),), folder)


class Peer:
    """A program that is measured if it is installed; `PACKAGE` is its package on Debian."""

    def __init__(self, boards):
        self.boards = boards

    @classmethod
    def is_there(cls):
        return shutil.which(cls.PROGRAM) is not None


class Fossil(Peer):
    """A Fossil repository with a ticket for each plan."""

    PROGRAM = "fossil"
    PACKAGE = "fossil"
    VERSION = ["fossil", "version"]

    def cases(self, board):
        """Returns the cases of listing all tickets and adding one."""
        names = ["Fossil `ticket show`", "Fossil `ticket add`"]
        if not self.is_there():
            return [Absent(name) for name in names]
        made = self.boards.make_once(f"fossil-{board.plans}", self.make, board)
        work = self.boards.new_folder("fossil")
        shutil.copy2(made / "tickets.fossil", work)
        self.boards.run(["fossil", "open", "--nested", "tickets.fossil"], work)
        # Report 1 is 'All Tickets', which every Fossil repository has.
        listing = Case(names[0], ("fossil", "ticket", "show", "1"), work, lines=board.plans)
        adding = Case(names[1], ("fossil", "ticket", "add", "title", "Benchmark", "status", "Open"), work)
        return [listing, adding]

    def make(self, folder, board):
        """Builds the repository from its artifacts, which is Fossil's way to add many at once."""
        artifacts = folder / "artifacts"
        artifacts.mkdir()
        self.boards.run(["fossil", "new", "first.fossil"], folder)
        self.boards.run(["fossil", "deconstruct", "-R", "first.fossil", str(artifacts)], folder)
        rng = random.Random(1)
        for number, plan in enumerate(plans_of(self.boards, board)):
            fields = {
                "comment": plan.get("body") or "", "priority": plan.get("priority") or "", "status": "Open",
                "title": plan["title"],
            }
            text = f"D 2026-01-02T03:04:{number // 1000 % 60:02}.{number % 1000:03}\n"
            text += "".join(f"J {name} {escaped(value)}\n" for name, value in fields.items() if value)
            text += f"K {rng.getrandbits(160):040x}\nU bench\n"
            text += f"Z {hashlib.md5(text.encode()).hexdigest()}\n"
            (artifacts / f"ticket-{number}").write_bytes(text.encode())
        self.boards.run(["fossil", "reconstruct", "tickets.fossil", str(artifacts)], folder)
        shutil.rmtree(artifacts)


def escaped(value):
    """Returns a value as Fossil writes it in an artifact."""
    for sign, written in [("\\", "\\\\"), (" ", "\\s"), ("\n", "\\n"), ("\t", "\\t"), ("\r", "\\r")]:
        value = value.replace(sign, written)
    return value


class Taskwarrior(Peer):
    """A Taskwarrior folder with a task for each plan."""

    PROGRAM = "task"
    PACKAGE = "taskwarrior"
    VERSION = ["task", "--version"]

    def cases(self, board):
        """Returns the cases of listing all tasks and adding one."""
        names = ["Taskwarrior `list`", "Taskwarrior `add`"]
        if not self.is_there():
            return [Absent(name) for name in names]
        made = self.boards.make_once(f"tasks-{board.plans}", self.make, board)
        work = self.boards.new_folder("tasks")
        shutil.copytree(made, work, dirs_exist_ok=True)
        task = ("task", f"rc.data.location={work}", "rc.confirmation=off", "rc.verbose=nothing")
        listing = Case(names[0], (*task, "list"), work, lines=board.plans)
        return [listing, Case(names[1], (*task, "add", "Benchmark"), work)]

    def make(self, folder, board):
        rng = random.Random(1)
        tasks = []
        for plan in plans_of(self.boards, board):
            task = {
                "uuid": str(uuid.UUID(int=rng.getrandbits(128), version=4)), "status": "pending",
                "description": plan["title"], "entry": "20260102T030405Z",
            }
            if plan.get("priority"):
                task["priority"] = plan["priority"][0].upper().replace("U", "H")
            if plan.get("body"):
                # A task's longest text is an annotation, which is a single line.
                note = plan["body"].replace("\n", " ")
                task["annotations"] = [{"entry": "20260102T030405Z", "description": note}]
            tasks.append(task)
        (folder / "tasks.json").write_text(json.dumps(tasks), encoding="utf-8")
        settings = [f"rc.data.location={folder}", "rc.confirmation=off"]
        self.boards.run(["task", *settings, "import", "tasks.json"], folder)


PEERS = [Fossil, Taskwarrior]


def plans_of(boards, board):
    """Returns the plans of a board, as 'pmgit export' writes them."""
    lines = boards.run([boards.pmgit, "export"], board.folder, stdout=subprocess.PIPE).splitlines()
    return [json.loads(line) for line in lines]
