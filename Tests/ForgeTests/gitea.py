"""A team whose issues are on a played Gitea or Forgejo, which real runs of curl reach, with logins of git."""

import pathlib
import shutil
import unittest

import team
from case import ForgeCase
from gitea_api import Gitea, error

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
    busy = error(429, "too many requests")

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

    def values_there(self, issue, board):
        """Returns the values, with the due day."""
        due = self.hub.moment(issue.due)
        return super().values_there(issue, board) | {"due": due and due[:10]}


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
