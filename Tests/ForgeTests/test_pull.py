"""Pulls from a tracker through its program: what comes here, and what happens when something fails on the way."""

from case import GITHUB, GITLAB, ForgeCase, with_each_program
from forge import Answer
from github_api import error
from gitlab import GUEST
from gitlab_api import error as gitlab_error

LIMITED = Answer(200, {"errors": [{"type": "RATE_LIMITED", "message": "API rate limit already exceeded for user ID 1."}]})
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
                team.close_somehow(issue, number)

    def test_all_fields_of_250_issues_come_over_several_pages(self):
        self.fill(250)
        clone = self.team.clone()
        clone("column", "add", "Not planned", "--kind", "done")
        clone.pull()
        self.assertEqual(self.team.forge.names().count(self.team.sending["list"]), -(-250 // self.team.page))
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
        issue.label(self.team.odd_label, 'said "so"', "größer 🎉")
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

    def test_a_deleted_account_is_ghost(self):
        self.repository.open(None, "Issue").comment(None, "Note")
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)

    def test_colours_that_are_forced_do_no_harm(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.pull(CLICOLOR_FORCE="1")
        self.check_same(clone)

    def test_more_than_100_comments_come(self):
        issue = self.team.open("Issue")
        for number in range(130):
            issue.comment(self.team.bob, f"Note {number}", at=1.7e9 + number)
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)


class GitHubPull(ForgeCase):
    """What a pull takes from GitHub."""

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

    def test_a_bot_is_one_person(self):
        bot = self.team.hub.state.user("dependabot", typename="Bot")
        self.repository.open(bot, "Issue").comment(bot, "Note")
        clone = self.team.clone()
        clone.pull()
        plan = clone.plan(1)
        self.assertEqual(plan["created"]["by"], plan["comments"][0]["by"])

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


class GitLabPull(ForgeCase):
    """What a pull takes from GitLab."""

    def test_members_that_bridges_do_not_know_are_not_in_the_way(self):
        self.repository.has_licence = True
        issue = self.team.open("Issue")
        issue.assign([self.team.ann, self.team.bob])
        issue.confidential = issue.discussion_locked = True
        issue.due_date, issue.moved_to = "2026-12-24", 99
        issue.close(self.team.eve)
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)
        self.assertEqual(clone.plan(1)["due"], "2026-12-24")

    def test_tasks_and_incidents_have_their_type_as_a_label(self):
        for kind in ("task", "incident"):
            self.team.open(kind).issue_type = kind
        clone = self.team.clone()
        clone.pull()
        self.assertEqual([clone.plan(number)["labels"] for number in (1, 2)], [["task"], ["incident"]])
        clone("edit", self.team.alias(1), "--title", "After")
        self.check_sent(clone)
        self.assertEqual((self.repository.issue(1).title, self.repository.issue(1).labels()), ("After", []))

    def test_comments_are_read_if_their_number_has_changed(self):
        issue = self.team.open("Issue")
        issue.comment(self.team.bob, "First")
        issue.comment(self.team.bob, "changed the description").system = True
        self.team.open("Other")
        clone = self.team.clone()
        clone.pull()
        self.assertEqual(self.team.forge.names(), ["GET issues", "GET notes"])
        clone.pull()
        self.assertEqual(self.team.forge.names()[2:], ["GET issues"])
        self.assertEqual([note["text"] for note in clone.plan(1)["comments"]], ["First"])
        issue.delete_comment(issue.comments()[0])
        clone.pull()
        self.assertEqual(self.team.forge.names()[3:], ["GET issues", "GET notes"])
        self.assertEqual(clone.plan(1)["comments"], [])

    def test_comments_that_fail_to_come_do_so_later(self):
        for number in range(3):
            self.team.open(f"Issue {number}").comment(self.team.bob, f"Note {number}")
        clone = self.team.clone()
        self.team.forge.fail("GET notes", answer=self.team.busy, times=100, spared=1)
        self.assertIn("comments of 2 issues were not read", clone.run("bridge", "pull", check=False).stderr)
        self.team.forge.faults.clear()
        clone.pull()
        self.check_calm(clone)

    def test_a_milestone_of_a_group_comes(self):
        self.team.open("Issue").milestone = self.repository.milestone("1.0", "2026-12-01", group=True)
        clone = self.team.clone()
        clone.pull()
        self.check_same(clone)

    def test_an_issue_that_is_made_meanwhile_moves_no_other(self):
        for number in range(150):
            self.team.open(f"Issue {number}", at=1.7e9 + number)
        clone = self.team.clone()
        self.team.forge.fail("GET issues", spared=1, during=lambda: self.team.open("Another"))
        clone.pull()
        self.check_same(clone)

    def test_hidden_issues_stay_hidden(self):
        self.team.open("Issue")
        self.team.open("Secret").confidential = True
        self.repository.levels[self.team.ann] = GUEST
        clone = self.team.clone()
        clone.pull()
        self.assertEqual(list(clone.plans()), ["Issue"])

    def test_a_project_that_was_renamed_is_named(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.pull()
        self.repository.former.append(self.repository.path)
        self.repository.path = "octo/tools/other"
        self.assertIn("has the issues of 'gitlab:octo/tools/other'", clone.fails("bridge", "pull"))

    def test_a_project_of_another_host_in_the_clone_is_not_asked(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.git("remote", "add", "upstream", "https://git.example.com/octo/tools/app.git")
        clone.pull()
        self.check_same(clone)


class FailingPull(ForgeCase):
    """Pulls that fail take nothing, and the next one goes on."""

    def check_fault(self, *words, **fault):
        """Pulls two pages while one fails; the next pull takes all. Checks for words in the message."""
        for number in range(120):
            self.team.open(f"Issue {number}", at=1.7e9 + number)
        clone = self.team.clone()
        self.team.forge.fail(self.team.sending["list"], **fault)
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



class GitHubFailingPull(FailingPull):
    """Failures as GitHub words them."""

    def test_a_login_that_is_refused(self):
        self.check_fault("Bad credentials", "gh auth status", answer=error(401, "Bad credentials"))

    def test_an_error_of_the_server_on_the_second_page(self):
        self.check_fault("502", answer=error(502, "Server Error"), spared=1)

    def test_the_rate_limit_on_the_second_page(self):
        self.check_fault("rate limit", answer=LIMITED, spared=1)

    def test_the_secondary_rate_limit(self):
        self.check_fault("secondary rate limit", answer=self.team.busy)

    def test_a_field_that_github_removes(self):
        answer = Answer(200, {"errors": [{"message": "Field 'body' doesn't exist on type 'Issue'"}]})
        self.check_fault("Field 'body'", answer=answer)

    def test_a_repository_that_is_not_there(self):
        clone = self.team.clone()
        clone("bridge", "add", "other", "github:octo/none")
        self.assertIn("Could not resolve to a Repository", clone.fails("bridge", "pull", "other"))


class GitLabFailingPull(FailingPull):
    """Failures as GitLab words them."""

    def test_a_connection_that_ends_on_the_second_page(self):
        # A request that only reads is sent once more.
        self.check_fault("EOF", when="before", spared=1, times=2)

    def test_a_login_that_is_refused(self):
        self.check_fault("401 Unauthorized", "glab auth status", answer=gitlab_error(401, "401 Unauthorized"))

    def test_an_error_of_the_server_on_the_second_page(self):
        self.check_fault("502", answer=gitlab_error(502, "502 Bad Gateway"), spared=1)

    def test_the_rate_limit_on_the_second_page(self):
        self.check_fault("HTTP 429", "again later", answer=self.team.busy, spared=1)

    def test_a_project_that_may_not_be_read(self):
        self.check_fault("403 Forbidden", answer=gitlab_error(403, "403 Forbidden"))

    def test_a_project_that_is_not_there(self):
        clone = self.team.clone()
        clone("bridge", "add", "other", "gitlab:octo/none")
        self.assertIn("404 Project Not Found", clone.fails("bridge", "pull", "other"))


with_each_program(globals(), Pull)
with_each_program(globals(), GitHubPull, GITHUB)
with_each_program(globals(), GitLabPull, GITLAB)
with_each_program(globals(), GitHubFailingPull, GITHUB)
with_each_program(globals(), GitLabFailingPull, GITLAB)
del Pull, GitHubPull, GitLabPull, FailingPull, GitHubFailingPull, GitLabFailingPull
