"""How many requests the page makes for each action.

The question before a request, which proves the server, is not counted.
"""

import re

from browser import Keys
from page import PageCase


class Requests(PageCase):
    # The number of changes from a terminal.
    count = 0

    def prepare(self):
        """Makes two plans in conflict."""
        for clone, word in [(self.one, "ours"), (self.team.two, "theirs")]:
            clone.pmgit("sync")
            for title in ["Beta", "Gamma"]:
                clone.pmgit("edit", self.plans[title], "--title", f"{title} {word}")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")

    def setUp(self):
        super().setUp()
        self.wait_for_inbox()

    def wait_for_inbox(self):
        """Waits for the one request that follows the board."""
        self.page.wait(lambda: "inbox" in self.names())

    def names(self):
        """Returns the requests, except those for the history of the open plan, which is read when it is seen."""
        return self.page.run("""return performance.getEntriesByType('resource').map(each => new URL(each.name).pathname)
            .filter(path => path.startsWith('/api/boards/main/')).map(path => path.slice('/api/boards/main/'.length)).filter(name => name !== 'story')""")

    def asked(self, act, is_shown=lambda: True):
        """Runs an action; returns the requests until a later change from a terminal shows."""
        page = self.page
        # Timers of some seconds run at once.
        page.run("""performance.clearResourceTimings();
            window.later ??= setTimeout;
            window.setTimeout = (act, time) => later(act, time >= 1000 && time <= 5000 ? 0 : time)""")
        act()
        page.wait(is_shown)
        self.count += 1
        self.one.pmgit("add", f"End {self.count}")
        page.wait(lambda: re.search(rf"\b{len(self.plans) + self.count}( plans)?$", page.text(".query .matching")))
        *names, last = self.names()
        self.assertEqual(last, "news")
        return names

    def open(self, title):
        self.page.open_plan(title)
        self.page.wait(lambda: self.page.all("#side [data-part=history]"))

    def test_what_changes_nothing_asks_for_nothing(self):
        page = self.page
        self.open("Alpha")
        page.focus("Alpha")
        self.assertEqual(self.asked(lambda: page.press(" "), lambda: page.selected() == ["Alpha"]), [])
        # The open plan follows the keys.
        self.assertEqual(self.asked(lambda: page.press("j", "k", "Control+a", Keys.ESCAPE)), ["plan", "plan"])
        self.assertEqual(self.asked(lambda: page.choose("#grouping", "label"), lambda: page.all(".row")), [])

    def test_a_change_is_one_request(self):
        page = self.page
        page.focus("Alpha")
        self.assertEqual(self.asked(lambda: page.press("L"), lambda: page.was_told("Moved “Alpha” to Doing")), ["move"])
        self.assertEqual(self.asked(lambda: page.press(*"LHH"), lambda: page.was_told("Moved “Alpha” to Todo")), ["move"] * 3)
        self.assertEqual(self.asked(lambda: page.press("L", "z"), lambda: page.was_told("Undid: “Alpha”: Doing → Todo")), ["move", "undo"])

    def test_a_change_is_one_request_with_a_query_and_an_open_plan(self):
        page = self.page
        self.open("Alpha")
        page.write("#query", "-state:doing", Keys.ENTER)
        page.wait(lambda: "q=" in page.driver.current_url)
        page.focus("Alpha")
        # The card no longer matches the query, and the plan is in another column.
        self.assertEqual(self.asked(lambda: page.press("L"), lambda: "Alpha" not in page.text("main")), ["move"])
        self.assertIn("Doing", page.text("[data-part=head] .top"))
        # Names are read when they are offered.
        *names, last = self.asked(lambda: (page.popover("Labels"), page.write("dialog.pop input", "ui", Keys.ENTER)), lambda: page.was_told("Labels: +ui"))
        page.press("Escape")
        self.assertEqual((set(names) - {"people", "labels"}, last), (set(), "edit"))
        self.assertEqual(self.asked(lambda: page.write("[data-part=new-line] textarea", "A line", Keys.ENTER),
                                    lambda: page.all(".checklist [aria-label='A line']")), ["edit"])

    def test_what_others_do_is_one_request(self):
        page = self.page
        self.open("Alpha")
        page.write("#query", "Alpha OR End", Keys.ENTER)
        page.wait(lambda: "q=" in page.driver.current_url)
        self.assertEqual(self.asked(lambda: self.one.pmgit("edit", self.plans["Alpha"], "--title", "Alpha of a terminal"),
                                    lambda: page.run("return document.querySelector('#side textarea.title').value") == "Alpha of a terminal"), ["news"])

    def test_opening_a_plan_is_one_request(self):
        self.assertEqual(self.asked(lambda: self.open("Alpha")), ["plan"])

    def test_all_conflicts_come_with_the_cards(self):
        page = self.page
        value = ".card .conflict .value"
        page.driver.refresh()
        page.wait(lambda: len(page.all(value)) == 4)
        self.assertEqual([name for name in self.names() if name not in ("events", "news", "people", "labels", "settings", "inbox")], ["cards"])
        self.wait_for_inbox()
        self.assertEqual(self.asked(lambda: page.click(value), lambda: len(page.all(value)) == 2), ["resolve"])
        self.assertEqual(self.asked(lambda: page.click("[data-view=Conflicts]"), lambda: page.all("main .conflict-of")), [])
        self.assertEqual(self.asked(lambda: page.click("main .conflict .value"), lambda: page.text(".page h2") == "Nothing to decide"), ["resolve"])
