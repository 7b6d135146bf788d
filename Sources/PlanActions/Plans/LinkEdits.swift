import PlanModel
import PlanStore

/// A link and the plan whose file stores it: `blocks:q9` on a plan is stored on plan q9.
private struct StoredLink {
  let holder: PlanID
  let link: Link
  /// The link as the person typed it.
  let typed: String
}

/// The changes to other plans that a plan's typed links caused.
struct LinkedPlans {
  /// The other plans whose links changed.
  var plans: [PlanID] = []
  /// Descriptions of the changes for the commit message: `q9 +blocked-by:k7m2`.
  var words: [String] = []
  var notices: [Notice] = []
}

extension FieldEdits {
  /// Returns the links to add to the plan itself.
  func ownAddedLinks() throws -> [Link] {
    try changes[.links].added.map(held).filter { $0.holder == id }.map(\.link)
  }

  /// Returns the links to remove from the plan itself, whether or not it has them.
  func ownRemovedLinks() throws -> [Link] {
    try changes[.links].removed.map(heldForRemoval).filter { $0.holder == id }.map(\.link)
  }

  /// Adds and removes the links that are stored on other plans, and refuses links that close a
  /// cycle.
  ///
  /// Call it after writing the plan's own edits.
  func linkOthers(in transaction: inout Transaction) throws -> LinkedPlans {
    var linked = LinkedPlans()
    guard !(changes[.links].added.isEmpty && changes[.links].removed.isEmpty) else { return linked }
    let added = try changes[.links].added.map(held)
    for held in added where held.holder != id {
      try write(held, .add(held.link.description, to: .links), in: &transaction, &linked)
    }
    for held in try changes[.links].removed.map(heldForRemoval) where held.holder != id {
      try write(held, .remove(held.link.description, from: .links), in: &transaction, &linked)
    }
    for held in added { try requireNoCycle(held, in: transaction) }
    for child in added.filter({ $0.link.kind == Link.parentKind }).map(\.holder).unique {
      linked.notices += try severalParents(of: child, in: transaction)
    }
    linked.plans = linked.plans.unique
    return linked
  }

  private func write(
    _ held: StoredLink, _ edit: Edit, in transaction: inout Transaction, _ linked: inout LinkedPlans
  ) throws {
    let before = try transaction.livePlan(held.holder)
    try transaction.edit(held.holder, [edit])
    let after = try transaction.plan(held.holder)
    let name = try snapshot.shortID(held.holder)
    let (own, sign) = (try snapshot.shortID(id), after.links.count > before.links.count ? "+" : "-")
    guard before.links != after.links else {
      let state = before.links.contains(held.link) ? "already" : "not"
      linked.notices.append(Notice("\(name) is \(state) \(held.link.meaning) \(own)"))
      return
    }
    linked.plans.append(held.holder)
    linked.words.append("\(name) \(sign)\(held.link.kind):\(own)")
    let now = sign == "+" ? "now" : "no longer"
    linked.notices.append(Notice("\(name) is \(now) \(held.link.meaning) \(own)"))
  }

  /// Returns a notice if a plan has several parents now.
  private func severalParents(of child: PlanID, in transaction: Transaction) throws -> [Notice] {
    let links = try transaction.plan(child).links.filter { $0.kind == Link.parentKind }
    let parents = try links.filter { link in
      try !snapshot.readablePlans([PlanID(link.target)].compactMap(\.self)).allSatisfy(\.isDeleted)
    }
    guard parents.count > 1 else { return [] }
    let name = try snapshot.shortID(child)
    return [
      Notice(
        "\(name) has \(parents.count) parents now",
        hints: [
          "take one off with \(pmgit: "edit", name, "--no-link", parents[0].description)"
        ])
    ]
  }

  // MARK: - Typed links

