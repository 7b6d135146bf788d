"""Pulls from Gitea and Forgejo, and pushes to them, by real runs of curl."""

import datetime
import os

from forge import Answer
from gitea import HOST, GiteaTeam
from gitea_api import error
from gitea_case import GiteaCase
from github import Label
from runner import Runner

DUE = "2026-12-01T23:59:59Z"
SEEDS = int(os.environ.get("PMGIT_FORGE_SEEDS", "1"))


class GiteaPull(GiteaCase):
    """What a pull takes."""

    def fill(self, count):
        milestones = [self.repository.milestone("1.0", DUE), self.repository.milestone("2.0")]
        for number in range(count):
            issue = self.team.open(f"Issue {number}", f"Body {number}\n\nwith *two* parts", at=1.7e9 + number)
            issue.label(f"label {number % 7}", *(["bug"] if number % 3 == 0 else []))
            issue.assign([[], [self.team.ann], [self.team.ann, self.team.bob]][number % 3])
            issue.milestone = [None, *milestones][number % 3]
            issue.due = None if number % 2 else datetime.datetime.fromisoformat("2027-01-02T23:59:59+00:00")
            for note in range(number % 4):
                issue.comment([self.team.ann, self.team.bob][note % 2], f"Note {note} on {number}", at=1.7e9 + number + note)
            if number % 5 == 0:
                issue.close()

    def test_all_fields_of_120_issues_come_over_pages_of_any_size(self):
        self.fill(120)
        self.team.hub.most = 30
        clone = self.team.clone()
        clone.pull()
        self.assertEqual(self.team.forge.names(), ["issueListIssues"] * 4 + ["issueGetRepoComments"] * 6)
        self.check_calm(clone)

    def test_changes_there_are_followed(self):
        clone = self.start()
        note = self.issue.comment(self.team.bob, "A note", at=1.7e9)
        self.issue.title, self.issue.body = "After", "New body\n"
        self.issue.unlabel("bug")
        self.issue.label("größer 🎉", 'said "so"')
        self.issue.assign([self.team.bob])
        self.issue.milestone = None
        self.issue.due = datetime.datetime.fromisoformat("2027-01-02T23:59:59+00:00")
        self.issue.locked = self.issue.is_pinned = True
        self.issue.close()
        clone.pull()
        self.check_same(clone)
        self.issue.delete_comment(note)
        self.issue.due = None
        self.issue.reopen()
        clone.pull()
        self.check_calm(clone)

    def test_a_public_repository_needs_no_login(self):
        self.team.open("Issue")
        clone = self.team.clone()
        clone.set_login(None)
        clone.pull()
        self.check_same(clone)
        self.assertNotIn("Authorization", self.team.forge.requests[-1].headers)

    def test_a_private_one_without_a_login_is_explained(self):
        self.repository.is_private = True
        clone = self.team.clone()
        clone.set_login(None)
        self.assertIn("git has no login for it", clone.fails("bridge", "pull"))

    def test_a_wrong_login_is_forgotten(self):
        clone = self.team.clone()
        clone.set_login("wrong")
        messages = clone.fails("bridge", "pull")
        self.assertIn("HTTP 401", messages)
        self.assertNotIn("wrong", messages)
        self.assertEqual(clone.stored, "")

    def test_issues_that_are_deleted_between_pages_lose_no_other(self):
        for number in range(60):
            self.team.open(f"Issue {number}")
        clone = self.team.clone()
        known = self.team.hub.issueListIssues

        def deleting(values, body):
            if values["page"] == 2:
                self.repository.issues_by_number.pop(60, None)
            return known(values, body)
        self.team.hub.issueListIssues = deleting
        clone.pull()
        self.check_same(clone)

    def test_an_old_version_is_named(self):
        clone = self.team.clone()
        self.team.hub.version = "1.15.3"
        self.team.forge.fail("issueListIssues", answer=error(404, "Not Found"), times=9)
        self.assertIn(f"'{HOST}' has Gitea 1.15.3; 1.17 or later is needed", clone.fails("bridge", "pull"))

    def test_a_repository_that_is_not_there_is_named(self):
        clone = self.team.clone()
        clone("bridge", "add", "other", f"gitea:{HOST}/octo/ap")
        self.assertIn(f"check the spelling of 'gitea:{HOST}/octo/ap'", clone.fails("bridge", "pull", "other"))

    def test_another_server_is_named(self):
        clone = self.team.clone()
        self.team.forge.fail("*", answer=Answer(200, {"hello": "world"}), times=9)
        self.assertIn(f"'{HOST}' is no Gitea or Forgejo", clone.fails("bridge", "pull"))

    def test_a_renamed_repository_is_refused_and_no_other_host_gets_the_token(self):
        clone = self.team.clone()
        self.team.hub.renamed["octo/app"] = "octo/new"
        self.assertIn("octo/new", clone.fails("bridge", "pull"))
        self.team.hub.renamed.clear()
        self.team.forge.fail("issueListIssues", answer=Answer(302, None, {"Location": "https://evil.example/api/v1/"}))
        self.assertIn("evil.example", clone.fails("bridge", "pull"))
        self.assertEqual({request.host for request in self.team.forge.requests}, {HOST})

    def test_a_curlrc_and_other_files_do_not_act(self):
        self.team.open("Issue")
        clone = self.team.clone()
        with open(f"{clone.environment['HOME']}/.curlrc", "w") as file:
            file.write("location-trusted\nfail\nurl = https://evil.example/\n")
        clone.pull()
        self.check_same(clone)

    def check_fault(self, *words, name="issueListIssues", **fault):
        """Pulls two pages while one fails; the next pull takes all. Checks for words in the message."""
        for number in range(60):
            self.team.open(f"Issue {number}", at=1.7e9 + number).comment(self.team.bob, "Note")
        clone = self.team.clone()
        self.team.forge.fail(name, **fault)
        messages = clone.fails("bridge", "pull")
        for word in words:
            self.assertIn(word, messages)
        self.assertEqual(clone.plans(), {})
        self.assertNotIn("token-of", messages)
        clone.pull()
        self.check_same(clone)

    def test_a_connection_that_ends(self):
        self.check_fault("curl: (52)", when="before", spared=1)

    def test_a_page_that_is_cut(self):
        self.check_fault("curl: (18)", when="cut", spared=1)

    def test_comments_that_are_cut(self):
        self.check_fault("curl: (18)", name="issueGetRepoComments", when="cut")

    def test_an_error_of_the_server(self):
        self.check_fault("HTTP 502", answer=error(502, "Bad Gateway"), spared=1)

    def test_too_many_requests(self):
        self.check_fault("HTTP 429", answer=error(429, ""), spared=1)

    def test_what_is_no_list(self):
        for document in ({}, [1], None, [[[[[[]]]]]], [{"number": "x"}], [{"number": -1}]):
            with self.subTest(document=document):
                self.setUp()
                self.check_fault(answer=Answer(200, document))

    def test_a_list_that_is_too_long_is_not_read_to_its_end(self):
        clone = self.team.clone()
        self.team.forge.fail("issueListIssues", answer=Answer(200, [{"number": 1, "title": "x" * (70 << 20)}]))
        self.assertIn("more than 64 MiB", clone.fails("bridge", "pull"))
        self.assertEqual(clone.plans(), {})

    def test_issues_that_are_made_between_pages_do_no_harm(self):
        for number in range(60):
            self.team.open(f"Issue {number}")
        clone = self.team.clone()
        known = self.team.hub.issueListIssues

        def making(values, body):
            if values["page"] == 2:
                self.team.open("One more")
            return known(values, body)
        self.team.hub.issueListIssues = making
        clone.pull()
        self.assertEqual(len(clone.plans()), 60)
        self.team.hub.issueListIssues = known
        clone.pull()
        self.check_same(clone)

    def test_a_server_that_never_ends_its_list(self):
        clone = self.team.clone()
        self.team.hub.issueListIssues = lambda values, body: Answer(
            200, [self.team.hub.shown(self.repository.issue(1))], {"X-Total-Count": "1000000"})
        self.team.open("Issue")
        self.assertIn("while the list was read", clone.fails("bridge", "pull"))


