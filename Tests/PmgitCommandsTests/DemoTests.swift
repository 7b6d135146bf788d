import Foundation
import PmgitTestSupport
import Testing

@testable import PmgitCommands

@Suite("A first look")
struct DemoTests {
  @Test("A demo has a past, a title that two gave, and a second clone that has not heard of it")
  func demo() async throws {
    let pmgit = try await CommandRunner()
    pmgit.environment["GIT_AUTHOR_NAME"] = "Somebody Else"
    pmgit.environment["EMAIL"] = "somebody@example.com"
    let made = await pmgit.run(["init", "--demo", "here"])
    let folder = pmgit.directory + "/here"
    #expect(made.exitCode == 0 && made.output == folder + "\n", "\(made.messages)")
    #expect(made.messages.contains("hint: remove all of it with 'rm -rf \(folder)'"))

    pmgit.directory = folder + "/one"
    let title = "Fix login on every iPad"
    let conflicts = try await pmgit("resolve", "--list")
    #expect(conflicts.contains(title) && conflicts.contains("Fix sign-in on tablets"))
    #expect(try await pmgit("show", "import a trello").contains("Members without an address"))
    #expect(try await pmgit("board", "--at", "5w ago").contains("Merge plans") == false)
    #expect(try await pmgit("list", "kind:done").split(separator: "\n").count == 6)
    #expect(try await pmgit("show", "--blame", title).contains("Somebody") == false)
    #expect(try await pmgit("list", "is:mine", "is:open").split(separator: "\n").count == 3)
    #expect(try await pmgit("list", "iteration:current").split(separator: "\n").count == 3)
    #expect(try await pmgit("milestone").split(separator: "\n").count == 2)
    #expect(try await pmgit("list", "repeat:any", "is:open").contains("Update the libraries"))
    #expect(try await pmgit("list", "#needs-eyes").contains("Import a Trello"))
    #expect(try await pmgit("list", "has:file", "has:time").contains(title))
    #expect(try await pmgit("doctor").isEmpty)

    pmgit.directory = folder + "/two"
    #expect(try await pmgit("resolve", "--list").isEmpty)
    try await pmgit("sync")
    #expect(try await pmgit("resolve", "--list").contains(title))

    pmgit.directory = folder + "/lib"
    #expect(try await pmgit("config", "home") == "../remote.git\n")
    let commit = try await pmgit.repository.git("-C", folder + "/lib", "rev-parse", "HEAD")
    #expect(try await pmgit("show", "undo across").contains(commit))
    #expect(try await pmgit("doctor").isEmpty)
  }

  @Test("A demo leaves the repository alone that a hook or 'GIT_DIR' names, and its remote")
  func otherRepository() async throws {
    let pmgit = try await CommandRunner()
    let (repository, folder) = (pmgit.repository, pmgit.directory)
    let hub = folder + "/hub.git"
    try await repository.git("init", "--quiet", "--bare", hub)
    try await repository.git("remote", "add", "origin", hub)
    func seen() async throws -> [String] {
      try await [
        repository.git("for-each-ref"), repository.git("config", "--local", "--list"),
        repository.git("count-objects"), repository.git("--git-dir=" + hub, "for-each-ref"),
      ]
    }
    let before = try await seen()
    let misleading = [
      "GIT_DIR": folder + "/.git", "GIT_WORK_TREE": folder,
      "GIT_INDEX_FILE": folder + "/.git/index",
      "GIT_OBJECT_DIRECTORY": folder + "/.git/objects", "GIT_CONFIG_COUNT": "1",
      "GIT_CONFIG_KEY_0": "pmgit.remote", "GIT_CONFIG_VALUE_0": "elsewhere",
    ]
    pmgit.environment.merge(misleading) { $1 }
    let made = await pmgit.run(["init", "--demo", "here"])
    #expect(made.exitCode == 0, "\(made.messages)")
    #expect(try await seen() == before)
    #expect(try await repository.git("-C", "here/two", "branch", "--list").contains("pmgit/main"))
  }

