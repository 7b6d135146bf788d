"""The ratios that 'make benchmark' compares with recorded ones."""

import json
import sys
import unittest

from packed import ROOT

sys.path.insert(0, str(ROOT / "Scripts" / "benchmark"))

import recorded  # noqa: E402


class RecordedTest(unittest.TestCase):
    def test_the_file_has_the_ratios_that_are_compared(self):
        written = json.loads(recorded.FILE.read_text())
        self.assertEqual(sorted(written), sorted(recorded.NAMES))
        self.assertTrue(all(ratio > 0 for ratio in written.values()))

    def test_a_ratio_that_is_much_larger_is_named(self):
        lines = recorded.compared({"a / b": 1.4, "c / d": 3.1}, {"a / b": 1, "c / d": 2})
        self.assertEqual(lines, ["SLOWER: c / d: 3.10 ×, 1.6 times the recorded 2.00 ×"])

    def test_what_was_not_measured_is_not_judged(self):
        self.assertEqual(recorded.compared({"other": 9}, {"a / b": 1}), [])
        said = recorded.compared({"a / b": 1.5}, {"a / b": 1, "c / d": 2})
        self.assertEqual(said, ["None of 1 ratios is more than 1.5 times the recorded one."])


if __name__ == "__main__":
    unittest.main()
