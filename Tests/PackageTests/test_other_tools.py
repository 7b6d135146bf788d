"""The lines of docs/from-other-tools.md by which plans come in are run, on what the other tools give out."""

import json
import os
import re
import unittest

from packed import PMGIT, ROOT, folder, needs, run

ISSUES = [
    {"number": 12, "title": "Fix login", "body": "Twice crashes.", "labels": [{"name": "bug"}], "assignees": [{"login": "one"}],
     "state": "OPEN", "author": {"login": "two"}, "createdAt": "2026-10-01T12:00:00Z"},
    {"number": 13, "title": "Old", "body": "", "labels": [], "assignees": [], "state": "CLOSED", "author": {"login": "two"},
     "createdAt": "2026-09-01T12:00:00Z"},
]
TRELLO = {
    "lists": [{"id": "l1", "name": "To Do"}, {"id": "l2", "name": "Doing"}],
    "cards": [
        {"name": "Fix login", "desc": "Twice crashes.", "closed": False, "idList": "l2", "labels": [{"name": "bug"}, {"name": ""}],
         "due": "2026-12-01T11:00:00.000Z", "shortLink": "aBcD1234"},
        {"name": "Gone", "desc": "", "closed": True, "idList": "l1", "labels": [], "due": None, "shortLink": "eFgH5678"},
        {"name": "Docs", "desc": "", "closed": False, "idList": "l1", "labels": [], "due": None, "shortLink": "iJkL9012"},
    ],
}
TASKS = [
    {"id": 1, "description": "Fix login", "entry": "20261001T120000Z", "status": "pending", "tags": ["bug"], "priority": "H",
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c11", "urgency": 9.8},
    {"id": 0, "description": "Old", "entry": "20260901T120000Z", "status": "completed",
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c12", "urgency": 0},
    {"id": 0, "description": "Gone", "entry": "20260901T120000Z", "status": "deleted",
     "uuid": "7f0c2a7e-3c39-4b0e-9b4e-1d1f6a0d5c13", "urgency": 0},
]


@unittest.skipIf(needs("jq"), "jq is not installed")
class OtherToolsTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        programs = self.folder / "programs"
        programs.mkdir()
        for name, data in [("gh", ISSUES), ("task", TASKS)]:
            (self.folder / f"{name}.json").write_text(json.dumps(data))
        # 'gh' has the language of jq built in.
        (programs / "gh").write_text('#!/bin/sh\nfor last; do :; done\nexec jq -c "$last" "$HOME/gh.json"\n')
        (programs / "task").write_text('#!/bin/sh\nexec cat "$HOME/task.json"\n')
        (programs / "pmgit").symlink_to(PMGIT)
        for program in programs.iterdir():
            program.chmod(0o755)
        (self.folder / "board.json").write_text(json.dumps(TRELLO))
        self.environment = {
            "HOME": str(self.folder), "PATH": f"{programs}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
            "GIT_CONFIG_NOSYSTEM": "1", "GIT_AUTHOR_NAME": "Dev One", "GIT_AUTHOR_EMAIL": "one@example.com",
            "GIT_COMMITTER_NAME": "Dev One", "GIT_COMMITTER_EMAIL": "one@example.com",
        }
        self.run_line("git init -q . && pmgit init -q")

    def run_line(self, line):
        return run("sh", "-e", "-c", line, cwd=self.folder, env=self.environment)

    def imported(self, tool):
        """Runs the line of a tool twice, as a person may; returns the plans by their titles."""
        page = (ROOT / "docs" / "from-other-tools.md").read_text()
        part = page[page.index(f"\n## {tool}"):]
        line = re.search(r"```sh\n(.*?)```", part, re.DOTALL)[1]
        first = self.run_line(line)
        self.assertIn("2", first)
        self.run_line(line)
        plans = json.loads(self.run_line("pmgit list --json is:any"))["plans"]
        self.assertEqual(len(plans), 2, first)
        return {plan["title"]: plan for plan in plans}

    def test_github(self):
        plans = self.imported("GitHub")
        fix = plans["Fix login"]
        self.assertEqual((fix["aliases"], fix["labels"], fix["assignees"]), (["github:OWNER/REPO#12"], ["bug"], ["one"]))
        self.assertEqual((fix["state"], fix["body"]), ("todo", "Twice crashes."))
        self.assertTrue(fix["created"]["at"].startswith("2026-10-01T12:00:00"))
        self.assertEqual(plans["Old"]["state"], "done")

    def test_trello(self):
        plans = self.imported("Trello")
        self.assertEqual((plans["Fix login"]["due"], plans["Fix login"]["labels"]), ("2026-12-01", ["bug"]))
        self.assertEqual(plans["Fix login"]["aliases"], ["trello:aBcD1234"])
        self.assertEqual((plans["Fix login"]["state"], plans["Docs"]["state"]), ("doing", "to-do"))

    def test_taskwarrior(self):
        plans = self.imported("Taskwarrior")
        self.assertEqual((plans["Fix login"]["priority"], plans["Fix login"]["labels"]), ("high", ["bug"]))
        self.assertEqual((plans["Old"]["state"], plans["Old"]["priority"]), ("done", None))


if __name__ == "__main__":
    unittest.main()
