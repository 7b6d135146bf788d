"""The README's two commands that set up pmgit from source, and that CI runs exactly these."""

import os
import pathlib
import re
import subprocess
import tempfile
import unittest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PMGIT = os.environ.get("PMGIT", os.path.join(ROOT, ".build/release/pmgit"))


def text(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def commands():
    """Returns the README's commands, as CI and the new systems get them."""
    return subprocess.run([os.path.join(ROOT, "Scripts/readme-commands.sh")], check=True, capture_output=True,
                          text=True).stdout.splitlines()


class Readme(unittest.TestCase):
    def test_two_commands_do_it_all(self):
        self.assertEqual([line.split("#")[0].strip() for line in commands()], ["make demo", "make test"])
        for line in commands():
            self.assertIn(f"\n{line}\n", text("README.md"))

    def test_they_come_before_the_longer_ways(self):
        readme = text("README.md")
        self.assertLess(readme.index("\nmake demo"), readme.index("tar -xJf"))
        self.assertLess(readme.index("\nmake demo"), readme.index("make install"))

    def test_ci_and_the_fresh_systems_run_them_as_they_stand_there(self):
        for script in [".ci/run", "Scripts/try-source.sh"]:
            self.assertRegex(text(script), r"(?m)^\s*commands=\$\(Scripts/readme-commands\.sh\)$", script)
            self.assertRegex(text(script), r"(?m)^\s*while read -r command <&3; do$", script)
            # The commands must come from the README only.
            self.assertNotRegex(text(script), r"(?m)^\s*make (demo|test)\b", script)

    def test_ci_installs_optional_tools_after_them(self):
        """In the new system; only there can a step be missing without being noticed."""
        inside = re.search(r"(?s)\n  inside\)\n(.*?);;", text(".ci/run"))[1].split()
        places = [inside.index(word) for word in ["run_the_readme", "Scripts/install-test-tools.sh", "require_tools", "check_the_rest"]]
        self.assertEqual(places, sorted(places))
        self.assertIn('check_the_rest "make skipped-tests"', text(".ci/run"))

    def test_every_swift_suite_that_needs_a_tool_runs_again_with_it(self):
        skipped = re.search(r"(?m)^skipped='(.*)'$", text("Scripts/test-swift.sh"))[1]
        found = set()
        for path in pathlib.Path(ROOT, "Tests").rglob("*.swift"):
            source = path.read_text(encoding="utf-8")
            if re.search(r"Shell\.available|Transport\.(available|served|ssh)\b|canRun(HTTP|SSH)|find\(\"gpg\"", source):
                module = path.relative_to(ROOT).parts[1]
                found |= {f"{module}.{suite}" for suite in re.findall(r"@Suite.*\n *struct (\w+)|@Suite struct (\w+)", source) for suite in suite if suite}
        self.assertGreater(len(found), 3)
        self.assertEqual([suite for suite in sorted(found) if not re.search(skipped, suite)], [])

    def test_a_workflow_tries_the_sources_on_every_release(self):
        workflow = text(".github/workflows/source.yml")
        for words in ["release: [bookworm, trixie]", "person: [root, sudo]", "Scripts/try-source.sh ${{ matrix.release }}"]:
            self.assertIn(words, workflow)

    def test_help_lists_them(self):
        said = subprocess.run(["make", "help"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for target in ["demo", "test"]:
            self.assertRegex(said, rf"(?m)^  make {target} +\S")


class Demo(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="pmgit readme ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.demo = os.path.join(folder.name, "deep", "demo")

    def run_demo(self, folder=None):
        return subprocess.run(["bash", os.path.join(ROOT, "Scripts/demo.sh"), folder or self.demo], cwd=self.folder,
                              env=dict(os.environ, PMGIT=PMGIT), stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def test_a_second_run_shows_the_same_board(self):
        boards = []
        for said in ["made a board of two people in", "is there already"]:
            done = self.run_demo()
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(said, done.stdout)
            self.assertIn(self.demo, done.stdout)
            boards.append([line for line in done.stdout.splitlines() if "\t" in line])
        self.assertEqual(len(boards[0]), 16)
        self.assertEqual(boards[0], boards[1])

    def test_what_it_says_to_type_works(self):
        said = self.run_demo().stdout
        typed = dict(re.findall(r"(?m)^To ([a-z ]+): +(.*)$", said))
        self.assertTrue(typed["open the page"].startswith(PMGIT) and typed["open the page"].endswith(" web"), said)
        shown = subprocess.run(["bash", "-c", typed["open the page"] + " --help"], check=True, capture_output=True, text=True)
        self.assertIn("pmgit web", shown.stdout)
        shown = subprocess.run(["bash", "-c", typed["use the terminal"]], check=True, capture_output=True, text=True)
        self.assertIn("title", shown.stdout)
        subprocess.run(["bash", "-c", typed["remove the demo"]], check=True)
        self.assertFalse(os.path.exists(self.demo))

    def test_no_folder_of_somebody_else_and_none_of_the_repository_is_used(self):
        os.mkdir(os.path.join(self.folder, "mine"))
        for folder, reason in [("mine", "is not a demo of pmgit"), (os.path.join(ROOT, "demo"), "inside this repository"),
                               (ROOT, "inside this repository")]:
            done = self.run_demo(folder)
            self.assertEqual(done.returncode, 1)
            self.assertIn(reason, done.stderr)
            self.assertIn("make demo DEMO=FOLDER", done.stderr)
        self.assertEqual(os.listdir(os.path.join(self.folder, "mine")), [])
        self.assertFalse(os.path.exists(os.path.join(ROOT, "demo")))


class Make(unittest.TestCase):
    def test_a_path_with_a_space_is_refused_in_words(self):
        with tempfile.TemporaryDirectory(prefix="pmgit readme ") as folder:
            done = subprocess.run(["make", "-C", folder, "-f", os.path.join(ROOT, "Makefile"), "help"], capture_output=True,
                                  text=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("has a space", done.stderr)

    def test_what_is_missing_is_named_to_who_may_not_install_it(self):
        """With a PATH that has apt-get, but neither the dependencies nor sudo."""
        with tempfile.TemporaryDirectory() as folder:
            for name in ["apt-get", "git", "make"]:
                os.symlink("/bin/true", os.path.join(folder, name))
            bash = subprocess.run(["bash", "-c", "command -v bash"], check=True, capture_output=True, text=True).stdout.strip()
            script = text("Scripts/install-dependencies.sh").replace("EUID", "user")
            done = subprocess.run([bash, "-c", "user=1000\n" + script], env={"PATH": folder}, stdin=subprocess.DEVNULL,
                                  capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"(?m)^  sudo apt-get install .*\bpkg-config\b.*\blibgit2-dev\b")


if __name__ == "__main__":
    unittest.main()
