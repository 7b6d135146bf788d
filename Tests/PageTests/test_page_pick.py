"""The lists of people and labels in popovers."""

from browser import Keys
from page import PopoverCase


class Lists(PopoverCase):
    def test_people_are_found_and_chosen(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Assigned")
        page.wait(lambda: self.rows() == ["Ana", "Dev One", "Jin"], str(self.rows()))
        self.assertEqual(self.chosen(), ["Ana"])
        page.press(*"jin@", Keys.ENTER)
        page.wait(lambda: self.plan()["assignees"] == ["Ana <ana@example.org>", "Jin <jin@example.org>"])
        page.wait(lambda: self.chosen() == ["Ana", "Jin"])
        # The marks of those that are chosen are filled.
        marks = page.run("""return [...document.querySelectorAll('dialog.pop [role=option] .mark')]
            .map(each => [each.offsetWidth, each.offsetHeight, getComputedStyle(each).backgroundColor, getComputedStyle(each).margin])""")
        self.assertEqual([mark[:2] + mark[3:] for mark in marks], [[16, 16, "0px"]] * 3)
        self.assertEqual((marks[0], marks[1] == marks[0]), (marks[2], False))
        page.press(*"@me", Keys.ENTER)
        page.wait(lambda: "Dev One <dev.one@example.org>" in self.plan()["assignees"])
        # A second time takes the person off.
        page.wait(lambda: "Dev One" in self.chosen())
        page.press(*"@me", Keys.ENTER)
        page.wait(lambda: "Dev One <dev.one@example.org>" not in self.plan()["assignees"])
        page.press("Escape")
        page.wait(lambda: self.name_in_focus() == "assignees")
        self.assertEqual(page.field("Assigned")().get_attribute("aria-expanded"), "false")

    def test_an_unknown_person_is_not_assigned_unless_somebody_says_so(self):
        page = self.page
        page.open_plan("Alpha")
        for name in ["Assigned", "Owner"]:
            before = self.one.tip()
            page.popover(name)
            page.press(*"Devdfri", Keys.ENTER, Keys.ENTER)
            page.wait(lambda: self.rows() == ["Add “Devdfri”, who is new here"], str(self.rows()))
            self.assertEqual(page.all("dialog.pop .active"), [])
            page.press("Escape")
            page.wait(lambda: not page.all("dialog.pop"))
            self.assertEqual(self.one.tip(), before)
        page.popover("Assigned")
        page.press(*"Devdfri", Keys.ARROW_DOWN, Keys.ENTER)
        page.wait(lambda: "Devdfri" in self.plan()["assignees"])

    def test_labels_have_colours_and_are_added(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Labels")
        page.wait(lambda: self.rows() == ["ui", "bug", "bug-fix"], str(self.rows()))
        self.assertEqual(len(page.all("dialog.pop .dot[data-h]")), 3)
        page.press(*"bug", Keys.ENTER)
        page.wait(lambda: self.plan()["labels"] == ["bug", "ui"])
        page.press(*"#new, other", Keys.ENTER)
        page.wait(lambda: self.plan()["labels"] == ["bug", "new", "other", "ui"])
        # What others do meanwhile is shown in the open list, and is not taken back by the next choice.
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "bug-fix", "--no-label", "ui")
        page.wait(lambda: sorted(self.chosen()) == ["bug", "bug-fix", "new", "other"], str(self.chosen()))
        page.click(lambda: page.option("bug"))
        page.wait(lambda: self.plan()["labels"] == ["bug-fix", "new", "other"])
        self.assertEqual(self.plan()["conflicts"], [])

    def test_a_part_of_a_name_takes_nothing_off(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--no-label", "bug")
        page.open_plan("Beta")
        page.popover("Labels")
        page.wait(lambda: self.chosen() == ["bug-fix"])
        # The first match is chosen already. A part of it is a label of its own.
        page.press(*"bug", Keys.ENTER)
        page.wait(lambda: self.plan("Beta")["labels"] == ["bug", "bug-fix"], str(self.plan("Beta")["labels"]))
        page.press("Escape")
        self.one.pmgit("edit", self.plans["Beta"], "--label", "ui-fix")
        page.wait(lambda: "ui-fix" in page.shown("Labels"))
        page.popover("Assigned")
        page.wait(lambda: self.chosen() == ["Jin"])
        # No other person fits, and an unknown one is not added.
        before = self.one.tip()
        page.press(*"ji", Keys.ENTER)
        page.wait(lambda: self.rows() == ["Jin", "Add “ji”, who is new here"], str(self.rows()))
        self.assertEqual(page.all("dialog.pop .active"), [])
        # The whole name does, and so does a row to which somebody goes.
        page.press("n", Keys.ENTER)
        page.wait(lambda: self.plan("Beta")["assignees"] == [])
        self.assertEqual(self.one.git("rev-list", "--count", f"{before}..{self.one.tip()}").strip(), "1")
        page.press("Escape")
        page.popover("Labels")
        page.press(*"fix", Keys.ARROW_DOWN, Keys.ENTER)
        page.wait(lambda: len(self.plan("Beta")["labels"]) == 2)

    def test_the_numbers_of_priorities_find_them(self):
        page = self.page
        page.open_plan("Alpha")
        for number, priority in [("2", "high"), ("1", "urgent"), ("0", None)]:
            page.popover("Priority")
            page.press(number, Keys.ENTER)
            page.wait(lambda: self.plan()["priority"] == priority)

    def test_a_second_enter_does_nothing(self):
        page = self.page
        before = self.one.tip()
        page.open_plan("Alpha")
        page.popover("Labels")
        page.wait(lambda: self.rows() == ["ui", "bug", "bug-fix"])
        self.assertEqual(page.all("dialog.pop .active"), [])
        page.press(*"bug", Keys.ENTER, Keys.ENTER, Keys.ENTER)
        page.wait(lambda: self.plan()["labels"] == ["bug", "ui"], str(self.plan()["labels"]))
        page.wait(lambda: self.chosen() == ["bug", "ui"] or self.chosen() == ["ui", "bug"])
        page.press(Keys.ENTER)
        page.settle()
        self.assertEqual(self.one.git("rev-list", "--count", f"{before}..{self.one.tip()}").strip(), "1")

    def test_a_chosen_row_stays_chosen_when_others_appear_above_it(self):
        page = self.page
        page.open_plan("Alpha")
        page.popover("Labels")
        page.wait(lambda: self.rows() == ["ui", "bug", "bug-fix"])
        page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        self.assertEqual(page.texts("dialog.pop .active .grow"), ["bug"])
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "aaa")
        page.wait(lambda: self.rows() == ["ui", "aaa", "bug", "bug-fix"], str(self.rows()))
        page.press(Keys.ENTER)
        page.wait(lambda: self.plan()["labels"] == ["aaa", "bug", "ui"], str(self.plan()["labels"]))

    def test_keys_of_an_input_method_do_nothing(self):
        # Some browsers send the key that ends a word with a code of its own, after the word.
        for properties in [{"isComposing": True}, {"keyCode": 229}]:
            with self.subTest(properties):
                self.compose_everywhere(properties)

    def compose_everywhere(self, properties):
        page = self.page
        compose = lambda *keys: page.run("""for (const key of arguments[0]) document.activeElement.dispatchEvent(
            new KeyboardEvent('keydown', { key, ...arguments[1], bubbles: true, cancelable: true }))""", keys, properties)
        page.open_plan("Alpha")
        page.popover("Labels")
        page.wait(lambda: self.rows() == ["ui", "bug", "bug-fix"])
        compose("ArrowDown")
        self.assertEqual(page.all("dialog.pop .active"), [])
        before = self.one.tip()
        compose("Enter")
        page.press("Escape")
        page.popover("Due")
        compose("ArrowDown")
        self.assertEqual(page.run("return document.activeElement.tagName"), "INPUT")
        page.press("Escape")
        page.click("[data-part=new-comment] textarea")
        compose("Escape")
        self.assertEqual(page.run("return document.activeElement.tagName"), "TEXTAREA")
        page.click("#side .close")
        page.press("n")
        page.wait(lambda: page.all(".composer textarea"))
        compose("Escape", "Enter")
        self.assertTrue(page.all(".composer"))
        page.press("Escape", "/")
        page.press("#")
        page.wait(lambda: page.all("#offers li"))
        compose("ArrowDown", "Escape")
        self.assertEqual((len(page.all("#offers li")) > 0, page.all("#offers [aria-selected=true]")), (True, []))
        page.press("Escape", "Escape", "Escape")
        page.write("#query", Keys.CONTROL, "a", Keys.NULL, Keys.BACKSPACE, Keys.ENTER)
        page.wait(lambda: page.focused() is not None)
        self.assertEqual(self.one.tip(), before)

    def test_several_plans_are_changed_together(self):
        page = self.page
        page.focus("Alpha")
        page.press(" ", "j", " ", "g")
        page.wait(lambda: self.rows() == ["bug", "bug-fix", "ui"] or sorted(self.rows()) == ["bug", "bug-fix", "ui"])
        self.assertEqual((self.chosen(), len(page.all("dialog.pop .mark.mixed"))), ([], 3))
        page.press(*"ui", Keys.ENTER)
        page.wait(lambda: (self.plan()["labels"], self.plan("Beta")["labels"]) == (["ui"], ["bug", "bug-fix", "ui"]))
        page.wait(lambda: self.chosen() == ["ui"])
        page.press(*"ui", Keys.ENTER)
        page.wait(lambda: (self.plan()["labels"], self.plan("Beta")["labels"]) == ([], ["bug", "bug-fix"]))
