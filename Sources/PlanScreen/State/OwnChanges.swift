import PlanModel

/// The changes that a person asked for on a screen, from the key until the board shows them.
///
/// A change of a plan waits for earlier changes of the same plan, and is decided on the commit of
/// the last one. So nobody is in conflict with what they did themselves a moment ago.
struct OwnChanges: Sendable {
  struct Asked: Sendable {
    let change: ScreenChange
    /// The commit that was shown when the change was decided.
    let commit: String?
    /// The prompt that it was typed in. It comes back if the change is refused.
    var prompt: Prompt?
  }

  private struct UnderWay: Sendable {
    let asked: Asked
    let plans: Set<PlanID>?
    /// The commits that were shown and do not have the change.
    var without: Set<String> = []
  }

  private struct Made: Sendable {
    let plans: Set<PlanID>?
    let commit: String
    var without: Set<String>
    var isSeen = false
  }

  /// The board that has the last change.
  private struct Awaited: Sendable {
    let commit: String?
    /// The number of answers after which the board has it, whatever its commit is.
    var answers: Int
  }

  private var underWay: [UnderWay] = []
  /// The changes that wait for others, in the order in which they were asked for.
  private(set) var held: [Asked] = []
  private var made: [Made] = []
  private var awaited: Awaited?

  private static let mostMade = 50

  /// The number of changes that are not made yet.
  var count: Int { underWay.count + held.count }
  /// Whether the shown board has all changes.
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
    // What a person has agreed to is decided on the commit of the question, and on no other.
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

  /// Returns the effects of the changes that need not wait any more.
  mutating func release() -> [ScreenEffect] {
    let waiting = held
    held = []
    return waiting.compactMap { add($0) }
  }

  /// Takes note of a change that was made.
  mutating func end(_ change: ScreenChange, _ outcome: ScreenOutcome, shown: String?) {
    let ended = remove(change)
    awaited = Awaited(commit: outcome.commit, answers: outcome.commit == nil ? 1 : 2)
    guard let commit = outcome.commit else { return }
    // An undo of what was not shared goes back to an earlier commit. The changes that this commit
    // does not have are gone, and nothing can be decided on their commits.
    made.removeAll { $0.without.contains(commit) }
    made.append(
      Made(
        plans: change.plans?.union(outcome.plans), commit: commit,
        without: (ended?.without ?? []).subtracting([commit])))
    if made.count > Self.mostMade { made.removeFirst() }
    if shown == commit { seeAll() }
  }

  /// Takes note of a change that was refused, or not made yet. Returns it.
  mutating func fail(_ change: ScreenChange) -> Asked? { remove(change)?.asked }

  private mutating func remove(_ change: ScreenChange) -> UnderWay? {
    underWay.firstIndex { $0.asked.change == change }.map { underWay.remove(at: $0) }
  }

  /// Whether two changes can be about the same plan; nil stands for any plan.
  private static func overlap(_ one: Set<PlanID>?, _ other: Set<PlanID>?) -> Bool {
    guard let one, let other else { return true }
    return !one.isDisjoint(with: other)
  }

  // MARK: - What is shown

  /// Takes note of a new board. Returns whether another answer is needed to know that it has all
  /// changes: one board may have been read before the last change was made, but not two.
  mutating func show(board commit: String) -> Bool {
    // Such an undo may be made elsewhere: the board had the change, and does not have it now.
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

  /// Takes note of a commit that is shown. Changes are decided on it.
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
  /// The plans that a change is about; nil if that can be any plan.
  var plans: Set<PlanID>? {
    switch self {
    case .undo, .redo: nil
    default: Set(ids)
    }
  }

  /// Whether it is the answer to a question about an undo or a redo.
  fileprivate var isAgreed: Bool { self == .undo(isAgreed: true) || self == .redo(isAgreed: true) }
}
