"""Answers of a tracker that are lost: the change was made, or not, and the program can't know. The next push goes on,
and nothing is there twice."""

from case import ForgeCase, with_each_program


class LostCase(ForgeCase):
    """One change whose answer, or whose request, is lost."""

    def start(self):
        for name in ("bug", "ui"):
            self.repository.label(name)
        self.repository.milestone("1.0")
        self.issue = self.team.open("Before", "Old body")
        self.issue.label("bug")
        self.alias = self.team.alias(1)
        clone = self.team.clone()
        clone("people", "account", self.team.account("annlee"), "Ann Lee <annlee@example.org>")
        clone("milestone", "add", "1.0")
        clone.pull()
        return clone

    def lose(self, sent, change, options=()):
        """Loses the request that sends something, before and after it is done, and pushes again."""
        for when in ("after", "before"):
            with self.subTest(when=when):
                self.setUp()
                clone = self.start()
                change(clone)
                self.team.forge.fail(self.team.sending[sent], when=when)
                self.assertEqual(clone.push(*options).returncode, 1)
                self.assertEqual(self.team.forge.faults[0].times, 0, f"no {sent} was sent")
                self.check_sent(clone, *options)
                self.check_calm(clone)

    def lose_edit(self, sent, *options):
        self.lose(sent, lambda clone: clone("edit", self.alias, *options))


