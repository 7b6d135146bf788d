import PlanModel

/// The changes that a person made on a screen, from the key press until the board shows them.
///
/// A change of a plan waits for earlier changes of the same plan, and is decided on the commit of
/// the last one. This prevents conflicts between quick successive changes by the same person.
struct OwnChanges: Sendable {
  struct Asked: Sendable {
    let change: ScreenChange
    /// The commit that was shown when the change was decided.
    let commit: String?
    /// The prompt in which the change was typed. It is opened again if the change is refused.
    var prompt: Prompt?
  }

  private struct UnderWay: Sendable {
    let asked: Asked
    let plans: Set<PlanID>?
    /// The commits that were shown and do not contain the change.
    var without: Set<String> = []
  }

  private struct Made: Sendable {
    let plans: Set<PlanID>?
    let commit: String
    var without: Set<String>
    var isSeen = false
  }

  /// The board that contains the last change.
  private struct Awaited: Sendable {
    let commit: String?
    /// The number of answers after which the board contains the change, whatever its commit is.
    var answers: Int
  }

  private var underWay: [UnderWay] = []
  /// The changes that wait for others, in the order in which they were requested.
  private(set) var held: [Asked] = []
  private var made: [Made] = []
  private var awaited: Awaited?

  private static let mostMade = 50

  /// The number of changes that have not been made yet.
  var count: Int { underWay.count + held.count }
  /// Whether the shown board contains all changes.
  var isShown: Bool { count == 0 && awaited == nil }

  // MARK: - Changes

  /// Adds a change. Returns its effect, or nil if it must wait.
  mutating func add(_ asked: Asked) -> ScreenEffect? {
    let plans = asked.change.plans
    let others = underWay.map(\.plans) + held.map(\.change.plans)
    guard !others.contains(where: { Self.overlap($0, plans) }) else {
      held.append(asked)
      return nil
    }
    return start(asked)
  }

  private mutating func start(_ asked: Asked) -> ScreenEffect {
    let plans = asked.change.plans
    // An undo to which the person agreed is decided on the commit of the question, never on
    // another.
    let last =
      asked.change.isAgreed
      ? nil
      : asked.commit.flatMap { commit in
        made.last { Self.overlap($0.plans, plans) && $0.without.contains(commit) }
      }
    let commit = last?.commit ?? asked.commit
    underWay.append(
      UnderWay(asked: asked, plans: plans, without: Set([asked.commit, commit].compactMap(\.self))))
    return .change(asked.change, on: commit)
  }

  /// Returns the effects of the changes that no longer need to wait.
  mutating func release() -> [ScreenEffect] {
    let waiting = held
    held = []
    return waiting.compactMap { add($0) }
  }

  /// Records that a change was made.
  mutating func end(_ change: ScreenChange, _ outcome: ScreenOutcome, shown: String?) {
    let ended = remove(change)
    awaited = Awaited(commit: outcome.commit, answers: outcome.commit == nil ? 1 : 2)
    guard let commit = outcome.commit else { return }
    // Undoing changes that were not pushed sets the branch back to an earlier commit. Changes that
    // are not in this commit are gone, and nothing can be decided on their commits.
    made.removeAll { $0.without.contains(commit) }
    made.append(
      Made(
        plans: change.plans?.union(outcome.plans), commit: commit,
        without: (ended?.without ?? []).subtracting([commit])))
    if made.count > Self.mostMade { made.removeFirst() }
    if shown == commit { seeAll() }
  }

  /// Records that a change was refused or not made yet. Returns the change.
  mutating func fail(_ change: ScreenChange) -> Asked? { remove(change)?.asked }

  private mutating func remove(_ change: ScreenChange) -> UnderWay? {
    underWay.firstIndex { $0.asked.change == change }.map { underWay.remove(at: $0) }
  }

  /// Whether two changes can be about the same plan; nil means any plan.
  private static func overlap(_ one: Set<PlanID>?, _ other: Set<PlanID>?) -> Bool {
    guard let one, let other else { return true }
    return !one.isDisjoint(with: other)
  }

  // MARK: - What is shown

  /// Records that a new board is shown. Returns whether another answer is needed to be sure that
  /// the board contains all changes. One answer may have been read before the last change was made,
  /// but two can't.
  mutating func show(board commit: String) -> Bool {
    // Such an undo may be made elsewhere: the board contained the change and no longer does.
    made.removeAll { $0.isSeen && $0.without.contains(commit) }
    guard var awaited else {
      show(commit)
      return false
    }
    awaited.answers -= 1
    if commit == awaited.commit || awaited.answers <= 0 {
      seeAll()
      show(commit)
      return false
    }
    self.awaited = awaited
    show(commit)
    return true
  }

  /// Records that a commit is shown. Changes are decided on it.
  mutating func show(_ commit: String) {
    for index in underWay.indices { underWay[index].without.insert(commit) }
    let known = made.lastIndex { $0.commit == commit } ?? -1
    for index in made.indices where index > known && !made[index].isSeen {
      made[index].without.insert(commit)
    }
  }

  private mutating func seeAll() {
    awaited = nil
    for index in made.indices { made[index].isSeen = true }
  }
}

extension ScreenChange {
  /// The plans that a change is about; nil if it can be any plan.
  var plans: Set<PlanID>? {
    switch self {
    case .undo, .redo: nil
    default: Set(ids)
    }
  }

  /// Whether the change is an undo or a redo to which the person agreed.
  fileprivate var isAgreed: Bool { self == .undo(isAgreed: true) || self == .redo(isAgreed: true) }
}
