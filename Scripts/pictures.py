"""Makes the pictures of the README, docs/web.md and docs/plans.md, from the board of 'pmgit init --demo': 'make pictures'.

A page looks at the clone of the first of the two people, in both themes, while the second works. It needs Chromium, its
driver, selenium, and a font with Korean letters."""

import os
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "Tests", "PageTests"))

from board import PMGIT, Clone, Server  # noqa: E402
from browser import Browser, Keys  # noqa: E402

FOLDER = os.path.join(ROOT, "docs", "pictures")
CHARTS = os.path.join(ROOT, "docs", "charts")
REMINDER = "Send a reminder the day before a plan is due"


class Demo:
    """The two clones of a demo."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="pmgit-pictures-")
        made = os.path.join(self.folder, "demo")
        subprocess.run([PMGIT, "init", "--demo", "-q", made], check=True, stdout=subprocess.DEVNULL)
        self.one, self.two = [Clone(os.path.join(made, name)) for name in ["one", "two"]]

    def close(self):
        shutil.rmtree(self.folder, ignore_errors=True)


def shoot(page, name):
    page.run("document.querySelectorAll('.toast').forEach(each => each.remove())")
    # Nothing is under the pointer, and nothing moves.
    page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 0, "y": 0})
    page.wait(lambda: page.run("return document.getAnimations().every(each => each.playState !== 'running')"))
    page.settle()
    page.driver.save_screenshot(os.path.join(FOLDER, name))


def look(team, is_dark):
    """Takes all pictures in one theme."""
    theme = "dark" if is_dark else "light"
    server = Server(team.one)
    page = Browser(width=1280, height=800, has_mouse=True)
    try:
        if is_dark:
            page.darken()
        page.resize(1280, 720)
        page.open(server.address)
        page.wait(lambda: page.all(".card .conflict .value"))
        team.two.pmgit("sync")
        team.two.pmgit("move", REMINDER, "doing")
        team.two.pmgit("sync")
        team.one.pmgit("sync")
        page.wait(lambda: page.all(".arrival"))
        page.wait(lambda: not page.all(".traveller"))
        shoot(page, f"board-{theme}.png")
        page.open_plan("Import a Trello export with its comments")
        page.wait(lambda: page.all("#side .comment"))
        shoot(page, f"plan-{theme}.png")
        page.press(Keys.ESCAPE)
        page.click("#past-button")
        page.wait(lambda: page.all("#past polygon"))
        page.click_button("#past", "a week ago")
        page.wait(lambda: "differ" in page.text(".differences"))
        shoot(page, f"past-{theme}.png")
    finally:
        page.close()
        server.stop()


def look_on_phone(team):
    """Takes the picture of a phone, which has no pointer and shows no scroll bars."""
    server = Server(team.one)
    page = Browser(width=500, height=800)
    try:
        page.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
        page.resize(390, 760)
        page.open(server.address)
        page.wait(lambda: page.all(".card .conflict .value"))
        shoot(page, "phone.png")
    finally:
        page.close()
        server.stop()


def main():
    for program in ["chromium", "chromedriver"]:
        if not shutil.which(program):
            sys.exit(f"'{program}' is missing")
    if not subprocess.run(["fc-list", ":lang=ko"], check=True, capture_output=True).stdout:
        sys.exit("no font has Korean letters; install one, such as Debian's fonts-nanum")
    os.makedirs(FOLDER, exist_ok=True)
    for is_dark in [False, True]:
        team = Demo()
        try:
            team.one.pmgit("stats", "chart", "roadmap", "-o", os.path.join(CHARTS, "roadmap.svg"))
            team.one.pmgit("stats", "chart", "burnup", "--where", "milestone:v1.0", "-o", os.path.join(CHARTS, "milestone.svg"))
            look(team, is_dark)
            if not is_dark:
                look_on_phone(team)
        finally:
            team.close()
    if shutil.which("optipng"):
        subprocess.run(["optipng", "-quiet", *[os.path.join(FOLDER, name) for name in os.listdir(FOLDER)]], check=True)


main()
