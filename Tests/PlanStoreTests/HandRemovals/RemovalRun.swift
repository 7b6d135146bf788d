import Git
import PlanModel
import PmgitTestSupport

@testable import PlanStore

/// Replicas of one plan in one repository. People also remove and break the plan's file by hand.
/// After each step, the new commit must show every value that was written and not replaced.
/// Removing or breaking the file does not count as a write.
final class RemovalRun {
  private let repository: Repository
  private let store: BoardStore
  private let id = PlanID.test("k7m2")
  private var history = WriteHistory()
  private var changeCount = 0
  private var commits: [ObjectID: WriteHistory.Changes] = [:]
  /// The heads of each replica, oldest first.
  private var tips: [[ObjectID]]
  private(set) var tally = Tally()
  private(set) var failure: String?

  struct Tally {
    var merges = 0
    var crissCrosses = 0
    /// Merges with a head in which the file is hidden: removed or unreadable.
    var hidden = 0
    /// Merges with a base in which the file is hidden.
    var hiddenBases = 0

    static func += (left: inout Tally, right: Tally) {
      for count in [\Tally.merges, \.crissCrosses, \.hidden, \.hiddenBases] {
        left[keyPath: count] += right[keyPath: count]
      }
    }
  }

  private static let paths: [ElementPath] = [
    .field("title"), .field("due"), .setMember(set: "labels", member: "bug"), .other("x-top"),
  ]

  private init(_ scratch: ScratchRepository, replicas: Int) throws {
    repository = try scratch.open()
    store = try BoardStore(at: scratch.path, environment: scratch.program.environment)
    let start = try repository.reference(branch)
    guard let start else { throw StoreError.unknownPlan(typed: branch) }
    commits = [start: 0]
    tips = Array(repeating: [start], count: replicas)
  }

  /// - Parameter board: A repository with a board. The run adds commits to the repository.
  static func run(
    _ steps: [RemovalStep], replicas: Int, in board: ScratchRepository
  ) async throws -> RemovalRun {
    let run = try RemovalRun(board, replicas: replicas)
    for step in steps where run.failure == nil { try await run.take(step) }
    return run
  }

  private func take(_ step: RemovalStep) async throws {
    switch step {
    case .create(let replica):
      guard history.paths.allSatisfy({ history.live($0, in: seen(by: replica)).isEmpty }),
        try bytes(at: tip(of: replica)) == nil
      else { return }
      try write(by: replica, PlanDocument(id: ExactString(id.text)), [0, 2])
    case .edit(let replica, let paths):
      guard let document = try readable(at: tip(of: replica)) else { return }
      try write(by: replica, document, paths)
    case .writeOther(let replica):
      try commit(
        by: replica, ("notes.md", .put(try repository.writeBlob(Array("\(changeCount)".utf8)))))
    case .remove(let replica):
      guard try bytes(at: tip(of: replica)) != nil else { return }
      try commit(by: replica, (id.path, .remove))
    case .breakFile(let replica, let text):
      guard try bytes(at: tip(of: replica)) != nil else { return }
      try put(by: replica, Array("{ \(text)".utf8))
    case .restore(let replica):
      guard try readable(at: tip(of: replica)) == nil,
        let document = try store.lastReadable(id, at: tip(of: replica))
      else { return }
      try put(by: replica, PlanFile.bytes(of: document))
    case .pull(let replica, let other, let ago):
      let theirs = tips[other][max(0, tips[other].count - 1 - ago)]
      try await pull(theirs, into: replica)
    }
  }

  // MARK: - Changes

  private func tip(of replica: Int) -> ObjectID { tips[replica][tips[replica].count - 1] }

  private func seen(by replica: Int) -> WriteHistory.Changes { commits[tip(of: replica)] ?? 0 }

