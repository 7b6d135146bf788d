"""Pushes to GitLab through glab: what GitLab alone takes, and what it refuses or drops."""

from case import GITLAB, with_each_program
from gitlab import GUEST, REPORTER
from gitlab_api import error
from push_case import PushCase


class GitLabPush(PushCase):
    """What a push sends to GitLab alone."""

    def test_texts_of_every_form_arrive(self):
        clone = self.start()
        for body in ("-", "", "x" * 200_000, "--output", "{}", "@file", "/close", "```\n/close\n```", "null"):
            clone("edit", self.alias, "--body", "-", input=body)
            self.check_sent(clone)
            self.assertEqual(clone.plan(1)["body"] or "", body)
            if "/" not in body and "@" not in body:
                self.assertEqual(self.issue.body, body)
        self.assertEqual(self.team.hub.state.acted, [])
        self.check_calm(clone)

    def test_titles_of_every_form_arrive(self):
        clone = self.start()
        for title in ("[draft]", "7", "-x", "null", "true", ":id", "@file"):
            clone("edit", self.alias, "--title", title)
            self.check_sent(clone)
            self.assertEqual(self.issue.title.replace("\u200b", ""), title)
        self.check_calm(clone)

    def test_milestones_are_found_by_every_title(self):
        clone = self.start()
        for title in ("7", ":id", "a & b=c", "Größe 🎉", "100%"):
            self.repository.milestone(title)
            clone("milestone", "add", title)
            clone("edit", self.alias, "--milestone", title)
            self.check_sent(clone)
            self.assertEqual(self.issue.milestone.title, title)
        self.check_calm(clone)

    def test_a_milestone_of_a_group_is_set(self):
        clone = self.start()
        self.repository.milestone("Group", group=True)
        clone("milestone", "add", "Group")
        clone("edit", self.alias, "--milestone", "Group")
        self.check_sent(clone)
        self.check_calm(clone)

    def test_labels_are_made_there(self):
        clone = self.start()
        clone("edit", self.alias, "--label", "fresh", "--label", "[new]")
        self.check_sent(clone)
        self.assertEqual([one.name for one in self.issue.labels()], ["[new]", "bug", "fresh"])

    def test_an_assignee_takes_the_place_of_the_only_one(self):
        clone = self.start()
        clone("edit", self.alias, "--no-assign", "annlee", "--assign", "boblee")
        self.check_sent(clone)
        self.assertEqual(self.issue.assignees(), [self.team.bob])
        self.check_calm(clone)

    def test_an_assignee_is_removed(self):
        clone = self.start()
        clone("edit", self.alias, "--no-assign", "annlee")
        self.check_sent(clone)
        self.check_calm(clone)

    def test_new_issues_have_long_texts_and_odd_titles(self):
        clone = self.start()
        clone("add", "[draft]", "--body", "-", input="y" * 200_000 + "\n/close")
        self.check_sent(clone, "--new", "is:any")
        self.check_calm(clone)
        self.assertEqual(self.team.hub.state.acted, [])

    def test_a_push_to_a_project_with_a_licence_assigns_several(self):
        self.repository.has_licence = True
        clone = self.start()
        clone("edit", self.alias, "--assign", "boblee")
        self.check_sent(clone)
        self.check_calm(clone)


