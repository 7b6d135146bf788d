"""The lines for scripts that docs/scripts.md describes, and its examples, on the demo's board."""

import json
import os
import re
import subprocess
import unittest

from packed import PMGIT, ROOT, folder, run

PAGE = (ROOT / "docs" / "scripts.md").read_text()
# The value of 'PLAN' on the page.
PLAN = "login"
# The fields of the plan's file, and those that 'show' adds.
FIELDS = set(re.findall(r"^\| `([a-z]+)` \|", (ROOT / "docs" / "data-format.md").read_text().split("### Fields")[1]
             .split("\n\n")[1], re.MULTILINE)) | {"id", "creator", "updated"}
# Commands without output on the demo's board.
WITHOUT_LINES = {"pmgit edit --drafts", "pmgit doctor", "pmgit watch --timeout 1s", "pmgit bridge push --dry-run"}


def table(heading):
    """Returns the rows of the first table after a text, each as a list of cells."""
    rows = re.findall(r"^\|.*\|$", PAGE.split(heading)[1].split("\n\n")[1], re.MULTILINE)
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]


class ScriptsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        home = folder()
        cls.environment = {
            "HOME": str(home), "PATH": f"{PMGIT.parent}:{os.environ['PATH']}", "LC_ALL": "C.UTF-8", "TZ": "UTC",
            "GIT_CONFIG_NOSYSTEM": "1",
        }
        run(PMGIT, "init", "--demo", home / "demo", env=cls.environment)
        cls.folder = home / "demo" / "one"
        run(PMGIT, "-C", cls.folder, "field", "add", "points", "--kind", "number", env=cls.environment)
        run(PMGIT, "-C", cls.folder, "bridge", "add", "hub", "github:octo/app", env=cls.environment)
        (cls.folder / "FILE").write_text("no plan")
        for words in ["milestone add MILESTONE", "iteration add ITERATION --every 2w --start +10w"]:
            run(PMGIT, "-C", cls.folder, *words.split(), env=cls.environment)

    def lines(self, command):
        # Some commands exit with 1: for a file that is not a plan, or a board with problems.
        words = command.replace("PLAN", PLAN)
        done = subprocess.run(["bash", "-c", words], cwd=self.folder, env=self.environment, capture_output=True, text=True)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return [line.split("\t") for line in done.stdout.splitlines()]

    def test_lines_have_the_fields_that_are_listed(self):
        for command, fields in table("## Fields of a line"):
            command = command.strip("`")
            lines = self.lines(command)
            # After a semicolon, the page says what follows on some lines.
            (listed, _, more) = fields.partition("; ")
            count = len(listed.split(", "))
            with self.subTest(command):
                found = {min(len(line), count) if more else len(line) for line in lines}
                self.assertEqual(found, set() if command in WITHOUT_LINES else {count})

    def test_lines_begin_with_what_they_are_about(self):
        for command, text in table("begin each line with its subject"):
            with self.subTest(command):
                named = set(re.findall("`([a-z]+)`", text)) | (FIELDS if "show" in command else set())
                self.assertLessEqual({line[0] for line in self.lines(command.strip("`"))}, named)

    def test_fields_are_those_of_the_documents(self):
        plans = {plan["id"]: plan for plan in json.loads("".join("\t".join(line) for line in self.lines("pmgit list --all --json")))["plans"]}
        places = {"list": ["id", "state", "priority", "due", "title", "labels", "assignees"],
                  "board": ["state", "id", "priority", "due", "title", "labels", "assignees"]}
        for command, names in places.items():
            for line in self.lines(f"pmgit {command}"):
                found = dict(zip(names, line))
                plan = plans[found["id"]]
                for name, value in found.items():
                    wanted = plan.get(name) or ""
                    self.assertEqual(value, ",".join(wanted) if isinstance(wanted, list) else wanted, (command, name))

    def test_a_value_stays_on_its_line(self):
        self.lines("pmgit add -q Hard --body $'one\\ntwo\\tthree \\\\ four'")
        body = [line for line in self.lines("pmgit show Hard") if line[0] == "body"]
        self.assertEqual(body, [["body", "one\\ntwo\\tthree \\\\ four"]])


if __name__ == "__main__":
    unittest.main()
