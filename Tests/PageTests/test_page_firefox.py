"""The main path through the page in Firefox, where it is installed."""

import os
import unittest

from board import Server, Team
from firefox import PROGRAM, Firefox


@unittest.skipUnless(PROGRAM or os.environ.get("PMGIT_REQUIRE_FIREFOX"), "Firefox is not installed")
class InFirefox(unittest.TestCase):
    def setUp(self):
        self.team = Team()
        self.addCleanup(self.team.close)
        self.one = self.team.one
        self.plans = {title: self.one.pmgit("add", title) for title in ["Alpha", "Beta", "Gamma"]}
        self.one.pmgit("edit", self.plans["Beta"], "--label", "ui", "--check", "a line", "--start", "+1d", "--due", "+5d")
        self.server = Server(self.one)
        self.addCleanup(self.server.stop)
        self.page = Firefox()
        self.addCleanup(self.page.close)
        self.page.open(self.server.address)
        self.page.wait(lambda: len(self.column("todo")) == 3)

    def column(self, column):
        return self.page.texts(f".lane[data-column={column}] .card .title")

    def card(self, title):
        return f"#card-{self.plans[title]}"

    def test_the_main_path(self):
        page, one = self.page, self.one
        plan = lambda title: one.plan(self.plans[title])
        # A drag to another column, and its undo.
        page.pointer(page.middle(self.card("Alpha")), page.middle(".lane[data-column=doing] .cards"), page.middle(".lane[data-column=doing] .cards"))
        page.wait(lambda: plan("Alpha")["state"] == "doing" and self.column("doing") == ["Alpha"])
        self.assertEqual(page.texts("#side:not([hidden])"), [])
        page.press("Control+z")
        page.wait(lambda: plan("Alpha")["state"] == "todo" and len(self.column("todo")) == 3)
        # The composer.
        page.press("n")
        page.wait(lambda: page.run("return document.activeElement.matches('.composer textarea')"))
        page.press(*"Fix it #bug !high", "Enter")
        page.wait(lambda: "Fix it" in self.column("todo"))
        page.press("Escape")
        # The open plan: its title, a label, a tick, a comment.
        page.click(f"{self.card('Beta')} .title")
        page.click("#side textarea.title")
        page.press("Control+a", *"Better", "Enter")
        # The page shows the change later than git has it, and a click on what it then replaces is lost.
        page.wait(lambda: plan("Beta")["title"] == "Better" and "Better" in self.column("todo"))
        page.click("#side [data-name=labels]")
        page.wait(lambda: page.run("return document.querySelector('dialog.pop') && document.activeElement.matches('dialog.pop input')"))
        page.press(*"bug", "Enter")
        page.wait(lambda: plan("Beta")["labels"] == ["bug", "ui"])
        page.press("Escape")
        page.wait(lambda: page.texts("dialog.pop") == [])
        page.click(".checklist input[type=checkbox]")
        page.wait(lambda: plan("Beta")["checklist"][0]["done"])
        page.click("[data-part=new-comment] textarea")
        page.press(*"Two words", "Control+Enter")
        page.wait(lambda: [each["text"] for each in plan("Beta")["comments"]] == ["Two words"])
        page.click("#side .close")
        # Others change something, and a query finds it.
        one.pmgit("add", "From a terminal", "--label", "new")
        page.wait(lambda: "From a terminal" in self.column("todo"))
        page.press("/", *"#new", "Enter")
        page.wait(lambda: self.column("todo") == ["From a terminal"])
        self.assertEqual(page.complaints, [])

    def test_all_views(self):
        page = self.page
        for view, part in [("list", "table.list tr[data-id]"), ("roadmap", ".road .line[data-id]"), ("milestones", ".milestones"), ("conflicts", "main h1, main h2"),
                           ("flow", ".plot svg"), ("settings", "main table")]:
            page.open(f"{self.server.origin}/b/main?view={view}")
            page.wait(lambda: page.run("return document.querySelector(arguments[0]) != null", part), view)
            for width in [1300, 390]:
                page.ask("browsingContext.setViewport", context=page.context, viewport={"width": width, "height": 760})
                self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width, view)
        # A day is dragged on the roadmap.
        page.ask("browsingContext.setViewport", context=page.context, viewport={"width": 1300, "height": 760})
        page.open(f"{self.server.origin}/b/main?view=roadmap")
        due = self.one.plan(self.plans["Beta"])["due"]
        x, y = page.middle(f".line[data-id='{self.plans['Beta']}'] .end[data-end=due]")
        page.pointer((x, y), (x + 12, y), (x + 24, y))
        page.wait(lambda: self.one.plan(self.plans["Beta"])["due"] > due)
        self.assertEqual(page.complaints, [])


if __name__ == "__main__":
    unittest.main()