class GitLabRefusedPush(PushCase):
    """What GitLab refuses, or drops without an error."""

    def check_held(self, clone, *words):
        """The push names what is held, keeps it, and sends it no more."""
        before = clone.plan(1)
        messages = self.check_sent(clone)
        for word in words:
            self.assertIn(word, messages)
        clone.pull()
        plan = clone.plan(1)
        for field in ("labels", "assignees", "milestone"):
            self.assertEqual(plan[field], before[field])
        count = len(self.mutations())
        self.assertIn("not sent, as before: 1 change", self.check_sent(clone))
        self.assertEqual(self.mutations()[count:], [])

    def test_a_second_assignee_stays_here_and_is_named(self):
        clone = self.start()
        clone("edit", self.alias, "--assign", "boblee")
        self.check_held(clone, "did not take its assignee 'boblee'")

    def test_values_that_a_guest_may_not_set_stay_here_and_are_named(self):
        clone = self.start()
        self.issue.author = self.team.ann
        self.repository.levels[self.team.ann] = GUEST
        clone("milestone", "add", "2.0")
        clone("edit", self.alias, "--label", "ui", "--no-label", "bug", "--milestone", "2.0", "--assign", "boblee",
              "--no-assign", "annlee", "--title", "After")
        self.check_held(
            clone, "label 'ui'", "kept the label 'bug'", "milestone '2.0'", "assignee 'boblee'",
            "kept the assignee 'annlee'")
        self.assertEqual(self.issue.title, "After")

    def test_a_value_that_was_refused_and_is_set_there_is_forgotten(self):
        clone = self.start()
        clone("edit", self.alias, "--assign", "boblee")
        self.check_sent(clone)
        self.repository.has_licence = True
        self.issue.assign([self.team.ann, self.team.bob])
        self.check_calm(clone)
        self.issue.assign([self.team.ann])
        clone.pull()
        self.check_calm(clone)

    def test_a_person_who_may_only_read_gets_an_error_for_each_change(self):
        clone = self.start()
        self.repository.levels[self.team.ann] = GUEST
        clone("edit", self.alias, "--label", "ui")
        done = clone.push()
        self.assertEqual(done.returncode, 1)
        self.assertIn("403 Forbidden", done.stderr)
        self.repository.levels[self.team.ann] = REPORTER
        self.check_sent(clone)
        self.check_same(clone)

    def test_an_error_of_the_server_makes_no_issue_twice(self):
        clone = self.start()
        clone("add", "Plan")
        self.team.forge.fail("POST issues", answer=error(502, "502 Bad Gateway"), after=True)
        self.assertIn("502", clone.push("--new", "is:any").stderr)
        self.check_sent(clone, "--new", "is:any")
        self.assertEqual(len(self.repository.issues()), 2)
        self.check_calm(clone)

    def lose_a_comment(self):
        """Sends a comment whose answer is lost; returns the clone."""
        clone = self.start()
        self.other = self.issue.comment(self.team.bob, "Other")
        clone.pull()
        clone("comment", self.alias, "-m", "A note")
        self.team.forge.fail("POST notes", when="after")
        self.assertEqual(clone.push().returncode, 1)
        return clone

    def test_a_comment_waits_if_those_that_are_there_can_not_be_read(self):
        clone = self.lose_a_comment()
        self.team.forge.fail("GET notes", answer=error(500, "500 Internal Server Error"))
        self.assertIn("those that are there could not be read", self.check_sent(clone))
        self.check_sent(clone)
        self.assertEqual([one.body for one in self.issue.comments()], ["Other", "A note"])
        self.check_calm(clone)

    def test_a_lost_comment_is_found_if_another_is_deleted_there(self):
        clone = self.lose_a_comment()
        self.issue.delete_comment(self.other)
        self.check_sent(clone)
        self.assertEqual([one.body for one in self.issue.comments()], ["A note"])
        self.check_calm(clone)

    def test_values_that_are_too_long_are_named(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "x" * 300)
        self.assertIn("longer than 255 characters", self.check_sent(clone))
        self.assertEqual(self.issue.title, "Before")

    def test_a_moved_project_takes_nothing(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        self.repository.former.append(self.repository.path)
        self.repository.path = "octo/new/app"
        count = len(self.mutations())
        self.assertIn("has the issues of 'gitlab:octo/new/app'", clone.push().stderr)
        self.assertEqual(self.mutations()[count:], [])

    def test_an_issue_that_is_hidden_now_gets_nothing(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        self.issue.confidential = True
        self.repository.levels[self.team.ann] = GUEST
        count = len(self.mutations())
        self.assertIn("no such issue", clone.push().stderr)
        self.assertEqual(self.mutations()[count:], [])


with_each_program(globals(), GitLabPush, GITLAB)
with_each_program(globals(), GitLabRefusedPush, GITLAB)
del GitLabPush, GitLabRefusedPush, PushCase
