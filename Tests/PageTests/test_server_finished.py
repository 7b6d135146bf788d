"""Finished plans that a page leaves out at first."""

import json

from server import ServerCase


class Finished(ServerCase):
    def test_only_the_first_of_each_column_are_sent(self):
        one, two = self.team.one, self.team.two
        one.pmgit("column", "add", "shelved", "--kind", "done")
        lines = [{"title": f"{state} {n}", "state": state} for state in ["todo", "done", "shelved"] for n in range(6)]
        one.pmgit("import", "-", text="".join(json.dumps(line) + "\n" for line in lines))
        one.pmgit("sync")
        # What is in conflict is always sent.
        two.pmgit("sync")
        one.pmgit("edit", "done 0", "--title", "done 0, ours")
        two.pmgit("edit", "done 0", "--title", "done 0, theirs")
        two.pmgit("sync")
        one.pmgit("sync")
        one.pmgit("edit", "shelved 1", "-p", "high")

        whole = self.server.ask("cards")
        self.assertEqual((len(whole["plans"]), whole["left"]), (19, 0))
        self.assertEqual(self.server.ask("cards?finished=6"), whole)
        found = self.server.ask("cards?finished=2")
        sent = {state: sorted(plan["title"] for plan in found["plans"] if plan["state"] == state) for state in ["todo", "done", "shelved"]}
        # A column of finished plans is shown from its end.
        last = {state: [plan["title"] for plan in sorted((plan for plan in whole["plans"] if plan["state"] == state),
                                                         key=lambda plan: (plan["rank"], plan["id"]))][-2:] for state in ["done", "shelved"]}
        self.assertEqual(sent["todo"], ["Fix login", *(f"todo {n}" for n in range(6))])
        self.assertEqual(sent["shelved"], sorted(last["shelved"]))
        self.assertEqual([title for title in sent["done"] if "," not in title], sorted(last["done"]))
        self.assertEqual(sum("," in title for title in sent["done"]), 1)
        self.assertEqual(found["left"], 19 - len(found["plans"]))
        self.assertEqual(found["left"], 7)
        # One plan is not shared, and it is counted, though it is not sent.
        self.assertEqual((found["unsharedCount"], whole["unsharedCount"]), (1, 1))
        # The columns count all.
        self.assertEqual(found["columns"], whole["columns"])
        self.assertEqual(found["conflicts"], whole["conflicts"])
        # Those that are sent are the same, in the same order.
        ids = {plan["id"] for plan in found["plans"]}
        self.assertEqual(found["plans"], [plan for plan in whole["plans"] if plan["id"] in ids])

    def test_an_invalid_number(self):
        for value in ["x", "-1", "0", "1.5"]:
            self.assertEqual(self.server.get(f"/api/boards/main/cards?finished={value}")[0], 400, value)
