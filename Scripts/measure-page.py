"""Measures the page of 'pmgit web' in Chromium: what is sent to it, and what it takes to paint a board, to move a card, to
drag one, and to follow changes.

    make measure-page                      PLANS=2000 CHANGES=10000
    make measure-page ONLY=wire            what is sent, and how soon a card is seen

Times are of the page's own clock, the best and the median of several runs, beside those of an empty board in the same
browser; memory is of the server's process, and of the page after its garbage was collected."""

import json
import os
import random
import statistics
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Tests", "PageTests"))

from board import Server, Team  # noqa: E402
from browser import Browser  # noqa: E402

PLANS = int(os.environ.get("PLANS", "2000"))
CHANGES = int(os.environ.get("CHANGES", "10000"))
RUNS = 9

# Notes when the first column is in the page, and when the browser has painted behind that.
WATCH = """
new MutationObserver((_, watch) => {
  if (!document.querySelector('.lane')) return;
  watch.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.paintedAt = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""

MOVE = """
const done = arguments[1];
const card = document.querySelector(`.lane[data-column=${arguments[0]}] .card`);
card.focus();
const { id } = card.dataset;
const start = performance.now();
card.dispatchEvent(new KeyboardEvent('keydown', { key: arguments[0] === 'todo' ? 'L' : 'H', bubbles: true }));
const drawn = performance.now() - start;
const said = document.getElementById('said');
requestAnimationFrame(() => setTimeout(() => { window.moved = { drawn, painted: performance.now() - start }; }));
new MutationObserver((_, watch) => {
  if (!said.textContent.startsWith('Moved')) return;
  watch.disconnect();
  const saved = performance.now() - start;
  setTimeout(() => done({ ...window.moved, saved }), 50);
}).observe(said, { childList: true, characterData: true, subtree: true });
said.textContent = '';
"""


# The cards of the board on which one is dragged, in twelve columns.
DRAGGED = 2400

# Records how long each frame takes.
FRAMES = """
window.frames = [];
let before;
const next = now => { if (before) frames.push(now - before); before = now; window.frame = requestAnimationFrame(next); };
requestAnimationFrame(next);
"""

# What a browser does for the page: its scripts, its styles and its layout.
WORK = ["ScriptDuration", "RecalcStyleDuration", "LayoutDuration"]


def figures(values):
    return f"best {min(values):6.0f} ms, median {statistics.median(values):6.0f} ms"


def paint(page, address):
    """Milliseconds from the start of the navigation until the board is painted."""
    page.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH})
    times = []
    for _ in range(RUNS):
        page.driver.get("about:blank")
        page.driver.get(address)
        times.append(page.wait(lambda: page.run("return window.paintedAt")))
    return times


def moves(page):
    # A second window of the browser does not have the system's focus, and without it no card is told that it has the focus.
    page.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
    page.driver.set_script_timeout(60)
    return [page.driver.execute_async_script(MOVE, column) for column in ["todo", "doing"] * RUNS]


def page_memory(page):
    """MB of objects and the number of nodes and listeners that the page holds."""
    page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    found = {each["name"]: each["value"] for each in page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"]}
    return found["JSHeapUsedSize"] / 1e6, int(found["Nodes"]), int(found["JSEventListeners"])


def over(page, move):
    """Moves a pointer over the board; returns how long frames took, and the browser's work, in words."""
    work = lambda: sum(each["value"] for each in page.driver.execute_cdp_cmd("Performance.getMetrics", {})["metrics"] if each["name"] in WORK)
    page.run(FRAMES)
    before = work()
    steps = 240
    for step in range(steps):
        move(60 + step * 5, 200 + step * 37 % 500)
    spent = (work() - before) * 1000 / steps
    frames = sorted(page.run("cancelAnimationFrame(window.frame); return window.frames"))
    return (f"median {statistics.median(frames):6.1f} ms a frame, p95 {frames[len(frames) * 95 // 100]:6.1f} ms, "
            f"{spent:.1f} ms of processor time a move")


# Boards whose pages are loaded over a slow connection: the plans, and how many of them are open.
BOARDS = [(704, 250), (10000, 2000), (100000, 20000)]
# A connection: its latency in milliseconds, and its rate in bytes a second; -1 for no limit.
CONNECTIONS = [("100 ms, 10 Mbit/s", 100, 1_250_000), ("this machine", 0, -1)]
WORDS = ("fix login crash iPad sync export board title slow empty list after conflict merge label date wrong page keys "
         "column width test server retry import draft colour missing button calendar rename people search").split()

# All that was sent for the page, in bytes.
SENT = """return performance.getEntriesByType('resource').concat(performance.getEntriesByType('navigation'))
    .reduce((sum, each) => sum + each.transferSize, 0)"""


def real_titles():
    """The titles of the plans in PMGIT_REAL_BACKLOG; none without it."""
    path = os.environ.get("PMGIT_REAL_BACKLOG")
    if not path:
        return []
    with open(path, encoding="utf-8") as lines:
        return [line["title"] for line in map(json.loads, lines) if "title" in line]


