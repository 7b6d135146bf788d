import PmgitTestSupport
import Testing

@Suite("Queries on the command line")
struct QueryCommandTests {
  @Test("A view is saved, used, replaced by one's own, and removed")
  func views() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let bug = try await pmgit.add("Crash", "--label", "bug")
    let other = try await pmgit.add("Other")
    try await pmgit("view", "add", "Bugs", "#bug", "is:open")
    #expect(try await pmgit("view", "list", "bugs") == "bugs\tboard\t#bug is:open\n")
    #expect(try await pmgit("list", "view:bugs").hasPrefix(bug))
    #expect(try await pmgit("list", "-view:bugs").hasPrefix(other))
    try await pmgit("view", "add", "bugs", "other", "--local")
    #expect(try await pmgit("view", "list", "bugs") == "bugs\tlocal\tother\n")
    #expect(try await pmgit("list", "view:bugs").hasPrefix(other))
    try await pmgit("view", "remove", "bugs", "--local")
    #expect(try await pmgit("list", "view:bugs").hasPrefix(bug))
    try await pmgit("view", "remove", "bugs")
    try await pmgit.repository.git("config", "pmgit.Upper.view", "other")
    #expect(try await pmgit("list", "view:UPPER").hasPrefix(other))
    try await pmgit("view", "add", "open", "-#bug")
    #expect(try await pmgit("list", "view:open").hasPrefix(other))
    let gone = await pmgit.run(["list", "view:bugs"])
    #expect(gone.exitCode == 64)
    #expect(gone.messages.contains("unknown view 'bugs'"))
  }

  @Test("On a terminal a word that is cut off with its title is shown below it")
  func cutTitles() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let words = String(repeating: "another word ", count: 8)
    let id = try await pmgit.add("Title of \(words)and a quokka")
    pmgit.useTerminal(widthInCells: 60)
    let lines = try await pmgit("list", "quokka").split(separator: "\n")
    #expect(lines.count == 2 && lines[0].hasPrefix(id.prefix(4)), "\(lines)")
    #expect(lines.last?.hasSuffix("and a quokka") == true, "\(lines)")
    #expect(try await pmgit("list", "title").split(separator: "\n").count == 1)
  }

  @Test(
    "The best match of words comes first, on a terminal, in a pipe and as JSON, unless a query sorts"
  )
  func bestMatch() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let body = try await pmgit.add("Other", "--body", "about the sync")
    let part = try await pmgit.add("Async calls")
    let title = try await pmgit.add("Sync fails")
    let ids = { (output: String) in
      let places = [body, part, title].compactMap { (id: String) in
        output.firstRange(of: id).map { (id: id, start: $0.lowerBound) }
      }
      return places.sorted { $0.start < $1.start }.map(\.id)
    }
    for options in [[], ["--json"], ["-q"]] {
      #expect(ids(await pmgit.run(["list", "sync"] + options).output) == [title, part, body])
      #expect(
        ids(await pmgit.run(["list", "sync", "sort:rank"] + options).output)
          == [body, part, title])
    }
    #expect(ids(try await pmgit("export", "sync")) == [body, part, title])
    try await pmgit("view", "add", "old", "sync sort:created")
    #expect(ids(try await pmgit("list", "view:old")) == [body, part, title])
    #expect(ids(try await pmgit("list", "sync", "limit:1")) == [title])
    pmgit.useTerminal()
    let lines = try await pmgit("list", "sync").split(separator: "\n")
    #expect(lines.first?.contains("Sync fails") == true, "\(lines)")
  }

  @Test("A view that can't be read, or removed, is refused")
  func wrongViews() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let before = try await pmgit("log")
    for words in [
      ["add", "x", "is:opne"], ["add", "x", "(a"], ["add", "-x", "a"], ["add", "a b", "c"],
      ["remove", "x"], ["remove"], ["remove", "x", "--local"], ["list", "nosuch"],
      ["remove", "mine"], ["add", "mine", "view:mine"], ["add", "x", "none"],
      ["add", "x", "-view:x"],
    ] {
      #expect(await pmgit.run(["view"] + words).exitCode == 64, "\(words)")
    }
    #expect(try await pmgit("view").split(separator: "\n").count == 6)
    #expect(try await pmgit("log") == before)
  }

  @Test("People are who .mailmap says, and a remark names who is meant")
  func people() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("Old address", "--assign", "Grace Old <ada@old.example>")
    _ = try await pmgit.add("New address", "--assign", "Grace Hopper <ada@new.example>")
    _ = try await pmgit.add("Another", "--assign", "Grace Other <other@example.org>")
    let ambiguous = await pmgit.run(["list", "assignee:grace"])
    #expect(ambiguous.output.split(separator: "\n").count == 3)
    #expect(ambiguous.messages.contains("note: 'grace' means 3 people"))
    _ = try pmgit.repository.write(
      "Grace Hopper <ada@new.example> <ada@old.example>\n", to: "repository/.mailmap")
    let found = await pmgit.run(["list", "assignee:hopper"])
    #expect(found.output.split(separator: "\n").count == 2)
    #expect(found.messages == "")
  }

  @Test("'by:' finds what somebody changed last")
  func by() async throws {
    let pmgit = try await CommandRunner.withBoard()
    let one = try await pmgit.add("One")
    _ = try await pmgit.add("Two")
    let kim = ["GIT_AUTHOR_NAME": "Kim", "GIT_AUTHOR_EMAIL": "kim@example.org"]
    pmgit.environment.merge(kim) { _, new in new }
    try await pmgit("edit", one, "--priority", "high")
    for name in kim.keys { pmgit.environment[name] = nil }
    #expect(try await pmgit("list", "by:kim").hasPrefix(one))
    #expect(try await pmgit("list", "by:kim").split(separator: "\n").count == 1)
    #expect(try await pmgit("list", "-by:kim").split(separator: "\n").count == 1)
    try await pmgit("view", "add", "theirs", "by:kim")
    #expect(try await pmgit("list", "view:theirs").hasPrefix(one))
  }

  @Test("A remark is silenced by -q, and an error points at its word")
  func remarks() async throws {
    let pmgit = try await CommandRunner.withBoard()
    _ = try await pmgit.add("One", "--label", "bug")
    let noted = await pmgit.run(["list", "label:bgu"])
    #expect(noted.exitCode == 0)
    #expect(noted.messages == "note: no plan has the label 'bgu'\nhint: did you mean label:bug?\n")
    #expect(await pmgit.run(["list", "label:bgu", "-q"]).messages == "")
    #expect(await pmgit.run(["log", "label:bgu"]).messages.contains("note: no plan has"))
    let wrong = await pmgit.run(["list", "a", "state:open"])
    #expect(wrong.messages.contains("  a state:open\n          ^^^^\nhint: did you mean is:open?"))
  }
}
