"""Exports, read by programs that know nothing of pmgit: Python's csv, a reader of iCalendar by RFC 5545, and Taskwarrior."""

import csv
import io
import json
import os
import shutil
import subprocess
import unittest

from packed import PMGIT, folder, run

HOSTILE = ["=1+1", "+1", "-1", "@SUM(A1)", "'=x", "a, \"b\"; c", "로그인 👩‍👩‍👧 " + "long " * 30, "x (A) 2026-12-01 +a @b due:2026-01-01",
           "<b>*bold*</b> @ada", "50%25 \\ \\n"]


def unfolded(text):
    """The lines of a calendar after RFC 5545: folded lines are joined."""
    assert text.endswith("\r\n") and "\n" not in text.replace("\r\n", ""), "lines end in CRLF"
    for line in text.split("\r\n"):
        assert len(line.encode()) <= 75, line
    return text.replace("\r\n ", "").removesuffix("\r\n").split("\r\n")


def unescaped(text):
    result, escaped = "", False
    for character in text:
        if escaped:
            result += {"n": "\n", "N": "\n"}.get(character, character)
        elif character != "\\":
            result += character
        escaped = not escaped and character == "\\"
    return result


def components(text, name):
    """The components of a kind, each with its properties by name; every BEGIN has its END."""
    stack, found = [], []
    for line in unfolded(text):
        head, value = line.split(":", 1)
        key = head.split(";")[0]
        if key == "BEGIN":
            stack.append((value, {}))
        elif key == "END":
            kind, properties = stack.pop()
            assert kind == value
            if kind == name:
                found.append(properties)
        else:
            assert key not in stack[-1][1], f"{key} twice"
            stack[-1][1][key] = value
    assert not stack
    return found


class ExportsTest(unittest.TestCase):
    def setUp(self):
        self.folder = folder()
        self.environment = {
            "HOME": str(self.folder), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "Asia/Seoul", "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_AUTHOR_NAME": "Dev One", "GIT_AUTHOR_EMAIL": "one@example.com", "GIT_COMMITTER_NAME": "Dev One",
            "GIT_COMMITTER_EMAIL": "one@example.com", "TASKRC": str(self.folder / "taskrc"), "TASKDATA": str(self.folder / "tasks"),
        }
        self.run_in("git", "init", "-q", ".")
        self.pmgit("init", "-q")
        self.pmgit("field", "add", "points", "--kind", "number")
        for title in HOSTILE:
            self.pmgit("add", "--label", "a", "--label", "b", "--label", "=c", "--due", "2026-12-31", "--field", "points=-5", "--assign", "@me", "--", title)
        self.plans = {plan["title"]: plan for plan in json.loads(self.output(PMGIT, "list", "--json", "is:any"))["plans"]}
        self.assertEqual(len(self.plans), len(HOSTILE))

    def run_in(self, *command, data=None):
        return run(*command, cwd=self.folder, env=self.environment, **({} if data is None else {"input": data}))

    def pmgit(self, *arguments):
        return self.run_in(PMGIT, *arguments)

    def output(self, *command):
        """The result without messages, and with the ends of lines as they are."""
        done = subprocess.run(command, cwd=self.folder, env=self.environment, capture_output=True, check=True)
        return done.stdout.decode()

    def export(self, *arguments):
        return self.output(PMGIT, "export", *arguments)

    def test_csv(self):
        rows = list(csv.DictReader(io.StringIO(self.export("--format", "csv"), newline=""), strict=True))
        self.assertEqual(len(rows), len(HOSTILE))
        for row in rows:
            for name, cell in row.items():
                if name != "points":
                    self.assertNotIn(cell[:1], list("=+-@\t\r"), f"{name}: {cell}")
            self.assertEqual((row["points"], row["due"]), ("-5", "2026-12-31"))
            self.assertEqual(row["labels"].removeprefix("'").split(", "), ["=c", "a", "b"])
        titles = [row["title"][1:] if row["title"][:2] in ("'=", "'+", "'-", "'@", "''") else row["title"] for row in rows]
        self.assertEqual(sorted(titles), sorted(self.plans))

    def test_calendar(self):
        events = components(self.export("--format", "ical"), "VEVENT")
        self.assertEqual(sorted(unescaped(event["SUMMARY"]) for event in events), sorted(self.plans))
        self.assertEqual({(event["DTSTART"], event["DTEND"]) for event in events}, {("20261231", "20270101")})
        self.assertEqual(len({event["UID"] for event in events}), len(HOSTILE))
        todos = self.export("--format", "ical", "--todos")
        self.assertEqual(components(todos, "VEVENT"), [])
        self.assertEqual({todo["DUE"] for todo in components(todos, "VTODO")}, {"20261231"})

    def test_imported_again(self):
        for name in ["csv", "todo-txt", "taskwarrior"]:
            (self.folder / name).write_bytes(self.export("--format", name).encode())
            self.assertIn(f"{len(HOSTILE)} plans unchanged", self.pmgit("import", name, "--dry-run"), name)
            other = self.folder / f"other-{name}"
            other.mkdir()
            run("git", "init", "-q", ".", cwd=other, env=self.environment)
            run(PMGIT, "init", "-q", cwd=other, env=self.environment)
            run(PMGIT, "import", f"../{name}", cwd=other, env=self.environment)
            plans = json.loads(run(PMGIT, "list", "--json", "is:any", cwd=other, env=self.environment))["plans"]
            for plan in plans:
                mine = self.plans[plan["title"]]
                for member in ["id", "state", "due", "labels", "assignees"]:
                    self.assertEqual(plan[member], mine[member], f"{name}: {member}")
            self.assertEqual(len(plans), len(HOSTILE))

    @unittest.skipUnless(shutil.which("task"), "Taskwarrior is not installed")
    def test_taskwarrior(self):
        """What Taskwarrior takes in and prints again are the same plans, but for what was done there."""
        (self.folder / "taskrc").write_text("confirmation=no\nverbose=nothing\n")
        (self.folder / "tasks").mkdir()
        self.run_in("task", "import", "-", data=self.export("--format", "taskwarrior"))
        (self.folder / "back.json").write_text(self.output("task", "export"))
        self.assertIn(f"{len(HOSTILE)} plans unchanged", self.pmgit("import", "back.json", "--dry-run"))
        self.run_in("task", "1", "done")
        (self.folder / "back.json").write_text(self.output("task", "export"))
        self.assertIn("1 updated", self.pmgit("import", "back.json"))
        self.assertEqual(len(json.loads(self.output(PMGIT, "list", "--json", "state:done"))["plans"]), 1)


if __name__ == "__main__":
    unittest.main()
