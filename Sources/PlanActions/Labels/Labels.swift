import PlanModel
import PlanStore
import PlanView

/// The labels on the plans of a board, to look up typed labels.
struct KnownLabels {
  /// The labels in the spelling that plans use.
  ///
  /// Keys compare by canonical equivalence, so a typed label also matches if it has other code
  /// points for the same letters.
  private let labels: [String: String]
  private let exact: Set<ExactString>

  init(_ labels: some Sequence<String>) {
    self.labels = Dictionary(labels.map { ($0, $0) }) { first, _ in first }
    exact = Set(labels.map { ExactString($0) })
  }

  /// Reads the labels of all plans that are not deleted.
  init(of snapshot: BoardSnapshot) throws {
    let plans = try snapshot.plans(withTexts: false).plans
    self.init(plans.lazy.filter { !$0.isDeleted }.flatMap(\.labels))
  }

  /// Returns a typed label in the spelling that plans use; nil if no plan has it.
  func written(_ typed: String) -> String? {
    exact.contains(ExactString(typed)) ? typed : labels[typed]
  }

  /// Returns a notice if a typed label is similar to a known one. Call this only for a label that
  /// no plan has.
  func note(of typed: String) -> Notice? {
    guard let near = Suggestion.nearest(to: typed, in: labels.values.sorted()) else { return nil }
    let rename: Hint =
      [typed, near].contains { $0.hasPrefix("-") }
      ? "\(pmgit: "label", "rename", "--", typed, near)"
      : "\(pmgit: "label", "rename", typed, near)"
    return Notice.note(
      "no other plan has the label '\(typed.excerpt)'",
      hints: ["if you meant '\(near)', run \(rename)"])
  }
}

extension Workspace {
  func knownLabels() throws -> KnownLabels {
    try KnownLabels(of: basisBoard())
  }
}

/// The labels on the plans of a board.
package struct LabelsFound {
  package let shown: ShownBoard
  /// The labels, sorted by name, ignoring case.
  package let labels: [Row]

  package struct Row: Hashable, Sendable {
    package let name: String
    package fileprivate(set) var open = 0
    /// The number of all plans with the label, open or done.
    package fileprivate(set) var plans = 0
  }
}

extension Workspace {
  /// Counts the plans of each label on the board.
  package func labels() throws -> LabelsFound {
    let contents = try contents(of: board(), answering: "")
    var rows: [String: LabelsFound.Row] = [:]
    for plan in contents.plans where !plan.isDeleted {
      let isOpen = contents.relations.isOpen(plan.id)
      for label in plan.labels {
        rows[label, default: LabelsFound.Row(name: label)].plans += 1
        if isOpen { rows[label]?.open += 1 }
      }
    }
    return LabelsFound(
      shown: contents.shown,
      labels: rows.values.sorted {
        (ExactString($0.name.lowercased()), ExactString($0.name))
          < (ExactString($1.name.lowercased()), ExactString($1.name))
      })
  }

  /// Replaces labels by another label on every plan, in one commit. Deleted plans are skipped.
  ///
  /// - Throws: `Problem` if one of the old labels is on no plan, or if the new label has a comma.
  package func renameLabels(_ request: MemberRenaming) async throws -> PlanChanges {
    let new = try Validation.line(request.new, field: "label")
    guard !new.contains(",") else {
      // Commas separate labels elsewhere, so a label with a comma could not be typed.
      throw Problem.usage(
        "label '\(new.excerpt)' has a comma",
        hints: [
          "to add a second label, \(running: "edit", "--where", "#ONE", "--label", "OTHER")"
        ])
    }
    let old = request.old.filter { ExactString($0) != ExactString(new) }
    let (change, done) = try await store.change(by: try author()) { transaction in
      transaction.skipsRules = true
      let plans = try transaction.before.plans().plans.filter { !$0.isDeleted }
      try requireLabels(request.old, on: plans)
      let havingNew = plans.count { $0.labels.contains { ExactString($0) == ExactString(new) } }
      let ids = try relabel(plans, from: Set(old), to: new, in: &transaction)
      let names = old.joined(separator: ", ")
      let message = CommitMessage(
        subject: "relabel \(CountWords.words(ids.count, "plan")): \(names) → \(new)", plans: ids)
      return (message, (ids: ids, havingNew: havingNew))
    }
    let (ids, havingNew) = done
    var changes = try PlanChanges(change, of: ids, as: ChangeWords("relabelled"), in: self)
    changes.hadLabel = havingNew
    if ids.isEmpty {
      // Every old label is on a plan and nothing changed, so all of them equal the new label.
      changes.notices.append(Notice("nothing changes: the label is '\(new.excerpt)' already"))
    } else {
      changes.notices += request.notices(
        mergedWith: new, "which \(CountWords.words(havingNew, "plan")) had already", of: havingNew,
        isDryRun: changes.isDryRun)
    }
    return changes
  }

  /// Removes a label from all plans that have it.
  package func removeLabel(_ label: String) async throws -> PlanChanges {
    let (change, ids) = try await store.change(by: try author()) { transaction in
      transaction.skipsRules = true
      let plans = try transaction.before.plans().plans.filter { !$0.isDeleted }
      try requireLabels([label], on: plans)
      var ids: [PlanID] = []
      for plan in plans {
        // Texts with other code points for the same letters are the same label for people.
        let present = plan.labels.filter { $0 == label }
        guard !present.isEmpty else { continue }
        ids.append(plan.id)
        try transaction.edit(plan.id, present.map { .remove($0, from: .labels) })
      }
      let message = CommitMessage(
        subject: "remove label \(label) from \(CountWords.words(ids.count, "plan"))", plans: ids)
      return (message, ids)
    }
    let wording = ChangeWords("removed label '\(label)' from")
    return try PlanChanges(change, of: ids, as: wording, in: self)
  }

  /// Replaces labels on plans, and returns the changed plans.
  private func relabel(
    _ plans: [Plan], from old: Set<String>, to new: String, in transaction: inout Transaction
  ) throws -> [PlanID] {
    var ids: [PlanID] = []
    for plan in plans {
      // Texts with other code points for the same letters are the same label for people.
      let present = plan.labels.filter { old.contains($0) && ExactString($0) != ExactString(new) }
      guard !present.isEmpty else { continue }
      ids.append(plan.id)
      try transaction.edit(
        plan.id, present.map { .remove($0, from: .labels) } + [.add(new, to: .labels)])
    }
    return ids
  }

  private func requireLabels(_ labels: [String], on plans: [Plan]) throws {
    let known = Set(plans.flatMap(\.labels))
    for label in labels where !known.contains(label) {
      throw Problem.usage(
        "no plan has the label '\(label)'",
        hints: Hint.didYouMean(label, among: known.sorted())
          + ["see all with \(pmgit: "label")"])
    }
  }
}
