import Git
import PlanModel

extension BoardStore {
  /// Adds commits of the code to the plans that they name, and moves the plans.
  ///
  /// A commit does not move a plan in these cases:
  ///
  /// - The plan already has the commit.
  /// - `isNew` is false, and the plan already has a descendant of the commit.
  /// - The commit replaces or copies a commit with the same action. A cherry-pick is such a copy:
  ///   it has the author, the author's time and the subject of the original.
  ///
  /// - Parameters:
  ///   - rank: Returns the rank of a plan in its new column, after the last rank there.
  ///   - words: Returns the message of the board's commit.
  /// - Returns: The record; nil if the commits name no plans.
  package func record(
    _ commits: [CodeCommit], by author: ChangeIdentity,
    rank: @escaping (_ after: String?) -> String,
    words: (CommitRecord, BoardSnapshot) throws -> CommitMessage
  ) async throws -> CommitRecord? {
    var recorder = CommitRecorder(self, commits, rank: rank)
    try await recorder.readReferences()
    guard recorder.namesPlans else { return nil }
    while true {
      var recording = CommitRecord()
      do {
        let made = try await change(by: author) { transaction in
          recording = try recorder.record(in: &transaction)
          return try words(recording, transaction.before)
        }
        recording.rules = made.rules
        return recording
      } catch let unread as CommitRecorder.UnreadOriginals {
        // Commits that plans already have are read now. Then the change is tried again.
        try await recorder.read(unread.commits)
      }
    }
  }
}

/// Makes the edits of plans that follow from commits of the code.
private struct CommitRecorder {
  private let store: BoardStore
  private let commits: [CodeCommit]
  private let rank: (_ after: String?) -> String
  private var references: CodeReferences
  /// The commits whose origins were looked up. Missing commits have none.
  private var lookedUp: Set<ObjectID> = []
  private var origins: [ObjectID: Origin] = [:]

  /// The values that a copy of a commit shares with the original. Subjects alone are often
  /// repeated, and a script may make several commits in one second.
  private struct Origin: Equatable {
    let author: Signature
    let subject: String
  }

  /// Thrown if commits that plans already have must be read first. New commits may be copies of
  /// them, or they may request the same action.
  struct UnreadOriginals: Error { let commits: [ObjectID] }

  init(_ store: BoardStore, _ commits: [CodeCommit], rank: @escaping (String?) -> String) {
    (self.store, self.commits, self.rank) = (store, commits, rank)
    references = CodeReferences(store)
  }

  /// Reads the references of the commits and of the commits that they replace.
  mutating func readReferences() async throws {
    try await references.read(commits.flatMap { $0.replaced + [$0.id] })
  }

  mutating func read(_ originals: [ObjectID]) async throws { try await references.read(originals) }

  var namesPlans: Bool {
    commits.contains { commit in
      let isNamed = ([commit.id] + commit.replaced).contains { !references[$0].isEmpty }
      // A line in the body of a squash's message counts if the squash replaces commits.
      return isNamed || !commit.replaced.isEmpty && !references.lines(of: commit.id).isEmpty
    }
  }

  /// Adds the commits to their plans, and moves the plans.
  ///
  /// - Throws: `UnreadOriginals`; the caller must read these commits and try again.
  mutating func record(in transaction: inout Transaction) throws -> CommitRecord {
    var recording = CommitRecord()
    var effects = CommitEffects()
    for commit in commits { try effects.add(commit, references, transaction.before) }
    recording.problems = effects.problems
    for (id, effect) in effects.inOrder {
      do {
        try apply(effect, to: id, &transaction, &recording)
      } catch let error as StoreError where error.isAboutOnePlan {
        recording.problems.append(CommitRecord.Problem(error, commit: nil))
      }
    }
    return recording
  }

  private mutating func apply(
    _ effect: CommitEffects.Effect, to id: PlanID, _ transaction: inout Transaction,
    _ recording: inout CommitRecord
  ) throws {
    let document = try transaction.document(id)
    let plan = Plan(document, id: id)
    if plan.isDeleted {
      if !effect.added.isEmpty { recording.deleted.append(plan) }
      return
    }
    var entry = CommitRecord.Entry(plan: plan)
    let action = try add(effect, to: &entry, on: transaction.before.board)
    guard !entry.added.isEmpty || !entry.removed.isEmpty else { return }
    entry.move = transaction.before.board.move(for: action, from: plan.state)
    if entry.move == .stay {
      entry.taken = try takenBack(by: effect, entry, on: transaction.before.board)
    }
    var edits = try entry.added.map { Edit.add(try store.link(to: $0).description, to: .links) }
    let removed = Set(entry.removed.map(\.hex))
    edits += plan.commits.filter { removed.contains($0.id) }.map {
      Edit.remove($0.link.description, from: .links)
    }
    if case .to(let column) = entry.move {
      let last = try store.ends(of: column.id, in: transaction.before).last
      edits += [.state(column.id), .rank(rank(last))]
    }
    var longer = document
    longer.apply(edits, stamp: transaction.stamp)
    // Without this check, the whole change would fail.
    try transaction.before.checkSize(PlanFile.bytes(of: longer), of: .plan(id))
    try transaction.edit(id, edits)
    recording.entries.append(entry)
  }

