"""What a CI of a host runs: the steps of action.yml and of ci/gitlab.yml as they are written, by a shell."""

import os
import pathlib
import unittest

import yaml

from packed import PMGIT, ROOT, folder, needs, packed, run

NOBODY = "0" * 40


class HostCase(unittest.TestCase):
    """A remote, a clone of somebody, and a clone as a runner of a host has it."""

    def setUp(self):
        self.folder = folder()
        self.environment = {
            "HOME": str(self.folder), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "GIT_CONFIG_NOSYSTEM": "1",
        }
        run("git", "init", "-q", "--bare", "--initial-branch=main", self.folder / "remote.git")
        self.person = self.clone("person")
        self.commit("Begin")
        self.git("push", "-q", "-u", "origin", "main")
        self.pmgit("init", "-q")
        self.plan = self.pmgit("add", "-q", "Fix login").strip()
        self.pmgit("sync", "-q")

    def clone(self, name):
        path = self.folder / name
        run("git", "clone", "-q", self.folder / "remote.git", path, env=self.environment)
        run("git", "-C", path, "config", "user.name", "Dev One", env=self.environment)
        run("git", "-C", path, "config", "user.email", "one@example.com", env=self.environment)
        return path

    def git(self, *arguments):
        return run("git", *arguments, cwd=self.person, env=self.environment).strip()

    def pmgit(self, *arguments):
        return run(PMGIT, *arguments, cwd=self.person, env=self.environment)

    def commit(self, *messages):
        self.git("commit", "-q", "--allow-empty", *[word for message in messages for word in ("-m", message)])
        return self.git("rev-parse", "HEAD")

    def state(self):
        self.pmgit("pull", "-q")
        return self.pmgit("list", "-q", "is:any").split("\t")[1]

    def breaks_plan(self):
        """Somebody writes nonsense into a plan, and pushes it; returns the commits before and after."""
        before = self.git("rev-parse", "pmgit/main")
        self.git("worktree", "add", "-q", "../board", "pmgit/main")
        path = next((self.folder / "board" / "plans").rglob("*.json"))
        path.write_text("{}\n")
        self.git("-C", "../board", "commit", "-q", "-am", "Break it")
        return before, self.git("rev-parse", "pmgit/main")


@unittest.skipIf(needs("curl", "dpkg-deb", "objdump", "lowdown"), "nothing can be packed here")
class ActionTest(HostCase):
    """The steps of action.yml, with the values that GitHub gives them."""

    def run_action(self, job, branch, before, after, check=True, **inputs):
        runner = self.folder / "runner"
        if not runner.exists():
            run("git", "clone", "-q", self.folder / "remote.git", runner, env=self.environment)
        run("git", "-C", runner, "fetch", "-q", "origin", env=self.environment)
        run("git", "-C", runner, "checkout", "-q", "--detach", after, env=self.environment)
        paths = self.folder / "paths"
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        values = {name: entry.get("default", "") for name, entry in action["inputs"].items()} | inputs | {"job": job}
        # The program under test may have another version than the one that the action installs.
        values["version"] = run(PMGIT, "--version").split()[2]
        known = {f"inputs.{name}": value for name, value in values.items()} | {
            "github.action_path": str(ROOT), "github.ref_name": branch, "github.event.before": before,
            "github.sha": after, "github.server_url": "https://example.com", "github.action_repository": "owner/pmgit",
        }
        done = None
        for step in action["runs"]["steps"]:
            environment = dict(self.environment, GITHUB_PATH=str(paths))
            for name, value in step["env"].items():
                for key, known_value in known.items():
                    value = value.replace("${{ " + key + " }}", known_value)
                self.assertNotIn("${{", value)
                environment[name] = value
            if "PMGIT_RELEASES" in environment:
                self.assertEqual(
                    environment["PMGIT_RELEASES"], "https://example.com/owner/pmgit/releases/download/vVERSION")
                environment["PMGIT_RELEASES"] = packed().as_uri()
            if paths.exists():
                environment["PATH"] = ":".join([*paths.read_text().split(), environment["PATH"]])
            done = run("sh", "-e", "-c", step["run"], cwd=runner, env=environment, check=check)
        return done

    def test_validate(self):
        tip = self.git("rev-parse", "pmgit/main")
        self.run_action("validate", "pmgit/main", NOBODY, tip)
        before, after = self.breaks_plan()
        self.git("push", "-q", "origin", "pmgit/main")
        done = self.run_action("validate", "pmgit/main", before, after, check=False)
        self.assertEqual(done.returncode, 1, done.stdout)
        self.assertIn("plans/", done.stdout)

    def test_follow(self):
        before = self.git("rev-parse", "HEAD")
        after = self.commit("Debounce the button", f"Closes: {self.plan}")
        self.git("push", "-q")
        self.assertEqual(self.state(), "todo")
        self.run_action("follow", "main", before, after)
        self.assertEqual(self.state(), "done")
        # A second run, as of a job that is started again, changes nothing.
        tip = self.git("rev-parse", "pmgit/main")
        self.run_action("follow", "main", before, after)
        self.assertEqual((self.state(), self.git("rev-parse", "pmgit/main")), ("done", tip))

    def test_follow_of_a_new_branch(self):
        self.git("switch", "-q", "-c", "topic")
        after = self.commit("Debounce the button", f"Starts: {self.plan}")
        self.git("push", "-q", "origin", "topic")
        self.run_action("follow", "topic", NOBODY, after)
        self.assertEqual(self.state(), "doing")

    def test_sync(self):
        self.run_action("sync", "main", NOBODY, self.git("rev-parse", "HEAD"))

    def test_sums_must_be_right(self):
        done = self.run_action("sync", "main", NOBODY, self.git("rev-parse", "HEAD"), check=False, sha256="0" * 64)
        self.assertNotEqual(done.returncode, 0)
        self.assertFalse((self.folder / "paths").exists())

    def test_a_version_is_numbers(self):
        for version in ["", "0.1/../evil", "0.1&", "-x", "0.1.0 x"]:
            done = run("sh", ROOT / "ci/install.sh", version, env=self.environment, check=False)
            self.assertEqual(done.returncode, 64, version)


