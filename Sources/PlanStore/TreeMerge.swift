import Git
import PlanModel

/// Merges the trees of two heads, file by file, into a new tree.
struct TreeMerge {
  let repository: Repository
  private let bases: [ObjectID]

  /// What a merge found.
  struct Result {
    var tree: ObjectID
    /// The plans that both sides had changed.
    var merged: [PlanID] = []
    /// The paths where this merge, and neither side before it, has several values.
    var conflicts: [(file: OwnedFile, conflict: Conflict)] = []
    /// Where the bytes went that could not be read.
    var quarantined: [String] = []
  }

  /// - Parameter bases: The trees of all best common ancestors.
  init(_ repository: Repository, bases: [ObjectID]) {
    self.repository = repository
    self.bases = bases
  }

  /// Merges two trees; the result does not depend on their order.
  ///
  /// - Complexity: One tree read for each folder that differs, three blobs for each file that both
  ///   sides changed.
  func merge(_ a: ObjectID, _ b: ObjectID) throws(StoreError) -> Result {
    let differences = try git { () throws(GitError) in
      try repository.treeDifferences(from: a, to: b, under: nil)
    }
    var result = Result(tree: a)
    var edits: [(path: String, edit: TreeEdit)] = []
    for difference in differences {
      guard let path = difference.pathString else { continue }  // `HeadCheck` let none pass.
      let sides = Sides(
        path: path, a: difference.old.map(Leaf.init), b: difference.new.map(Leaf.init),
        bases: try bases(at: path))
      let chosen = try choose(sides, &result, &edits)
      guard chosen != sides.a else { continue }
      edits.append((path: path, edit: chosen.map { .put($0.id, $0.mode) } ?? .remove))
    }
    result.tree = try git { () throws(GitError) in try repository.writeTree(from: a, edits: edits) }
    return result
  }

  /// What stands at a path: an entry without its name.
  private struct Leaf: Equatable {
    let id: ObjectID
    let mode: FileMode

    init(id: ObjectID, mode: FileMode) { (self.id, self.mode) = (id, mode) }
    init(_ entry: TreeEntry) { self.init(id: entry.id, mode: entry.mode) }
  }

  /// One path on which the sides differ.
  private struct Sides {
    let path: String
    let a: Leaf?
    let b: Leaf?
    /// The entry in every base, nil where a base does not have it.
    let bases: [Leaf?]

    /// The side that changed the path, if the other one left it as all bases have it.
    var changedAlone: Leaf?? {
      guard !bases.isEmpty else { return nil }
      if bases.allSatisfy({ $0 == a }) { return .some(b) }
      if bases.allSatisfy({ $0 == b }) { return .some(a) }
      return nil
    }
  }

  private func bases(at path: String) throws(StoreError) -> [Leaf?] {
    var entries: [Leaf?] = []
    for base in bases {
      let entry = try git { () throws(GitError) in
        try repository.treeEntry(at: path, in: base)
      }
      entries.append(entry.map(Leaf.init))
    }
    return entries
  }

  private func choose(
    _ sides: Sides, _ result: inout Result, _ edits: inout [(path: String, edit: TreeEdit)]
  ) throws(StoreError) -> Leaf? {
    guard let file = OwnedFile(path: sides.path) else {
      if let alone = sides.changedAlone { return alone }
      return try chooseForeign(sides, &result, &edits)
    }
    // pmgit never removes a file, so a missing one is a side that has not seen it, or an accident.
    guard let a = sides.a, let b = sides.b else { return sides.a ?? sides.b }
    if let alone = sides.changedAlone { return alone }
    if case .plan(let id) = file { result.merged.append(id) }
    switch (try read(a, as: file), try read(b, as: file)) {
    case (.document(let ours), .document(let theirs)):
      return try merge(file, ours, theirs, sides.bases, &result)
    case (.document, .unreadable): return try keep(a, quarantine: b, of: file, &result, &edits)
    case (.unreadable, .document): return try keep(b, quarantine: a, of: file, &result, &edits)
    case (.unreadable, .unreadable):
      let (first, second) = a.id > b.id ? (a, b) : (b, a)
      return try keep(first, quarantine: second, of: file, &result, &edits)
    }
  }

  private func read(_ leaf: Leaf, as file: OwnedFile) throws(StoreError) -> OwnedFile.Content {
    try file.read(leaf.id, leaf.mode, from: repository)
  }

  private func merge(
    _ file: OwnedFile, _ a: PlanDocument, _ b: PlanDocument, _ baseEntries: [Leaf?],
    _ result: inout Result
  ) throws(StoreError) -> Leaf {
    var documents: [PlanDocument] = []
    for case let entry? in baseEntries {
      // An unreadable base is one that nobody has seen: both sides stay, nothing is lost.
      if case .document(let base) = try read(entry, as: file) {
        documents.append(base)
      }
    }
    let merged = PlanMerge.merge(a, b, bases: documents)
    for conflict in merged.conflicts {
      let elements = merged[conflict.path]
      if elements != a[conflict.path], elements != b[conflict.path] {
        result.conflicts.append((file: file, conflict: conflict))
      }
    }
    let blob = try git { () throws(GitError) in
      try repository.writeBlob(PlanFile.bytes(of: merged))
    }
    return Leaf(id: blob, mode: .blob)
  }

  // MARK: - What can't be merged

  /// Two people changed a file that is not pmgit's: the greater id stays, the other is set aside.
  private func chooseForeign(
    _ sides: Sides, _ result: inout Result, _ edits: inout [(path: String, edit: TreeEdit)]
  ) throws(StoreError) -> Leaf? {
    guard let a = sides.a, let b = sides.b else { return sides.a ?? sides.b }
    let (kept, lost) = a.id > b.id ? (a, b) : (b, a)
    let name = sides.path.replacing("/", with: "%")
    try quarantine(lost, as: name, &result, &edits)
    return kept
  }

  private func keep(
    _ kept: Leaf, quarantine lost: Leaf, of file: OwnedFile, _ result: inout Result,
    _ edits: inout [(path: String, edit: TreeEdit)]
  ) throws(StoreError) -> Leaf {
    try quarantine(lost, as: file.id.text, &result, &edits)
    return kept
  }

  /// Keeps the bytes of an entry under `quarantine/`; a submodule has none.
  private func quarantine(
    _ leaf: Leaf, as name: String, _ result: inout Result,
    _ edits: inout [(path: String, edit: TreeEdit)]
  ) throws(StoreError) {
    guard leaf.mode != .commit else { return }
    let path = "quarantine/\(name).\(leaf.id)"
    edits.append((path: path, edit: .put(leaf.id, .blob)))
    result.quarantined.append(path)
  }
}
