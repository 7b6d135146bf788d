import Git
import PlanIndex
import PlanModel

/// Merges the trees of two heads, file by file, into a new tree.
struct TreeMerge {
  private let store: BoardStore
  let heads: (a: Commit, b: Commit)
  let bases: [Commit]
  var repository: Repository { store.repository }

  /// The merged tree and what happened in the merge.
  struct Result {
    var tree: ObjectID
    /// The plans that both sides changed.
    var merged: [PlanID] = []
    /// The conflicts that neither side had before the merge.
    var conflicts: [(file: BoardFile, conflict: Conflict)] = []
    /// The paths under `quarantine/` with the blobs that were moved there.
    var quarantined: [(path: String, blob: ObjectID)] = []
    /// The budget for finding readable versions, shared by all files. Files are merged in the order
    /// of paths, so all clones exhaust it at the same file.
    var searchBudget = SearchBudget()
  }

  /// Prepares the merge of two heads.
  ///
  /// - Parameter bases: All best common ancestors.
  init(_ store: BoardStore, heads: (a: Commit, b: Commit), bases: [Commit]) {
    (self.store, self.heads, self.bases) = (store, heads, bases)
  }

  /// Merges the trees of the heads. The result does not depend on the order of the heads.
  ///
  /// - Complexity: Reads one tree for each folder that differs, and three blobs for each file that
  ///   both sides changed. For an unreadable file, also reads the commits since it was readable.
  func merge() throws -> Result {
    let (a, b) = (heads.a.tree, heads.b.tree)
    let differences = try repository.treeDifferences(from: a, to: b, under: nil)
    let known = store.mergedFiles
    do {
      return try repository.withObjectBatch { try merge(differences) }
    } catch {
      store.mergedFiles = known  // What was merged may not have been stored.
      throw error
    }
  }

  private func merge(_ differences: [TreeDifference]) throws -> Result {
    let a = heads.a.tree
    var result = Result(tree: a)
    var choices: [Choice] = []
    for sides in try sides(of: differences) {
      choices.append(Choice(path: sides.path, old: sides.a, new: try choose(sides, &result)))
    }
    makeRoom(in: &choices, &result)
    if !result.quarantined.isEmpty, !choices.contains(where: { $0.path == Self.quarantineFolder }),
      let file = try file(at: Self.quarantineFolder, in: a)
    {
      // Both sides have the same file at the quarantine folder's path.
      setAside(file, as: Self.quarantineFolder, &result)
      choices.append(Choice(path: Self.quarantineFolder, old: file, new: nil))
    }
    let edits =
      edits(of: choices)
      + result.quarantined.map { (path: $0.path, edit: TreeEdit.put($0.blob, .blob)) }
    result.tree = try repository.writeTree(from: a, edits: edits)
    return result
  }

  /// A path on which the sides differ.
  struct Sides {
    let path: String
    let a: Touch.Version?
    let b: Touch.Version?
    /// The entries of the bases at the path.
    let bases: BaseVersions.Place
    /// Whether a side has the bases' entry, but had another file in a commit after the bases.
    var hasFormerFile = false
    /// Whether a base without the file has an ancestor with it.
    var basesHadFile = false

    /// Whether a side has the entry of all bases. Without bases, whether it has no entry.
    func isAsInBases(_ leaf: Touch.Version?) -> Bool {
      bases.allHave(leaf) || leaf == nil && bases.leaves.isEmpty
    }

    /// The entry of the only side that changed the path since the bases; nil if it removed the
    /// entry, or if both sides changed the path.
    var onlyChange: Touch.Version? { bases.allHave(a) ? b : bases.allHave(b) ? a : nil }
  }

  /// Returns the entry at a path of a tree; nil if the path is missing or a folder.
  private func file(at path: String, in tree: ObjectID) throws -> Touch.Version? {
    let entry = try repository.treeEntry(at: path, in: tree)
    return entry.flatMap { $0.mode == .tree ? nil : Touch.Version($0) }
  }

