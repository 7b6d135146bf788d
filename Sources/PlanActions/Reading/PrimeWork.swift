import PlanModel
import PlanStore
package import PlanView

/// A summary of a board for a person or an agent that begins to work.
package struct WorkPrimed {
  package let shown: ShownBoard
  package let model: PrimeModel
}

extension Workspace {
  /// Returns the summary of the board with which the acting person or agent begins to work.
  package func prime() throws -> WorkPrimed {
    let shown = try board()
    let contents = try contents(of: shown, answering: "is:open")
    let me = try me()
    let mine =
      me == nil
      ? []
      : try query("is:mine kind:doing sort:due,priority", in: contents)
        .select(from: contents.plans)
    // A plan whose lease is over may also be ready to be taken, but each plan is listed once.
    let own = Set(mine.map(\.id))
    let ready = try query("is:open", in: contents, asksForNext: true).next(from: contents.plans)
      .filter { !own.contains($0.plan.id) }
    let most = PrimeModel.mostPlans
    let viewpoint = try shown.viewpoint(
      of: mine.prefix(most).map(\.id) + ready.prefix(most).map(\.plan.id))
    let status = StatusModel(
      name: shown.name, remote: StatusModel.Remote(try store.sharingStatus()),
      plans: contents.plans, board: shown.board, today: shown.today,
      unreadableCount: contents.shown.missing.plans.count)
    let model = PrimeModel(
      me: me?.formatted, status: status, board: shown.board,
      inProgress: PrimeModel.List(
        mine.prefix(most).map { plan in
          PrimeModel.Entry(plan, reasons: ends(of: plan, on: shown), viewpoint: viewpoint)
        }, of: mine.count),
      ready: PrimeModel.List(
        ready.prefix(most).map { next in
          PrimeModel.Entry(
            next.plan,
            reasons: next.reasons.map {
              [$0].words(today: shown.today, now: shown.now)
            },
            viewpoint: viewpoint)
        }, of: ready.count))
    return WorkPrimed(shown: contents.shown, model: model)
  }

  /// Returns when a plan is due and when its lease ends, in words.
  private func ends(of plan: Plan, on shown: ShownBoard) -> [String] {
    var words: [String] = []
    if let due = plan.due {
      let reason = due < shown.today ? NextPlan.Reason.overdue(due) : .due(due)
      words.append([reason].words(today: shown.today, now: shown.now))
    }
    if let end = plan.lease {
      words.append(
        plan.isLeased(at: shown.now)
          ? "leased \(end.untilWords(now: shown.now, on: clocks))"
          : "lease \(end.endedWords(now: shown.now))")
    }
    return words
  }
}
