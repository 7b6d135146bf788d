"""Columns that are folded to strips."""

from browser import Keys
from page import PageCase


class Folding(PageCase):
    def lane(self, column):
        return self.page.one(f".lane[data-column={column}]")

    def width(self, column):
        return self.page.run("return arguments[0].getBoundingClientRect().width", self.lane(column))

    def fold(self, column):
        page = self.page
        page.run("arguments[0].click()", page.one(f".lane[data-column={column}] .fold-column"))

    def folded(self):
        return self.page.run("return [...document.querySelectorAll('.lane.folded')].map(each => each.dataset.column)")

    def test_what_is_folded_in_the_past_forgets_no_younger_column(self):
        page = self.page
        self.one.pmgit("column", "add", "Review")
        page.wait(lambda: page.all(".lane[data-column=review]"))
        self.fold("review")
        page.wait(lambda: self.folded() == ["review"])
        page.press("[")
        page.wait(lambda: not page.all(".lane[data-column=review]"))
        self.fold("done")
        page.wait(lambda: self.folded() == ["done"])
        page.press("t")
        page.wait(lambda: sorted(self.folded()) == ["done", "review"])

    def test_a_column_is_a_strip_with_its_name_and_count(self):
        page = self.page
        self.one.pmgit("move", self.plans["Gamma"], "doing")
        page.wait(lambda: page.column("doing") == ["Gamma"])
        self.assertGreater(self.width("doing"), 250)
        page.run("document.querySelector('.lane[data-column=doing] .fold-column').focus()")
        page.press(Keys.ENTER)
        page.wait(lambda: self.folded() == ["doing"])
        self.assertLess(self.width("doing"), 60)
        self.assertGreater(self.width("todo"), 250)
        self.assertEqual((page.column("doing"), page.texts(".lane.folded :is(h2, .count)")), ([], ["Doing", "1"]))
        button = page.one(".lane.folded .fold-column")
        self.assertEqual((button.get_attribute("aria-expanded"), button.get_attribute("aria-label")), ("false", "Unfold Doing"))
        self.assertEqual(page.run("return document.activeElement.dataset.fold"), "doing")
        # The browser keeps it, for this board.
        page.driver.refresh()
        page.wait(lambda: self.folded() == ["doing"])
        page.click(".lane.folded h2")
        page.wait(lambda: self.folded() == [] and page.column("doing") == ["Gamma"])
        page.driver.refresh()
        page.wait(lambda: page.column("doing") == ["Gamma"])
        self.assertEqual(self.folded(), [])

    def test_cards_are_dropped_on_a_strip_and_moved_by_keys(self):
        page = self.page
        self.fold("doing")
        page.wait(lambda: self.folded() == ["doing"])
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(self.lane("doing")))
        page.wait(lambda: self.state("Alpha") == "doing")
        page.wait(lambda: page.texts(".lane.folded .count") == ["1"])
        page.focus("Beta")
        page.press("L")
        page.wait(lambda: self.state("Beta") == "doing")
        # The focus goes on to the next card, and arrows pass over the strip.
        page.wait(lambda: page.focused() == "Gamma")
        self.one.pmgit("move", self.plans["Beta"], "done")
        page.wait(lambda: page.column("done") == ["Beta"])
        page.press("l")
        self.assertEqual(page.focused(), "Beta")

    def test_the_palette_folds_and_a_new_plan_unfolds(self):
        page = self.page
        page.press("Control+k", *"fold the column todo", Keys.ENTER)
        page.wait(lambda: self.folded() == ["todo"])
        page.press("n")
        page.wait(lambda: self.folded() == [] and page.all(".lane[data-column=todo] .composer"))
        page.press(*"Written here", Keys.ENTER)
        page.wait(lambda: "Written here" in page.column("todo"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: self.folded() == ["todo"])
        page.press("Control+k", *"unfold the column", Keys.ENTER)
        page.wait(lambda: self.folded() == [])

    def test_a_column_in_which_a_plan_is_written_can_not_be_folded(self):
        page = self.page
        page.choose("#grouping", "label")
        page.wait(lambda: page.all(".heads"))
        page.run("document.querySelector('.heads [data-fold=todo]').click()")
        page.wait(lambda: set(self.folded()) == {"todo"})
        page.press("n")
        page.wait(lambda: page.all(".lane[data-column=todo] .composer"))
        head = page.one(".heads .head")
        self.assertEqual((head.get_attribute("class"), page.texts(".heads .head .name")[0], page.one(".heads [data-fold=todo]").is_displayed()), ("head", "Todo", False))
        page.press(Keys.ESCAPE)
        page.wait(lambda: set(self.folded()) == {"todo"} and page.all(".heads .head.folded"))

    def test_other_pages_of_the_board_fold_the_same_columns(self):
        page = self.page
        self.fold("todo")
        page.wait(lambda: self.folded() == ["todo"])
        first = page.driver.current_window_handle
        self.another()
        page.wait(lambda: self.folded() == ["todo"])
        self.fold("done")
        page.wait(lambda: self.folded() == ["todo", "done"])
        page.driver.switch_to.window(first)
        page.wait(lambda: self.folded() == ["todo", "done"])

    def test_a_conflict_in_a_folded_column_is_passed_over(self):
        page = self.page
        plans = [self.plans[title] for title in ["Alpha", "Beta", "Gamma"]]
        self.one.pmgit("move", self.plans["Beta"], "doing")
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        for plan in plans:
            self.one.pmgit("edit", plan, "-p", "low")
            self.team.two.pmgit("edit", plan, "-p", "high")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")
        page.wait(lambda: len(page.all(".card .conflict, .card .strip")) >= 3 or "3 to decide" in page.text("#top"))
        self.fold("doing")
        page.wait(lambda: self.folded() == ["doing"])
        seen = []
        for _ in range(3):
            page.press("!")
            seen.append(page.focused())
        self.assertEqual([set(seen), seen[0]], [{"Alpha", "Gamma"}, seen[2]])
        # What is folded is not selected with all.
        page.press("Control+a")
        page.wait(lambda: "2 selected" in page.text("#bar"))
        page.press(Keys.ESCAPE)
        self.fold("todo")
        page.wait(lambda: self.folded() == ["todo", "doing"])
        page.press("!")
        self.said("No plan in conflict is shown here")

    def test_rows_fold_below_the_one_head(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--label", "ui")
        page.choose("#grouping", "label")
        page.wait(lambda: len(page.all(".band")) == 2)
        page.run("document.querySelector('.heads [data-fold=todo]').click()")
        page.wait(lambda: self.folded() == ["todo", "todo"])
        edges = lambda part: page.run("return [...document.querySelectorAll(arguments[0])].map(each => Math.round(each.getBoundingClientRect().left))", part)
        self.assertEqual(edges(".band:last-child .lane"), edges(".heads .head"))
        page.run("document.querySelector('.heads [data-fold=todo]').click()")
        page.wait(lambda: self.folded() == [])

    def test_a_phone_folds_nothing(self):
        page = self.page
        self.fold("todo")
        page.wait(lambda: self.folded() == ["todo"])
        page.resize(390, 760)
        page.wait(lambda: self.folded() == [] and len(page.column("todo")) == 3)
        self.assertEqual(page.all(".fold-column:not([hidden])"), [])
