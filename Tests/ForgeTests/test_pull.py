"""Pulls from GitHub through gh: what comes here, and what happens when something fails on the way."""

from case import ForgeCase, with_each_program
from forge import Answer
from github_api import error

LIMITED = Answer(200, {"errors": [{"type": "RATE_LIMITED", "message": "API rate limit already exceeded for user ID 1."}]})
SECONDARY = error(
    403, "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
    **{"Retry-After": "60"})
DUE = "2026-12-01T08:00:00Z"


class Pull(ForgeCase):
    """What a pull takes."""

    def fill(self, count):
        """Makes issues with values of every kind."""
        team, repository = self.team, self.repository
        milestones = [repository.milestone("1.0", DUE), repository.milestone("2.0")]
        for number in range(count):
            issue = team.open(f"Issue {number}", f"Body {number}\n\nwith *two* parts", at=1.7e9 + number)
            issue.label(f"label {number % 7}", *(["bug"] if number % 3 == 0 else []))
            issue.assign([[], [team.ann], [team.ann, team.bob]][number % 3])
            issue.milestone = [None, *milestones][number % 3]
            for note in range(number % 4):
                issue.comment([team.ann, team.bob][note % 2], f"Note {note} on {number}", at=1.7e9 + number + note)
            if number % 5 == 0:
                issue.close(["COMPLETED", "NOT_PLANNED"][number % 2])

    def test_all_fields_of_250_issues_come_over_three_pages(self):
        self.fill(250)
        clone = self.team.clone()
        clone("column", "add", "Not planned", "--kind", "done")
        clone.pull()
        self.assertEqual(self.team.forge.names(), ["IssueList"] * 3)
        self.check_calm(clone)
        self.assertIn("250 plans unchanged", clone.run("bridge", "pull", check=False).stderr)

    def test_an_issue_with_every_kind_of_change_is_followed(self):
        issue = self.team.open("Before", "Old body")
        issue.label("bug", "ui")
        issue.assign([self.team.ann])
        issue.milestone = self.repository.milestone("1.0", DUE)
        note = issue.comment(self.team.bob, "A note", at=1.7e9)
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)
        issue.title, issue.body = "After", "New body\n"
        issue.unlabel("bug")
        issue.label("a, b", 'said "so"', "größer 🎉")
        issue.assign([self.team.bob])
        issue.milestone = self.repository.milestone("2.0")
        note.body = "Another note"
        issue.comment(self.team.ann, "An answer")
        issue.close()
        clone.pull()
        self.check_same(clone)
        issue.delete_comment(note)
        issue.reopen()
        clone.pull()
        self.check_calm(clone)

    def test_a_milestone_that_is_removed_there_is_removed_here(self):
        issue = self.team.open("Issue")
        issue.milestone = self.repository.milestone("1.0")
        clone = self.team.clone()
        clone.pull()
        issue.milestone = None
        clone.pull()
        self.check_same(clone)

    def test_more_than_100_comments_come(self):
        issue = self.team.open("Issue")
        for number in range(130):
            issue.comment(self.team.bob, f"Note {number}", at=1.7e9 + number)
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)

    def test_what_a_pull_leaves_out_is_said(self):
        self.team.open("Issue").close("NOT_PLANNED")
        messages = self.team.clone().run("bridge", "pull", check=False).stderr
        self.assertIn("closed as not planned", messages)

    def test_reasons_are_columns_of_the_board(self):
        for reason in ("COMPLETED", "NOT_PLANNED"):
            self.team.open(reason).close(reason)
        clone = self.team.clone()
        clone("column", "add", "Not planned", "--kind", "done")
        clone.pull()
        self.check_same(clone)
        self.repository.issue(1).close("NOT_PLANNED")
        self.repository.issue(2).close("COMPLETED")
        clone.pull()
        self.check_same(clone)

    def test_duplicates_are_a_column_of_the_board(self):
        self.team.open("Issue").close("DUPLICATE")
        clone = self.team.clone()
        for column in ("Not planned", "Duplicate"):
            clone("column", "add", column, "--kind", "done")
        clone.pull()
        self.check_same(clone)

    def test_a_deleted_account_is_ghost(self):
        self.repository.open(None, "Issue").comment(None, "Note")
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)

    def test_a_bot_is_one_person(self):
        bot = self.team.hub.state.user("dependabot", typename="Bot")
        self.repository.open(bot, "Issue").comment(bot, "Note")
        clone = self.team.clone()
        clone.pull()
        plan = clone.plan(1)
        self.assertEqual(plan["created"]["by"], plan["comments"][0]["by"])

    def test_colours_that_are_forced_do_no_harm(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.pull(CLICOLOR_FORCE="1")
        self.check_same(clone)

    def test_a_terminal_that_is_forced_does_no_harm(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.pull(GH_FORCE_TTY="100")
        self.check_same(clone)

    def test_other_variables_of_gh_do_no_harm(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.pull(GH_REPO="octo/other", GH_HOST="github.com", GH_PAGER="false", PAGER="false", GH_PROMPT_DISABLED="")
        self.check_same(clone)


class FailingPull(ForgeCase):
    """Pulls that fail take nothing, and the next one goes on."""

    def check_fault(self, *words, **fault):
        """Pulls two pages while one fails; the next pull takes all. Checks for words in the message."""
        for number in range(120):
            self.team.open(f"Issue {number}", at=1.7e9 + number)
        clone = self.team.clone()
        self.team.forge.fail("IssueList", **fault)
        messages = clone.fails("bridge", "pull")
        for word in words:
            self.assertIn(word, messages)
        self.assertEqual(clone.plans(), {})
        self.assertIn("failed", clone("status"))
        clone.pull()
        self.check_same(clone)

    def test_a_connection_that_ends_on_the_second_page(self):
        self.check_fault("EOF", when="before", spared=1)

    def test_a_second_page_that_is_cut(self):
        self.check_fault("EOF", when="cut", spared=1)

    def test_a_login_that_is_refused(self):
        self.check_fault("Bad credentials", "gh auth status", answer=error(401, "Bad credentials"))

    def test_an_error_of_the_server_on_the_second_page(self):
        self.check_fault("502", answer=error(502, "Server Error"), spared=1)

    def test_the_rate_limit_on_the_second_page(self):
        self.check_fault("rate limit", answer=LIMITED, spared=1)

    def test_the_secondary_rate_limit(self):
        self.check_fault("secondary rate limit", answer=SECONDARY)

    def test_a_field_that_github_removes(self):
        answer = Answer(200, {"errors": [{"message": "Field 'body' doesn't exist on type 'Issue'"}]})
        self.check_fault("Field 'body'", answer=answer)

    def test_a_repository_that_is_not_there(self):
        clone = self.team.clone()
        clone("bridge", "add", "other", "github:octo/none")
        self.assertIn("Could not resolve to a Repository", clone.fails("bridge", "pull", "other"))


with_each_program(globals(), Pull)
with_each_program(globals(), FailingPull)
del Pull, FailingPull
