import Git
import PlanIndex
package import PlanModel

extension BoardSnapshot {
  /// Returns the commits that wrote the lines of a plan's description.
  ///
  /// - Returns: One origin for each line; nil for a line that was written into a merge by hand, or
  ///   if the history is cut off.
  /// - Complexity: Reads one file for each commit that touched the plan and for each merge of
  ///   these. If the plan was changed in parallel or set back to an older version, also reads all
  ///   commits since its creation.
  package func lineOrigins(of plan: PlanID) throws -> [ValueOrigin?] {
    let document = try store.document(.plan(plan), at: commit)
    guard let lines = document?.bodies.first, !lines.isEmpty else { return [] }
    let past: [PastCommit]
    do { past = try store.past(of: [plan], from: commit).reversed() } catch StoreError.shallow {
      return lines.map { _ in nil }
    }
    let steps = try store.bodySteps(of: plan, in: past, to: commit)
    let writers = try TextPast(steps.map(\.step)).writers { index in
      try store.bodies(of: plan, after: steps[index])
    }
    return writers.map { writer in writer.flatMap { steps[$0].origin } }
  }
}

extension BoardStore {
  /// Returns the texts of the description after a step; several in a conflict. The result is empty
  /// for a missing plan, and nil for an unreadable file, which counts as unchanged.
  fileprivate func bodies(of plan: PlanID, after step: BodyStep) throws -> [[ExactString]]? {
    let version =
      switch step.place {
      case .file(let version): version
      case .tree(let commit): try version(of: plan, at: commit)
      }
    return version == nil ? [] : try document(.plan(plan), version)?.bodies
  }

  fileprivate func version(of plan: PlanID, at commit: ObjectID) throws -> Touch.Version? {
    try repository.treeEntry(at: plan.path, in: repository.commit(commit).tree)
      .map(Touch.Version.init(_:))
  }

  // MARK: - How commits follow each other

  /// Returns the commits that touched a plan and the merges of these, parents first. The last step
  /// is the tip.
  fileprivate func bodySteps(
    of plan: PlanID, in past: [PastCommit], to tip: ObjectID
  ) throws -> [BodyStep] {
    var steps: [BodyStep] = []
    /// The step that made each commit's version of the plan; no entry for commits before the first
    /// step.
    var places: [ObjectID: Int] = [:]
    if past.lazy.flatMap(\.touches).isLine(to: try version(of: plan, at: tip)) {
      for commit in past {
        places[tip] = steps.add(commit, after: [places[tip]].compactMap(\.self))
      }
    } else {
      let touching = Dictionary(past.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      for id in try commits(from: past.first?.id, to: tip) {
        var before: [Int] = []
        let parents = try repository.commit(id).parents
        for place in parents.compactMap({ places[$0] }) where !before.contains(place) {
          before.append(place)
        }
        if before.count > 1 { steps.add(merge: id, after: before) }
        let place = before.count > 1 ? steps.count - 1 : before.first
        places[id] =
          touching[id].map { steps.add($0, after: [place].compactMap(\.self)) } ?? place
      }
    }
    steps.add(merge: tip, after: [places[tip]].compactMap(\.self))
    return steps
  }

  /// Returns the history of `tip` without the ancestors of `first`, parents before children. If
  /// `first` is nil, nothing is left out.
  private func commits(from first: ObjectID?, to tip: ObjectID) throws -> [ObjectID] {
    let older = if let first { try repository.commit(first).parents } else { [ObjectID]() }
    return try repository.commits(from: [tip], hiding: older, order: .topological).reversed()
  }
}

/// A commit that touched a plan, or a merge of several versions of it.
private struct BodyStep {
  enum Place {
    case file(Touch.Version?)
    /// The plan's file in the tree of a commit.
    case tree(ObjectID)
  }

  let step: TextPast.Step
  let place: Place
  /// The commit to which lines of this step belong; nil for a merge.
  let origin: ValueOrigin?
}

extension [BodyStep] {
  /// Adds a commit that touched the plan.
  ///
  /// - Returns: The index of its step.
  fileprivate mutating func add(_ commit: PastCommit, after parents: [Int]) -> Int {
    append(
      BodyStep(
        step: TextPast.Step(after: parents), place: .file(commit.touches.last?.new),
        origin: ValueOrigin(commit: commit.id, at: commit.at, by: commit.by)))
    return count - 1
  }

  fileprivate mutating func add(merge commit: ObjectID, after parents: [Int]) {
    append(
      BodyStep(
        step: TextPast.Step(after: parents, isMerge: true), place: .tree(commit), origin: nil))
  }
}

extension PlanDocument {
  /// The lines of the description. In a conflict there are several texts, the shown one first.
  fileprivate var bodies: [[ExactString]] {
    self[PlanField.body.path].compactMap { $0.value.lines?.map { ExactString($0) } }
  }
}
