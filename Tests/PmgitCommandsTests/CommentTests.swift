import PlanModel
import PmgitTestSupport
import Testing

/// Comments: added, edited and removed.
@Suite struct CommentTests {
  private func commented() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("A plan")
    for text in ["one", "two", "three"] { try await pmgit("comment", id, "-m", text) }
    return (pmgit, id)
  }

  private func texts(_ pmgit: CommandRunner, _ id: String) async throws -> [String] {
    try await pmgit("show", id).split(separator: "\n").filter { $0.hasPrefix("comment\t") }
      .map { String($0.split(separator: "\t", omittingEmptySubsequences: false)[4]) }
  }

  @Test("An edited comment stays in its place, with its author and its time")
  func edit() async throws {
    let (pmgit, id) = try await commented()
    let before = try await pmgit("show", id).split(separator: "\n").filter { $0.contains("\ttwo") }
    let result = await pmgit.run(["comment", id, "--edit", "2", "-m", "second\nline"])
    #expect(result.messages == "edited a comment on \(id.prefix(4))\n")
    #expect(try await texts(pmgit, id) == ["one", "second\\nline", "three"])
    let after = try await pmgit("show", id).split(separator: "\n").filter {
      $0.contains("\tsecond")
    }
    let place = { (line: Substring) in line.split(separator: "\t")[2...3].map(String.init) }
    #expect(try place(#require(after.first)) == place(try #require(before.first)))
    let log = try await pmgit.repository.git("log", "-1", "--format=%s", "pmgit/main")
    #expect(log == "edit comment on \(id.prefix(4)): “two”, A plan")
    try await pmgit("undo")
    #expect(try await texts(pmgit, id) == ["one", "two", "three"])
    let same = await pmgit.run(["comment", id, "--edit", "2", "-m", "two"])
    #expect(same.messages.hasPrefix("nothing to change"))
  }

  @Test("An edited comment is one change in the log and in a diff, without its id")
  func editedInHistory() async throws {
    let (pmgit, id) = try await commented()
    let then = try await pmgit.repository.git("rev-parse", "pmgit/main")
    try await pmgit("comment", id, "--edit", "2", "-m", "second")
    pmgit.useTerminal(widthInCells: 100)
    for command in [["log", "-n", "1"], ["diff", then]] {
      let shown = await pmgit.run(command).output
      let changes = shown.split(separator: "\n").dropFirst().map { $0.drop { $0 == " " } }
      #expect(changes == ["edited comment: second"], "\(shown)")
    }
    try await pmgit("comment", id, "--delete", "2")
    #expect(await pmgit.run(["log", "-n", "1"]).output.hasSuffix("removed comment second\n"))
  }

  @Test("A deleted comment is gone, and comes back by undo")
  func delete() async throws {
    let (pmgit, id) = try await commented()
    let comment = try await pmgit("show", id).split(separator: "\n")
      .first { $0.hasSuffix("\tone") }?.split(separator: "\t")[1]
    #expect(
      await pmgit.run(["comment", id, "--delete", String(try #require(comment))]).exitCode == 0)
    #expect(try await texts(pmgit, id) == ["two", "three"])
    try await pmgit("comment", id, "--delete", "1")
    #expect(try await texts(pmgit, id) == ["three"])
    try await pmgit("undo", "2")
    #expect(try await texts(pmgit, id) == ["one", "two", "three"])
  }

  @Test("Another person's comment can be deleted, but has the words of its author")
  func others() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("comment", id, "-m", "mine")
    try await pair.shareAll()
    let edit = await pair.second.run(["comment", id, "--edit", "1", "-m", "yours"])
    #expect(edit.exitCode == 64)
    #expect(edit.messages.contains("only its author can edit it"))
    #expect(await pair.second.run(["comment", id, "--delete", "1"]).exitCode == 0)
    #expect(try await texts(pair.second, id) == [])
  }

  @Test("A comment edited here and deleted there stays with its new text")
  func apart() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.first.add("A plan")
    try await pair.first("comment", id, "-m", "old")
    try await pair.shareAll()
    try await pair.first("comment", id, "--edit", "1", "-m", "new")
    pair.second.now = pair.first.now
    try await pair.second("comment", id, "--delete", "1")
    try await pair.shareAll()
    for pmgit in [pair.first, pair.second] {
      #expect(try await texts(pmgit, id) == ["new"])
      #expect(try await pmgit("resolve", "--list") == "")
    }
  }

  @Test(
    "A comment that is not there is an error with those that are", arguments: ["0", "4", "-1", "x"])
  func unknown(comment: String) async throws {
    let (pmgit, id) = try await commented()
    for option in ["--edit=\(comment)", "--delete=\(comment)"] {
      let result = await pmgit.run(
        ["comment", id, option] + (option.hasPrefix("--e") ? ["-m", "x"] : []))
      #expect(result.exitCode == 64)
      #expect(result.messages.contains("has no comment '\(comment)'"))
      #expect(result.messages.contains("hint: 2  Ada Lovelace: two\n"))
    }
    let empty = await pmgit.run(["comment", id, "--edit", "1", "-m", " "])
    #expect(empty.exitCode == 64 && empty.messages.contains("--delete"))
  }

  @Test("Standard input is read where it is no terminal; nothing on it is an error")
  func input() async throws {
    let (pmgit, id) = try await commented()
    pmgit.environment["GIT_EDITOR"] = "false"
    try await pmgit("comment", id, input: "from\na pipe\n")
    #expect(try await texts(pmgit, id).last == "from\\na pipe")
    try await pmgit("comment", id, "--edit", "4", input: "changed\n")
    #expect(try await texts(pmgit, id).last == "changed")
    let nothing = await pmgit.run(["comment", id], input: "\n")
    #expect(nothing.exitCode == 64)
    #expect(nothing.messages.hasPrefix("pmgit: the comment is empty\n"))
  }

  @Test("The editor begins with the text of the comment; emptied, it changes nothing")
  func editor() async throws {
    let (pmgit, id) = try await commented()
    pmgit.answers = []
    pmgit.environment["GIT_EDITOR"] = "sed -i 's/two/zwei/'"
    try await pmgit("comment", id, "--edit", "2")
    #expect(try await texts(pmgit, id) == ["one", "zwei", "three"])
    pmgit.environment["GIT_EDITOR"] = "truncate -s 0"
    let result = await pmgit.run(["comment", id, "--edit", "2"])
    #expect(result.messages.hasPrefix("nothing was changed: the text is empty"))
    #expect(try await texts(pmgit, id) == ["one", "zwei", "three"])
  }
}
