"""The CI jobs for hosting services: the steps of action.yml and ci/gitlab.yml, run by a shell."""

import hashlib
import json
import os
import pathlib
import re
import unittest

try:
    import yaml
except ImportError:
    yaml = None

from packed import MAINTAINER, PMGIT, ROOT, folder, needs, packed, run

NOBODY = "0" * 40
PROGRAMS = pathlib.Path(__file__).parent / "programs"


class HostCase(unittest.TestCase):
    """A remote, a person's clone, and a clone like that of a runner."""

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

    def runner(self, commit):
        """Returns a clone like that of a runner: it has what was pushed, but no default branch."""
        path = self.folder / "runner"
        if not path.exists():
            run("git", "init", "-q", path, env=self.environment)
            run("git", "-C", path, "remote", "add", "origin", self.folder / "remote.git", env=self.environment)
        run("git", "-C", path, "fetch", "-q", "origin", env=self.environment)
        run("git", "-C", path, "checkout", "-q", "--detach", commit, env=self.environment)
        return path

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

    def play_tracker(self):
        """Lets jobs use a gh that keeps issues in a file; returns the file, which begins with one issue."""
        issues = self.folder / "issues.json"
        self.environment |= {
            "PATH": f"{PROGRAMS}:{self.environment['PATH']}", "GH_ISSUES": str(issues), "GITHUB_ACTIONS": "true",
            "GITHUB_SERVER_URL": "https://github.com", "GITHUB_REPOSITORY": "octo/app"}
        run("gh", "issue", "create", "--repo", "octo/app", "--title", "::error::Theirs", "--body-file", "-",
            env=self.environment, input="")
        self.pmgit("add", "Public plan", "--label", "public")
        self.pmgit("sync", "-q")
        return issues

    def check_bridges(self, issues):
        """The board has the issue, and there is an issue of the plan."""
        found = json.loads(issues.read_text())["issues"].values()
        self.assertEqual([issue["title"] for issue in found], ["::error::Theirs", "Public plan"])
        self.pmgit("sync", "-q")
        self.assertIn("::error::Theirs", self.pmgit("show", "github:octo/app#1"))
        self.assertIn("Public plan", self.pmgit("show", "github:octo/app#2"))

    def state(self, plan=None):
        self.pmgit("sync", "--pull", "-q")
        return json.loads(self.pmgit("show", plan or self.plan, "--json"))["plan"]["state"]

    def breaks_plan(self):
        """Breaks a plan and pushes it; returns the commits before and after."""
        before = self.git("rev-parse", "pmgit/main")
        self.git("worktree", "add", "-q", "../board", "pmgit/main")
        path = next((self.folder / "board" / "plans").rglob("*.json"))
        path.write_text("{}\n")
        self.git("-C", "../board", "commit", "-q", "-am", "Break it")
        return before, self.git("rev-parse", "pmgit/main")


