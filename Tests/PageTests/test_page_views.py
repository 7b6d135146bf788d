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
        page.wait(lambda: "No plan matches" in page.text("#filters .nothing"))
        page.click_button("#filters", "Clear the query")
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
        page.click("[aria-label='Move Doing to the right']")
        page.wait(lambda: list(self.columns()) == ["Todo", "Done", "Doing"])
        self.assertEqual(page.one("[aria-label='Name of a new view']").get_attribute("value"), "mine again")
        page.write("[aria-label='Query of a new view']", "due:someday", Keys.ENTER)
        # A refused query stays in the field, so that it can be corrected.
        self.said("is not a date")
        self.assertEqual(page.one("[aria-label='Query of a new view']").get_attribute("value"), "due:someday")

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
        self.one.pmgit("config", "column", "add", "row")
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