class Lost(LostCase):
    """Changes of issues, and new issues."""

    def test_a_title(self):
        self.lose_edit("title", "--title", "After")

    def test_a_body(self):
        self.lose_edit("body", "--body", "New body")

    def test_a_milestone(self):
        self.lose_edit("milestone", "--milestone", "1.0")

    def test_an_added_label(self):
        self.lose_edit("label", "--label", "ui")

    def test_a_removed_label(self):
        self.lose_edit("unlabel", "--no-label", "bug")

    def test_an_assignee(self):
        self.lose_edit("assign", "--assign", "annlee")

    def test_a_closed_issue(self):
        self.lose("close", lambda clone: clone("done", self.alias))

    def test_an_opened_issue(self):
        def change(clone):
            self.issue.close()
            clone.pull()
            clone("move", self.alias, "doing")
        self.lose("reopen", change)

    def test_a_new_issue(self):
        def change(clone):
            plan = clone("add", "Plan", "--body", "Text", "--label", "bug", "--milestone", "1.0").strip()
            clone("comment", plan, "-m", "First")
        self.lose("new", change, ["--new", "is:any"])
        self.assertEqual([one.title for one in self.repository.issues()], ["Before", "Plan"])

    def check_renamed(self, body):
        """Loses the answer to a new issue, renames the plan here, and changes the text there."""
        clone = self.start()
        plan = clone("add", "Plan", "--body", "Text").strip()
        self.team.forge.fail(self.team.sending["new"], when="after")
        self.assertEqual(clone.push("--new", "is:any").returncode, 1)
        clone("edit", plan, "--title", "Other")
        self.repository.issue(2).body = self.repository.issue(2).body.replace("Text", body)
        self.check_sent(clone, "--new", "is:any")
        self.check_calm(clone)
        self.assertEqual([one.title for one in self.repository.issues()], ["Before", "Other"])

    def test_a_new_issue_that_is_renamed_here_before_the_next_push(self):
        self.check_renamed("Text")

    def test_a_new_issue_that_is_changed_on_both_sides_before_the_next_push(self):
        self.check_renamed("More text")

    def test_a_second_clone_that_syncs_finds_the_new_issue(self):
        one = self.start()
        one("add", "Plan", "--body", "Text")
        self.team.forge.fail(self.team.sending["new"], when="after")
        self.assertEqual(one.push("--new", "is:any").returncode, 1)
        one("sync")
        two = self.team.clone("boblee")
        two("sync")
        self.check_sent(two, "--new", "is:any")
        self.check_calm(two)
        self.assertEqual(len(self.repository.issues()), 2)

    def test_a_list_without_which_nothing_is_sent(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After", "--label", "ui")
        self.team.forge.fail(self.team.sending["list"], when="before")
        count = len(self.mutations())
        self.assertEqual(clone.push().returncode, 1)
        self.assertEqual(self.mutations()[count:], [])
        self.team.forge.fail(self.team.sending["label"], self.team.sending["title"], when="after")
        self.assertEqual(clone.push().returncode, 1)
        self.check_sent(clone)
        self.check_calm(clone)


class TakenBack(LostCase):
    """Changes whose answer is lost, and that are taken back here before the next push: they are not pulled as if
    somebody had made them there."""

    def take_back(self, sent, change, back):
        for isKilled in (False, True):
            with self.subTest(killed=isKilled):
                self.setUp()
                clone = self.start()
                old = self.team.values_there(self.issue, {"columns": []})
                clone(change[0], self.alias, *change[1:])
                if isKilled:
                    self.assertTrue(clone.push_killed(self.team.sending[sent], when="after"))
                else:
                    self.team.forge.fail(self.team.sending[sent], when="after")
                    self.assertEqual(clone.push().returncode, 1)
                self.assertNotEqual(self.team.values_there(self.issue, {"columns": []}), old)
                clone(back[0], self.alias, *back[1:])
                self.check_sent(clone)
                self.check_calm(clone)
                self.assertEqual(self.team.values_there(self.issue, {"columns": []}), old)

    def test_a_title(self):
        self.take_back("title", ["edit", "--title", "After"], ["edit", "--title", "Before"])

    def test_a_body(self):
        self.take_back("body", ["edit", "--body", "New body"], ["edit", "--body", "Old body"])

    def test_a_milestone(self):
        self.take_back("milestone", ["edit", "--milestone", "1.0"], ["edit", "--milestone", "none"])

    def test_an_added_label(self):
        self.take_back("label", ["edit", "--label", "ui"], ["edit", "--no-label", "ui"])

    def test_a_removed_label(self):
        self.take_back("unlabel", ["edit", "--no-label", "bug"], ["edit", "--label", "bug"])

    def test_an_assignee(self):
        self.take_back("assign", ["edit", "--assign", "annlee"], ["edit", "--no-assign", "annlee"])

    def test_a_closed_issue(self):
        self.take_back("close", ["done"], ["move", "todo"])

    def test_a_value_that_is_changed_again_here(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        self.team.forge.fail(self.team.sending["title"], when="after")
        self.assertEqual(clone.push().returncode, 1)
        clone("edit", self.alias, "--title", "Later")
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertEqual(self.issue.title, "Later")


class LostComments(LostCase):
    """Comments whose answer, or whose request, is lost."""

    def comment(self, clone):
        clone("comment", self.alias, "-m", "A note")

    def check_comments(self, late):
        """Loses the answer to a comment, while GitHub's clock differs from ours."""
        for when in ("after", "before"):
            with self.subTest(when=when):
                self.setUp()
                clone = self.start()
                self.team.hub.state.late = late
                self.comment(clone)
                self.team.forge.fail(self.team.sending["comment"], when=when)
                self.assertEqual(clone.push().returncode, 1)
                self.check_sent(clone)
                self.assertEqual([note.body for note in self.issue.comments()], ["A note"])
                self.check_calm(clone)

    def test_a_comment(self):
        self.check_comments(late=0)

    def test_a_comment_if_their_clock_is_an_hour_late(self):
        self.check_comments(late=-3600)

    def test_a_comment_if_their_clock_is_an_hour_early(self):
        self.check_comments(late=3600)

    def test_an_answer_that_does_not_come_in_time(self):
        clone = self.start()
        clone.run("comment", self.alias, "-m", "A note")
        self.team.forge.fail(self.team.sending["comment"], seconds=3)
        clone.git("config", "pmgit.timeout", "1")
        done = clone.push()
        self.assertNotEqual(done.returncode, 0, done.stderr)
        self.assertIn("no answer in 1 second", done.stderr)
        clone.git("config", "pmgit.timeout", "60")
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertEqual(len(self.issue.comments()), 1)


with_each_program(globals(), Lost)
with_each_program(globals(), TakenBack)
with_each_program(globals(), LostComments)
del Lost, LostCase, LostComments, TakenBack