@unittest.skipIf(yaml is None, "PyYAML is missing")
@unittest.skipIf(needs("curl"), "curl is missing")
class ActionTest(HostCase):
    """The steps of action.yml, with the values that GitHub provides."""

    def run_action(self, job, branch, before, after, check=True, **inputs):
        runner = self.runner(after)
        paths = self.folder / "paths"
        action = yaml.safe_load((ROOT / "action.yml").read_text())
        values = {name: entry.get("default", "") for name, entry in action["inputs"].items()} | inputs | {"job": job}
        # The program under test may have a different version than the one that the action installs.
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
            if "OWN_RELEASES" in environment:
                self.assertEqual(
                    environment["OWN_RELEASES"], "https://example.com/owner/pmgit/releases/download/vVERSION")
                environment["OWN_RELEASES"] = packed().as_uri()
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
        # A second run, as when a job is restarted, changes nothing.
        tip = self.git("rev-parse", "pmgit/main")
        self.run_action("follow", "main", before, after)
        self.assertEqual((self.state(), self.git("rev-parse", "pmgit/main")), ("done", tip))

    def test_follow_of_a_new_branch(self):
        """It follows only its own commits, not those of other branches from before the board."""
        old = self.pmgit("add", "-q", "Old plan").strip()
        self.pmgit("sync", "-q")
        self.commit("Old work", f"Closes: {old}")
        self.git("push", "-q", "origin", "main")
        self.git("switch", "-q", "-c", "topic")
        self.commit("Debounce the button", f"Starts: {self.plan}")
        after = self.commit("More of it")
        self.git("push", "-q", "origin", "topic")
        self.run_action("follow", "topic", NOBODY, after)
        self.assertEqual((self.state(), self.state(old)), ("doing", "todo"))

    def test_follow_of_the_first_branch(self):
        """The first push of the first branch follows all commits, including the first."""
        self.git("checkout", "-q", "--orphan", "other")
        after = self.commit("Begin again", f"Closes: {self.plan}")
        run("git", "-C", self.folder / "remote.git", "update-ref", "-d", "refs/heads/main")
        self.git("push", "-q", "origin", "other")
        self.run_action("follow", "other", NOBODY, after)
        self.assertEqual(self.state(), "done")

    def test_sync(self):
        self.run_action("sync", "main", NOBODY, self.git("rev-parse", "HEAD"))

    def test_publish(self):
        self.pmgit("add", "-q", "Shown plan", "--label", "public")
        self.pmgit("sync", "-q")
        tip = self.git("rev-parse", "pmgit/main")
        self.run_action("publish", "pmgit/main", NOBODY, tip, where="-#x #public", url="https://x.example/", folder="site")
        data = (self.folder / "runner" / "site" / "data" / "board.js").read_text()
        self.assertIn("Shown plan", data)
        self.assertNotIn("Fix login", data)
        # A job that was started by hand has the branch of the code.
        self.run_action("publish", "main", NOBODY, self.git("rev-parse", "HEAD"))
        self.assertIn("Fix login", (self.folder / "runner" / "public" / "data" / "board.js").read_text())

    def test_bridges(self):
        issues = self.play_tracker()
        summary = self.folder / "summary.md"
        self.environment["GITHUB_STEP_SUMMARY"] = str(summary)
        log = self.run_action(
            "bridges", "main", NOBODY, self.git("rev-parse", "HEAD"), direction="push", new="#public", token="x")
        self.check_bridges(issues)
        self.assertIn("::error::Theirs", summary.read_text())
        # Between these two lines a runner takes no line for a command.
        self.assertRegex(log, r"(?s)\A::stop-commands::(\w{32})\n.*\n::\1::\n\Z")
        self.assertEqual(
            self.git("log", "-1", "--format=%an <%ae>", "origin/pmgit/main"),
            "github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com>")

    def test_bridges_on_forgejo(self):
        issues = self.play_tracker()
        self.environment |= {"FORGEJO_ACTIONS": "true", "GITHUB_SERVER_URL": "https://forge.example:3000"}
        self.run_action(
            "bridges", "main", NOBODY, self.git("rev-parse", "HEAD"), direction="push", new="#public", bridge="github:octo/app",
            page="page.html", releases=packed().as_uri())
        self.check_bridges(issues)
        self.assertIn("::error::Theirs", (self.folder / "runner" / "page.html").read_text())
        self.assertEqual(
            self.git("log", "-1", "--format=%an <%ae>", "origin/pmgit/main"), "actions <actions@noreply.forge.example>")

    def test_sums_must_be_right(self):
        archive, = packed().glob("*.tar.xz")
        right = hashlib.sha256(archive.read_bytes()).hexdigest()
        head = self.git("rev-parse", "HEAD")
        for wrong in ["0" * 64, "abc", right[1:], right + " ", right.upper(), f"md5:{right}", f"{right}\n{right}"]:
            done = self.run_action("sync", "main", NOBODY, head, check=False, sha256=wrong)
            self.assertNotEqual(done.returncode, 0, wrong)
            self.assertFalse((self.folder / "paths").exists(), wrong)
        # GitHub shows the checksum with the name of its algorithm.
        self.run_action("sync", "main", NOBODY, head, sha256=f"sha256:{right}")

    def test_a_version_is_numbers(self):
        for version in ["", "0.1/../evil", "0.1&", "-x", "0.1.0 x"]:
            done = run("sh", ROOT / "ci/install.sh", version, env=self.environment, check=False)
            self.assertEqual(done.returncode, 64, version)


