"""Pushes that begin with an issue that both sides have."""

from case import ForgeCase


class PushCase(ForgeCase):
    """Tests that begin with an issue that both sides have."""

    def start(self, columns=()):
        """Makes an issue with values of every kind, and a clone that has pulled it."""
        repository = self.repository
        for name in ("bug", "ui", self.team.odd_label, 'said "so"'):
            repository.label(name)
        for title in ("1.0", "2.0"):
            repository.milestone(title)
        self.issue = self.team.open("Before", "Old body")
        self.issue.label("bug")
        self.issue.assign([self.team.ann])
        self.issue.milestone = repository.milestone("1.0")
        self.alias = self.team.alias(1)
        clone = self.team.clone()
        for column in columns:
            clone("column", "add", column, "--kind", "done")
        clone("people", "account", self.team.account("annlee"), "Ann Lee <annlee@example.org>")
        clone("people", "account", self.team.account("boblee"), "Bob Lee <boblee@example.org>")
        clone.pull()
        self.assertEqual(self.team.differences(clone), [])
        return clone
