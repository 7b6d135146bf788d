package import PlanModel

/// An imported issue with a mark that a bridge has written.
package struct MarkedIssue: Sendable {
  package let alias: String
  package let mark: IssueMark
  /// When the issue was created in the tracker; nil if unknown.
  package let created: Timestamp?
  package let title: String
  /// The lines of the issue's text without the mark.
  package let body: [String]
}

/// The plans of a file as lines of an import, and what could not be carried over.
package struct TrackerPlans: Sendable {
  var all: [TrackerPlan] = []
  /// The kinds of losses, each with the number of plans or records that have it.
  private var counts: [ExactString: Int] = [:]
  /// A file or a value with the loss, if that helps to find it.
  private var examples: [ExactString: String] = [:]
  /// The columns of the file, in its order or in order of appearance.
  var columns: [Column] = []
  var milestones: [Phase] = []
  var places: [AliasKey: Int] = [:]
  /// The links that the file stores on the other plan, by the alias of the plan that they belong
  /// to.
  private var linksOfOthers: [AliasKey: [String]] = [:]
  /// The results of `state`, `kind` and `milestone` by name, because most plans repeat them.
  var states: [ExactString: String] = [:]
  var kinds: [ExactString: Column.Kind] = [:]
  var milestoneIDs: [ExactString: String] = [:]
  let options: FormatOptions
  var board: Board { options.board }
  var clocks: LocalClocks { options.clocks }
  var origin: String? { options.origin }
  var now: Timestamp { options.now }
  /// Whether the file has more plans than are read.
  private(set) var isTooLong = false

  /// The most kinds of losses that are listed.
  private static let mostLosses = 500

  init(options: FormatOptions) { self.options = options }

  package var count: Int { all.count }

  /// The kinds of losses with examples, each with the number of plans or records that have it.
  package var losses: [ExactString: Int] {
    let named = counts.map { what, count in
      (examples[what].map { ExactString("\(what), such as '\($0)'") } ?? what, count)
    }
    return Dictionary(named, uniquingKeysWith: +)
  }

  /// Returns the alias of a plan of a tool: `beads:bd-12`, or with the name that `--from`
  /// gives, `beads:PROJECT#bd-12`.
  func alias(_ tool: String, _ id: String) -> String {
    "\(tool):\(origin.map { "\($0)#" } ?? "")\(id)"
  }

  /// Adds a plan. A second record with the same alias is left out.
  mutating func add(_ plan: TrackerPlan) {
    guard places[plan.key] == nil else { return lose("records with the name of another one") }
    guard all.count < TrackerSource.maximumPlans else {
      isTooLong = true
      return
    }
    var plan = plan
    for (loss, example) in plan.finishReading() { lose(loss, example: example) }
    places[plan.key] = all.count
    all.append(plan)
  }

  /// The issues that bridges have created, and copies of such issues.
  package var markedIssues: [MarkedIssue] {
    all.compactMap { plan in
      plan.marker.map { marker in
        MarkedIssue(
          alias: plan.alias.text, mark: IssueMark(written: marker),
          created: plan.line.created?.at, title: plan.line.title ?? "", body: plan.body)
      }
    }
  }

  /// Whether a plan is finished in the tracker.
  package func isDone(_ alias: String) -> Bool {
    guard let place = places[AliasKey(alias)] else { return false }
    return all[place].line.state.map { board.kind(of: $0) == .done } ?? false
  }

  package var aliases: [String] { all.map(\.alias.text) }

  /// The aliases of plans whose tracker only distinguishes finished plans from open ones.
  package var kindsOnly: [String] { all.filter(\.hasOnlyKind).map(\.alias.text) }

  /// The plans that were exported from a board, each with the commit of that board.
  package var exported: [(plan: PlanID, commit: String?)] {
    all.compactMap { plan in plan.line.id.map { ($0, plan.commit) } }
  }

  /// The plans named by a list that pmgit exported.
  package private(set) var listed: [PlanID] = []

  /// Records a plan that is named by a list that pmgit exported.
  mutating func noteListed(_ id: PlanID) {
    if listed.count < TrackerSource.maximumPlans { listed.append(id) }
  }

  /// Whether the tracker gives only the kind of the column for some of the plans.
  package var namesKinds: Bool { all.contains(where: \.namesKind) }

  /// Keeps the former columns of plans for which the tracker gives only the kind, as long as the
  /// kind still fits. Otherwise all of them would move if the board gets a new first column.
  ///
  /// - Parameter remembered: Returns the column of a plan at the last import, by its alias.
  package mutating func keepStates(_ remembered: (String) -> String?) {
    for place in all.indices where all[place].namesKind {
      guard let state = all[place].line.state else { continue }
      let kind = board.kind(of: state)
      guard state == firstColumn(of: kind)?.id, let old = remembered(all[place].alias.text),
        old != state,
        let column = board.columns.first(where: { $0.id == old }),
        column.kind == kind
          || all[place].hasOnlyKind && column.kind != .done && kind != .done,
        !["Not planned", "Duplicate"].contains(where: { TrackerText.isSameName(column.title, $0) })
      else { continue }
      all[place].state(old, namesKind: true)
    }
  }

  /// Replaces aliases of plans.
  ///
  /// - Parameter name: Returns the new alias of a plan; nil to keep it.
  package mutating func rename(_ name: (String) -> String?) {
    var names: [ExactString: String] = [:]
    var used = Set(places.keys)
    for plan in all {
      guard let other = name(plan.alias.text) else { continue }
      if AliasKey(other) == plan.key || used.insert(AliasKey(other)).inserted {
        names[plan.alias] = other
      }
    }
    if names.isEmpty { return }
    for place in all.indices { all[place].rename(names) }
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })
  }

  /// Removes plans.
  package mutating func leaveOut(_ aliases: [String]) {
    if aliases.isEmpty { return }
    let left = Set(aliases.map { ExactString($0) })
    all.removeAll { left.contains($0.alias) }
    places = Dictionary(uniqueKeysWithValues: all.enumerated().map { ($1.key, $0) })
  }

  /// Counts something that was left out.
  ///
  /// - Parameter example: A file or a value that has the loss. The first one is shown.
  mutating func lose(_ what: String, _ count: Int = 1, example: String? = nil) {
    guard count > 0 else { return }
    let isKnown = counts.count < Self.mostLosses || counts[ExactString(what)] != nil
    let what = ExactString(isKnown ? what : "other members")
    counts[what, default: 0] += count
    if let example, isKnown, examples[what] == nil { examples[what] = example.excerpt }
  }

  /// Adds a link to a plan by its alias. The plan may be read later. Links of plans that are not in
  /// the file are left out.
  mutating func link(_ alias: String, _ kind: String, to target: String) {
    guard let alias = TrackerText.line(alias).map({ AliasKey($0) }),
      let link = TrackerText.line("\(kind):\(target)")
    else { return }
    guard linksOfOthers[alias] != nil || linksOfOthers.count < TrackerSource.maximumPlans else {
      return lose(Self.lostLinks)
    }
    // More than a plan may have, because some may be there twice.
    guard linksOfOthers[alias, default: []].count < 2 * TrackerPlan.mostNames else {
      return lose("members of very long lists")
    }
    linksOfOthers[alias, default: []].append(link)
  }

  private static let lostLinks = "links of issues that are not in the file"

  /// Removes a link that would close a cycle with links of the board.
  ///
  /// - Parameter number: The number of the plan's line.
  package mutating func leaveOut(_ link: Link, onLine number: Int) {
    guard let place = place(onLine: number) else { return }
    all[place].line.links.removeAll { $0 == link }
    lose("links that close a cycle with links here")
  }

  /// Adds the links that the file stores on other plans, and removes what an import would refuse.
  mutating func finish() {
    dropSharedAliases()
    for (alias, links) in linksOfOthers.sorted(by: { $0.key < $1.key }) {
      guard let place = places[alias] else {
        lose(Self.lostLinks, links.count)
        continue
      }
      for link in links { all[place].link(link) }
      for (loss, example) in all[place].finishReading() { lose(loss, example: example) }
    }
    linksOfOthers = [:]
    breakCycles()
  }

  /// Removes additional aliases that another plan also has, because an import would refuse these
  /// plans. No plan keeps such an alias, because the next file may have another order.
  private mutating func dropSharedAliases() {
    let owners = places.filter { !all[$0.value].isExported }
    var holders: [AliasKey: Int] = [:]
    for plan in all {
      for key in Set(plan.otherAliases.map { AliasKey($0) }) { holders[key, default: 0] += 1 }
    }
    for (place, plan) in all.enumerated() {
      let others = plan.otherAliases.map { ExactString($0) }
      let shared = others.filter { alias in
        let key = AliasKey(alias.text)
        if let owner = owners[key] { return owner != place }
        // Exports of a board may contain such plans. They are recognized by their ids.
        return !plan.isExported && holders[key, default: 0] > 1
      }
      if shared.isEmpty { continue }
      all[place].line.aliases.removeAll { shared.contains(ExactString($0)) }
      lose("other names that two plans have", shared.count)
    }
  }
}

// MARK: - Lines

extension TrackerPlans {
  /// Returns the line of a plan by its index. Settings of a board count as the first line.
  package func line(at index: Int) -> ImportLine {
    var line = all[index].line
    line.number = index + firstLine
    return line
  }

  private var firstLine: Int { hasSettings ? 2 : 1 }

  /// Returns the name in messages of the plan on a line, from 1; nil for the line with settings.
  package func name(onLine number: Int) -> String? { place(onLine: number).map { all[$0].name } }

  private func place(onLine number: Int) -> Int? {
    let index = number - firstLine
    return all.indices.contains(index) ? index : nil
  }
}
