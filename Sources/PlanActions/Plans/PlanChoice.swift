import PlanModel
import PlanStore
import PlanView

/// The plans that a request refers to.
package enum PlanChoice: Sendable {
  /// Plans named by the beginning of an id, an alias, or words of the title.
  case named([String])
  /// The plans that a query finds on the board that the person saw. Only open ones are included,
  /// unless the query asks for others; see `Query.openUnlessAsked`.
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
  /// Finds the plans of a choice on a version of the board.
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
        throw Problem.usage(
          "the query is empty", hints: ["for all plans say 'is:open' or 'is:closed'"])
      }
      let contents = try contents(of: shown(snapshot))
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
}

extension Workspace {
  /// Returns a notice of the plan that a name was read as; empty for `board` and for an exact name.
  package func notices(reading name: String) throws -> [Notice] {
    guard participant.wantsNotices, name != "board" else { return [] }
    let snapshot = try store.snapshot()
    return try [reading(name, as: snapshot.resolve(name), on: snapshot)].compactMap(\.self)
  }

  /// Returns a notice of the plan that a name was read as; nil if the name is the beginning of its
  /// id, its alias, or its whole title.
  func reading(
    _ name: String, as id: PlanID, on snapshot: BoardSnapshot
  ) throws -> Notice? {
    if id.text.hasPrefix(name.lowercased()) { return nil }
    guard let document = try snapshot.readableDocument(id) else { return nil }
    let plan = Plan(document, id: id)
    if plan.aliases.contains(where: { ExactString($0) == ExactString(name) }) { return nil }
    if SearchText(name).equals(plan.title) { return nil }
    return Notice("'\(name.excerpt)' is \(try snapshot.shortID(id)) '\(plan.title.excerpt)'")
  }
}

extension PlanChoice: ExpressibleByArrayLiteral {
  package init(arrayLiteral names: String...) { self = .named(names) }
}
