import Git
package import PlanModel

extension BoardStore {
  /// Returns the plan at `tip` without the changes that broke or removed its file.
  ///
  /// A readable file is returned unchanged. Otherwise the versions of the parents are merged as in
  /// a sync. So a file with the conflict markers of `git merge` becomes the merge of both sides:
  ///
  ///     v1 ── v2 ── markers       gives  merge(v2, v3), from v1
  ///       └── v3 ──┘
  ///
  /// - Returns: nil if no version of the plan is readable, or if the budget is exhausted.
  /// - Throws: `StoreError.planFormatTooNew` if the version needs a newer pmgit; `.shallow` if the
  ///   history is cut off.
  /// - Complexity: Reads each commit since the last readable version, with a few folders.
  package func lastReadable(_ id: PlanID, at tip: ObjectID) throws -> PlanDocument? {
    var budget = SearchBudget()
    let document = try lastReadable(.plan(id), at: tip, budget: &budget)
    if let format = document?.format, format > PlanDocument.supportedFormat {
      throw StoreError.planFormatTooNew(id, found: format)
    }
    return document
  }

  /// Returns the last readable version of any file, in any format, as the function above does.
  /// Several searches share the budget.
  func lastReadable(
    _ file: BoardFile, at tip: ObjectID, budget: inout SearchBudget
  ) throws -> PlanDocument? {
    try requireHistory(of: tip)
    var versions = ReadableVersions(store: self, file: file, budget: budget)
    defer { budget = versions.budget }
    return try versions.version(at: tip)
  }
}

/// The budget for finding readable versions. It is needed because somebody may push a long run of
/// broken versions on purpose. It counts work and not time, so all clones stop at the same commit.
struct SearchBudget {
  /// The most commits to read, which takes about a second.
  var commits = 10_000
  /// The most merges of versions.
  var merges = 64
  /// The most bytes of all results of these merges.
  var bytes = 16 << 20

  var isSpent: Bool { commits <= 0 || merges <= 0 || bytes <= 0 }
}

/// The readable versions of one file in a history, with a cache.
private struct ReadableVersions {
  private let store: BoardStore
  private let file: BoardFile
  /// The commits that were searched.
  private var searched: Set<ObjectID> = []
  /// The version of the file at each searched commit with a readable version in its history.
  private var found: [ObjectID: PlanDocument] = [:]
  private(set) var budget: SearchBudget

  /// The most parents of a merge commit, because each needs its merge bases with all others. A
  /// commit with more parents counts as having no readable version.
  private static let mostParents = 16

  init(store: BoardStore, file: BoardFile, budget: SearchBudget) {
    (self.store, self.file, self.budget) = (store, file, budget)
  }

  /// Returns the version at a commit, after finding those that it depends on; nil if no version is
  /// readable or the budget is used up. The search is not recursive, because a file may be broken
  /// for thousands of commits.
  mutating func version(at tip: ObjectID) throws -> PlanDocument? {
    var waiting = [tip]
    while let id = waiting.last {
      if budget.isSpent { return nil }
      let needed = searched.contains(id) ? [] : try settle(id)
      if needed.isEmpty { waiting.removeLast() } else { waiting += needed }
    }
    return found[tip]
  }

  /// Finds the version at one commit. Returns the commits whose versions must be found first; empty
  /// when done.
  private mutating func settle(_ id: ObjectID) throws -> [ObjectID] {
    budget.commits -= 1
    let commit = try store.repository.commit(id)
    if let document = try read(commit.tree) {
      note(document, at: id)
      return []
    }
    let parents = commit.parents.filter { !searched.contains($0) }
    if !parents.isEmpty { return parents }
    if commit.parents.count > Self.mostParents {
      note(nil, at: id)
      return []
    }
    var merged: PlanDocument?
    var heads: [ObjectID] = []
    for parent in commit.parents {
      guard let document = found[parent] else { continue }
      if let other = merged, other != document {
        let bases = try bases(of: parent, with: heads)
        let missing = bases.filter { !searched.contains($0) }
        if !missing.isEmpty { return missing }
        let both = PlanMerge.merge(other, document, bases: bases.compactMap { found[$0] })
        budget.merges -= 1
        let bytes = PlanFile.bytes(of: both).count
        budget.bytes -= bytes
        // As in a sync, a merge that is too long to be read back is not used.
        if bytes <= JSONReader.maximumSize { merged = both }
      } else {
        merged = document
      }
      heads.append(parent)
    }
    note(merged, at: id)
    return []
  }

  private mutating func note(_ version: PlanDocument?, at commit: ObjectID) {
    searched.insert(commit)
    found[commit] = version
  }

  /// Returns the best common ancestors of a commit with each of the heads, as in git's octopus
  /// merge.
  private func bases(of commit: ObjectID, with heads: [ObjectID]) throws -> [ObjectID] {
    var bases: Set<ObjectID> = []
    for head in heads { bases.formUnion(try store.repository.mergeBases(head, commit)) }
    return bases.sorted()
  }

  private func read(_ tree: ObjectID) throws -> PlanDocument? {
    let entry = try store.repository.treeEntry(at: file.path, in: tree)
    return try entry.flatMap { [store, file] entry in
      try file.read(entry, from: store.repository).document
    }
  }
}
