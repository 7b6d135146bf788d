"""The list of plans: its rows, groups and columns, and changes in its cells."""

import json

from browser import Keys
from page import PageCase
from selenium.webdriver import ActionChains


class ListCase(PageCase):
    def setUp(self):
        super().setUp()
        self.page.click("[data-view=List]")
        self.page.wait(lambda: self.page.all("main table.list"))

    def titles(self):
        return self.page.texts("main tbody a")

    def row(self, title):
        return f"tr[data-id='{self.plans[title]}']"

    def box(self, selector):
        """Returns the left edge, the top, the width and the height of an element."""
        return self.page.run("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                             "return [box.left, box.top, box.width, box.height]", selector)


class Rows(ListCase):
    def prepare(self):
        for number in range(6):
            self.plans[f"Plan {number}"] = self.one.pmgit("add", f"Plan {number}")

    def select(self, title, *held):
        chain = ActionChains(self.page.driver)
        for key in held:
            chain.key_down(key)
        chain.click(self.page.one(f"{self.row(title)} input"))
        for key in held:
            chain.key_up(key)
        chain.perform()

    def selected(self):
        return self.page.texts("tr.selected a")

    def test_shift_selects_a_range(self):
        self.select("Plan 0")
        self.select("Plan 4", Keys.SHIFT)
        self.page.wait(lambda: self.selected() == [f"Plan {number}" for number in range(5)], str(self.selected()))
        self.page.wait(lambda: "5 selected" in self.page.text("#bar"))
        self.select("Plan 2")
        self.page.wait(lambda: self.selected() == ["Plan 0", "Plan 1", "Plan 3", "Plan 4"])

    def test_keys_select_a_range(self):
        page = self.page
        page.run("document.querySelector('tr[data-id] a').focus()")
        first = self.titles()[:4]
        page.press("v", "j", "j", "v")
        page.wait(lambda: self.selected() == first[:3], str(self.selected()))
        page.press("j", " ")
        page.wait(lambda: self.selected() == first, str(self.selected()))
        # A link is opened by Enter, as everywhere.
        page.press(Keys.ESCAPE, Keys.ENTER)
        page.wait(lambda: page.all("#side textarea.title"))

    def test_all_are_selected_at_once(self):
        page = self.page
        page.click("thead input[type=checkbox]")
        page.wait(lambda: len(self.selected()) == 9)
        self.assertEqual(page.run("const box = document.querySelector('thead input'); return [box.checked, box.indeterminate]"), [True, False])
        self.select("Plan 3")
        page.wait(lambda: page.run("const box = document.querySelector('thead input'); return [box.checked, box.indeterminate]") == [False, True])
        page.click("#bar [aria-label='Clear the selection']")
        page.wait(lambda: self.selected() == [] and not page.one("#bar").is_displayed())

    def test_tab_stops_in_the_row_with_the_focus_alone(self):
        page = self.page
        stops = lambda: page.run("""return [...new Set([...document.querySelectorAll('tr[data-id] :is(a, button, input)')]
            .filter(each => each.tabIndex >= 0).map(each => each.closest('tr').dataset.id))]""")
        page.wait(lambda: stops() == [self.plans["Alpha"]], str(stops()))
        page.press("j", "j")
        page.wait(lambda: stops() == [self.plans["Beta"]])
        # A row that is drawn again keeps them.
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Alpha of a terminal")
        page.wait(lambda: "Alpha of a terminal" in self.titles())
        self.assertEqual(stops(), [self.plans["Beta"]])
        page.press(Keys.TAB)
        self.assertEqual(page.run("return document.activeElement.closest('tr').dataset.id"), self.plans["Beta"])

    def test_nothing_has_the_focus_after_a_load(self):
        page = self.page
        for view, part in [("list", "tr[data-id]"), ("calendar", "td[data-day]")]:
            page.driver.get(f"{self.server.origin}/b/main?view={view}")
            page.wait(lambda: page.all(part))
            page.settle()
            self.assertEqual(page.run("return document.activeElement.tagName"), "BODY", view)
            page.press("j")
            page.wait(lambda: page.run("return document.activeElement.closest(arguments[0]) !== null", part), view)

    def test_the_bar_changes_what_is_selected(self):
        page = self.page
        for title in ["Plan 1", "Plan 5"]:
            self.select(title)
        page.click("#bar [aria-label='Label']")
        page.write("dialog input", "ui", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Plan 5"])["labels"] == ["ui"])
        self.assertEqual([self.one.plan(self.plans[title])["labels"] for title in ["Plan 1", "Plan 2"]], [["ui"], []])

    def test_titles_are_links(self):
        page = self.page
        link = page.one(f"{self.row('Alpha')} a")
        self.assertTrue(link.get_attribute("href").endswith(f"/b/main?view=list#{self.plans['Alpha']}"))
        link.click()
        page.wait(lambda: page.all("#side textarea.title"))
        self.assertEqual(page.run("return document.querySelector('[aria-current=true] a').textContent"), "Alpha")
        page.press(Keys.ESCAPE)
        # A click beside the title opens the plan, too.
        page.click(f"{self.row('Beta')} .id")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Beta")

    def test_it_is_as_wide_as_the_page_and_its_rows_are_low(self):
        page = self.page
        for width in [1024, 1300, 1920]:
            page.resize(width)
            # The rail of the views is beside it.
            rail = self.box("#top nav")[2]
            self.assertEqual(rail, 72)
            self.assertGreater(self.box("table.list")[2], width - rail - 20)
            self.assertLessEqual(self.box(self.row("Beta"))[3], 37)
        self.assertGreater(self.box(f"{self.row('Beta')} .c-title")[2], 600)

    def test_columns_that_go_leave_no_room(self):
        page = self.page
        for width in [1440, 1024, 800]:
            page.resize(width)
            boxes = page.run("return [...document.querySelectorAll('table.list thead th')].filter(each => each.checkVisibility({ visibilityProperty: true })).map(each => each.getBoundingClientRect()).map(box => [box.left, box.right])")
            self.assertAlmostEqual(boxes[-1][1], page.run("return document.querySelector('table.list').getBoundingClientRect().right"), delta=1, msg=str(width))
            for (_, end), (start, _) in zip(boxes, boxes[1:]):
                self.assertAlmostEqual(start, end, delta=1, msg=str(width))
        # What is not shown can't get the focus.
        self.assertTrue(page.run("return [...document.querySelectorAll('table.list td')].filter(each => each.offsetWidth === 0).every(each => getComputedStyle(each).visibility === 'hidden')"))

    def test_labels_without_room_are_counted(self):
        page, plan = self.page, self.plans["Alpha"]
        labels = ["duplicate", "documentation", "good first issue", "frontend", "regression", "wontfix", "로그인", "x"]
        self.one.pmgit("edit", plan, *[each for label in labels for each in ["--label", label]])
        page.click(f"{self.row('Alpha')} a")
        pills = lambda: page.texts(f"table.list tr[data-id='{plan}'] .pill")
        page.wait(lambda: pills() and pills()[-1].startswith("+"))
        self.assertEqual(len(pills()) - 1 + int(pills()[-1][1:]), len(labels))
        cut = page.run("return [...document.querySelectorAll('table.list .pill')].filter(each => each.scrollWidth > each.clientWidth).map(each => each.textContent)")
        self.assertEqual(cut, [])

    def test_a_long_message_is_cut_off(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Many words " * 60)
        page.wait(lambda: "Many words" in page.text("table.list"))
        page.run("document.querySelector('table.list tr[data-id] a').focus()")
        page.press("i")
        page.wait(lambda: page.all(".toast"))
        self.assertLess(page.run("return document.querySelector('.toast').offsetHeight"), 100)
        self.assertIn("Many words Many words", page.one(".toast p").get_attribute("title"))

    def test_the_head_stays(self):
        page = self.page
        page.resize(1300, 300)
        top = self.box("thead th")[1]
        page.run("document.querySelector('.listing').scrollTop = 150")
        self.assertEqual(self.box("thead th")[1], top)
        self.assertEqual(self.box("tr.group th")[1], top + self.box("thead th")[3])

    def test_a_phone_shows_two_lines_and_breaks_no_word(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "-l", "bug", "--due", "2020-01-01", "--assign", "@me")
        for width in [320, 390]:
            page.resize(width)
            page.wait(lambda: page.all(f"{self.row('Beta')} .label"))
            self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), width)
            self.assertLessEqual(self.box(self.row("Beta"))[3], 72)
            self.assertGreater(self.box(f"{self.row('Beta')} .c-title")[2], width * 0.6)
            self.assertEqual(self.box(f"{self.row('Beta')} a")[3], 20)

    def test_a_row_with_the_focus_or_the_pointer_is_one_patch(self):
        page = self.page
        ground = "rgba(0, 0, 0, 0)"
        grounds = lambda row: page.run("""const row = document.querySelector(arguments[0]); const of = each => getComputedStyle(each).backgroundColor;
            return [of(row), [...new Set([...row.cells].map(of))].join()]""", row)
        outline = lambda: page.run("const { outlineStyle, outlineOffset } = getComputedStyle(document.activeElement); return [outlineStyle, outlineOffset]")
        for width in [1300, 390]:
            page.resize(width)
            page.focus_row("Beta")
            page.press(Keys.ARROW_DOWN, Keys.ARROW_UP)
            focused, row = page.wait(lambda: page.run("return document.activeElement.closest('tr')?.dataset.id")), self.row("Beta")
            self.assertEqual(focused, self.plans["Beta"])
            # The row shows the focus, so its title has no ring that would be cut off; the ring of a cell is in it.
            page.wait(lambda: grounds(row)[0] != ground and grounds(row)[1] == ground, str(grounds(row)))
            self.assertIn("inset", page.run("return getComputedStyle(document.querySelector(arguments[0])).boxShadow", row))
            self.assertEqual(outline()[0], "none")
            page.press("Shift+tab")
            self.assertEqual(page.run("return document.activeElement.matches('button.cell')"), True)
            page.wait(lambda: outline() == ["solid", "-2px"], str(outline()))
            other = self.row("Plan 1")
            ActionChains(page.driver).move_to_element(page.one(f"{other} .c-title")).perform()
            page.wait(lambda: grounds(other)[0] != ground and grounds(other)[1] == ground, str(grounds(other)))

    def test_the_head_of_a_group_stays_on_a_phone(self):
        page = self.page
        page.resize(390, 500)
        page.run("document.querySelector('.listing').scrollTop = 200")
        page.wait(lambda: abs(self.box("tr.group")[1] - self.box(".listing")[1]) < 1)
        head, title = self.box("tr.group"), page.run(
            "const box = document.querySelector('tr.group').getBoundingClientRect(); return document.elementFromPoint(box.left + 60, box.top + 8).closest('tr').className")
        self.assertEqual((title, head[2] >= 375), ("group", True))


class Groups(ListCase):
    def prepare(self):
        self.one.pmgit("move", self.plans["Beta"], "doing")
        self.one.pmgit("edit", self.plans["Alpha"], "--estimate", "3", "-l", "ui")
        self.one.pmgit("edit", self.plans["Gamma"], "--estimate", "2.5", "--due", "2020-01-01")

    def heads(self):
        return self.page.texts("tr.group .in")

    def test_columns_are_groups_with_sums(self):
        page = self.page
        page.wait(lambda: [each.split() for each in self.heads()] == ["Todo 2 · estimate 5.5 · 1 overdue".split(), "Doing 1".split()], str(self.heads()))
        page.click("tr.group button.fold")
        page.wait(lambda: self.titles() == ["Beta"])
        page.click("tr.group button.fold")
        page.wait(lambda: len(self.titles()) == 3)

    def test_rows_of_the_board_are_groups(self):
        page = self.page
        page.choose("#grouping", "label")
        page.wait(lambda: [each.split()[0] for each in self.heads()] == ["ui", "No"], str(self.heads()))
        page.click("[aria-label='New plan in ui']")
        page.wait(lambda: page.texts("dialog .composer .pill") == ["ui"])
        page.write("dialog textarea", "Fourth", Keys.ENTER)
        page.wait(lambda: "Fourth" in self.titles())
        # It stays open for the next one.
        page.wait(lambda: page.text("dialog .done").startswith("Added"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog"))
        self.assertEqual(self.one.pmgit("list", "#ui", "--json").count('"Fourth"'), 1)

    def test_a_sorted_list_keeps_its_groups_unless_it_has_none(self):
        page = self.page
        page.click("thead [aria-label=Title]")
        page.click("thead [aria-label=Title]")
        page.wait(lambda: self.titles() == ["Gamma", "Alpha", "Beta"] and len(self.heads()) == 2)
        groups = lambda: page.run("const list = document.getElementById('grouping'); return [list.selectedOptions[0].text, [...list.options].filter(each => !each.hidden).map(each => each.text)]")
        fields = ["Person", "Label", "Priority", "Parent", "Milestone", "Iteration"]
        self.assertEqual(groups(), ["Column", ["Column", "None", *fields]])
        page.choose("#grouping", "none")
        page.wait(lambda: self.titles() == ["Gamma", "Beta", "Alpha"] and self.heads() == [])
        self.assertIn("group=none", page.driver.current_url)
        # The board has its columns, and the list is as it was.
        page.click("[data-view=Board]")
        page.wait(lambda: page.column("doing") == ["Beta"] and groups() == ["Column", ["Column", *fields]])
        page.click("[data-view=List]")
        page.driver.refresh()
        page.wait(lambda: self.titles() == ["Gamma", "Beta", "Alpha"] and self.heads() == [])
        page.click("thead [aria-label=Title]")
        page.click("thead [aria-label=Title]")
        page.wait(lambda: self.titles() == ["Alpha", "Beta", "Gamma"])
        # A row that is drawn again and moved keeps the focus.
        link = self.row("Alpha") + " a"
        page.run("document.querySelector(arguments[0]).focus()", link)
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Zulu")
        page.wait(lambda: self.titles() == ["Beta", "Gamma", "Zulu"])
        self.assertTrue(page.run("return document.activeElement === document.querySelector(arguments[0])", link))


class Iterations(ListCase):
    def prepare(self):
        for name, start, last in [["Before", "-14d", "-1d"], ["Now", "today", "+13d"], ["Later", "+14d", "+27d"]]:
            self.one.pmgit("iteration", "add", name, "--start", start, "--last", last)
        for title, name, state in [("Alpha", "before", "done"), ("Beta", "now", "done"), ("Gamma", "now", "todo")]:
            self.one.pmgit("edit", self.plans[title], "--iteration", name)
            self.one.pmgit("move", self.plans[title], state)

    def test_the_current_one_is_first_with_its_days_and_those_that_are_over_are_folded(self):
        page = self.page
        words = lambda selector: [" ".join(each.split()) for each in page.texts(selector)]
        page.choose("#grouping", "iteration")
        page.wait(lambda: len(page.all("tr.group")) == 2 and self.titles() == ["Gamma", "Beta"], str(self.titles()))
        first, second = words("tr.group .in")
        self.assertRegex(first, r"^Now · \w+ \d+ – .*\d+ current 1 of 2 done$")
        self.assertRegex(second, r"^Before · .* 1 of 1 done$")
        self.assertEqual(page.violations(), [])
        page.resize(390)
        self.assertEqual(page.run("const { scrollWidth, clientWidth } = document.querySelector('.listing'); return scrollWidth - clientWidth"), 0)
        page.resize(1300)
        page.click("tr.group:last-of-type .fold")
        page.wait(lambda: self.titles() == ["Gamma", "Beta", "Alpha"])
        page.click("[data-view=Board]")
        page.wait(lambda: len(words(".row")) == 2 and words(".row")[0] == first and page.all(".card .title"))
        self.assertEqual(page.texts(".card .title"), ["Gamma", "Beta"])

    def test_a_tab_and_a_view(self):
        page = self.page
        page.click("#filters [aria-label='This iteration']")
        page.wait(lambda: sorted(self.titles()) == ["Beta", "Gamma"])
        self.assertEqual(page.texts("#filters .tabs [aria-current]"), ["This iteration\n2"])
        page.click("[data-view=Roadmap]")
        page.click_button(".segments", "Iterations")
        rows = lambda: [" ".join(each.split()) for each in page.texts(".milestones tbody tr")]
        page.wait(lambda: len(page.all(".milestones tbody tr")) == 3)
        self.assertRegex(rows()[0], r"^Now · .* current 1 of 2 –$")
        self.assertIn("view=iterations", page.driver.current_url)
        self.assertEqual((page.texts(".milestones summary"), page.violations()), (["1 over"], []))
        page.darken()
        self.assertEqual(page.violations(), [])
        # Two plans were finished today, and a forecast needs a past.
        page.wait(lambda: page.texts(".milestones .hint"))
        self.assertIn("forecast", page.text(".milestones .hint").lower())
        self.one.pmgit("move", self.plans["Gamma"], "done")
        page.wait(lambda: "2 of 2" in rows()[0])
        page.wait(lambda: not page.one(".milestones .hint").is_displayed())
        page.click(".milestones tbody button.link")
        page.wait(lambda: page.one("#query").get_attribute("value").startswith("iteration:now") and page.column("done"))


class Cells(ListCase):
    def cell(self, title, name):
        return f"{self.row(title)} [data-column={name}]"

    def plan(self, title):
        return self.one.plan(self.plans[title])

    def test_rows_are_dragged_as_cards_while_the_list_has_the_order_of_the_board(self):
        page = self.page
        row = lambda title: page.middle(page.run(
            "return [...document.querySelectorAll('.list tr[data-id]')].find(each => each.querySelector('.c-title a').textContent === arguments[0])"
            ".querySelector('.c-title')", title))
        order = lambda: [each["title"] for each in json.loads(self.one.pmgit("list", "--json"))["plans"] if each["state"] == "todo"]
        first = order()
        self.assertGreater(len(first), 2)
        above = row(first[0])
        page.pointer("mouse", row(first[-1]), (above[0], above[1] - 8))
        page.wait(lambda: order() == [first[-1], *first[:-1]])
        page.wait(lambda: page.texts(".list .c-title a")[:1] == [first[-1]])
        # The click at the end opens nothing.
        self.assertEqual(page.texts("#side textarea.title"), [])
        page.driver.get(self.server.origin + "/b/main?view=list&q=sort:title")
        page.wait(lambda: page.all(".list tr[data-id]"))
        titles = page.texts(".list .c-title a")
        page.pointer("mouse", row(titles[-1]), row(titles[0]))
        page.settle()
        self.assertEqual(order(), [first[-1], *first[:-1]])

    def test_a_finger_drags_a_row_after_a_long_press_and_scrolls_without_one(self):
        page = self.page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        row = lambda title: page.middle(page.run(
            "return [...document.querySelectorAll('.list tr[data-id]')].find(each => each.querySelector('.c-title a').textContent === arguments[0])"
            ".querySelector('.c-id')", title))
        order = lambda: [each["title"] for each in json.loads(self.one.pmgit("list", "--json"))["plans"] if each["state"] == "todo"]
        first = order()
        above = row(first[0])
        target = (above[0], above[1] - 8)
        page.pointer("touch", row(first[-1]), target)
        page.settle()
        self.assertEqual(order(), first)
        page.pointer("touch", row(first[-1]), target, 0.8)
        page.wait(lambda: order() == [first[-1], *first[:-1]])
        self.assertEqual(page.all("dialog"), [])
        # Held without moving, it opens the menu.
        page.pointer("touch", row(first[0]), row(first[0]), 0.8, steps=1)
        page.wait(lambda: page.all("dialog [role=menuitem], dialog [role=option]"))

    def test_values_are_changed_in_their_cells(self):
        page = self.page
        page.click(self.cell("Beta", "due") + " button")
        page.write("dialog.pop input", "2027-03-04", Keys.ENTER)
        page.wait(lambda: self.plan("Beta")["due"] == "2027-03-04")
        page.wait(lambda: "Mar 4, 2027" in page.text(self.cell("Beta", "due")))
        page.click(self.cell("Beta", "labels") + " button")
        page.write("dialog.pop input", "ui, bug", Keys.ENTER)
        page.wait(lambda: page.texts(self.row("Beta") + " .label") == ["bug", "ui"], str(page.texts(self.row("Beta") + " .label")))
        page.press("Escape")
        # The focus is back, although the row was drawn again.
        page.wait(lambda: page.run("return document.activeElement?.dataset.edit") == "labels")
        page.click(self.cell("Beta", "priority") + " button")
        page.click(lambda: page.option("High"))
        page.wait(lambda: self.plan("Beta")["priority"] == "high")

    def test_the_icon_of_the_column_moves_a_plan(self):
        page = self.page
        icon = f"{self.row('Beta')} .c-title button"
        left = self.box(icon)[0]
        page.click(icon)
        page.wait(lambda: abs(self.box("dialog.pop")[0] - left) < 2)
        self.assertEqual(page.one(icon).get_attribute("aria-expanded"), "true")
        self.assertEqual(page.texts("#side textarea.title"), [])
        self.assertEqual(page.violations(), [])
        page.click(lambda: page.option("Doing"))
        page.wait(lambda: self.plan("Beta")["state"] == "doing")
        page.wait(lambda: page.run("return document.activeElement?.dataset.edit") == "moveTo")
        self.assertEqual(page.one(icon).accessible_name.split(": ")[1], "Doing")
        # The keys m and s do the same for the row with the focus.
        for key, column in [("s", "Done"), ("m", "Todo")]:
            page.focus_row("Beta")
            page.press(key)
            page.wait(lambda: abs(self.box("dialog.pop")[0] - left) < 2)
            page.click(lambda: page.option(column))
            page.wait(lambda: self.plan("Beta")["state"] == column.lower())
        # A finger can press it on a phone.
        page.resize(390)
        width, height = self.box(icon)[2:]
        self.assertTrue(width >= 24 and height >= 24, (width, height))
        page.click(icon)
        page.click(lambda: page.option("Done"))
        page.wait(lambda: self.plan("Beta")["state"] == "done")

    def test_the_key_of_the_title_edits_in_place(self):
        page = self.page
        page.press("j")
        page.press("e")
        page.write(".editing textarea", Keys.CONTROL, "a", Keys.NULL, "Alpha now", Keys.ENTER)
        page.wait(lambda: self.plan("Alpha")["title"] == "Alpha now")
        page.wait(lambda: page.run("return document.activeElement.textContent") == "Alpha now")
        self.assertEqual(page.all("dialog"), [])

    def test_escape_changes_nothing(self):
        page, before = self.page, self.one.tip()
        page.click(self.cell("Beta", "due") + " button")
        page.write("dialog.pop input", "fri", Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog.pop"))
        self.assertEqual((self.one.tip(), self.plan("Beta")["due"]), (before, None))

    def test_a_refused_value_stays_to_be_corrected(self):
        page = self.page
        page.click(self.cell("Beta", "due") + " button")
        page.write("dialog.pop input", "someday", Keys.ENTER)
        page.wait(lambda: "'someday' is not a date" in page.text("dialog.pop .said"))
        # What others do meanwhile does not take the text away.
        self.one.pmgit("edit", self.plans["Beta"], "-l", "ui")
        page.wait(lambda: page.texts(self.row("Beta") + " .label") == ["ui"])
        self.assertEqual(page.one("dialog.pop input").get_attribute("value"), "someday")
        page.write("dialog.pop input", Keys.CONTROL, "a", Keys.NULL, "2027-01-02", Keys.ENTER)
        page.wait(lambda: self.plan("Beta")["due"] == "2027-01-02")

    def test_columns_are_chosen(self):
        page = self.page
        page.click("[aria-label='Columns of the list']")
        page.click(lambda: next(each for each in page.all("dialog label") if each.text == "Column"))
        page.click(lambda: next(each for each in page.all("dialog label") if each.text == "Id"))
        page.click_button("dialog", "Close")
        page.wait(lambda: "Todo" in page.text(self.cell("Beta", "state")) and not page.all(".c-id"))
        page.driver.refresh()
        page.wait(lambda: page.all(self.cell("Beta", "state")) and not page.all(".c-id"))
        page.click(self.cell("Beta", "state") + " button")
        page.click(lambda: page.option("Done"))
        page.wait(lambda: self.plan("Beta")["state"] == "done")
