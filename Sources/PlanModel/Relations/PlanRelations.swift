/// The relations between a board's plans by their links.
///
/// A link names its target by id or alias. Links from or to deleted plans and links to plans that
/// are not on the board are ignored.
package struct PlanRelations: Sendable {
  /// The links of one kind, in both directions.
  private struct Edges {
    var targets: [PlanID: [PlanID]] = [:]
    var sources: [PlanID: [PlanID]] = [:]

    mutating func add(_ source: PlanID, _ target: PlanID) {
      targets[source, default: []].append(target)
      sources[target, default: []].append(source)
    }
  }

  private var blocking = Edges()
  private var parenthood = Edges()
  private var likeness = Edges()
  /// The plans that are neither deleted nor in a column of kind `done`, sorted.
  private var open: [PlanID] = []

  /// Creates the relations of a board without plans.
  package init() {}

  /// Computes the relations between the plans of a board.
  ///
  /// - Parameters:
  ///   - plans: The plans of the board. Their order is the board order of results.
  ///   - aliases: The index of the same plans.
  /// - Complexity: Linear in plans and links.
  package init(_ plans: [Plan], board: Board, aliases: AliasIndex) {
    var done: [PlanID] = []
    for plan in plans where !plan.isDeleted {
      if board.kind(of: plan.state) == .done { done.append(plan.id) } else { open.append(plan.id) }
    }
    open.sort()
    done.sort()
    for plan in plans where !plan.links.isEmpty && !plan.isDeleted {
      // Two links may have the same target, once by id and once by alias.
      var (blockers, parents, related): (Set<PlanID>, Set<PlanID>, Set<PlanID>) = ([], [], [])
      for link in plan.links {
        for target in aliases.targets(of: link) where isOpen(target) || done.hasSorted(target) {
          switch link.kind {
          case Link.blockedByKind where blockers.insert(target).inserted:
            blocking.add(plan.id, target)
          case Link.parentKind where parents.insert(target).inserted:
            parenthood.add(plan.id, target)
          case Link.relatesKind where related.insert(target).inserted:
            likeness.add(plan.id, target)
          default: break
          }
        }
      }
    }
  }

  /// Whether the plan is on the board, not deleted, and not in a column of kind `done`.
  package func isOpen(_ id: PlanID) -> Bool { open.hasSorted(id) }

  /// Returns the plans that block the given plan, done or not, in link order.
  package func blockers(of id: PlanID) -> [PlanID] { blocking.targets[id] ?? [] }

  /// Returns the open plans that block the given plan; empty if that plan itself is done or
  /// deleted.
  package func openBlockers(of id: PlanID) -> [PlanID] {
    let blockers = blockers(of: id)
    return blockers.isEmpty || !isOpen(id) ? [] : blockers.filter(isOpen)
  }

  /// Whether the plan is open and an open plan blocks it.
  package func isBlocked(_ id: PlanID) -> Bool { !openBlockers(of: id).isEmpty }

  /// Returns the plans that the given plan blocks, in board order.
  package func blocked(by id: PlanID) -> [PlanID] { blocking.sources[id] ?? [] }

  /// The plans that block another plan.
  var blockers: Set<PlanID> { Set(blocking.sources.keys) }
  /// The plans that another plan blocks.
  var blocked: Set<PlanID> { Set(blocking.targets.keys) }

  /// The plans that have a parent.
  var children: Set<PlanID> { Set(parenthood.targets.keys) }

  /// The parents of a plan, in link order.
  package func parents(of id: PlanID) -> [PlanID] { parenthood.targets[id] ?? [] }

  /// The children of a plan, in board order.
  package func children(of id: PlanID) -> [PlanID] { parenthood.sources[id] ?? [] }

  /// The other plans with a `relates` link to this plan, in board order. Plans to which this plan
  /// has a `relates` link itself are left out.
  package func relating(to id: PlanID) -> [PlanID] {
    let own = Set(likeness.targets[id] ?? [])
    return (likeness.sources[id] ?? []).filter { !own.contains($0) && $0 != id }
  }

  /// How many of the children of a plan are done; nil if the plan has no children.
  package func progress(of id: PlanID) -> Progress? {
    let children = children(of: id)
    guard !children.isEmpty else { return nil }
    return Progress(done: children.count { !isOpen($0) }, total: children.count)
  }

  /// All descendants of a plan, without the plan itself.
  ///
  /// - Complexity: Linear in the plans found, also with cycles.
  package func descendants(of id: PlanID) -> Set<PlanID> {
    var found: Set<PlanID> = []
    var waiting = children(of: id)
    while let next = waiting.popLast() {
      if found.insert(next).inserted { waiting += children(of: next) }
    }
    found.remove(id)
    return found
  }
}

extension [PlanID] {
  /// Whether sorted ids contain an id.
  fileprivate func hasSorted(_ id: PlanID) -> Bool {
    let place = prefixEnd(while: { $0 < id })
    return place < count && self[place] == id
  }
}

extension AliasIndex {
  /// Returns the ids of the plans that a link points to. A target in the form of an id is returned
  /// as it is, even if the board has no such plan. Other targets are looked up as aliases.
  package func targets(of link: Link) -> [PlanID] {
    PlanID(link.target).map { [$0] } ?? plans(called: link.target)
  }
}

/// The number of done parts and of all parts, such as the lines of a checklist.
package struct Progress: Hashable, Sendable {
  package let done: Int
  /// The number of all parts, done or not.
  package let total: Int

  package init(done: Int, total: Int) { (self.done, self.total) = (done, total) }
}

extension Plan {
  /// A copy of the plan with only its title and the values that relations depend on.
  package var related: Plan {
    var values = PlanValues()
    (values.title, values.state, values.links) = (title, state, links)
    (values.aliases, values.deletion) = (aliases, deletion)
    return Plan(id: id, values)
  }
}
