import PlanModel
import PmgitTestSupport
import Testing

/// Settings that were broken by hand, in every clone that gets them.
@Suite("A broken board.json") struct BrokenSettingsTests {
  /// Breaks the settings with git alone, in a work tree of the board's branch.
  private func breakByHand(_ git: ScratchRepository, _ text: String = "{ broken\n") async throws {
    if try await git.git("worktree", "list", "--porcelain").contains("refs/heads/pmgit/main") {
      try await git.git("-C", "../byhand", "reset", "--quiet", "--hard")
    } else {
      try await git.git("worktree", "add", "--quiet", "../byhand", "pmgit/main")
    }
    try git.write(text, to: "byhand/board.json")
    try await git.git("-C", "../byhand", "commit", "--quiet", "-am", "settings by hand")
  }

  /// Returns two clones, and the commit that broke the settings. The first clone has pushed that
  /// commit and another one on top.
  private func brokenPair() async throws -> (pair: SharedBoard, culprit: String) {
    let pair = try await SharedBoard()
    _ = try await pair.first.add("Shared")
    try await pair.first("column", "add", "review")
    try await pair.syncBoth()
    try await breakByHand(pair.first.repository)
    let git = pair.first.repository
    let culprit = try await git.git("rev-parse", "--short=7", "pmgit/main")
    try await git.git("push", "--quiet", "origin", "pmgit/main")
    // A second commit on top, so that the head is not the commit that broke the settings.
    try await breakByHand(git, "{ broken otherwise\n")
    try await git.git("push", "--quiet", "origin", "pmgit/main")
    return (pair, culprit)
  }

  /// Runs every command in the hints exactly as printed.
  private func runHints(_ messages: String, with pmgit: CommandRunner) async throws {
    let hints = messages.split(separator: "\n").filter { $0.contains("hint: ") }
    var ran = 0
    for part in hints.joined(separator: "\n").split(separator: "'") {
      let words = part.split(separator: " ").map(String.init)
      if words.first == "pmgit" {
        let result = await pmgit.run(Array(words.dropFirst()))
        #expect(result.exitCode == 0, "\(part): \(result.messages)")
        ran += 1
      } else if words.starts(with: ["git", "show"]) {
        _ = try await pmgit.repository.program.run(Array(words.dropFirst()), in: pmgit.directory)
        ran += 1
      }
    }
    #expect(ran >= 2, "\(messages)")
  }

  /// Syncs, and checks that both clones have the same commit, no problems, and still the column
  /// 'review'.
  private func expectMended(_ pair: SharedBoard) async throws {
    for pmgit in [pair.first, pair.second, pair.first] { try await pmgit("sync") }
    #expect(Set(try await pair.tips()).count == 1)
    for pmgit in [pair.first, pair.second] {
      #expect(try await pmgit("config").contains("review"))
      #expect(await pmgit.run(["list"]).messages == "")
      #expect(await pmgit.run(["doctor"]).exitCode == 0)
    }
    #expect(try await pair.hub.git("show", "pmgit/main:board.json").contains("review"))
  }

  @Test("that was mended where it was broken is shared again by a sync")
  func mendedByHand() async throws {
    let (pair, _) = try await brokenPair()
    let git = pair.first.repository
    let good = try await git.git("show", "pmgit/main~2:board.json") + "\n"
    try await breakByHand(git, good)
    #expect(await pair.first.run(["sync"]).exitCode == 0)
    try await expectMended(pair)
  }

  @Test(
    "that was broken here is not sent, and the refusal names who and when, and the way out",
    arguments: [["sync"], ["sync", "--push"], ["take"]])
  func notSent(command: [String]) async throws {
    let pair = try await SharedBoard()
    try await pair.first("column", "add", "review")
    try await pair.first("sync")
    let before = try await pair.hub.git("rev-parse", "pmgit/main")
    try await breakByHand(pair.first.repository)
    let culprit = try await pair.first.repository.git("rev-parse", "--short=7", "pmgit/main")
    let id = try await pair.first.add("A plan")
    let refused = await pair.first.run(command + (command == ["take"] ? [id] : []))
    #expect(refused.exitCode == 1)
    let words = "since commit \(culprit) by Dev One <one@example.org>, 2"
    let stands = refused.messages.contains(words)
    #expect(stands && refused.messages.contains(": settings by hand\n"), "\(refused.messages)")
    #expect(try await pair.hub.git("rev-parse", "pmgit/main") == before)
    try await runHints(refused.messages, with: pair.first)
    try await expectMended(pair)
  }

