import PlanActions
import PlanModel
import PlanView

/// The messages at the end of an import.
struct ImportReport {
  private let imported: PlansImported
  /// Whether links to plans that the board lacks are listed one by one.
  private let listsLinks: Bool

  init(_ imported: PlansImported, listsLinks: Bool) {
    (self.imported, self.listsLinks) = (imported, listsLinks)
  }

  private var plan: ImportPlan { imported.plan }

  func tell(in session: Session) {
    tellOfDeleted(session)
    tellOfSettings(session)
    for (words, count) in plan.ignored.sorted(by: { $0.key < $1.key }) {
      session.tell("warning: \(words) was left out of \(CountWords.words(count, "plan"))")
    }
    guard imported.didChange else {
      session.tell(
        imported.unchanged == 0
          ? "nothing to import"
          : "nothing to import: \(CountWords.words(imported.unchanged, "plan")) unchanged")
      tellOfLinks(session)
      return
    }
    tellOfUnknown(session)
    if !plan.danglingLinks.isEmpty {
      let count = CountWords.words(plan.danglingLinks.count, "link")
      session.tell(
        "warning: kept \(count) to plans that are not here"
          + (listsLinks ? "" : "; '--verbose' lists them"))
    }
    tellOfLinks(session)
    if !plan.relinked.isEmpty {
      let count = CountWords.words(plan.relinked.count, "other plan")
      session.tell("linked \(count) to what has come")
    }
    session.tell(
      "imported \(imported.added) new, \(imported.updated) updated, "
        + "\(imported.unchanged) unchanged")
  }

  private func tellOfDeleted(_ session: Session) {
    if !plan.leftOut.isEmpty {
      let count = CountWords.words(plan.leftOut.count, "plan")
      session.tell("warning: left out \(count) deleted here")
      session.tell(
        hint:
          "see them with \(pmgit: "list", "is:deleted"); 'pmgit import FILE --restore' brings them back"
      )
    }
    if !plan.restored.isEmpty {
      session.tell("restored \(CountWords.words(plan.restored.count, "plan")) deleted here")
    }
    if !plan.changedSinceDeletion.isEmpty {
      let count = CountWords.words(plan.changedSinceDeletion.count, "plan")
      session.tell("warning: kept \(count) changed here after the deletion")
    }
  }

  private func tellOfSettings(_ session: Session) {
    let settings = imported.settings
    for words in settings.ignored {
      session.tell("warning: \(words) was left out of the board's settings")
    }
    if settings.outcome == .leftOut {
      session.tell("warning: the board's settings were left out; '--settings' takes them")
    }
    if settings.outcome == .taken { session.tell("took the board's settings") }
    tell(session, settings.added, "added")
    if settings.outcome != .taken, let first = settings.added.first {
      session.tell(
        hint: "added columns are of kind doing; for another one say "
          + "\(pmgit: "config", "column", "set", first, "--kind", "done")")
    }
    tell(session, settings.removed, "removed")
    for (column, count) in imported.unknownColumns.sorted(by: { $0.key < $1.key }) {
      let plans = CountWords.words(count, "plan")
      session.tell(
        "warning: \(plans) in '\(column.text.excerpt)', which is no column: the board shows it as a "
          + "lane of its own")
    }
    session.tell(imported.notices)
  }

  private func tell(_ session: Session, _ columns: [String], _ done: String) {
    guard !columns.isEmpty else { return }
    session.tell(
      "\(done) \(columns.count == 1 ? "column" : "columns") \(columns.joined(separator: ", "))")
  }

  /// Reports unknown members, which may be typing errors: `lables`.
  private func tellOfUnknown(_ session: Session) {
    for (member, count) in plan.unknown.sorted(by: { $0.key < $1.key }).prefix(10) {
      session.tell(
        "kept '\(member.text.excerpt)' of \(CountWords.words(count, "plan")) as it is: "
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
