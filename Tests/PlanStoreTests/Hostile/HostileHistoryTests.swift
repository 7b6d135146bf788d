import Git
import PlanModel
import PlanStore
import PmgitTestSupport
import Testing

/// Commits and references that git itself does not make.
@Suite("Hostile histories")
struct HostileHistoryTests {
  /// Stores a commit of the board's current tree in the remote, and moves the branch to it.
  private func push(
    _ hub: ScratchRepository, parents: [String]? = nil,
    author: String = "Eve <e@x.org> 1795165300 +0000",
    committer: String? = nil, message: String = "bad"
  ) async throws -> String {
    let tip = try await hub.git("rev-parse", branch)
    let lines =
      ["tree \(try await hub.git("rev-parse", "\(branch)^{tree}"))"]
      + (parents ?? [tip]).map { "parent \($0)" } + [
        "author \(author)", "committer \(committer ?? author)",
      ]
    let commit = try await hub.rawObject(
      "commit", Array((lines.joined(separator: "\n") + "\n\n\(message)\n").utf8))
    try hub.write(commit + "\n", to: "repository/\(branch)")
    return commit
  }

  /// Makes a change that is not shared, so that a sync has to merge.
  private func edit(_ board: HostileBoard) async throws -> ObjectID {
    try await board.ada.edit(HostileBoard.plan, .title("mine"))
    return try board.ada.tip()
  }

  @Test("A commit with 1,000 parents is merged and its history is shown")
  func parents() async throws {
    let board = try await HostileBoard()
    let tip = try await board.hub.git("rev-parse", branch)
    let tree = try await board.hub.git("rev-parse", "\(branch)^{tree}")
    let repository = try board.hub.open()
    let id = try #require(ObjectID(hex: tip))
    let parents = try (0..<1000).map { index in
      try repository.writeCommit(
        CommitDraft(
          tree: try #require(ObjectID(hex: tree)), parents: [id], author: .eve, committer: .eve,
          message: "\(index)\n")
      ).hex
    }
    _ = try await push(board.hub, parents: parents)
    _ = try await edit(board)
    #expect(try await board.ada.sync().fetched == 1001)
    #expect(try board.ada.plan(HostileBoard.plan).title == "mine")
    try await board.expectWorks()
    #expect(try board.ada.store().snapshot(at: board.ada.tip()).history().isEmpty == false)
  }

  @Test("A head whose parent is missing is not brought; the board here works on")
  func missingParent() async throws {
    let board = try await HostileBoard()
    let good = try await board.hub.git("rev-parse", branch)
    _ = try await push(board.hub, parents: [String(repeating: "1", count: 40)])
    let tip = try await edit(board)
    _ = try await storeError { try await board.ada.sync() }
    #expect(try board.ada.tip() == tip)
    try board.hub.write(good + "\n", to: "repository/\(branch)")
    try await board.expectWorks()
  }

  @Test(
    "A branch that is at a tag, a tree or a blob is refused; the board here works on",
    arguments: ["tag", "tree", "blob"])
  func headOfAnotherType(type: String) async throws {
    let board = try await HostileBoard()
    let good = try await board.hub.git("rev-parse", branch)
    let object =
      switch type {
      case "tag":
        try await board.hub.rawObject(
          "tag",
          Array(
            "object \(good)\ntype commit\ntag x\ntagger Eve <e@x.org> 1795165300 +0000\n\nx\n".utf8)
        )
      case "tree": try await board.hub.git("rev-parse", "\(branch)^{tree}")
      default: try await board.hub.blob("x")
      }
    try board.hub.write(object + "\n", to: "repository/\(branch)")
    let tip = try await edit(board)
    _ = try await storeError { try await board.ada.sync() }
    #expect(try board.ada.tip() == tip)
    #expect(try board.ada.titles() == ["mine"])
    // The object may already be in the repository, with a reference to it.
    try await board.ada.repository.git("fetch", "--quiet", "origin", object)
    try board.ada.repository.write(object + "\n", to: "repository/.git/\(trackingBranch)")
    let error = try await storeError { try await board.ada.sync() }
    guard case .unsafeHead(_, path: "", _) = error else { throw error }
    #expect(try board.ada.titles() == ["mine"])
    try board.hub.write(good + "\n", to: "repository/\(branch)")
    try await board.ada.repository.git("update-ref", "-d", trackingBranch)
    try await board.expectWorks()
  }

