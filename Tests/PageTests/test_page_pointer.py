"""What people do with a mouse and with touch."""

import json
import time

from browser import ActionChains, Keys
from page import PageCase


class Pointer(PageCase):
    def drag(self, kind, hold=0.0):
        page = self.page
        card = page.card("Beta")
        page.pointer(kind, page.middle(card), page.middle(page.one(".lane[data-column=doing] .cards")), hold)
        page.wait(lambda: page.column("doing") == ["Beta"], kind)
        page.wait(lambda: self.state("Beta") == "doing")
        self.assertFalse(page.all("#side:not([hidden])"), "the end of a drag is no click")

    def test_mouse(self):
        self.drag("mouse")
        page = self.page
        page.pointer("mouse", page.middle(page.card("Gamma")),
                     tuple(a - b for a, b in zip(page.middle(page.card("Alpha")), (0, 15))))
        page.wait(lambda: page.column("todo") == ["Gamma", "Alpha"])
        page.wait(lambda: self.one.pmgit("list", "state:todo").index("Gamma") < self.one.pmgit("list", "state:todo").index("Alpha"))

    def value(self, title, selector):
        """Returns a function that finds a value in a card."""
        return lambda: self.page.card(title).find_element("css selector", selector)

    def test_a_press_on_a_value_of_a_card_sets_it(self):
        page, plan = self.page, lambda: self.one.plan(self.plans["Beta"])
        self.one.pmgit("edit", self.plans["Beta"], "-p", "low", "--due", "2027-01-02", "--estimate", "3", "--assign", "@me", "--assign", "Ana <ana@example.org>")
        page.wait(lambda: page.all(".card .due"))
        left = lambda node: page.run("return arguments[0].getBoundingClientRect().left", node)
        for value, title, choose, isSet in [
                (".bars", "Priority", lambda: page.click(lambda: page.option("Urgent")), lambda: plan()["priority"] == "urgent"),
                (".number", "Estimate", lambda: page.write("dialog.pop input", Keys.CONTROL + "a" + Keys.NULL, "5", Keys.ENTER), lambda: plan()["estimate"] == 5),
                (".due", "Due", lambda: page.write("dialog.pop input", Keys.CONTROL + "a" + Keys.NULL, "2027-03-04", Keys.ENTER), lambda: plan()["due"] == "2027-03-04"),
                (".faces", "Assigned", lambda: (page.click(lambda: page.option("Ana")), page.press(Keys.ESCAPE)), lambda: plan()["assignees"] == ["Dev One <dev.one@example.org>"])]:
            page.click(self.value("Beta", value))
            box = page.wait(lambda: page.all(f"dialog.pop[aria-label={title}]"), title)[0]
            page.wait(lambda: abs(left(box) - left(self.value("Beta", value)())) < 2 or left(box) + box.size["width"] > 1280, title)
            choose()
            page.wait(lambda: isSet() and not page.all("dialog"), title)
            # The card has the focus for the next key, and its plan is not opened.
            page.wait(lambda: page.focused() == "Beta", title)
        self.assertEqual(page.all("#side textarea.title"), [])

    def test_a_card_of_nobody_has_a_circle_to_assign_somebody(self):
        page = self.page
        page.look_as("light")
        nobody = self.value("Gamma", ".nobody")
        page.run("arguments[0].style.display = 'inline-grid'", nobody())
        opacity = lambda: page.run("return getComputedStyle(arguments[0]).opacity", nobody())
        page.wait(lambda: opacity() == "0.5")
        ActionChains(page.driver).move_to_element(page.card("Gamma")).perform()
        page.wait(lambda: opacity() == "1")
        page.click(nobody)
        page.wait(lambda: page.all("dialog.pop[aria-label=Assigned]"))
        self.assertEqual(page.violations(), [])
        page.press(*"@me", Keys.ENTER)
        page.wait(lambda: self.one.plan(self.plans["Gamma"])["assignees"] == ["Dev One <dev.one@example.org>"])
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all("dialog") and page.focused() == "Gamma")
        self.assertEqual(len(self.value("Gamma", ".faces")().find_elements("css selector", ".person")), 1)

    def test_a_finger_on_a_value_opens_the_plan(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Beta"], "--due", "2027-01-02")
        page.wait(lambda: page.all(".card .due"))
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        spot = page.middle(self.value("Beta", ".due")())
        page.pointer("touch", spot, spot, steps=1)
        page.wait(lambda: page.run("return document.querySelector('#side textarea.title')?.value") == "Beta")
        self.assertEqual(page.all("dialog"), [])

    def test_the_edge_of_the_open_plan_is_moved(self):
        page = self.page
        page.open_plan("Alpha")
        width = lambda: page.run("return document.getElementById('side').offsetWidth")
        edge = lambda: page.run("const box = document.querySelector('.edge').getBoundingClientRect(); return [Math.round(box.left + box.width / 2), 500]")
        told = lambda: int(page.one(".edge").get_attribute("aria-valuenow"))
        first = width()
        self.assertEqual((told(), page.one(".edge").accessible_name), (first, "Width of the open plan"))
        self.assertEqual(page.violations(), [])
        x, y = edge()
        page.pointer("mouse", (x, y), (x + 100, y))
        page.wait(lambda: width() == told() == first - 100)
        # The keys do not go to another card.
        page.focus("Alpha")
        page.run("document.querySelector('.edge').focus()")
        page.press(Keys.ARROW_LEFT)
        page.wait(lambda: width() == told() == first - 68)
        page.press(Keys.HOME)
        page.wait(lambda: width() == told() == 352)
        self.assertEqual(page.run("return document.activeElement.className"), "edge")
        # It is kept for all plans, and is never so wide that the board is not seen.
        page.driver.refresh()
        page.wait(lambda: page.all("#side .edge, #side .title") and width() == 352)
        page.run("document.querySelector('.edge').focus()")
        page.press(Keys.END)
        page.wait(lambda: width() == page.run("return innerWidth") - 320)
        page.driver.set_window_rect(width=1100, height=900)
        page.wait(lambda: width() == page.run("return innerWidth") - 320 == told())
        page.driver.set_window_rect(width=1300, height=900)
        x, y = edge()
        ActionChains(page.driver).move_by_offset(0, 0).double_click(page.one(".edge")).perform()
        page.wait(lambda: width() == first)
        self.assertIsNone(page.run("return localStorage.getItem('pmgit.panel')"))
        page.resize(390)
        page.wait(lambda: not page.one(".edge").is_displayed() and width() == 390)

    def test_finger_after_a_long_press(self):
        self.page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        self.drag("touch", hold=0.8)

    def test_a_finger_scrolls(self):
        page = self.page
        page.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": True})
        start = page.middle(page.card("Beta"))
        page.pointer("touch", start, (start[0] + 350, start[1]))
        time.sleep(0.5)
        self.assertEqual(self.state("Beta"), "todo")
        self.assertEqual(page.all(".ghost"), [])

    def test_drop_below_all_cards_of_a_column(self):
        page = self.page
        lane = page.one(".lane[data-column=done]")
        x, y = page.middle(lane)
        page.pointer("mouse", page.middle(page.card("Alpha")), (x, y + 200))
        page.wait(lambda: self.state("Alpha") == "done")

    def many(self):
        """Adds plans, so that the column is longer than the window, and waits for their cards."""
        lines = "".join(json.dumps({"title": f"Plan {n}", "labels": [f"label-{n % 6}"]}) + "\n" for n in range(60))
        self.one.pmgit("import", "-", text=lines)
        self.page.wait(lambda: len(self.page.all(".card")) == 63)

    def hold(self, card, point):
        self.page.pointer("mouse", self.page.middle(card), point, release=False)

    def test_a_drag_looks_below_only_what_covers_the_cards(self):
        # All elements under a pointer are found in milliseconds, the topmost one at once.
        page = self.page
        page.run("""const find = document.elementsFromPoint.bind(document); window.found = 0;
            document.elementsFromPoint = (x, y) => { window.found += 1; return find(x, y); }""")
        end = page.middle(page.one(".lane[data-column=doing] .cards"))
        page.pointer("mouse", page.middle(page.card("Alpha")), end, release=False)
        page.wait(lambda: page.all(".lane[data-column=doing] .gap"))
        # Between two columns is none of them.
        page.run("window.found = 0")
        page.pointer("mouse", end, (end[0] + 40, end[1] + 60), release=False)
        page.settle()
        self.assertEqual(page.run("return window.found"), 0)
        page.run("""const box = document.querySelector('.lane[data-column=done]').getBoundingClientRect(); const cover = document.createElement('div');
            cover.id = 'cover'; cover.setAttribute('popover', 'manual'); document.body.append(cover); cover.showPopover();
            Object.assign(cover.style, { position: 'fixed', inset: 'auto', margin: 0, left: `${box.left}px`, top: `${box.top}px`, width: `${box.width}px`, height: '300px' })""")
        page.pointer("mouse", end, page.middle(page.one("#cover")), release=False)
        page.wait(lambda: page.all(".lane[data-column=done] .gap"))
        self.assertGreater(page.run("return window.found"), 0)
        page.press(Keys.ESCAPE)

    def test_a_drag_scrolls_its_column_and_back(self):
        page = self.page
        self.many()
        top = lambda: page.run("return document.querySelector('.lane[data-column=todo] .cards').scrollTop")
        box = page.run("const box = document.querySelector('.lane[data-column=todo] .cards').getBoundingClientRect(); return [box.left + 60, box.top, box.bottom]")
        self.hold(page.card("Alpha"), (int(box[0]), int(box[2]) - 8))
        page.wait(lambda: top() > 800)
        page.pointer("mouse", (int(box[0]), int(box[2]) - 9), (int(box[0]), int(box[1]) + 8), release=False)
        page.wait(lambda: top() == 0)
        page.press(Keys.ESCAPE)
        self.assertEqual(page.all(".ghost, .gap, .aimed"), [])

    def test_a_drag_scrolls_a_board_with_rows(self):
        page = self.page
        self.many()
        page.choose("#grouping", "label")
        page.wait(lambda: len(page.all(".band")) == 7)
        lanes = page.run("const box = document.getElementById('lanes').getBoundingClientRect(); return [box.top, box.bottom]")
        self.hold(page.all(".card")[0], (160, int(lanes[1]) - 6))
        page.wait(lambda: page.run("const { scrollTop, scrollHeight, clientHeight } = document.getElementById('lanes');"
                                   " return scrollTop > 0 && scrollTop + clientHeight > scrollHeight - 2"))
        page.press(Keys.ESCAPE)
        # The heads of the columns and the name of the row stay above its cards.
        heads = lambda: page.run("const box = document.querySelector('.heads').getBoundingClientRect(); return [box.top, box.bottom]")
        tops = lambda: page.run("return [...document.querySelectorAll('.row')].map(each => each.getBoundingClientRect().top)")
        page.wait(lambda: abs(heads()[0] - lanes[0]) < 2 and any(abs(each - heads()[1]) < 2 for each in tops()), str((tops(), heads(), lanes)))

    def test_a_board_with_rows_has_one_head_of_columns(self):
        page = self.page
        self.one.pmgit("column", "edit", "doing", "--limit", "3")
        page.choose("#grouping", "priority")
        page.wait(lambda: page.texts(".heads .head") == ["Todo\n3", "Doing\n0 / 3", "Done\n0"], str(page.texts(".heads .head")))
        self.assertEqual(page.run("return [...document.querySelectorAll('.shelf .lane h2')].map(each => each.getBoundingClientRect().width)"), [1, 1, 1])
        # A query counts in the heads, too.
        page.write("#query", "Alpha", Keys.ENTER)
        page.wait(lambda: page.texts(".heads .head")[:2] == ["Todo\n1 of 3", "Doing\n0 of 0"])
        page.choose("#grouping", "")
        page.wait(lambda: not page.all(".heads"))

    def test_a_gap_as_high_as_the_card_shows_where_it_would_be(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--title", "Alpha " * 30, "--label", "ui")
        card = lambda: page.all(".lane[data-column=todo] .card")[0]
        page.wait(lambda: card().text.startswith("Alpha Alpha"))
        height = page.run("return arguments[0].offsetHeight", card())
        before = page.run("return document.querySelector('.lane[data-column=todo] .cards').scrollHeight")
        x, y = page.middle(card())
        page.pointer("mouse", (x, y), (x + 12, y), release=False)
        # It takes the place of the card, so nothing else has moved.
        gap = lambda: page.run("const gap = document.querySelector('.gap'); return gap && [gap.offsetHeight, gap.closest('.lane').dataset.column]")
        page.wait(lambda: gap() == [height, "todo"], str(gap()))
        page.wait(lambda: abs(page.run("return document.querySelector('.lane[data-column=todo] .cards').scrollHeight") - before) <= 2)
        page.pointer("mouse", (x + 12, y), page.middle(page.one(".lane[data-column=doing] .cards")), release=False)
        page.wait(lambda: gap() == [height, "doing"], str(gap()))
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".gap, .held, .lifted, .ghost"))

    def test_the_gap_stays_while_the_pointer_is_at_its_edge(self):
        page = self.page
        self.many()
        page.settle()
        titles = page.column("todo")
        x, y = page.middle(page.card(titles[3]))
        self.hold(page.card(titles[0]), (x, y + 12))
        box = page.wait(lambda: page.run("const box = document.querySelector('.gap')?.getBoundingClientRect(); return box && [box.top, box.bottom]"))
        place = "const gap = document.querySelector('.gap'); return [...gap.parentElement.children].filter(each => !each.matches('.held')).indexOf(gap)"
        before = page.run(place)
        at = (x, y + 12)
        for edge in [box[0] - 3, box[0] - 1, box[1] + 1, box[1] + 3]:
            page.pointer("mouse", at, (x, int(edge)), release=False)
            at = (x, int(edge))
            page.settle()
            self.assertEqual(page.run(place), before, edge)
        page.press(Keys.ESCAPE)

    def test_a_drop_between_two_cards(self):
        page = self.page
        self.many()
        page.settle()
        titles = page.column("todo")
        x, y = page.middle(page.card(titles[4]))
        page.pointer("mouse", page.middle(page.card(titles[0])), (x, y + 12))
        page.wait(lambda: page.column("todo")[:6] == [*titles[1:5], titles[0], titles[5]])

    def test_escape_gives_a_drag_up(self):
        page = self.page
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(".lane[data-column=done]")), release=False)
        page.wait(lambda: page.all(".ghost"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".ghost"))
        page.pointer("mouse", (5, 5), (6, 6))
        self.assertEqual(self.state("Alpha"), "todo")

    def test_a_release_after_escape_opens_nothing(self):
        page = self.page
        x, y = page.middle(page.card("Alpha"))
        self.hold(page.card("Alpha"), (x + 20, y + 3))
        page.wait(lambda: page.all(".ghost"))
        page.press(Keys.ESCAPE)
        page.wait(lambda: not page.all(".ghost"))
        # The timers of the end have run before the button is released.
        page.settle()
        ActionChains(page.driver).release().perform()
        page.settle()
        self.assertEqual(page.all("#side:not([hidden])"), [])
        page.click(lambda: page.card("Alpha"))
        page.wait(lambda: page.all("#side textarea.title"))

    def test_a_dropped_card_is_never_shown_at_home(self):
        page = self.page
        page.run("""window.places = []; addEventListener('pointerup', () => places.push(
            document.getElementById(`card-${arguments[0]}`).closest('.lane').dataset.column))""".replace("arguments[0]", json.dumps(self.plans["Beta"])))
        page.pointer("mouse", page.middle(page.card("Beta")), page.middle(page.one(".lane[data-column=doing] .cards")))
        page.wait(lambda: page.run("return window.places.length"))
        self.assertEqual(page.run("return window.places"), ["doing"])

    def test_a_second_finger_begins_nothing(self):
        page = self.page
        page.run("""const cards = [...document.querySelectorAll('.card')];
            const touch = (kind, card, pointerId) => { const box = card.getBoundingClientRect(); card.dispatchEvent(new PointerEvent(kind, {
              bubbles: true, pointerId, pointerType: 'touch', button: 0, buttons: 1, clientX: box.left + 9, clientY: box.top + 9 })); };
            touch('pointerdown', cards[0], 11);
            setTimeout(() => touch('pointerdown', cards[1], 12), 450);
            setTimeout(() => touch('pointerup', cards[1], 12), 900);
            setTimeout(() => { touch('pointerup', cards[0], 11); window.isDone = true; }, 1100);""")
        page.wait(lambda: page.run("return window.isDone"))
        page.wait(lambda: not page.all(".ghost, .gap"))
        self.one.pmgit("add", "Behind it")
        page.wait(lambda: "Behind it" in page.column("todo"))

    def test_live_changes_wait_for_the_end_of_a_drag(self):
        page = self.page
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(".lane[data-column=doing]")), release=False)
        page.wait(lambda: page.all(".ghost"))
        self.one.pmgit("move", self.plans["Gamma"], "done")
        time.sleep(1)
        self.assertEqual(page.column("done"), [])
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.column("done") == ["Gamma"])

    def test_menu_of_a_card(self):
        page = self.page
        page.run("arguments[0].querySelector('.more').click()", page.card("Alpha"))
        page.wait(lambda: page.all("dialog[open]"))
        # Where it is already, it can't be moved to.
        self.assertEqual([each for each in page.texts("#choices .grow") if each.startswith("Move to D") or each.startswith("Move to T")],
                         ["Move to Doing", "Move to Done"])
        page.press(*"move to done", Keys.ENTER)
        page.wait(lambda: self.state("Alpha") == "done")

    def test_the_menu_opens_at_the_pointer(self):
        page = self.page
        spot = page.middle(page.card("Alpha"))
        look = lambda: page.run("const node = document.querySelector('dialog.menu'), box = node.getBoundingClientRect();"
                                "return [box.left, box.top, innerHeight - box.bottom, getComputedStyle(node, '::backdrop').backgroundColor]")
        open_it = lambda: (ActionChains(page.driver).context_click(page.card("Alpha")).perform(), page.one("dialog.menu"))
        open_it()
        left, top, below, veil = look()
        self.assertTrue(abs(left - spot[0]) < 2 and 0 <= top - spot[1] < 8 and below > 0, (left, top, below, spot))
        self.assertEqual(veil, "rgba(0, 0, 0, 0)")
        self.assertEqual([page.texts("#choices [role=option] .grow")[at] for at in (0, -1)], ["Open", "Delete"])
        self.assertGreater(len(page.all("#choices .group")), 2)
        # What is typed filters it.
        page.press("p", "r", "i", "o")
        page.wait(lambda: page.texts("#choices [role=option] .grow") == ["Priority"])
        page.press(Keys.ESCAPE)
        # A phone shows a sheet.
        page.resize(390, 780)
        open_it()
        # It slides in.
        page.wait(lambda: [look()[0], look()[2]] == [0, 0], str(look()))

    def test_a_row_is_a_field(self):
        page = self.page
        self.one.pmgit("edit", self.plans["Alpha"], "--priority", "high")
        self.one.pmgit("edit", self.plans["Beta"], "--priority", "low")
        page.open(self.server.origin + "/b/main?group=priority")
        lane = ".lane[data-row=low][data-column=doing]"
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(lane)))
        page.wait(lambda: "Alpha" in page.text(lane))
        plan = self.one.plan(self.plans["Alpha"])
        self.assertEqual((plan["priority"], plan["state"]), ("low", "doing"))
        none = ".lane[data-row=''][data-column=todo]"
        page.pointer("mouse", page.middle(page.card("Alpha")), page.middle(page.one(none)))
        page.wait(lambda: self.one.plan(self.plans["Alpha"])["priority"] is None)

    def test_the_board_scrolls_under_a_drag(self):
        page = self.page
        for number in range(5):
            self.one.pmgit("column", "add", f"step{number}", "--before", "done")
        page.wait(lambda: len(page.all(".lane")) == 8)
        page.resize(800, 600)
        start = page.middle(page.card("Alpha"))
        page.pointer("mouse", start, (785, start[1]), release=False)
        page.wait(lambda: page.run("const lanes = document.getElementById('lanes'); return lanes.scrollLeft + lanes.clientWidth > lanes.scrollWidth - 20"))
        page.wait(lambda: page.all(".lane[data-column=done] .gap"))
        page.press(Keys.ESCAPE)
