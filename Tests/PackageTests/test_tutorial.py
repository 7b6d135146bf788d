"""The commands of the tutorial and the README. 'PMGIT_RECORD_DOCS=1' records their output."""

import os
import pathlib
import shutil
import tempfile
import unittest

from tutorial import Page, Terminal

PMGIT = pathlib.Path(os.environ["PMGIT"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
README = ROOT / "README.md"


class PageCase(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-tutorial-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        home = self.folder / "home"
        home.mkdir()
        (self.folder / "bin").mkdir()
        (self.folder / "bin" / "git-pm").symlink_to(PMGIT)
        self.terminal = Terminal(str(home), f"{PMGIT.parent}:{self.folder / 'bin'}")

    def follow(self, page):
        """Runs a page and returns its text; when recording, with the new output."""
        if os.environ.get("PMGIT_RECORD_DOCS") == "1":
            return page.record()
        page.check()
        return page.text


class TutorialTest(PageCase):
    def test_page(self):
        page = Page(TUTORIAL.read_text(), self.terminal)
        self.assertGreater(len(list(page.steps())), 20)
        text = self.follow(page)
        if text != page.text:
            TUTORIAL.write_text(text)

    def test_difference_is_found(self):
        for wrong in ["```console\n$ echo one\ntwo\n```\n", "```console\n$ false\n```\n", "```console\n$ echo one\n```\n"]:
            with self.assertRaises(AssertionError):
                Page(wrong, self.terminal).check()
        Page("```console\n$ cd /\n$ pwd\n/\n```\n", self.terminal).check()


class ReadmeTest(PageCase):
    """The README's two minutes: one person's work, which then meets a colleague's."""

    def person(self, name, clone):
        """Returns a terminal in a person's clone of the project."""
        terminal = Terminal(str(self.folder / "home"), self.terminal.environment["PATH"].removesuffix(":" + os.environ["PATH"]))
        terminal.run(f"git clone -q ~/hub.git ~/{clone} 2>/dev/null")
        terminal.run(f"cd ~/{clone}")
        terminal.run(f"git config user.name '{name}'; git config user.email {clone}@example.com")
        return terminal

    def test_page(self):
        self.terminal.run("git init -q --bare ~/hub.git")
        one = self.person("Dev One", "one")
        one.run("git commit -q --allow-empty -m Begin && git push -q origin HEAD")
        text = README.read_text()
        until = text.index("When both of you edit the same plan")
        alone = Page(text[:until], one)
        begun = self.follow(alone)
        login = alone.ids["e1wh"]
        two = self.person("Dev Two", "two")
        two.run(f"pmgit check {alone.ids['an93']} 1")
        two.run(f"pmgit edit {login} --title 'Fix sign-in on tablets' && pmgit sync")
        one.run(f"pmgit edit {login} --title 'Fix login on every iPad'")
        together = Page(text[until:], one)
        together.ids = alone.ids
        self.assertGreater(len(list(together.steps())), 3)
        ended = self.follow(together)
        if begun + ended != text:
            README.write_text(begun + ended)


if __name__ == "__main__":
    unittest.main()
