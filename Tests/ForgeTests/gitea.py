"""A team whose issues are on a played Gitea or Forgejo, which real runs of curl reach, with logins of git."""

import pathlib

import team
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

    kind, program, usual_host = "gitea", "curl", None
    odd_label = "größer 🎉"
    busy = error(429, "too many requests")
    milestone_hint = "make it at https://git.example.org/octo/app/milestones"
    page, ghost = 50, "Ghost"

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
    def close_somehow(issue, number):
        issue.close()

    @staticmethod
    def reason(issue, board):
        return "Done"

    def clone(self, login="annlee"):
        return GiteaClone(self, login).begin(self.board, self.place)

    def values_there(self, issue, board):
        """Returns the values, with the due day."""
        due = self.hub.moment(issue.due)
        return super().values_there(issue, board) | {"due": due and due[:10]}