@unittest.skipIf(yaml is None, "PyYAML is missing")
@unittest.skipIf(needs("curl"), "curl is missing")
class PipelineTest(HostCase):
    """The scripts of ci/gitlab.yml, with GitLab's variables."""

    def run_job(self, job, branch, before, after, check=True, **variables):
        document = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
        runner = self.runner(after)
        base = document[document[job]["extends"]]
        environment = self.environment | document["variables"] | base["variables"] | {
            "PMGIT_RELEASES": packed().as_uri(), "PMGIT_SCRIPTS": (ROOT / "ci").as_uri(),
            "PMGIT_VERSION": run(PMGIT, "--version").split()[2], "GITLAB_USER_NAME": "Dev One",
            "GITLAB_USER_EMAIL": "one@example.com", "CI_COMMIT_BRANCH": branch, "CI_COMMIT_BEFORE_SHA": before,
            "CI_COMMIT_SHA": after,
        } | variables
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
        self.run_job(".pmgit-publish", "pmgit/main", NOBODY, self.git("rev-parse", "pmgit/main"), PMGIT_WHERE="is:closed")
        self.assertTrue((self.folder / "runner" / "public" / "index.html").exists())
        before, after = self.breaks_plan()
        self.git("push", "-q", "origin", "pmgit/main")
        self.assertEqual(self.run_job("board-validate", "pmgit/main", before, after, check=False).returncode, 1)

    def test_bridges(self):
        issues = self.play_tracker()
        head = self.git("rev-parse", "HEAD")
        # The image of the job has glab, or its package.
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "glab").symlink_to("/bin/false")
        self.run_job(
            "board-bridges", "main", head, head, PATH=f"{tools}:{self.environment['PATH']}", PMGIT_DIRECTION="push",
            PMGIT_NEW="#public", PMGIT_BRIDGE="github:octo/app", CI_PROJECT_DIR=str(self.folder), GITLAB_CI="true")
        self.check_bridges(issues)
        self.assertIn("::error::Theirs", (self.folder / "bridges.html").read_text())

    def test_a_failure_ends_the_job(self):
        """Even if the runner has an unverified pmgit."""
        head = self.git("rev-parse", "HEAD")
        path = f"{PMGIT.parent}:{self.environment['PATH']}"
        self.run_job("board-sync", "main", head, head, PATH=path)
        done = self.run_job("board-sync", "main", head, head, check=False, PATH=path, PMGIT_SHA256="0" * 64)
        self.assertNotEqual(done.returncode, 0, done.stdout)
        self.assertNotIn("board", done.stdout)


@unittest.skipIf(yaml is None, "PyYAML is missing")
class WorkflowTest(unittest.TestCase):
    """The workflows of the manual and of ci/forgejo.yml, as far as they can be read without their hosts."""

    def setUp(self):
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())
        text = (ROOT / "docs/hooks.md").read_text()
        documents = map(yaml.safe_load, re.findall(r"^```yaml\n(.*?)^```$", text, re.M | re.S))
        self.workflows = [document for document in documents if "jobs" in document]
        self.workflows.append(yaml.safe_load((ROOT / "ci/forgejo.yml").read_text()))

    def steps(self, workflow):
        return [step for job in workflow["jobs"].values() for step in job["steps"]]

    def test_they_use_inputs_that_the_action_has(self):
        self.assertEqual(len(self.workflows), 3)
        for workflow in self.workflows:
            used, = [step for step in self.steps(workflow) if "/pmgit@v" in step.get("uses", "")]
            self.assertLessEqual(set(used["with"]), set(self.action["inputs"]))

    def test_bridges_run_one_at_a_time_and_to_their_end(self):
        for workflow in self.workflows[1:]:
            self.assertEqual(workflow["concurrency"], {"group": "pmgit-bridges", "cancel-in-progress": False})
            # YAML takes 'on' for true. Pull requests of strangers never start a bridge.
            self.assertFalse([event for event in workflow[True] if event.startswith("pull_request")])
        jobs = yaml.safe_load((ROOT / "ci/gitlab.yml").read_text())
        self.assertEqual((jobs["board-bridges"]["resource_group"], jobs["board-bridges"]["interruptible"]), ("pmgit-bridges", False))

    def test_they_have_the_rights_that_they_need_and_no_more(self):
        self.assertEqual(
            [workflow.get("permissions") for workflow in self.workflows],
            [{"contents": "read"}, {"contents": "write", "issues": "write"}, None])

    def test_no_expression_is_part_of_a_script(self):
        """What somebody wrote into an issue would run there."""
        for step in [step for workflow in self.workflows for step in self.steps(workflow)] + self.action["runs"]["steps"]:
            self.assertNotIn("${{", step.get("run", ""))


