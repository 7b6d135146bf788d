"""Finding plans: the command palette, saved views as tabs, and filters as chips."""

import json
import unittest

from selenium.webdriver.common.keys import Keys

from page import PageCase


class Palette(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Undo across restarts")

    def ask(self, text):
        page = self.page
        page.press("Control+k")
        page.wait(lambda: page.all("dialog[open]"))
        page.press(*text)

    def choices(self):
        return self.page.texts("dialog .choose, #choices [role=option] .grow")

    def test_plans_come_first_by_words_and_by_the_id(self):
        page, plan = self.page, self.plans["Beta"]
        self.ask("und")
        page.wait(lambda: self.choices()[:2] == ["Undo across restarts", "Undo"], str(self.choices()))
        # The whole name of an action means the action.
        page.press("o")
        page.wait(lambda: self.choices() == ["Undo", "Undo across restarts"], str(self.choices()))
        page.press(Keys.ARROW_DOWN, Keys.ENTER)
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Undo across restarts")
        page.press(Keys.ESCAPE)
        self.ask(self.plans["Gamma"][:5])
        page.wait(lambda: self.choices() == ["Gamma"])
        page.press(Keys.ENTER)
        page.wait(lambda: page.one("#side textarea.title").get_attribute("value") == "Gamma")
        # The plans that were opened last are there before anything is typed.
        page.press(Keys.ESCAPE)
        self.ask("")
        page.wait(lambda: self.choices()[:2] == ["Gamma", "Undo across restarts"], str(self.choices()))
        self.assertEqual(page.texts("#choices .group"), ["Opened last", "This plan", "Go to", "Board"])
        # Without a plan in focus, nothing is offered that needs one.
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog"))
        page.click("[data-view=Settings]")
        self.ask("")
        page.wait(lambda: page.texts("#choices .group") == ["Opened last", "Go to", "Board"])
        self.assertNotIn("Move down", self.choices())

    def test_enter_on_nothing_says_so(self):
        page = self.page
        self.ask("zzz no such thing")
        page.wait(lambda: page.text("dialog .none") == "Nothing matches “zzz no such thing”")
        page.press(Keys.ENTER)
        page.wait(lambda: page.run("return document.getElementById('said').textContent") == "Nothing matches “zzz no such thing”")
        self.assertTrue(page.all("dialog[open]"))
        page.press(*[Keys.BACKSPACE] * 17, *"list", Keys.ENTER)
        page.wait(lambda: page.all("table.list"))

    def test_without_barriers(self):
        page = self.page
        for text in ["", "undo", "zzz"]:
            self.ask(text)
            self.assertEqual(page.violations(), [], text)
            page.press(Keys.ESCAPE)
            page.wait(lambda: not page.all("dialog"))


class Filters(PageCase):
    def prepare(self):
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "bug", "--priority", "high", "--assign", "Sam Lee <sam@example.org>")
        self.one.pmgit("edit", self.plans["Beta"], "--label", "ui", "--priority", "urgent", "--assign", "@me")

    def query(self):
        return self.page.one("#query").get_attribute("value")

    def chips(self):
        return [" ".join(each.split()) for each in self.page.texts("#filters .filter")]

    def tabs(self):
        return self.page.texts("#filters .tabs span")

    def add_filter(self, field, *values):
        self.page.click("[aria-label='Add a filter']")
        self.page.wait(lambda: self.page.all("dialog.choose"))
        self.page.press(*field, Keys.ENTER)
        self.pick(*values)

    def pick(self, *values):
        """Chooses values in the list of a filter, which stays open for others, and closes it."""
        page = self.page
        for value in values:
            page.wait(lambda: page.all("dialog.pop"))
            # A name that is typed completely comes first.
            page.press(*value)
            page.wait(lambda: page.texts("dialog.pop .active .grow"), value)
            page.press(Keys.ENTER)
            page.wait(lambda: page.run("return document.querySelector('dialog.pop input')?.value ?? ''") == "")
        if page.all("dialog.pop"):
            page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog"))

    def test_saved_views_are_tabs(self):
        page = self.page
        page.wait(lambda: self.tabs() == ["All", "Mine", "Overdue"])
        self.assertEqual(page.texts("#filters [aria-current]"), ["All\n3"])
        page.click("#filters [aria-label=Mine]")
        page.wait(lambda: page.column("todo") == ["Beta"])
        self.assertEqual(self.query(), "view:mine")
        self.assertEqual(page.texts("#filters [aria-current]"), ["Mine\n1"])
        # A view that is saved elsewhere gets a tab at once.
        self.one.pmgit("view", "add", "bugs", "#bug")
        page.wait(lambda: self.tabs() == ["All", "Mine", "Overdue", "Bugs"])
        page.click("#filters [aria-label=Bugs]")
        page.wait(lambda: page.column("todo") == ["Alpha"])
        page.click("#filters [aria-label=All]")
        page.wait(lambda: len(page.column("todo")) == 3 and self.query() == "")
        self.assertEqual(page.run("return document.activeElement.getAttribute('aria-label')"), "All")

    def test_filters_are_chosen_changed_and_removed(self):
        page = self.page
        self.add_filter("Label", "bug")
        page.wait(lambda: page.column("todo") == ["Alpha"] and self.chips() == ["Label bug"])
        self.assertEqual(self.query(), "#bug")
        self.add_filter("Person", "Sam")
        page.wait(lambda: self.chips() == ["Label bug", "Person Sam Lee"])
        self.assertEqual(self.query(), '#bug @"sam@example.org"')
        page.click("[aria-label='Filter Label: bug']")
        self.pick("ui")
        page.wait(lambda: self.chips() == ["Label bug or ui", "Person Sam Lee"] and page.column("todo") == ["Alpha"])
        page.click("[aria-label='Filter Label: bug or ui']")
        self.pick("bug")
        page.wait(lambda: self.chips() == ["Label ui", "Person Sam Lee"] and page.column("todo") == [])
        self.assertIn("No plan matches", page.text("#main .void"))
        page.click("[aria-label='Remove the filter Person: Sam Lee']")
        page.wait(lambda: page.column("todo") == ["Beta"] and self.query() == "#ui")
        # A second value of a field of which plans have one is an alternative.
        page.click("[aria-label='Remove the filter Label: ui']")
        for level in ["urgent", "high"]:
            self.add_filter("Priority", level)
        page.wait(lambda: self.chips() == ["Priority urgent or high"] and page.column("todo") == ["Alpha", "Beta"])

    def test_the_values_of_a_filter_are_marked_and_have_their_signs(self):
        page = self.page
        rows = lambda: page.run("return [...document.querySelectorAll('dialog.pop [role=option]')].map(each => [each.querySelector('.grow').textContent, each.ariaSelected, each.querySelector('.dot, .face, svg') !== null])")
        page.write("#query", "#ui", Keys.ENTER)
        page.click("[aria-label='Filter Label: ui']")
        page.wait(lambda: rows() == [["ui", "true", True], ["bug", "false", True], ["No label", "false", False]], str(rows()))
        self.assertEqual(page.violations(), [])
        # The list stays open for another value, and what is found is shown behind it.
        page.click(lambda: page.option("bug"))
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta"] and self.query() == "#ui,bug")
        page.wait(lambda: [each[1] for each in rows()] == ["true", "true", "false"])
        page.click(lambda: page.option("No label"))
        page.wait(lambda: page.column("todo") == ["Gamma"] and self.query() == "no:label")
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.run("return document.activeElement?.getAttribute('aria-label')") == "Filter No label")
        page.click("[aria-label='Remove the filter No label']")
        for field, first in [("Person", ["Me", "false", True]), ("Priority", ["urgent", "false", True])]:
            page.click("[aria-label='Add a filter']")
            page.wait(lambda: page.all("dialog.choose"))
            page.press(*field, Keys.ENTER)
            page.wait(lambda: rows()[:1] == [first], str(rows()))
            page.press(Keys.ESCAPE)
            page.wait(lambda: not page.all("dialog"))
        # One due day excludes the others.
        self.add_filter("Due", "Today")
        page.click("[aria-label='Filter Due: Today']")
        page.wait(lambda: page.texts("dialog.pop [aria-selected=true] .grow") == ["Today"])
        page.click(lambda: page.option("Overdue"))
        page.wait(lambda: self.query() == "is:overdue" and not page.all("dialog"))

    def test_fields_of_the_board_are_filters(self):
        page = self.page
        self.one.pmgit("field", "add", "platform", "--kind", "choice", "--title", "Platform", "--option", "iPad", "--option", "Web page")
        self.one.pmgit("edit", self.plans["Gamma"], "--field", "platform=Web page")
        self.one.pmgit("edit", self.plans["Alpha"], "--field", "platform=iPad")
        page.driver.refresh()
        page.wait(lambda: len(page.column("todo")) == 3)
        self.add_filter("Platform", "Web page")
        page.wait(lambda: page.column("todo") == ["Gamma"] and self.chips() == ["Platform Web page"])
        self.assertEqual(self.query(), 'platform:"Web page"')
        page.click("[aria-label='Filter Platform: Web page']")
        self.pick("iPad")
        page.wait(lambda: page.column("todo") == ["Alpha", "Gamma"] and self.chips() == ["Platform Web page or iPad"])

    def test_filters_are_chosen_beside_their_buttons(self):
        page = self.page
        edges = lambda selector: page.run("const { left, right, top, bottom } = document.querySelector(arguments[0]).getBoundingClientRect(); return [left, top, right, bottom]", selector)
        page.click("[aria-label='Add a filter']")
        button = page.one("[aria-label='Add a filter']")
        page.wait(lambda: page.all("dialog.choose"))
        below = page.run("return arguments[0].getBoundingClientRect().bottom", button)
        left = page.run("return arguments[0].getBoundingClientRect().left", button)
        first = edges("dialog.choose")
        self.assertTrue(0 <= first[1] - below < 10 and abs(first[0] - left) < 10, str((first, left, below)))
        page.press(*"label", Keys.ENTER)
        page.wait(lambda: page.all("dialog.pop[aria-label=Label]"))
        second = edges("dialog.pop")
        # It appears with a small move.
        self.assertTrue(abs(second[0] - first[0]) < 1 and abs(second[1] - first[1]) < 5, str((first, second)))
        page.press(Keys.ESCAPE)

    def test_back_returns_to_the_query_before_a_tab_or_a_label(self):
        page = self.page
        page.click(lambda: page.card("Alpha").find_element("css selector", ".label"))
        page.wait(lambda: self.query() == "#bug")
        page.click("#filters [aria-label=Mine]")
        page.wait(lambda: self.query() == "view:mine")
        for query in ["#bug", ""]:
            page.driver.back()
            page.wait(lambda: self.query() == query and f"q={query.replace('#', '%23')}" in page.driver.current_url + ("" if query else "q="), query)
        page.driver.forward()
        page.wait(lambda: self.query() == "#bug")
        # Escape clears the query, and says so.
        page.run("document.activeElement.blur()")
        page.press(Keys.ESCAPE)
        page.wait(lambda: self.query() == "")
        page.click_button("#toasts", "Bring it back")
        page.wait(lambda: self.query() == "#bug" and page.column("todo") == ["Alpha"])

    def test_what_is_typed_is_a_chip_too(self):
        page = self.page
        page.press("/", *"login #bug priority:>=high is:open")
        page.wait(lambda: self.chips() == ["Label bug", "Priority >=high", "Open"], str(self.chips()))
        page.click("[aria-label='Remove the filter Label: bug']")
        page.wait(lambda: self.query() == "login priority:>=high is:open")
        page.write("#query", Keys.CONTROL + "a" + Keys.NULL, "#bug OR #ui")
        page.wait(lambda: page.column("todo") == ["Alpha", "Beta"])
        self.assertEqual(self.chips(), [])

    def test_fields_that_plans_have_or_lack_are_chips(self):
        page = self.page
        page.press("/", *"no:label has:estimate -has:checklist", Keys.ENTER)
        page.wait(lambda: self.chips() == ["No label", "With estimate", "Not with checklist"], str(self.chips()))
        # Of what has no values to choose from, the chip is no button.
        self.assertEqual(page.texts("#filters .still"), ["With estimate", "Not with checklist"])
        page.click("[aria-label='Remove the filter With estimate']")
        page.wait(lambda: self.query() == "no:label -has:checklist")
        page.click("[aria-label='Filter No label']")
        self.pick("ui")
        page.wait(lambda: self.query() == "#ui -has:checklist" and page.column("todo") == ["Beta"])

    def test_names_of_the_language_are_no_fields(self):
        page = self.page
        page.driver.get(f"{self.server.origin}/b/main?q=has:constructor+no:toString+has:labels")
        page.wait(lambda: len(page.all(".filter")) == 3)
        self.assertEqual(page.texts(".filter .still"), ["With constructor", "No toString"])
        # The message about the query may be over the chip.
        page.run("document.querySelector(\"[aria-label='Filter With labels']\").click()")
        page.wait(lambda: page.all("dialog[open]"))
        self.assertEqual(page.complaints(), [])

    def test_a_query_is_saved_from_the_bar(self):
        page = self.page
        page.press("/", *"#bug", Keys.ENTER)
        page.wait(lambda: self.chips() == ["Label bug"])
        page.click_button("#filters", "Save view")
        page.wait(lambda: page.all("dialog.pop.at"))
        box = lambda selector: page.run("const box = document.querySelector(arguments[0]).getBoundingClientRect(); return [box.left, box.bottom, box.top]", selector)
        self.assertLess(abs(box("dialog.pop")[0] - box(".save-view")[0]), 2)
        self.assertLess(abs(box("dialog.pop")[2] - box(".save-view")[1]), 8)
        self.assertEqual(page.violations(), [])
        # A press elsewhere keeps the name, Escape discards it.
        page.press(*"bug")
        page.pointer("mouse", (600, 700), (600, 700), steps=1)
        page.wait(lambda: not page.all("dialog.pop"))
        page.click_button("#filters", "Save view")
        page.wait(lambda: page.run("return document.activeElement.value") == "bug")
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog.pop") and page.run("return document.activeElement.className").endswith("save-view"))
        page.press(Keys.ENTER)
        page.wait(lambda: page.run("return document.activeElement.matches('dialog.pop input')"))
        page.press(*"bugs", Keys.ENTER)
        page.wait(lambda: self.tabs() == ["All", "Mine", "Overdue", "Bugs"])
        page.wait(lambda: page.texts("#filters [aria-current]") == ["Bugs\n1"])
        self.assertNotIn("Save view", page.text("#filters"))

    def test_a_saved_view_is_shown_as_it_was_saved(self):
        page = self.page
        page.driver.get(f"{self.server.origin}/b/main?q=is:open&view=list&group=priority")
        page.wait(lambda: page.all("table.list tr.group"))
        page.click("[aria-label='Columns of the list']")
        boxes = lambda: {each.text: each.find_element("css selector", "input") for each in page.all("dialog .boxes label")}
        page.wait(lambda: "Estimate" in boxes())
        boxes()["Estimate"].click()
        boxes()["People"].click()
        page.press(Keys.ESCAPE)
        heads = lambda: [each for each in page.texts("table.list thead th") if each]
        page.wait(lambda: "Estimate" in heads() and "People" not in heads())
        page.click_button("#filters", "Save view")
        self.assertIn("opens as List by priority", page.wait(lambda: page.text("dialog")))
        page.press("버그! <b>", Keys.ENTER)
        page.wait(lambda: self.tabs()[-1] == "버그! <b>")
        self.assertNotIn("Save view", page.text("#filters"))
        # Another browser of the board shows the same, and keeps its own columns for the rest.
        page.run("localStorage.clear()")
        page.driver.get(f"{self.server.origin}/b/main")
        page.wait(lambda: "버그! <b>" in self.tabs())
        page.click_button("#filters", "버그! <b>")
        page.wait(lambda: page.all("table.list tr.group") and "Estimate" in heads() and "People" not in heads())
        for part in ["view=list", "group=priority", "q=view%3Ab&"]:
            self.assertIn(part, page.driver.current_url)
        self.assertNotIn("Save view", page.text("#filters"))
        page.driver.refresh()
        page.wait(lambda: page.all("table.list") and "Estimate" in heads())
        page.click_button("#filters", "All")
        page.wait(lambda: "People" in heads() and "Estimate" not in heads())
        page.driver.back()
        page.wait(lambda: "Estimate" in heads())
        # Shown in another way, it can be saved so; its name is there already.
        page.choose("#grouping", "label")
        page.click_button("#filters", "Save view")
        page.wait(lambda: page.run("return document.activeElement.value") == "버그! <b>")
        page.press(Keys.ENTER)
        page.wait(lambda: self.view("b").get("group") == "label")
        self.assertEqual(self.view("b"), {"name": "b", "title": "버그! <b>", "query": "is:open", "origin": "board", "view": "list", "group": "label", "columns": self.view("b")["columns"]})
        self.assertEqual(page.complaints(), [])

    def view(self, name):
        return next(each for each in json.loads(self.one.pmgit("view", "--json"))["views"] if each["name"] == name)

    def test_names_are_found_without_their_field(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--assign", "Emma Other <emma@example.org>")
        page.wait(lambda: page.all(".card .person"))
        page.click("[aria-label='Add a filter']")
        page.wait(lambda: page.all("dialog.choose"))
        page.press("emma")
        page.wait(lambda: page.texts("dialog [role=option] .grow") == ["Person: Emma Other"])
        page.press(Keys.ENTER)
        page.wait(lambda: page.column("todo") == ["Alpha"] and self.chips() == ["Person Emma Other"])

    def test_errors_wait_for_a_pause_and_nothing_jumps(self):
        page = self.page
        place = "return [...document.querySelectorAll('#top, #filters, #main, .card')].map(each => each.getBoundingClientRect().top).join()"
        before = page.run(place)
        # The problem of each beginning of a term would be shown while somebody types on.
        page.run("""window.seen = 0; new MutationObserver(() => { window.seen += !document.querySelector('.query .problem').hidden; })
            .observe(document.querySelector('.query .problem'), { attributes: true, childList: true });
            const pause = window.setTimeout; window.waiting = [];
            window.setTimeout = (act, time, ...rest) => time >= 500 && time < 1000 ? waiting.push(act) : pause(act, time, ...rest);""")
        page.press("/", *"due:x")
        page.wait(lambda: page.run("return waiting.length > 0"))
        self.assertEqual(page.run("return window.seen"), 0)
        page.run("waiting.pop()()")
        page.wait(lambda: page.one(".query .problem").is_displayed())
        self.assertEqual(page.run(place), before)
        # The box is the target of the message for a screen reader, and typing on removes it.
        self.assertEqual(page.one("#query").get_attribute("aria-invalid"), "true")
        page.press(Keys.BACKSPACE, *"<1w")
        page.wait(lambda: not page.one(".query .problem").is_displayed())
        self.assertEqual(page.run("return document.querySelector('#filters').getBoundingClientRect().height"), 40)

    def test_hostile_names_are_text(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Gamma"], "--label", "<img src=x onerror=alert(1)>")
        page.wait(lambda: "<img" in page.text("[data-column=todo]"))
        self.add_filter("Label", "<img")
        page.wait(lambda: self.chips() == ["Label <img src=x onerror=alert(1)>"])
        self.assertEqual(page.column("todo"), ["Gamma"])
        self.assertEqual(page.all("#filters img"), [])
        self.assertEqual(page.complaints(), [])

    def test_the_id_of_a_card_leads_to_its_plan(self):
        page = self.page
        short = self.plans["Beta"][:4]
        page.write("#query", short, Keys.ENTER)
        page.click_button("#filters", f"Open {short}")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Beta")

    def test_a_new_plan_that_the_query_hides_is_told(self):
        page = self.page
        page.write("#query", "#bug", Keys.ENTER)
        page.wait(lambda: self.chips())
        page.press("n", *"Elsewhere", Keys.ENTER)
        self.said("Added “Elsewhere”; the query does not find it")

    def test_the_head_has_room_for_the_query(self):
        page = self.page
        self.one.pmgit("config", "title", "A board with a long title")
        page.write("#query", "#bug", Keys.ENTER)
        page.choose("#grouping", "assignee")
        for width in [1024, 1100, 1280, 1440]:
            page.resize(width, 768)
            page.settle()
            found = page.run("return [document.documentElement.scrollWidth, document.getElementById('top').scrollWidth, document.getElementById('query').clientWidth]")
            self.assertEqual((found[:2], found[2] >= 140), ([width, width], True), found)

    def test_without_barriers(self):
        page = self.page
        page.press("/", *"#bug priority:high", Keys.ENTER)
        page.wait(lambda: len(self.chips()) == 2)
        self.assertEqual(page.violations(), [])
        page.darken()
        self.assertEqual(page.violations(), [])
        page.resize(320, 640)
        self.assertEqual(page.violations(), [])
        self.assertEqual(page.run("return document.documentElement.scrollWidth"), 320)


if __name__ == "__main__":
    unittest.main()
