import Foundation
import Git
import PlanModel
import PmgitTestSupport
import Testing

/// The problems that doctor finds and repairs.
@Suite struct DoctorTests {
  private func board() async throws -> (pmgit: CommandRunner, id: String) {
    let pmgit = try await CommandRunner.withBoard()
    return (pmgit, try await pmgit.add("A plan"))
  }

  /// Commits a file to the branch without pmgit.
  private func put(_ text: String, at path: String, _ pmgit: CommandRunner) throws {
    try pmgit.repository.commitHostile([HostileFile(path, text)])
  }

  private func bytes(_ id: String, _ pmgit: CommandRunner) async throws -> String {
    try await pmgit.repository.git("show", "pmgit/main:plans/\(id.prefix(2))/\(id).json") + "\n"
  }

  /// Returns the codes that doctor prints, and checks its exit code.
  private func codes(_ pmgit: CommandRunner, _ options: String...) async throws -> [String] {
    let result = await pmgit.run(["doctor"] + options)
    let lines = result.output.split(separator: "\n").map { $0.split(separator: "\t") }
    let problems = lines.filter { $0.first == "problem" }
    #expect(result.exitCode == (problems.isEmpty ? 0 : 1), "\(result)")
    return lines.map { String($0[1]) }
  }

  @Test("A board with nothing wrong has no findings, here, in a clone and on a terminal")
  func healthy() async throws {
    let pair = try await SharedBoard()
    let id = try await pair.conflict()
    try await pair.first("delete", id)
    try await pair.syncBoth()
    for pmgit in [pair.first, pair.second] {
      #expect(try await codes(pmgit) == [])
      pmgit.useTerminal()
      let result = await pmgit.run(["doctor"])
      #expect(result.output.contains("commits, 1 plan: nothing is wrong\n"), "\(result)")
      #expect(result.exitCode == 0)
    }
  }

  @Test("A stamp of the settings that is far ahead is mended, and the value stays")
  func settingsStamp() async throws {
    let (pmgit, _) = try await board()
    let now = pmgit.now
    pmgit.now = Timestamp(seconds: now.seconds + 7 * 86_400)
    try await pmgit("column", "edit", "doing", "--title", "Work")
    pmgit.now = now
    try await pmgit("add", "Another")
    // The commit remains, which is reported as a note.
    #expect(try await codes(pmgit).sorted() == ["clock", "wrong-stamp"])
    try await pmgit("doctor", "--fix")
    #expect(try await codes(pmgit) == ["clock"])
    #expect(try await pmgit.repository.git("show", "pmgit/main:board.json").contains("Work"))
  }

  @Test("Doctor changes nothing unless told to")
  func readOnly() async throws {
    let (pmgit, id) = try await board()
    try put("broken", at: "plans/\(id.prefix(2))/\(id).json", pmgit)
    try await pmgit.repository.git("config", "--unset", "merge.pmgit.driver")
    let before = try await pmgit.repository.git("for-each-ref")
    let config = try await pmgit.repository.git("config", "--local", "--list")
    #expect(try await codes(pmgit) == ["unreadable-plan", "no-merge-driver"])
    #expect(try await pmgit.repository.git("for-each-ref") == before)
    #expect(try await pmgit.repository.git("config", "--local", "--list") == config)
  }