class ReleaseTest(unittest.TestCase):
    """'make release' in a clone, which shows what it would do and changes nothing."""

    def setUp(self):
        self.clone = folder() / "pmgit"
        run("git", "clone", "-q", ROOT, self.clone)
        for command in [("switch", "-q", "-C", "release"), ("config", "user.name", "Dev One"),
                        ("config", "user.email", "one@example.com"), ("config", "commit.gpgSign", "false")]:
            run("git", "-C", self.clone, *command)
        # Directly after a release, nothing is unreleased.
        self.write("CHANGELOG.md", "## [Unreleased]\n\n- Something\n\n## [0.0.1]\n\n- A beginning\n")

    def write(self, file, text):
        pathlib.Path(self.clone, file).write_text(text)
        run("git", "-C", self.clone, "commit", "-q", "-am", f"Write {file}")

    def release(self, version, **variables):
        environment = dict(os.environ, DRY_RUN="1", MAINTAINER=MAINTAINER) | variables
        return run(self.clone / "Scripts/release.sh", version, check=False, env=environment)

    def test_dry_run(self):
        before = run("git", "-C", self.clone, "rev-parse", "HEAD")
        done = self.release("97.1.0")
        self.assertEqual(done.returncode, 0, done.stdout)
        for said in ['+  static let number = "97.1.0"', "+    default: 97.1.0", "+  PMGIT_VERSION: 97.1.0", "v97.1.0",
                     "+pkgver=97.1.0", "v97.1.0.tar.gz", '+      version = "97.1.0";',
                     "nothing was changed here", "pmgit-97.1.0-linux"]:
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

    def test_refusals_of_the_place(self):
        for maintainer in ["", "pmgit", "<a@example.com>", "Dev One one@example.com"]:
            self.assertIn("who answers", self.release("99.0.0", MAINTAINER=maintainer).stdout)
        run("git", "-C", self.clone, "checkout", "-q", "--detach")
        self.assertIn("no branch", self.release("99.0.0").stdout)

    def test_changelog(self):
        self.write("CHANGELOG.md", "## [Unreleased]\n\n## [0.0.1]\n\n- Something\n")
        self.assertIn("nothing below 'Unreleased'", self.release("99.0.0").stdout)
        self.write("CHANGELOG.md", "## [Unreleased]\n\n- Something\n\n## [99.0.0]\n\n- Something\n")
        self.assertIn("tells of 99.0.0 already", self.release("99.0.0").stdout)

    def test_what_cant_be_packed_is_no_release(self):
        before = run("git", "-C", self.clone, "rev-parse", "HEAD")
        self.write("Makefile", "dist:\n\t@echo packing; false\n")
        before = run("git", "-C", self.clone, "rev-parse", "HEAD")
        done = self.release("99.0.0", DRY_RUN="")
        self.assertEqual(done.returncode, 1)
        self.assertIn("packing\n", done.stdout)
        self.assertEqual(run("git", "-C", self.clone, "rev-parse", "HEAD"), before)
        self.assertEqual(run("git", "-C", self.clone, "tag", "--list", "v99*") + run("git", "-C", self.clone, "status", "--short"), "")
        self.write("Makefile", "dist:\n\t@echo packing\n")
        done = self.release("99.0.0", DRY_RUN="")
        self.assertIn("git push --atomic origin release v99.0.0", done.stdout)
        self.assertEqual(run("git", "-C", self.clone, "rev-parse", "v99.0.0^{}"), run("git", "-C", self.clone, "rev-parse", "HEAD"))


if __name__ == "__main__":
    unittest.main()
