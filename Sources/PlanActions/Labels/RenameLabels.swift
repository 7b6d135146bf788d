import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Replaces labels by another label on every plan, in one commit. Deleted plans are skipped.
  ///
  /// - Throws: `Problem` if no plan has one of the labels.
  package func renameLabels(_ request: MemberRenaming) async throws -> PlanChanges {
    let new = try Validation.line(request.new, field: "label")
    guard !new.contains(",") else {
      // Commas separate labels elsewhere, so a label with a comma could not be typed.
      throw Problem.usage(
        "label '\(new.excerpt)' has a comma",
        hints: ["for a second label say \(pmgit: "edit", "--where", "#ONE", "--label", "OTHER")"])
    }
    let old = request.old.filter { ExactString($0) != ExactString(new) }
    let (change, done) = try await store.change(by: try author()) { transaction in
      let plans = try transaction.before.plans().plans.filter { !$0.isDeleted }
      try requireLabels(request.old, on: plans)
      // Texts with other code points for the same letters are the same label for people.
      let wanted = Set(old)
      var ids: [PlanID] = []
      let havingNew = plans.count { $0.labels.contains { ExactString($0) == ExactString(new) } }
      for plan in plans {
        let present = plan.labels.filter {
          wanted.contains($0) && ExactString($0) != ExactString(new)
        }
        guard !present.isEmpty else { continue }
        ids.append(plan.id)
        try transaction.edit(
          plan.id, present.map { .remove($0, from: .labels) } + [.add(new, to: .labels)])
      }
      let names = old.joined(separator: ", ")
      let message = CommitMessage(
        subject: "relabel \(CountWords.words(ids.count, "plan")): \(names) → \(new)", plans: ids)
      return (message, (ids: ids, havingNew: havingNew))
    }
    let (ids, havingNew) = done
    var changes = try PlanChanges(change, of: ids, in: self)
    changes.hadLabel = havingNew
    if !ids.isEmpty {
      changes.notices += request.notices(
        mergedWith: new, "which \(CountWords.words(havingNew, "plan")) had already", of: havingNew,
        isRehearsal: changes.isRehearsal)
    }
    return changes
  }

  private func requireLabels(_ labels: [String], on plans: [Plan]) throws(Problem) {
    let known = Set(plans.flatMap(\.labels))
    for label in labels where !known.contains(label) {
      let near = Suggestion.nearest(to: label, in: known.sorted())
      throw Problem.usage(
        "no plan has the label '\(label)'",
        hints: [
          near.map { "did you mean '\($0)'?" }, "see all with \(pmgit: "labels")",
        ].compactMap(\.self))
    }
  }
}
