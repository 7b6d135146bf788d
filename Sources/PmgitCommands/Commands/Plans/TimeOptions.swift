import ArgumentParser
import PlanActions

/// The options of `edit` for the time that was spent on a plan.
struct TimeOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Record time that was spent on the plan: 90m, 1h30m, 1.5h.", valueName: "length"))
  var spend: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The day of the work: today (default), yesterday, mon, 2026-11-20.", valueName: "day"),
    completion: .words(of: .moment))
  var on: String?

  @Option(parsing: .unconditional, help: ArgumentHelp("A line about the work.", valueName: "text"))
  var note: String?

  @Option(
    help: ArgumentHelp("Remove an entry, by its number in 'show' or its id.", valueName: "entry"))
  var removeSpent: String?

  var areGiven: Bool { spend != nil || removeSpent != nil }

  func validate() throws {
    try GlobalOptions.requireValues([spend, on, note, removeSpent])
    guard spend == nil || removeSpent == nil else {
      throw ValidationError("--spend and --remove-spent exclude each other")
    }
    guard spend != nil || on == nil && note == nil else {
      throw ValidationError("--on and --note belong to --spend")
    }
  }
}

extension Session {
  /// Records or removes time of one plan.
  func change(_ time: TimeOptions, of plan: String) async throws {
    if let removed = time.removeSpent {
      return try report(await workspace.removeTime(removed, from: plan))
    }
    try report(
      await workspace.spend(
        SpendTime(plan, length: time.spend ?? "", day: time.on, note: time.note)))
  }
}
