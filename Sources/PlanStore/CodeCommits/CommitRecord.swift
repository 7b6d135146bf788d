import Git
package import PlanModel

/// A commit of the code to record, and the commits that it replaces.
package struct CodeCommit: Sendable {
  package let id: ObjectID
  /// The commits that it replaces after an amend or a rebase.
  package let replaced: [ObjectID]
  /// Whether it was made just now. If not, a plan may already have later commits.
  package let isNew: Bool
  /// A plan that the commit starts even if its message only mentions the plan; nil if there is no
  /// such plan.
  package let starting: PlanID?

  package init(
    _ id: ObjectID, replacing replaced: [ObjectID] = [], isNew: Bool = true,
    starting: PlanID? = nil
  ) {
    (self.id, self.replaced, self.isNew, self.starting) = (id, replaced, isNew, starting)
  }
}

/// The result of recording commits of the code on the plans that they name.
package struct CommitRecord {
  /// The result for one plan.
  package struct Entry: Sendable {
    package let plan: Plan
    /// The commits that are added to the plan.
    package var added: [ObjectID] = []
    /// The commits that are removed from the plan.
    package var removed: [ObjectID] = []
    package var move = PlanMove.stay
    /// The action, such as closing the plan, that no commit of the plan requests any more, because
    /// an amend or a rebase replaced the commits. It is nil if there is no such action, or if the
    /// plan is no longer in a column of the action's kind.
    package var taken: PlanReference.Action?

    /// The plan's column after the change.
    package var state: String { if case .to(let column) = move { column.id } else { plan.state } }
  }

  package var entries: [Entry] = []
  /// The actions that the board's rules did.
  package internal(set) var rules: [RuleRun] = []
  /// The deleted plans that commits name.
  package var deleted: [Plan] = []
  /// The reasons why commits were not added to plans. Either a name is unknown or ambiguous, or the
  /// plan is unreadable or would be too long. Other plans are not affected.
  package var problems: [Problem] = []

  /// The reason why a commit was not added to a plan.
  package struct Problem: Sendable {
    package let error: StoreError
    /// The commit whose message has the wrong name; nil if the plan itself is the reason.
    package let commit: ObjectID?

    init(_ error: StoreError, commit: ObjectID?) { (self.error, self.commit) = (error, commit) }
  }
}

/// The effects of code commits on the plans that they name.
struct CommitEffects {
  struct Effect {
    var added: [(commit: CodeCommit, action: PlanReference.Action)] = []
    /// The commits that replace others and name the plan in any line of their message.
    var inherited: [CodeCommit] = []
    private(set) var removed: [ObjectID] = []
    private var isRemoved: Set<ObjectID> = []
    /// The actions of the replaced commits on the plan, which were already carried out.
    var saidBefore: Set<PlanReference.Action> = []

    fileprivate mutating func remove(_ commit: ObjectID) {
      if isRemoved.insert(commit).inserted { removed.append(commit) }
    }
  }

  private(set) var problems: [CommitRecord.Problem] = []
  private var effects: [PlanID: Effect] = [:]
  private var order: [PlanID] = []
  private var resolved: [String: Result<PlanID, StoreError>] = [:]

  var inOrder: [(PlanID, Effect)] { order.map { ($0, effects[$0] ?? Effect()) } }

  mutating func add(
    _ commit: CodeCommit, _ references: CodeReferences, _ snapshot: BoardSnapshot
  ) throws {
    for reference in references[commit.id] {
      // A problem that the replaced commit also had was reported earlier.
      let isNew = !commit.replaced.contains { references[$0].contains(reference) }
      let tells = isNew && !reference.isGuess
      guard let id = try resolve(reference.typed, of: commit, in: snapshot, tells: tells)
      else { continue }
      self[id].added.append((commit, reference.action))
    }
    if commit.replaced.isEmpty { return }
    for reference in references.lines(of: commit.id) {
      guard let id = try resolve(reference.typed, of: commit, in: snapshot, tells: false)
      else { continue }
      self[id].inherited.append(commit)
    }
    for old in commit.replaced {
      for reference in references[old] {
        guard let id = try resolve(reference.typed, of: commit, in: snapshot, tells: false)
        else { continue }
        self[id].saidBefore.insert(reference.action)
        self[id].remove(old)
      }
      for reference in references.lines(of: old) {
        guard let id = try resolve(reference.typed, of: commit, in: snapshot, tells: false)
        else { continue }
        self[id].remove(old)
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
    _ typed: String, of commit: CodeCommit, in snapshot: BoardSnapshot, tells: Bool
  ) throws -> PlanID? {
    let found: Result<PlanID, StoreError>
    if let known = resolved[typed] {
      found = known
    } else {
      do {
        found = .success(try snapshot.resolveID(typed))
      } catch let error as StoreError where error.isAboutID {
        found = .failure(error)
      }
      resolved[typed] = found
    }
    switch found {
    case .success(let id): return id
    case .failure(let error):
      if let id = try holder(of: commit.replaced, calledBy: typed, in: snapshot) { return id }
      if tells { problems.append(CommitRecord.Problem(error, commit: commit.id)) }
      return nil
    }
  }

  /// Returns the plan to which a typed id referred when the replaced commits were recorded. Since
  /// then, new plans may have made the id ambiguous.
  ///
  /// - Returns: The plan whose id begins with the text and that has one of the replaced commits;
  ///   nil if there is no such plan or several.
  private func holder(
    of commits: [ObjectID], calledBy typed: String, in snapshot: BoardSnapshot
  ) throws -> PlanID? {
    if commits.isEmpty { return nil }
    var found: [PlanID] = []
    for id in try snapshot.ids(beginningWith: typed) {
      guard let document = try snapshot.readableDocument(id) else { continue }
      let held = Set(Plan(document, id: id).commits.map(\.id))
      if commits.contains(where: { held.contains($0.hex) }) { found.append(id) }
    }
    return found.count == 1 ? found[0] : nil
  }
}
