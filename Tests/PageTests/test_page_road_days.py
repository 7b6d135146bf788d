"""Days that are changed on the roadmap."""

from browser import ActionChains, Keys
from page import RoadCase


class Days(RoadCase):
    def test_ends_and_spans_are_dragged(self):
        page = self.page
        start, due = self.dates("Beta")
        self.drag(self.end("Beta", "due"), 3)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 3)))
        self.said("Undo")
        page.press("Control+z")
        page.wait(lambda: self.dates("Beta") == (start, due))
        page.wait(lambda: self.value("Beta") == due)
        self.drag(lambda: page.one(f".line[data-id='{self.plans['Beta']}'] .dates"), -1)
        page.wait(lambda: self.dates("Beta") == (self.later(start, -1), self.later(due, -1)))
        # A start day can't be dragged behind the due day.
        page.settle()
        self.drag(self.end("Beta", "start"), 9)
        page.wait(lambda: self.dates("Beta") == (self.later(due, -1), self.later(due, -1)))

    def test_a_press_without_a_move_changes_nothing(self):
        tip = self.one.tip()
        self.drag(self.end("Beta", "due"), 0)
        self.page.settle()
        self.assertEqual(self.one.tip(), tip)

    def test_keys_set_and_remove_days(self):
        page = self.page
        start, due = self.dates("Beta")
        focus = lambda end: page.run("arguments[0].focus()", self.end("Beta", end)())
        focus("due")
        page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.assertEqual(self.dates("Beta"), (start, due), "nothing is saved before Enter")
        page.press(Keys.ESCAPE, Keys.ARROW_RIGHT, "Shift+ARROW_RIGHT", Keys.ENTER)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 8)))
        # The focus stays on the end when the rows are drawn again.
        page.wait(lambda: page.run("return document.activeElement.dataset.end === 'due'"))
        page.settle()
        focus("start")
        self.assertIn("not set", self.end("Alpha", "start")().get_attribute("aria-valuetext"))
        page.press(Keys.DELETE)
        page.wait(lambda: self.dates("Beta") == (None, self.later(due, 8)))

    def test_news_neither_end_nor_save_an_edit(self):
        page = self.page
        start, due = self.dates("Beta")
        page.run("arguments[0].focus()", self.end("Beta", "due")())
        page.press(Keys.ARROW_RIGHT)
        self.one.pmgit("add", "From a terminal")
        self.heard()
        self.assertEqual((self.dates("Beta"), page.run("return document.activeElement.dataset.end")), ((start, due), "due"))
        self.assertNotIn("From a terminal", page.text(".road"))
        page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 2)), str(self.dates("Beta")))
        page.wait(lambda: "From a terminal" in page.text(".road"))
        # The same while something is dragged.
        page.settle()
        width = page.run("return parseFloat(getComputedStyle(document.querySelector('.sheet')).getPropertyValue('--day'))")
        x, y = page.middle(self.end("Beta", "due")())
        page.pointer("mouse", (x, y), (int(x + 3 * width), y), release=False)
        self.one.pmgit("add", "Another one")
        self.heard()
        self.assertEqual(len(page.all(".dates.moving")), 1)
        self.assertNotIn("Another one", page.text(".road"))
        ActionChains(page.driver).release().perform()
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 5)), str(self.dates("Beta")))
        page.wait(lambda: "Another one" in page.text(".road"))

    def test_escape_gives_up_a_drag(self):
        page = self.page
        tip, x_of = self.one.tip(), lambda: page.middle(page.one(f".line[data-id='{self.plans['Beta']}'] .dates"))
        x, y = x_of()
        page.pointer("mouse", (x, y), (x + 60, y), release=False)
        page.wait(lambda: x_of()[0] > x + 20)
        page.press(Keys.ESCAPE)
        page.wait(lambda: x_of() == (x, y) and not page.all(".dates.moving"))
        ActionChains(page.driver).release().perform()
        page.settle()
        self.assertEqual(self.one.tip(), tip)
        # What was held is shown again.
        self.one.pmgit("add", "From a terminal")
        page.wait(lambda: "From a terminal" in page.text(".road"))

    def test_ends_are_sliders(self):
        page = self.page
        start, due = self.dates("Beta")
        end = self.end("Beta", "due")
        values = lambda: [int(end().get_attribute(f"aria-value{each}")) for each in ("min", "now", "max")]
        least, now, most = values()
        self.assertTrue(least < now < most, values())
        self.assertEqual(int(self.end("Beta", "start")().get_attribute("aria-valuemax")), now)
        page.run("arguments[0].focus()", end())
        page.press(Keys.PAGE_UP)
        self.assertEqual(values()[1], now + 7)
        page.press(Keys.PAGE_DOWN, Keys.PAGE_DOWN, Keys.PAGE_DOWN)
        self.assertEqual(values()[1], least)
        page.press(Keys.END)
        # What is moved stays in sight.
        page.wait(lambda: values()[1] == most and page.run("const end = arguments[0].getBoundingClientRect(); return end.left >= 0 && end.right <= innerWidth", end()))
        page.press(Keys.ESCAPE)
        self.assertEqual((values()[1], self.dates("Beta")), (now, (start, due)))

    # Several changes at once

    def value(self, title, end="due"):
        """Returns the day that an end shows."""
        return self.page.run("return new Date(Number(arguments[0].ariaValueNow) * 86400000).toISOString().slice(0, 10)", self.end(title, end)())

    def focus(self, title, end="due"):
        self.page.run("arguments[0].focus()", self.end(title, end)())

    def test_days_changed_by_keys_are_saved_before_another_bar_is_dragged(self):
        page = self.page
        alpha, beta = self.dates("Alpha"), self.dates("Beta")
        self.slowly(0.5)
        self.focus("Alpha")
        page.press(Keys.ARROW_RIGHT)
        # By its middle: an end would take the focus from the other one.
        x, y = page.middle(page.one(f".line[data-id='{self.plans['Beta']}'] .dates"))
        page.pointer("mouse", (x, y), (x + 36, y), release=False)
        page.wait(lambda: self.dates("Alpha") == (alpha[0], self.later(alpha[1], 1)), str(self.dates("Alpha")))
        # The answer does not end the drag.
        self.when_late()
        self.assertEqual((len(page.all(".dates.moving")), self.value("Beta")), (1, self.later(beta[1], 3)))
        ActionChains(page.driver).release().perform()
        page.wait(lambda: self.dates("Beta") == tuple(self.later(each, 3) for each in beta), str(self.dates("Beta")))
        # The page is not held any more.
        self.one.pmgit("add", "From a terminal")
        page.wait(lambda: "From a terminal" in page.text(".road"))

    def test_a_press_on_an_end_saves_what_keys_have_changed(self):
        page = self.page
        start, due = self.dates("Beta")
        self.focus("Beta")
        page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        self.drag(self.end("Beta", "due"), 0)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 2)), str(self.dates("Beta")))
        self.focus("Beta")
        page.press(Keys.ARROW_RIGHT)
        self.drag(self.end("Beta", "due"), 2)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 5)), str(self.dates("Beta")))
        self.assertEqual(self.one.plan(self.plans["Beta"])["conflicts"], [])

    def test_a_roadmap_that_fails_ends_no_edit(self):
        page = self.page
        start, due = self.dates("Beta")
        self.fail_slowly("/roadmap", "GET")
        self.one.pmgit("add", "From a terminal")
        page.wait(lambda: page.run("return window.asked > 0"))
        self.focus("Beta")
        page.press(Keys.ARROW_RIGHT)
        self.when_late()
        self.assertEqual((page.run("return document.activeElement.dataset.end"), self.value("Beta")), ("due", self.later(due, 1)))
        page.run("window.fetch = window.sent")
        page.press(Keys.ARROW_RIGHT, Keys.ENTER)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 2)))
        page.wait(lambda: "From a terminal" in page.text(".road"))

    def test_changes_in_a_row_are_each_made_on_the_last(self):
        page = self.page
        start, due = self.dates("Beta")
        # The page does not hear of its changes before the next one.
        self.slowly(25, "/roadmap", "GET")
        self.drag(self.end("Beta", "due"), 2)
        self.drag(self.end("Beta", "due"), 1)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 3)), str(self.dates("Beta")))
        page.press("Control+z")
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 2)))
        page.settle()
        self.drag(self.end("Beta", "due"), 4)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 7)), str(self.dates("Beta")))
        self.assertEqual(self.one.plan(self.plans["Beta"])["conflicts"], [])

    def test_what_others_changed_before_a_first_drag_is_a_conflict(self):
        page = self.page
        due = self.dates("Beta")[1]
        self.slowly(5, "/roadmap", "GET")
        self.one.pmgit("edit", self.plans["Beta"], "--due", self.later(due, 9))
        self.heard()
        self.drag(self.end("Beta", "due"), 2)
        page.wait(lambda: self.one.plan(self.plans["Beta"])["conflicts"])

    def test_a_late_failure_of_one_plan_leaves_the_days_of_another(self):
        page = self.page
        alpha, beta = self.dates("Alpha"), self.dates("Beta")
        self.fail_slowly("/edit", "POST")
        self.drag(self.end("Alpha", "due"), 2)
        self.focus("Beta")
        page.press(Keys.ARROW_RIGHT)
        self.when_late()
        page.wait(lambda: page.all(".toast.problem"))
        self.assertEqual((page.run("return document.activeElement.dataset.end"), self.value("Beta")), ("due", self.later(beta[1], 1)))
        page.run("window.fetch = window.sent")
        page.press(Keys.ENTER)
        page.wait(lambda: self.dates("Beta") == (beta[0], self.later(beta[1], 1)))
        # The bar of the other one is back where the board has it.
        page.wait(lambda: self.value("Alpha") == alpha[1] == self.dates("Alpha")[1])

    def test_a_plan_that_is_due_before_it_starts_has_both_days_where_they_are(self):
        page = self.page
        start, due = self.dates("Beta")
        self.one.pmgit("edit", self.plans["Beta"], "--start", self.later(due, 10))
        middle = lambda end: page.middle(self.end("Beta", end)())[0]
        page.wait(lambda: page.all(f".line[data-id='{self.plans['Beta']}'] .dates.crossed"))
        self.assertLess(middle("due"), middle("start") - 50)
        self.assertEqual(self.value("Beta"), due)

    def test_keys_of_the_browser_are_left_to_it(self):
        page = self.page
        before = self.value("Beta")
        for part in [".road .scroller", ".road .title[tabindex='0']", f".line[data-id='{self.plans['Beta']}'] .end[data-end=due]"]:
            for held in ["altKey", "ctrlKey", "metaKey"]:
                for key in ["ArrowLeft", "ArrowRight", "ArrowDown"]:
                    self.assertTrue(page.run(
                        "const [part, key, held] = arguments; const node = document.querySelector(part); node.focus();"
                        "return node.dispatchEvent(new KeyboardEvent('keydown', { key, [held]: true, bubbles: true, cancelable: true }))", part, key, held), (part, held, key))
        self.assertEqual(self.value("Beta"), before)
