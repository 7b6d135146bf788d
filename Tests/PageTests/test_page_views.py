"""The views, and navigation between them."""

import json
import time

from browser import Keys
from page import PageCase


class Steps(PageCase):
    """Habits of people: double clicks, and the browser's back button."""

    def test_the_way_back(self):
        page = self.page
        page.open_plan("Alpha")
        page.wait(lambda: self.plans["Alpha"] in page.driver.current_url)
        page.click("[data-view=List]")
        page.wait(lambda: "view=list" in page.driver.current_url)
        page.driver.refresh()
        page.wait(lambda: page.all("main table.list"))
        page.driver.back()
        page.wait(lambda: page.all(".lane") and page.all("#side textarea.title"))
        page.driver.back()
        page.wait(lambda: page.all(".lane") and not page.all("#side textarea.title"))
        page.driver.forward()
        page.wait(lambda: page.all("#side textarea.title"))

    def test_the_way_back_to_where_the_page_began(self):
        page = self.page
        page.run("window.isTheSame = true")
        page.open_plan("Alpha")
        page.driver.back()
        page.wait(lambda: not page.all("#side textarea.title"))
        self.assertTrue(page.run("return window.isTheSame"))

    def test_double_clicks(self):
        page = self.page
        from selenium.webdriver import ActionChains
        ActionChains(page.driver).double_click(page.one("#top .primary")).perform()
        page.wait(lambda: page.all(".composer textarea"))
        page.press("Once", Keys.ENTER)
        page.wait(lambda: page.column("todo").count("Once") == 1)
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        for clone, title in [(self.one, "Ours"), (self.team.two, "Theirs")]:
            clone.pmgit("edit", self.plans["Alpha"], "--title", title)
            clone.pmgit("sync")
        self.one.pmgit("sync")
        value = page.wait(lambda: page.all(".card .conflict .value"))[0]
        ActionChains(page.driver).double_click(value).perform()
        page.wait(lambda: not page.all(".card .conflict .value"))
        time.sleep(0.5)
        self.assertEqual(page.all(".toast.problem"), [])

    def test_nothing_is_found_and_nothing_is_there(self):
        page = self.page
        page.press("/")
        page.press("xyzzy")
        page.wait(lambda: "No plan matches" in page.text("#main .void"))
        page.click_button("#main .void", "Clear the query")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.driver.get(self.server.origin + "/b/nothing")
        page.wait(lambda: page.all("main a[href='/b/main']"))


