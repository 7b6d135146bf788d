package import PlanModel

/// The plans, labels and aliases that can complete a word.
///
/// Labels and aliases may come from other people. Those that a terminal would not show unchanged
/// are not offered, such as a label with an escape sequence.
package struct PlanCompletions {
  private let all: [Plan]
  private let board: Board
  private let ids: ShortIDs

  /// Creates completions from the plans of a board. The plans are sorted.
  ///
  /// - Complexity: O(*n* log *n*).
  package init(_ plans: [Plan], board: Board) {
    let places = Dictionary(
      board.columns.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
    func key(_ plan: Plan) -> (Int, Int, String) {
      (
        board.kind(of: plan.state) == .done ? 1 : 0, places[plan.state] ?? places.count, plan.rank
      )
    }
    // Open plans come first, in the order of the board.
    all = plans.map { (key($0), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    self.board = board
    ids = ShortIDs(sorted: plans.map(\.id).sorted())
  }

  // MARK: - Plans

  package enum Kind: Sendable {
    case all, open, deleted, inConflict
  }

  /// Returns completions for the plans that a typed text can mean, each described by the plan's
  /// title.
  ///
  /// Three searches are tried until one finds something: ids that begin with the text, aliases that
  /// begin with it, and titles with a word that begins with it. The third search needs a text of at
  /// least two characters.
  ///
  /// A plan found by its title is completed to its id, which does not begin with the text. bash and
  /// zsh replace the text; fish does not offer the plan.
  package func plans(_ typed: String, _ kind: Kind = .all) -> [Completion] {
    let byID = plans(withID: typed, kind)
    guard byID.isEmpty, !typed.isEmpty else { return byID }
    let wanted = all.filter { isWanted($0, kind) }
    let byAlias = aliases(of: wanted).filter { Completion.begins($0.text, with: typed) }
    return byAlias.isEmpty ? plans(titled: typed, among: wanted) : byAlias
  }

  /// Returns the plans whose id begins with a typed text.
  func plans(withID typed: String, _ kind: Kind = .all) -> [Completion] {
    let prefix = PlanID.normalizedPrefix(typed)
    return all.compactMap { plan -> Completion? in
      guard isWanted(plan, kind),
        typed.isEmpty || prefix.map({ plan.id.text.hasPrefix($0) }) == true
      else { return nil }
      return completion(plan, typed: prefix ?? "")
    }
  }

  private func isWanted(_ plan: Plan, _ kind: Kind) -> Bool {
    switch kind {
    case .all: !plan.isDeleted
    case .open: !plan.isDeleted && board.kind(of: plan.state) != .done
    // A deleted plan stays in this list even if it was changed since.
    case .deleted: plan.deletion != nil
    case .inConflict: !plan.conflicts.isEmpty && !plan.isDeleted
    }
  }

  private func completion(_ plan: Plan, typed: String) -> Completion {
    let short = ids[plan.id]
    return Completion(short.hasPrefix(typed) ? short : plan.id.text, about: plan.title)
  }

  private func plans(titled typed: String, among wanted: [Plan]) -> [Completion] {
    guard typed.count > 1 else { return [] }
    let typed = SearchText(typed)
    return wanted.filter { typed.beginsWord(in: $0.title) }
      .map { completion($0, typed: "") }
  }

  // MARK: - Aliases and labels

  package var aliases: [Completion] { aliases(of: all.filter { !$0.isDeleted }) }

  private func aliases(of plans: [Plan]) -> [Completion] {
    plans.flatMap { plan in
      plan.aliases.filter(Completion.isOffered).map { Completion($0, about: plan.title) }
    }
  }

  /// The labels by name, each with the number of plans that have it.
  package var labels: [Completion] {
    var counts: [String: Int] = [:]
    for label in all.lazy.filter({ !$0.isDeleted }).flatMap(\.labels) {
      counts[label, default: 0] += 1
    }
    return counts.filter { Completion.isOffered($0.key) }.sorted { $0.key < $1.key }.map {
      label, count in
      Completion(label, about: count == 1 ? "1 plan" : "\(count) plans")
    }
  }

  /// The texts that name people on plans that are not deleted.
  package var people: [String] {
    board.people(on: all.lazy.filter { !$0.isDeleted }).filter { Completion.isOffered($0) }
  }
}

extension PlanCompletions {
  /// Returns the completions of the last item in a comma-separated list.
  ///
  /// - Parameter typed: The list, such as `bug,u`; items that are already in it are not offered
  ///   again.
  package static func list(_ typed: String, of values: [Completion]) -> [Completion] {
    let start = typed.lastIndex(of: ",").map { typed.index(after: $0) } ?? typed.startIndex
    let given = Set(typed[..<start].split(separator: ","))
    let last = String(typed[start...])
    return values.filter { value in
      Completion.begins(value.text, with: last) && !value.text.contains(",")
        && !given.contains(Substring(value.text))
    }.map { Completion(typed[..<start] + $0.text, about: $0.about, goesOn: $0.goesOn) }
  }
}
