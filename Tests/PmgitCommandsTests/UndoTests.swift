import PlanModel
import PmgitTestSupport
import Testing

/// The messages, the options and the JSON documents of 'undo' and 'redo'. Their effects are tested
/// in `PlanActionsTests`.
@Suite("'undo' and 'redo'")
struct UndoTests {
  @Test("The documents name the changes that were undone, and what was kept and why")
  func document() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Same")
    let made = try await pair.first.repository.git("rev-parse", "pmgit/main")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Same")
    try await pair.shareAll()
    for way in ["undo", "redo"] {
      let json = try await pair.first(way, "--json")
      let document = try JSONReader.value(in: Array(json.utf8), maximumSize: .max).object
      #expect(
        document?.members.map(\.key.text) == [
          "board", "changes", "commit", "format", "gone", "kept", "plans", "result",
        ])
      #expect(document?["result"] == .string(way))
      let kept = document?["kept"]?.array?.first?.object
      #expect(kept?["field"] == .string("title") && kept?["reason"] == .string("same"), "\(json)")
      guard way == "undo" else { continue }
      #expect(
        document?["changes"]
          == .array([
            .object([
              "commit": .string(made), "subject": .string("edit \(id.prefix(4)): title, Same"),
            ])
          ]), "\(json)")
    }
  }

  @Test("What is kept, and what can be done next, is said below what was undone")
  func words() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let short = id.prefix(4)
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.shareAll()
    #expect(
      await pair.first.run(["undo"]).messages.hasPrefix(
        """
        nothing was left to undo of 'add \(short): A plan'
        kept title of \(short): Dev Two changed it since
        hint: take back what you did before that with 'pmgit undo'

        """))
  }

  @Test("What an agent did since a moment is taken back, but nothing that others wrote since")
  func since() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let later = { (minutes: Int64) in
      pmgit.now = Timestamp(seconds: pmgit.now.seconds + minutes * 60)
    }
    let id = try await pmgit.add("A plan")
    try await pmgit("edit", id, "--due", "2026-12-01", "--as", "robot")
    later(70)
    try await pmgit("edit", id, "--title", "Robots", "--priority", "high", "--as", "robot")
    try await pmgit("edit", id, "--label", "mine")
    later(10)
    try await pmgit("add", "Made by it", "--as", "robot")
    try await pmgit("edit", id, "--title", "My words")
    later(49)
    let list = try await pmgit("undo", "--list", "--since", "1h", "--as", "robot", "--text")
    #expect(list.split(separator: "\n").count == 2, "\(list)")
    let undone = await pmgit.run(["undo", "--since", "1h", "--as", "robot"])
    #expect(undone.exitCode == 0 && undone.messages.contains("kept title of"), "\(undone)")
    let shown = try await pmgit("list", "--fields", "title,priority,due,labels")
    #expect(shown == "My words\t\t2026-12-01\tmine\n")
    let none = await pmgit.run(["undo", "--since", "1h", "--as", "robot"])
    #expect(none.exitCode == 1 && none.messages.contains("since '1h' to undo"), "\(none)")
    try await pmgit("redo", "--as", "robot")
    #expect(try await pmgit("list", "--fields", "title,priority").contains("My words\thigh\n"))
    #expect(try await pmgit("list", "Made").contains("Made by it"))
    // The one that is older goes with it only if it is named.
    try await pmgit("undo", "--since", "2026-11-01", "--as", "robot")
    #expect(try await pmgit("list", "--fields", "title,due,labels") == "My words\t\tmine\n")
    for words in [["2", "--since", "1h"], ["--since", "soon"], ["--since", "--yes"]] {
      #expect(await pmgit.run(["undo"] + words).exitCode == 64, "\(words)")
    }
  }

  @Test("A redo of several changes brings back what one undo or several have taken back")
  func redoSeveral() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    try await pmgit("edit", id, "--priority", "high")
    try await pmgit("edit", id, "--due", "2026-12-01")
    let both = await pmgit.run(["undo", "2"])
    #expect(both.messages.contains("hint: bring them back with 'pmgit redo'\n"), "\(both)")
    #expect(await pmgit.run(["redo", "2"]).exitCode == 0)
    #expect(try await pmgit("list", "priority:high due:2026-12-01").hasPrefix(id))
    for _ in 1...2 { try await pmgit("undo") }
    #expect(try await pmgit("list", "priority:high") == "")
    #expect(await pmgit.run(["redo", "2"]).exitCode == 0)
    #expect(try await pmgit("list", "priority:high due:2026-12-01").hasPrefix(id))
    for words in [["redo", "0"], ["redo", "2", "--json"]] {
      #expect(await pmgit.run(words).exitCode == 64, "\(words)")
    }
  }

  @Test("A redo counts changes, as an undo does, and fails if there were fewer")
  func redoCount() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    for priority in ["low", "medium", "high"] { try await pmgit("edit", id, "-p", priority) }
    try await pmgit("undo")
    try await pmgit("undo", "2")
    // The last undo took back two changes.
    #expect(await pmgit.run(["redo", "2"]).messages.contains("be redone") == false)
    #expect(try await pmgit("list", "priority:medium").hasPrefix(id))
    let rest = await pmgit.run(["redo", "5"])
    #expect(rest.exitCode == 1)
    #expect(
      rest.messages == """
        pmgit: only 1 change of yours can be redone
        hint: redo it with 'pmgit redo 1'

        """, "\(rest)")
    #expect(try await pmgit("list", "priority:medium").hasPrefix(id))
    try await pmgit("redo", "1")
    #expect(try await pmgit("list", "priority:high").hasPrefix(id))
  }

  @Test("A list has what can be undone, the newest first, with the number that undoes it")
  func list() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    let short = id.prefix(4)
    try await pmgit("edit", id, "-p", "high")
    let made = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("move", id, "doing")
    try await pmgit("undo")
    #expect(
      try await pmgit("undo", "--list", "--text") == """
        1  just now  edit \(short): priority high, A plan
        2  just now  add \(short): A plan

        """)
    #expect(
      try await pmgit("undo", "--list", "1")
        == "1\t2026-11-20T09:00:02.000Z\tedit \(short): priority high, A plan\t\(made)\n")
    let json = try await pmgit("undo", "--list", "--json")
    let document = try JSONReader.value(in: Array(json.utf8), maximumSize: .max).object
    #expect(document?.members.map(\.key.text) == ["board", "changes", "format"])
    let change = document?["changes"]?.array?.first?.object
    #expect(change?.members.map(\.key.text) == ["at", "commit", "subject"])
    #expect(change?["commit"] == .string(made))
    // Nothing was undone.
    #expect(try await pmgit("list", "priority:high").hasPrefix(id))
  }

  @Test("The log says of an undone decision that it left a conflict")
  func reopened() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    try await pair.first("resolve", id, "--take", "2")
    try await pair.first("sync")
    try await pair.first("undo")
    let log = try await pair.first("log", "--oneline", "-n", "1")
    #expect(log.contains("left a conflict on title"), "\(log)")
  }

  @Test("The log names the changes of an undo as such, and not those of a redo")
  func named() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("One")
    try await pair.first("edit", id, "--priority", "high")
    try await pair.first("sync")
    func isUndo() async throws -> Bool {
      try await pair.first("log", id, "-n", "1", "--json").contains(#""undo": true"#)
    }
    #expect(try await !isUndo())
    try await pair.first("undo")
    #expect(try await isUndo())
    try await pair.first("sync")
    try await pair.first("redo")
    #expect(try await !isUndo())
  }

  @Test("Bad requests have the exit code of what was wrong")
  func refusals() async throws {
    let pmgit = try await CommandRunner.withBoard()
    #expect(await pmgit.run(["undo"]).messages.contains("hint: see who changed what with"))
    #expect(await pmgit.run(["redo"]).exitCode == 1)
    #expect(await pmgit.run(["undo", "0"]).exitCode == 64)
    #expect(await pmgit.run(["undo", "x"]).exitCode == 64)
  }

  /// Returns a board with an import of twelve plans, and one more plan.
  private func imported() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    let lines = (1...12).map { #"{"title":"imported \#($0)"}"# }.joined(separator: "\n")
    try await pmgit("import", "-", input: lines)
    try await pmgit("add", "One more")
    return pmgit
  }

  @Test("An undo of more than ten plans says how many, and asks a person who can answer")
  func many() async throws {
    let pmgit = try await imported()
    let tooMany = await pmgit.run(["undo", "30"])
    #expect(tooMany.exitCode == 1)
    #expect(tooMany.messages.contains("only 2 changes of yours can be undone"))
    pmgit.answers = ["n"]
    let question = "undo 2 changes of 13 plans: add "
    for answers in [["n"], [""], ["no"], []] {
      pmgit.answers = answers
      let declined = await pmgit.run(["undo", "2"])
      #expect(declined.exitCode == 1)
      #expect(declined.messages.hasPrefix(question), "\(declined)")
      #expect(declined.messages.hasSuffix("import 12 plans? [y/N] pmgit: nothing was undone\n"))
      #expect(try await pmgit("list").split(separator: "\n").count == 13)
    }
    pmgit.answers = ["yes"]
    #expect(await pmgit.run(["undo", "2"]).messages.hasPrefix(question))
    #expect(try await pmgit("list") == "")
  }

  @Test("Few plans, --yes and programs are not asked; programs are told how many")
  func unasked() async throws {
    let pmgit = try await imported()
    pmgit.answers = []
    #expect(await pmgit.run(["undo"]).messages.hasPrefix("undid 'add "))
    #expect(await pmgit.run(["undo", "--yes"]).messages.hasPrefix("undid 'import 12 plans'\n"))
    try await pmgit("redo", "--yes")
    pmgit.answers = nil
    let result = await pmgit.run(["undo"])
    #expect(result.exitCode == 0)
    #expect(
      result.messages.hasPrefix(
        "undoing 1 change of 12 plans: import 12 plans\nundid 'import 12 plans'\n"), "\(result)")
    try await pmgit("redo")
    #expect(await pmgit.run(["undo", "--quiet"]).messages == "")
  }

  @Test("A redo of more than ten plans asks as an undo does")
  func manyAgain() async throws {
    let pmgit = try await imported()
    try await pmgit("undo")
    try await pmgit("undo", "--yes")
    pmgit.answers = ["n"]
    let declined = await pmgit.run(["redo"])
    #expect(declined.exitCode == 1)
    #expect(
      declined.messages
        == "redo 1 change of 12 plans: import 12 plans? [y/N] pmgit: nothing was redone\n")
    #expect(try await pmgit("list") == "")
    pmgit.answers = []
    #expect(await pmgit.run(["redo", "--yes"]).messages == "redid 'import 12 plans'\n")
    #expect(await pmgit.run(["redo"]).messages.hasPrefix("redid 'add "))
    try await pmgit("undo", "2", "--yes")
    pmgit.answers = nil
    let told = await pmgit.run(["redo"])
    #expect(told.messages.hasPrefix("redoing 2 changes of 13 plans: add "), "\(told)")
    #expect(try await pmgit("list").split(separator: "\n").count == 13)
    #expect(await pmgit.run(["redo"]).messages.hasPrefix("pmgit: there is nothing to redo"))
  }

}
