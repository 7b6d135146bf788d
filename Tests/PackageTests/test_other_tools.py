"""The commands of docs/from, run on the output of the other tools."""

import json
import os
import re
import unittest

from packed import PMGIT, ROOT, folder, needs, run

ISSUES = [
    {"number": 12, "title": "Fix login", "body": "Twice\r\ncrashes.", "labels": [{"name": "bug"}], "assignees": [{"login": "one"}],
     "milestone": {"title": "v2"}, "comments": [{"author": {"login": "two"}, "createdAt": "2026-10-02T12:00:00Z", "body": "Since when?"}],
     "state": "OPEN", "author": {"login": "two"}, "createdAt": "2026-10-01T12:00:00Z", "closedAt": None, "url": "https://github.com/acme/shop/issues/12"},
    {"number": 13, "title": "Old", "body": "", "labels": [], "assignees": [], "state": "CLOSED", "author": {"login": "two"}, "milestone": None, "comments": [],
     "createdAt": "2026-09-01T12:00:00Z", "closedAt": "2026-09-03T12:00:00Z", "url": "https://github.com/acme/shop/issues/13"},
]
GITLAB = [
    {"iid": 12, "title": "Fix login", "description": "Twice", "labels": ["bug"], "assignees": [{"username": "one"}], "state": "opened",
     "author": {"username": "two"}, "created_at": "2026-10-01T12:00:00Z", "due_date": "2026-12-01", "weight": 3,
     "web_url": "https://gitlab.com/acme/shop/-/issues/12"},
    {"iid": 13, "title": "Old", "description": None, "labels": [], "assignees": [], "state": "closed", "author": {"username": "two"},
     "created_at": "2026-09-01T12:00:00Z", "closed_at": "2026-09-03T12:00:00Z", "web_url": "https://gitlab.com/acme/shop/-/issues/13"},
]
JIRA = """Summary,Issue key,Issue Type,Status,Priority,Assignee,Creator,Created,Resolved,Due date,Labels,Labels,Inward issue link (Blocks),Comment
Fix login,APP-12,Bug,In Review,Highest,One,Two,01/Oct/26 9:00 PM,,01/Dec/26,web,ux,APP-13,02/Oct/26 9:00 PM;two;Since when?
Old,APP-13,Task,Done,Low,,Two,01/Sep/26 9:00 PM,03/Sep/26 9:00 PM,,,,,
"""
LINEAR = """ID,Team,Title,Description,Status,Estimate,Priority,Project,Creator,Assignee,Labels,Created,Started,Completed,Canceled,Due Date,Parent issue
APP-12,App,Fix login,Twice,In Review,3,Urgent,Shop,two@example.com,one@example.com,"bug, ux",2026-10-01T12:00:00.000Z,2026-10-02T12:00:00.000Z,,,2026-12-01,APP-13
APP-13,App,Old,,Done,,No priority,,two@example.com,,,2026-09-01T12:00:00.000Z,,2026-09-03T12:00:00.000Z,,,
"""
TRELLO = {
    "lists": [{"id": "l1", "name": "To Do", "closed": False}, {"id": "l2", "name": "Doing", "closed": False},
              {"id": "l3", "name": "Old", "closed": True}],
    "members": [{"id": "m1", "username": "one"}, {"id": "m2", "username": "two"}],
    "checklists": [{"id": "k1", "idCard": "c1", "checkItems": [{"id": "5f1", "name": "reproduce", "state": "complete"},
                                                               {"id": "5f2", "name": "mend", "state": "incomplete"}]}],
    "actions": [
        {"id": "5f3", "type": "commentCard", "date": "2026-10-02T12:00:00.000Z", "memberCreator": {"username": "two"},
         "data": {"text": "Since when?", "card": {"id": "c1"}}},
        {"id": "5f4", "type": "updateCard", "date": "2026-10-02T12:00:00.000Z", "memberCreator": {"username": "two"},
         "data": {"card": {"id": "c1"}}},
    ],
    "cards": [
        {"id": "c1", "idMembers": ["m1"], "name": "Fix login", "desc": "Twice crashes.", "closed": False, "idList": "l2", "labels": [{"name": "bug"}, {"name": ""}],
         "due": "2026-12-01T11:00:00.000Z", "shortLink": "aBcD1234"},
        {"id": "c4", "idMembers": [], "name": "On an archived list", "desc": "", "closed": False, "idList": "l3", "labels": [], "due": None,
         "shortLink": "mNoP3456"},
        {"id": "c2", "idMembers": [], "name": "Gone", "desc": "", "closed": True, "idList": "l1", "labels": [], "due": None, "shortLink": "eFgH5678"},
        {"id": "c3", "idMembers": [], "name": "Docs", "desc": "", "closed": False, "idList": "l1", "labels": [], "due": None, "shortLink": "iJkL9012"},
    ],
}
TASKS = [
    {"id": 1, "description": "Fix login", "entry": "20261001T120000Z", "status": "pending", "tags": ["bug"], "priority": "H",
     "project": "app", "due": "20261201T230000Z", "annotations": [{"entry": "20261002T120000Z", "description": "Since when?"}],
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c11", "urgency": 9.8},
    {"id": 0, "description": "Old", "entry": "20260901T120000Z", "status": "completed", "end": "20260903T120000Z",
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c12", "urgency": 0},
    {"id": 0, "description": "Gone", "entry": "20260901T120000Z", "status": "deleted",
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c13", "urgency": 0},
]


def page(tool):
    """Returns the page about a tool."""
    return (ROOT / "docs" / "from" / f"{tool.lower()}.md").read_text()


@unittest.skipIf(needs("jq"), "jq is not installed")
class OtherToolsTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        programs = self.folder / "programs"
        programs.mkdir()
        for name, data in [("gh", ISSUES), ("task", TASKS)]:
            (self.folder / f"{name}.json").write_text(json.dumps(data))
            (programs / name).write_text(f'#!/bin/sh\nexec cat "$HOME/{name}.json"\n')
        (self.folder / "glab.json").write_text("".join(json.dumps([issue]) for issue in GITLAB))
        (programs / "glab").write_text('#!/bin/sh\nexec cat "$HOME/glab.json"\n')
        for program in programs.iterdir():
            program.chmod(0o755)
        # Which may belong to somebody else.
        (programs / "pmgit").symlink_to(PMGIT)
        (self.folder / "board.json").write_text(json.dumps(TRELLO))
        self.environment = {
            "HOME": str(self.folder), "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TZ": "Asia/Seoul",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Dev One", "GIT_AUTHOR_EMAIL": "one@example.com",
            "GIT_COMMITTER_NAME": "Dev One", "GIT_COMMITTER_EMAIL": "one@example.com",
        }
        self.run_line("git init -q . && pmgit init -q")

    def run_line(self, line):
        return run("sh", "-e", "-c", line, cwd=self.folder, env=self.environment)

    def imported(self, tool):
        """Runs the command for a tool twice, as a person may; returns the plans by title."""
        line = re.search(r"```sh\n(.*?)```", page(tool), re.DOTALL)[1]
        first = self.run_line(line)
        self.assertIn("2", first)
        self.run_line(line)
        plans = json.loads(self.run_line("pmgit list --json is:any"))["plans"]
        self.assertEqual(len(plans), 2, first)
        return {plan["title"]: plan for plan in plans}

    def set_up_fields(self, tool):
        """Runs the lines that set up the fields of a tool; returns the plan that they add."""
        block = next(block for block in re.findall(r"```sh\n(.*?)```", page(tool), re.DOTALL) if "pmgit field add" in block)
        for line in block.strip().splitlines():
            output = self.run_line(line)
            if line.startswith("pmgit list"):
                self.assertIn("Try the fields", output, line)
                self.assertIn("sum\t", output, line)
        return self.shown("Try the fields")

    def test_fields_of_github(self):
        plan = self.set_up_fields("GitHub")
        self.assertEqual((plan["custom"], plan["estimate"], plan["priority"], plan["state"]), ({"size": "M"}, 3, "urgent", "todo"))
        columns = json.loads(self.run_line("pmgit config --json"))["columns"]
        self.assertEqual([column["title"] for column in columns], ["Backlog", "Ready", "In progress", "In review", "Done"])

    def test_fields_of_jira(self):
        custom = self.set_up_fields("Jira")["custom"]
        self.assertEqual((custom["story-points"], custom["components"], custom["flagged"]), (5, ["backend", "docs"], True))
        self.assertEqual((custom["environment"], custom["severity"]), ("iPad, iOS 18", None))

    def shown(self, title):
        return json.loads(self.run_line(f"pmgit show '{title}' --json"))["plan"]

    def comments(self, title):
        return [(comment["by"], comment["at"][:19], comment["text"]) for comment in self.shown(title)["comments"]]

    def lead_times(self):
        times = json.loads(self.run_line("pmgit stats --since 2026-01-01 --json"))["leadTime"]
        return times["plans"], times["median"]

    def test_github(self):
        plans = self.imported("GitHub")
        fix = plans["Fix login"]
        self.assertEqual((fix["aliases"], fix["labels"], fix["assignees"]), (["github:acme/shop#12"], ["bug"], ["one"]))
        self.assertEqual(fix["milestone"], "v2")
        self.assertEqual(self.comments("Fix login"), [("two", "2026-10-02T12:00:00", "Since when?")])
        self.assertEqual((fix["state"], fix["body"]), ("todo", "Twice\ncrashes."))
        self.assertTrue(fix["created"]["at"].startswith("2026-10-01T12:00:00"))
        self.assertEqual(plans["Old"]["state"], "done")
        self.assertEqual(self.lead_times(), (1, 2 * 86400))

    def test_gitlab(self):
        plans = self.imported("GitLab")
        fix = plans["Fix login"]
        self.assertEqual((fix["aliases"], fix["labels"], fix["assignees"]), (["gitlab:acme/shop#12"], ["bug"], ["one"]))
        self.assertEqual((fix["due"], fix["estimate"], plans["Old"]["state"]), ("2026-12-01", 3, "done"))
        self.assertEqual(self.lead_times(), (1, 2 * 86400))

    def test_jira(self):
        (self.folder / "issues.csv").write_text(JIRA)
        plans = self.imported("Jira")
        fix = plans["Fix login"]
        self.assertEqual((fix["aliases"], fix["labels"], fix["assignees"]), (["jira:APP-12"], ["Bug", "ux", "web"], ["One"]))
        self.assertEqual((fix["due"], fix["priority"], fix["state"], plans["Old"]["state"]), ("2026-12-01", "urgent", "in-review", "done"))
        # The times are those of the clock in Seoul.
        self.assertEqual(self.comments("Fix login"), [("two", "2026-10-02T12:00:00", "Since when?")])
        self.assertEqual(self.lead_times(), (1, 2 * 86400))

    def test_linear(self):
        (self.folder / "issues.csv").write_text(LINEAR)
        plans = self.imported("Linear")
        fix = plans["Fix login"]
        self.assertEqual((fix["aliases"], fix["labels"], fix["assignees"]), (["linear:APP-12"], ["Shop", "bug", "ux"], ["one@example.com"]))
        self.assertEqual((fix["due"], fix["priority"], fix["estimate"], fix["state"]), ("2026-12-01", "urgent", 3, "in-review"))
        self.assertEqual(self.lead_times(), (1, 2 * 86400))

    def test_trello(self):
        plans = self.imported("Trello")
        self.assertEqual((plans["Fix login"]["due"], plans["Fix login"]["labels"]), ("2026-12-01", ["bug"]))
        self.assertEqual((plans["Fix login"]["aliases"], plans["Fix login"]["assignees"]), (["trello:aBcD1234"], ["one"]))
        lines = self.shown("Fix login")["checklist"]
        self.assertEqual([(line["text"], line["done"]) for line in lines], [("reproduce", True), ("mend", False)])
        self.assertEqual(self.comments("Fix login"), [("two", "2026-10-02T12:00:00", "Since when?")])
        self.assertEqual((plans["Fix login"]["state"], plans["Docs"]["state"]), ("doing", "todo"))

    def test_taskwarrior(self):
        plans = self.imported("Taskwarrior")
        self.assertEqual((plans["Fix login"]["priority"], plans["Fix login"]["labels"]), ("high", ["app", "bug"]))
        # The date in Seoul; in London it is the day before.
        self.assertEqual(plans["Fix login"]["due"], "2026-12-02")
        self.assertEqual([comment[1:] for comment in self.comments("Fix login")], [("2026-10-02T12:00:00", "Since when?")])
        self.assertEqual((plans["Old"]["state"], plans["Old"]["priority"]), ("done", None))
        self.assertEqual(self.lead_times(), (1, 2 * 86400))


if __name__ == "__main__":
    unittest.main()
