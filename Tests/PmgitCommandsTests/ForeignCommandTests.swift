import PlanActions
import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// Former commands, and words of other programs.
@Suite("Words that are no commands")
struct ForeignCommandTests {
  /// What was typed, and the command of the hint. `ID` stands for a plan.
  static let folded: [(String, String)] = [
    ("start ID", "move ID doing"), ("start", "move ID doing"),
    ("start --where #bug", "move --where \"#bug\" doing"), ("release ID", "take --release ID"),
    ("forecast --by eom", "stats forecast --by eom"),
    ("chart burnup", "stats chart burnup"), ("pull", "sync --pull"), ("push", "sync --push"),
    ("demo DIR", "init --demo DIR"), ("boards", "config board"), ("tree ID", "list --tree ID"),
    ("conflicts", "resolve --list"), ("blame ID", "show --blame ID"),
    ("changelog 1w..", "digest --changelog 1w.."), ("drafts", "edit --drafts"),
    ("drafts --clear", "edit --drafts --clear"), ("spend ID 90m", "edit ID --spend 90m"),
    ("spend ID 90m --on mon", "edit ID --spend 90m --on mon"), ("spend ID --list", "show ID"),
    ("spend ID --remove 1", "edit ID --remove-spent 1"), ("prime", "agents prime"),
    ("mcp", "agents mcp"), ("hook post-commit", "hooks run post-commit"),
    ("follow HEAD", "hooks follow HEAD"),
    ("merge-driver a b c", "hooks merge-driver a b c"), ("validate", "doctor pmgit/main"),
    ("validate pmgit/main", "doctor pmgit/main"), ("milestones", "milestone"),
    ("milestones v2", "milestone v2"), ("milestones add v2", "milestone add v2"),
    ("config milestone add v2", "milestone add v2"), ("iterations --all", "iteration --all"),
    ("config iteration add --every 2w --start mon", "iteration add --every 2w --start mon"),
    ("labels", "label"),
    ("labels rename a b", "label rename a b"), ("config column add qa", "column add qa"),
    ("config column set doing --limit 3", "column edit doing --limit 3"),
    ("config column", "column"), ("config field", "field"), ("config rule", "rule"),
    ("config view", "view"), ("config view bugs", "view list bugs"),
    ("config view bugs #bug", "view add bugs \"#bug\""),
    ("config view bugs --remove", "view remove bugs"),
    ("config view bugs #bug --local", "view add bugs \"#bug\" --local"),
    ("publish DIR --where #bug", "export --site DIR \"#bug\""),
    (
      "publish --where #bug --url https://x.example DIR",
      "export --site DIR \"#bug\" --url https://x.example"
    ),
    ("milestone rename v1 First", "milestone edit v1 --title First"),
    ("column rename doing Now", "column edit doing --title Now"),
  ]

  @Test("A former command is answered with the new words", arguments: folded)
  func hint(typed: String, words: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let result = await pmgit.run(typed.split(separator: " ").map(String.init))
    #expect(result.exitCode == 64 && result.output.isEmpty, "\(result)")
    #expect(result.messages.contains("hint: did you mean 'pmgit \(words)'?\n"), "\(result)")
  }

  @Test("The new words work as typed")
  func works() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("Fix login", "-l", "bug", "-l", "a")
    try await pmgit("milestone", "add", "v1")
    try await pmgit("edit", id, "--spend", "5m")
    // These need a folder, a remote, git, an agent, or what an earlier line has changed.
    let others = [
      "start", "demo", "pull", "push", "mcp", "hook", "follow", "merge-driver", "publish",
    ]
    for (typed, _) in Self.folded {
      let words = typed.replacing("ID", with: id).split(separator: " ").map(String.init)
      guard !others.contains(words[0]) || words.count == 2 && words[0] == "start" else { continue }
      let hinted = try #require(ForeignCommand.words(for: words), "\(words)")
      let result = await pmgit.run(hinted)
      #expect(result.exitCode == 0 || Self.mayFail.contains(typed), "\(hinted): \(result)")
      #expect(result.exitCode != 64 || Self.mayFail.contains(typed), "\(hinted): \(result)")
    }
  }

  /// They name what the board does not have at that moment.
  private static let mayFail: Set = [
    "milestones v2", "config milestone add v2", "config view bugs", "config view bugs --remove",
    "spend ID --remove 1", "release ID", "forecast --by eom",
  ]

  @Test("The names of all commands that a hint has exist")
  func exist() throws {
    let typed = Self.folded.map(\.0) + ForeignCommand.allNames
    for words in typed {
      let words = try #require(
        ForeignCommand.words(for: words.split(separator: " ").map(String.init)), "\(words)")
      guard words != ["--version"], words.first != "help" else { continue }
      var subcommands = Pmgit.subcommands
      for word in words where !subcommands.isEmpty {
        guard let named = subcommands.first(where: { $0.commandName == word }) else {
          #expect(subcommands.count < Pmgit.subcommands.count, "\(words)")
          break
        }
        subcommands = named.subcommands
      }
    }
  }

  @Test("A new name that is also a subcommand is reported with the command that shows it")
  func newName() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let added = await pmgit.run(["milestone", "add", "list"])
    #expect(added.messages.contains("'pmgit milestone list list' shows this one"), "\(added)")
    #expect(await pmgit.run(["milestone", "list", "list"]).exitCode == 0)
    #expect(await !pmgit.run(["milestone", "add", "v2"]).messages.contains("subcommand"))
    let view = await pmgit.run(["view", "add", "edit", "#bug"])
    #expect(view.messages.contains("'pmgit view list edit' shows this one"), "\(view)")
  }

  @Test("'doing' moves to the first column of that kind where no column is called so")
  func kinds() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "add", "wip", "--kind", "doing", "--before", "doing")
    let id = try await pmgit.add("Fix login")
    #expect(
      await pmgit.run(["move", id, "doing"]).messages.hasPrefix("moved \(id.prefix(4)) to Doing"))
    try await pmgit("column", "remove", "doing")
    #expect(
      await pmgit.run(["move", id, "doing"]).messages.hasPrefix("moved \(id.prefix(4)) to wip"))
  }
}
