import Git
import PlanModel

/// The references to plans in commits of the code. Each commit is read once.
struct CodeReferences {
  private let store: BoardStore
  /// The references in the subject and the trailers of each commit's own message.
  private var own: [ObjectID: [PlanReference]] = [:]
  /// The references in all lines of the messages, not only in trailers. A squash copies the
  /// trailers of the older messages into the body of the new message.
  private var lines: [ObjectID: [PlanReference]] = [:]
  /// The commits that each commit reverts.
  private var reverted: [ObjectID: [ObjectID]] = [:]
  /// The references of each commit and of the commits that it reverts.
  private var all: [ObjectID: [PlanReference]] = [:]

  init(_ store: BoardStore) { self.store = store }

  /// The longest chain of reverts that is followed.
  private static let deepestRevert = 10

  /// Reads commits and the commits that they revert. A commit that is not in this clone has no
  /// references.
  ///
  /// - Complexity: Reads one object for each commit, and runs git at most once.
  mutating func read(_ commits: [ObjectID]) async throws {
    // The subjects of commits whose trailers only git can find.
    var unclear: [ObjectID: String] = [:]
    var waiting = commits
    for _ in 0...Self.deepestRevert {
      var next: [ObjectID] = []
      for id in waiting where own[id] == nil {
        own[id] = []
        guard let commit = try store.commitIfThere(id), PlanReference.mayBe(in: commit.message)
        else { continue }
        if let plain = try store.repository.plainTrailers(of: Array(commit.message.utf8)) {
          own[id] = PlanReference.read(subject: commit.subject, trailers: plain)
        } else {
          unclear[id] = commit.subject
        }
        lines[id] = PlanReference.read(subject: commit.message, trailers: commit.message)
        for name in PlanReference.revertedCommits(in: commit.message) {
          guard let inner = try store.codeCommit(named: name) else { continue }
          reverted[id, default: []].append(inner)
          next.append(inner)
        }
      }
      waiting = next
    }
    let trailers = try await store.program.trailers(of: unclear.keys.sorted())
    for (id, subject) in unclear {
      own[id] = PlanReference.read(subject: subject, trailers: trailers[id] ?? "")
    }
    for id in commits { _ = settle(id) }
  }

  func hasRead(_ commit: ObjectID) -> Bool { own[commit] != nil }

  /// The references of a commit that was read, including those of reverted commits.
  subscript(_ commit: ObjectID) -> [PlanReference] { all[commit] ?? [] }

  /// Returns the references in all lines of a commit that was read.
  func lines(of commit: ObjectID) -> [PlanReference] { lines[commit] ?? [] }

  /// Returns a commit's own references and those of the commits that it reverts. Each commit is
  /// handled once, because nested reverts could multiply the work: a hundred reverts, ten levels
  /// deep.
  private mutating func settle(_ commit: ObjectID) -> [PlanReference] {
    if let found = all[commit] { return found }
    var found = own[commit] ?? []
    for inner in reverted[commit] ?? [] { found += settle(inner).map(\.reverted) }
    found = Array(found.prefix(PlanReference.mostOfACommit))
    all[commit] = found
    return found
  }
}

extension BoardStore {
  /// Returns the commit whose id begins with the digits; nil if no commit or several commits do, or
  /// for fewer than seven digits. A full id is returned without looking it up.
  fileprivate func codeCommit(named digits: String) throws -> ObjectID? {
    if let id = ObjectID(hex: digits) { return id }
    guard digits.utf8.count >= 7 else { return nil }
    return try onlyCommit(named: digits)
  }
}
