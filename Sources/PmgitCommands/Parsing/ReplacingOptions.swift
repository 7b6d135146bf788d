import ArgumentParser
import PlanActions
import PlanModel

/// The options of 'edit' that replace what a plan has, or add to its body.
struct ReplacingOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All labels, separated by commas, or none.", valueName: "names"),
    completion: .words(of: .labels))
  var labels: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("All who work on it, likewise.", valueName: "people"),
    completion: .words(of: .people))
  var assignees: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Add lines to the end of the body.", valueName: "text"))
  var bodyAppend: String?

  func validate() throws { try GlobalOptions.requireValues([labels, assignees, bodyAppend]) }

  var areGiven: Bool { ![labels, assignees, bodyAppend].allSatisfy { $0 == nil } }

  func add(to changes: inout FieldChanges) {
    changes[.labels].all = labels.map { Self.isNone($0) ? [] : FieldChanges.labels(in: $0) }
    changes[.assignees].all = assignees.map { Self.isNone($0) ? [] : FieldChanges.people(in: $0) }
    changes.bodyAppended = bodyAppend.map { Lines.entered($0) }
  }

  private static func isNone(_ text: String) -> Bool { text.lowercased() == "none" }
}
