import PmgitTestSupport
import Testing

/// Names of views, and where the views are kept.
@Suite("Names of views")
struct ViewNameTests {
  @Test("A view that others use is not renamed")
  func used() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("view", "add", "bugs", "#bug")
    try await pmgit("view", "add", "mine-bugs", "view:bugs @me")
    try await pmgit("view", "add", "own", "view:BUGS", "--local")
    try await pmgit("view", "add", "other", "bugs")
    let result = await pmgit.run(["view", "rename", "bugs", "errors"])
    #expect(result.exitCode == 64, "\(result)")
    #expect(result.messages.contains("'mine-bugs', 'own'\n"), "\(result)")
    try await pmgit("view", "rename", "other", "texts")
    #expect(try await pmgit("view").contains("texts\t"))
  }

  @Test("A view takes no look of a removed one with its new name")
  func look() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("view", "add", "old", "#old")
    let written = try await pmgit.repository.git("show", "pmgit/main:board.json")
    let titled = written.replacing("\"query\":", with: "\"title\": \"Old look\", \"query\":")
    #expect(titled != written)
    try await pmgit.repository.commitToBoard(titled, at: "board.json")
    try await pmgit("view", "remove", "old")
    try await pmgit("view", "add", "new", "#new")
    try await pmgit("view", "rename", "new", "old")
    let shown = try await pmgit.repository.git("show", "pmgit/main:board.json")
    #expect(!shown.contains("Old look"), "\(shown)")
  }

  @Test("Editing a view of the other place is answered with the command for that")
  func place() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("view", "add", "own", "#own", "--local")
    try await pmgit("view", "add", "shared", "#shared")
    let own = await pmgit.run(["view", "edit", "own", "#x"])
    #expect(own.messages.contains("pmgit view edit own \"#x\" --local'"), "\(own)")
    let shared = await pmgit.run(["view", "edit", "shared", "#x", "--local"])
    #expect(shared.messages.contains("pmgit view edit shared \"#x\"'"), "\(shared)")
    let none = await pmgit.run(["view", "edit", "none-such", "#x", "--local"])
    #expect(none.messages.contains("pmgit view add none-such \"#x\" --local'"), "\(none)")
  }

  @Test("A view of this clone that hides one of the board is reported", arguments: [true, false])
  func hidden(_ isLocalFirst: Bool) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let places = isLocalFirst ? [["--local"], []] : [[], ["--local"]]
    let first = await pmgit.run(["view", "add", "bugs", "#bug"] + places[0])
    #expect(!first.messages.contains("hides"))
    let second = await pmgit.run(["view", "add", "bugs", "#error"] + places[1])
    #expect(second.messages.contains("here 'view:bugs' is the view of this clone"), "\(second)")
    #expect(second.messages.contains("'pmgit view remove bugs --local'"))
    let list = await pmgit.run(["view"])
    #expect(list.output.contains("bugs\tlocal\t\(isLocalFirst ? "#bug" : "#error")"))
    // The list has one view of a name.
    #expect(list.messages.contains("here 'view:bugs' is the view of this clone"), "\(list)")
  }

  @Test("A view in place of one that is built in is reported", arguments: [[], ["--local"]])
  func builtIn(_ place: [String]) async throws {
    let pmgit = try await CommandRunner.withBoard()
    let added = await pmgit.run(["view", "add", "week", "#week"] + place)
    #expect(added.messages.contains("'view:week' no longer means the view that is built in"))
    let remove = (["view", "remove", "week"] + place).joined(separator: " ")
    #expect(added.messages.contains("'pmgit \(remove)'"), "\(added)")
    #expect(await pmgit.run(["view", "remove", "week"] + place).exitCode == 0)
    #expect(try await pmgit("view").contains("week\tbuilt-in\t"))
  }

  @Test("While a view of this clone has the name, the board's is neither removed nor renamed")
  func removed() async throws {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("view", "add", "bugs", "#bug")
    try await pmgit("view", "add", "bugs", "#ui", "--local")
    for words in [["remove", "bugs"], ["rename", "bugs", "errors"]] {
      let result = await pmgit.run(["view"] + words)
      #expect(result.exitCode == 64, "\(result)")
      #expect(result.messages.contains("'pmgit view remove bugs --local'"), "\(result)")
    }
    try await pmgit("view", "remove", "bugs", "--local")
    try await pmgit("view", "remove", "bugs")
    #expect(!(try await pmgit("view").contains("bugs\t")))
    try await pmgit("view", "add", "own", "#own", "--local")
    let own = await pmgit.run(["view", "remove", "own"])
    #expect(own.messages.contains("'own' is a view of this clone\n"), "\(own)")
  }

  @Test("Without a board, hints are about that")
  func noBoard() async throws {
    let pmgit = try await CommandRunner()
    for group in ["view", "milestone", "iteration"] {
      let result = await pmgit.run([group, "ad"])
      #expect(result.exitCode == 1 && result.messages.contains("pmgit init"), "\(result)")
      #expect(!result.messages.contains("to see a plan"), "\(result)")
      #expect(!result.messages.contains("did you mean"), "\(result)")
    }
  }
}
