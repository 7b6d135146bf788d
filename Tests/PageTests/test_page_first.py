"""How a page begins: what it requests first, and what it draws first."""

import json

from browser import Keys
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


class FirstCase(PageCase):
    def setUp(self):
        super().setUp()
        self.page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": NOTES})

    def begin(self, query=""):
        self.page.driver.get("about:blank")
        self.page.driver.get(f"{self.server.origin}/b/main{query}")


class First(FirstCase):
    def prepare(self):
        lines = "".join(json.dumps({"title": f"Plan {n}"}) + "\n" for n in range(257))
        self.one.pmgit("import", "-", text=lines)

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

    def test_cards_are_requested_before_the_server_has_described_itself(self):
        page = self.page
        page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const sendNow = window.fetch;
            let begin;
            const begun = new Promise(resolve => { begin = resolve; });
            window.fetch = async (address, options) => {
                if (address.includes('/cards')) begin();
                if (address === '/api/server') await begun;
                return sendNow(address, options);
            };"""})
        self.begin()
        page.wait(lambda: page.all(".card"))
        self.assertEqual(len(page.run("return window.asked")), 1)
        # A board that does not exist is reported in the same way.
        page.driver.get(f"{self.server.origin}/b/other")
        page.wait(lambda: "no board called" in page.text("main"))

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


class Empty(PageCase):
    def test_the_first_screen_names_the_folder_and_fits(self):
        page = self.page
        for plan in self.plans.values():
            self.one.pmgit("delete", plan)
        page.wait(lambda: "Add the first plan" in page.text("#main .void"))
        # The board has no title, so it is called as the folder is.
        self.assertEqual((page.text("#top h1"), page.driver.title), ("one", "one"))
        self.assertEqual(page.texts("#main .void p:not(.line)"), ["Press n to add one, or ? to see all keys.", "From another tool: pmgit import FILE"])
        page.resize(390, 844)
        page.wait(lambda: page.run("return [...document.querySelectorAll('#main .void kbd')].every(each => !each.offsetParent)"))
        self.assertEqual(page.run("return document.querySelector('#main .void code').getClientRects().length"), 1)
        self.assertEqual(page.violations(), [])
        self.one.pmgit("config", "title", "Our board")
        page.wait(lambda: page.text("#top h1") == "Our board")
        self.assertEqual(page.driver.title, "Our board – one")
        page.click_button("#main .void", "Add a plan")
        page.wait(lambda: page.all(".composer"))


class Finished(FirstCase):
    """A board with more finished plans than a page loads at first."""

    def prepare(self):
        lines = [{"title": f"Old {n:03}", "state": "done"} for n in range(700)] + [{"title": "Now", "state": "doing"}]
        self.one.pmgit("import", "-", text="".join(json.dumps(line) + "\n" for line in lines))

    def asked(self):
        return [address.split("/cards")[1] for address in self.page.run("return window.asked")]

    def test_the_others_are_loaded_when_they_are_wanted(self):
        page = self.page
        self.begin()
        rest = ".lane[data-column=done] .rest"
        text = lambda: page.run("return document.querySelector(arguments[0])?.textContent", rest)
        page.wait(lambda: text() == "Show 200 of 500 more")
        self.assertEqual(page.text(".lane[data-column=done] .count"), "700")
        self.assertIn("704", page.text("#filters [aria-current=true]"))
        self.assertEqual(self.asked(), ["?finished=500"])
        page.click(f"{rest} button")
        page.wait(lambda: text() == "Show 200 of 300 more")
        page.wait(lambda: self.asked() == ["?finished=500", ""])
        page.click(f"{rest} button")
        page.wait(lambda: text() == "Show 100 more")
        page.click(f"{rest} button")
        page.wait(lambda: text() is None)
        self.assertEqual(page.column("done"), [f"Old {n:03}" for n in reversed(range(700))])
        self.assertEqual(len(self.asked()), 2)

    def test_a_query_a_view_and_an_address_find_them(self):
        page = self.page
        [old] = json.loads(self.one.pmgit("list", "--all", "Old 003", "--json"))["plans"]
        for query in ["?q=%22Old%20003%22", "?view=list", f"#{old['id']}", "?group=label"]:
            self.begin(query)
            expected = [""] if "view" in query or "group" in query else ["?finished=500", ""]
            page.wait(lambda: self.asked() == expected, query)
            if "q=" in query:
                page.wait(lambda: page.column("done") == ["Old 003"])
            elif "view" in query:
                page.wait(lambda: "704" in page.text("#filters [aria-current=true]") and page.all(".list tbody tr"))
            elif "#" in query:
                page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Old 003")
                self.assertNotIn("deleted", page.text("#side"))
            else:
                page.wait(lambda: "704" in page.text(".band h2"))
            page.settle()
            self.assertEqual(self.asked(), expected)

    def test_a_view_that_needs_them_loads_them(self):
        page = self.page
        self.begin()
        page.wait(lambda: page.all(".card"))
        page.click("[data-view=List]")
        page.wait(lambda: "Show 300 of 404 more" in page.text(".listing"))

    def test_the_palette_finds_them(self):
        page = self.page
        self.begin()
        page.wait(lambda: page.all(".card"))
        self.assertEqual(self.asked(), ["?finished=500"])
        # What was typed before they are there finds them without another key.
        page.run("""const send = window.fetch; const gate = new Promise(resolve => { window.release = resolve; });
            window.fetch = async (address, options) => { if (address.includes('/cards')) await gate; return send(address, options); }""")
        page.press("Control+k")
        page.write("dialog input", "Old 003")
        page.wait(lambda: "Nothing matches" in page.text("dialog .none"))
        page.run("release()")
        page.wait(lambda: any(text.startswith("Old 003") for text in page.texts("dialog [role=option]")))
        self.assertEqual(self.asked(), ["?finished=500", ""])
        page.press(Keys.ENTER)
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Old 003")

    def test_the_selected_item_stays_when_they_arrive(self):
        page = self.page
        self.begin()
        page.wait(lambda: page.all(".card"))
        page.run("""const send = window.fetch; const gate = new Promise(resolve => { window.release = resolve; });
            window.fetch = async (address, options) => { if (address.includes('/cards')) await gate; return send(address, options); }""")
        page.press("Control+k")
        selected = lambda: page.text("dialog [aria-selected=true] .grow")
        page.write("dialog input", "Old 6", Keys.ARROW_DOWN)
        chosen = page.wait(selected)
        page.run("release()")
        page.wait(lambda: self.asked() == ["?finished=500", ""])
        # What is typed next is found among all.
        page.wait(lambda: page.run("return document.querySelector('.lane[data-column=done] .rest').textContent") == "Show 200 of 500 more")
        page.settle()
        self.assertEqual(selected(), chosen)
        page.write("dialog input", Keys.BACKSPACE, "003")
        page.wait(lambda: selected() == "Old 003")

    def test_an_id_in_a_text_is_a_link_to_one_of_them(self):
        page = self.page
        [old] = json.loads(self.one.pmgit("list", "--all", "Old 003", "--json"))["plans"]
        self.server.enter(self.server.key())
        short = next(plan["short"] for plan in self.server.ask("cards")["plans"] if plan["id"] == old["id"])
        self.one.pmgit("edit", "Now", "--body", f"As `{old['id']}` and `{short}`, not as 9zzz, bcdf or `zzzz`, which nobody has, or words like these.")
        self.one.pmgit("comment", "Now", "-m", f"Again: {old['id']}, `zzzz`.")
        self.begin()
        page.wait(lambda: page.all(".card"))
        page.open_plan("Now")
        links = lambda: page.run("return [...document.querySelectorAll('#side .text a')].map(each => [each.textContent, each.title])")
        page.wait(lambda: links() == [[old["id"], "Old 003"], [short, "Old 003"], [old["id"], "Old 003"]])
        # They are looked up with one request, and unknown ids once.
        [first, second] = self.asked()
        self.assertEqual((first, second.startswith("?q=id")), ("?finished=500", True))
        self.one.pmgit("comment", "Now", "-m", "Unlike `zzzz`")
        page.wait(lambda: "Unlike" in page.text("#side"))
        self.assertEqual(len(self.asked()), 2)
        page.click("#side .text a")
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Old 003")
