/// Pairs each line of an import with a plan, and finds the targets of links.
struct ImportPairing {
  /// The plan of each line, in line order.
  private(set) var ids: [PlanID] = []
  let existing: [PlanID: Plan]
  private let index: AliasIndex
  /// The ids of the plans on the board and of the plans that the import creates.
  private var known: Set<String> = []
  /// The first plan of the import with each alias.
  private var claims: [AliasKey: PlanID] = [:]

  /// Finds or makes the plan of each line of an import.
  ///
  /// - Throws: `ImportError` with all lines that repeat another line's plan, have an alias of
  ///   another plan, or create a plan without a title.
  init(
    _ lines: [ImportHeading], existing plans: [Plan],
    using generator: inout some RandomNumberGenerator
  ) throws(ImportError) {
    existing = Dictionary(plans.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    index = AliasIndex(plans)
    let given = Set(lines.compactMap(\.id))
    var firstLine: [PlanID: Int] = [:]
    var problems: [ImportError.Problem] = []
    for line in lines {
      let id = line.id ?? owner(of: line.aliases) ?? newID(for: line, using: &generator)
      if let problem = problem(of: line, id) {
        problems.append(problem)
      } else if let first = firstLine[id] {
        problems.append(.init(line: line.number, reason: "the same plan as on line \(first)"))
      } else {
        firstLine[id] = line.number
        if let reason = claim(line.aliases, for: id, isGiven: line.id != nil, among: given) {
          problems.append(.init(line: line.number, reason: reason))
        }
        if existing[id] == nil, !line.hasTitle {
          problems.append(.init(line: line.number, reason: "a new plan must have a 'title'"))
        }
      }
      ids.append(id)
    }
    guard problems.isEmpty else { throw ImportError(problems) }
    known = Set(existing.keys.map(\.text)).union(ids.map(\.text))
  }

  /// Returns an id for a new plan. The plan's line has no id, and no plan has the line's aliases.
  private func newID(
    for line: ImportHeading, using generator: inout some RandomNumberGenerator
  ) -> PlanID {
    line.aliases.first.map(derivedID) ?? PlanID.random(using: &generator)
  }

  /// Returns the id that is derived from an alias, ignoring case if the tracker does. Earlier
  /// versions did not ignore the case, and their plans keep their ids.
  private func derivedID(of alias: String) -> PlanID {
    let written = PlanID.imported(asWritten: alias)
    let isThere = existing[written]?.isKnown(as: alias) ?? false
    return isThere ? written : PlanID.imported(as: alias)
  }

  /// Returns a problem if the id derived from a line's alias belongs to an unrelated plan. A plan
  /// that was imported under the alias counts as related, even if it has lost the alias here.
  private func problem(of line: ImportHeading, _ id: PlanID) -> ImportError.Problem? {
    guard line.id == nil, let alias = line.aliases.first, id == derivedID(of: alias),
      let plan = existing[id], owner(of: line.aliases) == nil, !plan.isKnown(as: alias)
    else { return nil }
    return ImportError.Problem(
      line: line.number,
      reason: "the id of a plan with the alias '\(alias.excerpt)' is \(id), which another plan has")
  }

  /// Returns the plan with one of the aliases, which are tried in order; nil if no plan has any of
  /// them.
  private func owner(of aliases: [String]) -> PlanID? {
    aliases.lazy.compactMap { [claims, index] alias in
      index.livePlans(called: alias).first ?? claims[AliasKey(alias)]
        ?? index.plans(called: alias).first
    }.first
  }

  /// Returns the plans that no line has, although they have an alias of one of the sources.
  ///
  /// - Parameter sources: The sources of the lines; see `ImportSource`.
  func missing(from sources: Set<ImportSource>) -> [(plan: Plan, alias: String)] {
    let imported = Set(ids)
    return existing.values.sorted { $0.id < $1.id }.compactMap { plan in
      guard !plan.isDeleted, !imported.contains(plan.id) else { return nil }
      let alias = plan.aliases.first { ImportSource(of: $0).map(sources.contains) ?? false }
      return alias.map { (plan: plan, alias: $0) }
    }
  }

  /// Records a plan's aliases; returns the reason if another plan owns one of them.
  ///
  /// Two plans may share an alias if both lines give their ids: exports of such boards contain
  /// this.
  private mutating func claim(
    _ aliases: [String], for id: PlanID, isGiven: Bool, among given: Set<PlanID>
  ) -> String? {
    for alias in aliases {
      let owners = index.livePlans(called: alias) + [claims[AliasKey(alias)]].compactMap(\.self)
      let isMeant = isGiven && owners.allSatisfy { given.contains($0) }
      if let owner = owners.first, !owners.contains(id), !isMeant {
        return "alias '\(alias.excerpt)' belongs to plan \(owner)"
      }
      if claims[AliasKey(alias)] == nil { claims[AliasKey(alias)] = id }
    }
    return nil
  }
}

// MARK: - Links

extension ImportPairing {
  /// Whether a link points to a plan of the board or of the import, or to a commit.
  func isKnown(_ link: Link) -> Bool {
    link.kind == Link.commitKind || known.contains(link.target) || target(of: link) != nil
  }

  /// Returns the link with the id of its target instead of an alias; the unchanged link if the
  /// target is an id or unknown.
  func resolved(_ link: Link) -> Link {
    guard let target = target(of: link) else { return link }
    return Link(kind: link.kind, target: target.text)
  }

  /// Returns the plan whose alias a link names; nil if the target is a known id or an unknown
  /// alias.
  private func target(of link: Link) -> PlanID? {
    guard link.kind != Link.commitKind, !known.contains(link.target) else { return nil }
    return index.livePlans(called: link.target).first ?? claims[AliasKey(link.target)]
      ?? index.plans(called: link.target).first
  }

  /// Returns the edits that replace aliases in a plan's links by plan ids.
  ///
  /// - Parameter onlyToImported: Whether to replace only aliases that a line of the import has.
  func relinkingEdits(of plan: Plan, onlyToImported: Bool = false) -> [Edit] {
    plan.links.flatMap { link -> [Edit] in
      if onlyToImported, claims[AliasKey(link.target)] == nil { return [] }
      let resolved = resolved(link)
      guard resolved != link else { return [] }
      return [.remove(link.description, from: .links), .add(resolved.description, to: .links)]
    }
  }
}
