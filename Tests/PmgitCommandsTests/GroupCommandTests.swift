import PlanModel
import PmgitTestSupport
import Testing

@testable import PmgitCommands

/// Nouns are groups of commands: they list without a word.
@Suite("Groups of commands")
struct GroupCommandTests {
  @Test(
    "A group without a word lists, as its command 'list' does",
    arguments: ["milestone", "iteration", "label", "people", "column", "field", "rule", "view"])
  func lists(group: String) async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Fix login", "-l", "bug", "--assign", "@me")
    try await pmgit("milestone", "add", "v1")
    for options in [[], ["--json"]] {
      let alone = await pmgit.run([group] + options)
      let listed = await pmgit.run([group, "list"] + options)
      #expect(alone.exitCode == 0 && alone.output == listed.output, "\(alone) \(listed)")
    }
  }

  @Test("Columns are listed with their kinds, limits and rules")
  func columns() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("column", "edit", "doing", "--limit", "3")
    try await pmgit("column", "edit", "done", "--from", "doing")
    #expect(
      try await pmgit("column")
        == "todo\tTodo\ttodo\t\t\ndoing\tDoing\tdoing\t3\t\ndone\tDone\tdone\t\tdoing\n")
  }

  @Test("A view gets another query and another name, and is never overwritten by 'add'")
  func views() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("view", "add", "bugs", "label:bug")
    let again = await pmgit.run(["view", "add", "Bugs", "label:ui"])
    #expect(again.exitCode == 64)
    #expect(again.messages.contains("'pmgit view edit Bugs label:ui'"), "\(again)")
    try await pmgit("view", "edit", "bugs", "label:ui")
    try await pmgit("view", "rename", "bugs", "ui")
    #expect(try await pmgit("view", "ui") == "ui\tboard\tlabel:ui\n")
    #expect(await pmgit.run(["view", "bugs"]).exitCode == 64)
    try await pmgit("undo")
    #expect(try await pmgit("view", "bugs") == "bugs\tboard\tlabel:ui\n")
    try await pmgit("view", "add", "other", "x")
    for words in [["rename", "bugs", "other"], ["rename", "none", "x"], ["edit", "none", "x"]] {
      #expect(await pmgit.run(["view"] + words).exitCode == 64, "\(words)")
    }
  }

  @Test("A label is taken off all plans, and undo puts it back")
  func removedLabel() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("One", "-l", "bug,ui"), try await pmgit.add("Two", "-l", "bug")]
    let before = try await pmgit("label")
    let dry = await pmgit.run(["label", "remove", "bug", "--dry-run"])
    #expect(ids.allSatisfy { dry.output.contains($0) }, "\(dry)")
    #expect(try await pmgit("label") == before)
    let removed = await pmgit.run(["label", "remove", "bug"])
    #expect(removed.messages.hasPrefix("removed label 'bug' from "), "\(removed)")
    #expect(try await pmgit("label") == "ui\t1\t1\n")
    #expect(await pmgit.run(["label", "remove", "bug"]).exitCode == 64)
    try await pmgit("undo")
    #expect(try await pmgit("label") == before)
  }

  @Test("Options that belong to another form of a command are refused")
  func forms() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let id = try await pmgit.add("One")
    for words in [
      ["init", "x"], ["show", id, "--date", "iso"], ["show", id, "--blame", "--fields", "id"],
      ["list", "--tree", "--sum", "estimate"], ["digest", "--changelog", "1w..", "--since", "1d"],
      ["sync", "--pull", "--push"], ["take", id, "--stay"], ["take", "--release"],
      ["take", "--release", id, "--lease", "1h"], ["doctor", "pmgit/main", "--fix"],
      ["export", "--url", "https://x.example"], ["export", "--site", "x", "--format", "csv"],
      ["edit", "--clear"], ["edit", id, "--drafts"], ["edit", id, "--spend", "1h", "-p", "low"],
      ["edit", id, "--on", "mon"], ["edit", "--where", "is:open", "--spend", "1h"],
    ] {
      #expect(await pmgit.run(words).exitCode == 64, "\(words)")
    }
  }
}
