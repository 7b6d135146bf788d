"""The folder of 'pmgit export --site': what is in it and what is not. Needs no browser."""

import json
import pathlib
import re
from xml.etree import ElementTree

from publish import PNG, PublishCase


class Contents(PublishCase):
    def test_the_same_board_gives_the_same_bytes(self):
        for title in ["Alpha", "Beta"]:
            self.one.pmgit("add", title, "--label", "ui", "--due", "2020-01-01")
        self.publish()
        other = pathlib.Path(self.team.folder, "other")
        self.one.environment["TZ"] = "Asia/Seoul"
        self.publish(folder=other)
        self.assertEqual(self.files(), self.files(other))
        times = {path: path.stat().st_mtime_ns for path in self.folder.rglob("*.js")}
        self.publish()
        self.assertEqual(times, {path: path.stat().st_mtime_ns for path in self.folder.rglob("*.js")})

    def test_plans_with_their_texts_and_history(self):
        plan = self.one.pmgit("add", "Alpha", "--body", "Some *text*", "--check", "one", "--check", "two")
        self.one.pmgit("comment", plan, "-m", "A remark")
        self.one.pmgit("move", plan, "doing")
        self.publish()
        card = self.data("board")["cards"]["plans"][0]
        found = self.data(f"plans/{card['id'][0]}")[card["id"]]
        self.assertEqual([line["text"] for line in found["detail"]["plan"]["checklist"]], ["one", "two"])
        self.assertIn("A remark", json.dumps(found["detail"]["comments"]))
        self.assertIn({"is": "em", "text": ["text"]}, found["detail"]["body"][0]["text"])
        self.assertEqual(len(found["story"]), 3)

    def test_nothing_asks_for_anything_outside_of_the_folder(self):
        self.one.pmgit("add", "Alpha")
        self.publish("--no-index")
        document = (self.folder / "index.html").read_text()
        self.assertEqual(re.findall(r"(?:src|href)=\"([^\"#]*)\"", document), ["feed.xml", "icon.svg", "page.css", "page.js"])
        self.assertIn('<meta name="robots" content="noindex, nofollow">', document)
        script = (self.folder / "page.js").read_text()
        self.assertNotRegex(script, r"(?m)^(import|export)\b")
        self.assertNotIn("new BroadcastChannel('pmgit')", script)

    def test_hostile_texts_end_no_script(self):
        hostile = ["</script><script>alert(1)</script>", "<!-- <script>", "'); alert(1); ('", "\\'", "\\u003c", "`${alert(1)}`"]
        for text in hostile:
            self.one.pmgit("add", text, "--body", f"{text} a\u2028b\u2029c", "--label", "x" + text.replace(" ", ""))
        self.one.pmgit("config", "title", hostile[0])
        self.publish()
        for name, content in self.files().items():
            if name.startswith("data/"):
                self.assertNotIn(b"<", content, name)
                self.assertNotIn("\u2028".encode(), content)
                self.assertEqual(content.count(b"\n"), 1)
        self.assertEqual(sorted(card["title"] for card in self.data("board")["cards"]["plans"]), sorted(hostile))
        self.assertIn("<title>&lt;/script&gt;", (self.folder / "index.html").read_text())

    def test_commits_of_code(self):
        plan = self.one.pmgit("add", "Plan with code")
        self.one.git("commit", "-q", "--allow-empty", "-m", "Oleander")
        self.one.pmgit("edit", plan, "--link", f"commit:{self.one.git('rev-parse', 'HEAD').strip()}")
        self.publish()
        self.assertNotIn(b"Oleander", b"".join(self.files().values()))

    def test_files_of_plans(self):
        plan = self.one.pmgit("add", "Alpha")
        for name, content in [("a.png", PNG), ("b.html", b"<script>alert(1)</script>")]:
            path = pathlib.Path(self.one.folder, name)
            path.write_bytes(content)
            self.one.pmgit("attach", plan, str(path))
        self.publish()
        names = {path.suffix: path.read_bytes() for path in (self.folder / "files").iterdir()}
        self.assertEqual(names, {".png": PNG, ".bin": b"<script>alert(1)</script>"})
        self.assertEqual(len(self.data("board")["files"]), 2)

    def test_json_and_dry_run(self):
        self.one.pmgit("add", "Alpha")
        document = json.loads(self.publish("--json", "--dry-run"))
        self.assertFalse(self.folder.exists())
        self.assertEqual(document["plans"], 1)
        done = json.loads(self.publish("--json"))
        self.assertEqual(done, document)
        files = self.files()
        del files[".pmgit-publish"]
        self.assertEqual((done["files"], done["bytes"]), (len(files), sum(map(len, files.values()))))


