"""The inbox: what is new for the person who runs the server, and what was read."""

from server import ServerCase


class Inbox(ServerCase):
    def titles(self, question="inbox"):
        return {section["reason"]: [plan["title"] for plan in section["plans"]] for section in self.server.ask(question)["sections"]}

    def test_what_others_did_is_new_until_it_is_read(self):
        one, two = self.team.one, self.team.two
        mine = one.pmgit("add", "Mine", "--assign", "@me")
        other = one.pmgit("add", "Other")
        one.pmgit("sync")
        two.pmgit("sync")
        start = one.tip()
        self.server.do("read", commit=start)
        found = self.server.ask("inbox")
        self.assertEqual((found["from"], found["new"], found["sections"]), (start, 0, []))
        two.pmgit("comment", mine, "-m", "Looks good\n\nto me")
        two.pmgit("comment", other, "-m", "@dev.one what do you think?")
        two.pmgit("sync")
        one.pmgit("sync")
        found = self.server.ask("inbox")
        self.assertEqual((found["new"], found["more"], found["commit"]), (2, 0, one.tip()))
        self.assertEqual([(section["reason"], section["heading"]) for section in found["sections"]],
                         [("mentioned", "Mentions"), ("changed", "Changed")])
        item = found["sections"][1]["plans"][0]
        self.assertEqual((item["plan"], item["title"], item["column"]), (mine, "Mine", "Todo"))
        (entry,) = item["entries"]
        self.assertEqual((entry["by"], entry["agent"]), ("Dev Two <dev.two@example.org>", None))
        self.assertTrue(any("Looks good" in change for change in entry["changes"]), entry)
        # Fewer are asked for.
        found = self.server.ask("inbox?n=1")
        self.assertEqual(([len(section["plans"]) for section in found["sections"]], found["more"], found["new"]), ([1, 0], 1, 2))
        # Read, they are not new any more, in a terminal neither; an older commit takes nothing back.
        self.server.do("read", commit=found["commit"])
        self.assertEqual(self.titles(), {})
        self.assertEqual(one.pmgit("inbox"), "")
        self.server.do("read", commit=start)
        self.assertEqual(self.titles(), {})

    def test_of_many_changes_the_newest_are_told(self):
        one, two = self.team.one, self.team.two
        mine = one.pmgit("add", "Mine", "--assign", "@me")
        one.pmgit("sync")
        two.pmgit("sync")
        self.server.do("read", commit=one.tip())
        for number in range(8):
            two.pmgit("comment", mine, "-m", f"Comment {number}")
        two.pmgit("sync")
        one.pmgit("sync")
        item = self.server.ask("inbox")["sections"][0]["plans"][0]
        told = ["".join(entry["changes"]) for entry in item["entries"]]
        self.assertEqual((len(told), item["earlier"]), (5, 3))
        for number, words in zip(range(7, 2, -1), told):
            self.assertIn(f"Comment {number}", words)

    def test_nothing_is_marked_that_was_not_sent(self):
        one, two = self.team.one, self.team.two
        plans = [one.pmgit("add", f"Plan {number}", "--assign", "@me") for number in range(3)]
        one.pmgit("sync")
        two.pmgit("sync")
        start = one.tip()
        self.server.do("read", commit=start)
        for plan in plans:
            two.pmgit("comment", plan, "-m", "Hello")
        two.pmgit("sync")
        one.pmgit("sync")
        found = self.server.ask("inbox?n=2")
        self.assertEqual((found["new"], found["more"]), (3, 1))
        status, answer = self.server.post("/api/boards/main/read", {"commit": found["commit"], "n": 2})
        self.assertEqual((status, answer["error"]["code"]), (422, "too-many"), answer)
        self.assertIn("1 plan with changes was not shown", answer["error"]["message"])
        self.assertEqual((self.server.ask("inbox")["from"], self.server.ask("inbox")["new"]), (start, 3))
        self.server.do("read", commit=found["commit"], n=3)
        self.assertEqual(self.titles(), {})

    def test_commits_that_are_none_of_the_board(self):
        before = self.team.one.tip()
        for commit in ["", "zzz", "f" * 40, "--all", 5, None]:
            status, answer = self.server.post("/api/boards/main/read", {"commit": commit})
            self.assertIn(status, [400, 404, 422], (commit, answer))
        for commit in ["x" * 100_000, "f" * 100_000]:
            status, answer = self.server.post("/api/boards/main/read", {"commit": commit})
            self.assertIn(status, [400, 404, 422])
            self.assertLess(len(str(answer)), 1000)
        for body in [{}, {"commit": before, "n": 0}, {"commit": before, "dryRun": True}, {"commit": before, "plans": []}]:
            self.assertEqual(self.server.post("/api/boards/main/read", body)[0], 400, body)
        for value in ["x", "-1", "1.5"]:
            self.assertEqual(self.server.get(f"/api/boards/main/inbox?n={value}")[0], 400, value)


class ReadOnly(ServerCase):
    options = ("--read-only",)

    def test_nothing_is_noted(self):
        status, answer = self.server.post("/api/boards/main/read", {"commit": self.team.one.tip()})
        self.assertEqual((status, answer["error"]["code"]), (403, "read-only"))
        self.assertIsNone(self.server.ask("inbox")["from"])
