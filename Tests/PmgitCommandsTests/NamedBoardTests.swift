import PmgitTestSupport
import Testing

@Suite("A hint on a board that is not the default")
struct NamedBoardTests {
  private func roadmap() async throws -> CommandRunner {
    let pmgit = try await CommandRunner.withBoard()
    try await pmgit("init", "--board", "roadmap")
    return pmgit
  }

  @Test("'init --board' names the board, and its hints work as typed")
  func created() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let made = await pmgit.run(["init", "--board", "roadmap"])
    #expect(
      made.messages == """
        created board 'roadmap' on branch 'pmgit/roadmap'
        hint: add a first plan with 'pmgit add "Fix login" --board roadmap'
        hint: use it without --board after 'git config pmgit.board roadmap'

        """)
    try await pmgit("add", "Fix login", "--board", "roadmap")
    #expect(try await pmgit("list") == "")
    try await pmgit.repository.git("config", "pmgit.board", "roadmap")
    #expect(try await pmgit("list").contains("Fix login"))
    #expect(await pmgit.run(["init"]).messages == "board 'roadmap' is here already\n")
  }

  @Test("Notes beside results name it, too")
  func notes() async throws {
    let pmgit = try await roadmap()
    pmgit.useTerminal(widthInCells: 200)
    let empty = try await pmgit("board", "--board", "roadmap")
    #expect(empty.contains("pmgit add TITLE --board roadmap"), "\(empty)")
    #expect(try await pmgit("board").contains("pmgit add TITLE\n"))
    let id = try await pmgit.add("A plan", "--board", "roadmap")
    let tree = try await pmgit("list", "--tree", "--board", "roadmap")
    #expect(tree.contains("pmgit edit ID --link parent:ID --board roadmap"), "\(tree)")
    try await pmgit("delete", id, "--board", "roadmap")
    let shown = try await pmgit("show", id, "--board", "roadmap")
    #expect(shown.contains("'pmgit restore \(id.prefix(4)) --board roadmap' brings it"), "\(shown)")
  }

  @Test("A draft is gone on with on its board")
  func drafts() async throws {
    let pmgit = try await roadmap()
    pmgit.environment["GIT_EDITOR"] = try pmgit.repository.write(
      "#!/bin/sh\necho Later > \"$1\"; exit 1\n", to: "editor.sh", executable: true)
    pmgit.answers = []
    _ = await pmgit.run(["add", "-e", "--board", "roadmap"])
    pmgit.answers = nil
    pmgit.useTerminal()
    let listed = try await pmgit("edit", "--drafts", "--board", "roadmap")
    #expect(listed.hasPrefix("pmgit add --draft --board roadmap  just now  Later"), "\(listed)")
  }

  @Test("Every next step of a command that went well, or failed, names it")
  func others() async throws {
    let pmgit = try await roadmap()
    try await pmgit("add", "A plan", "--board", "roadmap")
    let undone = await pmgit.run(["undo", "--board", "roadmap"])
    #expect(undone.messages.contains("'pmgit redo --board roadmap'"), "\(undone)")
    let unknown = await pmgit.run(["show", "zzzz", "--board", "roadmap"])
    #expect(unknown.messages.contains("--board roadmap'"), "\(unknown)")
  }
}
