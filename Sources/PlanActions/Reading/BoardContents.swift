import PlanModel
import PlanStore

/// All plans of a shown board, with the aliases and relations that queries need.
struct BoardContents {
  /// The board, with the unreadable files, whose plans are missing from `plans`.
  let shown: ShownBoard
  /// The plans that can be read, including deleted ones, ordered by id.
  let plans: [Plan]
  let aliases: AliasIndex
  let relations: PlanRelations
  /// The texts of the saved queries, by name.
  let views: [String: String]
}

extension Workspace {
  /// Reads a shown board.
  ///
  /// - Parameters:
  ///   - query: The query to answer. Without it, all texts of the plans are read.
  ///   - needsTexts: Whether the texts are needed even if the query does not search in them.
  func contents(
    of shown: ShownBoard, answering query: String? = nil, needsTexts: Bool = false
  ) throws -> BoardContents {
    let views = try views(of: shown.board)
    let withTexts = needsTexts || query.map { Query.needs(of: $0, views: views).texts } ?? true
    let read = try shown.snapshot.plans(withTexts: withTexts)
    let aliases = AliasIndex(read.plans)
    return BoardContents(
      shown: try noting(read.unreadable, on: shown), plans: read.plans, aliases: aliases,
      relations: PlanRelations(read.plans, board: shown.board, aliases: aliases), views: views)
  }

  /// Parses a query about the plans of a board.
  ///
  /// - Parameters:
  ///   - person: The person that `@me` means; nil for the acting person.
  ///   - views: Additional saved queries, which replace stored ones with the same name.
  ///   - asksForNext: Whether the query is for `Query.next`, which needs the owners of plans.
  func query(
    _ text: String, in contents: BoardContents, askedBy person: Person? = nil,
    views: [String: String] = [:], asksForNext: Bool = false
  ) throws -> Query {
    let context = try queryContext(for: text, contents, person, views, asksForNext)
    do {
      return try Query.parse(text, context: context)
    } catch {
      if let name = error.unknownPlan, let absent = try absence(of: name, in: contents.shown) {
        throw absent
      }
      throw Problem(error, in: text)
    }
  }

  private func queryContext(
    for text: String, _ contents: BoardContents, _ person: Person?, _ wanted: [String: String],
    _ asksForNext: Bool
  ) throws -> QueryContext {
    let shown = contents.shown
    // An empty query needs no more than this.
    guard !Query.isEmpty(text) else {
      return QueryContext(now: shown.now, me: nil, board: shown.board)
    }
    let me = try person ?? me()
    let views = contents.views.merging(wanted) { _, wanted in wanted }
    let needs = Query.needs(of: text, views: views)
    // A key of a query may be a field of people that the board defines.
    let mayNamePeople =
      needs.people || asksForNext || shown.board.fields.contains { $0.kind == .person }
    let last = needs.history ? try shown.snapshot.lastAuthors() : (authors: [:], ofAgents: [])
    return QueryContext(
      now: shown.now, clocks: participant.clocks, me: me,
      board: shown.board,
      plans: QueriedPlans(
        contents.plans, aliases: contents.aliases, relations: contents.relations,
        people: mayNamePeople
          ? try peopleIndex(
            [me?.formatted].compactMap(\.self) + shown.board.people(on: contents.plans)
              + last.authors.values.sorted()) : nil,
        lastAuthors: last.authors, changedByAgents: last.ofAgents),
      views: views)
  }
}

extension BoardSnapshot {
  /// Returns the author of each plan's last change in git's form, and the plans whose last change
  /// was made by an agent.
  ///
  /// - Complexity: Linear in the board's whole history.
  fileprivate func lastAuthors() throws -> (authors: [PlanID: String], ofAgents: Set<PlanID>) {
    var (authors, ofAgents): ([PlanID: String], Set<PlanID>) = ([:], [])
    for entry in try history(of: .board, limit: nil) {
      guard let plan = entry.plan, authors[plan] == nil else { continue }
      authors[plan] = entry.by
      if entry.agent != nil { ofAgents.insert(plan) }
    }
    return (authors, ofAgents)
  }
}
