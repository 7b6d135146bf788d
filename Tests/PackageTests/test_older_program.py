"""A board that an older program and this one have edited in turn loses nothing; see older_program.py."""

import json
import unittest

import older_program
from packed import PMGIT, folder


class OlderProgram(unittest.TestCase):
    def setUp(self):
        place = folder()
        self.older, self.newer = older_program.pair(place, PMGIT, PMGIT)
        story = (older_program.FIXTURE / "board.export").read_text(encoding="utf-8")
        for clone in [self.older, self.newer]:
            name = clone.path.name
            clone.git("fast-import", "--quiet", input=story)
            clone.git("update-ref", "refs/heads/pmgit/main", f"refs/heads/{name}")
            clone.git("update-ref", "-d", "refs/heads/older")
            clone.git("update-ref", "-d", "refs/heads/newer")
        document = json.loads((older_program.FIXTURE / "expected.json").read_text(encoding="utf-8"))
        self.expected, self.settings = document["plans"], document["settings"]

    def test_nothing_is_lost(self):
        self.newer.meet(self.older)
        for clone in [self.newer, self.older]:
            older_program.check(self.expected, clone.plans())
            self.assertEqual(json.loads(json.dumps(clone.settings())), self.settings)
            clone.pmgit("doctor", "--offline", "-q")
        self.assertEqual(*[clone.git("rev-parse", "pmgit/main") for clone in [self.newer, self.older]])
        for plan in self.expected:
            for file in self.expected[plan]["files"]:
                self.assertEqual(self.newer.pmgit("attach", plan, "--get", file["name"], "-o", "-"), "Read me.\n")

    def test_a_missing_value_is_seen(self):
        plan = next(plan for plan in self.expected if self.expected[plan]["milestone"])
        self.newer.pmgit("edit", plan, "--milestone", "none")
        self.newer.meet(self.older)
        with self.assertRaisesRegex(AssertionError, "milestone"):
            older_program.check(self.expected, self.older.plans())


if __name__ == "__main__":
    unittest.main()
