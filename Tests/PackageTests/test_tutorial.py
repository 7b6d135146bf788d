"""Every command of the tutorial does what the page says: 'PMGIT_RECORD_DOCS=1' writes down what they do."""

import os
import pathlib
import shutil
import tempfile
import unittest

from tutorial import Page, Terminal

PMGIT = pathlib.Path(os.environ["PMGIT"]).resolve()
TUTORIAL = pathlib.Path(__file__).resolve().parents[2] / "docs" / "tutorial.md"


class TutorialTest(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-tutorial-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        home = self.folder / "home"
        home.mkdir()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "git-pm").symlink_to(PMGIT)
        self.terminal = Terminal(str(home), f"{PMGIT.parent}:{self.folder / 'bin'}")

    def test_page(self):
        text = TUTORIAL.read_text()
        page = Page(text, self.terminal)
        if os.environ.get("PMGIT_RECORD_DOCS") == "1":
            TUTORIAL.write_text(page.record())
            return
        self.assertGreater(len(list(page.steps())), 20)
        page.check()

    def test_difference_is_found(self):
        for wrong in ["```console\n$ echo one\ntwo\n```\n", "```console\n$ false\n```\n", "```console\n$ echo one\n```\n"]:
            with self.assertRaises(AssertionError):
                Page(wrong, self.terminal).check()
        Page("```console\n$ cd /\n$ pwd\n/\n```\n", self.terminal).check()


if __name__ == "__main__":
    unittest.main()
