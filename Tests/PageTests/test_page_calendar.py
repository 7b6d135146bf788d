"""The calendar: a month of plans by the days on which they are due."""

import time

from browser import ActionChains, Keys
from page import PageCase

FIRST, SECOND = "2027-03-10", "2027-03-18"


class Month(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--due", FIRST, "-p", "high", "--label", "ui")
        self.one.pmgit("edit", self.plans["Beta"], "--due", SECOND)

    def setUp(self):
        super().setUp()
        self.show()

    def show(self):
        page = self.page
        page.click("[data-view=Calendar]")
        page.wait(lambda: page.all(".calendar [data-day]"))
        self.focus("Alpha")

    def focus(self, title):
        """Focuses a plan, whatever month it is in."""
        page = self.page
        for _ in range(40):
            if page.run("const plan = [...document.querySelectorAll('.due-plan')].find(each => each.textContent === arguments[0]); plan?.focus(); return plan != null", title):
                return
            page.click("[aria-label='The next month']")
        raise AssertionError(f"{title} is in no month")

    def due(self, title):
        return self.one.plan(self.plans[title])["due"]

    def on(self, day):
        """Returns the titles of a day."""
        return self.page.texts(f".calendar [data-day='{day}'] .due-plan")

    def day(self):
        """Returns the day with the focus."""
        return self.page.run("return document.activeElement.closest('[data-day]')?.dataset.day")

    def cell(self, day):
        return self.page.one(f".calendar [data-day='{day}']")

    def alt(self, *keys):
        chain = ActionChains(self.page.driver).key_down(Keys.ALT)
        for key in keys:
            chain.send_keys(key)
        chain.key_up(Keys.ALT).perform()

    def test_a_month_has_its_plans_and_counts_those_without_a_day(self):
        page = self.page
        self.assertEqual(page.text(".calendar h2"), "March 2027")
        self.assertEqual((self.on(FIRST), self.on(SECOND)), (["Alpha"], ["Beta"]))
        self.assertEqual(page.texts(".calendar thead th"), ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
        self.assertIn("Wednesday", self.cell(FIRST).get_attribute("aria-label"))
        self.assertIn("1 plan is due", self.cell(FIRST).get_attribute("aria-label"))
        self.assertEqual(page.text(".calendar .tools .quiet"), "1 without a due date")
        # Others change it meanwhile, and the focus stays.
        self.one.pmgit("edit", self.plans["Gamma"], "--due", FIRST)
        page.wait(lambda: self.on(FIRST) == ["Alpha", "Gamma"])
        self.assertEqual((self.day(), page.all(".calendar .tools .quiet:not([hidden])")), (FIRST, []))

    def test_the_month_is_in_the_address(self):
        page = self.page
        heading = lambda: page.text(".calendar h2")
        month = lambda: page.run("return new URLSearchParams(location.search).get('month')")
        self.assertEqual((heading(), month()), ("March 2027", "2027-03"))
        page.driver.refresh()
        page.wait(lambda: page.all(".calendar h2") and heading() == "March 2027")
        page.click("[aria-label='The next month']")
        page.wait(lambda: heading() == "April 2027" and month() == "2027-04")
        page.driver.back()
        page.wait(lambda: heading() == "March 2027" and month() == "2027-03")
        self.assertEqual(self.on(FIRST), ["Alpha"])
        # The present month and other views need none.
        page.click_button(".calendar .tools", "Today")
        page.wait(lambda: month() is None)
        page.driver.back()
        page.wait(lambda: month() == "2027-03")
        page.click("[data-view=List]")
        page.wait(lambda: month() is None)
        page.driver.get(f"{self.server.origin}/b/main?view=calendar&month=9999-99")
        page.wait(lambda: page.all(".calendar [aria-current=date]"))
        self.assertEqual(page.complaints(), [])

    def test_the_link_of_a_plan_keeps_what_is_shown(self):
        page, id = self.page, self.plans["Alpha"]
        page.write("#query", "#ui", Keys.ENTER)
        page.wait(lambda: self.on(SECOND) == [])
        link = lambda: page.run("return [...document.querySelectorAll('.due-plan')].map(each => each.getAttribute('href')).join()")
        page.wait(lambda: link() == f"/b/main?q=%23ui&view=calendar&month=2027-03#{id}")
        page.press("[")
        page.wait(lambda: "at=" in page.driver.current_url and "&at=" in link())
        page.driver.get(self.server.origin + link())
        page.wait(lambda: page.all("#side .close") and page.text(".calendar h2") == "March 2027")
        for part in ["q=%23ui", "at=", "view=calendar", "month=2027-03", id]:
            self.assertIn(part, page.driver.current_url)

    def test_a_higher_window_shows_more_plans_of_a_day(self):
        page = self.page
        for number in range(6):
            self.one.pmgit("add", f"Busy {number}", "--due", FIRST)
        page.resize(1300, 700)
        page.wait(lambda: page.texts(f"[data-day='{FIRST}'] .rest") == ["4 more"])
        page.resize(1300, 1500)
        page.wait(lambda: len(self.on(FIRST)) == 7 and not page.all(f"[data-day='{FIRST}'] .rest"))
        self.assertLessEqual(page.run("const [box] = document.querySelectorAll('.calendar .scroller'); return box.scrollHeight - box.clientHeight"), 0)

    def test_the_query_counts(self):
        page = self.page
        page.write("#query", "#ui", Keys.ENTER)
        page.wait(lambda: self.on(FIRST) == ["Alpha"] and self.on(SECOND) == [])
        self.assertEqual(page.all(".calendar .tools .quiet:not([hidden])"), [])
        page.press("x")
        page.wait(lambda: self.on(SECOND) == ["Beta"])
        page.click(".calendar .tools .quiet")
        page.wait(lambda: page.texts("table.list tbody a") == ["Gamma"])
        self.assertIn("view=list", page.driver.current_url)

    def test_arrows_go_from_day_to_day_and_enter_opens_a_plan(self):
        page = self.page
        page.press(Keys.ARROW_RIGHT)
        self.assertEqual(self.day(), "2027-03-11")
        page.press(Keys.ARROW_DOWN)
        self.assertEqual((self.day(), page.run("return document.activeElement.textContent")), (SECOND, "Beta"))
        page.press(Keys.ENTER)
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Beta")
        self.assertRegex(page.driver.current_url, rf"view=calendar&month=\d{{4}}-\d\d#{self.plans['Beta']}$")
        page.press(Keys.ESCAPE)
        page.wait(lambda: self.day() == SECOND)
        page.press("h")
        self.assertEqual(self.day(), "2027-03-17")
        page.press(Keys.PAGE_DOWN)
        self.assertEqual((page.text(".calendar h2"), self.day()), ("April 2027", "2027-04-17"))
        page.press(Keys.PAGE_UP, Keys.ARROW_RIGHT)
        self.assertEqual((page.text(".calendar h2"), self.day()), ("March 2027", SECOND))
        # Over the edge of the month, the next one comes.
        page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.assertEqual((page.text(".calendar h2"), self.day()), ("April 2027", "2027-04-01"))
        # One stop of Tab: the plans of the day, or the day.
        self.assertEqual(len(page.all(".calendar .scroller [tabindex='0']")), 1)

    def test_keys_of_plans_act_on_the_one_with_the_focus(self):
        page = self.page
        page.press("L")
        page.wait(lambda: self.state("Alpha") == "doing")
        page.press(" ")
        page.wait(lambda: page.texts(".due-plan.selected") == ["Alpha"])
        page.press(Keys.ESCAPE)
        page.press("d")
        page.write("dialog.pop input", "2027-03-12", Keys.ENTER)
        page.wait(lambda: self.on("2027-03-12") == ["Alpha"])
        # On an empty day there is none.
        page.wait(lambda: self.day() == "2027-03-12")
        page.press(Keys.ARROW_RIGHT, "L")
        self.said("No plan is selected")
        self.assertEqual(self.state("Alpha"), "doing")

    def test_alt_and_arrows_move_a_plan_and_undo_brings_it_back(self):
        page = self.page
        self.alt(Keys.ARROW_RIGHT)
        page.wait(lambda: self.due("Alpha") == "2027-03-11")
        self.said("Due Mar 11, 2027: “Alpha”")
        self.assertEqual(self.day(), "2027-03-11")
        page.press("z")
        page.wait(lambda: self.due("Alpha") == FIRST and self.on(FIRST) == ["Alpha"])
        # Without waiting for answers, and into another month.
        self.focus("Alpha")
        self.alt(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.ARROW_LEFT)
        page.wait(lambda: self.due("Alpha") == "2027-04-06")
        page.wait(lambda: self.on("2027-04-06") == ["Alpha"] and self.day() == "2027-04-06")
        self.assertEqual(page.text(".calendar h2"), "April 2027")

    def test_a_plan_is_dragged_to_a_day(self):
        page = self.page
        plan = lambda: page.one(f".due-plan[data-id='{self.plans['Alpha']}']")
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell("2027-03-24")))
        page.wait(lambda: self.due("Alpha") == "2027-03-24" and self.on("2027-03-24") == ["Alpha"])
        self.said("Due Mar 24, 2027: “Alpha”")
        self.assertEqual(page.all("#side textarea, .ghost, .aimed"), [])
        # Where it was, outside, and given up: nothing changes.
        tip = self.one.tip()
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell("2027-03-24")))
        page.pointer("mouse", page.middle(plan()), page.middle(page.one("#top h1")))
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell("2027-03-02")), release=False)
        page.wait(lambda: page.all(".aimed[data-day='2027-03-02']"))
        # What others do meanwhile is shown afterwards.
        page.press(Keys.ESCAPE)
        ActionChains(page.driver).release().perform()
        page.settle()
        # Given up over the plan itself, it is not opened.
        page.pointer("mouse", page.middle(plan()), [each + 10 for each in page.middle(plan())], release=False)
        page.press(Keys.ESCAPE)
        time.sleep(0.1)
        ActionChains(page.driver).release().perform()
        page.settle()
        self.assertEqual((self.one.tip(), self.on("2027-03-24"), page.all("#side textarea, .ghost, .aimed, .lifted")), (tip, ["Alpha"], []))
        page.click(plan)
        page.wait(lambda: page.all("#side textarea.title"))

    def test_a_plan_that_is_dragged_back_at_once_is_back(self):
        page = self.page
        plan = lambda: page.one(f".due-plan[data-id='{self.plans['Alpha']}']")
        self.slowly(1, "/edit")
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell("2027-03-24")))
        page.wait(lambda: self.on("2027-03-24") == ["Alpha"])
        # The answer arrives during the second drag, and the board of the page is held until it ends.
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell(FIRST)), release=False)
        page.wait(lambda: page.run("return window.late") >= 1)
        ActionChains(page.driver).release().perform()
        page.wait(lambda: self.on(FIRST) == ["Alpha"])
        page.wait(lambda: page.run("return window.late") >= 2)
        page.settle()
        page.wait(lambda: (self.due("Alpha"), self.on(FIRST)) == (FIRST, ["Alpha"]))

    def test_a_selection_moves_together_and_not_by_a_slip(self):
        page = self.page
        plan = lambda: page.one(f".due-plan[data-id='{self.plans['Alpha']}']")
        page.press(" ")
        self.focus("Beta")
        page.press(" ")
        page.wait(lambda: len(page.all(".due-plan.selected")) == 2)
        tip = self.one.tip()
        # Within one day.
        x, y = page.middle(plan())
        page.pointer("mouse", (x, y), (x + 12, y + 3))
        page.settle()
        self.assertEqual((self.one.tip(), self.due("Beta")), (tip, SECOND))
        # A key moves only the plan with the focus.
        self.focus("Alpha")
        self.alt(Keys.ARROW_RIGHT)
        page.wait(lambda: self.due("Alpha") == "2027-03-11")
        self.assertEqual(self.due("Beta"), SECOND)
        page.pointer("mouse", page.middle(plan()), page.middle(self.cell("2027-03-24")))
        page.wait(lambda: (self.due("Alpha"), self.due("Beta")) == ("2027-03-24", "2027-03-24"))
        self.said("Due Mar 24, 2027: 2 plans")
        # The first click after a drag counts, wherever it is.
        page.click_button("#toasts", "Undo")
        page.wait(lambda: (self.due("Alpha"), self.due("Beta")) == ("2027-03-11", SECOND))

    def test_a_long_press_of_a_finger_opens_the_menu_and_changes_nothing(self):
        page = self.page
        page.press(" ")
        self.focus("Beta")
        page.press(" ")
        page.wait(lambda: len(page.all(".due-plan.selected")) == 2)
        tip = self.one.tip()
        spot = page.middle(page.one(f".due-plan[data-id='{self.plans['Alpha']}']"))
        page.pointer("touch", spot, spot, hold=0.7, steps=1)
        page.wait(lambda: "Move to Doing" in page.text("dialog"))
        self.assertEqual(self.one.tip(), tip)

    def test_keys_wait_until_a_drag_has_ended(self):
        page = self.page
        tip = self.one.tip()
        page.pointer("mouse", page.middle(page.one(".due-plan")), page.middle(self.cell("2027-03-24")), release=False)
        page.wait(lambda: page.all(".aimed[data-day='2027-03-24']"))
        page.press("2", Keys.DELETE)
        self.alt(Keys.ARROW_RIGHT)
        self.assertTrue(page.all(".calendar"))
        page.press(Keys.ESCAPE)
        ActionChains(page.driver).release().perform()
        page.settle()
        self.assertEqual(self.one.tip(), tip)

    def test_a_plan_shows_what_its_column_is_now(self):
        page = self.page
        sign = lambda: page.run("return document.querySelector('.due-plan svg').outerHTML")
        before = sign()
        self.one.pmgit("column", "edit", "todo", "--kind", "doing")
        page.wait(lambda: sign() != before)

    def test_a_text_that_was_not_added_is_found_on_another_day(self):
        page = self.page
        page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: page.all("dialog textarea"))
        page.press(*"Later", Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog"))
        page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: page.run("return document.querySelector('dialog textarea')?.value") == "Later")
        page.press(Keys.ENTER)
        page.wait(lambda: self.on("2027-03-12") == ["Later"])

    def test_a_failed_change_is_taken_back(self):
        page = self.page
        self.fail_slowly("/edit", "POST")
        self.alt(Keys.ARROW_RIGHT)
        page.wait(lambda: self.on("2027-03-11") == ["Alpha"])
        self.when_late()
        page.wait(lambda: self.on(FIRST) == ["Alpha"] and page.all(".toast.problem"))
        self.assertEqual(self.due("Alpha"), FIRST)

    def test_a_day_with_many_plans_shows_some_of_them(self):
        page = self.page
        page.resize(1300, 700)
        for number in range(6):
            self.one.pmgit("add", f"More {number}", "--due", FIRST)
        page.wait(lambda: self.on(FIRST) == ["Alpha", "More 0", "More 1"], str(self.on(FIRST)))
        page.click(f".calendar [data-day='{FIRST}'] .rest")
        page.wait(lambda: len(self.on(FIRST)) == 7 and self.day() == FIRST)

    def test_a_new_plan_gets_the_day(self):
        page = self.page
        page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: "New plan, due Mar 11, 2027" in page.text("dialog h2"))
        page.press(*"Of that day", Keys.ENTER)
        page.wait(lambda: self.on("2027-03-11") == ["Of that day"])

    def test_a_double_click_on_a_day_adds_a_plan(self):
        page = self.page
        cell = self.cell("2027-03-11")
        ActionChains(page.driver).double_click(cell).perform()
        page.wait(lambda: "New plan, due Mar 11, 2027" in page.text("dialog h2"))

    def test_a_day_of_the_next_month_that_is_in_sight_turns_no_page(self):
        page = self.page
        plan = page.one(f".due-plan[data-id='{self.plans['Alpha']}']")
        page.pointer("mouse", page.middle(plan), page.middle(self.cell("2027-04-02")))
        page.wait(lambda: self.due("Alpha") == "2027-04-02" and self.on("2027-04-02") == ["Alpha"])
        self.assertEqual(page.text(".calendar h2"), "March 2027")

    def test_the_past_can_be_read_and_not_changed(self):
        page = self.page
        then = self.one.tip()
        self.one.pmgit("edit", self.plans["Alpha"], "--due", SECOND)
        page.wait(lambda: self.on(SECOND) == ["Alpha", "Beta"])
        page.driver.get(f"{self.server.origin}/b/main?view=calendar&at={then}")
        page.wait(lambda: page.all(".calendar [data-day]"))
        self.focus("Alpha")
        tip = self.one.tip()
        self.alt(Keys.ARROW_RIGHT)
        self.said("The past can’t be changed")
        page.pointer("mouse", page.middle(page.one(".due-plan")), page.middle(self.cell("2027-03-02")))
        page.settle()
        self.assertEqual((self.one.tip(), self.on(FIRST)), (tip, ["Alpha"]))

    def test_a_phone_lists_the_days_that_have_plans(self):
        page = self.page
        page.resize(390, 760)
        page.wait(lambda: page.texts(".agenda h3") == ["Wed, Mar 10, 2027", "Thu, Mar 18, 2027"], str(page.texts(".agenda h3")))
        self.assertEqual(page.all(".calendar table"), [])
        page.click(".agenda .due-plan")
        page.wait(lambda: page.all("#side textarea.title"))
        page.press(Keys.ESCAPE)
        page.click("[aria-label='The next month']")
        page.wait(lambda: "Nothing is due in April" in page.text(".calendar"))
        page.press(Keys.PAGE_UP)
        page.wait(lambda: page.texts(".agenda .due-plan") == ["Alpha", "Beta"])
        # A month without plans keeps the keys.
        page.press("j", Keys.PAGE_DOWN)
        page.wait(lambda: "Nothing is due in April" in page.text(".calendar"))
        page.press(Keys.PAGE_UP)
        page.wait(lambda: page.texts(".agenda .due-plan") == ["Alpha", "Beta"])
        page.click_button(".calendar", "Today")
        page.wait(lambda: "Today" in page.text(".agenda"))
