"""Pushes to a tracker through its program: what arrives there, and what is refused."""

import json

from case import GITHUB, with_each_program
from forge import Answer
from push_case import PushCase



class Push(PushCase):
    """What a push sends."""

    def test_an_issue_gets_every_kind_of_change(self):
        clone = self.start()
        clone("milestone", "add", "2.0")
        clone("edit", self.alias, "--title", "After", "--body", "New body\n\n@eve /close", "--milestone", "2.0",
              "--no-label", "bug", "--label", "ui", "--label", 'said "so"', "--assign", "boblee",
              "--no-assign", "annlee")
        clone("comment", self.alias, "-m", "A note\nwith *two* lines")
        clone("done", self.alias)
        self.check_sent(clone)
        self.check_same(clone)
        self.assertEqual((self.issue.title, self.issue.closed), ("After", True))
        clone("move", self.alias, "doing")
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertFalse(self.issue.closed)

    def test_a_milestone_is_removed(self):
        clone = self.start()
        clone("edit", self.alias, "--milestone", "none")
        self.check_sent(clone)
        self.assertIsNone(self.issue.milestone)
        self.check_same(clone)

    def test_a_text_is_emptied(self):
        clone = self.start()
        clone("edit", self.alias, "--body", "")
        self.check_sent(clone)
        self.assertEqual(self.issue.body, "")
        self.check_same(clone)

    def test_new_issues_are_made_of_plans_once(self):
        clone = self.start()
        for number in range(3):
            clone("add", f"Plan {number}", "--body", f"Text {number}", "--label", "bug", "--milestone", "1.0",
                  "--assign", "annlee")
        clone("comment", clone.plans()["Plan 1"]["id"], "-m", "First")
        clone("done", clone.plans()["Plan 2"]["id"])
        self.check_sent(clone, "--new", "is:any")
        self.check_same(clone)
        self.assertEqual(self.mutations().count(self.team.sending["new"]), 3)
        self.assertRegex(self.repository.issue(2).body, r"\AText \d\n\n<!-- pmgit:[0-9a-z]+ -->\Z")
        self.assertIn("nothing to send", self.check_sent(clone, "--new", "is:any"))
        clone("edit", self.team.alias(3), "--body", "Other text")
        self.check_sent(clone)
        self.assertRegex(self.repository.issue(3).body, r"\AOther text\n\n<!-- pmgit:[0-9a-z]+ -->\Z")
        self.check_calm(clone)

    def test_both_sides_change_different_fields(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "Mine", "--label", "ui")
        clone("comment", self.alias, "-m", "From here")
        self.issue.body = "Theirs"
        self.issue.label('said "so"')
        self.issue.comment(self.team.bob, "From there")
        self.check_sent(clone)
        self.check_same(clone)

    def test_both_sides_change_one_field(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "Mine", "--label", "ui")
        self.issue.title = "Theirs"
        messages = clone.push().stderr
        self.assertIn("title is in conflict", messages)
        self.assertEqual(self.issue.title, "Theirs")
        clone("resolve", self.alias, "--mine")
        self.check_sent(clone)
        self.assertEqual(self.issue.title, "Mine")
        self.check_same(clone)

    def test_an_issue_that_both_sides_open_again_is_in_the_column_of_here(self):
        clone = self.start()
        clone("done", self.alias)
        self.check_sent(clone)
        clone("move", self.alias, "doing")
        self.issue.reopen()
        self.check_sent(clone)
        self.check_same(clone)
        self.assertEqual(clone.plan(1)["state"], "doing")

    def test_a_closed_issue_that_is_moved_here_is_finished(self):
        clone = self.start()
        clone("move", self.alias, "doing")
        self.issue.close()
        clone.pull()
        self.check_same(clone)

    def test_a_comment_after_100_is_sent(self):
        clone = self.start()
        for number in range(120):
            self.issue.comment(self.team.bob, f"Note {number}", at=1.7e9 + number)
        clone.pull()
        clone("comment", self.alias, "-m", "One more")
        self.check_sent(clone)
        self.assertEqual(len(self.issue.comments()), 121)
        self.assertIn("nothing to send", self.check_sent(clone))
        self.assertEqual(len(self.issue.comments()), 121)

    def test_a_second_clone_has_the_issues_that_the_first_made(self):
        one, two = self.start(), self.team.clone("boblee")
        one("add", "Plan", "--body", "Text")
        self.check_sent(one, "--new", "is:any")
        one("sync")
        two("sync")
        two.pull()
        self.check_same(two)
        two("comment", self.team.alias(2), "-m", "From Bob")
        self.check_sent(two)
        self.check_same(two)
        one("sync")
        two("sync")
        one("sync")
        one.pull()
        self.check_same(one)
        self.assertEqual([note.author for note in self.repository.issue(2).comments()], [self.team.bob])