  /// Returns a link with the full id of its target, and the plan that stores it.
  private func held(_ text: String) throws -> StoredLink {
    let typed = try TypedLink(text)
    let kind = typed.word.kind
    if kind == Link.commitKind {
      let commit = try workspace.commit(named: typed.target)
      // An older link to it may not name the repository.
      let known = plan?.commits.first { $0.id == CommitID(commit).hex }?.link
      let link = try known ?? workspace.store.link(to: commit)
      return StoredLink(holder: id, link: link, typed: text)
    }
    let other = try other(typed.target)
    return typed.word.isReverse
      ? StoredLink(holder: other, link: Link(kind: kind, target: id.text), typed: text)
      : StoredLink(holder: id, link: Link(kind: kind, target: other.text), typed: text)
  }

  /// Returns a link to remove, which may be of a kind that only other tools write.
  private func heldForRemoval(_ text: String) throws -> StoredLink {
    let links = plan?.links ?? []
    if let known = Link(text), links.contains(known) {
      return StoredLink(holder: id, link: known, typed: text)
    }
    if let link = Link(text), LinkWord(link.kind)?.kind == Link.commitKind {
      // The commit may be in another repository.
      let named = plan?.commits.filter { $0.id.hasPrefix(link.target.lowercased()) } ?? []
      if named.count == 1 { return StoredLink(holder: id, link: named[0].link, typed: text) }
    }
    if let link = Link(text), LinkWord(link.kind) == nil,
      links.contains(where: { $0.kind == link.kind })
    {
      let target = try basis.resolve(link.target).text
      return StoredLink(holder: id, link: Link(kind: link.kind, target: target), typed: text)
    }
    return try held(text)
  }

  private func other(_ typed: String) throws -> PlanID {
    let other = try basis.resolve(typed)
    guard other != id else {
      throw Problem.usage("a plan can't be linked to itself", hints: ["name another plan's id"])
    }
    return other
  }

  // MARK: - Cycles

  /// Fails if a new link closes a cycle.
  private func requireNoCycle(_ held: StoredLink, in transaction: Transaction) throws {
    guard held.link.isOrdered, let target = PlanID(held.link.target) else { return }
    let old = try snapshot.readableDocument(held.holder).map { Plan($0, id: held.holder) }
    guard !(old?.links.contains(held.link) ?? false) else { return }
    let path = try Cycles.shortestPath(from: target, to: { $0 == held.holder }) { plan in
      try targets(of: plan, kind: held.link.kind, in: transaction)
    }
    guard let path, let last = path.dropLast().last ?? path.first else { return }
    let names = try ([held.holder] + path).map { try snapshot.shortID($0) }
    let shown = names.count > 12 ? names.prefix(6) + ["…"] + names.suffix(5) : names[...]
    throw Problem.usage(
      "link '\(held.typed.excerpt)' makes a cycle: \(shown.joined(separator: " → "))",
      hints: [
        "'→' is '\(held.link.meaning)'",
        "take another link of it off first, as "
          + "\(pmgit: "edit", last, "--no-link", "\(held.link.kind):\(held.holder)")",
      ])
  }

  /// Returns the targets of a plan's links of one kind, with this change applied.
  ///
  /// A plan that is deleted or can't be read has no targets.
  private func targets(
    of plan: PlanID, kind: String, in transaction: Transaction
  ) throws -> [PlanID] {
    let isThere = try plan == id || transaction.found.readableDocument(plan) != nil
    guard isThere else { return [] }
    let shown = try transaction.plan(plan)
    guard !shown.isDeleted else { return [] }
    return try shown.links.filter { $0.kind == kind }.flatMap { link in
      try PlanID(link.target).map { [$0] }
        ?? snapshot.aliases(among: [link.target]).plans(called: link.target)
    }
  }
}

extension Link {
  /// Whether links of this kind must not form a cycle.
  fileprivate var isOrdered: Bool { kind == Self.blockedByKind || kind == Self.parentKind }

  /// The words for the relation from the plan that has the link to the target.
  fileprivate var meaning: String {
    switch kind {
    case Self.blockedByKind: "blocked by"
    case Self.parentKind: "a child of"
    default: "linked (\(kind)) to"
    }
  }
}
