import Git
package import PlanModel

/// A change in progress: the board before it, and the edits of one command.
package struct Transaction {
  /// The board that the change is made on.
  package let before: BoardSnapshot
  /// The board that the author saw, which is older than `before` for a late change. Plans that the
  /// request names are looked up there.
  package let basis: BoardSnapshot
  /// The plans of `before`, each read at most once.
  package let found: FoundPlans
  /// The stamp of every value that the command writes. A body may set it before its first edit.
  package var stamp: Stamp
  private(set) var plans: [PlanID: PlanDocument] = [:]
  private(set) var boardDocument: PlanDocument
  /// The edits of files other than the plans and the settings, by path.
  private(set) var otherFiles: [String: OtherFile] = [:]
  /// The plans whose files the change restores.
  private(set) var restored: [PlanID] = []
  /// Whether the change gets a commit even if it alters no file.
  package var isWorthEmptyCommit = false
  /// An existing commit to which the branch moves; nil to write a new commit.
  var target: ObjectID?
  /// The plans that are exempt from the rules of the columns.
  private(set) var exempt: Set<PlanID> = []
  /// The plans as steps left them. Each step has cleared the leases that it ended, and repeated the
  /// plans that it finished.
  private var stepped: [PlanID: PlanDocument] = [:]
  /// Writes plans while the commit is made; nil for most changes.
  private(set) var stream: PlanStream?
  /// Returns the subject of the commit after the stream has written its plans; nil if the message
  /// already has the right subject.
  private(set) var subjectOfStream: (() -> String)?
  /// Whether the board's rules are skipped for the change, as for an undo or an import.
  package var skipsRules = false
  /// Whether the rules of the board have run on the edits.
  var hasRunRules = false
  /// The edited plans as they were before rules ran; empty if no rules ran.
  var plansBeforeRules: [PlanID: PlanDocument] = [:]
  /// The actions that the rules of the board did, without those in steps.
  package internal(set) var ruleRuns: [RuleRun] = []
  /// The actions that the rules of the board did in steps.
  private(set) var ruleRunsOfSteps: [RuleRun] = []
  /// The plans before the whole change, if the transaction is a step; otherwise nil.
  private let base: FoundPlans?
  /// The files to write again even if their content is the same.
  private var rewritten: Set<BoardFile> = []

  /// Begins a change of a board.
  ///
  /// - Parameters:
  ///   - basis: The board that the author saw; nil for `snapshot`.
  ///   - base: For a step, the plans before the whole change; otherwise nil.
  init(
    on snapshot: BoardSnapshot, basis: BoardSnapshot? = nil, stamp: Stamp, found: FoundPlans? = nil,
    base: FoundPlans? = nil
  ) {
    before = snapshot
    self.basis = basis ?? snapshot
    self.found = found ?? FoundPlans(of: snapshot)
    (self.stamp, self.base) = (stamp, base)
    boardDocument = snapshot.boardDocument
  }

  /// The edit of a file that is neither a plan nor the settings.
  enum OtherFile {
    case put([UInt8])
    /// A blob that is stored already.
    case keep(ObjectID)
    case remove
  }

  /// A file to write, and its content after the change.
  struct ChangedFile {
    let file: BoardFile
    let document: PlanDocument
  }

  /// Returns the document of a plan with the edits so far.
  ///
  /// - Throws: `StoreError.unknownPlan` if there is no such plan; `.unreadablePlan`.
  package func document(_ id: PlanID) throws -> PlanDocument {
    if let document = plans[id] { return document }
    guard let document = try found.document(id) else {
      throw StoreError.unknownPlan(typed: id.text)
    }
    return document
  }

  package func plan(_ id: PlanID) throws -> Plan { Plan(try document(id), id: id) }

  /// Whether the edits so far alter or create a plan.
  package func alters(_ id: PlanID) throws -> Bool {
    guard let document = plans[id] else { return false }
    return try found.readableDocument(id) != document
  }

  /// Adds a plan.
  ///
  /// - Parameter stamp: The stamp of the plan's first values. Values without one count as old as
  ///   the plan.
  /// - Throws: `StoreError.planExists` if the id is taken; `.unreadablePlan` if its file exists and
  ///   can't be read.
  package mutating func create(_ id: PlanID, _ edits: [Edit], stamp: Stamp = .none) throws {
    try put(id, isNew: true) { document in
      var document = document
      document.apply(edits, stamp: stamp)
      return document
    }
  }

  /// Adds or replaces a plan. `change` receives the document with the edits so far; for a new plan,
  /// a document with only the id.
  ///
  /// - Throws: `StoreError.planExists` if the id of a new plan is taken; `.unknownPlan` if a plan
  ///   that is not new does not exist.
  package mutating func put(
    _ id: PlanID, isNew: Bool, _ change: (PlanDocument) -> PlanDocument
  ) throws {
    guard isNew else {
      plans[id] = change(try document(id))
      return
    }
    let existing = try found.document(id)
    guard existing == nil, plans[id] == nil else { throw StoreError.planExists(id) }
    plans[id] = change(PlanDocument(id: ExactString(id.text)))
  }

  /// Sets a function that writes plans one after another while the commit is made. So a change of
  /// very many plans needs little memory. The transaction must not edit the same plans itself.
  ///
  /// - Parameter subject: Returns the subject of the commit. It is called after the plans are
  ///   written.
  package mutating func write(_ stream: @escaping PlanStream, subject: (() -> String)? = nil) {
    (self.stream, subjectOfStream) = (stream, subject)
  }

  package mutating func edit(_ id: PlanID, _ edits: [Edit]) throws {
    var document = try document(id)
    document.apply(edits, stamp: stamp)
    plans[id] = document
  }

  /// Adds the edits of a later transaction, which was made on the board with the edits so far.
  mutating func add(_ later: Transaction) {
    plans.merge(later.plans) { _, new in new }
    stepped.merge(later.plans) { _, new in new }
    boardDocument = later.boardDocument
    otherFiles.merge(later.otherFiles) { _, new in new }
    restored += later.restored.filter { !restored.contains($0) }
    exempt.formUnion(later.exempt)
    rewritten.formUnion(later.rewritten)
    ruleRunsOfSteps += later.ruleRuns
  }

  /// Restores a missing or unreadable plan from another version.
  ///
  /// - Parameter misplaced: The wrong path at which that version is now; the file there is removed.
  ///   It is nil for a version from the history.
  package mutating func putBack(_ id: PlanID, _ document: PlanDocument, from misplaced: String?) {
    plans[id] = document
    restored.append(id)
    exempt.insert(id)
    if let misplaced { otherFiles[misplaced] = .remove }
  }

  /// Creates a plan again with the values of `document`, after an undo moved the branch back past
  /// the commit that created the plan.
  mutating func recreate(_ id: PlanID, _ document: PlanDocument) {
    plans[id] = document.rewritten(under: stamp)
    exempt.insert(id)
  }

  /// Writes a plan again in pmgit's format, with the same content; the settings if `id` is nil.
  mutating func rewrite(_ id: PlanID?) { rewritten.insert(id.map(BoardFile.plan) ?? .board) }

  /// Restores the settings to their last readable version.
  package mutating func putBackSettings() { rewrite(nil) }

  /// Gives new stamps to values with invalid stamps, in a plan or, if `id` is nil, in the settings.
  mutating func repairStamps(of id: PlanID?, by check: StampCheck) throws {
    guard let id else { return check.repair(&boardDocument, stamp: stamp) }
    var document = try document(id)
    check.repair(&document, stamp: stamp)
    plans[id] = document
  }

  /// Writes a file that is neither a plan nor the settings.
  mutating func addFile(_ bytes: [UInt8], at path: String) { otherFiles[path] = .put(bytes) }

  /// Adds the content of an attached file to the board, and returns its id.
  ///
  /// - Throws: `StoreError.noFolder` if the board has a file where the folder of contents must be.
  package mutating func addContent(_ bytes: [UInt8]) throws -> String {
    let id = try before.repository.blobID(of: bytes)
    guard try !before.lacksPlaceForContents else { throw StoreError.noFolder(FileContent.folder) }
    otherFiles[FileContent.path(of: id)] = .put(bytes)
    return id.hex
  }

  /// Adds a content whose blob is already stored, as in a redo after an undo removed it from the
  /// board. Does nothing if the board has a file where the folder of contents must be.
  mutating func keepContent(_ id: ObjectID) throws {
    guard try !before.lacksPlaceForContents else { return }
    otherFiles[FileContent.path(of: id)] = .keep(id)
  }

  package mutating func editBoard(_ edits: [Edit]) {
    boardDocument.apply(edits, stamp: stamp)
  }

  /// Adds derived edits of the settings, which another clone may make independently. If a person
  /// writes another value, the person's value is shown.
  package mutating func deriveBoard(_ edits: [Edit]) {
    boardDocument.apply(edits, stamp: stamp.ofDerived)
  }

  /// Returns the document of a file with the edits so far.
  func document(of file: BoardFile) throws -> PlanDocument {
    switch file {
    case .board: boardDocument
    case .plan(let id): try document(id)
    }
  }

  /// Undoes or redoes an earlier change of a file.
  ///
  /// - Returns: The paths whose values stay as they are.
  mutating func takeBack(
    _ change: UndoChange, of file: BoardFile, at now: Timestamp, by person: String
  ) throws -> [KeptPath] {
    var document = try document(of: file)
    let kept = document.apply(change, stamp: stamp) { $0.undoneCreation(at: now, by: person) }
    switch file {
    case .board: boardDocument = document
    case .plan(let id): plans[id] = document
    }
    return kept
  }

  /// Returns the files to write: the settings, then altered plans by id, then unaltered plans that
  /// are written again.
  func changedFiles() throws -> [ChangedFile] {
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

  /// A plan that the edits so far create or alter.
  package struct EditedPlan {
    package let id: PlanID
    package let document: PlanDocument
    /// The plan before the change; nil if the change creates the plan.
    package let old: PlanDocument?
  }

  /// Returns the plans, sorted by id, to which rules, repetitions and leases still have to be
  /// applied. Plans that did not change since a step are left out, as the step has handled them.
  package func editedPlans() throws -> [EditedPlan] {
    var edited: [EditedPlan] = []
    for (id, document) in plans where !exempt.contains(id) && stepped[id] != document {
      let old: PlanDocument?
      // An unreadable plan can only be written by a repair.
      do { old = try found.document(id) } catch StoreError.unreadablePlan { continue }
      if old != document { edited.append(EditedPlan(id: id, document: document, old: old)) }
    }
    return edited.sorted { $0.id < $1.id }
  }

  /// Adds derived edits of a plan: edits that follow from other edits, such as those of a rule. If
  /// a person writes another value independently, the person's value is shown. If the change
  /// creates the plan, derived values count as old as the plan.
  package mutating func derive(_ id: PlanID, _ edits: [Edit]) throws {
    var document = try document(id)
    let isNew = try found.readableDocument(id) == nil
    document.apply(edits, stamp: isNew ? .none : stamp.ofDerived)
    plans[id] = document
  }

  /// Returns the violation if a column's rule forbids moving a plan there; nil if the move is
  /// allowed. The move starts from the plan before the whole change, as in a server's guard.
  package func violation(moving id: PlanID, to column: String) throws -> ColumnRule.Violation? {
    let old = try (base ?? found).readableDocument(id)
    return ColumnRule.violation(of: id, from: old, to: .string(column), on: before.board)
  }

  /// Clears the leases that the edits so far have ended; see `PlanDocument.endsLease`.
  mutating func clearEndedLeases() throws {
    for edited in try editedPlans() {
      guard let old = edited.old, edited.document.endsLease(since: old, on: before.board) else {
        continue
      }
      plans[edited.id]?.apply([.lease(nil)], stamp: stamp)
    }
  }

  /// Whether the edits so far end or clear the lease of any plan.
  package func endsLeases() throws -> Bool {
    let lease = PlanField.lease.path
    for (id, document) in plans where !exempt.contains(id) {
      guard let old = try found.readableDocument(id),
        old[lease].contains(where: { !$0.value.isNull })
      else { continue }
      if document[lease].allSatisfy(\.value.isNull) { return true }
      if document.endsLease(since: old, on: before.board) { return true }
    }
    return false
  }

  /// Moves an edited plan back to the column and the rank that it has in `old`.
  mutating func keepPlace(of id: PlanID, as old: PlanDocument) {
    for path in [ElementPath.field("state"), .field("rank")] { plans[id]?[path] = old[path] }
  }
}