def large_board(plans, opened):
    """A board with some open plans and many finished ones, with titles of real plans or of random words."""
    chance = random.Random(plans)
    titles = real_titles()
    team = Team()
    lines = []
    for number in range(plans):
        title = titles[number % len(titles)] if titles else " ".join(chance.sample(WORDS, 6))
        state = "done" if number >= opened else "doing" if number % 10 == 0 else "todo"
        lines.append(json.dumps({"title": f"{title} {number}", "state": state, "labels": chance.sample(WORDS, number % 3),
                                 "priority": chance.choice([None, None, "low", "high"])}) + "\n")
    team.one.pmgit("import", "-", text="".join(lines))
    # Most plans of a board are shared, and its index is there.
    team.one.pmgit("sync", "--quiet")
    return team


def wire():
    """Prints how soon a card is painted at the first and at later visits, what is sent, and the server's memory."""
    for plans, opened in BOARDS:
        team = large_board(plans, opened)
        server = Server(team.one)
        page = Browser()
        page.open(server.address)
        command = page.driver.execute_cdp_cmd
        command("Network.enable", {})
        command("Page.addScriptToEvaluateOnNewDocument", {"source": WATCH.replace(".lane", ".card")})
        for words, latency, rate in CONNECTIONS:
            found = {"first": [], "again": []}
            sent = {"first": 0, "again": 0}
            for _ in range(5):
                command("Network.clearBrowserCache", {})
                for visit in found:
                    page.driver.get("about:blank")
                    command("Network.emulateNetworkConditions", {
                        "offline": False, "latency": latency, "downloadThroughput": rate, "uploadThroughput": rate})
                    page.driver.get(server.origin + "/b/main")
                    found[visit].append(page.wait(lambda: page.run("return window.paintedAt")))
                    sent[visit] = page.run(SENT)
            for visit, times in found.items():
                print(f"{plans:6} plans, {opened} open, {words}, {visit}: {figures(times)}, {sent[visit] / 1000:.0f} kB sent, "
                      f"server {server.memory():.0f} MB")
        page.close()
        server.stop()
        team.close()


def drag():
    """Prints how long frames take while a card is dragged over a large board, and while a pointer moves over it."""
    team = Team()
    lines = "".join(json.dumps({"title": f"Plan {n}", "state": f"c{n % 12}", "labels": [f"l{n % 7}"]}) + "\n" for n in range(DRAGGED))
    team.one.pmgit("import", "-", "--add-columns", text=lines)
    server = Server(team.one)
    page = Browser(width=1440, height=900)
    page.open(server.address)
    page.wait(lambda: len(page.all(".card")) == DRAGGED)
    start = page.middle(page.all(".lane[data-column=c0] .card")[2])
    mouse = lambda kind, x, y, buttons=1: page.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {
        "type": kind, "x": x, "y": y, "button": "left" if buttons else "none", "buttons": buttons, "clickCount": 1})
    page.driver.execute_cdp_cmd("Performance.enable", {"timeDomain": "threadTicks"})
    moved = over(page, lambda x, y: mouse("mouseMoved", x, y, buttons=0))
    mouse("mousePressed", *start)
    mouse("mouseMoved", start[0] + 10, start[1] + 10)
    dragged = over(page, lambda x, y: mouse("mouseMoved", x, y))
    mouse("mouseReleased", 600, 400)
    print(f"a pointer over {DRAGGED} cards     {moved}")
    print(f"a drag over {DRAGGED} cards        {dragged}")
    page.close()
    server.stop()
    team.close()


def board(plans):
    team = Team()
    if plans:
        lines = "".join(json.dumps({"title": f"Plan {n} 계획", "state": ["todo", "doing", "done"][n % 3],
                                    "labels": [f"l{n % 7}"], "checklist": [{"text": "a line"}]}) + "\n" for n in range(plans))
        team.one.pmgit("import", "-", text=lines)
    return team


def main():
    wire()
    if os.environ.get("ONLY") == "wire":
        return
    drag()
    empty = board(0)
    server = Server(empty.one)
    page = Browser()
    page.open(server.address)
    nothing = paint(page, server.origin + "/b/main")
    print(f"empty board, painted          {figures(nothing)}")
    page.close()
    server.stop()
    empty.close()

    team = board(PLANS)
    server = Server(team.one)
    page = Browser()
    page.open(server.address)
    full = paint(page, server.origin + "/b/main")
    print(f"{PLANS} plans, painted        {figures(full)}, {min(full) / min(nothing):.1f} of the empty board")
    found = moves(page)
    for name, words in [("drawn", "in the page"), ("painted", "on the screen"), ("saved", "a commit, and told")]:
        values = [each[name] for each in found]
        print(f"a move, {words:20}  {figures(values)}, {min(values) / min(nothing):.2f} of the empty board's painting")

    # The token has been used by the page, which knows the secret now.
    server.enter(server.key())
    plans = [plan["id"] for plan in server.ask("cards")["plans"]]
    for count in range(CHANGES + 1):
        if count % max(1, CHANGES // 5) == 0:
            heap, nodes, listeners = page_memory(page)
            print(f"behind {count:6} changes: server {server.memory():5.0f} MB, page {heap:5.1f} MB, "
                  f"{nodes} nodes, {listeners} listeners")
        if count % 500 == 499:
            # People share what they do: what only this clone has is told on each card.
            team.one.pmgit("sync", "--quiet")
        server.do("move", plans=[plans[count * 7 % len(plans)]], column=["todo", "doing", "done"][count % 3])
    page.close()
    server.stop()
    team.close()


main()