  @Test("Who made a commit, and when, may be anything: the board is merged and told")
  func author() async throws {
    let board = try await HostileBoard()
    for line in [
      "Eve <e@x.org>", "Eve <e@x.org> 99999999999999 +0000", "Eve <e@x.org> -5 +0000",
      "Eve <e@x.org> 1795165300 +9999", "<> 0 +0000",
      "Eve\u{1B}[2J <e\u{202E}@x.org> 1795165300 +0000",
    ] {
      _ = try await push(board.hub, author: line)
    }
    _ = try await edit(board)
    #expect(try await board.ada.sync().fetched == 6)
    try await board.expectWorks()
    #expect(try board.ada.store().snapshot(at: board.ada.tip()).history().isEmpty == false)
  }

  @Test(
    "A history with a commit that can't be read is refused with that commit, and can be mended",
    arguments: zip(["Eve <e@x.org> x y", "Eve", ""], [true, false, true]))
  func unreadableCommit(line: String, isAuthor: Bool) async throws {
    let board = try await HostileBoard()
    let start = try await board.hub.git("rev-parse", branch)
    let good = "Eve <e@x.org> 1795165300 +0000"
    let bad = try await push(
      board.hub, author: isAuthor ? line : good, committer: isAuthor ? good : line)
    // The head itself is valid.
    _ = try await push(board.hub)
    let tip = try await edit(board)
    for error in [
      try await storeError { try await board.ada.sync() },
      try await storeError { try await board.freshClone { _ = try await $0.create() } },
      try await storeError { try await board.freshClone { try await $0.firstChange() } },
    ] {
      guard case .unsafeHead(let commit, path: "", let reason) = error else { throw error }
      #expect(commit.hex == bad)
      #expect(reason.contains("signature"), "\(reason)")
    }
    #expect(try board.ada.tip() == tip)
    #expect(try board.ada.titles() == ["mine"])
    try board.hub.write(start + "\n", to: "repository/\(branch)")
    try await board.expectWorks()
  }

  @Test("A message of ten million bytes is no reason to refuse a board")
  func message() async throws {
    let board = try await HostileBoard()
    _ = try await push(board.hub, message: String(repeating: "long\n", count: 2_000_000))
    _ = try await edit(board)
    try await board.ada.sync()
    try await board.expectWorks()
  }

  @Test("100,000 files in one folder are checked, merged and left alone")
  func manyFiles() async throws {
    let board = try await HostileBoard()
    let blob = try await board.hub.blob("x")
    let names = (0..<100_000).map { "f\($0)" }.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    let folder = try await board.hub.rawTree(names.map { RawEntry("100644", $0, blob) })
    var root = try await board.hub.rawEntries(of: branch)
    root.append(RawEntry("40000", "x", folder))
    let commit = try await board.hub.rawCommit(
      tree: board.hub.rawTree(root), parents: [board.hub.git("rev-parse", branch)])
    try await board.hub.git("update-ref", branch, commit)
    _ = try await edit(board)
    try await board.ada.sync()
    try await board.expectWorks()
  }

  @Test("A remote branch that points nowhere is as good as none")
  func symbolic() async throws {
    let board = try await HostileBoard()
    _ = try await edit(board)
    try await board.hub.git("symbolic-ref", branch, "refs/heads/elsewhere")
    try await board.ada.sync()
    #expect(try board.ada.titles() == ["mine"])
    try await board.expectWorks()
  }

  @Test("A tracking branch at an object that is not there stops a sync, and nothing else")
  func packed() async throws {
    let board = try await HostileBoard()
    let repository = board.ada.repository
    try await repository.git("update-ref", "-d", trackingBranch)
    let missing = String(repeating: "1", count: 40)
    try repository.write("\(missing) \(trackingBranch)\n", to: "repository/.git/packed-refs")
    let error = try await storeError { try await board.ada.sync() }
    #expect("\(error)".contains("bad object \(trackingBranch)"))
    #expect(try board.ada.titles() == ["shared"])
    try await board.ada.edit(HostileBoard.plan, .title("mine"))
    try await repository.git("update-ref", "-d", trackingBranch)
    try await board.expectWorks()
  }
}
