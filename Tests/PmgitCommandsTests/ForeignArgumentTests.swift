import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// What becomes of the arguments that are typed after a former word, or one of another program.
@Suite("Arguments of words that are no commands")
struct ForeignArgumentTests {
  static let typed: [(String, String)] = [
    // Options of every command are no arguments, wherever they stand.
    ("--board x config view bugs", "view list bugs --board x"),
    ("--board=x config view bugs", "view list bugs --board x"),
    ("config view --board x", "view --board x"),
    ("config view --remove", "view remove NAME"),
    ("--board x publish d", "export --site d --board x"),
    ("publish --board x d", "export --site d --board x"),
    ("publish d --where=#x", "export --site d '#x'"),
    ("publish --url=u d", "export --site d --url u"),
    ("publish a b", "export --site FOLDER"),
    ("--board x validate", "doctor pmgit/x --board x"),
    ("validate -q", "doctor pmgit/main -q"),
    ("--board x validate HEAD", "doctor HEAD --board x"),
    ("spend -q one 90m", "edit one --spend 90m -q"),
    ("spend one 90m --on=mon", "edit one --spend 90m --on mon"),
    ("spend one 1h 30m", "edit ID --spend 90m"),
    ("spend one --remove", "edit one --remove-spent N"),
    ("--board x milestone rename v1 v2", "milestone edit v1 --title v2 --board x"),
    ("milestone rename v1 v2 -q", "milestone edit v1 --title v2 -q"),
    ("column rename a b c", "column edit NAME --title TITLE"),
    // Words of a former group whose verb has changed, too.
    ("config milestone rename a b", "milestone edit a --title b"),
    ("config column rename a b", "column edit a --title b"),
    ("milestones rename a b", "milestone edit a --title b"),
    ("iterations rename a b", "iteration edit a --title b"),
    ("config field set size --kind text", "field edit size --kind text"),
    ("conflicts one", "resolve one"),
    // Words of other trackers.
    ("rm one", "delete one"), ("rm one two -q", "delete one two -q"), ("rm", "delete ID"),
    ("rm one --force", "delete ID"), ("close one", "done one"), ("close", "done ID"),
    ("close one --reason x", "done ID"), ("reopen one", "move one todo"),
    ("mv one doing", "move one doing"), ("mv one", "move ID COLUMN"), ("ls #bug", "list '#bug'"),
    ("ls -l", "list"), ("assign one kim", "edit one --assign kim"),
    ("assign one kim -q", "edit one --assign kim -q"), ("assign one", "edit ID --assign NAME"),
    ("assign one kim sam", "edit one --assign NAME"),
    ("assign --to kim one", "edit ID --assign NAME"),
    ("assign one --to kim", "edit one --assign NAME"),
    ("rename one New title", "edit one --title New title"),
    ("due one next week", "edit one --due next week"),
    ("depend one two", "edit one --link blocked-by:two"),
    ("link one two", "edit one --link KIND:two"),
    ("modify one --due fri", "edit one"), ("set one due fri", "edit one"),
    ("track one 90m", "edit one --spend 90m"), ("track one", "edit one --spend 90m"),
    ("attachments one", "attach one --list"), ("note one seen again", "comment one -m seen again"),
    // Settings, as git writes them.
    ("config pmgit.sync auto", "config sync auto"), ("config list", "config"),
    ("config get pmgit.sync", "config"), ("config set pmgit.sync auto", "config sync auto"),
    ("config pmgit.remote", "config remote"),
    ("config attachments.limit 5MB", "config attachments --limit 5MB"),
  ]

  @Test("They take their new places, or placeholders do", arguments: typed)
  func hint(typed: String, words: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let typed = GlobalOptions.moveBehindCommand(typed.split(separator: " ").map(String.init))
    let hinted = try #require(ForeignCommand.words(for: typed))
    #expect(hinted.joined(separator: " ") == words.replacing("'", with: ""), "\(typed)")
    let result = await pmgit.run(typed)
    #expect(result.exitCode == 64 && result.output.isEmpty, "\(result)")
  }

  @Test("A listing never becomes a command that saves")
  func listing() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = await pmgit.run(["--board", "main", "config", "view", "bugs"])
    #expect(
      result.messages.contains("did you mean 'pmgit view list bugs --board main'?"), "\(result)")
  }
}
