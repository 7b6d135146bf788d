import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Gives up claims of the acting person. If the board has a remote, the remote must accept it
  /// first.
  ///
  /// A plan in a column of kind doing goes to the top of the first column of kind todo that it may
  /// enter, because it was chosen before the plans there. A done plan keeps its owner.
  ///
  /// - Parameters:
  ///   - plans: The plans: the beginnings of ids, aliases, or words of titles.
  ///   - stays: Whether the plans stay in their columns.
  /// - Throws: `Problem` with code `taken` if another person has one of the plans.
  package func release(_ plans: [String], stays: Bool = false) async throws -> PlanChanges {
    let author = try author()
    let (change, release) = try await changeClaims(by: author, .release) { transaction in
      var release = Release(chosen: try self.choose(.named(plans), on: transaction.before))
      for id in release.chosen.ids {
        try self.clearClaim(of: author.person, on: id, &release, in: &transaction)
      }
      if !stays { try self.moveBack(&release, in: &transaction) }
      let lines = try release.plans.map { plan in
        let step = release.columns[plan.id].map {
          "\(transaction.before.board.title(of: plan.state)) → \($0.title), "
        }
        return "\(try transaction.before.shortID(plan.id)): \(step ?? "")\(plan.title)"
      }
      return (
        CommitMessage("release", each: lines, of: release.plans.map(\.id)), release
      )
    }
    let columns = release.plans.map { release.columns[$0.id] }
    // The plans may have stayed, or gone to several columns.
    let column: Column? = columns.allSatisfy { $0 == columns.first } ? columns.first ?? nil : nil
    let wording = ChangeWords(
      "released", to: column?.title, unchanged: .sentence("nothing to change"))
    var changes = try PlanChanges(change, of: release.chosen, as: wording, in: self)
    changes.notices += release.notices
    let entered = Set(columns.compactMap { $0?.id })
    changes.notices += noticed { try overLimit(entered.sorted(), in: change.after) }
    return try accepted(changes)
  }

  /// The state of a release while it is being made.
  private struct Release {
    let chosen: ChosenPlans
    /// The plans whose claims were cleared, as they were before.
    var plans: [Plan] = []
    /// The columns to which plans moved.
    var columns: [PlanID: Column] = [:]
    var notices: [Notice] = []
  }

  private func clearClaim(
    of person: String, on id: PlanID, _ release: inout Release, in transaction: inout Transaction
  ) throws {
    let plan = try transaction.livePlan(id)
    let short = try transaction.before.shortID(id)
    let claims = try claims(on: plan, for: person, in: transaction)
    if let other = claims.others.first {
      throw Problem.notYours(plan, claims, other, on: transaction.before.board)
    }
    guard claims.isOwn else {
      return release.notices.append(Notice("\(short) is not taken"))
    }
    guard transaction.before.board.kind(of: plan.state) != .done else {
      return release.notices.append(Notice("\(short) is done, and keeps its owner"))
    }
    try transaction.edit(id, [.owner(nil), .lease(nil)])
    release.plans.append(plan)
  }

  /// Moves the released plans from columns of kind doing to the top of the first column of kind
  /// todo that each may enter, and keeps their order.
  private func moveBack(_ release: inout Release, in transaction: inout Transaction) throws {
    let snapshot = transaction.before
    let board = snapshot.board
    var entering: [(column: Column, ids: [PlanID])] = []
    for plan in release.plans where board.kind(of: plan.state) == .doing {
      guard let column = board.goal(ofRelease: plan) else {
        release.notices.append(
          Notice(
            "\(try snapshot.shortID(plan.id)) stays in \(board.title(of: plan.state)): "
              + "no column of kind todo accepts it"))
        continue
      }
      release.columns[plan.id] = column
      if let place = entering.firstIndex(where: { $0.column == column }) {
        entering[place].ids.append(plan.id)
      } else {
        entering.append((column, [plan.id]))
      }
    }
    for (column, ids) in entering {
      let placement = try place(ids, at: .top, in: column, snapshot, basis: snapshot)
      for id in ids {
        let rank = placement.moved[id].map { [Edit.rank($0)] } ?? []
        try transaction.edit(id, [.state(column.id)] + rank)
      }
    }
  }
}

extension Board {
  /// Returns the column to which a released plan goes; nil if there is none that it may enter.
  fileprivate func goal(ofRelease plan: Plan) -> Column? {
    columns.first { $0.kind == .todo && $0.admits(plan.state) }
  }
}

extension Problem {
  fileprivate static func notYours(
    _ plan: Plan, _ claims: PlanClaims, _ other: StampedValue, on board: Board
  ) -> Problem {
    let name = Person(other.value.string ?? "").fullName
    if claims.isConflict {
      return Problem(
        code: .taken, message: "several people have plan '\(plan.id)', including \(name)",
        hints: ["decide who has it with \(pmgit: "resolve", plan.id, "owner")"])
    }
    // Work in progress without an owner is in no list of what to do next.
    let column = board.kind(of: plan.state) == .doing ? board.goal(ofRelease: plan) : nil
    let state = column.map { ["--state", $0.id] } ?? []
    let command = ["pmgit", "edit", plan.id.text, "--owner", "none"] + state
    return Problem(
      code: .taken, message: "plan '\(plan.id)' is taken by \(name)",
      hints: [Hint([.text("to free it anyway, use "), .command(command)])])
  }
}
