package import PlanModel
import PlanStore

/// The plans that can be started now, best first.
package struct NextPlansFound {
  package let shown: ShownBoard
  /// The plans, at most as many as were asked for.
  package let plans: [NextPlan]
  /// The number of ready plans without the query; nil if the query is empty or found plans.
  package let readyInAll: Int?
  /// Where to see the plans in progress that have no owner; nil if there are none, or plans were
  /// found.
  package let hintOfUnowned: Hint?
  package let notices: [Notice]
}

extension Workspace {
  /// Finds the plans to start next.
  ///
  /// - Parameters:
  ///   - text: A query that narrows the choice; empty for all plans.
  ///   - limit: The most plans; a limit in the query applies too.
  ///   - needsTexts: Whether the texts of the plans are needed.
  package func next(
    _ text: String = "", limit: Int = .max, needsTexts: Bool = true
  ) throws -> NextPlansFound {
    let contents = try contents(of: board(), answering: text, needsTexts: needsTexts)
    let query = try query(Self.openUnless(text), in: contents, asksForNext: true)
    var notices = query.notes.map(Notice.init)
    if query.isSorted {
      notices.append(
        Notice.note(
          "'next' has an order of its own",
          hints: ["for yours see \(pmgit: "list", "is:ready (\(text))")"]))
    }
    let plans = query.next(from: contents.plans, limit: min(limit, query.limit ?? .max))
    let readyInAll =
      Query.isEmpty(text) || !plans.isEmpty
      ? nil
      : try self.query("is:open", in: contents, asksForNext: true)
        .next(from: contents.plans, limit: .max).count
    return NextPlansFound(
      shown: contents.shown, plans: plans, readyInAll: readyInAll,
      hintOfUnowned: plans.isEmpty ? try hintOfUnowned(in: contents) : nil, notices: notices)
  }

  /// Returns the best plan that a person can start and take, on a version of the board. Fails if
  /// there is none.
  ///
  /// - Parameters:
  ///   - text: A query that narrows the choice; empty for all plans.
  ///   - claimer: The person, in stored form.
  ///   - isFree: Returns whether no other person has claimed the plan.
  func bestFree(
    _ text: String, for claimer: String, on snapshot: BoardSnapshot,
    where isFree: (Plan) throws -> Bool
  ) throws -> Plan {
    let contents = try contents(of: shown(snapshot))
    let query = try query(
      Self.openUnless(text), in: contents, askedBy: Person(claimer), asksForNext: true)
    // Only `isFree` decides whether a plan is free, so the ready plans are not limited before that.
    let ready = query.next(from: contents.plans, limit: .max)
    let best = try ready.first { next in
      try !next.plan.isClaimed(at: now) && isFree(next.plan)
    }
    guard let best else {
      // Plans of other owners are not ready for this person, so a plan with an owner is the
      // person's own.
      let own = try ready.first { $0.plan.owner != nil }.map { next -> Hint in
        "'\(next.plan.title.excerpt)' is yours already; begin it with "
          + "\(pmgit: "move", try snapshot.shortID(next.plan.id), "doing")"
      }
      guard Query.isEmpty(text) else {
        throw Problem(
          code: .nothingFree, message: "no plan that is ready and free matches '\(text.excerpt)'",
          hints: ([own] + query.notes.flatMap { [Hint($0.message), $0.hint.map { Hint($0) }] })
            .compactMap(\.self) + ["see the plans that match with \(pmgit: "list", text)"])
      }
      throw Problem(
        code: .nothingFree, message: "no plan is ready and free",
        hints: [
          own, "see the blocked plans with \(pmgit: "list", "is:blocked")",
          try hintOfUnowned(in: contents),
        ].compactMap(\.self))
    }
    return best.plan
  }

  /// Returns the best plan that a person can start and nobody has claimed; nil if there is none.
  ///
  /// - Parameters:
  ///   - text: A query that narrows the choice; empty for all plans.
  ///   - plans: The plans to choose from; empty for all plans.
  func bestReady(_ text: String, among plans: Set<PlanID>, on shown: ShownBoard) throws -> Plan? {
    let contents = try contents(of: shown, answering: text)
    let query = try query(Self.openUnless(text), in: contents, asksForNext: true)
    return query.next(from: contents.plans, limit: .max).first { next in
      !next.plan.isClaimed(at: now) && (plans.isEmpty || plans.contains(next.plan.id))
    }?.plan
  }

  /// Returns where to see the plans in progress that have no owner, as `next` leaves them out; nil
  /// if there are none.
  private func hintOfUnowned(in contents: BoardContents) throws -> Hint? {
    let unowned = ["kind:doing", "no:owner"]
    let query = try query(unowned.joined(separator: " "), in: contents)
    guard contents.plans.contains(where: query.matches) else { return nil }
    return Hint([
      .text("see the plans in progress that have no owner with "),
      .command(["pmgit", "list"] + unowned),
    ])
  }

  /// Returns the query, or `is:open` if the query is empty.
  private static func openUnless(_ text: String) -> String {
    Query.isEmpty(text) ? "is:open" : text
  }
}
