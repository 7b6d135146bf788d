"""A team whose issues are on a played Gitea or Forgejo, which real runs of curl reach, with logins of git."""

import pathlib
import shutil
import unittest

import team
from case import ForgeCase
from gitea_api import Gitea

HOST = "git.example.org"


class GiteaClone(team.Clone):
    """A person's clone. git knows the person's token."""

    def begin(self, hub, address):
        self.set_login(f"token-of-{self.login}")
        return super().begin(hub, address)

    def set_login(self, token):
        home = pathlib.Path(self.environment["HOME"])
        (home / ".gitconfig").write_text("[credential]\n\thelper = store\n")
        stored = "" if token is None else f"https://{self.login}:{token}@{self.team.hub.state.host}\n"
        (home / ".git-credentials").write_text(stored)

    @property
    def stored(self):
        """What git remembers of logins."""
        return (pathlib.Path(self.environment["HOME"]) / ".git-credentials").read_text()


class GiteaTeam(team.Team):
    """A repository on the server, a hub for the board, and clones that share it."""

    kind, usual_host = "gitea", None

    def __init__(self, kind="gitea", host=HOST):
        super().__init__(None, Gitea(host, kind))
        # The requests that send a change, by what they send.
        self.sending = {
            "new": "issueCreateIssue", "label": "issueAddLabel", "unlabel": "issueRemoveLabel",
            "comment": "issueCreateComment", "list": "issueListIssues"}
        for change in ("title", "body", "milestone", "close", "reopen", "assign"):
            self.sending[change] = "issueEditIssue"

    def variables(self, home, token):
        """Returns no variables: git has the login."""
        return {}

    @staticmethod
    def reason(issue, board):
        return "Done"

    def clone(self, login="annlee"):
        return GiteaClone(self, login).begin(self.board, self.place)

    def differences(self, clone):
        """Returns what differs, also in the due days."""
        found = super().differences(clone)
        plans = {alias: plan for plan in clone.plans().values() for alias in plan["aliases"]}
        for number, issue in self.repository.issues_by_number.items():
            plan = plans.get(self.alias(number))
            there = self.hub.moment(issue.due)
            if plan and plan["due"] != (there and there[:10]):
                found.append(f"#{number} due: {plan['due']!r} here, {there!r} there")
        return found


class GiteaCase(ForgeCase, unittest.TestCase):
    """Tests with such a team."""

    kind = "gitea"

    def setUp(self):
        for program in ("curl", "openssl"):
            if shutil.which(program) is None:
                self.skipTest(f"there is no {program}")
        self.team = GiteaTeam(self.kind)
        self.addCleanup(self.team.close)
        self.repository = self.team.repository

    def start(self):
        """Makes an issue with values of every kind, and a clone that has pulled it."""
        for name in ("bug", "ui", "a, b", 'said "so"', "größer 🎉", "kind/one", "kind/two"):
            self.repository.label(name).exclusive = name.startswith("kind/")
        for title in ("1.0", "2.0", "7"):
            self.repository.milestone(title)
        self.issue = self.team.open("Before", "Old body")
        self.issue.label("bug")
        self.issue.assign([self.team.ann])
        self.issue.milestone = self.repository.milestone("1.0")
        self.alias = self.team.alias(1)
        clone = self.team.clone()
        host = self.team.hub.state.host
        clone("people", "account", f"gitea:{host}/annlee", "Ann Lee <annlee@example.org>")
        clone("people", "account", f"gitea:{host}/boblee", "Bob Lee <boblee@example.org>")
        clone.pull()
        self.assertEqual(self.team.differences(clone), [])
        return clone
