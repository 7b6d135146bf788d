import PlanModel
import PlanStore

/// Finds templates: ordinary plans with the label `template`, which new plans can copy.
enum PlanTemplate {
  static let label = Plan.templateLabel

  /// Finds a template by its title, by a part of its title, or any plan by the beginning of its id.
  static func find(_ typed: String, in snapshot: BoardSnapshot) throws -> Plan {
    let wanted = SearchText(typed)
    let templates = try snapshot.plans().plans.filter { plan in
      !plan.isDeleted && plan.isTemplate
    }
    let named = templates.filter { wanted.equals($0.title) }
    if named.count == 1 { return named[0] }
    let like = named.isEmpty ? templates.filter { wanted.occurs(in: $0.title) } : named
    if like.count == 1 { return like[0] }
    if let id = try id(typed, in: snapshot) { return try snapshot.plan(id).live }
    let candidates = like.isEmpty ? templates : like
    guard !candidates.isEmpty else {
      throw Problem.usage(
        "there is no template '\(typed)'",
        hints: ["make a plan one with \(pmgit: "edit", "ID", "--label", label)"])
    }
    throw Problem.usage(
      like.isEmpty ? "there is no template '\(typed)'" : "several templates are called '\(typed)'",
      hints: try candidates.prefix(mostListed).map {
        Hint("\(try snapshot.shortID($0.id))  \($0.title)")
      })
  }

  /// The most templates that an error lists.
  private static let mostListed = 10

  private static func id(_ typed: String, in snapshot: BoardSnapshot) throws -> PlanID? {
    do throws(StoreError) {
      return try snapshot.resolve(typed)
    } catch {
      switch error {
      case .unknownPlan, .ambiguousPlan, .notAnID: return nil
      default: throw error
      }
    }
  }
}

extension Plan {
  /// Returns the edits that copy a template to a new plan.
  ///
  /// The title, the column, the dates, the aliases, the comments and the commits are not copied.
  ///
  /// - Parameter time: The time of the new plan, for the ranks of the checklist's lines.
  func templateEdits(
    at time: Timestamp, using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    var edits: [Edit] = []
    if !body.isEmpty { edits.append(.body(body)) }
    for property in PlanProperty.all where property.kind != .day {
      if let value = property.value(of: self) { edits.append(property.write(value)) }
    }
    edits += labels.filter { $0.lowercased() != PlanTemplate.label }.map { .add($0, to: .labels) }
    edits += assignees.map { .add($0, to: .assignees) }
    edits += links.filter { $0.kind != Link.commitKind }.map { .add($0.description, to: .links) }
    let ranks = Rank.spread(checklist.count, at: time, after: nil, using: &generator)
    var taken: Set<String> = []
    for (line, rank) in zip(checklist, ranks) {
      let item = Edit.itemID(besides: taken, using: &generator)
      taken.insert(item)
      edits += Edit.checklistItem(item, text: line.text, rank: rank)
    }
    return edits
  }
}
