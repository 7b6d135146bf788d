import PlanModel
import PmgitTestSupport
import Testing

/// Undo when other people change the same field.
@Suite("Undo beside others")
struct UndoSharingTests {
  @Test("An undo that goes back to nothing stands beside what was written apart")
  func absence() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--due", "2026-12-01")
    try await pair.shareAll()
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--due", "2026-12-24")
    try await pair.shareAll()
    let conflicts = try await pair.first("conflicts")
    #expect(conflicts.contains("due") && conflicts.contains("2026-12-24"), "\(conflicts)")
  }

  @Test("A deletion that is undone here and decided for there waits again, and shows the plan")
  func deletion() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("delete", id)
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.shareAll()
    try await pair.first("undo")
    pair.second.now = pair.first.now
    try await pair.second("resolve", id, "deleted", "--take", "2")
    try await pair.shareAll()
    for clone in [pair.first, pair.second] {
      #expect(try await clone("list").contains("Theirs"))
      #expect(try await clone("conflicts").contains("deleted"))
    }
  }

  @Test("What another restored is told so, and the next undo goes on")
  func restored() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let other = try await pair.first.add("Another")
    try await pair.first("delete", id)
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.shareAll()
    try await pair.second("resolve", id, "deleted", "--take", "1")
    try await pair.shareAll()
    let short = id.prefix(4)
    #expect(
      await pair.first.run(["undo"]).messages == """
        nothing was left to undo of 'delete \(short): A plan'
        kept \(short) as it is: Dev Two restored it since
        hint: take back what you did before that with 'pmgit undo'

        """)
    #expect(
      await pair.first.run(["undo"]).messages.hasPrefix("undid 'add \(other.prefix(4)): Another'"))
  }

  @Test("What another has moved since is kept, with nothing said to be undone")
  func moved() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("move", id, "doing")
    try await pair.shareAll()
    pair.second.now = pair.first.now
    try await pair.second("move", id, "done")
    try await pair.second("move", id, "doing")
    try await pair.shareAll()
    let before = try await pair.first.content()
    let result = await pair.first.run(["undo"])
    #expect(result.messages.hasPrefix("nothing was left to undo of 'move "), "\(result)")
    #expect(result.messages.contains("kept state of \(id.prefix(4)): Dev Two changed it since"))
    #expect(try await pair.first.content() == before)
  }

  @Test("Resolved there to what was done here, an undo here is told to have nothing left")
  func resolved() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let other = try await pair.first.add("Another")
    try await pair.first("move", id, "doing")
    pair.second.now = pair.first.now
    try await pair.second("move", id, "done")
    try await pair.shareAll()
    try await pair.second("resolve", id, "state", "--value", "doing")
    try await pair.shareAll()
    let before = try await pair.first.content()
    let short = id.prefix(4)
    #expect(
      await pair.first.run(["undo"]).messages == """
        nothing was left to undo of 'move \(short): Todo → Doing, A plan'
        kept state of \(short): Dev Two changed it since
        hint: take back what you did before that with 'pmgit undo'

        """)
    #expect(try await pair.first.content() == before)
    #expect(
      await pair.first.run(["undo"]).messages.hasPrefix("undid 'add \(other.prefix(4)): Another'"))
  }

  @Test("A sync, the commands and the merge's commit count the same conflicts")
  func count() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    let other = try await pair.first.add("Another")
    try await pair.shareAll()
    try await pair.first("delete", id)
    try await pair.first("move", other, "doing")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.second("move", other, "done")
    try await pair.first("sync")
    let synced = await pair.second.run(["sync"])
    #expect(synced.messages.contains("2 conflicts to decide"), "\(synced)")
    #expect(try await pair.second("status").contains("conflicts\t2\n"))
    #expect(try await pair.second("conflicts").split(separator: "\n").count == 4)
    let message = try await pair.second.repository.git("log", "-1", "--format=%B", "pmgit/main")
    #expect(message.contains(", 2 conflicts\n"), "\(message)")
  }

  @Test("Where both wrote the same, undo says that nothing shows of it")
  func same() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("edit", id, "--title", "Same")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--title", "Same")
    try await pair.shareAll()
    let result = await pair.first.run(["undo"])
    #expect(result.messages.hasPrefix("nothing was left to undo of 'edit "), "\(result)")
    #expect(result.messages.contains("kept title of \(id.prefix(4)): Dev Two wrote the same"))
    let json = try await pair.first("redo", "--json")
    #expect(json.contains("\"result\": \"redo\""))
    #expect(json.contains("\"field\": \"title\""))
    // The branch moves back over the undo, which nobody else has.
    try await pair.first("undo")
    let redone = await pair.first.run(["redo"])
    #expect(redone.messages.hasPrefix("nothing was left to redo of 'edit "), "\(redone)")
    #expect(redone.messages.contains("\nkept title of \(id.prefix(4)): Dev Two "), "\(redone)")
    #expect(try await pair.first.field("title", of: id) == "Same")
  }

  @Test(
    "What a person undid in two clones comes back by one redo, and is told once",
    arguments: [false, true])
  func twice(isCreation: Bool) async throws {
    let pair = try await SharedBoard()
    for clone in [pair.first, pair.second] { clone.become("ada") }
    let id = try await pair.first.add("A plan")
    if !isCreation { try await pair.first("edit", id, "--title", "Changed") }
    try await pair.shareAll()
    let before = try await pair.first.content()
    let subject = try await pair.first.repository.git("log", "-1", "--format=%s", "pmgit/main")
    try await pair.undoInBoth()
    #expect(try await pair.first.content() != before)
    let result = await pair.first.run(["redo"])
    #expect(result.messages == "redid '\(subject)'\n", "\(result)")
    let redone = try await pair.first.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(redone == "redo \(subject)")
    #expect(try await pair.first.content() == before)
    #expect(await pair.first.run(["redo"]).exitCode == 1)
  }

  @Test("A field that was changed after undos in two clones is told once by a redo")
  func changedAfterTwo() async throws {
    let pair = try await SharedBoard()
    for clone in [pair.first, pair.second] { clone.become("ada") }
    let id = try await pair.first.add("A plan")
    try await pair.first("edit", id, "--title", "Changed", "--due", "2026-12-01")
    try await pair.shareAll()
    try await pair.undoInBoth()
    pair.second.become("ben")
    try await pair.second("edit", id, "--title", "Theirs")
    try await pair.shareAll()
    let result = await pair.first.run(["redo"])
    let lines = result.messages.split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix("redid 'edit "), "\(result)")
    #expect(lines.last == "kept title of \(id.prefix(4)): ben changed it since", "\(result)")
    #expect(try await pair.first.field("due", of: id) == "2026-12-01")
  }

  @Test("After a redo, changes are undone one at a time again", arguments: [true, false])
  func oneAtATime(isShared: Bool) async throws {
    let pair = try await SharedBoard()
    for title in ["A", "B", "C"] { try await pair.first("add", title) }
    if isShared { try await pair.first("sync") }
    try await pair.first("undo", "2")
    if isShared { try await pair.first("sync") }
    try await pair.first("redo")
    try await pair.first("undo")
    let titles = try await pair.first.content().compactMap { $0.object?["title"]?.string }
    #expect(titles == ["A", "B"])
  }

  @Test("A claim that is redone asks the remote, as 'take' does")
  func claim() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("take", id)
    try await pair.first("undo")
    try await pair.shareAll()
    pair.second.now = pair.first.now
    try await pair.second("take", id)
    let result = await pair.first.run(["redo"])
    #expect(result.messages.hasPrefix("nothing was left to redo of 'take "), "\(result)")
    #expect(result.messages.contains("kept owner of \(id.prefix(4)): Dev Two changed it since"))
    #expect(try await pair.first.field("owner", of: id)?.contains("Dev Two") == true)
    #expect(try await pair.first("conflicts") == "")
  }

  @Test("A conflict that an undo reopens is between the same people as before, and the log says so")
  func reopened() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let before = try await pair.first("conflicts")
    try await pair.first("resolve", id, "--take", "2")
    try await pair.first("sync")
    try await pair.first("undo")
    let values = { (text: String) in
      text.split(separator: "\n").map {
        $0.split(separator: "\t").dropFirst(2).joined(separator: "\t")
      }
    }
    let after = try await pair.first("conflicts")
    #expect(before.contains("Dev One") && before.contains("Dev Two"))
    #expect(values(after) == values(before), "\(before)\n\(after)")
    let log = try await pair.first("log", "--oneline", "-n", "1")
    #expect(log.contains("left a conflict on title"), "\(log)")
    try await pair.first("redo")
    #expect(try await pair.first("conflicts") == "")
  }

  @Test("What is kept is named by its words: a comment that one removed and edited apart")
  func namedByWords() async throws {
    let pair = try await SharedBoard()
    for clone in [pair.first, pair.second] { clone.become("ada") }
    let id = try await pair.first.add("A plan", "-l", "bug")
    try await pair.first("comment", id, "-m", "Hello there")
    try await pair.shareAll()
    try await pair.first("comment", id, "--delete", "1")
    try await pair.first("edit", id, "--no-label", "bug")
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--no-label", "bug")
    try await pair.second("comment", id, "--edit", "1", "-m", "Hello you")
    try await pair.shareAll()
    var messages = ""
    for _ in 0..<4 { messages += await pair.first.run(["undo"]).messages }
    #expect(messages.contains("\nkept comment 'Hello "), "\(messages)")
    #expect(messages.contains("\nkept label 'bug' of "), "\(messages)")
    #expect(!messages.contains("/") && !messages.contains("gone"), "\(messages)")
  }

  // MARK: - Rules, and what is hidden

  @Test("A rule is not in the way of taking back a step that nobody else knows")
  func ownStep() async throws {
    for isAlone in [true, false] {
      let pair = try await SharedBoard()
      if isAlone { try await pair.first.repository.git("remote", "remove", "origin") }
      let id = try await pair.first.add("A plan")
      try await pair.first("move", id, "doing")
      try await pair.first("config", "column", "set", "doing", "--from", "todo")
      if !isAlone { try await pair.first("sync") }
      try await pair.first("move", id, "done")
      #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'move "))
      #expect(try await pair.first.field("state", of: id) == "doing")
    }
  }

  @Test("Nor where others' changes came in between, so that a commit takes it back")
  func ownStepBelowMerge() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("move", id, "doing")
    try await pair.first("config", "column", "set", "doing", "--from", "todo")
    try await pair.shareAll()
    try await pair.first("move", id, "done")
    try await pair.second("add", "Another")
    try await pair.second("sync")
    try await pair.first("pull")
    let tip = try await pair.first.repository.git("rev-parse", "pmgit/main")
    #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'move "))
    #expect(try await pair.first.repository.git("rev-parse", "pmgit/main^") == tip)
    #expect(try await pair.first.field("state", of: id) == "doing")
  }

  @Test("A shared step that a rule does not let go back is told, and the next undo goes on")
  func sharedStep() async throws {
    let (pair, id) = try await SharedBoard.withPlan()
    try await pair.first("move", id, "doing")
    try await pair.first("config", "column", "set", "doing", "--from", "todo")
    try await pair.first("edit", id, "--title", "Changed")
    try await pair.first("move", id, "done")
    try await pair.shareAll()
    let result = await pair.first.run(["undo"])
    #expect(
      result.messages.contains(
        "kept state of \(id.prefix(4)): 'doing' takes plans only from 'todo'"), "\(result)")
    #expect(result.messages.hasPrefix("nothing was left to undo of 'move "))
    #expect(await pair.first.run(["undo"]).messages.hasPrefix("undid 'edit "))
    #expect(try await pair.first.field("state", of: id) == "done")
  }

  @Test("A decision about a plan that a deletion hides is refused")
  func hidden() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    try await pair.first("delete", id)
    let result = await pair.first.run(["resolve", id, "title", "--take", "1"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("is deleted"), "\(result)")
    #expect(try await pair.first("list") == "")
  }
}

extension SharedBoard {
  /// Undoes the last change in each clone, before either has seen the other's undo.
  fileprivate func undoInBoth() async throws {
    for clone in [first, second] {
      clone.now = first.now
      try await clone("undo")
    }
    try await shareAll()
  }
}
