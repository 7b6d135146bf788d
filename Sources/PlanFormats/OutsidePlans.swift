package import PlanModel

/// The plans of a source as lines of an import, and what could not be carried over.
package struct OutsidePlans: Sendable {
  /// The plans, each with the members that `ImportLine` reads.
  package private(set) var plans: [JSONObject] = []
  /// What was left out, each with the number of plans or records that it concerns.
  package private(set) var losses: [ExactString: Int] = [:]
  /// The columns of the source, in order of appearance or as the source has them.
  private var columns: [Column] = []
  /// The milestones that plans are in.
  private var milestones: [Phase] = []
  private var places: [ExactString: Int] = [:]
  /// The results of `state` and `milestone` by name, because most plans repeat them.
  private var states: [ExactString: String] = [:]
  private var milestoneIDs: [ExactString: String] = [:]
  private let board: Board

  /// The most kinds of losses that are listed.
  private static let mostLosses = 500

  init(_ options: FormatOptions) { board = options.board }

  /// Adds a plan. A second record with the same alias is left out.
  mutating func add(_ plan: OutsidePlan) {
    guard places[plan.alias] == nil else { return lose("records with the name of another one") }
    places[plan.alias] = plans.count
    plans.append(plan.line)
    for loss in plan.losses { lose(loss) }
  }

  /// Counts something that was left out.
  mutating func lose(_ what: String, _ count: Int = 1) {
    guard count > 0 else { return }
    let isKnown = losses.count < Self.mostLosses || losses[ExactString(what)] != nil
    losses[ExactString(isKnown ? what : "other members"), default: 0] += count
  }

  /// Adds a link to a plan that was added before. A link of a plan that is not in the source is
  /// left out.
  mutating func link(_ alias: String, _ link: String) {
    guard let place = places[ExactString(alias)], let link = OutsideText.line(link) else {
      return lose("links of issues that are not in the file")
    }
    var links = plans[place]["links"]?.array ?? []
    guard links.count < OutsidePlan.mostNames else { return lose("members of very long lists") }
    let value = JSONValue.string(link)
    if !links.contains(value) { links.append(value) }
    plans[place]["links"] = .array(links)
  }
}

// MARK: - Cycles

extension OutsidePlans {
  /// Removes links that close a cycle of blockers or of parents, which an import refuses.
  mutating func breakCycles() {
    for kind in [Link.blockedByKind, Link.parentKind] {
      for (place, link) in closingLinks(kind) {
        let links = plans[place]["links"]?.array ?? []
        plans[place]["links"] = .array(links.filter { $0 != link })
        lose("links that close a cycle")
      }
    }
  }

  /// Returns the links of a kind without which there is no cycle.
  private func closingLinks(_ kind: String) -> [(place: Int, link: JSONValue)] {
    let targets = plans.map { plan in
      (plan["links"]?.array ?? []).compactMap { link -> (place: Int, link: JSONValue)? in
        guard let text = link.string, text.hasPrefix("\(kind):"),
          let place = places[ExactString(String(text.dropFirst(kind.count + 1)))]
        else { return nil }
        return (place, link)
      }
    }
    var closing: [(place: Int, link: JSONValue)] = []
    // A plan is open while the search is among the plans that it leads to.
    var (isVisited, isOpen) = (
      [Bool](repeating: false, count: plans.count), [Bool](repeating: false, count: plans.count)
    )
    for start in plans.indices where !isVisited[start] && !targets[start].isEmpty {
      var path = [(place: start, next: 0)]
      (isVisited[start], isOpen[start]) = (true, true)
      while let (place, next) = path.last {
        guard next < targets[place].count else {
          isOpen[place] = false
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let target = targets[place][next]
        if isOpen[target.place] {
          closing.append((place, target.link))
        } else if !isVisited[target.place] {
          (isVisited[target.place], isOpen[target.place]) = (true, true)
          path.append((target.place, 0))
        }
      }
    }
    return closing
  }
}

// MARK: - Columns and milestones

extension OutsidePlans {
  /// The most columns and milestones of a file that are offered to the board.
  private static let mostSettings = 1000

