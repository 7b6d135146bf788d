import Git
import PlanModel
import PmgitTestSupport
import Testing

@testable import PlanStore

/// Two repositories that receive the same pushes. One has the guard; in the other, git checks all
/// received objects.
private struct GuardAndCheck {
  let scratch: ScratchRepository
  let repository: Repository
  private let guarded: ScratchRepository
  private let checking: ScratchRepository
  private let base: Commit

  /// Counts of the results of pushes.
  struct Tally {
    /// Both accepted the push.
    var taken = 0
    /// git refused an object, and so did the guard.
    var refused = 0
    /// Only the guard refused the push: git accepts the objects, but they are not allowed on a
    /// board.
    var unwanted = 0
    /// The commit could not be made, or its push failed before the guard could judge it.
    var unfit = 0
  }

  init() async throws {
    scratch = try await ScratchRepository()
    guarded = try await ScratchRepository(bare: true)
    checking = try await ScratchRepository(bare: true)
    repository = try scratch.open()
    let start = try repository.commit(NewBoard.write(in: repository))
    let files = planIDs(3).map { HostileFile($0.path, PlanFile.bytes(of: Self.plan($0))) }
    let tree = try repository.writeTree(
      from: start.tree, edits: files.map { [repository] in try $0.edit(in: repository) })
    base = try repository.commit(
      repository.writeCommit(
        CommitDraft(
          tree: tree, parents: [start.id], author: .eve, committer: .eve, message: "plans\n")))
    try await checking.git("config", "transfer.fsckObjects", "true")
    let set = try await Binary(repository: guarded).shell("pmgit hooks install --server")
    try #require(set.exitCode == 0, "\(set.messages)")
    for hub in [guarded, checking] {
      try await scratch.git("push", "-q", hub.path, "\(base.id):refs/heads/base")
    }
  }

  private static func plan(_ id: PlanID) -> PlanDocument {
    var document = PlanDocument(id: ExactString(id.text))
    document.apply([.title("good"), .state("todo"), .rank("a0")], stamp: .none)
    return document
  }

  /// Pushes a random change of the board to both repositories, and adds the result to the tally.
  func push(seed: UInt64, _ tally: inout Tally) async throws {
    var random = SeededGenerator(seed: seed)
    guard var head = try await mutated(using: &random) else { return tally.unfit += 1 }
    if random.chance(50) {
      head = try await rawCommit("tree \(base.tree)\nparent \(head)", using: &random, percent: 0)
    }
    let board = "refs/heads/pmgit/b\(seed)"
    try await guarded.git("update-ref", board, base.id.hex)
    let outcome = try await Binary(repository: scratch).shell(
      """
      git push -q '\(guarded.path)' \(head):\(board) && echo guard
      git push -q '\(checking.path)' \(head):refs/heads/b\(seed) && echo check
      """)
    let isTaken = outcome.output.contains("guard")
    let isSound = outcome.output.contains("check")
    if !isTaken, !outcome.messages.contains("pmgit: 'pmgit/b\(seed)' is refused") {
      return tally.unfit += 1
    }
    #expect(!isTaken || isSound, "PMGIT_SEED=\(seed): only the guard took it:\n\(outcome.messages)")
    switch (isTaken, isSound) {
    case (true, _): tally.taken += 1
    case (false, true): tally.unwanted += 1
    case (false, false): tally.refused += 1
    }
  }

  /// Checks all objects that the guard has accepted, with `git fsck`.
  func checkTaken() async throws {
    let check = try await Binary(repository: guarded).shell("git fsck --strict --no-dangling")
    #expect(check.exitCode == 0, "\(check.messages)")
  }