  /// Adds to an entry the commits that its plan gets and loses.
  ///
  /// - Returns: The action of the new commits on the plan.
  private mutating func add(
    _ effect: CommitEffects.Effect, to entry: inout CommitRecord.Entry, on board: Board
  ) throws -> PlanReference.Action {
    let plan = entry.plan
    let known = Set(plan.commits.map(\.id))
    var action = PlanReference.Action.mentions
    for (commit, named) in effect.added where !known.contains(commit.id.hex) {
      let starts = named == .mentions && commit.starting == plan.id
      let said = starts && isUntouched(plan, on: board) ? .starts : named
      if entry.added.last != commit.id { entry.added.append(commit.id) }
      guard said > action, !effect.saidBefore.contains(said),
        try commit.isNew || !isOvertaken(commit.id, by: plan)
      else { continue }
      if try !isCopy(commit.id, saying: said, of: plan) { action = said }
    }
    var taken = Set(entry.added)
    for commit in effect.inherited where !known.contains(commit.id.hex) {
      let isHeld = commit.replaced.contains { known.contains($0.hex) }
      if isHeld, taken.insert(commit.id).inserted { entry.added.append(commit.id) }
    }
    let named = Set(effect.added.map(\.commit.id))
    entry.removed = effect.removed.filter { known.contains($0.hex) && !named.contains($0) }
    return action
  }

  /// Whether a plan is not started and has no commits. A plan that was moved back after its first
  /// commit is not started again.
  private func isUntouched(_ plan: Plan, on board: Board) -> Bool {
    board.kind(of: plan.state) == .todo && plan.commits.isEmpty
  }

  /// Returns the action that an amend or rebase removed from the plan's commits. It is nil if
  /// another commit has the action, or if the plan is not in a column of the action's kind.
  private func takenBack(
    by effect: CommitEffects.Effect, _ entry: CommitRecord.Entry, on board: Board
  ) throws -> PlanReference.Action? {
    guard !entry.removed.isEmpty,
      let action = effect.saidBefore.filter({ $0 == .starts || $0 == .closes }).max(),
      board.kind(of: entry.plan.state) == (action == .closes ? .done : .doing)
    else { return nil }
    let removed = Set(entry.removed)
    let left =
      entry.plan.commits.compactMap { ObjectID(hex: $0.id) }.filter { !removed.contains($0) }
      + entry.added
    let unread = left.filter { !references.hasRead($0) }
    if !unread.isEmpty { throw UnreadOriginals(commits: unread) }
    // The message of a squash contains the lines of the older messages, but not as trailers.
    let isSaid = left.contains { commit in
      (references[commit] + references.lines(of: commit)).contains {
        $0.action == action && entry.plan.id.isMeant(by: $0.typed)
      }
    }
    return isSaid ? nil : action
  }

  /// Whether a plan has a commit that is a descendant of this one.
  private func isOvertaken(_ commit: ObjectID, by plan: Plan) throws -> Bool {
    for later in plan.commits.compactMap({ ObjectID(hex: $0.id) }) {
      guard try store.commitIfThere(later) != nil else { continue }
      if try store.isAncestor(commit, of: later) { return true }
    }
    return false
  }

  /// Whether a plan has another commit with the same origin and the same action.
  private mutating func isCopy(
    _ commit: ObjectID, saying said: PlanReference.Action, of plan: Plan
  ) throws -> Bool {
    guard let origin = try origin(of: commit) else { return false }
    var originals: [ObjectID] = []
    for id in plan.commits.compactMap({ ObjectID(hex: $0.id) }) where id != commit {
      if try self.origin(of: id) == origin { originals.append(id) }
    }
    let unread = originals.filter { !references.hasRead($0) }
    if !unread.isEmpty { throw UnreadOriginals(commits: unread) }
    return originals.contains { original in
      references[original].contains { $0.action == said && plan.id.isMeant(by: $0.typed) }
    }
  }

  private mutating func origin(of commit: ObjectID) throws -> Origin? {
    if lookedUp.insert(commit).inserted, let found = try store.commitIfThere(commit) {
      origins[commit] = Origin(author: found.author, subject: found.subject)
    }
    return origins[commit]
  }
}

extension BoardStore {
  /// Splits commits into batches. In a batch, at most one commit starts, closes or reopens any
  /// given plan.
  ///
  /// A batch is recorded as one commit of the board. So each move of a plan has its own commit, as
  /// with the hooks, and columns' rules are checked for each move. For example, `done` may accept
  /// plans only from `doing`; `Starts:` and then `Closes:` obeys that rule.
  ///
  /// - Parameter commits: The commits, oldest first.
  package func batches(of commits: [CodeCommit]) async throws -> [[CodeCommit]] {
    var references = CodeReferences(self)
    try await references.read(commits.map(\.id))
    let snapshot = try snapshot()
    var batches: [[CodeCommit]] = []
    var moving: Set<PlanID> = []
    for commit in commits {
      let acting = references[commit.id].filter { $0.action > .mentions }
      let plans = Set(try acting.compactMap { try snapshot.plan(meantBy: $0.typed) })
      if batches.isEmpty || !moving.isDisjoint(with: plans) {
        batches.append([])
        moving = []
      }
      batches[batches.count - 1].append(commit)
      moving.formUnion(plans)
    }
    return batches
  }
}

extension BoardSnapshot {
  /// Returns the plan that a message names; nil if the name is unknown or ambiguous. Recording the
  /// commit reports that.
  fileprivate func plan(meantBy typed: String) throws -> PlanID? {
    do {
      return try resolveID(typed)
    } catch let error as StoreError where error.isAboutID {
      return nil
    }
  }
}