  private func choose(_ sides: Sides, _ result: inout Result) throws -> Touch.Version? {
    if let content = FileContent.id(at: sides.path) {
      return chooseContent(content, sides, &result)
    }
    guard let file = BoardFile(path: sides.path) else { return chooseForeign(sides, &result) }
    guard let a = sides.a, let b = sides.b else { return try chooseMissing(file, sides, &result) }
    if let leaf = sides.onlyChange { return try chooseChanged(file, leaf, sides, &result) }
    if case .plan(let id) = file { result.merged.append(id) }
    let versions = MergedFiles.Versions(of: file, a, b, bases: sides.bases.leaves)
    if !sides.basesHadFile, let known = store.mergedFiles[versions] {
      return add(known, of: file, &result) ?? keepOne(of: a, b, setAsideAs: file.id.text, &result)
    }
    switch (try read(a, as: file), try read(b, as: file)) {
    case (.contents(let ours), .contents(let theirs)):
      let merged = try merge(file, PlanDocument(ours), PlanDocument(theirs), sides, &result)
      store.mergedFiles.note(merged, of: versions)
      return add(merged, of: file, &result) ?? keepOne(of: a, b, setAsideAs: file.id.text, &result)
    case (.contents(let ours), .unreadable):
      setAside(b, as: file.id.text, &result)
      return try mergeHidden(file, PlanDocument(ours), at: a, under: heads.b, sides, &result)
    case (.unreadable, .contents(let theirs)):
      setAside(a, as: file.id.text, &result)
      return try mergeHidden(file, PlanDocument(theirs), at: b, under: heads.a, sides, &result)
    case (.unreadable, .unreadable):
      return keepOne(of: a, b, setAsideAs: file.id.text, &result)
    }
  }

  /// Merges a file that only one side changed since the bases.
  ///
  /// If the other side's file is unreadable, that side may have edited the file before breaking it.
  /// Such an edit is merged.
  private func chooseChanged(
    _ file: BoardFile, _ changed: Touch.Version, _ sides: Sides, _ result: inout Result
  ) throws -> Touch.Version? {
    guard sides.hasFormerFile, let other = changed == sides.a ? sides.b : sides.a,
      try read(other, as: file).document == nil, let document = try read(changed, as: file).document
    else { return changed }
    let head = changed == sides.a ? heads.b : heads.a
    return try mergeHidden(file, document, at: changed, under: head, sides, &result)
  }

  /// Merges a file that one side lacks. pmgit never removes a file. So either that side never had
  /// the file, or people removed it by hand. A removal is not an edit, so that side's earlier
  /// changes are still merged.
  private func chooseMissing(
    _ file: BoardFile, _ sides: Sides, _ result: inout Result
  ) throws -> Touch.Version? {
    guard let present = sides.a ?? sides.b else { return nil }
    guard !sides.bases.leaves.isEmpty || sides.hasFormerFile,
      let document = try read(present, as: file).document
    else { return present }
    let head = sides.a == nil ? heads.a : heads.b
    return try mergeHidden(file, document, at: present, under: head, sides, &result)
  }

  private func read(_ leaf: Touch.Version, as file: BoardFile) throws -> BoardFile.Content {
    try file.read(leaf.id, leaf.mode, from: repository)
  }

  /// Merges two readable versions. Changes only the search budget of `result`.
  private func merge(
    _ file: BoardFile, _ a: PlanDocument, _ b: PlanDocument, _ sides: Sides,
    _ result: inout Result
  ) throws -> MergedFiles.Outcome {
    var outcome = MergedFiles.Outcome()
    let bases = try documents(of: file, sides, &outcome, &result)
    let merged = PlanMerge.merge(a, b, bases: bases)
    let bytes = PlanFile.bytes(of: merged)
    guard bytes.count <= JSONReader.maximumSize else { return outcome }
    outcome.conflicts = merged.conflicts.filter { conflict in
      let elements = merged[conflict.path]
      return elements != a[conflict.path] && elements != b[conflict.path]
    }
    if let conflict = merged.conflictOfDeletion, a.conflictOfDeletion == nil,
      b.conflictOfDeletion == nil
    {
      outcome.conflicts = (outcome.conflicts + [conflict]).sorted { $0.path < $1.path }
    }
    let blob = try repository.writeBlob(bytes)
    outcome.leaf = Touch.Version(mode: .blob, id: blob)
    return outcome
  }

  /// Adds a file's merge to the result. Returns the merged file; nil if it is too long.
  private func add(
    _ outcome: MergedFiles.Outcome, of file: BoardFile, _ result: inout Result
  ) -> Touch.Version? {
    guard let leaf = outcome.leaf else { return nil }
    result.conflicts += outcome.conflicts.map { (file: file, conflict: $0) }
    return leaf
  }

