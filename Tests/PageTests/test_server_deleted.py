"""The list of deleted plans."""

from server import ServerCase


class Deleted(ServerCase):
    def test_the_last_deleted_comes_first_with_who_and_when(self):
        one, two = self.team.one, self.team.two
        (first, second, kept) = [one.pmgit("add", title) for title in ["One", "Two", "Three"]]
        one.pmgit("sync")
        two.pmgit("sync")
        two.pmgit("delete", second)
        two.pmgit("sync")
        one.pmgit("sync")
        one.pmgit("move", first, "doing")
        one.pmgit("delete", first)
        found = self.server.ask("deleted")
        self.assertEqual((found["commit"], found["more"]), (one.tip(), 0))
        self.assertEqual([(plan["id"], plan["title"], plan["state"], plan["column"], plan["by"]) for plan in found["plans"]], [
            (first, "One", "doing", "Doing", "Dev One <dev.one@example.org>"), (second, "Two", "todo", "Todo", "Dev Two <dev.two@example.org>")])
        times = [plan["at"] for plan in found["plans"]]
        self.assertEqual(times, sorted(times, reverse=True))
        self.assertTrue(all(first.startswith(plan["short"]) for plan in found["plans"][:1]))
        # Fewer are asked for.
        found = self.server.ask("deleted?n=1")
        self.assertEqual(([plan["id"] for plan in found["plans"]], found["more"]), ([first], 1))
        # The past has those of then, and what was restored is no longer there.
        then = one.tip()
        self.assertIn(kept, {card["id"] for card in self.server.ask("cards")["plans"]})
        self.server.do("restore", plans=[second])
        self.assertEqual([plan["id"] for plan in self.server.ask("deleted")["plans"]], [first])
        self.assertEqual([plan["id"] for plan in self.server.ask(f"deleted?at={then}")["plans"]], [first, second])

    def test_values_that_are_no_numbers(self):
        for value in ["x", "-1", "1.5"]:
            self.assertEqual(self.server.get(f"/api/boards/main/deleted?n={value}")[0], 400, value)
