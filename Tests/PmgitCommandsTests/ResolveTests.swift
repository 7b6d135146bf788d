import PmgitTestSupport
import Testing

/// Conflicts, as a person sees and resolves them.
@Suite struct ResolveTests {
  /// Returns two clones in which the text of one plan was changed independently.
  private func textConflict(
    _ before: String, ours: String, theirs: String
  ) async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan", "--body", before)
    try await pair.syncBoth()
    try await pair.first("edit", id, "--body", ours)
    pair.second.now = pair.first.now
    try await pair.second("edit", id, "--body", theirs)
    try await pair.second("sync")
    // A sync that pushes would merge the texts by itself.
    try await pair.first("sync", "--pull")
    return (pair, id)
  }

  /// Sets the editor of a clone to a script that gets the name of the file as `$1`.
  private func setEditor(of pmgit: CommandRunner, _ script: String) throws {
    pmgit.environment["GIT_EDITOR"] = try pmgit.repository.write(
      "#!/bin/sh\n\(script)\n", to: "editor.sh", executable: true)
  }

  private func body(_ pmgit: CommandRunner, _ id: String) async throws -> String {
    let shown = try await pmgit("show", id)
    let line = shown.split(separator: "\n").first { $0.hasPrefix("body\t") }
    return String(line?.dropFirst(5) ?? "")
  }

  @Test("'resolve --list' and 'show' say who wrote each value, and when")
  func authors() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    pair.first.useTerminal()
    let result = await pair.first.run(["resolve", "--list"])
    let listed = result.output
    #expect(result.messages.contains("'pmgit resolve \(id.prefix(4)) title --take 1'"))
    #expect(listed.contains("* 1  just now  Dev Two  Theirs\n"), "\(listed)")
    #expect(listed.contains("  2  just now  Dev One  Ours\n"), "\(listed)")
    #expect(try await pair.first("show", id).contains("Dev One  Ours\n"))
  }

  @Test("Texts changed in different lines are merged by '--merge' at once")
  func merge() async throws {
    let (pair, id) = try await textConflict(
      "one\ntwo\nthree", ours: "ONE\ntwo\nthree", theirs: "one\ntwo\nTHREE")
    pair.first.environment["GIT_EDITOR"] = "false"
    try await pair.first("resolve", id, "--merge")
    #expect(try await body(pair.first, id) == "ONE\\ntwo\\nTHREE")
    #expect(try await pair.first("resolve", "--list") == "")
  }

  @Test("'--edit' offers the texts merged line by line; left as it is, nothing is decided")
  func edit() async throws {
    let (pair, id) = try await textConflict(
      "one\ntwo\nthree", ours: "ONE\ntwo\nthree", theirs: "one\ntwo\nTHREE")
    try setEditor(of: pair.first, #"cp "$1" "$1.seen""#)
    let result = await pair.first.run(["resolve", id, "body", "--edit"])
    #expect(result.messages.hasPrefix("nothing was decided"))
    #expect(result.messages.contains("--merge decides for it"))
    try setEditor(of: pair.first, #"sed -i '2s/two/and two/' "$1""#)
    try await pair.first("resolve", id, "body", "--edit")
    #expect(try await body(pair.first, id) == "ONE\\nand two\\nTHREE")
  }

  @Test(
    "Where changes overlap, '--merge' asks in the editor, and markers that are left are refused")
  func overlap() async throws {
    let (pair, id) = try await textConflict("one\ntwo", ours: "one\nours", theirs: "one\ntheirs")
    try setEditor(of: pair.first, #"sed -i '/^=======$/d' "$1"; cp "$1" "${0%/*}/seen""#)
    let result = await pair.first.run(["resolve", id, "--merge"])
    #expect(result.exitCode == 1)
    #expect(result.messages.contains("the text still has markers of changes that overlap"))
    #expect(result.messages.contains("your text is kept in '"))
    #expect(result.messages.contains("'pmgit edit --drafts' lists it"))
    let seen = try pair.first.repository.read("seen")
    let isExpected = seen.hasPrefix(
      "one\n<<<<<<< 1, Dev Two, just now\ntheirs\nours\n>>>>>>> 2, Dev One, just now\n")
    #expect(isExpected, "\(seen)")
    #expect(try await pair.first("resolve", "--list").contains(id))
    try setEditor(of: pair.first, #"sed -i '/^[<=>]/d' "$1""#)
    try await pair.first("resolve", id, "--merge")
    #expect(try await body(pair.first, id) == "one\\ntheirs\\nours")
  }

  @Test("What is no text of lines can't be merged by lines, and that is said")
  func noText() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    let result = await pair.first.run(["resolve", id, "--merge"])
    #expect(result.exitCode == 64)
    #expect(result.messages.contains("the values of 'title' can't be merged line by line"))
  }

  @Test("'--take' takes a value by its number, and '--value' another one")
  func options() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    for (options, title) in [(["--take", "2"], "Ours"), (["title", "--value", "New"], "New")] {
      let result = await pair.first.run(["resolve", id] + options)
      #expect(result.messages.hasPrefix("resolved title of \(id.prefix(4))"), "\(result)")
      #expect(try await pair.first.field("title", of: id) == title)
      try await pair.first("undo")
    }
    #expect(await pair.first.run(["resolve", id, "--take", "3"]).exitCode == 64)
  }

  /// Returns two clones with a plan that was deleted in one and changed in the other.
  private func deletionConflict() async throws -> (pair: SharedBoard, id: String) {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.syncBoth()
    try await pair.second("edit", id, "--owner", "@me")
    pair.first.now = pair.second.now
    try await pair.first("delete", id)
    try await pair.first("sync")
    let synced = await pair.second.run(["sync"])
    #expect(synced.messages.contains("1 conflict to decide"))
    try await pair.first("sync")
    return (pair, id)
  }

  @Test("A deletion against an edit is listed as one that was kept")
  func deletion() async throws {
    let (pair, id) = try await deletionConflict()
    #expect(try await pair.first("status").contains("conflicts\t1\n"))
    #expect(try await pair.first("list", "has:conflict").contains(id))
    pair.first.useTerminal()
    let listed = try await pair.first("resolve", "--list")
    #expect(listed.contains("≠ deleted\n"), "\(listed)")
    #expect(listed.contains("Dev Two  kept\n"), "\(listed)")
    #expect(listed.contains("Dev One  deleted by Dev One\n"), "\(listed)")
  }

  @Test("The person who deletes a plan and changes it elsewhere has kept it, and nobody before")
  func keptByOneself() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.shareAll()
    // Another person's change, which the deletion has.
    try await pair.second("edit", id, "--owner", "@me")
    try await pair.shareAll()
    pair.second.become("one")
    pair.first.become("one")
    pair.first.now = pair.second.now
    try await pair.first("delete", id)
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "-m", "Wait")
    try await pair.first("sync")
    _ = await pair.second.run(["sync"])
    try await pair.first("sync")
    pair.first.useTerminal()
    let listed = try await pair.first("resolve", "--list")
    #expect(listed.contains("one  kept\n") && !listed.contains("Dev Two  kept"), "\(listed)")
  }

  @Test("Both sides of a deletion have an author in the document for programs")
  func authorsOfDeletion() async throws {
    let pair = try await deletionConflict().pair
    for command in [["resolve", "--list"], ["sync"]] {
      let json = await pair.first.run(command + ["--json", "-q"]).output
      #expect(json.contains("\"by\": \"Dev One <one@example.org>\""), "\(json)")
      #expect(json.contains("\"by\": \"Dev Two <two@example.org>\""), "\(json)")
      #expect(!json.contains("\"by\": null"), "\(json)")
    }
  }
}
