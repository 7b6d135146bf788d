"""A team on a played tracker: a repository there, and clones here with a bridge to it.

`differences` looks at every field of the board and of the issues.
"""

import atexit
import functools
import json
import os
import pathlib
import re
import shutil
import subprocess
import tempfile

from forge import Forge
from github_api import GitHub, error
from gitlab import REPORTER
from gitlab_api import LIMITED, GitLab

PMGIT = os.environ["PMGIT"]
# The folder that Scripts/forge-programs.sh fills.
PROGRAMS = pathlib.Path(
    os.environ.get("PMGIT_FORGE_PROGRAMS", pathlib.Path(__file__).parents[2] / ".build/forge-tests")).resolve()
ENTERPRISE = "git.example.com"


def missing(version, program):
    """Returns why tests of a program can't run; None if they can."""
    if shutil.which("openssl") is None:
        return "there is no openssl, which makes the certificates"
    if (PROGRAMS / version / "bin" / program).exists() or program == "curl" and shutil.which(program):
        return None
    return f"there is no {PROGRAMS / version}/bin/{program}: see Scripts/forge-programs.sh"


@functools.cache
def scratch():
    """Returns a folder for this run of the tests."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-forges-"))
    atexit.register(shutil.rmtree, path, ignore_errors=True)
    return path


class Clone:
    """A person's clone with a bridge named `hub`, and that person's login of the tracker's program."""

    def __init__(self, team, login):
        self.team, self.login = team, login
        home = pathlib.Path(tempfile.mkdtemp(dir=team.folder, prefix=f"{login}-"))
        self.folder = home / "clone"
        self.user = team.hub.state.user(login)
        name = self.user.name
        team.hub.state.tokens[f"token-of-{login}"] = self.user
        programs = f"{PROGRAMS / team.version / 'bin'}:" if team.version else ""
        programs += os.path.dirname(PMGIT)
        self.environment = {
            "HOME": str(home), "TMPDIR": str(home), "XDG_CACHE_HOME": str(home / "cache"), "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "PATH": f"{programs}:{os.environ['PATH']}", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": f"{login}@example.org",
            "GIT_COMMITTER_NAME": name, "GIT_COMMITTER_EMAIL": f"{login}@example.org",
            "DO_NOT_TRACK": "1", **team.variables(home, f"token-of-{login}"), **team.forge.environment}

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

    def push_killed(self, name, *options, **fault):
        """Pushes, and kills pmgit at a request; returns whether the request came."""
        program = subprocess.Popen(
            [PMGIT, "-C", self.folder, "bridge", "push", *options], env=self.environment, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        self.team.forge.fail(name, act=program.kill, **fault)
        program.wait()
        return self.team.forge.faults.pop().times == 0

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
    """A repository of a played tracker, a hub for the board, and clones that share it."""

    def __init__(self, version, hub):
        self.folder = pathlib.Path(tempfile.mkdtemp(dir=scratch()))
        self.version, self.hub = version, hub
        self.forge = Forge(scratch(), {name: self.hub for name in self.hub.hosts})
        self.board = self.folder / "hub.git"
        subprocess.run(["git", "init", "-q", "--bare", self.board], check=True)
        state = self.hub.state
        self.ann, self.bob, self.eve = (
            state.user("annlee", "Ann Lee"), state.user("boblee", "Bob Lee"), state.user("eve", "Eve"))
        self.repository = state.repository(self.name)
        self.repository.assignable = [self.ann, self.bob]

    name = "octo/app"
    # The issues of a page, and the author of what a deleted account has written.
    page, ghost = 100, "ghost"

    @property
    def host(self):
        """The host with a slash; empty for the tracker's usual one."""
        host = self.hub.state.host
        return "" if host == self.usual_host else f"{host}/"

    @property
    def place(self):
        """The repository in aliases and in addresses of bridges."""
        return f"{self.kind}:{self.host}{self.repository.name_with_owner}"

    def account(self, login):
        """Returns an account as the board names it."""
        return f"{self.kind}:{self.host}{login}"

    def alias(self, number):
        return f"{self.place}#{number}"

    def clone(self, login="annlee"):
        return Clone(self, login).begin(self.board, self.place)

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
            here, there = values_here(plan, board), self.values_there(issue, board)
            found += [
                f"#{number} {name}: {here[name]!r} here, {there[name]!r} there"
                for name in there if here[name] != there[name]]
        return found + [f"{alias}: is no issue" for alias in plans if alias.startswith(self.place)]

    def author(self, item):
        return item.author.login if item.author else self.ghost

    def values_there(self, issue, board):
        """Returns the values of an issue that a bridge keeps in step."""
        milestone = issue.milestone
        return {
            "title": issue.title.replace("\u200b", ""), "body": unmarked(issue.body).rstrip(),
            "closed": self.reason(issue, board) if issue.closed else None,
            "labels": sorted(label.name for label in issue.labels()),
            "milestone": (milestone.title, milestone.due_on and milestone.due_on[:10]) if milestone else (None, None),
            "assignees": sorted(user.login for user in issue.assignees()),
            "comments": sorted((self.author(note), note.body) for note in issue.comments()), "author": self.author(issue),
            "conflicts": []}


class GitHubTeam(Team):
    """A team on GitHub, with one of two versions of gh."""

    kind, program, usual_host = "github", "gh", "github.com"
    # The answer to too many requests.
    busy = error(
        403, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
        **{"Retry-After": "60"})
    milestone_hint = "gh api repos/octo/app/milestones -f title=3.0"

    def __init__(self, version, host="github.com", lacks=()):
        super().__init__(version, GitHub(host, lacks))
        # The requests that send a change, by what they send.
        self.sending = {
            "new": "IssueCreate", "title": "IssueUpdate", "body": "IssueUpdate", "milestone": "IssueUpdate",
            "label": "LabelAdd", "unlabel": "LabelRemove", "close": "IssueClose", "reopen": "IssueReopen",
            "comment": "CommentCreate", "list": "IssueList",
            "assign": {"old": "IssueUpdate", "new": "ReplaceActorsForAssignable"}[version]}

    def variables(self, home, token):
        """Returns the variables with a login."""
        return {"GH_CONFIG_DIR": str(home / "gh"), "GH_NO_UPDATE_NOTIFIER": "1", "GH_TELEMETRY": "0",
                "GH_ENTERPRISE_TOKEN" if self.host else "GH_TOKEN": token}

    # A name of a label that needs care.
    odd_label = "a, b"

    @staticmethod
    def close_somehow(issue, number):
        issue.close(["COMPLETED", "NOT_PLANNED"][number % 2])

    @staticmethod
    def reason(issue, board):
        """Returns the column of a closed issue, as far as the board has it."""
        reason = REASONS.get(issue.reason, "Done")
        return reason if named(reason, board) else "Done"


class GitLabTeam(Team):
    """A team on GitLab, in a group inside another, with glab."""

    kind, program, usual_host = "gitlab", "glab", "gitlab.com"
    busy = LIMITED
    milestone_hint = "glab api projects/octo%2Ftools%2Fapp/milestones -f title=3.0"
    name = "octo/tools/app"

    def __init__(self, version, host="gitlab.com"):
        super().__init__(version, GitLab(host))
        self.sending = {"new": "POST issues", "list": "GET issues", "comment": "POST notes"}
        for change in ("title", "body", "milestone", "label", "unlabel", "close", "reopen"):
            self.sending[change] = "PUT issue"
        self.sending["assign"] = "SetAssignees"
        self.repository.levels |= {self.ann: REPORTER, self.bob: REPORTER}

    def variables(self, home, token):
        return {"GLAB_CONFIG_DIR": str(home / "glab"), "GITLAB_TOKEN": token, "GLAB_CHECK_UPDATE": "false",
                "GLAB_SEND_TELEMETRY": "false"}

    odd_label = "[draft]"

    @staticmethod
    def close_somehow(issue, number):
        issue.close()

    @staticmethod
    def reason(issue, board):
        return "Done"


# Names of the people of a team, as they are on the board.
LOGINS = {"Ann Lee <annlee@example.org>": "annlee", "Bob Lee <boblee@example.org>": "boblee"}
REASONS = {"DUPLICATE": "Duplicate", "NOT_PLANNED": "Not planned"}


def login(name):
    return LOGINS.get(name, name)


def unmarked(text):
    """Returns the text of an issue without the mark of pmgit, and without escapes."""
    lines = re.sub(r"^\\/", "/", text.replace("\r\n", "\n").replace("\u200b", ""), flags=re.M).split("\n")
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
        "milestone": (milestone["title"] or milestone["id"], milestone["due"]), "due": plan["due"],
        "assignees": sorted(map(login, plan["assignees"])),
        "comments": sorted((login(note["by"]), note["text"]) for note in plan["comments"]),
        "author": login(plan["created"]["by"]), "conflicts": plan["conflicts"]}


def named(title, board):
    return any(column["title"] == title for column in board["columns"])