  @Test("A temporary folder is another one each time, and one that is there is left alone")
  func folders() async throws {
    let pmgit = try await CommandRunner()
    pmgit.environment["TMPDIR"] = pmgit.directory
    let first = try await pmgit("init", "--demo")
    let second = try await pmgit("init", "--demo")
    #expect(first != second && first.hasPrefix(pmgit.directory + "/pmgit-demo-"))
    let refused = await pmgit.run(["init", "--demo", String(first.dropLast())])
    #expect(
      refused.exitCode == 1 && refused.messages.contains("File exists"), "\(refused.messages)")
    #expect(refused.messages.contains("hint: name a new folder"), "\(refused.messages)")
    let lost = await pmgit.run(["init", "--demo", "missing/folder"])
    #expect(lost.exitCode == 1 && lost.messages.contains("missing/folder"), "\(lost.messages)")
    let named = await pmgit.run(["init", "--demo", "--board", "other"])
    #expect(named.exitCode == 64)
    pmgit.environment["TMPDIR"] = "."
    #expect(try await pmgit("init", "--demo").hasPrefix(pmgit.directory + "/"))
    pmgit.environment["PATH"] = "/nowhere"
    let stopped = await pmgit.run(["init", "--demo", "half"])
    #expect(
      stopped.exitCode == 1 && stopped.messages.contains("'rm -rf \(pmgit.directory)/half'"),
      "\(stopped.messages)")
  }

  @Test("Alone, pmgit shows the first commands and what to do next here, on one screen")
  func firstSteps() async throws {
    let pmgit = try await CommandRunner()
    func next() async throws -> String {
      let text = try await pmgit()
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
      #expect(lines.count <= 24 && lines.allSatisfy { $0.count <= 80 }, "\(text)")
      let shown = lines.dropFirst(2).prefix { !$0.isEmpty }.map { $0.split(separator: " ")[0] }
      #expect(shown.map(String.init) == Pmgit.first.map { $0.commandName })
      for asked in [["help"], ["--help"], ["-h"], ["--no-pager"]] {
        #expect(await pmgit.run(asked).output == text, "\(asked)")
      }
      return lines.dropFirst(3 + shown.count).joined(separator: "\n")
    }
    #expect(try await next().hasPrefix("This repository has no board yet:\n  pmgit init "))
    try await pmgit("init")
    #expect(try await next().hasPrefix("The board 'main' has no plans yet:\n  pmgit add "))
    _ = try await pmgit.add("First")
    let board = try await next()
    #expect(
      board.hasPrefix("The board 'main' has 1 plan:\n  pmgit board ")
        && board.contains("pmgit next"))
    #expect(await pmgit.run(["--board", "none"]).output.contains("\n  pmgit --board none status "))
    // A program gets a document.
    #expect(try await pmgit("--json") == pmgit("status", "--json"))
    pmgit.directory = "/"
    #expect(try await next().hasPrefix("This folder is in no git repository:\n  git init "))
  }

  @Test("Alone, pmgit counts conflicts and what is not shared")
  func waiting() async throws {
    let pair = try await SharedBoard()
    _ = try await pair.first.add("Not shared")
    #expect(try await pair.first().contains("  pmgit sync         share "))
    _ = try await pair.conflict()
    #expect(try await pair.first().contains("  pmgit resolve      decide 1 conflict\n"))
  }

  @Test("The version reports what the program is made of, a line each")
  func version() async throws {
    let lines = try await CommandRunner()("--version").split(separator: "\n")
    let names = lines.map { $0.split(separator: " ").dropLast().joined(separator: " ") }
    // The commit is missing in test builds.
    #expect(names.filter { $0 != "commit" } == ["pmgit version", "libgit2", "SQLite"])
    for line in lines {
      let value = String(line.split(separator: " ").last ?? "")
      let isNumber = value.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+/) != nil
      #expect(isNumber || value.wholeMatch(of: /[0-9a-f]{40}\+?/) != nil, "\(line)")
    }
  }
}