class GitHubPush(PushCase):
    """What a push sends to GitHub alone."""

    def test_an_issue_is_closed_as_not_planned(self):
        clone = self.start(["Not planned"])
        clone("move", self.alias, "Not planned")
        self.check_sent(clone)
        self.assertEqual(self.issue.reason, "NOT_PLANNED")
        self.check_same(clone)

    def test_a_closed_issue_gets_another_reason_or_the_push_names_it(self):
        clone = self.start(["Not planned"])
        clone("done", self.alias)
        self.check_sent(clone)
        clone("move", self.alias, "Not planned")
        messages = clone.push().stderr
        if self.issue.reason != "NOT_PLANNED":
            self.assertIn("Not planned", messages)

    def test_a_duplicate_is_not_closed_as_completed(self):
        clone = self.start(["Duplicate"])
        clone("move", self.alias, "Duplicate")
        clone.push()
        self.assertIn((self.issue.state, self.issue.reason), [("CLOSED", "DUPLICATE"), ("CLOSED", "NOT_PLANNED"), ("OPEN", None)])



class RefusedPush(PushCase):
    """What a tracker refuses: it stays here, is named, and holds up nothing else."""

    def test_a_person_who_cannot_be_assigned_stays_here_and_is_named(self):
        clone = self.start()
        clone("people", "account", self.team.account("eve"), "Eve <eve@example.org>")
        clone("edit", self.alias, "--assign", "Eve <eve@example.org>")
        messages = clone.push().stderr
        self.assertIn("Eve <eve@example.org>", clone.plan(1)["assignees"])
        self.assertIn("'eve'", messages.lower())
        clone.pull()
        self.assertIn("Eve <eve@example.org>", clone.plan(1)["assignees"])
        count = len(self.mutations())
        clone.push()
        if self.version != "old":
            self.assertEqual(self.mutations()[count:], [], "what was dropped is sent again")
        self.repository.assignable.append(self.team.eve)
        clone("edit", self.alias, "--no-assign", "Eve <eve@example.org>")
        clone.pull()
        clone("edit", self.alias, "--no-assign", "annlee", "--assign", "Eve <eve@example.org>")
        self.check_sent(clone)
        self.assertEqual(self.issue.assignees(), [self.team.eve])

    def test_an_account_that_is_not_there_changes_no_other(self):
        self.repository.has_licence = True
        clone = self.start()
        clone("people", "account", self.team.account("nobody"), "No Body <nobody@example.org>")
        clone("edit", self.alias, "--assign", "No Body <nobody@example.org>", "--assign", "boblee")
        clone.push()
        self.assertEqual([user.login for user in self.issue.assignees()], ["annlee", "boblee"])

    def test_nothing_is_sent_to_an_issue_that_is_gone(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        del self.repository.issues_by_number[1]
        count = len(self.mutations())
        self.assertIn("no such issue", clone.push().stderr)
        self.assertEqual(self.mutations()[count:], [])

    def test_a_milestone_that_is_not_there_is_named(self):
        clone = self.start()
        clone("milestone", "add", "3.0")
        clone("edit", self.alias, "--milestone", "3.0")
        messages = clone.push().stderr
        self.assertIn("no milestone '3.0'", messages)
        self.assertIn(self.team.milestone_hint, messages)
        self.repository.milestone("3.0")
        self.check_sent(clone)
        self.check_same(clone)

    def test_a_limit_of_requests_ends_the_push_and_the_next_goes_on(self):
        clone = self.start()
        for number in range(6):
            self.team.open(f"Issue {number}")
        clone.pull()
        for number in range(2, 8):
            clone("edit", self.team.alias(number), "--title", f"Title {number}")
        count = len(self.mutations())
        self.team.forge.fail(self.team.sending["title"], answer=self.team.busy, times=100)
        done = clone.push()
        self.assertEqual(done.returncode, 75)
        self.assertRegex(done.stderr, "secondary rate limit|HTTP 429")
        self.assertEqual(len(self.mutations()) - count, 1)
        self.team.forge.faults.clear()
        self.check_sent(clone)
        self.check_same(clone)


class GitHubRefusedPush(PushCase):
    """What GitHub refuses."""

    def test_a_label_that_is_not_there_is_named(self):
        clone = self.start()
        clone("edit", self.alias, "--label", "ui", "--label", "fresh label", "--title", "After")
        messages = clone.push().stderr
        self.assertRegex(messages, "gh label create --repo octo/app .*fresh label")
        self.assertEqual((self.issue.title, [one.name for one in self.issue.labels()]), ("After", ["bug", "ui"]))
        self.repository.label("fresh label")
        self.check_sent(clone)
        self.check_same(clone)

    def test_the_hint_for_a_closed_milestone_opens_it(self):
        clone = self.start()
        self.repository.milestone("2.0").state = "CLOSED"
        clone("milestone", "add", "2.0")
        clone("edit", self.alias, "--milestone", "2.0")
        done = clone.push()
        self.assertIsNot(self.issue.milestone, self.repository.milestone("2.0"))
        self.assertIn("if it is closed there, open it again there", done.stderr)

    def test_a_person_who_may_only_read_gets_an_error_for_each_change(self):
        clone = self.start()
        self.repository.permission = "READ"
        clone("edit", self.alias, "--label", "ui")
        done = clone.push()
        self.assertEqual(done.returncode, 1)
        self.assertIn("AddLabelsToLabelable", done.stderr)
        self.repository.permission = "WRITE"
        self.check_sent(clone)
        self.check_same(clone)

    def test_an_archived_repository_is_named(self):
        clone = self.start()
        self.repository.is_archived = True
        clone("edit", self.alias, "--title", "After")
        done = clone.push()
        self.assertIn("archived", done.stderr)
        self.repository.is_archived = False
        self.check_sent(clone)
        self.check_same(clone)

    def test_a_limit_of_requests_is_named_and_the_next_push_goes_on(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        self.team.forge.fail("IssueUpdate", answer=Answer(200, {
            "errors": [{"type": "RATE_LIMITED", "message": "API rate limit already exceeded for user ID 1."}]}))
        self.assertIn("rate limit", clone.push().stderr)
        self.check_sent(clone)
        self.check_same(clone)

    def test_the_document_of_a_push_has_the_hints(self):
        clone = self.start()
        clone("edit", self.alias, "--label", "fresh")
        document = json.loads(clone.push("--json").stdout)
        self.assertIn("gh label create", json.dumps(document))


with_each_program(globals(), Push)
with_each_program(globals(), GitHubPush, GITHUB)
with_each_program(globals(), RefusedPush)
with_each_program(globals(), GitHubRefusedPush, GITHUB)
del Push, GitHubPush, RefusedPush, GitHubRefusedPush, PushCase
