"""Pushes that are killed at any request: the next push goes on, and nothing is lost or there twice."""

from case import ForgeCase, with_each_program

NEW = ("--new", "is:any")


class Killed(ForgeCase):
    """A push with a change of every kind."""

    def start(self):
        for name in ("bug", "ui"):
            self.repository.label(name)
        self.repository.milestone("1.0")
        self.team.open("Before", "Old body").label("bug")
        clone = self.team.clone()
        clone("people", "account", self.team.account("annlee"), "Ann Lee <annlee@example.org>")
        clone("milestone", "add", "1.0")
        clone.pull()
        alias = self.team.alias(1)
        clone("edit", alias, "--title", "After", "--body", "New body", "--no-label", "bug", "--label", "ui",
              "--assign", "annlee", "--milestone", "1.0")
        clone("done", alias)
        plan = clone("add", "Plan", "--body", "Text", "--label", "bug").strip()
        clone("comment", alias, "-m", "A note")
        clone("comment", plan, "-m", "Another")
        return clone

    def test_at_every_request(self):
        for when in ("before", "after"):
            request = 0
            while self.is_killed(request, when):
                request += 1
            self.assertGreater(request, 6)

    def is_killed(self, request, when):
        """Kills a push at a request, and checks the next push; returns whether there was such a request."""
        with self.subTest(request=request, when=when):
            self.setUp()
            clone = self.start()
            isKilled = clone.push_killed("*", *NEW, spared=request, when=when)
            self.check_sent(clone, *NEW)
            self.check_calm(clone)
            notes = sorted(note.body for issue in self.repository.issues() for note in issue.comments())
            self.assertEqual((len(self.repository.issues()), notes), (2, ["A note", "Another"]))
            return isKilled
        return True


with_each_program(globals(), Killed)
del Killed
