"""The composer: new plans in a column, by lines whose marks are recognised."""

import json
import unittest

from selenium.webdriver.common.keys import Keys

from page import PageCase

FIELD = ".composer textarea"


class Composer(PageCase):
    def prepare(self):
        self.one.pmgit("milestone", "add", "v2")
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "bug", "--assign", "Sam Lee <sam@example.org>")

    def compose(self, text, column="todo"):
        self.page.click(f"[data-column={column}] .add")
        self.page.wait(lambda: self.page.all(f"[data-column={column}] .composer"))
        self.page.write(FIELD, text)

    def value(self):
        return self.page.one(FIELD).get_attribute("value")

    def offered(self, *labels):
        self.page.wait(lambda: sorted(self.page.texts("#mark-offers .grow")) == list(labels))

    def chips(self):
        return self.page.texts(".composer .chips > *")

    def plan(self, title):
        return next(each for each in json.loads(self.one.pmgit("list", "--all", "--json"))["plans"] if each["title"] == title)

    def test_marks_are_chips_before_the_plan_is_added_and_fields_after(self):
        page = self.page
        self.compose("Fix login #bug #fresh @sam !high fri ^v2")
        page.wait(lambda: len(self.chips()) == 6)
        label, new, person, priority, milestone, due = self.chips()
        self.assertEqual((label, new.split(), person.split()[-2:]), ("bug", ["fresh", "new"], ["Sam", "Lee"]))
        self.assertEqual((priority, milestone), ("high", "v2"))
        self.assertTrue(due.startswith("Fri"), due)
        self.assertNotIn("Fix login", self.one.pmgit("list"))
        # What the chips name is not a link: a click in the composer must not change the query.
        self.assertEqual(page.all(".composer [data-find]"), [])
        page.press(Keys.ENTER)
        page.wait(lambda: "Fix login" in page.column("todo"))
        plan = self.plan("Fix login")
        self.assertEqual((plan["labels"], plan["assignees"]), (["bug", "fresh"], ["Sam Lee <sam@example.org>"]))
        self.assertEqual((plan["priority"], plan["milestone"]), ("high", "v2"))
        self.assertIsNotNone(self.one.plan(plan["id"])["due"])
        page.wait(lambda: self.chips() == [])

    def test_a_name_of_two_people_is_unclear_at_once_and_chosen_by_keys_or_pointer(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--assign", "Sam Roe <roe@example.org>")
        choices = lambda: page.texts(".composer .unclear button")
        self.compose("Fix @sam !high ")
        page.wait(lambda: [each.split("\n")[-1] for each in choices()] == ["Sam Lee", "Sam Roe"])
        self.assertIn("@sam means Sam Lee or Sam Roe", page.text("#said"))
        self.assertEqual(page.violations(), [])
        # Enter asks instead of being refused, and nothing is sent.
        tip = self.one.tip()
        page.press(Keys.ENTER)
        page.wait(lambda: page.run("return document.activeElement.closest('.unclear') != null"))
        self.assertIn("@sam means 2 people", page.text(".composer .problem"))
        page.press(Keys.TAB, Keys.ENTER)
        page.wait(lambda: self.value() == "Fix @roe@example.org !high")
        page.wait(lambda: choices() == [] and len(self.chips()) == 2)
        self.assertTrue(page.run("return document.activeElement.matches('.composer textarea')"))
        page.write(FIELD, Keys.CONTROL, "a", Keys.NULL, "Mend @sam now")
        page.wait(lambda: len(choices()) == 2)
        page.click(".composer .unclear button")
        page.wait(lambda: self.value() == "Mend @sam@example.org now" and choices() == [])
        self.assertEqual(self.one.tip(), tip)
        page.press(Keys.ENTER)
        page.wait(lambda: "Mend now" in page.column("todo"))
        self.assertEqual(self.plan("Mend now")["assignees"], ["Sam Lee <sam@example.org>"])

    def pressed(self, name):
        """Presses the button of a field, whose name is the beginning of its label."""
        self.page.click(f".composer .fields [title='{name}']")
        self.page.wait(lambda: self.page.all("dialog.pop"))

    def labels(self):
        return self.page.run("return [...document.querySelectorAll('.composer .fields button')].map(each => each.getAttribute('aria-label'))")

    def test_buttons_write_the_fields_into_the_line(self):
        page = self.page
        self.compose("")
        self.assertEqual(self.labels(), ["Assigned", "Labels", "Priority", "Due", "Milestone"])
        # Before there is a title, what is typed next still comes first.
        self.pressed("Labels")
        page.click(lambda: page.option("bug"))
        page.write("dialog.pop input", "two words", Keys.ENTER)
        page.wait(lambda: self.value().strip() == '#bug #"two words"')
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog.pop"))
        page.press(*"Fix login")
        self.pressed("Priority")
        page.click(lambda: page.option("High"))
        self.pressed("Assigned")
        page.click(lambda: page.option("Sam Lee"))
        page.press(Keys.ESCAPE)
        self.pressed("Milestone")
        page.click(lambda: page.option("v2"))
        self.pressed("Due")
        page.write("dialog.pop input", "next week", Keys.ENTER)
        page.wait(lambda: not page.all("dialog.pop") and len(self.chips()) == 6)
        # What is in the line already is chosen, also if it was typed.
        self.pressed("Labels")
        page.wait(lambda: page.texts("dialog.pop [aria-selected=true] .grow") == ["bug", "two words"])
        page.click(lambda: page.option("bug"))
        page.wait(lambda: len(self.chips()) == 5)
        self.assertEqual(page.violations(), [])
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog.pop"))
        self.assertEqual(self.labels()[1:3], ["Labels: new two words", "Priority: high"])
        self.pressed("Priority")
        page.click(lambda: page.option("Low"))
        page.wait(lambda: "!low" in self.value() and "!high" not in self.value())
        self.assertRegex(self.value(), r'^Fix login #"two words" !low @sam@example.org \^v2 due:\d{4}-\d\d-\d\d$')
        self.assertEqual(page.violations(), [])
        page.press(Keys.ENTER)
        page.wait(lambda: "Fix login" in page.column("todo"))
        plan = self.plan("Fix login")
        self.assertEqual((plan["labels"], plan["assignees"]), (["two words"], ["Sam Lee <sam@example.org>"]))
        self.assertEqual((plan["priority"], plan["milestone"]), ("low", "v2"))
        page.wait(lambda: self.labels()[1] == "Labels")

    def test_buttons_of_fields_are_used_by_keys(self):
        page = self.page
        page.press("n")
        page.write(FIELD, "Fix login", Keys.TAB, Keys.TAB, Keys.ENTER)
        page.wait(lambda: page.all("dialog.pop"))
        page.press(*"bug", Keys.ENTER)
        page.wait(lambda: self.value() == "Fix login #bug")
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.run("return document.activeElement.title") == "Labels")
        # A day that is not understood is refused in the popover, and one of them is replaced.
        page.press(Keys.TAB, Keys.TAB, Keys.ENTER)
        page.wait(lambda: page.all("dialog.pop.day"))
        page.press(*"someday", Keys.ENTER)
        page.wait(lambda: page.text("dialog.pop .said"))
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, "tomorrow", Keys.ENTER)
        page.wait(lambda: "due:" in self.value() and not page.all("dialog.pop"))
        # Escape closes the composer also from a button, and an empty one closes when it is left.
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".composer"))

    def test_several_lines_have_no_buttons(self):
        page = self.page
        self.compose("One")
        page.wait(lambda: page.all(".composer .fields:not([hidden])"))
        page.press("Shift+enter", *"Two")
        page.wait(lambda: page.all(".composer .fields[hidden]"))

    def test_enter_adds_and_stays_open_and_shows_the_id(self):
        page = self.page
        self.compose("One")
        page.press(Keys.ENTER, *"Two", Keys.ENTER)
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta", "Gamma", "One", "Two"])
        short = self.plan("Two")["id"]
        page.wait(lambda: short.startswith(page.text(".composer .done button")))
        self.assertEqual(self.value(), "")
        self.said("Added “Two”")
        # Undo takes back one plan.
        page.click_button("#toasts", "Undo")
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta", "Gamma", "One"])

    def test_escape_keeps_the_draft_and_returns_the_focus(self):
        page = self.page
        page.focus("Beta")
        page.press("c", *"Half a though")
        page.wait(lambda: self.value() == "Half a though")
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".composer") and page.focused() == "Beta")
        page.driver.refresh()
        page.wait(lambda: page.all(".card"))
        page.focus("Beta")
        page.press("n")
        page.wait(lambda: self.value() == "Half a though")
        page.press("t", Keys.ENTER)
        page.wait(lambda: "Half a thought" in page.column("todo"))
        page.press(Keys.ESCAPE, "n")
        page.wait(lambda: page.all(FIELD) and self.value() == "")

    def test_an_unknown_person_is_refused_with_a_hint_and_the_line_stays(self):
        page = self.page
        self.compose("Ask @sma")
        page.wait(lambda: page.all(".composer .chip.late"))
        page.press(Keys.ENTER)
        page.wait(lambda: "Nobody is called '@sma'" in page.text(".composer .problem"))
        self.assertIn("to keep it in the title", page.text(".composer .problem"))
        self.assertEqual(self.value(), "Ask @sma")
        self.assertEqual(page.column("todo"), ["Alpha", "Beta", "Gamma"])
        page.write(FIELD, Keys.HOME, Keys.ARROW_RIGHT * 4, "\\", Keys.ENTER)
        page.wait(lambda: "Ask @sma" in page.column("todo"))

    def test_a_refused_line_comes_back_before_what_was_typed_meanwhile(self):
        page = self.page
        page.run("window.oldFetch = fetch; window.fetch = (...all) => new Promise(done => setTimeout(done, 1500)).then(() => oldFetch(...all))")
        self.compose("Held @nobody")
        page.press(Keys.ENTER, *"Bee")
        page.wait(lambda: self.value() == "Held @nobody\nBee")
        self.assertNotIn("Held", self.one.pmgit("list", "--all"))

    def test_a_line_that_is_being_added_is_no_draft(self):
        page = self.page
        self.slowly(1.5)
        self.compose("Slow one")
        page.press(Keys.ENTER, Keys.ESCAPE)
        page.wait(lambda: not page.all(".composer"))
        self.compose("And more")
        self.assertEqual(self.value(), "And more")
        page.wait(lambda: "Slow one" in page.column("todo"))
        page.press(Keys.ENTER)
        page.wait(lambda: "And more" in page.column("todo"))
        # A line that was refused comes back into the field that was opened meanwhile.
        self.compose("Held @nobody")
        page.press(Keys.ENTER, Keys.ESCAPE)
        self.compose("Bee")
        page.wait(lambda: self.value() == "Held @nobody\nBee")
        self.assertEqual(page.column("todo")[-2:], ["Slow one", "And more"])

    def test_a_line_that_failed_takes_no_later_one_with_it(self):
        page = self.page
        self.slowly(1)
        self.compose("Held @nobody")
        page.press(Keys.ENTER)
        page.wait(lambda: self.value() == "")
        page.press(*"Bee", Keys.ENTER, Keys.ESCAPE)
        page.wait(lambda: "Bee" in page.column("todo"))
        self.compose("")
        page.wait(lambda: self.value() == "Held @nobody", self.value())

    def test_another_tab_does_not_add_a_line_again(self):
        page = self.page
        first = page.driver.current_window_handle
        self.slowly(6)
        self.compose("Slow one")
        page.press(Keys.ENTER, Keys.ESCAPE)
        second = self.another()
        self.compose("")
        self.assertEqual(self.value(), "")
        # A page that is closed gets no answer, so its lines are drafts again.
        page.driver.switch_to.window(first)
        page.driver.get("about:blank")
        page.driver.switch_to.window(second)

        def reopened():
            page.press(Keys.ESCAPE)
            page.wait(lambda: not page.all(".composer"))
            self.compose("")
            return self.value()

        # A tab that is loaded again may take a moment, so the other one waits before it takes over.
        page.wait(lambda: reopened() == "Slow one")

    def test_a_copy_and_a_sub_plan_wait_for_a_confirmation(self):
        page, beta = self.page, self.plans["Beta"]
        # A title that would be read as marks is copied as it is.
        title = "Beta #new fri"
        self.one.pmgit("edit", beta, "--title", title, "--label", "bug", "-p", "high", "--body", "Why\n\nHow", "--check", "tests", "--owner", "Ben")
        page.wait(lambda: title in page.column("todo"))
        page.focus(title)
        page.click(lambda: page.card(title).find_element("css selector", "button.more"))
        page.wait(lambda: page.all("dialog.menu"))
        page.press(*"dupl", Keys.ENTER)
        page.wait(lambda: page.all("dialog .composer") and self.value() == title)
        self.assertEqual(page.texts("dialog h2"), [f"Duplicate “{title}”"])
        page.wait(lambda: len(self.chips()) == 4, str(self.chips()))
        self.assertEqual(page.violations(), [])
        self.assertEqual(page.column("todo").count(title), 1)
        page.press(Keys.ENTER)
        page.wait(lambda: not page.all("dialog") and page.column("todo").count(title) == 2)
        copy = next(self.one.plan(each) for each in page.run("return [...document.querySelectorAll('.card')].map(each => each.dataset.id)")
                    if each not in self.plans.values())
        self.assertEqual([copy[each] for each in ["labels", "priority", "body", "owner", "due"]], [["bug"], "high", "Why\n\nHow", None, None])
        self.assertEqual([(line["text"], line["done"]) for line in copy["checklist"]], [("tests", False)])
        page.open_plan("Alpha")
        page.click_button("[data-part=links]", "Add a sub-plan")
        page.wait(lambda: self.chips() == ["Alpha"])
        page.press(*"Part !low", Keys.ENTER)
        page.wait(lambda: "Part" in page.column("todo"))
        part = self.plan("Part")
        self.assertEqual((self.one.plan(part["id"])["links"], part["priority"]), ([f"parent:{self.plans['Alpha']}"], "low"))
        # The text of a sub-plan is kept with its plan.
        page.press(*"And more", Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog") and "Part" in page.text("[data-part=links]"))
        # The next letter is about the plan that is open, although its part was drawn again.
        page.wait(lambda: page.run("return document.activeElement.textContent") == "Add a sub-plan")
        page.press("d")
        page.wait(lambda: page.all("dialog.pop"))
        page.write("dialog.pop input", "2027-03-04", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["due"] == "2027-03-04")
        self.assertIsNone(self.one.plan(part["id"])["due"])
        page.click_button("[data-part=links]", "Add a sub-plan")
        page.wait(lambda: self.value() == "And more")

    def test_what_people_mean_as_text_is_text(self):
        page = self.page
        for text in ["Keep logs for 30 days", "Convert to 3D", "Use #fff (see #bug)", "Run `x #bug` !", "meet in the sun"]:
            self.compose(text)
            page.wait(lambda: self.value() == text)
            page.press(Keys.ENTER)
            page.wait(lambda: text in page.column("todo"), str(page.column("todo")))
            page.press(Keys.ESCAPE)
            page.wait(lambda: not page.all(".composer"))

    def test_words_with_signs_are_completed(self):
        page = self.page
        self.compose("Fix #b")
        self.offered("bug")
        # The first one is chosen already.
        page.press(Keys.ENTER)
        page.wait(lambda: self.value() == "Fix #bug ")
        page.write(FIELD, "!u")
        self.offered("urgent")
        page.press(Keys.TAB)
        page.wait(lambda: self.value() == "Fix #bug !urgent ")
        page.write(FIELD, "^v")
        self.offered("v2")
        # Escape closes the list first, then the composer.
        page.press(Keys.ESCAPE)
        self.assertTrue(page.all(".composer"))
        self.assertEqual(self.value(), "Fix #bug !urgent ^v")

    def test_people_are_offered_with_their_faces_and_names(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--assign", "Sam Lee <sam.lee@example.org>", "--assign", "Sam Smith <smith@example.org>")
        self.compose("Ask @s")
        self.offered("Sam Lee", "Sam Lee", "Sam Smith")
        self.assertEqual(sorted(page.texts("#mark-offers small")), ["sam.lee@example.org", "sam@example.org", "smith@example.org"])
        self.assertEqual(len(page.all("#mark-offers .face")), 3)
        while page.text("#mark-offers [aria-selected=true] small") != "sam.lee@example.org":
            page.press(Keys.ARROW_DOWN)
        page.press(Keys.ENTER, Keys.ENTER)
        page.wait(lambda: "Ask" in page.column("todo"))
        self.assertEqual(self.plan("Ask")["assignees"], ["Sam Lee <sam.lee@example.org>"])

    def test_what_is_typed_in_full_is_not_completed(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--label", "bugs")
        self.compose("Whole #bug")
        self.offered("bugs")
        page.press(Keys.ENTER)
        page.wait(lambda: "Whole" in page.column("todo"))
        self.assertEqual(self.plan("Whole")["labels"], ["bug"])
        # What was offered for `#b` is not taken for `#bx`, whose offers are not there yet.
        page.write(FIELD, "Late #b")
        self.offered("bug", "bugs")
        self.slowly(5, "/complete", "GET")
        page.press("x", Keys.ENTER)
        page.wait(lambda: "Late" in page.column("todo"))
        self.assertEqual(self.plan("Late")["labels"], ["bx"])

    def test_several_lines_are_several_plans(self):
        page = self.page
        self.compose("First")
        page.write(FIELD, Keys.SHIFT + Keys.ENTER + Keys.NULL, "Second #bug")
        page.wait(lambda: page.text(".composer .primary") == "Add 2 plans")
        page.click(".composer .primary")
        page.wait(lambda: page.column("todo")[-2:] == ["First", "Second"])
        self.assertEqual(self.plan("Second")["labels"], ["bug"])

    def test_a_pasted_list_is_plans_without_its_bullets(self):
        page = self.page
        self.compose("")
        page.run("""const clipboardData = new DataTransfer(); clipboardData.setData('text/plain', '- [ ] one #bug\\n* two\\n3. three');
            document.querySelector(arguments[0]).dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))""", FIELD)
        page.wait(lambda: self.value() == "one #bug\ntwo\nthree")
        page.click(".composer .primary")
        page.wait(lambda: page.column("todo")[-3:] == ["one", "two", "three"])
        # One message tells it, and takes all of them back.
        self.said("Added 3 plans")
        page.click_button("#toasts", "Undo")
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta", "Gamma"])
        self.assertEqual(len(self.one.pmgit("list").splitlines()), 3)

    def test_a_row_gives_its_value(self):
        page = self.page
        page.choose("#grouping", "assignee")
        row = "Sam Lee <sam@example.org>"
        page.click(f".lane[data-row='{row}'][data-column=doing] .add")
        page.wait(lambda: [each.split()[-2:] for each in self.chips()] == [["Sam", "Lee"]])
        page.write(FIELD, "For Sam #x", Keys.ENTER)
        page.wait(lambda: "For Sam" in page.text(f".lane[data-row='{row}'][data-column=doing]"))
        plan = self.plan("For Sam")
        self.assertEqual((plan["assignees"], plan["labels"], plan["state"]), ([row], ["x"], "doing"))

    def test_a_hostile_line_is_text(self):
        page = self.page
        self.compose("<img src=x onerror=alert(1)> #<b>x</b> #\"<i>y</i>\" ^<u>")
        page.wait(lambda: self.chips() == ["<i>y</i>\nnew"] or "<i>y</i>" in page.text(".composer .chips"))
        self.assertEqual(page.all(".composer :is(img, b, i, u)"), [])
        page.press(Keys.ENTER)
        page.wait(lambda: any("<img" in title for title in page.column("todo")))
        self.assertEqual(page.complaints(), [])

    def test_without_barriers(self):
        page = self.page
        self.compose("Fix #bug @sma !high")
        page.wait(lambda: len(self.chips()) == 3)
        self.assertEqual(page.violations(), [])
        page.darken()
        self.assertEqual(page.violations(), [])
        page.resize(320, 640)
        self.assertEqual(page.violations(), [])
        box = page.run("const box = document.querySelector('.composer').getBoundingClientRect(); return [box.left, box.right, innerWidth]")
        self.assertTrue(0 <= box[0] and box[1] <= box[2], box)


if __name__ == "__main__":
    unittest.main()
