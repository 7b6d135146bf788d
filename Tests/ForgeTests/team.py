"""A team on the played GitHub: a repository there, and clones here with a bridge to it.

`compare` looks at every field of the board and of the issues.
"""

import atexit
import functools
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

from forge import Forge
from github_api import GitHub

PMGIT = os.environ["PMGIT"]
# The folder that Scripts/forge-programs.sh fills.
PROGRAMS = pathlib.Path(
    os.environ.get("PMGIT_FORGE_PROGRAMS", pathlib.Path(__file__).parents[2] / ".build/forge-tests")).resolve()
ENTERPRISE = "git.example.com"


def missing(version):
    """Returns why tests of a version of gh can't run; None if they can."""
    if shutil.which("openssl") is None:
        return "there is no openssl, which makes the certificates"
    if (PROGRAMS / version / "bin" / "gh").exists():
        return None
    return f"there is no {PROGRAMS / version}/bin/gh: see Scripts/forge-programs.sh"


@functools.cache
def scratch():
    """Returns a folder for this run of the tests."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-forges-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class Clone:
    """A person's clone with a bridge named `hub`, and that person's login of gh."""

    def __init__(self, team, login, version):
        self.team, self.login = team, login
        home = pathlib.Path(tempfile.mkdtemp(dir=team.folder, prefix=f"{login}-"))
        self.folder = home / "clone"
        self.user = team.hub.state.user(login)
        name = self.user.name
        team.hub.state.tokens[f"token-of-{login}"] = self.user
        programs = os.path.dirname(PMGIT) if version is None else f"{PROGRAMS / version / 'bin'}:{os.path.dirname(PMGIT)}"
        token = "GH_TOKEN" if team.hub.state.host == "github.com" else "GH_ENTERPRISE_TOKEN"
        self.environment = {
            "HOME": str(home), "TMPDIR": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PATH": f"{programs}:{os.environ['PATH']}", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": f"{login}@example.org",
            "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": f"{login}@example.org",
            "GH_CONFIG_DIR": str(home / "gh"), token: f"token-of-{login}", "GH_NO_UPDATE_NOTIFIER": "1",
            "GH_TELEMETRY": "0", "DO_NOT_TRACK": "1", **team.forge.environment}

    def run(self, *words, check=True, input="", **variables):
        """Runs pmgit; returns its output, or the ended program if `check` is off."""
        done = subprocess.run(
            [PMGIT, "-C", self.folder, *words], env=self.environment | variables, capture_output=True, text=True,
            input=input)
        if check and done.returncode != 0:
            raise AssertionError(f"{words}: exit code {done.returncode}\n{done.stdout}{done.stderr}")
        return done.stdout if check else done

    __call__ = run

    def begin(self, hub, address):
        """Makes the clone, with the board of the hub if it has one."""
        subprocess.run(["git", "clone", "-q", hub, self.folder], env=self.environment, check=True, capture_output=True)
        self.run("init", "-q", check=False)
        self.run("bridge", "add", "hub", address)
        return self

    def git(self, *words):
        subprocess.run(["git", "-C", self.folder, *words], env=self.environment, check=True)

    def pull(self, *options, **variables):
        return self.run("bridge", "pull", "--add-columns", *options, **variables)

    def push(self, *options, **variables):
        """Sends what was changed; returns the ended program."""
        return self.run("bridge", "push", *options, check=False, **variables)

    def fails(self, *words, **variables):
        """Runs pmgit, which must fail; returns its messages."""
        done = self.run(*words, check=False, **variables)
        if done.returncode == 0:
            raise AssertionError(f"{words} did not fail:\n{done.stdout}{done.stderr}")
        return done.stderr

    def plans(self):
        """Returns all plans by their titles."""
        found = json.loads(self.run("list", "is:any", "--json"))["plans"]
        return {plan["title"]: plan for plan in found}

    def plan(self, number):
        """Returns the plan of an issue."""
        return json.loads(self.run("show", self.team.alias(number), "--json"))["plan"]



class Team:
    """A repository of the played GitHub, a hub for the board, and clones that share it."""

    def __init__(self, version, host="github.com", lacks=(), hub=None):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.version, self.hub = version, hub or GitHub(host, lacks)
        self.forge = Forge(scratch(), {name: self.hub for name in self.hub.hosts})
        self.board = self.folder / "hub.git"
        subprocess.run(["git", "init", "-q", "--bare", self.board], check=True)
        state = self.hub.state
        self.ann, self.bob, self.eve = (
            state.user("annlee", "Ann Lee"), state.user("boblee", "Bob Lee"), state.user("eve", "Eve"))
        self.repository = state.repository("octo/app")
        self.repository.assignable = [self.ann, self.bob]

    @property
    def place(self):
        """The repository in aliases and in addresses of bridges."""
        host = self.hub.state.host
        return "github:" + ("" if host == "github.com" else f"{host}/") + self.repository.name_with_owner

    def alias(self, number):
        return f"{self.place}#{number}"

    def clone(self, login="annlee"):
        return Clone(self, login, self.version).begin(self.board, self.place)

    def open(self, title, body="", **options):
        """Makes an issue as somebody else does on the page."""
        return self.repository.open(self.bob, title, body, **options)

    def close(self):
        self.forge.close()

    # The comparison

    def differences(self, clone):
        """Returns what differs between a board and the issues, in lines: `#1 title: …`."""
        board = json.loads(clone("column", "--json"))
        plans = {alias: plan for plan in clone.plans().values() for alias in plan["aliases"]}
        found = []
        for number, issue in self.repository.issues_by_number.items():
            plan = plans.pop(self.alias(number), None)
            if plan is None:
                found.append(f"#{number}: is no plan")
                continue
            here, there = values_here(plan, board), values_there(issue, board)
            found += [
                f"#{number} {name}: {here[name]!r} here, {there[name]!r} there"
                for name in here if here[name] != there[name]]
        return found + [f"{alias}: is no issue" for alias in plans if alias.startswith(self.place)]


# Names of the people of a team, as they are on the board.
LOGINS = {"Ann Lee <annlee@example.org>": "annlee", "Bob Lee <boblee@example.org>": "boblee"}
REASONS = {"DUPLICATE": "Duplicate", "NOT_PLANNED": "Not planned"}


def login(name):
    return LOGINS.get(name, name)


def unmarked(text):
    """Returns the text of an issue without the mark of pmgit, and without escapes."""
    lines = text.replace("\r\n", "\n").replace("\u200b", "").split("\n")
    while lines and (lines[-1].startswith("<!-- pmgit:") or not lines[-1].strip()):
        lines.pop()
    return "\n".join(lines)


def values_here(plan, board):
    """Returns the values of a plan that a bridge keeps in step."""
    column = next(one for one in board["columns"] if one["id"] == plan["state"])
    none = {"title": plan["milestone"], "id": None, "due": None}
    milestone = next((one for one in board["milestones"] if one["id"] == plan["milestone"]), none)
    named = column["title"] if column["title"] in REASONS.values() else "Done"
    return {
        "title": plan["title"], "body": (plan["body"] or "").rstrip(),
        "closed": named if column["kind"] == "done" else None, "labels": sorted(plan["labels"]),
        "milestone": (milestone["title"] or milestone["id"], milestone["due"]), "assignees": sorted(map(login, plan["assignees"])),
        "comments": sorted((login(note["by"]), note["text"]) for note in plan["comments"]),
        "author": login(plan["created"]["by"]), "conflicts": plan["conflicts"]}


def values_there(issue, board):
    """Returns the same values of an issue."""
    reason = REASONS.get(issue.reason, "Done")
    milestone = issue.milestone
    return {
        "title": issue.title, "body": unmarked(issue.body).rstrip(),
        "closed": None if not issue.closed else reason if named(reason, board) else "Done",
        "labels": sorted(label.name for label in issue.labels()),
        "milestone": (milestone.title, milestone.due_on and milestone.due_on[:10]) if milestone else (None, None),
        "assignees": sorted(user.login for user in issue.assignees()),
        "comments": sorted((author(note), note.body) for note in issue.comments()), "author": author(issue),
        "conflicts": []}


def named(title, board):
    return any(column["title"] == title for column in board["columns"])


def author(item):
    return item.author.login if item.author else "ghost"
