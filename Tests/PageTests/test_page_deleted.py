"""The list of deleted plans, and how they come back."""

from browser import Keys
from page import PageCase


class Deleted(PageCase):
    def prepare(self):
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.team.two.pmgit("delete", self.plans["Gamma"])
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")

    def rows(self):
        return self.page.texts(".removed li .link")

    def test_a_deleted_plan_is_found_and_restored(self):
        page = self.page
        page.focus("Alpha")
        page.press(Keys.DELETE)
        page.wait(lambda: "Alpha" not in page.column("todo"))
        page.press("Control+k", *"deleted plans", Keys.ENTER)
        page.wait(lambda: self.rows() == ["Alpha", "Gamma"], str(self.rows()))
        self.assertIn("view=deleted", page.driver.current_url)
        who = page.texts(".removed li small")
        self.assertIn("deleted by Dev One", who[0])
        self.assertIn("deleted by Dev Two", who[1])
        self.assertRegex(who[1], r"[A-Z]\w\w, [A-Z]\w\w \d+, \d+:\d\d")
        page.click("[aria-label='Restore Alpha']")
        self.said("Restored “Alpha” to Todo")
        page.wait(lambda: self.rows() == ["Gamma"])
        # The button of the next one has the focus.
        page.wait(lambda: page.run("return document.activeElement.getAttribute('aria-label')") == "Restore Gamma")
        self.assertEqual(self.state("Alpha"), "todo")
        page.press(Keys.ENTER)
        page.wait(lambda: "Nothing is deleted" in page.text(".removed"))
        page.press("z")
        self.said("Undid: “Gamma”: deleted")
        page.wait(lambda: self.rows() == ["Gamma"])
        # What others delete appears.
        self.one.pmgit("delete", self.plans["Beta"])
        page.wait(lambda: self.rows() == ["Beta", "Gamma"])

    def test_the_focus_goes_to_a_plan_that_comes_back(self):
        page = self.page
        page.focus("Alpha")
        page.press(Keys.DELETE)
        page.wait(lambda: page.column("todo") == ["Beta"] and page.focused() == "Beta")
        page.press("z")
        page.wait(lambda: page.focused() == "Alpha")
        page.press("Z")
        page.wait(lambda: page.column("todo") == ["Beta"] and page.focused() == "Beta")

    def test_a_key_leads_there_and_the_plan_can_be_read(self):
        page = self.page
        page.press("R")
        page.wait(lambda: self.rows() == ["Gamma"])
        page.click(".removed li .link")
        page.wait(lambda: "This plan is deleted" in page.text("#side"))
        page.click_button("#side", "Restore")
        page.wait(lambda: self.rows() == [] and "Nothing is deleted" in page.text(".removed"))
        page.driver.back()
        page.wait(lambda: page.all("[data-part=head]") == [] or page.all(".lane"))

    def test_a_query_that_finds_deleted_plans_leads_there(self):
        page = self.page
        page.write("#query", "is:deleted", Keys.ENTER)
        page.wait(lambda: "1 deleted plan matches" in page.text("#filters"))
        page.click_button("#filters", "Deleted plans")
        page.wait(lambda: self.rows() == ["Gamma"])

    def test_the_past_has_those_of_then_and_restores_none(self):
        page = self.page
        then = self.one.tip()
        self.one.pmgit("restore", self.plans["Gamma"])
        page.driver.get(f"{self.server.origin}/b/main?view=deleted&at={then}")
        page.wait(lambda: self.rows() == ["Gamma"])
        self.assertEqual(page.all(".removed button:not(.link)"), [])


class ReadOnly(PageCase):
    options = ("--read-only",)

    def test_nothing_can_be_restored(self):
        page = self.page
        self.one.pmgit("delete", self.plans["Gamma"])
        page.driver.get(f"{self.server.origin}/b/main?view=deleted")
        page.wait(lambda: page.texts(".removed li .link") == ["Gamma"])
        self.assertEqual(page.all(".removed button:not(.link)"), [])
