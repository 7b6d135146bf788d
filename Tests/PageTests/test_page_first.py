"""How a page begins: what it requests first, and what it draws first."""

import json

from page import PageCase

# Notes how many cards the page has when the first column is there, and each request for cards.
NOTES = """
window.drawn = [];
window.asked = [];
const send = window.fetch;
window.fetch = (address, options) => {
  if (address.includes('/cards')) asked.push(address);
  return send(address, options);
};
new MutationObserver((_, watch) => {
  if (!document.querySelector('.lane')) return;
  watch.disconnect();
  drawn.push(document.querySelectorAll('.card').length, document.querySelectorAll('.rest').length);
}).observe(document, { childList: true, subtree: true });
"""


class First(PageCase):
    def prepare(self):
        lines = "".join(json.dumps({"title": f"Plan {n}"}) + "\n" for n in range(257))
        self.one.pmgit("import", "-", text=lines)

    def setUp(self):
        super().setUp()
        self.page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES})

    def begin(self, query=""):
        self.page.driver.get("about:blank")
        self.page.driver.get(f"{self.server.origin}/b/main{query}")

    def test_what_is_seen_is_drawn_first_and_then_the_rest(self):
        page = self.page
        self.begin()
        page.wait(lambda: len(page.all(".card")) == 200)
        self.assertEqual(page.run("return window.drawn"), [30, 0])
        self.assertEqual(page.run("return document.querySelector('.rest').textContent"), "Show 60 more")
        # Later drawings have all cards at once.
        page.write("#query", "Plan", "\n")
        page.wait(lambda: "257 of 260" in page.text(".lane[data-column=todo] .count"))
        self.assertEqual(len(page.all(".card")), 200)

    def test_a_plan_that_is_added_behind_the_others_is_shown(self):
        page = self.page
        self.begin()
        page.wait(lambda: len(page.all(".card")) == 200)
        page.press("n")
        for title in ["One more", "And another"]:
            page.write(".composer textarea", title, "\n")
            page.wait(lambda: title in page.column("todo"))
        self.assertEqual(page.column("todo")[-2:], ["One more", "And another"])
        self.assertEqual(page.run("return document.querySelector('.rest').textContent"), "Show 60 more")
        page.press("Escape")
        page.wait(lambda: page.focused() == "And another")

    def test_cards_are_requested_once(self):
        page = self.page
        tip = self.one.tip()
        for query in ["", "?q=Plan", f"?at={tip}", "?view=list"]:
            self.begin(query)
            page.wait(lambda: page.all(".card") or page.all("tr[data-id]"), query)
            page.settle()
            self.assertEqual(len(page.run("return window.asked")), 1, query)

    def test_a_moment_that_is_not_valid_is_told(self):
        self.page.open(f"{self.server.origin}/b/main?at=nonsense")
        self.page.wait(lambda: len(self.page.all(".card")) == 200)
        self.said("nonsense")
        self.page.wait(lambda: "at=" not in self.page.run("return location.search"))