  @Test("What somebody did to the files by hand is found, explained and mended in one commit")
  func mend() async throws {
    let (pmgit, id) = try await board()
    let other = try await pmgit.add("Another")
    let moved = try await pmgit.add("Renamed")
    let ranked = try await pmgit.add("Without a position")
    let good = try await bytes(id, pmgit)
    try put("<<<<<<< HEAD\n" + good, at: "plans/\(id.prefix(2))/\(id).json", pmgit)
    let loose = try await bytes(other, pmgit).replacing("\n", with: "\r\n")
    try put(loose, at: "plans/\(other.prefix(2))/\(other).json", pmgit)
    let text = try await bytes(moved, pmgit)
    try pmgit.repository.commitHostile([
      .removed("plans/\(moved.prefix(2))/\(moved).json"), HostileFile("plans/renamed.json", text),
    ])
    let unranked = try await bytes(ranked, pmgit).replacing(
      #/"rank": "[^"]*"/#, with: #""rank": "!""#)
    try put(unranked, at: "plans/\(ranked.prefix(2))/\(ranked).json", pmgit)
    try put("*.png binary\n", at: ".gitattributes", pmgit)
    let expected = [
      "misplaced-plan", "no-attributes", "no-rank", "not-canonical", "unreadable-plan",
    ]
    #expect(try await codes(pmgit).sorted() == expected)

    let before = try await pmgit.repository.git("rev-parse", "pmgit/main")
    let json = await pmgit.run(["doctor", "--fix", "--json", "-q"])
    #expect(json.exitCode == 0, "\(json)")
    let document = try JSONReader.value(in: Array(json.output.utf8), maximumSize: .max).object
    #expect(
      document?.members.map(\.key.text) == [
        "board", "commit", "commits", "findings", "format", "mended", "plans", "unlocked",
      ])
    let mended = try #require(document?["mended"]?.array)
    #expect(mended.compactMap { $0.object?["code"]?.string }.sorted() == expected)
    #expect(
      mended.first?.object?.members.map(\.key.text) == [
        "code", "details", "fixable", "hints", "level", "message", "plan",
      ])
    #expect(try await pmgit.repository.git("rev-parse", "pmgit/main~1") == before)
    #expect(try await bytes(id, pmgit) == good)
    let list = try await pmgit("list")
    for title in ["A plan", "Another", "Renamed", "Without a position"] {
      #expect(list.contains(title))
    }
    let attributes = try await pmgit.repository.git("show", "pmgit/main:.gitattributes")
    #expect(attributes.hasPrefix("*.png binary\n") && attributes.contains("merge=pmgit"))
    #expect(await pmgit.run(["doctor", "--fix"]).messages == "")
    #expect(try await pmgit.repository.git("fsck", "--strict", "--no-dangling") == "")
  }

  @Test("What a person has to decide is explained with the command that does it")
  func decisions() async throws {
    let (pmgit, id) = try await board()
    let other = try await pmgit.add("Another", "--link", "blocked-by:\(id)")
    try await pmgit("edit", id, "--alias", "gh:1")
    // Commands refuse a circular link, but two clones can each add one half of it.
    let half = try await bytes(id, pmgit).replacing(
      #""aliases": ["#, with: #""links": ["blocked-by:\#(other)"], "aliases": ["#)
    try put(half, at: "plans/\(id.prefix(2))/\(id).json", pmgit)
    let copy = try await bytes(other, pmgit).replacing(
      #""links": ["#,
      with: #""aliases": ["gh:1"], "links": ["relates:zzzz00000000", "#)
    try put(copy, at: "plans/\(other.prefix(2))/\(other).json", pmgit)
    try await pmgit("column", "add", "review")
    try await pmgit("move", id, "review")
    try await pmgit("column", "remove", "review")
    #expect(
      try await codes(pmgit, "--fix").sorted() == [
        "cycle", "dangling-link", "shared-alias", "unknown-column",
      ])
    // Every command in the hints works as printed.
    pmgit.useTerminal(widthInCells: 2000)
    let text = await pmgit.run(["doctor"]).output
    for line in text.split(separator: "\n") where line.contains("pmgit edit") {
      let command = try #require(line.split(separator: "'pmgit ").last).dropLast()
      #expect(await pmgit.run(command.split(separator: " ").map(String.init)).exitCode == 0)
    }
    try await pmgit("move", id, "todo")
    #expect(await pmgit.run(["doctor"]).exitCode == 0)
  }

  @Test("A removed plan and a clock that is ahead are worth a note, and no failure")
  func notes() async throws {
    let (pmgit, id) = try await board()
    let other = try await pmgit.add("Another")
    let now = pmgit.now
    pmgit.now = Timestamp(milliseconds: now.milliseconds + 86_400_000)
    try await pmgit("edit", other, "--title", "From tomorrow")
    pmgit.now = now
    #expect(try await codes(pmgit) == ["clock", "clock"])
    try pmgit.repository.commitHostile([.removed("plans/\(id.prefix(2))/\(id).json")])
    // The commit that removed the plan is found even if it is not the newest one.
    #expect(try await codes(pmgit) == ["clock", "clock", "removed-plan"])
    try await pmgit("restore", id)
    #expect(try await codes(pmgit) == ["clock", "clock"])
    // A plan that was deleted with pmgit is not a problem.
    try await pmgit("delete", id)
    #expect(try await codes(pmgit) == ["clock", "clock"])
    let told = await pmgit.run(["doctor"]).output
    #expect(told.contains("was made by a clock that is ahead"), "\(told)")
  }

  @Test("A remote that can't be used is a problem, one without the board a note")
  func remote() async throws {
    let (pmgit, _) = try await board()
    let hub = try await ScratchRepository(bare: true)
    try await pmgit.repository.git("remote", "add", "origin", hub.path)
    #expect(try await codes(pmgit) == ["not-on-remote"])
    try await pmgit("sync")
    #expect(try await codes(pmgit) == [])
    try await pmgit.repository.git("remote", "set-url", "origin", "/nowhere")
    #expect(try await codes(pmgit).count == 1)
    #expect(try await codes(pmgit, "--offline") == [])
    try await pmgit.repository.git("config", "pmgit.remote", "elsewhere")
    #expect(try await codes(pmgit) == ["no-remote"])
  }

  @Test("Where git merges plans by something else, doctor says so and leaves it")
  func mergeDriver() async throws {
    let (pmgit, _) = try await board()
    try await pmgit.repository.git("config", "merge.pmgit.driver", "mine %A")
    #expect(try await codes(pmgit, "--fix") == ["other-merge-driver"])
    #expect(try await pmgit.repository.git("config", "merge.pmgit.driver") == "mine %A")
  }

  @Test("Without a board there is nothing to check, and a hint")
  func noBoard() async throws {
    let pmgit = try await CommandRunner()
    #expect(try await codes(pmgit) == ["no-board", "no-merge-driver"])
  }
}
