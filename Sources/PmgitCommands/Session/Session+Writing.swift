import PlanActions
import Git
import PlanModel
import PlanStore
import PlanTerminal
import PlanView

extension Session {
  func inputText() throws -> String {
    let bytes = try context.readInput()
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem.usage("standard input is not valid UTF-8")
    }
    // The line feed that ends the last line is not an empty line more.
    return text.hasSuffix("\n") ? String(text.dropLast()) : text
  }

  func readFile(_ name: String) throws -> [UInt8] {
    try HostFiles(directory: Self.directory(context, options)).read(name)
  }

  // MARK: - After a change

  /// Tells what a command changed: `moved k7m2 to Doing`; and what it decided by the way, so that
  /// nobody's value goes without a word.
  ///
  /// - Parameter aim: The field that the command was to decide, which needs no word more.
  func report(
    _ changes: PlanChanges, as done: String, to place: String? = nil, deciding aim: String? = nil
  ) throws {
    let ids = changes.plans
    if options.json { try showChanged(changes) }
    let names =
      try ids.count <= 3
      ? ids.map { try changes.after.shortID($0) }.joined(separator: ", ")
      : CountWords.words(ids.count, "plan")
    if changes.didChange {
      let byTheWay = try Decided.words(changes.decided.filter { $0.field != aim }) { field in
        try ids.count == 1
          ? "its" : field.plan.map { "\(try changes.after.shortID($0))'s" } ?? "its"
      }
      tell("\(done) \(names)" + (place.map { " to \($0)" } ?? "") + byTheWay)
    } else {
      tell("nothing to change: \(names) \(ids.count == 1 ? "is" : "are") like that already")
    }
    tell(changes.notices)
  }

  /// Prints what a command that changes plans made of them.
  func showChanged(_ changes: PlanChanges) throws {
    let snapshot = changes.after
    let plans = try changes.plans.map { try snapshot.plan($0) }
    var object =
      plans.count == 1
      ? JSONOutput.plan(plans[0], in: snapshot, today: context.today)
      : JSONOutput.plans(plans, in: snapshot, today: context.today)
    object["decided"] = JSONOutput.decided(changes.decided)
    show(object)
  }

  /// Tells what else people should know.
  func tell(_ notices: [Notice]) {
    for notice in notices {
      tell((notice.isWarning ? "warning: " : "") + notice.message)
      for hint in notice.hints { tell(hint: hint) }
    }
  }
}