  /// Returns the `state` for a column of the source, and remembers the column for `--add-columns`.
  ///
  /// The name of a column of the board may be written otherwise: `To Do` is `Todo`. A nil name
  /// stands for the board's first column of the kind.
  mutating func state(_ name: String?, _ kind: Column.Kind) -> String? {
    guard let name = name.flatMap(OutsideText.line) else {
      let column = kind == .todo ? board.entry : board.columns.first { $0.kind == kind }
      return column?.id
    }
    if let state = states[ExactString(name)] { return state }
    let state = newState(name, kind)
    states[ExactString(name)] = state
    return state
  }

  private mutating func newState(_ name: String, _ kind: Column.Kind) -> String {
    let similar = board.columns.first { column in
      [column.id, column.title].contains { OutsideText.isSameName($0, name) }
    }
    if let column = board.columns(named: name).first ?? similar {
      remember(column)
      return column.id
    }
    if let id = Column.id(from: name) {
      remember(Column(id: id, title: name, kind: kind))
    }
    return name
  }

  private mutating func remember(_ column: Column) {
    guard columns.count < Self.mostSettings else { return }
    let isKnown = columns.contains { $0.id == column.id || $0.title == column.title }
    if !isKnown { columns.append(column) }
  }

  /// Returns the `milestone` for the name of a milestone, and remembers it for `--settings`.
  mutating func milestone(
    _ name: String, due: CalendarDay? = nil, isClosed: Bool = false
  ) -> String? {
    guard let name = OutsideText.line(name) else { return nil }
    if let id = milestoneIDs[ExactString(name)] { return id }
    let id = newMilestone(name, due: due, isClosed: isClosed)
    milestoneIDs[ExactString(name)] = id
    return id
  }

  private mutating func newMilestone(
    _ name: String, due: CalendarDay?, isClosed: Bool
  ) -> String? {
    if let phase = board.phases.named(name, .milestone).first { return phase.id }
    guard let id = Phase.id(from: name) else {
      return Phase.isReserved(name) ? nil : name
    }
    if milestones.count < Self.mostSettings, !milestones.contains(where: { $0.id == id }) {
      var phase = Phase(.milestone, id)
      (phase.title, phase.last, phase.isClosed) = (name, due, isClosed)
      milestones.append(phase)
    }
    return id
  }

  /// The settings that the source suggests; nil without any.
  private var settings: JSONObject? {
    guard !columns.isEmpty || !milestones.isEmpty else { return nil }
    var settings: JSONObject = [:]
    if !columns.isEmpty {
      settings["columns"] = .array(
        columns.map { column in
          .object([
            "id": .string(column.id), "title": .string(column.title),
            "kind": .string(column.kind.rawValue),
            "limit": column.limit.map(JSONValue.number) ?? .null,
            "from": column.from.isEmpty ? .null : .strings(column.from),
          ])
        })
    }
    if !milestones.isEmpty {
      settings["milestones"] = .array(
        milestones.map { phase in
          .object([
            "id": .string(phase.id), "title": .optional(phase.title),
            "due": .optional(phase.last?.description), "closed": .bool(phase.isClosed),
          ])
        })
    }
    return settings
  }

  /// The plans in JSON Lines, as `pmgit import` reads them; the first line may have settings.
  package var lines: [UInt8] {
    var bytes: [UInt8] = []
    if let settings {
      bytes += CanonicalJSON.line(of: .object(["board": .object(settings)])).utf8
      bytes.append(0x0A)
    }
    for plan in plans {
      bytes += CanonicalJSON.line(of: .object(plan)).utf8
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Returns the alias of the plan on a line of `lines`, from 1; nil for the line with settings.
  package func alias(onLine number: Int) -> String? {
    let index = number - (settings == nil ? 1 : 2)
    guard plans.indices.contains(index) else { return nil }
    return plans[index]["aliases"]?.array?.first?.string
  }
}