  private func write(by replica: Int, _ document: PlanDocument, _ paths: [Int]) throws {
    var document = document
    let seen = seen(by: replica) | WriteHistory.bit(changeCount)
    for path in Set(paths.map { Self.paths[$0] }).sorted() {
      var edit = Edit.write(path, .string("\(changeCount)"))
      if case .setMember = path {
        edit = document[path].isEmpty ? .write(path, .bool(true)) : .clear(path)
      }
      // The stamps are in no order, as if the clocks were wrong.
      let stamp = Stamp(ExactString("\(changeCount * 7 % 10)~\(changeCount)"))
      history.note(edit, stamp: stamp, in: changeCount, seen: seen)
      document.apply([edit], stamp: stamp)
    }
    try put(by: replica, PlanFile.bytes(of: document))
  }

  private func put(by replica: Int, _ bytes: [UInt8]) throws {
    try commit(by: replica, (id.path, .put(try repository.writeBlob(bytes))))
  }

  private func commit(by replica: Int, _ edit: (path: String, edit: TreeEdit)) throws {
    let parent = tip(of: replica)
    let tree = try repository.writeTree(from: repository.commit(parent).tree, edits: [edit])
    let signature = signature(of: replica)
    let commit = try repository.writeCommit(
      CommitDraft(
        tree: tree, parents: [parent], author: signature, committer: signature, message: "x\n"))
    commits[commit] = seen(by: replica) | WriteHistory.bit(changeCount)
    changeCount += 1
    try check(commit, of: replica)
  }

  /// Returns a different signature for each replica. If two replicas merge the same heads, they
  /// therefore make two commits, and the histories cross.
  private func signature(of replica: Int) -> Signature {
    Signature(
      name: "r\(replica)", email: "", seconds: BoardFixture.start + Int64(changeCount),
      offsetMinutes: 0)
  }

  // MARK: - Merges

  private func pull(_ theirs: ObjectID, into replica: Int) async throws {
    let ours = tip(of: replica)
    if ours == theirs { return }
    if try repository.isAncestor(theirs, of: ours) { return }
    if try repository.isAncestor(ours, of: theirs) { return tips[replica].append(theirs) }
    let bases = try repository.mergeBases(ours, theirs)
    try count(ours, theirs, bases)
    let merge = try await store.merge(ours, theirs, as: signature(of: replica)).commit
    commits[merge] = (commits[ours] ?? 0) | (commits[theirs] ?? 0)
    let must = try mustShow(ours, theirs, bases) || mustShow(theirs, ours, bases)
    if must, try readable(at: merge) == nil { failure = "a merge hides the plan" }
    try check(merge, of: replica)
  }

  private func count(_ ours: ObjectID, _ theirs: ObjectID, _ bases: [ObjectID]) throws {
    tally.merges += 1
    if bases.count > 1 { tally.crissCrosses += 1 }
    if try readable(at: ours) == nil || readable(at: theirs) == nil { tally.hidden += 1 }
    for base in bases where try readable(at: base) == nil {
      if try store.lastReadable(id, at: base) != nil { tally.hiddenBases += 1 }
    }
  }

  /// Whether the merge must have a readable file because `one` has a readable file.
  ///
  /// This is false if only `other` changed the file since the bases, without removing it: the new
  /// file may be unreadable.
  private func mustShow(_ one: ObjectID, _ other: ObjectID, _ bases: [ObjectID]) throws -> Bool {
    guard try readable(at: one) != nil else { return false }
    let blob = try bytes(at: one)
    return try bytes(at: other) == nil || !bases.allSatisfy { try bytes(at: $0) == blob }
  }

  // MARK: - What is there

  private func bytes(at commit: ObjectID) throws -> ObjectID? {
    try repository.treeEntry(at: id.path, in: repository.commit(commit).tree)?.id
  }

  private func readable(at commit: ObjectID) throws -> PlanDocument? {
    guard let blob = try bytes(at: commit) else { return nil }
    return BoardFile.plan(id).read(try repository.blob(blob)).document
  }

  private func check(_ commit: ObjectID, of replica: Int) throws {
    tips[replica].append(commit)
    guard failure == nil else { return }
    let document = try store.lastReadable(id, at: commit) ?? PlanDocument(id: ExactString(id.text))
    let wrong = history.difference(of: document, in: commits[commit] ?? 0)
    if let wrong { failure = "the last commit of r\(replica): \(wrong)" }
  }
}