class List(PageCase):
    def test_rows_keep_the_focus_and_take_the_keys_of_cards(self):
        page = self.page
        page.click("[data-view=List]")
        page.wait(lambda: len(page.all("main tbody tr[data-id]")) == 3)

        def focused():
            return page.run("return document.activeElement.closest('tr')?.querySelector('a').textContent")

        page.press("j", "j")
        self.assertEqual(focused(), "Beta")
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Other")
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Bet")
        page.wait(lambda: {"Other", "Bet"} <= set(page.texts("main tbody a")))
        self.assertEqual(focused(), "Bet")
        page.press("L")
        page.wait(lambda: self.state("Beta") == "doing")
        page.press(Keys.ENTER)
        page.wait(lambda: page.all("#side textarea.title"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: focused() == "Bet")
        page.press(" ")
        page.press("k")
        self.assertEqual(focused(), "Gamma")


class SettingsSections(PageCase):
    def test_milestones_and_iterations_are_added_changed_and_removed(self):
        page = self.page
        asked = lambda kind: [(each["id"], each["title"]) for each in json.loads(self.one.pmgit(kind, "--json"))[kind + "s"]]
        page.driver.get(f"{self.server.origin}/b/main?view=settings")
        page.write("[aria-label='Title of a new milestone']", "First", Keys.TAB, "2027-01-31", Keys.ENTER)
        page.wait(lambda: page.all("[aria-label='Due of First']"))
        due = lambda: json.loads(self.one.pmgit("milestone", "--json"))["milestones"][0]["due"]
        self.assertEqual((asked("milestone"), due()), ([("first", "First")], "2027-01-31"))
        page.write("[aria-label='Title of First']", Keys.CONTROL, "a", Keys.NULL, "Second", Keys.TAB)
        page.wait(lambda: asked("milestone") == [("first", "Second")] and page.all("[aria-label='Due of Second']"))
        page.write("[aria-label='Due of Second']", Keys.CONTROL, "a", Keys.NULL, "2027-02-28", Keys.TAB)
        page.wait(lambda: due() == "2027-02-28")
        # A milestone without a title is called by its name.
        self.one.pmgit("milestone", "add", "v2")
        page.wait(lambda: page.all("[aria-label='Title of v2']"))
        self.assertEqual(page.one("[aria-label='Title of v2']").get_attribute("value"), "v2")
        self.one.pmgit("milestone", "remove", "v2")
        self.one.pmgit("edit", self.plans["Alpha"], "--milestone", "first")
        page.wait(lambda: "1 plan" in page.text("[data-part=milestones] li"))
        self.assertEqual(page.violations(), [])
        page.click("[aria-label='Remove Second']")
        page.click_button("dialog", "Remove")
        page.wait(lambda: asked("milestone") == [])
        page.write("[aria-label='Title of a new iteration']", "Sprint 1", Keys.TAB, "2027-01-04", Keys.TAB, "2w", Keys.ENTER)
        page.wait(lambda: "Sprint 1" in page.text("[data-part=iterations] li"))
        page.write("[aria-label='Title of a new iteration']", "Sprint 2", Keys.ENTER)
        page.wait(lambda: asked("iteration") == [("sprint-1", "Sprint 1"), ("sprint-2", "Sprint 2")])

    def test_sections_are_listed_and_own_settings_come_first(self):
        page = self.page
        page.resize(1440, 900)
        page.driver.get(f"{self.server.origin}/b/main?view=settings")
        page.wait(lambda: page.all(".settings .views td"))
        self.assertEqual(page.texts(".settings nav button"), page.texts(".settings h3"))
        self.assertEqual((page.texts(".settings h3")[0], page.texts(".settings h3")[-1]), ("This browser", "Views"))
        self.assertIn("Mine", page.texts(".settings .views tbody th"))
        page.click_button(".settings nav", "Views")
        inside = "const box = arguments[0].getBoundingClientRect(); return box.top >= 0 && box.top < innerHeight"
        page.wait(lambda: page.run(inside, page.all(".settings h3")[-1]))
        self.assertEqual(page.run("return document.activeElement.textContent"), "Views")
        # The list stays in view.
        self.assertTrue(page.run(inside, page.one(".settings nav")))
        self.assertEqual(page.violations(), [])
        page.resize(390, 844)
        page.wait(lambda: not page.one(".settings nav").is_displayed())
        self.assertFalse(page.one(".settings .views code").is_displayed())
        self.assertTrue(page.run("const main = document.getElementById('main'); return main.scrollWidth <= main.clientWidth"))


class Settings(PageCase):
    def columns(self):
        found = json.loads(self.one.pmgit("config", "--json"))["columns"]
        return {column["title"]: column["id"] for column in found}

    def test_a_column_needs_a_title_alone(self):
        page = self.page
        page.click("[data-view=Settings]")
        for title in ["In Review!", "Zurück", "검토", "In review?"]:
            page.wait(lambda: page.all("[aria-label='Title of a new column']"))
            page.one("[aria-label='Title of a new column']").send_keys(title, Keys.ENTER)
            page.wait(lambda: title in self.columns() and page.all(f"[aria-label='Title of {title}']"))
        columns = self.columns()
        self.assertEqual([columns[title] for title in ["In Review!", "Zurück", "검토", "In review?"]],
                         ["in-review", "zuruck", "column", "in-review-2"])

    def test_an_act_leaves_what_is_written_elsewhere(self):
        page = self.page
        page.click("[data-view=Settings]")
        page.write("[aria-label='Name of a new view']", "mine again")
        page.click("[aria-label='Move Doing down']")
        page.wait(lambda: list(self.columns()) == ["Todo", "Done", "Doing"])
        self.assertEqual(page.one("[aria-label='Name of a new view']").get_attribute("value"), "mine again")
        page.write("[aria-label='Query of a new view']", "due:someday", Keys.ENTER)
        # A refused query stays in the field, so that it can be corrected.
        self.said("is not a date")
        self.assertEqual(page.one("[aria-label='Query of a new view']").get_attribute("value"), "due:someday")

    def test_a_column_is_dragged_to_another_place(self):
        page = self.page
        page.click("[data-view=Settings]")
        grip = lambda title: page.one(f"li:has([aria-label='Title of {title}']) .grip")
        x, y = page.middle(page.wait(lambda: grip("Done")))
        page.pointer("mouse", (x, y), (x, page.middle(grip("Todo"))[1] - 8))
        page.wait(lambda: list(self.columns()) == ["Done", "Todo", "Doing"])
        self.said("Moved Done, 1 of 3")
        # What is dropped where it was changes nothing.
        before = self.one.tip()
        page.pointer("mouse", (x, y), (x, y + 8))
        page.settle()
        self.assertEqual(self.one.tip(), before)

    def test_names_of_labels_and_people_are_changed_on_all_plans(self):
        page, one = self.page, self.one
        one.pmgit("edit", self.plans["Alpha"], "--label", "bug", "--assign", "Ana <ana@example.org>")
        one.pmgit("edit", self.plans["Beta"], "--label", "error")
        page.click("[data-view=Settings]")
        page.write("[aria-label='Name of error']", Keys.CONTROL + "a" + Keys.NULL, "bug", Keys.ENTER)
        page.wait(lambda: one.plan(self.plans["Beta"])["labels"] == ["bug"])
        self.said("Merged with 'bug'")
        page.click("[aria-label='Remove bug']")
        page.wait(lambda: "2 plans lose it" in page.text("dialog"))
        page.click_button("dialog", "Remove")
        page.wait(lambda: one.plan(self.plans["Alpha"])["labels"] == [] and "No plan has a label" in page.text("[data-part=labels]"))
        page.write("[aria-label='Name of Ana']", Keys.CONTROL + "a" + Keys.NULL, "Ana Park <ana@example.org>", Keys.ENTER)
        page.wait(lambda: one.plan(self.plans["Alpha"])["assignees"] == ["Ana Park <ana@example.org>"])

    def test_fields_and_rules_are_added_changed_and_removed(self):
        page = self.page
        shown = lambda name, keys: [[each[key] for key in keys] for each in json.loads(self.one.pmgit("config", "--json"))[name]]
        page.click("[data-view=Settings]")
        page.choose("[aria-label='Kind of a new field']", "choice")
        page.write("[aria-label='Options of a new field']", "S, L")
        page.write("[aria-label='Title of a new field']", "Size", Keys.ENTER)
        page.write("[aria-label='Options of Size']", Keys.CONTROL + "a" + Keys.NULL, "S, M, L", Keys.ENTER)
        page.click("[aria-label='Show Size on cards']")
        page.wait(lambda: shown("fields", ["id", "kind", "options", "card"]) == [["size", "choice", ["S", "M", "L"], True]])
        page.click("[aria-label='Remove Size']")
        page.wait(lambda: "The board has no fields" in page.text("[data-part=fields]"))
        page.write("[aria-label='Name of a new rule']", "tidy")
        page.write("[aria-label='Text of a new rule']", "on nothing", Keys.ENTER)
        self.said("on nothing")
        # A refused rule stays in the fields, so that it can be corrected.
        page.write("[aria-label='Text of a new rule']", Keys.CONTROL + "a" + Keys.NULL, "on done: due none", Keys.ENTER)
        page.wait(lambda: shown("rules", ["id", "text"]) == [["tidy", "on done: due none"]])
        page.click("[aria-label='Remove the rule tidy']")
        page.wait(lambda: "The board has no rules" in page.text("[data-part=rules]"))

    def test_the_colours_are_chosen_in_this_browser(self):
        page = self.page
        scheme = lambda: page.run("return getComputedStyle(document.documentElement).colorScheme")
        page.click("[data-view=Settings]")
        page.wait(lambda: page.all("[aria-label=Colours] label"))
        for label, expected in [("Dark", "dark"), ("Light", "light"), ("As the system", "light dark")]:
            page.run("[...document.querySelectorAll('[aria-label=Colours] label')].find(each => each.innerText === arguments[0]).click()", label)
            self.assertEqual(scheme(), expected)
            page.driver.refresh()
            page.wait(lambda: page.all("[aria-label=Colours] :checked"))
            self.assertEqual(scheme(), expected)

    def test_cards_are_low_and_lower_if_they_are_compact(self):
        page, box = self.page, "return document.querySelector(arguments[0]).getBoundingClientRect()."
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "ui")
        page.wait(lambda: page.all(".card .label"))
        card = f".card[data-id='{self.plans['Alpha']}']"
        # A label that fits is in the line of the id.
        self.assertLess(abs(page.run(box + "bottom", card + " .id") - page.run(box + "bottom", card + " .label")), 4)
        high = page.run(box + "height", card)
        page.press("Control+k")
        page.write("dialog input", "compact", Keys.ENTER)
        page.wait(lambda: page.run(box + "height", card) < high - 8)
        page.driver.refresh()
        page.wait(lambda: page.all(card))
        page.wait(lambda: page.run(box + "height", card) < high - 8)
        page.click("[data-view=Settings]")
        page.wait(lambda: page.texts("[aria-label=Cards] label:has(:checked)") == ["Compact"])

    def test_a_view_that_was_left_does_not_come_back(self):
        page = self.page
        self.slowly(1, "/settings", "GET")
        page.click("[data-view=Settings]")
        page.click("[data-view=Board]")
        self.when_late()
        page.wait(lambda: len(page.all("#main .card")) == 3)
        self.assertEqual(page.all("#main [data-part]"), [])

    def test_a_column_called_row_is_shown_among_rows(self):
        page = self.page
        self.one.pmgit("column", "add", "row")
        page.wait(lambda: page.all(".lane[data-column=row]"))
        page.choose("#grouping", "label")
        page.wait(lambda: page.all(".row button"))
        self.assertEqual(len(page.all(".lane[data-column=row]")), 1)

    def test_removing_a_column_with_plans_is_asked(self):
        page = self.page
        page.click("[data-view=Settings]")
        page.click("[aria-label='Remove Todo']")
        page.wait(lambda: "It has 3 plans" in page.text("dialog"))
        page.click_button("dialog", "Cancel")
        page.wait(lambda: not page.all("dialog"))
        self.assertIn("Todo", self.columns())
        page.click("[aria-label='Remove Todo']")
        page.click_button("dialog", "Remove")
        page.wait(lambda: "Todo" not in self.columns())
        page.click("[aria-label='Remove Done']")
        page.wait(lambda: "Done" not in self.columns())

    def test_a_label_may_be_typed_as_it_is_shown(self):
        page = self.page
        page.focus("Alpha")
        page.press("g")
        page.driver.switch_to.active_element.send_keys("#bug, ui", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["labels"] == ["bug", "ui"])
        # The list stays open for more.
        page.driver.switch_to.active_element.send_keys("later", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["labels"] == ["bug", "later", "ui"])

    def test_a_new_plan_by_a_button_goes_to_the_first_column(self):
        page = self.page
        self.one.pmgit("move", self.plans["Gamma"], "done")
        page.wait(lambda: page.column("done") == ["Gamma"])
        page.focus("Gamma")
        page.click_button("header", "New plan")
        page.driver.switch_to.active_element.send_keys("Delta", Keys.ENTER)
        page.wait(lambda: "Delta" in page.column("todo"))

    def test_a_new_plan_out_of_sight_is_named(self):
        page = self.page
        lines = "".join('{"title": "Plan %d"}\n' % number for number in range(210))
        self.one.pmgit("import", "-", text=lines)
        page.wait(lambda: page.all(".rest"))
        page.press("n")
        page.driver.switch_to.active_element.send_keys("Last", Keys.ENTER)
        page.wait(lambda: page.text(".composer .done").startswith("Added"))
        page.click(".composer .done button")
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Last")

    def test_in_the_past_a_new_plan_says_why_not(self):
        page = self.page
        page.press("[")
        page.wait(lambda: page.all("body.past"))
        page.click_button("header", "New plan")
        self.said("The past can’t be changed")


