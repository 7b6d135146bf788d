"""What is typed on the screen: what is completed, kept, refused, and not taken for keys."""

from terminal import ScreenTestCase


class PromptTests(ScreenTestCase):
    def test_a_deleted_plan_is_restored(self):
        terminal = self.open(columns=120)
        terminal.type("DD\r")
        terminal.shows("delete ")
        terminal.type("y")
        terminal.saved("deleted")
        terminal.type("/is:deleted\r")
        terminal.shows("Todo 1 deleted")
        terminal.type("e")
        terminal.shows("D restores it")
        # A key that types nothing ends the pause for a text that was meant for the prompt.
        terminal.type("\x1b[AD")
        terminal.shows("restore ")
        terminal.type("y")
        terminal.saved("restored")
        self.assertIn("First plan", self.pmgit("list", "--fields", "title"))

    def test_links_are_completed_and_removed(self):
        terminal = self.open(columns=120)
        terminal.type("bblocked-by:second")
        terminal.shows("Second plan")
        terminal.type("\t\r")
        terminal.saved("edited")
        self.assertIn(self.ids["Second plan"], self.pmgit("show", self.ids["First plan"]))
        terminal.type("b-bl\t")
        terminal.shows("-blocked-by:")
        terminal.type("\r")
        terminal.until(lambda: self.ids["Second plan"] not in self.pmgit("show", self.ids["First plan"]), "the end of the link")

    def test_a_refused_text_stays_in_its_prompt(self):
        terminal = self.open(columns=120)
        terminal.type("bblocks:zzzz\r")
        terminal.shows("no plan's id begins with 'zzzz'")
        terminal.type("\x15relates:" + self.ids["Third plan"] + "\r")
        terminal.saved("edited")
        self.assertIn(self.ids["Third plan"], self.pmgit("show", self.ids["First plan"]))

    def test_the_line_of_a_new_plan_is_read_like_a_query(self):
        terminal = self.open(columns=120)
        terminal.type("nWrite notes due:+2d label:ui assignee:@me\r")
        terminal.saved("added")
        fields = self.pmgit("list", "--fields", "title,labels,assignees", "label:ui", "has:due")
        self.assertIn("Write notes\tui\tAda", fields)

    def test_a_text_for_a_prompt_that_did_not_open_changes_nothing(self):
        terminal = self.open(columns=120)
        self.pmgit("add", "Made elsewhere")
        terminal.shows("Made elsewhere")
        tip = self.git("rev-parse", "refs/heads/pmgit/main")
        terminal.type("le zzz Dy nq\r")
        terminal.shows("what you typed after it is ignored")
        self.assertEqual(self.git("rev-parse", "refs/heads/pmgit/main"), tip)

    def test_escape_and_a_key_in_one_packet_are_two_keys(self):
        terminal = self.open(columns=120)
        terminal.type("enever saved\x1bj")
        terminal.hides("never saved")
        terminal.type("e")
        terminal.type("\x15The second\r")
        terminal.saved("edited")
        self.assertNotIn("Second plan", self.pmgit("list", "--fields", "title"))


if __name__ == "__main__":
    unittest.main()
