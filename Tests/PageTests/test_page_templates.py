"""New plans from templates, by the command palette."""

from browser import Keys
from page import PageCase


class Templates(PageCase):
    def prepare(self):
        self.one.pmgit("add", "Report of a bug", "--label", "Template", "--label", "bug", "--body", "Steps:", "--check", "seen twice")
        self.one.pmgit("move", self.plans["Alpha"], "doing")

    def bugs(self):
        return [line.split("\t")[0] for line in self.one.pmgit("list", "--all", "#bug").splitlines()]

    def test_a_plan_is_added_from_a_template_and_opened(self):
        page = self.page
        page.wait(lambda: "Report of a bug" in page.column("todo"))
        page.press("Control+k", *"from report", Keys.ENTER)
        self.said("Added “Report of a bug” from its template")
        new = next(plan for plan in map(self.one.plan, self.bugs()) if "Template" not in plan["labels"])
        self.assertEqual((new["labels"], new["body"], [line["text"] for line in new["checklist"]]), (["bug"], "Steps:", ["seen twice"]))
        page.wait(lambda: page.text("#side .id, #side header").find(new["id"][:4]) >= 0, page.text("#side"))
        page.press(Keys.ESCAPE, "z")
        page.wait(lambda: len(self.bugs()) == 1)

    def test_the_past_offers_no_template(self):
        page = self.page
        page.press("[")
        page.wait(lambda: "Alpha" in page.column("todo"))
        page.press("Control+k", *"report")
        page.wait(lambda: "Report of a bug" in page.text("dialog"))
        self.assertNotIn("New plan from", page.text("dialog"))
