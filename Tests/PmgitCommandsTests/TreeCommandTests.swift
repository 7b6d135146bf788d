import PmgitTestSupport
import Testing

@Suite("'list --tree'") struct TreeCommandTests {
  @Test("A tree has a record a row in a pipe, and branches on a terminal")
  func forms() async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 5)
    let app = try await pmgit.add("Mobile app")
    let login = try await pmgit.add("Login", "--link", "parent:\(app)", "--state", "done")
    let offline = try await pmgit.add("Offline", "--link", "child-of:\(app)", "--due", "2026-11-01")
    #expect(
      try await pmgit("list", "--tree") == """
        0\t\(app)\ttodo\t\t1\t2\tMobile app\t
        1\t\(offline)\ttodo\t\(app)\t\t\tOffline\t
        1\t\(login)\tdone\t\(app)\t\t\tLogin\t

        """)
    let two = await pmgit.run(["list", "--tree", String(login.prefix(5)), offline])
    #expect(two.output.hasPrefix("0\t\(login)\t") && two.output.contains("\n0\t\(offline)\t"))
    #expect(two.messages == "", "\(two)")
    pmgit.useTerminal()
    let lines = try await pmgit("list", "--tree").split(separator: "\n")
    #expect(lines[0].hasSuffix("Todo  1/2 done"))
    #expect(lines[1].hasPrefix("├─ \(offline.prefix(4)) ! Offline"))
    #expect(lines[2].hasPrefix("└─ \(login.prefix(4)) Login"))
    let shown = try await pmgit("show", app)
    #expect(shown.contains("children  1/2 done"))
    #expect(shown.contains("\nChildren 1/2 done\n"))
    #expect(shown.contains("  [x] \(login.prefix(4)) Login\n"))
    #expect(
      await pmgit.run(["list", "--tree", "-label:bug", "Offline"]).output.contains("Offline"))
  }

  @Test("Any beginning of an id that no other plan's has names a plan, and no other length")
  func beginnings() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit(
      "import", "-",
      input: #"{"id":"k70000000000","title":"One"}"# + "\n"
        + #"{"id":"m70000000000","title":"k7"}"#)
    for name in ["k", "k7", "k70000000000"] {
      let result = await pmgit.run(["list", "--tree", name])
      #expect(result.output.hasPrefix("0\tk70000000000"), "\(name)")
      #expect(
        result.messages.contains("'pmgit list --tree title:\(name)'") == (name.count < 4), "\(name)"
      )
    }
    #expect(try await pmgit("list", "--tree", "title:k7").hasPrefix("0\tm70000000000"))
    #expect(try await pmgit("list", "--tree", "--", "k8") == "")
  }

  @Test("A plan that blocks others says so, and theirs are marked")
  func blocks() async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 6)
    let first = try await pmgit.add("First")
    let second = try await pmgit.add("Second")
    let linked = await pmgit.run(["edit", first, "--link", "blocks:\(second)"])
    #expect(
      linked.messages
        == "edited \(first.prefix(4))\n\(second.prefix(4)) is now blocked by \(first.prefix(4))\n")
    #expect(try await pmgit("show", first).hasSuffix("blocks\t\(second)\ttodo\tSecond\n"))
    pmgit.useTerminal()
    #expect(try await pmgit("show", first).contains("blocks   \(second.prefix(4)) Second, Todo"))
    #expect(try await pmgit("list").contains("\(second.prefix(4))  ⊘  Todo  Second"))
    #expect(try await pmgit("board").contains("⊘ blocked by \(first.prefix(4))"))
    try await pmgit("move", first, "done")
    #expect(!(try await pmgit("list").contains("⊘")))
  }

  @Test("A circle of parents that somebody pushed is said, not followed")
  func circle() async throws {
    let pmgit = try await CommandRunner.withBoard(seed: 7)
    let ids = ["k70000000000", "m70000000000"]
    try await pmgit(
      "import", "-",
      input: """
        {"id":"\(ids[0])","title":"T","links":["parent:\(ids[1])"]}
        {"id":"\(ids[1])","title":"T"}
        """)
    // Commands refuse the other half of the circle.
    let paths = ids.map { "plans/\($0.prefix(2))/\($0).json" }
    let file = try await pmgit.repository.git("show", "pmgit/main:\(paths[0])")
    let swapped = file.replacing(ids[0], with: "X").replacing(ids[1], with: ids[0])
    try await pmgit.repository.commitToBoard(
      swapped.replacing("X", with: ids[1]) + "\n", at: paths[1])
    let tree = await pmgit.run(["list", "--tree"])
    #expect(tree.exitCode == 0)
    #expect(tree.messages.contains("warning: plans k700, m700 are each other's parents"))
    #expect(tree.messages.contains("'pmgit edit k70000000000 --no-link parent:m70000000000'"))
    #expect(
      tree.output.split(separator: "\n").map { $0.hasSuffix("\tcycle") } == [false, false, true])
    try await pmgit("edit", "k7", "--no-link", "parent:m7", "-q")
    #expect(await pmgit.run(["list", "--tree"]).messages == "")
  }

  @Test("A second parent is reported, with the way to take the first one off")
  func parents() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [try await pmgit.add("One"), try await pmgit.add("Two")]
    let child = try await pmgit.add("Child", "--link", "parent:\(ids[0])")
    let name = child.prefix(4)
    let other = await pmgit.run(["edit", ids[1], "--link", "parent:\(ids[0])"])
    #expect(other.exitCode == 0 && !other.messages.contains("parents"))
    try await pmgit("edit", ids[1], "--no-link", "parent:\(ids[0])")
    for words in [[child, "--link", "parent:\(ids[1])"], [ids[1], "--link", "child:\(child)"]] {
      let result = await pmgit.run(["edit"] + words)
      #expect(result.messages.contains("\(name) has 2 parents now\n"), "\(words)")
      #expect(
        result.messages.contains(
          "take one off with 'pmgit edit \(name) --no-link parent:\(ids[0])'"))
      try await pmgit("edit", child, "--no-link", "parent:\(ids[1])")
    }
    #expect(!(await pmgit.run(["edit", child, "--title", "C"])).messages.contains("parents"))
  }
}
