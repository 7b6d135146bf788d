import Git
import PlanModel
import PlanStore
import PlanView

/// What an import has to say when it is done.
struct ImportReport {
  let plan: ImportPlan
  let change: Change
  /// Whether links to plans that are not here are listed one by one.
  let listsLinks: Bool
  let added: Int
  let updated: Int
  let unchanged: Int

  init(_ plan: ImportPlan, _ change: Change, listsLinks: Bool) throws {
    (self.plan, self.change, self.listsLinks) = (plan, change, listsLinks)
    added = plan.steps.count { $0.isNew }
    var updated = 0
    for step in plan.steps where !step.isNew {
      if try change.before.document(step.id) != change.after.document(step.id) { updated += 1 }
    }
    self.updated = updated
    unchanged = plan.steps.count - added - updated + plan.alreadyDeleted
  }

  func tell(in session: Session) throws {
    if session.options.json { session.show(JSONOutput.imported(self)) }
    tellOfDeleted(session)
    for (words, count) in plan.ignored.sorted(by: { $0.key < $1.key }) {
      session.tell("warning: \(words) was left out of \(CountText.words(count, "plan"))")
    }
    guard change.didChange else {
      session.tell(
        unchanged == 0
          ? "nothing to import"
          : "nothing to import: \(CountText.words(unchanged, "plan")) unchanged")
      tellOfLinks(session)
      return
    }
    tellOfUnknown(session)
    if !plan.danglingLinks.isEmpty {
      let count = CountText.words(plan.danglingLinks.count, "link")
      session.tell(
        "warning: kept \(count) to plans that are not here"
          + (listsLinks ? "" : "; '--verbose' lists them"))
    }
    tellOfLinks(session)
    if !plan.relinked.isEmpty {
      let count = CountText.words(plan.relinked.count, "other plan")
      session.tell("linked \(count) to what has come")
    }
    session.tell("imported \(added) new, \(updated) updated, \(unchanged) unchanged")
  }

  private func tellOfDeleted(_ session: Session) {
    if !plan.leftOut.isEmpty {
      let count = CountText.words(plan.leftOut.count, "plan")
      session.tell("warning: left out \(count) deleted here")
    }
    if !plan.changedSinceDeletion.isEmpty {
      let count = CountText.words(plan.changedSinceDeletion.count, "plan")
      session.tell("warning: kept \(count) changed here after the deletion")
    }
  }

  /// A member that nobody knows may be a slip of the pen: `lables`.
  private func tellOfUnknown(_ session: Session) {
    for (member, count) in plan.unknown.sorted(by: { $0.key < $1.key }).prefix(10) {
      session.tell(
        "kept '\(member.text.excerpt)' of \(CountText.words(count, "plan")) as it is: "
          + "pmgit does not know it")
    }
    if plan.unknown.count > 10 {
      session.tell("and \(plan.unknown.count - 10) more members that pmgit does not know")
    }
  }

  private func tellOfLinks(_ session: Session) {
    guard listsLinks else { return }
    for dangling in plan.danglingLinks { session.tell("  \(dangling.plan)  \(dangling.link)") }
  }
}

extension JSONOutput {
  static func imported(_ report: ImportReport) -> JSONObject {
    let (plan, snapshot) = (report.plan, report.change.after)
    return [
      "format": .number(1), "board": .string(snapshot.name.text),
      "commit": .string(snapshot.commit.hex),
      "added": .number(report.added), "updated": .number(report.updated),
      "unchanged": .number(report.unchanged), "linked": .strings(plan.relinked.map(\.id.text)),
      "leftOut": .strings(plan.leftOut.map(\.text)),
      "changedSinceDeletion": .strings(plan.changedSinceDeletion.map(\.text)),
      "danglingLinks": .array(
        plan.danglingLinks.map {
          .object(["plan": .string($0.plan.text), "link": .string($0.link.description)])
        }),
      "unknown": .strings(plan.unknown.keys.sorted().map(\.text)),
      "ignored": .strings(plan.ignored.keys.sorted()),
    ]
  }
}