  @Test(
    "that came from elsewhere stops nobody: what was there stands, and each place tells the way out",
    arguments: [["sync"], ["doctor"], ["list"]])
  func neverMerged(command: [String]) async throws {
    let (pair, culprit) = try await brokenPair()
    let added = try await pair.second.add("Added meanwhile")
    let synced = await pair.second.run(["sync"])
    #expect(synced.exitCode == 0)
    #expect(try await pair.second("config").contains("review"))
    pair.second.useTerminal(widthInCells: 1000)
    let told = command == ["sync"] ? synced : await pair.second.run(command)
    let words = told.output + told.messages
    #expect(words.contains("commit \(culprit) by Dev One"), "\(words)")
    #expect(words.contains("'pmgit restore board'"))
    try await runHints(words, with: pair.second)
    try await expectMended(pair)
    #expect(try await pair.first("list").contains(added))
  }

  @Test("is a finding of doctor while it was fetched only, and the hints mend it")
  func fetchedOnly() async throws {
    let (pair, culprit) = try await brokenPair()
    try await pair.second.repository.git("fetch", "--quiet")
    pair.second.useTerminal(widthInCells: 1000)
    for options in [[], ["--offline"]] {
      let found = await pair.second.run(["doctor"] + options)
      #expect(found.exitCode == 1)
      #expect(found.output.contains("'board.json' of 'origin' can't be read"), "\(found.output)")
      #expect(found.output.contains("commit \(culprit) by Dev One"))
    }
    try await runHints(await pair.second.run(["doctor"]).output, with: pair.second)
    try await expectMended(pair)
  }

  @Test("is mended by 'doctor --fix', and nothing else is changed")
  func fixed() async throws {
    let (pair, _) = try await brokenPair()
    try await pair.second("sync")
    let list = try await pair.second("list")
    #expect(await pair.second.run(["doctor", "--fix"]).exitCode == 0)
    let files = try await pair.second.repository.git(
      "diff", "--name-only", "pmgit/main~1", "pmgit/main")
    #expect(files == "board.json")
    #expect(try await pair.second("list") == list)
    #expect(try await pair.second.repository.git("diff", "pmgit/main~3", "pmgit/main") == "")
    try await expectMended(pair)
  }

  @Test("is no end for a fresh clone: it lists, tells, and mends it for all")
  func freshClone() async throws {
    let (pair, culprit) = try await brokenPair()
    let clone = try await ScratchRepository(cloning: pair.hub)
    let pmgit = try CommandRunner(clone, seed: 3)
    let listed = await pmgit.run(["list"])
    #expect(listed.exitCode == 0 && listed.output.contains("Shared"))
    #expect(listed.messages.contains("commit \(culprit) by Dev One"))
    #expect(await pmgit.run(["doctor"]).exitCode == 1)
    try await runHints(listed.messages, with: pmgit)
    try await expectMended(pair)
  }

  @Test("in a board of another name is mended by the same hints, with that name")
  func otherBoard() async throws {
    let pair = try await SharedBoard()
    let git = pair.first.repository
    try await pair.first("init", "--board", "side")
    try await pair.first("sync", "--board", "side")
    try await git.git("worktree", "add", "--quiet", "../byhand", "pmgit/side")
    try git.write("{", to: "byhand/board.json")
    try await git.git("-C", "../byhand", "commit", "--quiet", "-am", "by hand")
    try await git.git("push", "--quiet", "origin", "pmgit/side")
    try await pair.second("init", "--board", "side")
    let told = await pair.second.run(["sync", "--board", "side"])
    try await runHints(told.messages, with: pair.second)
    #expect(await pair.second.run(["list", "--board", "side"]).messages == "")
  }

  @Test("of a newer format refuses as before, and goes through once a commit took it back")
  func newerFormat() async throws {
    let pair = try await SharedBoard()
    let git = pair.first.repository
    let good = try await git.git("show", "pmgit/main:board.json") + "\n"
    try await pair.second("sync")
    let newer = good.replacing(#""format": 1"#, with: #""format": 2"#)
    try await breakByHand(git, newer)
    try await git.git("push", "--quiet", "origin", "pmgit/main")
    let before = try await pair.second.repository.git("rev-parse", "pmgit/main")
    let refused = await pair.second.run(["sync"])
    #expect(refused.exitCode == 1 && refused.messages.contains("has format 2"))
    #expect(try await pair.second.repository.git("rev-parse", "pmgit/main") == before)
    #expect(await pair.second.run(["doctor", "--offline"]).exitCode == 1)
    // The newer format is also found below a version that can't be read.
    try await breakByHand(git, "{")
    try await git.git("push", "--quiet", "origin", "pmgit/main")
    #expect(await pair.second.run(["sync"]).messages.contains("has format 2"))
    try await breakByHand(git, good)
    #expect(await pair.first.run(["sync"]).exitCode == 0)
    #expect(await pair.second.run(["sync"]).exitCode == 0)
  }
}
