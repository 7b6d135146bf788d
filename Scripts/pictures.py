"""Makes the pictures of the README and of docs/web.md, from a board that it plays: 'make pictures'.

Two people work for five weeks on clones of one project; then a page looks at it, in both themes. It needs Chromium, its
driver, selenium, and faketime."""

import datetime
import os
import shutil
import subprocess
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "Tests", "PageTests"))

from board import PMGIT, Server, Team  # noqa: E402
from browser import Browser, Keys  # noqa: E402

FOLDER = os.path.join(ROOT, "docs", "pictures")
PLANS = [
    # title, labels, priority, people, the days before today on which it was made, begun and finished
    ("Rotate the board when the tablet is turned", "ui", "high", "@me", 30, None, None),
    ("모바일 로그인 화면에서 비밀번호 찾기 버튼이 잘려 보임", "bug,ios", "", "", 12, None, None),
    ("Ask three users what they open first in the morning", "research", "", "", 9, None, None),
    ("Write down how we release", "docs", "low", "", 8, None, None),
    ("Show the time of the last sync", "ui", "", "", 6, None, None),
    ("Fix login on iPad", "bug", "urgent", "@me", 14, 3, None),
    ("Search in comments too", "search", "", "", 20, 5, None),
    ("Send a reminder the day before a plan is due", "mail", "", "", 11, None, None),
    ("Import a Trello export with its comments", "import", "medium", "@me", 16, 4, None),
    ("Merge plans field by field", "core", "high", "", 34, 33, 26),
    ("Boards on a branch of their own", "core", "", "", 34, 31, 24),
    ("Keep drafts when the page is closed", "ui", "", "", 25, 20, 13),
    ("Dark theme", "ui", "", "@me", 22, 15, 8),
    ("Undo across restarts", "core", "", "", 21, 12, 2),
]


def days_ago(days):
    return (datetime.datetime.now() - datetime.timedelta(days=days)).strftime("%Y-%m-%d %H:%M:%S")


def at(clone, days, *arguments):
    """Runs pmgit some days ago."""
    return clone.run("faketime", days_ago(days), PMGIT, *arguments).strip()


def begin(clone):
    at(clone, 35, "init", "--quiet")
    at(clone, 35, "config", "column", "add", "review", "--title", "In review", "--kind", "doing", "--before", "done")
    at(clone, 35, "config", "column", "set", "doing", "--limit", "3")
    at(clone, 35, "config", "title", "Tablet app")


def play(team):
    """Lets two people work; returns the ids of the plans by their titles."""
    one, two = team.one, team.two
    ids = {}
    events = []
    for plan in PLANS:
        title, labels, priority, people, made, begun, finished = plan
        events.append((made, "make", plan))
        events += [(days, column, plan) for days, column in [(begun, "doing"), (finished, "done")] if days is not None]
    for days, what, (title, labels, priority, people, *_) in sorted(events, key=lambda event: -event[0]):
        if what == "make":
            options = ["--label", labels] + (["-p", priority] if priority else []) + (["--assign", people] if people else [])
            ids[title] = at(one, days, "add", title, *options)
        else:
            at(one, days, "move", ids[title], what)
    at(one, 2, "edit", ids["Import a Trello export with its comments"], "--check", "cards", "--check", "comments", "--check", "members",
       "--body", "The export is one JSON file. Cards become plans, **lists** columns.\n\n- members are found by their addresses\n- attachments stay links\n")
    at(one, 2, "check", ids["Import a Trello export with its comments"], "1", "2")
    at(one, 1, "move", ids["Import a Trello export with its comments"], "review")
    one.pmgit("edit", ids["Rotate the board when the tablet is turned"], "--due", "yesterday")
    one.pmgit("edit", ids["Send a reminder the day before a plan is due"], "--link", f"blocked-by:{ids['Write down how we release']}")
    one.pmgit("sync")
    two.pmgit("sync")
    two.pmgit("edit", ids["Fix login on iPad"], "--title", "Fix sign-in on tablets")
    two.pmgit("comment", ids["Import a Trello export with its comments"], "-m", "Members without an address are kept by their names.")
    two.pmgit("sync")
    one.pmgit("edit", ids["Fix login on iPad"], "--title", "Fix login on every iPad")
    one.pmgit("sync")
    one.pmgit("edit", ids["Search in comments too"], "--estimate", "3")
    return ids


def shoot(page, name):
    page.run("document.querySelectorAll('.toast').forEach(each => each.remove())")
    page.driver.save_screenshot(os.path.join(FOLDER, name))


def look(team, ids, is_dark):
    """Takes all pictures in one theme."""
    theme = "dark" if is_dark else "light"
    server = Server(team.one)
    page = Browser(width=1280, height=800)
    try:
        if is_dark:
            page.darken()
        page.resize(1280, 720)
        page.open(server.address)
        page.wait(lambda: page.all(".card .conflict .value"))
        team.two.pmgit("sync")
        team.two.pmgit("move", ids["Send a reminder the day before a plan is due"], "doing" if not is_dark else "todo")
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
        page.press("t")
        page.resize(390, 760)
        page.wait(lambda: not page.all("body.past"))
        if not is_dark:
            shoot(page, "phone.png")
    finally:
        page.close()
        server.stop()


def main():
    for program in ["faketime", "chromium", "chromedriver"]:
        if not shutil.which(program):
            sys.exit(f"'{program}' is missing")
    os.makedirs(FOLDER, exist_ok=True)
    team = Team(begin)
    try:
        ids = play(team)
        for is_dark in [False, True]:
            look(team, ids, is_dark)
    finally:
        team.close()
    if shutil.which("optipng"):
        subprocess.run(["optipng", "-quiet", *[os.path.join(FOLDER, name) for name in os.listdir(FOLDER)]], check=True)


main()
