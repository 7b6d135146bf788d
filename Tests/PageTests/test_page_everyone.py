"""The page for everyone: each view in each state, width and theme, for screen readers, and with a zoom of 400 %."""

from page import PageCase

WIDTHS = [1440, 768, 390]
# An open dialog makes the rest of the page inert, with its heading and its landmarks.
IN_DIALOGS = ["landmark-one-main", "page-has-heading-one"]
# The themes, and the rules of axe-core that depend on them; by default all.
THEMES = [("light", False, []), ("dark", False, ["color-contrast"]), ("light", True, ["color-contrast"])]


class ForEveryone(PageCase):
    def prepare(self):
        self.one.pmgit("milestone", "add", "v1", "--due", "2w")
        self.one.pmgit("milestone", "add", "a-milestone-with-a-name-that-is-longer-than-a-phone", "--due", "1d")
        self.one.pmgit("edit", self.plans["Alpha"], "--body", "# A head\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
                       "-p", "high", "-l", "bug", "--due", "2020-01-01", "--check", "a line", "--assign", "@me", "--milestone", "v1")
        self.one.pmgit("edit", self.plans["Gamma"], "--link", f"blocked-by:{self.plans['Alpha']}")
        self.one.pmgit("comment", self.plans["Alpha"], "-m", "A word to @dev")
        self.one.pmgit("move", self.plans["Beta"], "doing")
        self.one.pmgit("edit", self.plans["Gamma"], "--due", "today")
        self.one.pmgit("delete", self.one.pmgit("add", "A plan with a title that somebody has deleted"))
        self.one.pmgit("sync")
        self.team.two.pmgit("sync")
        self.then = self.one.tip()
        self.one.pmgit("edit", self.plans["Beta"], "--title", "Ours")
        self.team.two.pmgit("edit", self.plans["Beta"], "--title", "Theirs")
        self.team.two.pmgit("sync")
        self.one.pmgit("sync")

    def states(self):
        """Returns what to look at: a name, the address, what is there when it is drawn, and a function that does something there."""
        page = self.page
        plan = f"#{self.plans['Alpha']}"
        text = "#side .text table"
        return [
            ("board, with a conflict", "", ".card .conflict .value", None),
            ("board, with a folded column", "", ".card", self.fold),
            ("rows", "?group=assignee", ".band", None),
            ("list", "?view=list", "tr[data-id]", None),
            ("groups of the list, with a selection", "?view=list&group=label", "tr.group", self.select),
            ("roadmap", "?view=roadmap", ".road .line", None),
            ("calendar", "?view=calendar", ".calendar .due-plan", None),
            ("deleted plans", "?view=deleted", ".removed li", None),
            ("milestones", "?view=milestones", ".milestones table", None),
            ("conflicts", "?view=conflicts", ".conflict-of", None),
            ("flow", "?view=flow", ".plot svg", None),
            ("settings", "?view=settings", "table", None),
            ("plan", plan, text, lambda: page.run("for (const each of document.querySelectorAll('#side details')) each.open = true")),
            ("popover of people", plan, text, lambda: page.popover("Assigned")),
            ("popover of a day", plan, text, lambda: page.popover("Due")),
            ("past", f"?at={self.then}", "body.past .card", None),
            ("composer", "", ".card", self.compose),
            ("dialog", "", ".card", lambda: page.press("?")),
            ("palette", "", ".card", lambda: page.press("Control+k")),
            ("menu of a card", "", ".card", lambda: page.run("document.querySelector('.card button.more').click()")),
            ("query that can't be read", "?q=due:x", "#filters", None),
        ]

    def select(self):
        self.page.click("tr[data-id] input[type=checkbox]")
        self.page.one("#bar:not([hidden])")

    def fold(self):
        self.page.run("document.querySelector('.lane[data-column=done] .fold-column:not([hidden])')?.click()")
        self.page.one(".lane.folded")

    def compose(self):
        self.page.press("n")
        self.page.write(".composer textarea", "Fix it #bug !high fri")
        self.page.wait(lambda: len(self.page.all(".composer .chips > *")) == 3)

    def test_all_states_widths_and_themes(self):
        page = self.page
        found = []
        for name, address, ready, act in self.states():
            page.resize(WIDTHS[0], 900)
            page.look_as("light")
            page.driver.get("about:blank")
            page.driver.get(f"{self.server.origin}/b/main{address}")
            page.wait(lambda: page.all(ready), name)
            if act:
                act()
            for width in WIDTHS:
                page.resize(width, 900 if width == WIDTHS[0] else 760)
                # Nothing has colours of its own at the width between.
                for theme, is_forced, rules in THEMES if width != WIDTHS[1] else THEMES[:1]:
                    page.look_as(theme, is_forced)
                    found += [(name, width, theme, is_forced, each) for each in page.violations(*rules)
                              if not (page.all("dialog[open]") and each[0] in IN_DIALOGS)]
                found += self.wide(name, width)
            # A zoom of 400 % in a window of 1280 × 1024 pixels.
            page.resize(320, 256)
            found += self.wide(name, 320)
            found += [(name, each) for each in page.complaints()]
        self.assertEqual(found, [], "\n".join(map(str, found)))

    def wide(self, name, width):
        """Returns the parts that are wider than the page. Only what scrolls by itself may be."""
        self.page.settle()
        return [(name, width, part) for part in self.page.run(
            """const wide = ['html', '#side', 'dialog[open]'].filter(part => [...document.querySelectorAll(part)].some(each => each.scrollWidth > Math.max(each.clientWidth, 1)));
            return document.documentElement.scrollWidth > arguments[0] ? [...wide, document.documentElement.scrollWidth] : wide""", width)]

    def test_words_for_screen_readers_make_nothing_wider(self):
        """Such words are placed at a point, which must scroll with their table."""
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--milestone", "a-milestone-with-a-name-that-is-longer-than-a-phone")
        page.resize(390, 760)
        page.driver.get(f"{self.server.origin}/b/main?view=milestones")
        page.wait(lambda: page.all(".milestones table"))
        # The forecast of a new board has no day that could be late.
        page.run("document.querySelector('.milestones tbody tr td:last-child').append(Object.assign(document.createElement('span'), { className: 'unseen', textContent: ', too late' }))")
        self.assertGreater(page.run("return document.querySelector('.milestones .wide').scrollWidth"), 400)
        self.assertEqual(page.run("const main = document.getElementById('main'); return [document.documentElement.scrollWidth, main.scrollWidth - main.clientWidth]"), [390, 0])
