"""Tests with a team whose issues are on a played Gitea, beside those that run with each program of a tracker."""

import unittest

from gitea import GiteaTeam
from push_case import PushCase


class GiteaCase(PushCase, unittest.TestCase):
    """Tests with such a team."""

    program = (GiteaTeam, "gitea")

    def start(self):
        for name in ("a, b", "größer 🎉", "kind/one", "kind/two"):
            self.repository.label(name).exclusive = name.startswith("kind/")
        self.repository.milestone("7")
        return super().start()
