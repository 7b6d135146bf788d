"""Controls show what the board has: after failures, and when nothing was changed."""

import json

from browser import Keys
from page import PageCase


class Failures(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--check", "first", "--check", "second", "-p", "low")

    def tick(self, line):
        self.page.click(f".checklist li:nth-of-type({line}) input[type=checkbox]")

    def ticked(self):
        return self.page.run("return [...document.querySelectorAll('.checklist input')].map(each => each.checked)")

    def test_a_tick_that_failed_goes_and_can_be_tried_again(self):
        page = self.page
        page.open_plan("Alpha")
        self.server.process.kill()
        # The first failure and the later ones are alike.
        for count in range(3):
            self.tick(1)
            page.wait(lambda: page.all(".checklist .failed") and self.ticked() == [False, False], f"after {count}")
            self.assertEqual(len(page.all(".checklist .failed")), 1)
        self.assertIn("Not saved: The server does not answer", page.text(".checklist .failed"))
        self.assertEqual(page.one(".checklist input").get_attribute("aria-invalid"), "true")
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        # A change by somebody else draws the part again, and the mark stays.
        self.one.pmgit("edit", self.plans["Alpha"], "--check", "third")
        page.wait(lambda: self.ticked() == [False, False, False] and page.all(".checklist .failed"))
        page.click_button(".checklist .failed", "Try again")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["checklist"][0]["done"])
        page.wait(lambda: self.ticked() == [True, False, False] and not page.all(".failed"))

    def test_a_move_that_failed_can_be_tried_again_when_the_server_is_back(self):
        page = self.page
        self.server.process.kill()
        page.focus("Alpha")
        page.press("L")
        page.wait(lambda: page.all("#toasts .problem") and "Alpha" in page.column("todo"))
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.settle()
        page.click_button("#toasts .problem", "Try again")
        page.wait(lambda: self.state("Alpha") == "doing" and not page.all("#toasts .problem"))

    def test_a_choice_that_failed_shows_what_the_board_has(self):
        page = self.page
        page.open_plan("Alpha")
        self.server.process.kill()
        for name, value, there in [("Priority", "High", "Low"), ("Column", "Done", "Todo")]:
            for _ in range(2):
                page.pick(name, value)
                page.wait(lambda: page.shown(name) == there and page.field(name)().get_attribute("aria-invalid") == "true", name)
        self.assertEqual(len(page.all("[data-part=fields] .failed")), 2)
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.click_button("[data-part=fields] .failed", "Try again")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["state"] == "done"
                  or self.one.plan(self.plans["Alpha"])["priority"] == "high")
        page.wait(lambda: len(page.all("[data-part=fields] .failed")) == 1)

    def test_a_text_that_failed_stays_and_can_be_saved_again(self):
        page = self.page
        page.open_plan("Alpha")
        self.server.process.kill()
        page.write("#side textarea.title", " now", Keys.ENTER)
        page.wait(lambda: page.all("[data-part=head] .failed"))
        self.assertEqual(page.one("#side textarea.title").get_attribute("value"), "Alpha now")
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.click_button("[data-part=head] .failed", "Try again")
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["title"] == "Alpha now")
        page.wait(lambda: not page.all(".failed"))

    def test_a_text_that_is_given_up_has_no_mark(self):
        page = self.page
        page.open_plan("Alpha")
        self.server.process.kill()
        page.write("#side textarea.title", " now", Keys.ENTER)
        page.wait(lambda: page.all("[data-part=head] .failed"))
        page.write("#side textarea.title", Keys.ESCAPE)
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Alpha" and not page.all(".failed"))

    def test_a_move_that_failed_is_taken_back(self):
        page = self.page
        self.server.process.kill()
        page.focus("Beta")
        page.press("L")
        page.wait(lambda: page.all(".toast.problem") and page.column("doing") == [])
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        self.one.pmgit("move", self.plans["Gamma"], "done")
        page.wait(lambda: page.column("done") == ["Gamma"])
        page.press("L")
        page.wait(lambda: self.state("Beta") == "doing")


class Silence(PageCase):
    """What changes nothing sends nothing and says nothing."""

    def listen(self):
        self.page.run("window.sent = []; const send = window.fetch; window.fetch = (path, options) => {"
                      " if (options?.method === 'POST') window.sent.push(path); return send(path, options) }")

    def test_a_card_dropped_where_it_was(self):
        page = self.page
        self.listen()
        for title in ["Alpha", "Beta", "Gamma"]:
            x, y = page.middle(page.card(title))
            page.pointer("mouse", (x, y), (x + 12, y + 9))
            page.wait(lambda: not page.all(".ghost"))
        page.settle()
        self.assertEqual(page.run("return window.sent"), [])
        self.assertEqual(page.all(".toast"), [])
        self.assertEqual(page.column("todo"), ["Alpha", "Beta", "Gamma"])

    def test_a_finger_that_is_held_still_opens_the_menu(self):
        page = self.page
        self.listen()
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        place = page.middle(page.card("Beta"))
        page.pointer("touch", place, place, hold=0.8, steps=1)
        page.wait(lambda: "“Beta”" in page.text("dialog[open] h2"))
        self.assertEqual(page.all(".ghost, .gap"), [])
        self.assertEqual(page.run("return window.sent"), [])
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog"))
        self.assertFalse(page.all("#side:not([hidden])"))


class Columns(PageCase):
    def columns(self):
        return [(each["title"], each["kind"]) for each in json.loads(self.one.pmgit("config", "--json"))["columns"]]

    def test_a_new_column_is_before_what_is_done(self):
        page = self.page
        page.click("[data-view=Settings]")
        page.write("[aria-label='Title of a new column']", "In review", Keys.ENTER)
        page.wait(lambda: self.columns() == [("Todo", "todo"), ("Doing", "doing"), ("In review", "doing"), ("Done", "done")], str(self.columns()))


class ReadOnly(PageCase):
    options = ("--read-only",)

    def test_nothing_offers_a_change(self):
        page = self.page
        page.press("j", " ")
        page.wait(lambda: page.selected() == ["Alpha"])
        self.assertFalse(page.one("#bar").is_displayed())
        page.click("[data-view=List]")
        page.wait(lambda: page.all("main table.list"))
        self.assertEqual(page.all("main button.cell, main .group button.icon"), [])
