"""The commands of the tutorial and the README. 'PMGIT_RECORD_DOCS=1' records their output."""

import os
import pathlib
import re
import shutil
import tempfile
import unicodedata
import unittest

from tutorial import COLUMNS, Page, Terminal, make_home

PMGIT = pathlib.Path(os.environ["PMGIT"]).resolve()
ROOT = pathlib.Path(__file__).resolve().parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
README = ROOT / "README.md"


class PageCase(unittest.TestCase):
    def setUp(self):
        folder = pathlib.Path(tempfile.mkdtemp(prefix="pmgit-tutorial-"))
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        (folder / "git-pm").symlink_to(PMGIT)
        self.programs = f"{PMGIT.parent}:{folder}"
        self.home = make_home()
        self.addCleanup(shutil.rmtree, self.home, ignore_errors=True)
        self.terminal = Terminal(self.home, self.programs)

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
        # The last line of the page says how to remove what it has made.
        self.terminal.run(re.search(r"^- `(rm -rf .*)` removes all", text, re.MULTILINE)[1])
        self.assertEqual(os.listdir(self.home), [".pwd"])

    def test_difference_is_found(self):
        for wrong in ["```console\n$ echo one\ntwo\n```\n", "```console\n$ false\n```\n", "```console\n$ echo one\n```\n"]:
            with self.assertRaises(AssertionError):
                Page(wrong, self.terminal).check()
        Page("```console\n$ cd /\n$ pwd\n/\n```\n", self.terminal).check()


class WidthTest(unittest.TestCase):
    def test_no_page_shows_a_wider_terminal(self):
        """Except what git passes on from a remote, which it does not wrap."""
        wide = []
        for path in [README, *sorted((ROOT / "docs").glob("*.md"))]:
            for _, lines, *_ in Page(path.read_text(), None).steps():
                wide += [f"{path.name}: {line}" for line in lines if not line.startswith("remote: ") and width(line) > COLUMNS]
        self.assertEqual(wide, [])


def width(line):
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in line)


class AgentsTest(PageCase):
    def test_lines_of_the_readme_write_the_files_that_they_name(self):
        self.terminal.run("git init -q -b main app && cd app && pmgit init -q")
        app = pathlib.Path(self.home, "app")
        block = re.search(r"## Coding agents\n.*?```sh\n(.*?)```", README.read_text(), re.DOTALL)[1]
        for line in block.splitlines():
            before = set(os.listdir(app))
            command, named = line.split("#")
            self.terminal.run(command)
            self.assertEqual(set(os.listdir(app)) - before, set(re.findall(r"[\w.]+\.(?:md|json)", named)), command)


class ReadmeTest(PageCase):
    """The README's two minutes: one person's work, which then meets a colleague's."""

    def person(self, name, clone):
        """Returns a terminal in a person's clone of the project."""
        terminal = Terminal(self.home, self.programs)
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
