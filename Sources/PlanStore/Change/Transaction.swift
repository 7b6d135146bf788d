import Git
package import PlanModel

/// A change in progress: the board as it was found, and the edits of one command.
package struct Transaction {
  /// The board that the change is made on.
  package let before: BoardSnapshot
  /// The board that its author saw, which is older than `before` for a late change. Ids, numbers, words and queries
  /// of a request mean what they mean there.
  package let seen: BoardSnapshot
  /// The plans of that board, each read once.
  package let found: FoundPlans
  /// The stamp of every value that the command writes.
  package let stamp: Stamp
  private(set) var plans: [PlanID: PlanDocument] = [:]
  private(set) var boardDocument: PlanDocument
  /// Files that pmgit does not merge, by their paths.
  private(set) var otherFiles: [String: OtherFile] = [:]
  /// The plans whose files the change puts back.
  private(set) var restored: [PlanID] = []
  /// Whether the change gets a commit even if it alters no file.
  package var isWorthEmptyCommit = false
  /// An existing commit to which the branch goes in place of a new one.
  var target: ObjectID?
  /// The plans that are exempt from the rules of the columns.
  private(set) var exempt: Set<PlanID> = []
  /// The files to write anew although their content is the same.
  private var rewritten: Set<BoardFile> = []

  /// - Parameter seen: nil for the board that the change is made on.
  init(
    on snapshot: BoardSnapshot, seen: BoardSnapshot? = nil, stamp: Stamp, found: FoundPlans? = nil
  ) {
    before = snapshot
    self.seen = seen ?? snapshot
    self.found = found ?? FoundPlans(of: snapshot)
    self.stamp = stamp
    boardDocument = snapshot.boardDocument
  }

  /// The edit of a file that pmgit does not merge.
  enum OtherFile {
    case put([UInt8])
    case remove
  }

  /// A file whose content the change altered.
  struct ChangedFile {
    let file: BoardFile
    let document: PlanDocument
  }

  /// Returns the plan as the change leaves it so far.
  package func document(_ id: PlanID) throws(StoreError) -> PlanDocument {
    if let document = plans[id] { return document }
    guard let document = try found.document(id) else { throw .unknownPlan(typed: id.text) }
    return document
  }

  package func plan(_ id: PlanID) throws(StoreError) -> Plan { Plan(try document(id), id: id) }

  /// Whether the change alters a plan so far, or makes it.
  package func alters(_ id: PlanID) throws(StoreError) -> Bool {
    guard let document = plans[id] else { return false }
    return try found.readableDocument(id) != document
  }

  /// Adds a plan. Its first values carry no stamp: they are as old as the plan.
  ///
  /// - Throws: `StoreError.planExists`, so that one plan never replaces another; `.unreadablePlan`
  ///   if the file is there and can't be read.
  package mutating func create(_ id: PlanID, _ edits: [Edit]) throws(StoreError) {
    try put(id, isNew: true) { document in
      var document = document
      document.apply(edits, stamp: .none)
      return document
    }
  }

  /// Adds a plan or replaces it. `change` gets the version of `document(_:)`; for a plan that is
  /// not there, a document with nothing but the id.
  package mutating func put(
    _ id: PlanID, isNew: Bool, _ change: (PlanDocument) -> PlanDocument
  ) throws(StoreError) {
    guard isNew else {
      plans[id] = change(try document(id))
      return
    }
    let existing = try found.document(id)
    guard existing == nil, plans[id] == nil else { throw .planExists(id) }
    plans[id] = change(PlanDocument(id: ExactString(id.text)))
  }

  package mutating func edit(_ id: PlanID, _ edits: [Edit]) throws(StoreError) {
    var document = try document(id)
    document.apply(edits, stamp: stamp)
    plans[id] = document
  }

  /// Puts a version from another path in the place of a plan that is gone or can't be read.
  ///
  /// - Parameter misplaced: The path of that version, which becomes free.
  package mutating func putBack(_ id: PlanID, _ document: PlanDocument, from misplaced: String?) {
    plans[id] = document
    restored.append(id)
    exempt.insert(id)
    if let misplaced { otherFiles[misplaced] = .remove }
  }

  /// Makes a plan again as it was first made, after the branch went back past its creation.
  mutating func makeAgain(_ id: PlanID, _ document: PlanDocument) {
    plans[id] = document.rewritten(under: stamp)
    exempt.insert(id)
  }

  /// Writes a plan, or the settings if `id` is nil, in pmgit's form although the content is the
  /// same.
  mutating func rewrite(_ id: PlanID?) { rewritten.insert(id.map(BoardFile.plan) ?? .board) }

  /// Writes the settings as they were before they were broken by hand.
  package mutating func putBackSettings() { rewrite(nil) }

  /// Rewrites those values of a plan, or of the settings, whose stamps no command has written.
  mutating func mendStamps(of id: PlanID?, by check: StampCheck) throws(StoreError) {
    guard let id else { return check.mend(&boardDocument, stamp: stamp) }
    var document = try document(id)
    check.mend(&document, stamp: stamp)
    plans[id] = document
  }

  /// Writes a file that pmgit does not merge.
  mutating func addFile(_ bytes: [UInt8], at path: String) { otherFiles[path] = .put(bytes) }

  package mutating func editBoard(_ edits: [Edit]) {
    boardDocument.apply(edits, stamp: stamp)
  }

  /// Returns the document of a file as the change leaves it so far.
  func document(of file: BoardFile) throws(StoreError) -> PlanDocument {
    switch file {
    case .board: boardDocument
    case .plan(let id): try document(id)
    }
  }

  /// Undoes or redoes what an earlier change did to a file.
  ///
  /// - Returns: The paths that are kept as they are.
  mutating func takeBack(
    _ change: UndoChange, of file: BoardFile, at now: Timestamp, by person: String
  ) throws(StoreError) -> [KeptPath] {
    var document = try document(of: file)
    let kept = document.apply(change, stamp: stamp) { $0.deletion(at: now, by: person) }
    switch file {
    case .board: boardDocument = document
    case .plan(let id): plans[id] = document
    }
    return kept
  }

  /// The files whose content the change altered: the settings first, then plans in the order of
  /// ids.
  func changedFiles() throws(StoreError) -> [ChangedFile] {
    var changed: [ChangedFile] = []
    if boardDocument != before.boardDocument || rewritten.contains(.board) {
      changed.append(ChangedFile(file: .board, document: boardDocument))
    }
    for (id, document) in plans.sorted(by: { $0.key < $1.key })
    where try found.readableDocument(id) != document {
      changed.append(ChangedFile(file: .plan(id), document: document))
    }
    for case .plan(let id) in rewritten where plans[id] == nil {
      changed.append(ChangedFile(file: .plan(id), document: try document(id)))
    }
    return changed
  }

  /// Exempts plans from the rules of the columns.
  mutating func exempt(_ ids: Set<PlanID>) { exempt.formUnion(ids) }

  /// Leaves a plan in its old column, at its old place there.
  mutating func keepPlace(of id: PlanID, as old: PlanDocument) {
    for path in [ElementPath.field("state"), .field("rank")] { plans[id]?[path] = old[path] }
  }
}
