import PlanModel
import PmgitTestSupport
import Testing

@Suite struct UndoTests {
  private func board() async throws -> CommandRunner {
    let pmgit = try await CommandRunner()
    try await pmgit("init")
    return pmgit
  }

  @Test("Each kind of command is undone and redone to the letter")
  func kinds() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("A plan", "--label", "bug", "--check", "one", "--due", "fri")
    let other = try await pmgit.add("Another")
    for command in [
      ["add", "New one", "--label", "x", "--check", "a"], ["move", id, other, "doing"],
      ["move", id, "todo", "--after", other], ["comment", id, "-m", "a\nb"],
      ["edit", id, "--title", "B", "--body", "text", "--due", "none", "--no-label", "bug"],
      ["edit", id, "--check", "two", "--assign", "@me", "--priority", "high", "--estimate", "3"],
      ["check", id, "1"], ["delete", id, other],
      ["config", "column", "add", "review", "--before", "done"],
      ["config", "column", "set", "doing", "--limit", "1"],
      ["config", "column", "remove", "doing"],
    ] {
      let settings = { try await pmgit("config", "--json") }
      let before = (try await pmgit.content(), try await settings())
      #expect(await pmgit.run(command).exitCode == 0, "\(command)")
      let after = (try await pmgit.content(), try await settings())
      #expect(before != after, "\(command)")
      for _ in 0..<2 {
        try await pmgit("undo")
        #expect((try await pmgit.content(), try await settings()) == before, "\(command)")
        try await pmgit("redo")
        #expect((try await pmgit.content(), try await settings()) == after, "\(command)")
      }
      try await pmgit("undo")
    }
    #expect(try await pmgit.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("What comes back is as old as it was, shared or not", arguments: [true, false])
  func times(isShared: Bool) async throws {
    let pmgit = try await board()
    func times() async throws -> [String] {
      var answers: [String] = []
      for query in [
        "updated:<2026-11-15", "moved:any", "claimed:any", "closed:any", "sort:updated",
      ] {
        answers.append(try await pmgit("list", query))
      }
      return answers
    }
    try await pmgit(
      "import", "-",
      input: """
        {"id":"k70000000000","title":"Old","created":{"at":"2026-10-01T00:00:00Z"}}
        {"id":"m70000000000","title":"Mine","owner":"@me","labels":["a"],\
        "created":{"at":"2026-10-01T00:00:00Z"},"updated":"2026-10-02T00:00:00Z"}
        {"id":"n70000000000","title":"Done","state":"done","created":{"at":"2026-10-01T00:00:00Z"}}
        """)
    if isShared {
      try await pmgit.repository.git(
        "update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
    }
    let before = try await times()
    for command in [
      ["done", "--where", "is:open"], ["delete", "--where", "is:any"],
      ["edit", "--where", "is:any", "-l", "x", "--no-label", "a", "--due", "fri"],
      ["edit", "--where", "is:any", "--owner", "Kim <kim@example.org>", "--title", "T"],
      ["take", "k7"],
    ] {
      #expect(await pmgit.run(command).exitCode == 0, "\(command)")
      let after = try await times()
      #expect(after != before, "\(command)")
      if isShared {
        try await pmgit.repository.git(
          "update-ref", "refs/remotes/origin/pmgit/main", "pmgit/main")
      }
      try await pmgit("undo")
      #expect(try await times() == before, "\(command)")
      try await pmgit("redo")
      #expect(try await times() == after, "\(command)")
      try await pmgit("undo")
    }
  }

  @Test("What others changed since stays, and is named with its author")
  func others() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("edit", id, "--title", "Mine", "--label", "bug")
    try await pair.first("sync")
    try await pair.second("sync")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.second("sync")
    try await pair.first("sync")
    let short = id.prefix(4)
    let undone = await pair.first.run(["undo"])
    #expect(
      undone.messages == """
        undid 'edit \(short): title, +bug, Mine'
        kept title of \(short): Dev Two changed it since

        """)
    let list = try await pair.first("list")
    #expect(list.contains("Theirs") && !list.contains("bug"))
    // Nothing is left of the creation, so the next undo passes over it.
    #expect(
      await pair.first.run(["undo"]).messages == """
        nothing was left to undo of 'add \(short): A plan'
        kept title of \(short): Dev Two changed it since
        hint: take back what you did before that with 'pmgit undo'

        """)
    #expect(await pair.first.run(["undo"]).messages.contains("no change of yours to undo"))
    // The other person can undo only their own change.
    try await pair.first("sync")
    try await pair.second("sync")
    #expect(await pair.second.run(["undo"]).messages.hasPrefix("undid 'edit \(short): title, T"))
    // The first person has undone the title 'Mine' as well, so the original one is shown.
    #expect(try await pair.second("list").contains("A plan"))
    #expect(
      await pair.second.run(["undo"]).messages.hasPrefix(
        "pmgit: there is no change of yours to undo on board 'main'\n"))
  }

  @Test("Undone in one clone, it is undone in all, whatever they did meanwhile")
  func shared() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan", "--label", "bug")
    try await pair.first("edit", id, "--title", "Mine", "--no-label", "bug")
    try await pair.first("sync")
    try await pair.second("sync")
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "-m", "meanwhile")
    try await pair.first("sync")
    try await pair.second("sync")
    try await pair.first("sync")
    for clone in [pair.first, pair.second] {
      let shown = try await clone("show", id)
      #expect(shown.contains("title\tA plan") && shown.contains("bug"))
      #expect(shown.contains("meanwhile"))
    }
    #expect(Set(try await pair.tips()).count == 1)
  }

  @Test("A decision that is undone waits again, with the same value shown")
  func decision() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let before = try await pair.first("conflicts")
    try await pair.first("resolve", id, "title", "--take", "2")
    #expect(try await pair.first("conflicts") == "")
    try await pair.first("undo")
    let after = try await pair.first("conflicts")
    #expect(after.split(separator: "\n").count == before.split(separator: "\n").count)
    #expect(try await pair.first("list").contains("Theirs"))
    try await pair.first("sync")
    try await pair.second("sync")
    #expect(try await pair.second("list").contains("Theirs"))
  }

  @Test("An import is undone as a whole")
  func imports() async throws {
    let pmgit = try await board()
    let lines = (0..<150).map { #"{"title":"plan \#($0)"}"# }.joined(separator: "\n")
    try await pmgit("import", "-", input: lines)
    try await pmgit("undo")
    #expect(try await pmgit("list") == "")
    try await pmgit("redo")
    #expect(try await pmgit("list").split(separator: "\n").count == 150)
  }

  @Test("The history says what was undone, to people and to programs")
  func history() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("A plan")
    let made = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let json = try await pmgit("undo", "--json")
    let document = try JSONReader.value(in: Array(json.utf8), maximumSize: .max).object
    #expect(
      document?.members.map(\.key.text) == [
        "board", "changes", "commit", "format", "gone", "kept", "plans", "result",
      ])
    #expect(document?["result"] == .string("undo"))
    #expect(
      document?["changes"]
        == .array([
          .object(["commit": .string(made), "subject": .string("add \(id.prefix(4)): A plan")])
        ]))
    let undone = try await pmgit.repository.git("rev-parse", "pmgit/main")
    #expect(
      try await pmgit.repository.git("log", "-1", "--format=%B", "pmgit/main")
        == "undo add \(id.prefix(4)): A plan\n\nPlan: \(id)\nUndoes: \(made)\n")
    try await pmgit("redo")
    #expect(
      try await pmgit.repository.git(
        "log", "-1", "--format=%s,%(trailers:key=Redoes,valueonly,separator=)", "pmgit/main")
        == "redo add \(id.prefix(4)): A plan,\(undone)")
  }

  @Test("Bad requests say what is possible")
  func refusals() async throws {
    let pmgit = try await board()
    #expect(await pmgit.run(["undo"]).messages.contains("hint: see who changed what with"))
    #expect(await pmgit.run(["redo"]).exitCode == 1)
    #expect(await pmgit.run(["undo", "0"]).exitCode == 64)
    #expect(await pmgit.run(["undo", "x"]).exitCode == 64)
    try await pmgit("add", "A plan")
    let few = await pmgit.run(["undo", "2"])
    #expect(few.exitCode == 1)
    #expect(few.messages.contains("only 1 change of yours can be undone\n"))
    #expect(few.messages.contains("'pmgit undo 1'"))
  }

  @Test("A board that was squashed by hand is not undone as one change")
  func squashed() async throws {
    let pmgit = try await board()
    try await pmgit("add", "A plan")
    let tree = try await pmgit.repository.git("rev-parse", "pmgit/main^{tree}")
    let root = try await pmgit.repository.git("commit-tree", "-m", "squash", tree)
    try await pmgit.repository.git("update-ref", "refs/heads/pmgit/main", root)
    #expect(await pmgit.run(["undo"]).exitCode == 1)
    #expect(try await pmgit("list").contains("A plan"))
  }

  @Test("A plan that was put back, and what another deleted, are left as they are")
  func putBack() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("A plan")
    try await pmgit("move", id, "doing")
    try pmgit.repository.commitHostile([.removed("plans/\(id.prefix(2))/\(id).json")])
    try await pmgit("restore", id)
    let result = await pmgit.run(["undo"])
    #expect(result.exitCode == 0, "\(result)")
    #expect(result.messages.hasPrefix("nothing was left to undo of 'restore "))
    #expect(result.messages.contains("put back by hand"))
    #expect(try await pmgit("list").contains("A plan"))
    // A removed plan does not prevent the undo of other changes.
    let other = try await pmgit.add("Another")
    try await pmgit("edit", other, "--title", "Changed")
    try pmgit.repository.commitHostile([.removed("plans/\(id.prefix(2))/\(id).json")])
    try await pmgit("undo", "3")
    #expect(try await pmgit("list") == "")
  }

  /// Returns a board with an import of twelve plans, and one more plan.
  private func imported() async throws -> CommandRunner {
    let pmgit = try await board()
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
    #expect(told.messages.hasPrefix("redoing 1 change of 13 plans: 2 changes\n"), "\(told)")
    #expect(try await pmgit("list").split(separator: "\n").count == 13)
    #expect(await pmgit.run(["redo"]).messages.hasPrefix("pmgit: there is nothing to redo"))
  }

  @Test("Undone, redone and undone again, the same steps are walked")
  func again() async throws {
    let pmgit = try await board()
    for title in ["A", "B", "C"] { try await pmgit("add", title) }
    try await pmgit("undo", "2")
    try await pmgit("redo")
    let undone = await pmgit.run(["undo"])
    #expect(undone.messages.hasPrefix("undid 'add ") && undone.messages.contains(": C'\n"))
    let list = try await pmgit("list")
    #expect(list.contains("\tA\t") && list.contains("\tB\t") && !list.contains("\tC\t"))
  }

  @Test("Changes that cancel each other are undone, too")
  func cancelling() async throws {
    let pmgit = try await board()
    let id = try await pmgit.add("A plan")
    try await pmgit("edit", id, "--label", "bug")
    try await pmgit("edit", id, "--no-label", "bug")
    #expect(await pmgit.run(["undo", "2"]).exitCode == 0)
    #expect(await pmgit.run(["undo"]).messages.hasPrefix("undid 'add "))
  }
}
