"""Hosts with other names: GitHub Enterprise, also with an older schema, and a GitLab of somebody's own."""

from case import GITHUB, GITLAB, ForgeCase, with_each_program
from team import ENTERPRISE


class Enterprise(ForgeCase):
    """A host of its own, which has all that github.com has."""

    lacks = ()

    def make_team(self):
        return super().make_team(ENTERPRISE, self.lacks)

    def test_both_directions(self):
        self.repository.label("ui")
        issue = self.team.open("Before", "Body")
        issue.comment(self.team.bob, "From there")
        clone = self.team.clone()
        clone("people", "account", f"github:{ENTERPRISE}/annlee", "Ann Lee <annlee@example.org>")
        clone.pull()
        self.assertEqual(clone.plan(1)["aliases"], [f"github:{ENTERPRISE}/octo/app#1"])
        self.check_same(clone)
        clone("edit", self.team.alias(1), "--title", "After", "--label", "ui", "--assign", "annlee")
        clone("comment", self.team.alias(1), "-m", "From here")
        clone("done", self.team.alias(1))
        clone("add", "New", "--body", "Text")
        self.check_sent(clone, "--new", "is:any")
        self.check_same(clone)
        self.assertEqual(self.repository.issue(2).url, f"https://{ENTERPRISE}/octo/app/issues/2")


class OldEnterprise(Enterprise):
    """A host that does not know why an issue is closed."""

    lacks = ("Issue.stateReason", "CloseIssueInput.stateReason")


class OwnGitLab(ForgeCase):
    """A host of its own for GitLab."""

    def make_team(self):
        return super().make_team(ENTERPRISE)

    def test_both_directions(self):
        self.repository.label("ui")
        self.repository.milestone("1.0")
        self.team.open("Before", "Body")
        clone = self.team.clone()
        clone("people", "account", self.team.account("annlee"), "Ann Lee <annlee@example.org>")
        clone.pull()
        self.assertEqual(clone.plan(1)["aliases"], [f"gitlab:{ENTERPRISE}/octo/tools/app#1"])
        self.check_same(clone)
        clone("milestone", "add", "1.0")
        clone("edit", self.team.alias(1), "--title", "After", "--label", "ui", "--assign", "annlee", "--milestone", "1.0")
        clone("done", self.team.alias(1))
        clone("add", "New", "--body", "Text")
        self.check_sent(clone, "--new", "is:any")
        self.check_calm(clone)
        self.assertEqual(self.repository.issue(2).url, f"https://{ENTERPRISE}/octo/tools/app/-/issues/2")


with_each_program(globals(), Enterprise, GITHUB)
with_each_program(globals(), OldEnterprise, GITHUB)
with_each_program(globals(), OwnGitLab, GITLAB)
del Enterprise, OldEnterprise, OwnGitLab
