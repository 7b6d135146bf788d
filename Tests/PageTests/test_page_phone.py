"""What a person does with a thumb, on a page as narrow as a phone."""

import json

from browser import Keys
from page import PageCase, RoadCase


class Touch:
    def setUp(self):
        super().setUp()
        self.page.resize(390, 760)
        self.page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.page.settle()

    def tap(self, node):
        at = self.page.middle(node)
        self.page.pointer("touch", at, at, steps=1)

    def is_in_sight(self, selector):
        """Whether an element is in the window, and nothing covers or cuts it."""
        return self.page.run("""const node = document.querySelector(arguments[0]), box = node?.getBoundingClientRect();
            return box && box.width > 0 && [[box.left + 2, box.top + 2], [box.right - 2, box.bottom - 2]]
                .every(([x, y]) => node.contains(document.elementFromPoint(x, y)))""", selector)


class Phone(Touch, PageCase):
    def prepare(self):
        for number in range(3):
            self.one.pmgit("column", "add", f"step{number}", "--before", "done")
        self.one.pmgit("edit", self.plans["Alpha"], "--assign", "Dev One <one@example.org>", "--assign", "Dev Two <two@example.org>")

    def test_a_drag_turns_one_column_at_a_time(self):
        page = self.page
        page.run("""window.turns = []; const lanes = document.getElementById('lanes'); const scroll = lanes.scrollTo.bind(lanes);
            lanes.scrollTo = options => { turns.push([performance.now(), options.left]); scroll(options); }""")
        x, y = page.middle(page.card("Alpha"))
        page.pointer("touch", (x, y), (380, y), 0.8, release=False)
        page.wait(lambda: len(page.run("return window.turns")) >= 3)
        page.press(Keys.ESCAPE)
        turns = page.run("return window.turns")
        for (before, left), (after, right) in zip(turns, turns[1:]):
            self.assertGreaterEqual(after - before, 690)
            self.assertTrue(300 < right - left < 390, str(turns))

    def test_a_finger_selects_more_once_something_is_selected(self):
        page = self.page
        page.focus("Alpha")
        page.press(" ")
        page.wait(lambda: page.selected() == ["Alpha"])
        self.tap(page.card("Beta"))
        page.wait(lambda: page.selected() == ["Alpha", "Beta"])
        self.assertEqual(page.all("#side:not([hidden])"), [])
        for button in ["Delete", "More actions", "Clear the selection"]:
            self.assertTrue(self.is_in_sight(f"#bar [aria-label='{button}']"), button)
        # The bar is about the board, which an open plan covers.
        page.run("location.hash = arguments[0]; dispatchEvent(new PopStateEvent('popstate'))", self.plans["Gamma"])
        page.wait(lambda: page.all("#side:not([hidden])"))
        self.assertFalse(page.one("#bar").is_displayed())

    def test_a_tap_on_a_label_opens_the_plan(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "ui")
        page.wait(lambda: page.all(".card .label"))
        self.tap(page.one(".card .label"))
        page.wait(lambda: page.all("#side textarea.title"))
        self.assertNotIn("q=", page.run("return location.search"))

    def test_the_composer_stays_in_sight(self):
        page = self.page
        self.one.pmgit("import", "-", text="".join(json.dumps({"title": f"Plan {n}"}) + "\n" for n in range(20)))
        page.wait(lambda: len(page.all(".card")) == 23)
        page.click("[data-column=todo] .add")
        submit = ".composer button[type=submit]"
        page.wait(lambda: self.is_in_sight(submit))
        page.write(".composer textarea", "Fix #bug !high fri")
        page.wait(lambda: len(page.all(".composer .chips > *")) == 3)
        page.wait(lambda: self.is_in_sight(submit))
        # A refusal takes several lines.
        page.write(".composer textarea", Keys.CONTROL + "a" + Keys.NULL, "Fix @dev", Keys.ENTER)
        page.wait(lambda: page.all(".composer .problem:not([hidden])"))
        page.wait(lambda: self.is_in_sight(submit))
        page.write(".composer textarea", Keys.CONTROL + "a" + Keys.NULL, "Fix #bug !high fri")
        # The keyboard of a phone makes the window lower.
        page.resize(390, 500)
        page.wait(lambda: self.is_in_sight(submit))
        page.click(submit)
        page.wait(lambda: "Added" in page.text("#toasts"))
        self.assertTrue(self.is_in_sight(submit))
        self.assertEqual(page.run("""const box = document.querySelector('.composer').getBoundingClientRect();
            return [...document.querySelectorAll('.toast')].filter(each => each.getBoundingClientRect().bottom > box.top).length"""), 0)

    def test_a_message_covers_nothing_at_the_end_of_a_plan(self):
        page = self.page
        page.open_plan("Beta")
        page.run("document.getElementById('side').scrollTo(0, 1e6)")
        field = page.one("#side [data-part=new-line] textarea")
        field.send_keys("a line", Keys.ENTER)
        self.said("Added a line")
        page.wait(lambda: page.all("#toasts .toast"))
        page.run("document.activeElement.blur(); document.getElementById('side').scrollTo(0, 1e6)")
        for number in [1, 2]:
            self.assertTrue(self.is_in_sight(f"#side [data-part=history] details:nth-of-type({number}) > summary"))
        self.tap(page.one("#side [data-part=history] details:nth-of-type(2) > summary"))
        page.wait(lambda: page.all("#side [data-part=history] details:nth-of-type(2)[open]"))
        self.assertEqual(len(self.one.plan(self.plans["Beta"])["checklist"]), 1)

    def test_a_new_plan_goes_to_the_column_that_is_shown(self):
        page = self.page
        page.click(".dots button[aria-label=Doing]")
        page.wait(lambda: page.all(".dots [aria-label=Doing][aria-current]"))
        page.click("#top .primary")
        page.wait(lambda: page.all("[data-column=doing] .composer"))

    def test_the_word_for_conflicts_is_not_cut(self):
        page = self.page
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        for clone, word in [(self.one, "ours"), (self.team.two, "theirs")]:
            clone.pmgit("edit", self.plans["Alpha"], "--title", word)
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page.wait(lambda: page.text("[data-view=Conflicts] .word") == "Decide 1", page.text("[data-view=Conflicts]"))
        for width in [390, 320]:
            page.resize(width, 760)
            self.assertEqual(page.run("return [...document.querySelectorAll('#top nav .word')].filter(each => each.scrollWidth > each.clientWidth + 1).map(each => each.innerText)"), [], width)


class Road(Touch, RoadCase):
    def test_a_swipe_that_begins_on_a_day_changes_nothing(self):
        page = self.page
        tip, dates = self.one.tip(), self.dates("Alpha")
        find = self.end("Alpha", "due")
        page.run("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", find())
        x, y = page.middle(find())
        page.pointer("touch", (x, y), (x - 70, y))
        page.settle()
        self.assertEqual((self.one.tip(), page.all(".dates.moving")), (tip, []))
        # After a long press the finger moves it.
        page.run("arguments[0].scrollIntoView({ block: 'center', inline: 'center' })", find())
        width = page.run("return parseFloat(getComputedStyle(document.querySelector('.sheet')).getPropertyValue('--day'))")
        x, y = page.middle(find())
        page.pointer("touch", (x, y), (int(x + 3 * width), y), 0.8)
        page.wait(lambda: self.dates("Alpha")[1] == self.later(dates[1], 3), str(self.dates("Alpha")))
