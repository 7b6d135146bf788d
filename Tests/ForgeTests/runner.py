"""A runner of a CI with the job `bridges` of `ci/board.sh`: a fresh clone for each run, as hosts give it."""

import os
import pathlib
import subprocess
import tempfile

from team import Clone

CI = pathlib.Path(__file__).parents[2] / "ci"
ROBOT = "github-actions[bot]"


class Runner(Clone):
    """One run. `folder` is its clone, `summary` and `page` are its pages about the run."""

    def __init__(self, team, token="of-the-job"):
        super().__init__(team, ROBOT)
        home = self.folder.parent
        self.summary, self.page = home / "summary.md", home / "page.html"
        self.environment |= {
            "GITHUB_ACTIONS": "true", "GITHUB_SERVER_URL": "https://github.com", "PMGIT_TOKEN": f"token-of-{ROBOT}",
            "GITHUB_REPOSITORY": team.repository.name_with_owner, "GITHUB_STEP_SUMMARY": str(self.summary),
            "PMGIT_PAGE": str(self.page)}
        self.environment.pop("GH_TOKEN", None)
        # actions/checkout makes no branch for a commit, and no default branch of the remote.
        subprocess.run(["git", "init", "-q", self.folder], env=self.environment, check=True)
        self.git("remote", "add", "origin", str(team.board))
        self.git("fetch", "-q", "origin")

    def start(self, **variables):
        """Starts the job, in a group of its own; returns the process."""
        variables = {f"PMGIT_{name}": value for name, value in variables.items()}
        return subprocess.Popen(
            ["sh", CI / "board.sh", "bridges", "main", "0" * 40, "0" * 40], cwd=self.folder,
            env=self.environment | variables, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            stdin=subprocess.DEVNULL, start_new_session=True)

    def finish(self, process):
        """Waits for the end of a job; returns its exit code and its log."""
        log, _ = process.communicate(timeout=300)
        return process.returncode, log
