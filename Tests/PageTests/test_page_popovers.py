"""The values of plans, each of which is set in a popover."""

import datetime
import json

from browser import Keys
from page import PageCase, PopoverCase


class Popovers(PopoverCase):
    def told(self, day):
        """Returns a day as messages tell it."""
        return self.page.module("state/days.js", "dayWords(arguments[0])", day)

    # Days

    def test_a_day_is_typed_in_words_that_the_server_knows(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--due", "+2w")
        day = self.plan("Beta")["due"]
        page.open_plan("Alpha")
        page.popover("Due")
        page.press(*"+2w")
        chosen = "return document.querySelector('dialog.pop [aria-selected=true] button')?.dataset.day"
        page.wait(lambda: page.run(chosen) == day)
        self.assertIn("1 plan is due", page.one("dialog.pop [aria-selected=true] button").get_attribute("aria-label"))
        page.press(Keys.ENTER)
        page.wait(lambda: self.plan()["due"] == day and not page.all("dialog.pop"))
        # The message tells the day, not the words.
        self.said(f"Due: {self.told(day)}")
        page.wait(lambda: self.name_in_focus() == "due")
        page.fill("Due", "none")
        page.wait(lambda: self.plan()["due"] is None)

    def test_a_day_is_chosen_by_keys_and_by_the_mouse(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--due", "2027-01-31")
        page.open_plan("Alpha")
        page.popover("Due")
        page.wait(lambda: page.text("dialog.pop h3") == "January 2027")
        page.press("down", "page_down")
        page.wait(lambda: page.text("dialog.pop h3") == "February 2027")
        page.press("up", "left", Keys.ENTER)
        page.wait(lambda: self.plan()["due"] == "2027-02-20")
        page.popover("Due")
        page.click("dialog.pop [aria-label='The month before']")
        page.click("dialog.pop [data-day='2027-01-15']")
        page.wait(lambda: self.plan()["due"] == "2027-01-15")
        page.popover("Due")
        page.click_button("dialog.pop", "None")
        page.wait(lambda: self.plan()["due"] is None)

    def test_a_message_tells_the_day_of_several_plans(self):
        page = self.page
        page.focus("Alpha")
        page.press("Control+a", "d")
        page.write("dialog.pop input", "fri", Keys.ENTER)
        page.wait(lambda: self.plan("Beta")["due"])
        due = self.plan("Beta")["due"]
        day = self.told(due)
        self.assertRegex(day, r"^Fri, [A-Z][a-z]{2} \d{1,2}(, \d{4})?$")
        self.said(f"Due of 3 plans: {day}")
        page.press("z")
        self.said("Undid: 3 plans: no due")
        page.press("Z")
        self.said(f"Redid: 3 plans: due {day}")

    def test_what_is_refused_stays_to_be_corrected(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Due")
        page.write("dialog.pop input", "2026-02-30", Keys.ENTER)
        page.wait(lambda: "February 2026 has 28 days" in page.text("dialog.pop .said"))
        self.one.pmgit("edit", self.plans["Alpha"], "--priority", "high")
        page.wait(lambda: page.shown("Priority") == "High")
        self.assertEqual(page.one("dialog.pop input").get_attribute("value"), "2026-02-30")
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, "2026-02-28", Keys.ENTER)
        page.wait(lambda: self.plan()["due"] == "2026-02-28")
        page.wait(lambda: "28" in page.shown("Due") and not page.all(".toast.problem, .failed"))

    # Milestones

    def test_a_milestone_is_added_where_it_is_missed(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Milestone")
        page.write("dialog.pop input", "v9 <b>new</b>")
        page.wait(lambda: page.text("dialog.pop li.active") == "Add “v9 <b>new</b>”")
        page.press(Keys.ENTER)
        page.wait(lambda: page.shown("Milestone") == "v9 <b>new</b>" and not page.all("dialog.pop"))
        # What can't be a name is said where it was typed.
        page.popover("Milestone")
        page.write("dialog.pop input", "???")
        page.wait(lambda: "???" in page.text("dialog.pop li.active"))
        page.press(Keys.ENTER)
        page.wait(lambda: "can't be the name of a milestone" in page.text("dialog.pop .said"))
        self.assertEqual(page.one("dialog.pop input").get_attribute("value"), "???")

    def test_an_iteration_is_added_where_it_is_missed(self):
        page = self.page
        page.open_plan("Alpha")
        for name, place in [("Sprint 7", "two weeks from this Monday on"), ("Sprint 8", "after the last one")]:
            page.popover("Iteration")
            page.write("dialog.pop input", name)
            page.wait(lambda: page.text("dialog.pop li.active") == f"Add “{name}”, {place}")
            page.press(Keys.ENTER)
            page.wait(lambda: page.shown("Iteration") == name and not page.all("dialog.pop"))
        iterations = json.loads(self.one.pmgit("iteration", "--all", "--json"))["iterations"]
        self.assertEqual([each["id"] for each in iterations], ["sprint-7", "sprint-8"])
        first, second = [[datetime.date.fromisoformat(each[end]) for end in ["first", "last"]] for each in iterations]
        self.assertEqual((first[0].weekday(), (first[1] - first[0]).days, (second[0] - first[1]).days), (0, 13, 1))
        page.popover("Iteration")
        page.write("dialog.pop input", "???", Keys.ENTER)
        page.wait(lambda: "can't be the name of an iteration" in page.text("dialog.pop .said"))

    def test_several_plans_get_a_milestone(self):
        page = self.page
        self.one.pmgit("milestone", "add", "v2")
        page.focus("Alpha")
        page.press(" ", "j", " ")
        page.click_button("#bar", "More")
        page.write("dialog.choose input", "milest", Keys.ENTER)
        page.wait(lambda: page.all("dialog.pop"))
        page.write("dialog.pop input", "v2", Keys.ENTER)
        page.wait(lambda: [self.plan(title)["milestone"] for title in ["Alpha", "Beta", "Gamma"]] == ["v2", "v2", None])

    # Lines

    def test_a_change_names_the_commit_at_which_the_writing_began(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Estimate")
        page.write("dialog.pop input", "3")
        self.one.pmgit("edit", self.plans["Alpha"], "--estimate", "5")
        page.wait(lambda: page.texts("dialog.pop .meanwhile blockquote") == ["5"])
        page.write("dialog.pop input", Keys.ENTER)
        page.wait(lambda: self.one.pmgit("resolve", "--list"))
        page.wait(lambda: page.texts("#side [data-part=conflicts] legend") == ["Estimate: to decide"])

    def test_a_click_outside_saves_a_line_and_opens_the_next_popover(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Estimate")
        page.write("dialog.pop input", "8")
        x, y = page.middle(page.field("Priority")())
        page.pointer("mouse", (x, y), (x, y), steps=1)
        page.wait(lambda: self.plan()["estimate"] == 8)
        page.wait(lambda: self.rows() == ["Urgent", "High", "Medium", "Low", "None"])
        page.press(*"urg", Keys.ENTER)
        page.wait(lambda: self.plan()["priority"] == "urgent")
        page.popover("Estimate")
        page.write("dialog.pop input", "9", Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog.pop"))
        self.assertEqual(self.plan()["estimate"], 8)

    def test_a_click_outside_saves_a_typed_day(self):
        page = self.page
        page.open_plan("Alpha")
        outside = lambda: page.middle(page.one("#side .byline"))
        page.popover("Due")
        page.write("dialog.pop input", "2027-03-04")
        page.pointer("mouse", outside(), outside(), steps=1)
        page.wait(lambda: self.plan()["due"] == "2027-03-04")
        page.wait(lambda: not page.all("dialog.pop"))
        # Without words, nothing changes; what is no day is told.
        before = self.one.tip()
        page.popover("Due")
        page.pointer("mouse", outside(), outside(), steps=1)
        page.wait(lambda: not page.all("dialog.pop"))
        self.assertEqual(self.one.tip(), before)
        page.popover("Due")
        page.write("dialog.pop input", "2027-02-30")
        page.pointer("mouse", outside(), outside(), steps=1)
        page.wait(lambda: page.field("Due")().get_attribute("aria-invalid") == "true")
        self.assertEqual(self.plan()["due"], "2027-03-04")

    def test_a_selection_of_text_that_ends_outside_closes_nothing(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Estimate")
        page.write("dialog.pop input", "8")
        page.pointer("mouse", page.middle(page.one("dialog.pop input")), page.middle(page.one("#side .byline")))
        page.settle()
        self.assertEqual(len(page.all("dialog.pop")), 1)
        page.press("Escape")
        page.click("#side .close")
        page.write("#query", "Alpha", Keys.ENTER)
        page.press("Control+k")
        page.write("dialog.choose input", "save the query", Keys.ENTER)
        page.pointer("mouse", page.middle(page.one("dialog.pop input")), (20, 20))
        page.settle()
        self.assertEqual(len(page.all("dialog.pop")), 1)
        page.pointer("mouse", (20, 20), (20, 20), steps=1)
        page.wait(lambda: not page.all("dialog.pop"))

    def test_back_closes_a_popover_and_goes_back(self):
        page = self.page
        page.click("[data-view=List]")
        page.wait(lambda: page.all("table.list tbody tr[data-id]"))
        page.click("table.list a")
        page.popover("Estimate")
        page.write("dialog.pop input", "5")
        page.driver.back()
        page.wait(lambda: not page.all("dialog") and page.all("#side[hidden]"))
        # What was typed is saved, as after a click outside.
        page.wait(lambda: self.plan()["estimate"] == 5)
        self.assertEqual(len(page.all("table.list")), 1)
        page.click("table.list tbody tr[data-id] .cell")
        page.one("dialog.pop")
        page.driver.back()
        page.wait(lambda: not page.all("dialog") and page.all(".lane"))
        page.press("?")
        page.one("dialog.tell")
        page.driver.forward()
        page.wait(lambda: not page.all("dialog") and page.all("table.list"))

    def test_back_to_another_board_waits_until_a_value_is_saved(self):
        page = self.page
        page.run("history.replaceState(null, '', '/b/another'); history.pushState(null, '', '/b/main')")
        page.open_plan("Alpha")
        page.popover("Estimate")
        page.write("dialog.pop input", "5")
        self.slowly(0.8)
        # Over the step without the plan.
        page.run("history.go(-2)")
        page.wait(lambda: page.all("body.unknown"))
        self.assertEqual(self.plan()["estimate"], 5)

    # Failures

    def test_what_failed_shows_what_the_board_has(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Labels")
        page.wait(lambda: self.rows())
        self.server.process.kill()
        for _ in range(2):
            page.click(lambda: page.option("bug"))
            page.wait(lambda: "The server does not answer" in page.text("dialog.pop .said"))
            self.assertEqual(self.chosen(), ["ui"])
        page.press("Escape")
        page.popover("Estimate")
        page.write("dialog.pop input", "3")
        x, y = page.middle(page.one("#side .byline"))
        page.pointer("mouse", (x, y), (x, y), steps=1)
        page.wait(lambda: page.field("Estimate")().get_attribute("aria-invalid") == "true")
        self.assertEqual((page.shown("Estimate"), page.shown("Labels")), ("None", "ui"))
        self.start_again()
        page.wait(lambda: page.text("#trouble") == "")
        page.click_button("[data-part=fields] .failed", "Try again")
        page.wait(lambda: self.plan()["estimate"] == 3)
        page.wait(lambda: page.shown("Estimate") == "3" and not page.all(".failed"))

    # Looks

    def test_popovers_have_names_and_fit_in_all_widths(self):
        page = self.page
        for field in ["points", "--kind", "number"], ["size", "--kind", "choice", "--option", "S"], ["parts", "--kind", "choices", "--option", "x"], ["day", "--kind", "day"]:
            self.one.pmgit("field", "add", *field)
        page.open_plan("Alpha")
        for width in [1300, 390, 320]:
            page.resize(width)
            for name in ["Column", "Due", "Assigned", "Labels", "Estimate", "Milestone", "size", "parts", "points", "day"]:
                page.popover(name)
                page.wait(lambda: page.run("return document.getAnimations().every(each => each.playState !== 'running')"))
                box = page.run("const box = document.querySelector('dialog.pop').getBoundingClientRect(); return [box.left, box.top, box.right, box.bottom]")
                self.assertTrue(0 <= box[0] < box[2] <= width and 0 <= box[1] < box[3] <= 800, (name, width, box))
                self.assertEqual(page.run("const pop = document.querySelector('dialog.pop'); return pop.scrollWidth > pop.clientWidth"), False, (name, width))
                if width != 390:
                    self.assertEqual(page.violations(), [], (name, width))
                page.press("Escape")
                page.wait(lambda: not page.all("dialog.pop"))
        self.assertEqual(page.complaints(), [])

    def test_values_that_most_plans_lack_have_no_rows(self):
        page, names = self.page, lambda: page.texts("#side .field dt")
        page.open_plan("Alpha")
        page.wait(lambda: names() == ["Column", "Assigned", "Priority", "Due", "Labels"], str(names()))
        page.click("#side .add-field")
        page.wait(lambda: page.all("dialog.menu"))
        self.assertEqual(page.texts("dialog.menu [role=option] .grow"), ["Estimate", "Milestone", "Iteration", "Start", "Repeats", "Owner"])
        self.assertEqual(page.violations(), [])
        page.press(*"estim", Keys.ENTER)
        page.wait(lambda: page.all("dialog.pop"))
        page.write("dialog.pop input", "3", Keys.ENTER)
        page.wait(lambda: self.plan()["estimate"] == 3 and names()[4:] == ["Estimate", "Labels"], str(names()))
        # The row stays with the focus until the plan is opened again.
        page.fill("Estimate", Keys.CONTROL, "a", Keys.NULL, "none")
        page.wait(lambda: page.shown("Estimate") == "None" and self.name_in_focus() == "estimate")
        page.press(Keys.ESCAPE)
        page.open_plan("Alpha")
        page.wait(lambda: "Estimate" not in names() and "Labels" in names())
        # What somebody else sets has a row.
        self.one.pmgit("edit", self.plans["Alpha"], "--owner", "Ben")
        page.wait(lambda: names()[-1] == "Owner")


class Past(PageCase):
    def test_the_past_has_no_popovers(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "ui")
        page.open_plan("Alpha")
        page.wait(lambda: page.shown("Labels") == "ui")
        page.run("document.querySelector('#side .close').focus()")
        page.press("[")
        page.wait(lambda: page.shown("Labels") == "None")
        self.assertEqual(page.all("#side button.prop"), [])