@unittest.skipIf(needs("curl", "dpkg-deb", "objdump", "lowdown"), "nothing can be packed here")
class PipelineTest(HostCase):
    """The scripts of ci/gitlab.yml, with the variables of GitLab."""

    def run_job(self, job, branch, before, after, check=True):
        document = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
        runner = self.folder / "runner"
        if not runner.exists():
            run("git", "clone", "-q", self.folder / "remote.git", runner, env=self.environment)
        run("git", "-C", runner, "fetch", "-q", "origin", env=self.environment)
        run("git", "-C", runner, "checkout", "-q", "--detach", after, env=self.environment)
        base = document[document[job]["extends"]]
        environment = self.environment | document["variables"] | base["variables"] | {
            "PMGIT_RELEASES": packed().as_uri(), "PMGIT_SCRIPTS": (ROOT / "ci").as_uri(),
            "PMGIT_VERSION": run(PMGIT, "--version").split()[2], "GITLAB_USER_NAME": "Dev One",
            "GITLAB_USER_EMAIL": "one@example.com", "CI_COMMIT_BRANCH": branch, "CI_COMMIT_BEFORE_SHA": before,
            "CI_COMMIT_SHA": after,
        }
        script = "\n".join(base["before_script"] + document[job]["script"])
        return run("sh", "-e", "-c", script, cwd=runner, env=environment, check=check)

    def test_jobs(self):
        tip = self.git("rev-parse", "pmgit/main")
        self.run_job("board-validate", "pmgit/main", NOBODY, tip)
        before = self.git("rev-parse", "HEAD")
        after = self.commit("Debounce the button", f"Closes: {self.plan}")
        self.git("push", "-q")
        self.run_job("board-follow", "main", before, after)
        self.assertEqual(self.state(), "done")
        self.run_job("board-sync", "main", before, after)
        before, after = self.breaks_plan()
        self.git("push", "-q", "origin", "pmgit/main")
        self.assertEqual(self.run_job("board-validate", "pmgit/main", before, after, check=False).returncode, 1)


class ReleaseTest(unittest.TestCase):
    """'make release' in a clone; what it would do is shown, and nothing is changed."""

    def setUp(self):
        self.clone = folder() / "pmgit"
        run("git", "clone", "-q", ROOT, self.clone)

    def release(self, version, **variables):
        return run(self.clone / "Scripts/release.sh", version, check=False, env=dict(os.environ, DRY_RUN="1", **variables))

    def test_dry_run(self):
        before = run("git", "-C", self.clone, "rev-parse", "HEAD")
        done = self.release("97.1.0")
        self.assertEqual(done.returncode, 0, done.stdout)
        for said in ['+  static let number = "97.1.0"', "+    default: 97.1.0", "+  PMGIT_VERSION: 97.1.0", "v97.1.0",
                     "+pkgver=97.1.0", "v97.1.0.tar.gz", '+      version = "97.1.0";',
                     "nothing was changed here"]:
            self.assertIn(said, done.stdout)
        self.assertEqual(run("git", "-C", self.clone, "rev-parse", "HEAD"), before)
        self.assertEqual(run("git", "-C", self.clone, "status", "--porcelain"), "")
        self.assertEqual(run("git", "-C", self.clone, "tag", "--list", "v97*"), "")

    def test_refusals(self):
        for version in ["", "1.0", "v1.0.0", "01.0.0", "1.0.0; true"]:
            self.assertIn("three numbers", self.release(version).stdout)
        self.assertIn("later", self.release("0.0.1").stdout)
        run("git", "-C", self.clone, "tag", "v98.0.0")
        self.assertIn("a tag v98.0.0 already", self.release("98.0.0").stdout)
        pathlib.Path(self.clone, "new").touch()
        self.assertIn("not committed", self.release("99.0.0").stdout)

    def test_empty_changelog(self):
        pathlib.Path(self.clone, "CHANGELOG.md").write_text("## [Unreleased]\n\n## [0.1.0]\n\n- Something\n")
        run("git", "-C", self.clone, "-c", "user.name=Dev One", "-c", "user.email=one@example.com", "commit", "-qam", "Empty")
        self.assertIn("nothing below 'Unreleased'", self.release("99.0.0").stdout)


if __name__ == "__main__":
    unittest.main()