class Feeds(PublishCase):
    def test_changes_days_and_plans(self):
        hostile = "a,b;c\\d <e> & " + "말" * 40
        plan = self.one.pmgit("add", hostile, "--due", "2026-12-01")
        self.one.pmgit("add", "Done", "--due", "2026-12-02", "--state", "done")
        self.publish("--url", "https://x.example/b", "--with-export")
        root = ElementTree.parse(self.folder / "feed.xml").getroot()
        atom = "{http://www.w3.org/2005/Atom}"
        identity = self.one.plan(plan)["id"]
        titles = {entry.find(f"{atom}title").text: entry.find(f"{atom}link").get("href") for entry in root.iter(f"{atom}entry")}
        self.assertEqual(titles[hostile], f"https://x.example/b/#{identity}")
        calendar = (self.folder / "board.ics").read_bytes()
        self.assertTrue(all(len(line) <= 75 for line in calendar.split(b"\r\n")))
        joined = calendar.replace(b"\r\n ", b"").decode()
        self.assertIn("SUMMARY:" + hostile.replace("\\", "\\\\").replace(",", "\\,").replace(";", "\\;") + "\r\n", joined)
        self.assertIn(f"UID:{identity}@pmgit\r\n", joined)
        self.assertIn("DTSTART;VALUE=DATE:20261201\r\n", joined)
        self.assertEqual(joined.count("BEGIN:VEVENT"), 1)
        self.assertEqual((self.folder / "board.jsonl").read_text(encoding="utf-8").strip(), self.one.pmgit("export"))
        self.assertIn("https://", self.refused("--url", "ftp://x"))


class Excluded(PublishCase):
    """Nothing that the query excludes is in any byte."""

    SECRETS = ["Zanzibar", "Quixotic", "Xylophone", "Wolverine", "Vermilion", "Umbrella", "Tangerine", "Salamander", "Rhubarb",
               "Pomegranate", "Oleander", "Nightshade"]

    def setUp(self):
        super().setUp()
        pmgit = self.one.pmgit
        (zanzibar, quixotic, xylophone, wolverine, vermilion, umbrella, tangerine, salamander, rhubarb, pomegranate, oleander,
         nightshade) = self.SECRETS
        pmgit("field", "add", "area", "--kind", "choice", "--option", "north", "--option", vermilion)
        pmgit("field", "add", umbrella.lower(), "--kind", "text")
        pmgit("milestone", "add", "v1")
        pmgit("milestone", "add", tangerine)
        pmgit("view", "add", salamander.lower(), "#" + quixotic)
        pmgit("view", "add", "shown", "#public")
        self.shown = pmgit("add", "Shown plan", "--label", "public", "--field", "area=north", "--milestone", "v1")
        self.secret = pmgit("add", f"{zanzibar} plan", "--label", quixotic, "--body", xylophone, "--assign", f"{wolverine} <{wolverine}@x.org>",
                            "--field", f"area={vermilion}", "--field", f"{umbrella.lower()}=yes", "--milestone", tangerine)
        pmgit("comment", self.secret, "-m", rhubarb)
        pmgit("edit", self.shown, "--link", f"blocked-by:{self.secret}")
        pmgit("edit", self.shown, "--link", f"parent:{self.secret}")
        pmgit("edit", self.secret, "--link", f"relates:{self.shown}")
        pmgit("edit", self.shown, self.secret, "--priority", "high")
        path = pathlib.Path(self.one.folder, pomegranate + ".txt")
        path.write_text(oleander)
        pmgit("attach", self.secret, str(path))
        self.deleted = pmgit("add", f"{nightshade} plan", "--label", "public")
        pmgit("edit", self.shown, "--link", f"blocked-by:{self.deleted}")
        pmgit("delete", self.deleted)
        self.secret_id = self.one.plan(self.secret)["id"]
        self.blob = self.one.git("ls-tree", "-r", "--name-only", "pmgit/main", "files").strip().split("/")[-1]

    def test_a_query(self):
        self.publish("#public", "--with-export")
        self.assert_without(self.SECRETS + [self.secret_id, self.secret_id[:6], self.blob])
        cards = self.data("board")["cards"]
        self.assertEqual([card["title"] for card in cards["plans"]], ["Shown plan"])
        self.assertEqual([column["count"] for column in cards["columns"]], [1, 0, 0])
        self.assertFalse({"blockers", "parents", "children"} & set(cards["plans"][0]))
        self.assertEqual([view["name"] for view in self.data("board")["views"] if view["origin"] == "board"], ["shown"])

    def test_deleted_plans_of_the_whole_board(self):
        self.publish()
        self.assert_without(["Nightshade", self.one.run("git", "log", "--format=%s", "pmgit/main").split("delete ")[1][:4]])
        self.assertIn(b"Zanzibar", b"".join(self.files().values()))

    def assert_without(self, words):
        for name, content in self.files().items():
            for word in words:
                self.assertNotIn(word.lower(), name.lower())
                self.assertNotIn(word.lower().encode(), content.lower(), name)

    def test_what_the_temporary_repository_leaves(self):
        temporary = pathlib.Path(self.team.folder, "tmp")
        temporary.mkdir()
        self.one.environment["TMPDIR"] = str(temporary)
        self.publish("#public")
        self.refused("due:nonsense")
        self.assertEqual(list(temporary.iterdir()), [])
