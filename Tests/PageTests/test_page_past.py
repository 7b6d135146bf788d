"""The board's past."""

import time

from browser import Keys
from page import PageCase


class Past(PageCase):
    def prepare(self):
        # The following changes have a later second than the creation.
        time.sleep(1.1)
        self.one.pmgit("move", self.plans["Alpha"], "doing")
        self.one.pmgit("move", self.plans["Alpha"], "done")

    def test_back_and_forward(self):
        page = self.page
        page.focus("Beta")
        page.press("[")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        self.assertIn("1 plan differs from now", page.wait(lambda: page.text(".differences")))
        # The change is told as in the history of the plan.
        page.wait(lambda: "Dev One: “Alpha”: moved from Todo to Doing" in page.text("#past .words"), page.text("#past .words"))
        page.press("[")
        page.wait(lambda: "Alpha" in page.column("todo"))
        self.assertIn("at=", page.driver.current_url)
        before = self.one.tip()
        page.focus("Beta")
        page.press("L", "z", Keys.DELETE)
        page.pointer("mouse", page.middle(page.card("Beta")), page.middle(page.one(".lane[data-column=done]")))
        time.sleep(0.5)
        self.assertEqual(self.one.tip(), before)
        page.press("]")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.press("t")
        page.wait(lambda: page.column("done") == ["Alpha"])
        self.assertNotIn("at=", page.driver.current_url)

    def test_what_is_not_shared_stays_told_in_the_past(self):
        page = self.page
        page.wait(lambda: "3" in page.text("#top .sync"))
        before = page.text("#top .sync")
        page.press("[")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        self.assertEqual(page.text("#top .sync"), before)

    def test_in_the_present_nothing_differs(self):
        page = self.page
        page.focus("Beta")
        page.press("[")
        page.wait(lambda: page.all(".card.differing"))
        page.click_button("#past", "Compare with this")
        page.press("t")
        page.wait(lambda: not page.all("body.past") and not page.all(".card.differing"))

    def test_a_commit_of_several_plans_is_told_by_its_subject(self):
        page = self.page
        self.one.pmgit("edit", "--where", "is:open", "--priority", "low")
        self.one.pmgit("add", "Later")
        page.wait(lambda: "Later" in page.column("todo"))
        page.press("[")
        page.wait(lambda: "Dev One: edit 2 plans" in page.text("#past .words"), page.text("#past .words"))

    def is_beginning(self):
        """Whether the first second of the board is shown."""
        page = self.page
        return page.all("body.past") and "Alpha" in page.column("todo")

    def test_one_change_back_is_from_what_is_newest(self):
        page = self.page
        page.click("#past-button")
        page.wait(lambda: page.text("#past .words") == "now")
        self.one.pmgit("add", "Delta")
        self.one.pmgit("add", "Epsilon")
        page.wait(lambda: "Epsilon" in page.column("todo"))
        page.press("[")
        page.wait(lambda: page.all("body.past"))
        page.wait(lambda: "Delta" in page.column("todo") and "Epsilon" not in page.column("todo"))
        page.wait(lambda: "1 plan differs from now" in page.text(".differences"))
        self.one.pmgit("add", "Zeta")
        page.wait(lambda: "2 plans differ from now" in page.text(".differences"))

    def test_by_the_clock_and_the_slider(self):
        page = self.page
        page.click("#past-button")
        page.wait(lambda: page.all("#past polygon"))
        page.click_button("#past", "a week ago")
        # A moment before the creation of the board shows its first moment.
        page.wait(self.is_beginning)
        self.assertIn("at=20", page.driver.current_url)
        slider = page.one("#past input[type=range]")
        while page.column("doing") != ["Alpha"]:
            shown = page.text("#past .words")
            slider.send_keys(Keys.ARROW_RIGHT)
            # The words about the change appear after the board.
            page.wait(lambda: page.text("#past .words") != shown)
            self.assertNotEqual(page.column("done"), ["Alpha"])
        slider.send_keys(Keys.END)
        page.wait(lambda: page.column("done") == ["Alpha"] and not page.all("body.past"))
        # A day of the month before, and a time that is none.
        page.click_button("#past", "Go to a day")
        page.wait(lambda: page.all("dialog.day"))
        self.assertEqual(page.violations(), [])
        page.write("dialog.day input", "25:00")
        page.click("dialog.day [aria-label='The month before']")
        page.click("dialog.day [role=gridcell] button")
        page.wait(lambda: page.one("dialog.day input").get_attribute("aria-invalid") == "true")
        page.write("dialog.day input", Keys.CONTROL, "a", Keys.NULL, "9:30")
        page.click("dialog.day [role=gridcell] button")
        page.wait(self.is_beginning)
        self.assertEqual(page.all("dialog"), [])

    def test_two_moments_of_the_past(self):
        page = self.page
        page.press("[")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.click_button("#past", "Compare with this")
        page.press("[")
        page.wait(lambda: "1 plan differs from" in page.text(".differences") and "Todo → Doing" in page.text(".differences"))
        self.assertNotIn("differs from now", page.text(".differences"))
        page.press("[")
        page.wait(lambda: "2 plans differ from" in page.text(".differences") and "Gamma: added" in page.text(".differences"))
        page.press("t")
        page.press("[")
        page.wait(lambda: "1 plan differs from now" in page.text(".differences") and "Doing → Done" in page.text(".differences"))

    def test_steps_go_on_behind_the_changes_that_were_read_first(self):
        page = self.page
        self.server.enter(self.server.key())
        for n in range(520):
            self.server.do("add", title=f"Plan {n}")
        commit = self.one.git("rev-parse", "pmgit/main~521").strip()
        page.open(f"{self.server.origin}/b/main?at={commit}")
        page.wait(lambda: page.column("doing") == ["Alpha"])
        page.press("]")
        page.wait(lambda: page.column("done") == ["Alpha"])
        page.press("[", "[")
        page.wait(lambda: "Alpha" in page.column("todo"))

    def test_an_address_of_no_group_has_none(self):
        self.page.open(self.server.origin + "/b/main?group=__proto__")
        self.page.wait(lambda: self.page.all(".card"))
        self.assertEqual(self.page.one("#grouping").get_attribute("value"), "")

    def test_an_address_of_no_moment_shows_the_present(self):
        page = self.page
        page.driver.get("about:blank")
        page.driver.get(f"{self.server.origin}/b/main?at=zzz")
        page.wait(lambda: page.column("done") == ["Alpha"])
        self.said("'zzz' is neither a moment nor a commit")
        self.assertEqual(page.complaints(), [])

    def test_an_address_of_the_past(self):
        commit = self.one.git("rev-parse", "pmgit/main~1").strip()
        page = self.page
        page.open(f"{self.server.origin}/b/main?at={commit}")
        page.wait(lambda: page.column("doing") == ["Alpha"])
