package import PlanModel

/// The field by which plans are grouped into swimlanes.
package enum PlanGrouping: Hashable, Sendable {
  /// The people who work on a plan: its assignees and its owner.
  case assignee
  case label, parent, priority, milestone, iteration
  /// The repositories of the code whose commits a plan has.
  case repository
  /// A custom field with options, people, or yes and no.
  case field(CustomField)

  /// The groupings that every board has. That by repositories is not offered, as most boards belong
  /// to one.
  package static let builtIn: [PlanGrouping] = [
    .assignee, .label, .parent, .priority, .milestone, .iteration,
  ]

  /// The name in requests and documents.
  package var name: String {
    switch self {
    case .assignee: "assignee"
    case .label: "label"
    case .parent: "parent"
    case .priority: "priority"
    case .milestone: "milestone"
    case .iteration: "iteration"
    case .repository: "repo"
    case .field(let field): field.key
    }
  }

  /// Whether the groups are people.
  package var isByPeople: Bool {
    if case .field(let field) = self { field.kind == .person } else { self == .assignee }
  }

  /// Returns the grouping with a name on a board, ignoring case; nil for an unknown name, and for a
  /// field that can't group plans.
  ///
  /// Plurals and similar words are accepted too, such as `tags` or `who`. If a custom field has the
  /// same name as such a word, the field is used.
  package init?(named name: String, on board: Board) {
    let word = name.lowercased()
    if let grouping = Self.builtIn.first(where: { $0.name == word }) {
      self = grouping
      return
    }
    if let field = board.field(called: word) {
      guard field.kind.canGroup else { return nil }
      self = .field(field)
      return
    }
    switch word {
    case "assignees", "owner", "person", "people", "who": self = .assignee
    case "labels", "tag", "tags": self = .label
    case "parents", "epic", "epics": self = .parent
    case "priorities": self = .priority
    case "milestones", "release", "version": self = .milestone
    case "repo", "repos", "repository", "repositories": self = .repository
    case "iterations", "sprint", "sprints", "cycle": self = .iteration
    default: return nil
    }
  }

  /// Returns the names of all groupings of a board.
  package static func names(on board: Board) -> [String] {
    builtIn.map(\.name) + board.fields.filter(\.kind.canGroup).map(\.key)
  }
}

/// Plans with a common value. A plan with two labels is in two groups.
package struct PlanGroup: Sendable {
  /// The common value as it is stored, such as a parent's id; nil for the plans without a value.
  package let value: String?
  package let title: StyledText
  /// The plans in the given order.
  package let plans: [Plan]
}

extension PlanGrouping {
  /// Returns the groups of plans.
  ///
  /// - Parameters:
  ///   - all: All plans of the board, to find the titles of parents.
  ///   - people: The people on these plans, to recognize different names of one person.
  /// - Returns: The groups with the most open plans first; for priorities, the most urgent first;
  ///   for milestones, iterations and options, in their own order. The plans without a value come
  ///   last. No group is empty.
  /// - Complexity: Linear in the number of plans and values, except for sorting the groups.
  package func groups(
    of plans: [Plan], all: [Plan], board: Board, viewpoint: Viewpoint, relations: PlanRelations,
    people: PeopleIndex
  ) -> [PlanGroup] {
    switch self {
    case .assignee:
      return Self.groups(plans, board, without: "nobody") { plan in
        (plan.assignees + [plan.owner].compactMap(\.self)).map { Self.key($0, people) }
      }
    case .label:
      return Self.groups(plans, board, without: "no label") { plan in
        plan.labels.map {
          Key(id: ExactString($0), stored: $0, title: StyledText("#\($0)", .label))
        }
      }
    case .parent:
      let titles = Dictionary(all.map { ($0.id, $0.title) }) { first, _ in first }
      return Self.groups(plans, board, without: "no parent") { plan in
        relations.parents(of: plan.id).map { id in
          Key(
            id: ExactString(id.text), stored: id.text,
            title: "\(viewpoint.shortID(id), .id) \(titles[id] ?? "", .heading)")
        }
      }
    case .repository:
      return Self.groups(plans, board, without: "no repository") { plan in
        Set(plan.commits.compactMap(\.repository)).map {
          Key(id: ExactString($0.address), stored: $0.address, title: StyledText($0.name, .heading))
        }
      }
    case .milestone: return Self.byPhase(.milestone, plans, board)
    case .iteration: return Self.byPhase(.iteration, plans, board)
    case .priority:
      return Self.mostUrgentFirst(
        Self.groups(plans, board, without: "no priority") { plan in
          [plan.priority?.rawValue].compactMap(\.self).map {
            Key(id: ExactString($0), stored: $0, title: StyledText($0, .heading))
          }
        })
    case .field(let field): return Self.groups(plans, board, by: field, people)
    }
  }

