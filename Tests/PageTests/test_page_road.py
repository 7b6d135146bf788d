"""The roadmap and the milestones as views."""

import json

from browser import ActionChains, Keys
from page import SCRIPT, PageCase, RoadCase


class Roadmap(RoadCase):
    def test_groups_plans_and_words(self):
        page = self.page
        self.assertEqual(page.texts(".road .fold"), ["v1", "no milestone"])
        self.assertIn("due", page.text(".road .until"))
        self.assertEqual(len(page.all(".road .line[data-id]")), 3)
        self.assertEqual(page.all(".road img"), [])
        # It says why it has no forecast.
        self.assertIn("too few to forecast anything", page.text(".road .tools .hint"))
        self.assertIn(f"Alpha {SCRIPT}: Todo, due", page.run("return document.querySelector('.road .title').textContent"))
        # A finished plan has no days to change.
        self.assertEqual(page.all(f".line[data-id='{self.plans['Gamma']}'] .end"), [])
        self.assertEqual(page.complaints(), [])
        page.click(f".line[data-id='{self.plans['Beta']}'] .title")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Beta")

    def test_the_words_of_a_milestone_end_before_the_edge(self):
        page = self.page
        self.one.pmgit("milestone", "add", "far", "--due", "12w")
        self.one.pmgit("edit", self.plans["Beta"], "--milestone", "far")
        page.resize(390, 844)
        page.click_button(".road .tools", "Quarter")
        notes = """return [...document.querySelectorAll('.road .until')].map(note => [note, note.closest('.time')].map(each => each.getBoundingClientRect()))
            .map(([note, time]) => note.right <= time.right && note.left >= time.left)"""
        page.wait(lambda: page.run(notes) == [True, True], str(page.run(notes)))

    def test_an_empty_roadmap_is_not_wider_than_the_window(self):
        page = self.page
        page.resize(390, 844)
        page.write("#query", "nothing", Keys.ENTER)
        page.wait(lambda: "Open plans and recent ones appear here" in page.text(".road .void"))
        self.assertTrue(page.run("const node = document.querySelector('.road .scroller'); return node.scrollWidth <= node.clientWidth"))

    def test_groups_are_folded(self):
        page = self.page
        page.click(".road .fold")
        page.wait(lambda: len(page.all(".road .line[data-id]")) == 1)
        self.assertEqual(page.run("return document.activeElement.getAttribute('aria-expanded')"), "false")

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

    def test_an_arrow_begins_behind_the_bar_of_a_plan_without_a_due_day(self):
        page = self.page
        delta = self.one.pmgit("add", "Delta", "--state", "doing")
        self.one.pmgit("edit", self.plans["Beta"], "--link", f"blocked-by:{delta}")
        page.wait(lambda: len(page.all(".arrow")) == 1)
        bar = page.run("return Math.max(...[...document.querySelectorAll(arguments[0])].map(each => each.getBoundingClientRect().right))", f".line[data-id='{delta}'] rect")
        self.assertGreaterEqual(page.run("return document.querySelector('.arrow').getPointAtLength(0).x + document.querySelector('.arrows').getBoundingClientRect().left"), bar - 1)

    def test_the_past_has_the_titles_of_blockers_that_were_not_there_yet(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--link", f"blocked-by:{self.plans['Alpha']}")
        # The first commit only begins the board; the second one has its columns.
        columns = self.one.git("rev-list", "--reverse", self.one.tip()).split()[1]
        page.driver.get(f"{self.server.origin}/b/main?view=roadmap&at={columns}")
        page.wait(lambda: page.all("body.past") and page.all(".road .line[data-id]"))
        self.assertIn("waits for Alpha", page.run("return document.querySelector(arguments[0]).textContent", f".line[data-id='{self.plans['Beta']}'] .title"))

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

    def test_a_milestone_is_changed_where_it_is_shown_and_removed(self):
        page = self.page
        page.driver.get(f"{self.server.origin}/b/main?view=milestones")
        row = "[data-milestone=v1]"
        milestones = lambda: [(each["id"], each["title"], each["due"]) for each in json.loads(self.one.pmgit("milestone", "--json"))["milestones"]]
        focus = lambda: page.run("return [document.activeElement.closest('tr')?.dataset.milestone, document.activeElement.dataset.edit]")
        page.wait(lambda: page.all(row))
        page.click(f"{row} [data-edit=due]")
        page.write("dialog.pop input", "soon", Keys.ENTER)
        page.wait(lambda: "'soon' is not a date" in page.text("dialog.pop .said"))
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, "2027-02-01", Keys.ENTER)
        page.wait(lambda: "Feb 1, 2027" in page.text(row) and not page.all("dialog"))
        self.said("Due of “v1”: Feb 1, 2027")
        self.assertEqual(focus(), ["v1", "due"])
        page.click(f"{row} [data-edit=title]")
        page.wait(lambda: page.all("dialog.choose"))
        page.press("title", Keys.ENTER)
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, f"버전 1 {SCRIPT}", Keys.ENTER)
        page.wait(lambda: f"버전 1 {SCRIPT}" in page.text(row))
        self.assertEqual(milestones(), [("v1", f"버전 1 {SCRIPT}", "2027-02-01")])
        page.click(f"{row} [data-edit=title]")
        page.wait(lambda: page.all("dialog.choose"))
        page.press("remove", Keys.ENTER)
        page.wait(lambda: "2 plans keep its name" in page.text("dialog"))
        page.click_button("dialog", "Remove")
        page.wait(lambda: "No milestones yet" in page.text(".milestones"))
        self.assertEqual((milestones(), self.one.plan(self.plans["Alpha"])["milestone"]), ([], "v1"))
        page.press("z")
        page.wait(lambda: page.all(row))
        # The past has no such buttons, and no form.
        self.assertTrue(page.all(".milestones form"))
        page.press("[")
        page.wait(lambda: not page.all("[data-milestone] [data-edit]"))
        self.assertEqual(page.all(".milestones form"), [])
        self.assertEqual(page.complaints(), [])

    def test_a_milestone_is_added(self):
        page = self.page
        page.driver.get(f"{self.server.origin}/b/main?view=milestones")
        page.wait(lambda: page.all(".milestones table"))
        page.write("[aria-label='Name of a new milestone']", "Beta release")
        page.write("[aria-label='When it is due']", "soon", Keys.ENTER)
        self.said("'soon' is not a date")
        page.write("[aria-label='When it is due']", Keys.CONTROL, "a", Keys.NULL, "2027-02-01", Keys.ENTER)
        page.wait(lambda: "Beta release" in page.text(".milestones table") and "Feb 1, 2027" in page.text(".milestones table"))
        self.assertEqual(page.one("[aria-label='Name of a new milestone']").get_attribute("value"), "")

    def test_what_is_finished_differs_without_colours(self):
        page = self.page
        self.one.pmgit("move", self.plans["Beta"], "doing")
        page.look_as("light", is_forced=True)
        fills = lambda: page.run("return ['doing', 'done'].map(kind => document.querySelector(`.stays .in-${kind}`)).map(each => each && getComputedStyle(each).fill)")
        page.wait(lambda: None not in fills())
        self.assertNotEqual(*fills())

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
