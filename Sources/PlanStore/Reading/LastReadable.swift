import Git
package import PlanModel

extension BoardStore {
  /// The plan as it would be at `tip` if its unreadable versions had not been written and its file
  /// not removed.
  ///
  /// A file that can be read is taken as it is. Otherwise the versions of the parents are merged as
  /// a sync merges them. So a file in which `git merge` left its markers becomes the merge of both
  /// sides:
  ///
  ///     v1 ── v2 ── markers       gives  merge(v2, v3), from v1
  ///       └── v3 ──┘
  ///
  /// - Parameter ofAnyFormat: Whether to accept a version that a newer pmgit wrote, as merging
  ///   does.
  /// - Returns: nil if no version of the plan can be read, or none was found within the budget.
  /// - Throws: `StoreError.planFormatTooNew` if such a version is not accepted, `.shallow` if the
  ///   history ends before one is found.
  /// - Complexity: One commit and a few folders for each commit since a version could be read.
  package func lastReadable(
    _ id: PlanID, at tip: ObjectID, ofAnyFormat: Bool = false
  ) throws(StoreError) -> PlanDocument? {
    var budget = SearchBudget()
    let document = try lastReadable(.plan(id), at: tip, budget: &budget)
    if let format = document?.format, !ofAnyFormat, format > PlanDocument.supportedFormat {
      throw .planFormatTooNew(id, found: format)
    }
    return document
  }

  /// The same for any file and format, within a budget that several searches share.
  func lastReadable(
    _ file: BoardFile, at tip: ObjectID, budget: inout SearchBudget
  ) throws(StoreError) -> PlanDocument? {
    try requireHistory(of: tip)
    var versions = ReadableVersions(store: self, file: file, budget: budget)
    defer { budget = versions.budget }
    return try versions.version(at: tip)
  }
}

/// The budget for finding readable versions: a history may be pushed that is broken for long on
/// purpose. It depends on nothing but the history, so all clones stop at the same place.
struct SearchBudget {
  /// The commits to look at: about a second's work.
  var commits = 10_000
  /// The merges of versions to make, and the bytes of their results in all.
  var merges = 64
  var bytes = 16 << 20

  var isSpent: Bool { commits <= 0 || merges <= 0 || bytes <= 0 }
}

/// The readable versions of one file in a history, each found once.
private struct ReadableVersions {
  private let store: BoardStore
  private let file: BoardFile
  /// The result for each commit that was looked at.
  private var found: [ObjectID: Found] = [:]
  private(set) var budget: SearchBudget
  /// The version of the file at a commit.
  private enum Found {
    case document(PlanDocument)
    /// No version in the commit's history can be read.
    case nothing

    var document: PlanDocument? { if case .document(let document) = self { document } else { nil } }
  }

  /// The most parents of a merge to read, as each needs its bases with all others.
  private static let mostParents = 16

  init(store: BoardStore, file: BoardFile, budget: SearchBudget) {
    (self.store, self.file, self.budget) = (store, file, budget)
  }

  /// Finds the version at a commit after the versions that it depends on. Without recursion, as a
  /// file may have been broken for thousands of commits.
  mutating func version(at tip: ObjectID) throws(StoreError) -> PlanDocument? {
    var waiting = [tip]
    while let id = waiting.last {
      if budget.isSpent { return nil }
      let needed = found[id] == nil ? try settle(id) : []
      if needed.isEmpty { waiting.removeLast() } else { waiting += needed }
    }
    return found[tip]?.document
  }

  /// Finds the version at one commit, or returns the commits whose versions it needs first.
  private mutating func settle(_ id: ObjectID) throws(StoreError) -> [ObjectID] {
    budget.commits -= 1
    let commit = try store.repository.commit(id)
    if let document = try read(commit.tree) {
      found[id] = .document(document)
      return []
    }
    let parents = commit.parents.filter { found[$0] == nil }
    if !parents.isEmpty { return parents }
    if commit.parents.count > Self.mostParents {
      found[id] = .nothing
      return []
    }
    var merged: PlanDocument?
    var heads: [ObjectID] = []
    for parent in commit.parents {
      guard let document = found[parent]?.document else { continue }
      if let other = merged, other != document {
        let bases = try bases(of: parent, with: heads)
        let missing = bases.filter { found[$0] == nil }
        if !missing.isEmpty { return missing }
        let both = PlanMerge.merge(other, document, bases: bases.compactMap { found[$0]?.document })
        budget.merges -= 1
        let bytes = PlanFile.bytes(of: both).count
        budget.bytes -= bytes
        // As in a sync, a merge that could not be read back is not used.
        if bytes <= JSONReader.maximumSize { merged = both }
      } else {
        merged = document
      }
      heads.append(parent)
    }
    found[id] = merged.map(Found.document) ?? .nothing
    return []
  }

  /// The common ancestors that an octopus merge of git would use; for one head, the best ones.
  private func bases(
    of commit: ObjectID, with heads: [ObjectID]
  ) throws(StoreError) -> [ObjectID] {
    var bases: Set<ObjectID> = []
    for head in heads { bases.formUnion(try store.repository.mergeBases(head, commit)) }
    return bases.sorted()
  }

  private func read(_ tree: ObjectID) throws(StoreError) -> PlanDocument? {
    let entry = try store.repository.treeEntry(at: file.path, in: tree)
    return try entry.flatMap { [store, file] entry throws(StoreError) in
      try file.read(entry, from: store.repository).document
    }
  }
}
