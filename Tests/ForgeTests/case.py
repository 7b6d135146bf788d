"""Tests that run once with each program of a tracker, and state what fails with one of them today."""

import functools
import os
import unittest

from gitea import GiteaTeam
from team import GitHubTeam, GitLabTeam, missing

# The programs by the ends of the names of their tests, each with its folder.
GITHUB = {"OldGh": (GitHubTeam, "old"), "NewGh": (GitHubTeam, "new")}
GITLAB = {"Glab": (GitLabTeam, "glab")}
ALL = GITHUB | GITLAB | {"Gitea": (GiteaTeam, "gitea")}


def fails_today(**reasons):
    """Marks a test that fails with programs today, with what happens: `NewGh="…"`, `every="…"`."""
    if "every" in reasons:
        reasons = dict.fromkeys(ALL, reasons["every"])

    def mark(test):
        test.fails = getattr(test, "fails", {}) | reasons
        return test
    return mark


def with_each_program(namespace, cases, programs=ALL):
    """Adds a class of tests for each program to a module."""
    for end, (team, version) in programs.items():
        members = {"program": (team, version), "__doc__": cases.__doc__}
        for name in filter(lambda name: name.startswith("test"), dir(cases)):
            test = getattr(cases, name)
            if getattr(test, "fails", {}).get(end):
                members[name] = unittest.expectedFailure(copy_of(test))
        name = f"{cases.__name__}With{end}"
        namespace[name] = type(name, (cases, unittest.TestCase), members)
        namespace[name].__module__ = namespace["__name__"]


def copy_of(test):
    """Returns a function that does the same, so that marking it does not mark the other."""
    @functools.wraps(test)
    def copy(self):
        return test(self)
    return copy


class ForgeCase:
    """Tests with a team whose issues are on a played tracker."""

    # The class of the team, and the folder with the tracker's program.
    program = (None, None)

    def setUp(self):
        team, self.version = self.program
        reason = missing(self.version, team.program)
        if reason and os.environ.get("PMGIT_REQUIRE_FORGES"):
            # An error here counts, also in a test that is expected to fail.
            self.fail(reason)
        if reason:
            self.skipTest(reason)
        self.team = self.make_team()
        self.addCleanup(self.team.close)
        self.repository = self.team.repository

    def make_team(self, *options):
        team, version = self.program
        return team(version, *options)

    def tearDown(self):
        self.assertEqual(self.team.forge.failures, [], "the server itself has failed")
        self.assertEqual(self.team.forge.strangers, [], "the program wants a host that is not played")

    def check_same(self, clone):
        """The board and the issues have the same values, and nothing is left to send."""
        self.assertEqual(self.team.differences(clone), [])
        done = clone.push("--dry-run")
        self.assertIn("nothing to send", done.stderr, done.stdout)

    def check_calm(self, clone):
        """The same, and another push changes nothing on either side."""
        self.check_same(clone)
        count = len(self.mutations())
        self.assertIn("nothing to send", self.check_sent(clone))
        self.assertEqual(self.mutations()[count:], [])
        self.assertEqual(self.team.differences(clone), [])

    def check_sent(self, clone, *options):
        """A push succeeds; returns its messages."""
        done = clone.push(*options)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        return done.stderr

    def mutations(self):
        """Returns the names of the requests so far that change something."""
        return [request.name for request in self.team.forge.requests if request.is_change]
