import ArgumentParser
import PlanActions
import PlanModel

/// The field options, the same for every command that writes a plan.
struct FieldOptions: ParsableArguments {
  // By default the parser refuses values that begin with '-', but a body may begin with a list.

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The body; - reads it from standard input.", valueName: "text"))
  var body: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The column, by its id or title.", valueName: "column"),
    completion: .words(of: .column))
  var state: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The day on which work begins, written as for --due.", valueName: "date"),
    completion: .words(of: .day))
  var start: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp(
      "2026-12-01, Dec 1, fri, next week, 3d, in 2 weeks, eom, or none.", valueName: "date"),
    completion: .words(of: .day))
  var due: String?

  @Option(
    name: .shortAndLong, parsing: .unconditional,
    help: ArgumentHelp("low, medium, high, urgent, or none.", valueName: "level"),
    completion: .list(Priority.allCases.map(\.rawValue) + ["none"]))
  var priority: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The owner: a name, @me, or none.", valueName: "person"),
    completion: .words(of: .person))
  var owner: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When the owner's claim ends: 30m, 2h, 1d, or none; see 'take'.", valueName: "length"))
  var lease: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("How much work it is, a number, or none.", valueName: "number"))
  var estimate: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The milestone, as in 'pmgit milestone', or none.", valueName: "name"),
    completion: .words(of: .milestone))
  var milestone: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "The iteration: current, next, previous, one in 'pmgit iteration', or none.",
      valueName: "name"),
    completion: .words(of: .iteration))
  var iteration: String?

  @Option(
    name: .customLong("repeat"), parsing: .unconditional,
    help: ArgumentHelp(
      "How it repeats when it is done: every day, 'every 2w', 'every month on 1', or none.",
      valueName: "rule"),
    completion: .list(Repetition.listedAdverbs + ["none"]))
  var rule: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Count from the due date (due), or the day it is done (done).",
      valueName: "day"),
    completion: .list(Repetition.Origin.allCases.map(\.rawValue)))
  var repeatFrom: String?

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Add a label; commas separate several. Repeatable, as are those below.", valueName: "name"),
    completion: .words(of: .labels))
  var label: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Remove a label.", valueName: "name"),
    completion: .words(of: .labels))
  var noLabel: [String] = []

  @Option(
    name: .shortAndLong, parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add somebody who works on it: a name, or @me.", valueName: "person"),
    completion: .words(of: .people))
  var assign: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove somebody who works on it.", valueName: "person"),
    completion: .words(of: .people))
  var noAssign: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Link it: blocked-by:ID, blocks:ID, parent:ID, child:ID or relates:ID.",
      valueName: "kind:id"),
    completion: .words(of: .link))
  var link: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Remove a link.", valueName: "kind:id"),
    completion: .words(of: .link))
  var noLink: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Its id in a tracker, such as github:owner/repo#12.", valueName: "id"))
  var alias: [String] = []

  @Option(
    parsing: .unconditionalSingleValue, help: ArgumentHelp("Remove an alias.", valueName: "id"),
    completion: .words(of: .alias))
  var noAlias: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp("Add a line to the checklist.", valueName: "text"))
  var check: [String] = []

  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A field of the board's own: points=3; points= clears it, parts=+a adds an option.",
      valueName: "name=value"),
    completion: .words(of: .fieldValue))
  var field: [String] = []

  /// The fields that have a single value, except the body and the column, and their given values.
  private var properties: [(PlanField, String?)] {
    [
      (.start, start), (.due, due), (.priority, priority), (.owner, owner), (.lease, lease),
      (.estimate, estimate), (.milestone, milestone), (.iteration, iteration), (.repeat, rule),
    ]
  }

  private var single: [String?] { [body, state, repeatFrom] + properties.map(\.1) }
  private var repeated: [String] {
    [label, noLabel, assign, noAssign, link, noLink, alias, noAlias, check, field].flatMap(\.self)
  }

  func validate() throws { try GlobalOptions.requireValues(single + repeated) }

  /// Whether any option was given.
  var areGiven: Bool { !single.allSatisfy { $0 == nil } || !repeated.isEmpty }

  /// Throws a problem if `none` is among the values, as in `--label none`: `none` clears fields in
  /// other options, but this option only adds.
  private static func refuseNone(_ values: [String], _ option: String, instead: String) throws {
    guard values.contains(where: { $0.lowercased() == "none" }) else { return }
    throw Problem.usage(
      "--\(option) adds, and 'none' is nothing to add",
      hints: ["to clear them, \(running: "edit", "ID", instead, "none")"])
  }

  /// Returns the changes that the options request.
  ///
  /// - Parameter session: The session that reads standard input for `--body -`.
  func changes(_ session: Session) throws -> FieldChanges {
    try Self.refuseNone(label, "label", instead: "--labels")
    try Self.refuseNone(assign, "assign", instead: "--assignees")
    var changes = FieldChanges()
    changes.body = try body.map { Lines.entered($0 == "-" ? try session.inputText() : $0) }
    changes.state = state
    for (field, text) in properties { changes[field] = text }
    changes.repeatFrom = repeatFrom
    changes[.labels] = .init(
      added: label.flatMap { FieldChanges.labels(in: $0) },
      removed: noLabel.flatMap { FieldChanges.labels(in: $0) })
    changes[.assignees] = .init(
      added: assign.flatMap { FieldChanges.people(in: $0) },
      removed: noAssign.flatMap { FieldChanges.people(in: $0) })
    changes[.links] = .init(added: link, removed: noLink)
    changes[.aliases] = .init(added: alias, removed: noAlias)
    changes.checklist = check
    changes.custom = try field.map { try CustomChange(typed: $0) }
    return changes
  }
}
