package import PlanModel
import PlanStore
package import PlanView

/// Plans arranged below their parents.
package struct TreeShown {
  package let shown: ShownBoard
  package let forest: PlanForest
  /// The plans of the forest, each once, in the order of the board.
  package let plans: [Plan]
  /// The plans that the query found; nil without a query.
  package let wanted: Set<PlanID>?
  package let relations: PlanRelations
  /// Notices about the query, about cycles, and about plans left out.
  package let notices: [Notice]

  package func model() throws -> TreeModel {
    TreeModel(
      forest, plans: plans, wanted: wanted, board: shown.board, viewpoint: try shown.viewpoint(),
      relations: relations)
  }
}

extension Workspace {
  /// Returns the trees of plans.
  ///
  /// - Parameters:
  ///   - typed: A query; empty for the trees with open plans, or for all trees if `isWhole` is set.
  ///   - names: The words of the query. If each names one plan, by the beginning of its id or by an
  ///     alias, the trees are these plans and those below them.
  ///   - isWhole: Whether to include finished trees and plans without parent or children.
  ///   - past: A moment or a commit of the past; nil for now.
  /// - Throws: The problems of a query.
  package func tree(
    _ typed: String = "", names: [String] = [], isWhole: Bool = false, at past: String? = nil
  ) throws -> TreeShown {
    let shown = try board(at: past)
    let contents = try contents(of: shown)
    let all = try query("", in: contents).select(from: contents.plans)
    var choice: PlanForest.Choice = isWhole ? .all : .open
    var wanted: Set<PlanID>?
    var remarks: [Notice] = []
    if let ids = try plans(named: names, in: shown) {
      choice = .below(ids)
      if let name = names.first, name.count < Self.likelyID {
        remarks = [
          Notice.note(
            "'\(name.excerpt)' is the beginning of an id",
            hints: ["for the text write \(pmgit: "list", "--tree", "title:\(name)")"])
        ]
      }
    } else if !Query.isEmpty(typed) {
      let query = try query(typed, in: contents)
      remarks = query.notes.map(Notice.init)
      let found = query.select(from: contents.plans)
      wanted = Set(found.filter { !$0.isDeleted }.map(\.id))
      choice = .matching(wanted ?? [])
      if found.isEmpty { remarks += try notices(ofAbsent: typed, in: shown) }
    }
    let forest = PlanForest(all.map(\.id), relations: contents.relations, choice: choice)
    let ids = Set(forest.rows.map(\.id))
    return TreeShown(
      shown: contents.shown, forest: forest, plans: all.filter { ids.contains($0.id) },
      wanted: wanted, relations: contents.relations,
      notices: try remarks + notices(of: forest, on: shown))
  }

  /// The fewest characters with which a word is more likely an id than an ordinary word.
  static let likelyID = 4

  /// Returns the plans that words name; nil if a word names none. Of several words, none may be so
  /// short that it is more likely a part of a text.
  private func plans(named words: [String], in shown: ShownBoard) throws -> [PlanID]? {
    guard words.count == 1 || words.allSatisfy({ $0.count >= Self.likelyID }) else { return nil }
    let found = try words.compactMap { try plan(named: $0, in: shown) }
    return found.isEmpty || found.count < words.count ? nil : found.unique
  }

  /// Returns the plan that a word names by the beginning of its id or by an alias; nil if no plan
  /// or several plans match, or if it is deleted.
  private func plan(named word: String, in shown: ShownBoard) throws -> PlanID? {
    let ids = try shown.snapshot.ids(beginningWith: word)
    if let id = ids.first, ids.count == 1, try !shown.plan(id).isDeleted { return id }
    let called = try shown.snapshot.aliases(among: [word]).livePlans(called: word)
    return called.count == 1 ? called[0] : nil
  }

  /// The most cycles that are named.
  private static let mostCycles = 3

  private func notices(of forest: PlanForest, on shown: ShownBoard) throws -> [Notice] {
    var notices: [Notice] = []
    for cycle in forest.cycles.prefix(Self.mostCycles) {
      // Each plan of the cycle is a parent of the next one.
      let ids = try cycle.prefix(10).map { try shown.shortID($0) }
      let more = cycle.count > 10 ? " and \(cycle.count - 10) more" : ""
      let words: Hint =
        cycle.count == 1
        ? "plan \(ids[0]) is its own parent"
        : "plans \(ids.joined(separator: ", "))\(more) are each other's parents"
      let last = cycle[cycle.count - 1]
      notices.append(
        .warning(
          words,
          hints: [
            "take one link off with \(pmgit: "edit", cycle[0], "--no-link", "parent:\(last)")"
          ]))
    }
    if forest.cycles.count > Self.mostCycles {
      let more = CountWords.words(forest.cycles.count - Self.mostCycles, "more cycle")
      notices.append(.warning("\(more) of parents; see \(pmgit: "doctor")"))
    }
    return notices + leftOut(of: forest)
  }

  private func leftOut(of forest: PlanForest) -> [Notice] {
    var notices: [Notice] = []
    if forest.repeatedCount > 0 {
      notices = [
        .warning(
          "left out \(CountWords.words(forest.repeatedCount, "row")) of plans with very many parents"
        )
      ]
    }
    var parts: [String] = []
    if forest.finishedCount > 0 {
      parts.append(CountWords.words(forest.finishedCount, "finished tree"))
    }
    if forest.loneCount > 0 {
      parts.append("\(CountWords.words(forest.loneCount, "plan")) without parent or children")
    }
    guard !parts.isEmpty else { return notices }
    return notices + [
      Notice(
        "left out \(parts.joined(separator: " and ")); see all with \(pmgit: "list", "--tree", "--all")"
      )
    ]
  }
}