  /// Returns a commit on the board with content that git may refuse; nil if it can't be made.
  private func mutated(using random: inout SeededGenerator) async throws -> String? {
    let id = random.pick(planIDs(3))
    var file = random.hostileFile(id, Self.plan(id))
    if random.chance(40) {
      file = HostileFile(random.pick([id.path, "notes"]), PlanFile.bytes(of: Self.plan(id)))
    } else if random.chance(25) {
      file = HostileFile(
        random.pick([".gitmodules", "x/.gitmodules", ".gitattributes"]), random.pick(Self.settings),
        mode: random.pick([.blob, .blob, .link]))
    }
    guard let edit = try? file.edit(in: repository),
      var tree = try? repository.writeTree(from: base.tree, edits: [edit]).hex
    else { return nil }
    if random.chance(40) {
      let isRoot = random.chance(50)
      let folder = isRoot ? tree : try await scratch.git("rev-parse", "\(tree):plans")
      let entries = random.mutated(try await scratch.rawEntries(of: folder))
      let changed = try await scratch.rawTree(
        entries.map { entry in
          random.chance(5) ? RawEntry("0\(entry.mode)", entry.name, entry.id) : entry
        })
      let root = try await scratch.rawEntries(of: tree)
      tree =
        isRoot
        ? changed
        : try await scratch.rawTree(
          root.map { $0.name == Array("plans".utf8) ? RawEntry($0.mode, $0.name, changed) : $0 })
    }
    return try await rawCommit("tree \(tree)\nparent \(base.id)", using: &random, percent: 40)
  }

  private static let settings = [
    "[submodule \"x\"]\n\tpath = x\n\turl = ./x\n", "[submodule \"../x\"]\n\turl = ./x\n",
    "[submodule \"x\"]\n\turl = --upload-pack=x\n", "[submodule \"x\"]\n\tpath = -x\n",
    "[submodule \"x\"]\n\tupdate = !x\n", "[broken", "* text\n",
    "*" + String(repeating: "x", count: 3000) + "\n",
  ]

  /// - Parameter percent: The chance in percent that the text of the commit is changed.
  private func rawCommit(
    _ start: String, using random: inout SeededGenerator, percent: Int
  ) async throws -> String {
    let person = "Eve <eve@example.org> 1795165300 +0000"
    var text = "\(start)\nauthor \(person)\ncommitter \(person)\n\nby hand\n"
    if random.chance(percent) {
      let changes = [
        ("by hand", "by\0hand"), ("committer Eve", "committer  Eve"), (" +0000\n\n", " +99999\n\n"),
        ("1795165300 +0000\n\n", "0001795165300 +0000\n\n"), ("<eve@", "<e<ve@"),
        ("author Eve <", "author Eve<"), ("author Eve", "author E\0e"), ("> 1", ">1"),
        ("1795165300 +0000\n\n", "99999999999999999999 +0000\n\n"), ("\n\nby", "\nx y\n\nby"),
        ("committer", "author Eve <e@x> 1 +0000\ncommitter"), ("by hand\n", ""), ("Eve ", ""),
      ]
      let (old, new) = random.pick(changes)
      text = text.replacing(old, with: new)
    }
    return try await scratch.rawObject("commit", Array(text.utf8))
  }
}

@Suite("Mutated objects that are pushed at a guarded board")
struct GuardedObjectsTests {
  @Test("What the guard takes, a repository takes that has git check everything")
  func mutated() async throws {
    let repositories = try await GuardAndCheck()
    var tally = GuardAndCheck.Tally()
    for seed in Seeds.replayed.map({ [$0] }) ?? Array(1...60) {
      try await repositories.push(seed: seed, &tally)
    }
    try await repositories.checkTaken()
    guard Seeds.replayed == nil else { return }
    #expect(tally.taken >= 8 && tally.refused >= 12 && tally.unwanted >= 4, "\(tally)")
  }
}

@Suite("Mutated objects that are pushed at a guarded board, for long", .soak)
struct GuardedObjectsSoak {
  @Test("What the guard takes, a repository takes that has git check everything")
  func mutated() async throws {
    try await Soak.run("guarded objects") { seed in
      var tally = GuardAndCheck.Tally()
      let repositories = try await GuardAndCheck()
      var random = SeededGenerator(seed: seed)
      for _ in 0..<20 { try await repositories.push(seed: random.next(), &tally) }
      try await repositories.checkTaken()
      return true
    }
  }
}
