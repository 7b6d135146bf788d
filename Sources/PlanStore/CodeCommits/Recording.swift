package import Git
package import PlanModel

/// A commit of the code that is new, and those that it stands for from now on.
package struct CodeCommit: Sendable {
  package let id: ObjectID
  /// The commits that an amend or a rebase put it in the place of.
  package let replaced: [ObjectID]

  package init(_ id: ObjectID, replacing replaced: [ObjectID] = []) {
    (self.id, self.replaced) = (id, replaced)
  }
}

/// What became of plans that commits of the code name.
package struct Recording {
  /// What became of one plan.
  package struct Entry: Sendable {
    package let plan: Plan
    /// The commits that the plan has from now on, and those that it has no more.
    package var added: [ObjectID] = []
    package var removed: [ObjectID] = []
    package var move = PlanMove.stay
  }

  package var entries: [Entry] = []
  /// The plans that are named and deleted.
  package var deleted: [Plan] = []
  /// What names no plan, or several.
  package var unresolved: [StoreError] = []
}

extension BoardStore {
  /// Records commits of the code on the plans that they name, and moves these.
  ///
  /// A commit moves a plan once. It does not where the plan has the commit already; where it stands
  /// for another that said the same; nor where it is a copy of one that the plan has and that said
  /// the same, which a cherry-pick is: it has the author and the author's time of the original.
  ///
  /// - Parameters:
  ///   - rank: Draws the position of a plan in its new column.
  ///   - words: Words the commit of the board; nil leaves the board as it is.
  /// - Returns: What was done; nil if the commits name no plan.
  package func record(
    _ commits: [CodeCommit], by author: Author, rank: () -> String,
    words: (Recording, BoardSnapshot) throws -> CommitMessage
  ) async throws -> Recording? {
    var references = CodeReferences(self)
    try await references.read(commits.flatMap { $0.replaced + [$0.id] })
    guard commits.contains(where: { !references[$0.id].isEmpty || references.isAny($0.replaced) })
    else { return nil }
    try await references.read(try possibleOriginals(of: commits, references))
    var recording = Recording()
    _ = try await change(by: author) { transaction in
      recording = Recording()
      var effects = Effects()
      for commit in commits { try effects.add(commit, references, transaction.before) }
      recording.unresolved = effects.unresolved
      for (id, effect) in effects.inOrder {
        try apply(effect, to: id, &transaction, references, rank, &recording)
      }
      return try words(recording, transaction.before)
    }
    return recording
  }

  /// The commits that plans have already, and of which one of `commits` may be a copy.
  private func possibleOriginals(
    of commits: [CodeCommit], _ references: CodeReferences
  ) throws(StoreError) -> [ObjectID] {
    var found: [ObjectID] = []
    let snapshot = try snapshot()
    for commit in commits {
      for reference in references[commit.id] where reference.action != .mentions {
        guard let id = try? snapshot.resolve(reference.typed),
          let document = try snapshot.readableDocument(id)
        else { continue }  // Told when it is recorded.
        found += try originals(of: commit.id, in: Plan(document, id: id))
      }
    }
    return found
  }

  /// The commits of a plan that have the author and the author's time of another one.
  private func originals(of commit: ObjectID, in plan: Plan) throws(StoreError) -> [ObjectID] {
    guard let author = try codeCommit(commit)?.author else { return [] }
    var found: [ObjectID] = []
    for id in plan.commits.suffix(Self.mostOriginals).compactMap({ ObjectID(hex: $0) })
    where id != commit {
      if try codeCommit(id)?.author == author { found.append(id) }
    }
    return found
  }

  /// How many commits of a plan are looked at for an original.
  private static var mostOriginals: Int { 1000 }

  private func apply(
    _ effect: Effects.Effect, to id: PlanID, _ transaction: inout Transaction,
    _ references: CodeReferences, _ rank: () -> String, _ recording: inout Recording
  ) throws {
    let plan = try transaction.plan(id)
    if plan.isDeleted {
      recording.deleted.append(plan)
      return
    }
    let known = Set(plan.commits)
    var entry = Recording.Entry(plan: plan)
    var action = PlanReference.Action.mentions
    for (commit, said) in effect.added where !known.contains(commit.hex) {
      entry.added.append(commit)
      guard said > action, !effect.saidBefore.contains(said) else { continue }
      let isCopy = try originals(of: commit, in: plan).contains { original in
        references[original].contains {
          $0.action == said && transaction.before.names($0.typed, id)
        }
      }
      if !isCopy { action = said }
    }
    entry.removed = effect.removed.filter { old in
      known.contains(old.hex) && !effect.added.contains { $0.commit == old }
    }
    entry.move = transaction.before.board.move(for: action, from: plan.state)
    guard !entry.added.isEmpty || !entry.removed.isEmpty else { return }
    var edits = entry.added.map { Edit.add("commit:\($0)", to: .links) }
    edits += entry.removed.map { Edit.remove("commit:\($0)", from: .links) }
    if case .to(let column) = entry.move { edits += [.state(column.id), .rank(rank())] }
    try transaction.edit(id, edits)
    recording.entries.append(entry)
  }
}

/// What some commits do to the plans that they name.
private struct Effects {
  struct Effect {
    var added: [(commit: ObjectID, action: PlanReference.Action)] = []
    var removed: [ObjectID] = []
    /// What the replaced commits said of the plan, which has been done.
    var saidBefore: Set<PlanReference.Action> = []
  }

  private(set) var unresolved: [StoreError] = []
  private var effects: [PlanID: Effect] = [:]
  private var order: [PlanID] = []
  private var resolved: [String: PlanID?] = [:]

  var inOrder: [(PlanID, Effect)] { order.map { ($0, effects[$0] ?? Effect()) } }

  mutating func add(
    _ commit: CodeCommit, _ references: CodeReferences, _ snapshot: BoardSnapshot
  ) throws {
    for reference in references[commit.id] {
      guard let id = try resolve(reference.typed, in: snapshot, tells: true) else { continue }
      self[id].added.append((commit.id, reference.action))
    }
    for old in commit.replaced {
      for reference in references[old] {
        guard let id = try resolve(reference.typed, in: snapshot, tells: false) else { continue }
        self[id].saidBefore.insert(reference.action)
        if !self[id].removed.contains(old) { self[id].removed.append(old) }
      }
    }
  }

  private subscript(_ id: PlanID) -> Effect {
    get { effects[id] ?? Effect() }
    set {
      if effects.updateValue(newValue, forKey: id) == nil { order.append(id) }
    }
  }

  private mutating func resolve(
    _ typed: String, in snapshot: BoardSnapshot, tells: Bool
  ) throws -> PlanID? {
    if let known = resolved[typed] { return known }
    do throws(StoreError) {
      let id = try snapshot.resolve(typed)
      resolved[typed] = id
      return id
    } catch {
      guard error.isAboutID else { throw error }
      resolved[typed] = .some(nil)
      if tells { unresolved.append(error) }
      return nil
    }
  }
}

extension CodeReferences {
  fileprivate func isAny(_ commits: [ObjectID]) -> Bool { commits.contains { !self[$0].isEmpty } }
}

extension BoardSnapshot {
  /// Whether what somebody typed means a plan.
  fileprivate func names(_ typed: String, _ id: PlanID) -> Bool {
    PlanID.normalizedPrefix(typed).map { id.text.hasPrefix($0) } ?? false
  }
}

extension StoreError {
  /// Whether it says only that something names no plan, or several.
  package var isAboutID: Bool {
    switch self {
    case .unknownPlan, .misplacedPlan, .ambiguousPlan, .notAnID: true
    default: false
    }
  }
}