  private static func groups(
    _ plans: [Plan], _ board: Board, by field: CustomField, _ people: PeopleIndex
  ) -> [PlanGroup] {
    let found = groups(plans, board, without: "no \(field.title)") { plan in
      (field.value(of: plan)?.texts ?? []).map { text in
        field.kind == .person
          ? key(text, people)
          : Key(id: ExactString(text), stored: text, title: StyledText(text, .heading))
      }
    }
    guard field.kind.hasOptions else { return found }
    let places = found.map { $0.value.flatMap(field.place) ?? .max }
    return zip(places, found).sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Returns the groups by milestone or iteration, in the order of the phases. Groups of phases
  /// that the board does not define come last.
  private static func byPhase(_ kind: Phase.Kind, _ plans: [Plan], _ board: Board) -> [PlanGroup] {
    let phases = board.phases
    let groups = groups(plans, board, without: "no \(kind.rawValue)") { plan in
      [plan.phase(kind)].compactMap(\.self).map { id in
        let name = phases[kind, id]?.name ?? id
        return Key(id: ExactString(id), stored: id, title: StyledText(name, .heading))
      }
    }
    let place = { (group: PlanGroup) in
      group.value.map { phases.place(of: $0, kind) ?? .max - 1 } ?? .max
    }
    return groups.enumerated().sorted {
      (place($0.element), $0.offset) < (place($1.element), $1.offset)
    }.map(\.element)
  }

  /// Returns the same key for all names of a person.
  private static func key(_ written: String, _ people: PeopleIndex) -> Key {
    let person = people.index(of: written).map { people.people[$0].person } ?? Person(written)
    return Key(
      id: ExactString(person.formatted.lowercased()), stored: written,
      title: StyledText(person.fullName, .person))
  }

  private static func mostUrgentFirst(_ groups: [PlanGroup]) -> [PlanGroup] {
    let byLevel = Dictionary(groups.map { ($0.value, $0) }) { first, _ in first }
    let levels: [String?] = Priority.allCases.reversed().map(\.rawValue) + [nil]
    return levels.compactMap { byLevel[$0] }
  }

  private struct Key {
    let id: ExactString
    let stored: String
    let title: StyledText
  }

  private static func groups(
    _ plans: [Plan], _ board: Board, without rest: SafeText, keys: (Plan) -> [Key]
  ) -> [PlanGroup] {
    var places: [ExactString: Int] = [:]
    var groups: [(key: Key, plans: [Plan], openCount: Int)] = []
    var others: [Plan] = []
    for plan in plans {
      let isOpen = board.kind(of: plan.state) != .done
      var seen: Set<ExactString> = []
      for key in keys(plan) where seen.insert(key.id).inserted {
        let place = places[key.id] ?? groups.count
        if place == groups.count {
          places[key.id] = place
          groups.append((key, [], 0))
        }
        groups[place].plans.append(plan)
        if isOpen { groups[place].openCount += 1 }
      }
      if seen.isEmpty { others.append(plan) }
    }
    let sorted = groups.sorted { left, right in
      left.openCount != right.openCount
        ? left.openCount > right.openCount : left.key.id < right.key.id
    }
    return sorted.map { PlanGroup(value: $0.key.stored, title: $0.key.title, plans: $0.plans) }
      + (others.isEmpty
        ? [] : [PlanGroup(value: nil, title: StyledText(rest, .muted), plans: others)])
  }
}
