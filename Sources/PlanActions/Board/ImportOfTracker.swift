import PlanFormats
import PlanModel
import PlanStore
import PlanView

extension Workspace {
  /// Imports plans of another tool, in one commit.
  ///
  /// - Throws: `Problem` with all faults of the plans; nothing is imported then.
  package func importPlans(
    _ tracker: TrackerImport, _ options: ImportOptions = ImportOptions()
  ) async throws -> PlansImported {
    guard tracker.plans.hasSettings || options.settings != .all else {
      throw Problem(
        code: .badImport, message: "\(tracker.name) without columns and milestones",
        hints: ["leave out '--settings'"])
    }
    var (tracker, options) = (tracker, options)
    try checkListed(tracker.plans)
    try respell(&tracker.plans)
    try keepStates(of: &tracker.plans)
    let adopted = try await adoptIssues(of: &tracker.plans)
    options.bases = try bases(of: tracker.plans)
    // An empty list of a tracker only shows that its issues are gone. It names no columns.
    options.kindsOnly = Set(
      (tracker.plans.kindsOnly + options.sourceAliases).map { ExactString($0) })
    options.leavesOutCycles = true
    do {
      return try await importLines(of: tracker, options, adopted)
    } catch let closing as ClosingLinks {
      tracker.leaveOut(closing)
      options.leavesOutCycles = false
      return try await importLines(of: tracker, options, adopted)
    }
  }

  /// Replaces aliases by the spelling that the board's plans use, because the source may now spell
  /// its name in another case.
  func respell(_ tracker: inout TrackerPlans) throws {
    let plans = try store.snapshot().plans().plans
    let aliases = (plans.filter { !$0.isDeleted } + plans.filter(\.isDeleted)).flatMap(\.aliases)
    let known = Set(aliases.map { ExactString($0) })
    let spellings = Dictionary(aliases.map { (AliasKey($0), $0) }) { first, _ in first }
    tracker.rename { alias in
      known.contains(ExactString(alias)) ? nil : spellings[AliasKey(alias)]
    }
  }

  /// Refuses a Markdown list that was exported from this board, because its plans would be added
  /// again.
  private func checkListed(_ tracker: TrackerPlans) throws {
    let listed = tracker.listed
    guard !listed.isEmpty else { return }
    let known = Set(try store.snapshot().plans().plans.map(\.id))
    guard let plan = listed.first(where: known.contains) else { return }
    throw Problem(
      code: .badImport,
      message: "the list names plans of this board, such as \(plan); nothing was imported",
      hints: [
        """
        a list in Markdown can't be imported again; \
        \(pmgit: "export", "--format", "csv") writes a table that can
        """,
        "to add a line as a new plan, take the id in parentheses out of it",
      ])
  }

  /// Keeps the columns of plans whose state in the source has not changed, if the source gives only
  /// the kinds of columns.
  private func keepStates(of tracker: inout TrackerPlans) throws {
    guard tracker.namesKinds else { return }
    let plans = try store.snapshot().plans().plans
    let known = AliasIndex(plans)
    let byID = Dictionary(plans.map { ($0.id, $0) }) { first, _ in first }
    tracker.keepStates { alias in
      known.plans(called: alias).first.flatMap { byID[$0]?.rememberedState(as: alias) }
    }
  }

  private func importLines(
    of tracker: TrackerImport, _ options: ImportOptions,
    _ adopted: (notices: [Notice], doubtful: [PlanID: String])
  ) async throws -> PlansImported {
    do {
      var imported = try await importPlans(ImportedFile.tracker(tracker.plans), options)
      imported.tracker = tracker
      imported.notices = adopted.notices + imported.notices
      imported.doubtful = adopted.doubtful
      if let notice = undatedNotice(options.bases, kept: imported.kept) {
        imported.notices.append(notice)
      }
      return imported
    } catch let error as ImportError {
      // The numbers of lines are not those of the user's file.
      throw Problem(error, options.hints, naming: tracker.plans.name(onLine:))
    }
  }
}
