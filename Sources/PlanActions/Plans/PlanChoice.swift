package import PlanModel
package import PlanStore
package import PlanView

/// The plans that a request refers to.
package enum PlanChoice: Sendable {
  /// Plans named by the beginning of an id, an alias, or words of the title.
  case named([String])
  /// The plans that a query finds on the board that the person saw. This is the newest board unless
  /// the person decided on an older commit; see `Workspace.base(on:)`.
  ///
  /// Only open plans are included, unless the query asks for others; see `Query.openUnlessAsked`.
  case matching(String)

  var isQuery: Bool { if case .matching = self { true } else { false } }
}

/// The plans of a choice on one version of the board.
struct ChosenPlans {
  /// The ids, each once, in the order of the names or of the query.
  var ids: [PlanID] = []
  /// Notices about the names or the query.
  var notices: [Notice] = []
}

extension Workspace {
  /// Finds the plans of a choice on a version of the board. Fails for an empty query.
  ///
  /// - Parameter resolve: Finds a plan by its name.
  func choose(
    _ choice: PlanChoice, on snapshot: BoardSnapshot,
    resolve: (BoardSnapshot, String) throws -> PlanID = { try $0.resolve($1) }
  ) throws -> ChosenPlans {
    switch choice {
    case .named(let names):
      var chosen = ChosenPlans()
      for name in names {
        let id = try resolve(snapshot, name)
        chosen.ids.append(id)
        if let notice = try reading(name, as: id, on: snapshot) { chosen.notices.append(notice) }
      }
      chosen.ids = chosen.ids.unique
      return chosen
    case .matching(let text):
      guard !Query.isEmpty(text) else {
        throw Problem.usage("the query is empty", hints: ["for all plans, write 'is:open,closed'"])
      }
      let contents = try contents(of: shown(snapshot), answering: text)
      let query = try query(text, in: contents).openUnlessAsked
      var chosen = ChosenPlans(
        ids: query.select(from: contents.plans).map(\.id), notices: query.notes.map(Notice.init))
      if chosen.ids.isEmpty { chosen.notices.append(Notice("no plan matches")) }
      let hidden = query.countOfHidden(among: contents.plans)
      if hidden > 0 {
        let plans = CountWords.words(hidden, "finished plan")
        chosen.notices.append(
          Notice(
            "\(plans) left out",
            hints: ["add is:open,closed to the query for \(hidden == 1 ? "it" : "them") too"]))
      }
      return chosen
    }
  }

  /// Returns a notice that names the plan found for a name; empty for `board`, for an exact name,
  /// and if no notices are wanted.
  package func notices(reading name: String) throws -> [Notice] {
    guard participant.wantsNotices, name != "board" else { return [] }
    let snapshot = try store.snapshot()
    return try [reading(name, as: snapshot.resolve(name), on: snapshot)].compactMap(\.self)
  }

  /// Returns a notice that names the plan found for a name.
  ///
  /// Returns nil if the name is the beginning of the plan's id, its alias, or its whole title, or
  /// if the plan can't be read.
  func reading(_ name: String, as id: PlanID, on snapshot: BoardSnapshot) throws -> Notice? {
    if id.text.hasPrefix(name.lowercased()) { return nil }
    guard let document = try snapshot.readableDocument(id) else { return nil }
    let plan = Plan(document, id: id)
    if plan.aliases.contains(where: { AliasKey($0) == AliasKey(name) }) { return nil }
    if SearchText(name).equals(plan.title) { return nil }
    return Notice("'\(name.excerpt)' is \(try snapshot.shortID(id)) '\(plan.title.excerpt)'")
  }
}

extension PlanChoice: ExpressibleByArrayLiteral {
  package init(arrayLiteral names: String...) { self = .named(names) }
}

extension Transaction {
  /// Returns a plan with the changes made so far; fails if it is deleted.
  package func livePlan(_ id: PlanID) throws -> Plan { try plan(id).live }
}

extension Plan {
  /// The plan; throws if it is deleted, because a change would restore it without a request.
  package var live: Plan {
    get throws {
      guard !isDeleted else { throw Problem.deleted(id) }
      return self
    }
  }
}

/// The plans that an ambiguous text may mean, for a person to choose from.
package struct PlanCandidates: Sendable {
  package let typed: String
  /// The ambiguity as a sentence without a full stop.
  package let words: String
  /// The plans: open ones first, then finished ones; in each group, the latest changed first.
  package let plans: [PlanSummary]
}

extension Workspace {
  /// Returns the plans to choose from if the error reports an ambiguous name; otherwise nil.
  ///
  /// - Complexity: Reads each of the plans.
  package func candidates(of error: any Error) -> PlanCandidates? {
    guard case StoreError.ambiguousPlan(let name) = error else {
      return nil
    }
    do {
      let snapshot = try store.snapshot(at: name.commit)
      let shown = shown(snapshot)
      let viewpoint = try shown.viewpoint()
      let plans = try snapshot.readablePlans(name.ids).map {
        PlanSummary($0, board: shown.board, viewpoint: viewpoint)
      }
      guard plans.count > 1 else { return nil }
      return PlanCandidates(
        typed: name.typed, words: name.words, plans: plans.sorted { $0.precedes($1) })
    } catch {
      // The caller then shows the original error, which is more useful than this one.
      return nil
    }
  }

  /// Makes a typed text mean the chosen plan from now on.
  package func use(_ plan: PlanID, for typed: String) { store.meanings[typed] = plan }
}

extension PlanSummary {
  /// Whether this plan is listed before another one: open plans first, then the latest change
  /// first.
  fileprivate func precedes(_ other: PlanSummary) -> Bool {
    guard isDone == other.isDone else { return !isDone }
    guard let time = plan.updated, let otherTime = other.plan.updated, time != otherTime else {
      return plan.id < other.plan.id
    }
    return time > otherTime
  }
}
