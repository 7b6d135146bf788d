"""The roadmap and the milestones as views."""

from browser import ActionChains, Keys
from page import PageCase

SCRIPT = "<img src=x onerror=alert(1)>"


class Roadmap(PageCase):
    def prepare(self):
        self.one.pmgit("config", "milestone", "add", "v1", "--due", "2w")
        self.one.pmgit("edit", self.plans["Alpha"], "--milestone", "v1", "--due", "+5d", "--title", f"Alpha {SCRIPT}")
        self.one.pmgit("edit", self.plans["Beta"], "--milestone", "v1", "--start", "+2d", "--due", "+6d")
        self.one.pmgit("move", self.plans["Gamma"], "done")

    def setUp(self):
        super().setUp()
        self.show("Roadmap", ".road .line[data-id]")

    def show(self, view, part):
        self.page.driver.get(f"{self.server.origin}/b/main?view={view.lower()}")
        self.page.wait(lambda: self.page.all(part))

    def dates(self, title):
        plan = self.one.plan(self.plans[title])
        return plan["start"], plan["due"]

    def end(self, title, end):
        """Returns a function that finds an end of a plan's span."""
        return lambda: self.page.one(f".line[data-id='{self.plans[title]}'] .end[data-end={end}]")

    def later(self, day, days):
        return self.page.run("return new Date(Date.parse(arguments[0]) + arguments[1] * 86400000).toISOString().slice(0, 10)", day, days)

    def drag(self, find, days):
        page = self.page
        width = page.run("return parseFloat(getComputedStyle(document.querySelector('.sheet')).getPropertyValue('--day'))")
        x, y = page.middle(find())
        page.pointer("mouse", (x, y), (int(x + days * width), y))

    def test_groups_plans_and_words(self):
        page = self.page
        self.assertEqual(page.texts(".road .fold"), ["v1", "no milestone"])
        self.assertIn("due", page.text(".road .until"))
        self.assertEqual(len(page.all(".road .line[data-id]")), 3)
        self.assertEqual(page.all(".road img"), [])
        self.assertIn(f"Alpha {SCRIPT}: Todo, due", page.run("return document.querySelector('.road .title').textContent"))
        # A finished plan has no days to change.
        self.assertEqual(page.all(f".line[data-id='{self.plans['Gamma']}'] .end"), [])
        self.assertEqual(page.complaints(), [])
        page.click(f".line[data-id='{self.plans['Beta']}'] .title")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Beta")

    def test_groups_are_folded(self):
        page = self.page
        page.click(".road .fold")
        page.wait(lambda: len(page.all(".road .line[data-id]")) == 1)
        self.assertEqual(page.run("return document.activeElement.getAttribute('aria-expanded')"), "false")

    def test_ends_and_spans_are_dragged(self):
        page = self.page
        start, due = self.dates("Beta")
        self.drag(self.end("Beta", "due"), 3)
        page.wait(lambda: self.dates("Beta") == (start, self.later(due, 3)))
        self.said("Undo")
        page.press("Control+z")
        page.wait(lambda: self.dates("Beta") == (start, due))
        # The ends are elsewhere until the page has heard of it.
        page.wait(lambda: int(self.end("Beta", "due")().get_attribute("aria-valuenow")) == page.run("return Date.parse(arguments[0]) / 86400000", due))
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

    def heard(self):
        """Waits until another page of this browser shows the newest change, and so this one has heard of it."""
        page = self.page
        first = page.driver.current_window_handle
        self.another()
        newest = self.one.git("log", "-1", "--format=%s", self.one.tip()).split(" ", 1)[1]
        page.wait(lambda: any(each in newest for each in page.column("todo")))
        page.driver.close()
        page.driver.switch_to.window(first)
        page.settle()
        return True

    def test_arrows_lead_from_blockers(self):
        page = self.page
        self.assertEqual(page.all(".arrow"), [])
        self.one.pmgit("edit", self.plans["Beta"], "--link", f"blocked-by:{self.plans['Alpha']}")
        page.wait(lambda: len(page.all(".arrow")) == 1)
        self.assertIn("waits for Alpha", page.run("return document.querySelector(arguments[0]).textContent", f".line[data-id='{self.plans['Beta']}'] .title"))
        # The arrow begins in one row and ends in the other.
        rows = [page.run("const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.top, box.bottom]", f".line[data-id='{self.plans[each]}']") for each in ["Alpha", "Beta"]]
        top, bottom = page.run("const box = document.querySelector('.arrow').getBoundingClientRect(); return [box.top, box.bottom]")
        (first, last) = sorted(rows)
        self.assertTrue(first[0] < top < first[1] and last[0] < bottom < last[1], (rows, top, bottom))
        point = lambda title: ActionChains(page.driver).move_to_element(page.one(f".line[data-id='{self.plans[title]}'] .title")).perform()
        point("Alpha")
        page.wait(lambda: page.all(".arrow.lit"))
        point("Gamma")
        page.wait(lambda: not page.all(".arrow.lit"))
        page.click(".road .fold")
        page.wait(lambda: not page.all(".arrow"))

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

    def test_the_time_is_scrolled_by_keys(self):
        page = self.page
        left = lambda: page.run("return document.querySelector('.road .scroller').scrollLeft")
        page.click_button(".road [aria-label=Zoom]", "Week")
        for part in [".road .scroller", ".road .title[tabindex='0']"]:
            page.run("document.querySelector('.road .scroller').scrollLeft = 100; document.querySelector(arguments[0]).focus({ preventScroll: true })", part)
            page.press(Keys.ARROW_RIGHT)
            page.wait(lambda: left() > 100, part)
            now = left()
            page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT)
            page.wait(lambda: left() < now, part)

    def test_rows_are_reached_with_the_arrow_keys_and_one_tab_stop(self):
        page = self.page
        self.assertEqual(len(page.all(".road .title[tabindex='0']")), 1)
        page.run("document.querySelector('.road .title').focus()")
        page.press(Keys.ARROW_DOWN)
        self.assertEqual(page.run("return document.activeElement.closest('.line').dataset.id"), page.run("return document.querySelectorAll('.line[data-id]')[1].dataset.id"))
        self.assertEqual(len(page.all(".road .title[tabindex='0']")), 1)
        page.press(Keys.TAB)
        self.assertEqual(page.run("return document.activeElement.dataset.end"), "start")

    def test_changes_of_others_appear_and_the_query_filters(self):
        page = self.page
        self.one.pmgit("add", "From a terminal")
        page.wait(lambda: "From a terminal" in page.text(".road"))
        page.write("#query", "milestone:v1", Keys.ENTER)
        page.wait(lambda: len(page.all(".road .line[data-id]")) == 2)

    def test_milestones_lead_to_their_plans(self):
        page = self.page
        page.click_button(".road .segments", "Milestones")
        page.wait(lambda: "0 of 2" in page.text(".milestones tbody tr"))
        self.assertIn("view=milestones", page.driver.current_url)
        self.assertEqual([each.get_attribute("data-view") for each in page.all("#top nav [aria-current]")], ["Roadmap"])
        page.click_button(".milestones", "v1")
        page.wait(lambda: len(page.column("todo")) == 2 and page.column("done") == [])
        self.assertEqual(page.one("#query").get_attribute("value"), "milestone:v1")

    def test_nobody_has_trouble_with_it(self):
        page = self.page
        for view, part in [("Roadmap", ".road .line[data-id]"), ("Milestones", ".milestones tbody tr")]:
            for width in [1300, 390, 320]:
                page.resize(width)
                self.show(view, part)
                self.assertEqual(page.violations(), [], f"{view} {width}")


class OnlyRead(PageCase):
    options = ("--read-only",)

    def test_days_cannot_be_dragged(self):
        self.page.driver.get(f"{self.server.origin}/b/main?view=roadmap")
        self.page.wait(lambda: len(self.page.all(".road .line[data-id]")) == 3)
        self.assertEqual(self.page.all(".road .dates"), [])
