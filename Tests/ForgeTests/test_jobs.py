"""The job `bridges` of `ci/`: each run has a fresh clone, and knows nothing of the others but what is on the board."""

import html.parser
import os
import re
import signal

from case import GITHUB, ForgeCase, with_each_program
from forge import Lost
from runner import ROBOT, Runner

PUSH = {"DIRECTION": "push", "NEW": "label:public"}
# A title that acts on a page, in a log, and in a shell, unless it is taken for text.
HOSTILE = "</pre><b>x</b> &amp; [a](http://x.example) ::error::`id` $(id) ##[add-mask]x"


class Page(html.parser.HTMLParser):
    """The elements, texts and links of a page."""

    def __init__(self, text):
        super().__init__()
        self.elements, self.text, self.links = set(), "", []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        self.links += [value for name, value in attributes if name == "href"]

    def handle_data(self, data):
        self.text += data


class Jobs(ForgeCase):
    def setUp(self):
        super().setUp()
        self.repository.assignable.append(self.team.hub.state.user(ROBOT))
        self.repository.label("public")
        self.person = self.team.clone()
        self.person("sync")

    def run_job(self, code=0, **variables):
        """Runs the job in a fresh clone; returns the runner and the log."""
        runner = Runner(self.team)
        ended, log = runner.finish(runner.start(**variables))
        self.assertEqual(ended, code, log)
        return runner, log

    def run_killed(self, count, when, **variables):
        """Kills the job with all its programs before or after a request is done."""
        runner, before, answer = Runner(self.team), len(self.team.forge.requests), self.team.forge.answer
        process = runner.start(**variables)
        killed = False

        def answer_and_kill(request):
            nonlocal killed
            if killed or len(self.team.forge.requests) - before < count:
                return answer(request)
            if when == "after":
                answer(request)
            killed = True
            os.killpg(process.pid, signal.SIGKILL)
            raise Lost
        self.team.forge.answer = answer_and_kill
        _, log = runner.finish(process)
        self.team.forge.answer = answer
        self.assertTrue(killed, log)

    def change(self):
        """Makes changes of every kind, and two plans for new issues."""
        self.team.open("One")
        self.run_job()
        self.person("sync")
        self.person("edit", self.team.alias(1), "--title", "Mine", "--label", "public")
        self.person("comment", self.team.alias(1), "-m", "Note on Mine")
        for title in ("New 1", "New 2"):
            plan = self.person("add", title, "--label", "public").strip()
            self.person("comment", plan, "-m", f"Note on {title}")
        self.person("sync")

    def check_all_is_there_once(self):
        issues = sorted(self.repository.issues(), key=lambda issue: issue.title)
        self.assertEqual([issue.title for issue in issues], ["Mine", "New 1", "New 2"])
        for issue in issues:
            self.assertEqual([note.body for note in issue.comments()], [f"Note on {issue.title}"])
            self.assertEqual([label.name for label in issue.labels()], ["public"])

    def test_fresh_clones_take_and_send_everything_once(self):
        self.change()
        self.run_job(**PUSH)
        self.check_all_is_there_once()
        count = len(self.mutations())
        for _ in range(2):
            _, log = self.run_job(**PUSH)
            self.assertIn("nothing to send", log)
        self.assertEqual(self.mutations()[count:], [])
        self.repository.issue(1).close()
        self.run_job(**PUSH)
        self.person("sync")
        self.assertEqual(self.person.plan(1)["state"], "done")
        self.assertEqual(self.person("resolve", "--list"), "")

    def test_without_a_direction_nothing_is_sent(self):
        self.change()
        count = len(self.mutations())
        self.run_job(NEW="label:public")
        self.assertEqual(self.mutations()[count:], [])
        self.assertIn("is not pull or push", self.run_job(64, DIRECTION="both")[1])

    def check_killed(self, when, count):
        """A run that is killed at a request, and then two whole ones."""
        self.change()
        self.run_killed(count, when, **PUSH)
        self.run_job(**PUSH)
        self.check_all_is_there_once()
        count = len(self.mutations())
        self.assertIn("nothing to send", self.run_job(**PUSH)[1])
        self.assertEqual(self.mutations()[count:], [])

    def test_a_run_that_is_killed_is_finished_by_the_next_one(self):
        # Requests 0 and 1 are lists, 3 makes the first issue, and 20 is one of the last of a usual run.
        for when, counts in {"before": (3,), "after": (3, 9, 20)}.items():
            for count in counts:
                with self.subTest(when=when, count=count):
                    self.setUp()
                    self.check_killed(when, count)

    def test_two_runs_at_once_make_nothing_twice_that_is_not_named(self):
        self.change()
        runners = [Runner(self.team) for _ in range(2)]
        processes = [runner.start(**PUSH) for runner in runners]
        for runner, process in zip(runners, processes):
            code, log = runner.finish(process)
            self.assertIn(code, (0, 1), log)
        _, log = self.run_job(**PUSH)
        second = len(self.repository.issues()) - 3
        if second:
            self.assertRegex(log, f"left out {second if second > 1 else '.*a'} second issue")
        count = len(self.mutations())
        self.run_job(**PUSH)
        self.assertEqual(self.mutations()[count:], [])
        other = self.team.clone("boblee")
        for clone in (self.person, other):
            clone("sync")
        self.assertEqual(self.person("list", "is:any", "--json"), other("list", "is:any", "--json"))
        self.assertEqual(set(self.person.plans()), {"Mine", "New 1", "New 2"})

    def test_a_limit_of_the_tracker_ends_a_run_and_the_next_one_goes_on(self):
        self.change()
        self.team.forge.fail("IssueList", answer=self.team.busy)
        self.run_job(75, **PUSH)
        self.team.forge.fail("CommentCreate", answer=self.team.busy, spared=1)
        runner, log = self.run_job(75, **PUSH)
        self.assertEqual(log.count("secondary rate limit"), 1)
        self.assertIn("failed", runner.summary.read_text())
        self.run_job(**PUSH)
        self.check_all_is_there_once()

    def test_changes_that_always_fail_hold_up_no_others(self):
        for number in range(1, 15):
            self.team.open(f"Issue {number}")
        self.run_job()
        self.person("sync")
        for number in range(1, 13):
            self.person("edit", self.team.alias(number), "--label", f"missing-{number}")
        for number in (13, 14):
            self.person("edit", self.team.alias(number), "--title", f"Good {number}")
        self.person("sync")
        _, log = self.run_job(1, DIRECTION="push")
        self.assertEqual({f"missing-{number}" for number in range(1, 13)}, set(re.findall(r"missing-\d+", log)))
        self.assertEqual([issue.title for issue in self.repository.issues()][12:], ["Good 13", "Good 14"])

    def test_a_pull_that_would_finish_much_waits_for_somebody(self):
        for number in range(1, 61):
            self.team.open(f"Issue {number}")
        self.run_job()
        for issue in self.repository.issues():
            issue.close()
        runner, log = self.run_job(1, **PUSH)
        self.assertIn("more than 50", log)
        for text in (log, Page(runner.page.read_text()).text):
            self.assertIn("the input 'at-most'", text)
        self.run_job(AT_MOST="60")
        self.person("sync")
        self.assertEqual(self.person("list"), "")

    def test_a_board_without_plans_and_a_repository_without_issues(self):
        runner, _ = self.run_job(**PUSH)
        self.assertEqual(Page(runner.summary.read_text()).elements, {"h3", "pre"})

    def test_what_goes_wrong_before_the_pull_is_on_the_page(self):
        for source, words in {"github:octo/none": "Could not resolve", "octo/app": "is not a source"}.items():
            runner = Runner(self.team)
            code, log = runner.finish(runner.start(BRIDGE=source))
            self.assertNotEqual(code, 0, log)
            self.assertIn(words, Page(runner.summary.read_text()).text)
        runner, _ = self.run_job(1, BOARD="none")
        self.assertIn("pmgit init", Page(runner.summary.read_text()).text)

    def test_titles_are_texts_on_the_page(self):
        self.team.open(HOSTILE)
        runner, log = self.run_job()
        self.assertNotRegex(log, r"(?m)^\s*::")
        page = Page(runner.summary.read_text())
        self.assertIn(HOSTILE, page.text)
        self.assertEqual(page.elements, {"h3", "pre", "table", "tr", "th", "td", "a"})
        self.assertEqual(page.links, ["https://github.com/octo/app/issues/1"])
        # A blank line would end the HTML for Markdown.
        self.assertNotIn("\n\n", runner.summary.read_text())
        self.assertTrue(runner.page.read_text().startswith('<!doctype html><meta charset="utf-8">'))
        self.assertEqual(Page(runner.page.read_text()).links, page.links)

    def test_a_runner_that_keeps_its_clone(self):
        self.change()
        runner = Runner(self.team)
        for variables in ({}, PUSH, PUSH):
            code, log = runner.finish(runner.start(**variables))
            self.assertEqual(code, 0, log)
        self.check_all_is_there_once()

    def test_the_token_of_forgejo_is_not_sent_to_github(self):
        runner = Runner(self.team)
        runner.environment |= {"FORGEJO_ACTIONS": "true", "GITHUB_TOKEN": "token-of-forgejo"}
        code, log = runner.finish(runner.start(BRIDGE=self.team.place))
        self.assertEqual(code, 0, log)
        code, log = runner.finish(runner.start(BRIDGE=self.team.place, TOKEN=""))
        self.assertNotEqual(code, 0, log)
        self.assertFalse([one for one in self.team.forge.requests if "token-of-forgejo" in str(one.headers)])


with_each_program(globals(), Jobs, GITHUB)
del Jobs
