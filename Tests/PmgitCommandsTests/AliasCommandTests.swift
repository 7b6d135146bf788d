import PmgitTestSupport
import Testing

@Suite("An alias in the place of an id")
struct AliasCommandTests {
  private func board() async throws -> (pmgit: CommandRunner, ids: [String]) {
    let pmgit = try await CommandRunner.withBoard()
    let ids = [
      try await pmgit.add("One", "--alias", "backlog:BACK-4"),
      try await pmgit.add("Two", "--alias", "backlog:BACK-41"), try await pmgit.add("Three"),
    ]
    return (pmgit, ids)
  }

  @Test("Commands take an alias, links and neighbours too")
  func everywhere() async throws {
    let (pmgit, ids) = try await board()
    let alias = "backlog:BACK-4"
    #expect(try await pmgit("show", alias).contains(ids[0]))
    try await pmgit("edit", alias, "--owner", "Kim")
    try await pmgit("move", alias, "doing")
    try await pmgit("move", ids[2], "doing", "--before", alias)
    try await pmgit("comment", alias, "-m", "Hi")
    try await pmgit("edit", ids[1], "--link", "blocked-by:\(alias)")
    #expect(try await pmgit("export", "link:blocked-by:\(alias)").contains("blocked-by:\(ids[0])"))
    #expect(try await pmgit("export", "owner:kim").contains(ids[0]))
    #expect(try await pmgit("log", alias, "--json").contains("\"Kim\""))
    try await pmgit("delete", alias)
    #expect(try await pmgit("export", "is:deleted").contains(ids[0]))
    try await pmgit("restore", alias)
  }

  @Test("'alias:' in a query is all of an alias, 'alias:~' a part of one")
  func query() async throws {
    let (pmgit, _) = try await board()
    let titles = { (query: String) in
      try await pmgit("list", query, "--json").split(separator: "\n")
        .filter { $0.contains("\"title\"") }.count
    }
    #expect(try await titles("alias:backlog:BACK-4") == 1)
    #expect(try await titles("alias:~backlog:BACK-4") == 2)
    let empty = await pmgit.run(["list", "alias:~"])
    #expect(empty.exitCode == 64 && empty.messages.contains("no text behind '~'"))
  }

  @Test("An id wins over an alias, and a living plan over a deleted one")
  func precedence() async throws {
    let (pmgit, ids) = try await board()
    try await pmgit("edit", ids[0], "--alias", ids[1])
    #expect(try await pmgit("show", ids[1], "--json").contains("\"title\": \"Two\""))
    let warned = await pmgit.run(["edit", ids[2], "--alias", "backlog:BACK-4"])
    #expect(warned.exitCode == 0)
    #expect(
      warned.messages.contains("warning: 'backlog:BACK-4' is an alias of \(ids[0].prefix(4))"))
    #expect(warned.messages.contains("'pmgit edit \(ids[0]) --no-alias backlog:BACK-4'"))
    let both = await pmgit.run(["show", "backlog:BACK-4"])
    #expect(both.exitCode == 1)
    #expect(both.messages.contains("several plans have the alias 'backlog:BACK-4'"))
    #expect(both.messages.contains(ids[0]) && both.messages.contains(ids[2]))
    try await pmgit("delete", ids[0])
    #expect(try await pmgit("show", "backlog:BACK-4", "--json").contains(ids[2]))
    let unknown = await pmgit.run(["show", "backlog:BACK"])
    #expect(unknown.messages.contains("no plan has the alias 'backlog:BACK'"))
  }

  @Test("The hint of a warning of two plans with one alias works as typed")
  func hint() async throws {
    let (pmgit, ids) = try await board()
    let added = await pmgit.run(["add", "Four", "--alias", "backlog:BACK-4"])
    #expect(added.messages.contains("--no-alias backlog:BACK-4'"))
    try await pmgit("edit", ids[0], "--no-alias", "backlog:BACK-4")
    #expect(try await pmgit("show", "backlog:BACK-4", "--json").contains("\"title\": \"Four\""))
  }
}