class GiteaPush(GiteaCase):
    """What a push sends, and what is refused."""

    def test_an_issue_gets_every_kind_of_change(self):
        clone = self.start()
        clone("milestone", "add", "2.0")
        clone("edit", self.alias, "--title", "After @eve", "--body", "New body\n\n@eve /close", "--milestone", "2.0",
              "--no-label", "bug", "--label", "ui", "--label", 'said "so"', "--label", "größer 🎉",
              "--assign", "boblee", "--no-assign", "annlee", "--due", "2027-03-04")
        clone("comment", self.alias, "-m", "A note\nwith *two* lines")
        clone("done", self.alias)
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertIn("@\u200beve", self.issue.body)
        clone("move", self.alias, "doing")
        clone("edit", self.alias, "--milestone", "none", "--due", "none", "--body", "")
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertEqual((self.issue.milestone, self.issue.due, self.issue.body), (None, None, ""))

    def test_a_dry_run_shows_requests_and_no_login(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After", "--no-label", "bug", "--label", "ui", "--milestone", "none")
        clone("comment", self.alias, "-m", "Hidden words")
        count = len(self.team.forge.requests)
        shown = clone("bridge", "push", "--dry-run") + clone("bridge", "push", "--dry-run", "--json")
        root = f"https://{HOST}/api/v1/repos/octo/app/issues/1"
        self.assertIn(f"curl -q --config - --request DELETE {root}/labels/bug", " ".join(shown.split()))
        self.assertIn(r'{\"labels\":[\"ui\"]}', shown)
        self.assertNotIn("token", shown)
        self.assertEqual(len(self.team.forge.requests), count)

    def test_texts_never_act(self):
        clone = self.start()
        clone("comment", self.alias, "-m", "Hi @eve\n/close")
        plan = clone("add", "New", "--body", "@eve").strip()
        self.check_sent(clone, "--new", plan)
        self.assertEqual(self.issue.comments()[0].body, "Hi @\u200beve\n\\/close")
        self.assertTrue(self.repository.issue(2).body.startswith("@\u200beve\n\n<!-- pmgit:"))
        self.assertIn("nothing to send", self.check_sent(clone))

    def test_days_are_the_same_in_every_zone_of_the_server(self):
        for zone in (-10, -3, 0, 2, 5.75, 13):
            with self.subTest(zone=zone):
                self.setUp()
                self.team.hub.zone = zone
                clone = self.start()
                clone("edit", self.alias, "--due", "2027-03-04")
                self.check_sent(clone)
                self.check_calm(clone)

    def test_labels_of_the_organization_and_of_a_scope(self):
        clone = self.start()
        self.team.hub.organizations["octo"] = [Label("shared")]
        clone("edit", self.alias, "--label", "shared", "--label", "kind/one")
        self.check_sent(clone)
        self.check_calm(clone)
        clone("edit", self.alias, "--label", "kind/two")
        self.check_sent(clone)
        # The server takes the other label of the scope away, and the next pull follows.
        clone.pull()
        self.check_calm(clone)
        self.assertEqual([one.name for one in self.issue.labels()], ["bug", "kind/two", "shared"])

    def test_names_are_found_on_later_pages(self):
        clone = self.start()
        for number in range(120):
            self.repository.label(f"more {number:03}")
            self.repository.milestone(f"M{number}")
        clone("milestone", "add", "M110")
        clone("edit", self.alias, "--label", "more 119", "--milestone", "M110")
        self.check_sent(clone)
        self.check_calm(clone)

    def test_a_milestone_named_by_a_number(self):
        clone = self.start()
        clone("milestone", "add", "7")
        clone("edit", self.alias, "--milestone", "7")
        self.check_sent(clone)
        self.check_calm(clone)

    def test_a_long_text_is_sent_whole(self):
        clone = self.start()
        body = ('öx\\"\t' * 100 + "x\n") * 300
        clone.run("edit", self.alias, "--body", "-", input=body)
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertEqual(list((clone.folder / ".git").rglob("*.text*")), [])

    def test_missing_names_are_named_and_hold_up_nothing(self):
        clone = self.start()
        clone("milestone", "add", "3.0")
        clone("edit", self.alias, "--label", "ui", "--label", "fresh", "--milestone", "3.0", "--title", "After")
        messages = clone.push().stderr
        self.assertIn("there is no label 'fresh'", messages)
        self.assertIn("there is no milestone '3.0'", messages)
        self.assertEqual((self.issue.title, [one.name for one in self.issue.labels()]), ("After", ["bug", "ui"]))
        self.repository.label("fresh")
        self.repository.milestone("3.0")
        self.check_sent(clone)
        self.check_calm(clone)

    def test_somebody_who_cannot_be_assigned_removes_nobody(self):
        clone = self.start()
        for login in ("eve", "nobody"):
            clone("people", "account", f"gitea:{HOST}/{login}", f"{login.title()} <{login}@example.org>")
            clone("edit", self.alias, "--assign", f"{login.title()} <{login}@example.org>", "--assign", "boblee")
            messages = clone.push().stderr
            self.assertIn(f"'{login}' can't be assigned", messages)
            self.assertEqual([user.login for user in self.issue.assignees()], ["annlee", "boblee"])

    def test_who_may_only_read_gets_an_error_for_each_change(self):
        clone = self.start()
        clone("milestone", "add", "2.0")
        for options in (["--label", "ui"], ["--milestone", "2.0"], ["--due", "2027-03-04"], ["--no-assign", "annlee"]):
            self.repository.permission = "READ"
            self.issue.author = self.team.ann
            clone("edit", self.alias, *options)
            self.assertEqual(clone.push().returncode, 1, options)
        self.repository.permission = "WRITE"
        self.check_sent(clone)

    def test_a_push_without_a_login_says_how_to_give_one(self):
        clone = self.start()
        clone("edit", self.alias, "--title", "After")
        clone.set_login(None)
        messages = clone.push().stderr
        self.assertIn(f"git has no login for 'https://{HOST}'", messages)
        self.assertIn("git credential approve", messages)
        self.assertIn(f"protocol=https, host={HOST}, username=NAME, password=TOKEN", messages)
        self.assertIn("git config --global credential.helper cache", messages)

    def test_refusals_are_named(self):
        self.check_refusal("archived", lambda: setattr(self.repository, "is_archived", True))
        self.check_refusal("open dependencies", lambda: setattr(self.issue, "blockers", True), ["done"])

    def check_refusal(self, word, change, words=("comment", "-m", "Note")):
        self.setUp()
        clone = self.start()
        clone(words[0], self.alias, *words[1:])
        change()
        self.assertIn(word, clone.push().stderr)
        self.repository.is_archived = self.issue.blockers = False
        self.check_sent(clone)
        self.check_calm(clone)

    def test_statuses_of_refused_changes(self):
        for status in (400, 403, 404, 405, 409, 412, 413, 422, 423, 500, 502, 503):
            with self.subTest(status=status):
                self.setUp()
                clone = self.start()
                clone("edit", self.alias, "--title", "After")
                self.team.forge.fail("issueEditIssue", answer=error(status, "Reason of the server"))
                done = clone.push()
                self.assertEqual(done.returncode, 1)
                self.assertIn(f"HTTP {status}: Reason of the server", done.stderr)
                self.check_sent(clone)
                self.check_calm(clone)



class GiteaLost(GiteaCase):
    """Requests and answers that are lost. The next push goes on, and nothing is there twice."""

    def change(self, clone):
        clone("milestone", "add", "2.0")
        clone("edit", self.alias, "--title", "After", "--body", "New body", "--milestone", "2.0", "--no-label", "bug",
              "--label", "ui", "--assign", "boblee", "--due", "2027-03-04")
        clone("comment", self.alias, "-m", "A note")
        clone("done", self.alias)
        plan = clone("add", "Plan", "--body", "Text", "--label", "bug", "--due", "2027-03-04").strip()
        clone("comment", plan, "-m", "First")

    def check_end(self, clone):
        self.check_sent(clone, "--new", "is:any")
        self.check_calm(clone)
        self.assertEqual(sorted(one.title for one in self.repository.issues()), ["After", "Plan"])
        notes = [note.body for one in self.repository.issues() for note in one.comments()]
        self.assertEqual(sorted(notes), ["A note", "First"])

    def requests_of_a_push(self):
        """Returns the names of the requests of a push in which nothing fails."""
        clone = self.start()
        self.change(clone)
        count = len(self.team.forge.requests)
        self.check_sent(clone, "--new", "is:any")
        return self.team.forge.names()[count:]

    def test_at_every_request_whatever_is_lost(self):
        faults = [{"when": "before"}, {"when": "after"}, {"when": "cut"}]
        for number in range(len(self.requests_of_a_push())):
            # More seeds try everything at every request.
            for fault in faults if SEEDS > 1 else [faults[number % 3]]:
                with self.subTest(number=number, **fault):
                    self.setUp()
                    clone = self.start()
                    self.change(clone)
                    self.team.forge.fail("*", spared=number, **fault)
                    clone.push("--new", "is:any")
                    self.check_end(clone)



class GiteaPlain(GiteaCase):
    """A server of one's own without encryption, in a folder of a host."""

    def test_both_directions(self):
        team = self.team
        host = f"127.0.0.1:{team.forge.port}"
        team.hub.state.host, team.hub.folder = f"{host}/git", "/git"
        team.forge.sites[host], team.forge.plain = team.hub, host
        issue = team.open("Before", "Body")
        clone = team.clone()
        clone("bridge", "remove", "hub")
        clone("bridge", "add", "hub", f"forgejo:http://{host}/git/octo/app")
        with open(f"{clone.environment['HOME']}/.git-credentials", "w") as file:
            file.write(f"http://annlee:token-of-annlee@{host}\n")
        clone.pull()
        self.check_same(clone)
        clone("edit", team.alias(1), "--title", "After")
        self.check_sent(clone)
        self.check_calm(clone)
        self.assertEqual(issue.title, "After")


class GiteaJob(GiteaCase):
    """The job `bridges` of `ci/` on Forgejo or Gitea itself."""

    def test_it_keeps_the_issues_of_its_repository_in_step(self):
        self.team.open("Issue")
        self.repository.label("public")
        person = self.team.clone()
        person("sync")
        self.run_job()
        person("sync")
        person("edit", self.team.alias(1), "--title", "Changed")
        person("add", "New", "--label", "public")
        person("sync")
        self.run_job(NEW="label:public")
        person("sync")
        self.assertEqual([issue.title for issue in self.repository.issues()], ["Changed", "New"])
        self.assertEqual(set(person.plans()), {"Changed", "New"})

    def run_job(self, **variables):
        runner = Runner(self.team)
        runner.environment |= {
            "FORGEJO_ACTIONS": "true", "GITHUB_TOKEN": "of-the-job", "GITHUB_SERVER_URL": f"https://{HOST}"}
        code, log = runner.finish(runner.start(DIRECTION="push", **variables))
        self.assertEqual(code, 0, log)
        self.assertNotIn("token-of", log + runner.page.read_text())


class ForgejoGiteaPush(GiteaPush):
    """The same on Forgejo."""

    program = (GiteaTeam, "forgejo")


del GiteaCase