class Flow(PageCase):
    def test_a_chart_shows_the_numbers_at_the_pointer_and_fits_a_phone(self):
        page = self.page
        self.one.pmgit("move", self.plans["Alpha"], "done")
        page.driver.get(f"{self.server.origin}/b/main?view=flow")
        page.wait(lambda: page.all(".plot svg"))
        legend = lambda: page.texts(".plot .key > *")
        today = legend()
        self.assertEqual([each.replace("\n", " ") for each in today[1:]], ["Todo 2", "Done 1"])
        left, top, height = page.run("const box = document.querySelector('.plot svg').getBoundingClientRect(); return [box.left, box.top, box.height]")
        page.pointer("mouse", (int(left) + 40, int(top + height / 2)), (int(left) + 34, int(top + height / 2)))
        page.wait(lambda: [each.replace("\n", " ") for each in legend()[1:]] == ["Todo 0", "Done 0"], str(legend()))
        self.assertNotEqual(legend()[0], today[0])
        self.assertEqual(page.run("return document.querySelector('.plot .pointer').getAttribute('visibility')"), "visible")
        page.resize(390)
        page.wait(lambda: page.run("return document.querySelector('.plot svg').getBoundingClientRect().right <= innerWidth"))
        self.assertTrue(page.run("const chart = document.querySelector('.chart'); return chart.scrollWidth <= chart.clientWidth"))
