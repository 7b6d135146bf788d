import PlanModel
import PlanStore

/// A request to record time that was spent on a plan.
package struct SpendTime: Sendable {
  /// The plan: the beginning of an id, an alias, or words of the title.
  package let plan: String
  /// The length, such as `1h30m`.
  package let length: String
  /// The day of the work, a past day or today; nil for today.
  package let day: String?
  /// A line about the work; nil for none.
  package let note: String?

  package init(_ plan: String, length: String, day: String? = nil, note: String? = nil) {
    (self.plan, self.length, self.day, self.note) = (plan, length, day, note)
  }
}

extension Workspace {
  package func spend(_ request: SpendTime) async throws -> PlanChanges {
    try await make { try spending(request, by: $0) }
  }

  /// Returns the action that records time.
  func spending(_ request: SpendTime, by author: ChangeIdentity) throws -> PlanAction {
    let minutes = try WorkLength.parse(request.length)
    let day = try request.day.map { try dayOfWork($0) } ?? participant.today
    let note = try request.note.map { try Validation.line($0, field: "note") } ?? ""
    return { [self] transaction in
      let id = try transaction.basis.resolve(request.plan)
      let plan = try transaction.livePlan(id)
      let item = try transaction.document(id).newItemID(in: .time, using: &participant.random)
      let entry = TimeEntry(
        id: item, at: now, by: author.person, minutes: minutes, day: day, note: note)
      try transaction.edit(id, Edit.time(entry))
      let words = "\(WorkLength.words(minutes)) on \(try transaction.before.shortID(id))"
      let message = CommitMessage(subject: "spend \(words): \(plan.title)", plans: [id])
      return (message, { try self.report("spent \(WorkLength.words(minutes)) on", id, $0) })
    }
  }

  /// Removes an entry.
  ///
  /// - Parameter typed: The entry's number from 1, oldest first, or its id.
  package func removeTime(_ typed: String, from plan: String) async throws -> PlanChanges {
    let shown = try basisBoard()
    let id = try shown.resolve(plan)
    let entry = try shown.plan(id).live.timeEntry(named: typed)
    return try await make { _ in
      { [self] transaction in
        let plan = try transaction.livePlan(id)
        guard plan.time.contains(entry) else {
          throw Problem(
            code: .changedMeanwhile, message: "that time on plan '\(id)' was just removed",
            hints: ["see the times with \(pmgit: "show", id)"])
        }
        let removals = try transaction.document(id)
          .removals(ofItems: [ExactString(entry.id)], in: "time")
        try transaction.edit(id, removals)
        let length = entry.minutes.map { WorkLength.words($0) } ?? "time"
        let message = CommitMessage(
          subject: "remove \(length) from \(try transaction.before.shortID(id)): \(plan.title)",
          plans: [id])
        return (message, { try self.report("removed \(length) from", id, $0) })
      }
    }
  }

  private func report(_ done: String, _ id: PlanID, _ change: Change) throws -> PlanChanges {
    let total = try change.after.plan(id).spentMinutes
    let wording = ChangeWords(done, ending: "; \(WorkLength.words(total)) in all")
    return try PlanChanges(change, of: [id], as: wording, in: self)
  }

  /// Parses the day of the work: one whole day, at the latest today.
  private func dayOfWork(_ typed: String) throws -> CalendarDay {
    if let day = CalendarDay(typed), day > participant.today { throw Self.toCome(typed) }
    guard let span = try participant.span(ofPast: typed) else {
      throw Problem.usage(
        "'\(typed.excerpt)' is not a past day",
        hints: ["write it as today, yesterday, mon, 3d (3 days ago) or 2026-11-20"])
    }
    let day = clocks.day(of: span.start)
    guard day == clocks.day(of: span.end) else {
      throw Problem.usage("'\(typed.excerpt)' is more than one day")
    }
    guard day <= participant.today else { throw Self.toCome(typed) }
    return day
  }

  private static func toCome(_ typed: String) -> Problem {
    .usage("'\(typed.excerpt)' is in the future")
  }
}

extension Plan {
  /// Returns the entry with an id, or with a number from 1, oldest first.
  func timeEntry(named typed: String) throws -> TimeEntry {
    // Numbers take precedence, because an imported entry may have an id that is another one's
    // number.
    if let number = Int(typed), number > 0, number <= time.count { return time[number - 1] }
    if let found = time.first(where: { $0.id == typed }) { return found }
    guard !time.isEmpty else { throw Problem.usage("no time was spent on plan '\(id)'") }
    throw Problem.usage(
      "plan '\(id)' has no entry of time '\(typed.excerpt)'",
      hints: ["see them with \(pmgit: "show", id)"])
  }
}
