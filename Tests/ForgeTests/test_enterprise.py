"""GitHub Enterprise: a host with another name, and with an older schema."""

from case import ForgeCase, with_each_program
from team import ENTERPRISE, Team


class Enterprise(ForgeCase):
    """A host of its own, which has all that github.com has."""

    lacks = ()

    def make_team(self):
        return Team(self.version, ENTERPRISE, self.lacks)

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


with_each_program(globals(), Enterprise)
with_each_program(globals(), OldEnterprise)
del Enterprise, OldEnterprise