  /// Returns the different versions of a file in the bases. If a base's file is unreadable or was
  /// removed, its last readable version is used.
  private func documents(
    of file: BoardFile, _ sides: Sides, _ outcome: inout MergedFiles.Outcome,
    _ result: inout Result
  ) throws -> [PlanDocument] {
    let versions = sides.bases
    var documents: [PlanDocument] = []
    var unreadable: Set<Touch.Version> = []
    for leaf in versions.leaves {
      switch try read(leaf, as: file) {
      case .contents(let contents): documents.append(PlanDocument(contents))
      case .unreadable: unreadable.insert(leaf)
      }
    }
    outcome.isRepeatable = unreadable.isEmpty && !sides.basesHadFile
    // The bases are searched in a fixed order, so that all clones spend the budget on the same
    // ones.
    let searched =
      versions.bases(with: unreadable) + (sides.basesHadFile ? versions.basesWithout : [])
    for base in searched where !result.searchBudget.isSpent {
      if let document = try lastReadable(file, at: base, &result) { documents.append(document) }
    }
    return documents
  }

  // MARK: - Unreadable and foreign files

  /// Merges a readable version with the last readable version of the other side, whose present file
  /// is unreadable or missing. The last readable version may contain edits.
  ///
  /// - Returns: `leaf` if there is no such version, if it adds nothing, or if the merged file would
  ///   be too long.
  private func mergeHidden(
    _ file: BoardFile, _ document: PlanDocument, at leaf: Touch.Version, under head: Commit,
    _ sides: Sides, _ result: inout Result
  ) throws -> Touch.Version {
    guard let hidden = try lastReadable(file, at: head, &result) else { return leaf }
    var merging = result
    let outcome = try merge(file, document, hidden, sides, &merging)
    // The search uses up the budget even if the merge is dropped.
    result.searchBudget = merging.searchBudget
    guard let merged = add(outcome, of: file, &merging), try !holds(merged, document, as: file)
    else { return leaf }
    result = merging
    return merged
  }

  /// Whether a file contains a document, in canonical bytes or not.
  private func holds(
    _ leaf: Touch.Version, _ document: PlanDocument, as file: BoardFile
  ) throws -> Bool {
    try read(leaf, as: file).document == document
  }

  /// Returns the last readable version of a file, because an unreadable version is not an edit; nil
  /// if no version is readable or the budget is used up.
  private func lastReadable(
    _ file: BoardFile, at commit: Commit, _ result: inout Result
  ) throws -> PlanDocument? {
    try store.lastReadable(file, at: commit.id, budget: &result.searchBudget)
  }

  /// Chooses the content of an attached file. The path determines the right content, so a side with
  /// that content wins, even over a removal by hand. Wrong content beside it is moved to
  /// quarantine.
  private func chooseContent(
    _ id: ObjectID, _ sides: Sides, _ result: inout Result
  ) -> Touch.Version? {
    let present = [sides.a, sides.b].compactMap(\.self)
    guard present.contains(where: { $0.id == id }) else { return chooseForeign(sides, &result) }
    for leaf in present where leaf.id != id {
      setAside(leaf, as: Self.quarantineName(of: sides.path), &result)
    }
    return Touch.Version(mode: .blob, id: id)
  }

  /// Chooses a version of a file that is not pmgit's. If only one side changed the file, that
  /// side's version is chosen. If both sides or neither changed it, one version is kept and the
  /// other is moved to quarantine. Returns nil if the file is removed. As in `PlanMerge`, a side
  /// counts as unchanged if it has the version of any base.
  ///
  /// It would be wrong to require that *all* bases have that version. After a criss-cross merge,
  /// bases differ even if only one side changed the file, and the older version could come back.
  private func chooseForeign(_ sides: Sides, _ result: inout Result) -> Touch.Version? {
    let new = [sides.a, sides.b].compactMap { $0 }.filter { !sides.bases.leaves.contains($0) }
    if new.count == 1 { return new[0] }
    guard let a = sides.a, let b = sides.b else { return nil }
    return keepOne(of: a, b, setAsideAs: Self.quarantineName(of: sides.path), &result)
  }

  /// Keeps the version with the greater id, so that every clone keeps the same one.
  private func keepOne(
    of a: Touch.Version, _ b: Touch.Version, setAsideAs name: String, _ result: inout Result
  ) -> Touch.Version {
    let (kept, lost) = a.id > b.id ? (a, b) : (b, a)
    setAside(lost, as: name, &result)
    return kept
  }
}
