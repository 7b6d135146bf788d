import PlanModel
import PlanStore

/// A request to reword a checklist line, to move it, or both.
package struct ChangeLine: Sendable {
  /// The beginning of a plan's id.
  package let plan: String
  /// The line's number from 1 as the plan shows it, its id, or words of it.
  package let line: String
  /// The new text; nil to keep the text.
  package let text: String?
  /// The new number of the line, from 1; nil to keep its place. A number past the end means the
  /// last.
  package let place: Int?

  package init(_ plan: String, line: String, text: String?, place: Int?) {
    (self.plan, self.line, self.text, self.place) = (plan, line, text, place)
  }
}

extension Workspace {
  /// Changes one line of a checklist.
  ///
  /// Only this line is written, so lines that others change or add meanwhile stay. Its neighbours
  /// get new ranks only if no short rank fits between them.
  package func change(_ request: ChangeLine) async throws -> PlanChanges {
    let author = try author()
    let text = try request.text.map { try Validation.line($0, field: "checklist text") }
    let shown = try decidedBoard()
    let id = try shown.resolve(request.plan)
    let line = try ChecklistLines(of: try shown.plan(id).live).required(request.line)
    let change = try await store.change(by: author) { transaction in
      let plan = try transaction.livePlan(id)
      guard plan.checklist.contains(where: { $0.id == line.id }) else {
        throw Problem(
          code: .changedMeanwhile, message: "that line of plan '\(id)' was just removed",
          hints: ["see the others with \(pmgit: "show", id)"])
      }
      var edits: [Edit] = []
      if let text { edits.append(.write(PlanList.checklist.path(line.id, "text"), .string(text))) }
      if let place = request.place {
        edits += plan.placing(line.id, at: place - 1, using: &participant.random)
      }
      try transaction.edit(id, edits)
      let verb = text == nil ? "reorder" : "reword"
      let short = try transaction.before.shortID(id)
      return CommitMessage(
        "\(verb) in", each: ["\(short): \(text ?? line.text), \(plan.title)"], of: [id])
    }
    var outcome = try PlanChanges(change, of: [id], in: self)
    if outcome.didChange {
      outcome.notices.insert(try notice(of: line.id, on: outcome.after.plan(id)), at: 0)
    }
    return outcome
  }

  /// Returns a notice of the line's place: `line 2 of 5 is 'write tests'`.
  private func notice(of line: String, on plan: Plan) throws -> Notice {
    let lines = plan.checklist
    guard let index = lines.firstIndex(where: { $0.id == line }) else {
      return Notice("the line is gone")
    }
    return Notice("line \(index + 1) of \(lines.count) is '\(lines[index].text.excerpt)'")
  }
}

extension Plan {
  /// Returns the edits that move a checklist line to a place, counted from 0.
  fileprivate func placing(
    _ line: String, at place: Int, using generator: inout some RandomNumberGenerator
  ) -> [Edit] {
    let others = checklist.filter { $0.id != line }
    guard checklist.firstIndex(where: { $0.id == line }) != min(place, others.count) else {
      return []
    }
    func rank(_ id: String, _ rank: String) -> Edit {
      .write(PlanList.checklist.path(id, "rank"), .string(rank))
    }
    let insertion = Rank.insertion(at: place, in: others.map(\.rank), using: &generator)
    return [rank(line, insertion.key)]
      + zip(others[insertion.rekeyed], insertion.keys).map { rank($0.id, $1) }
  }
}
