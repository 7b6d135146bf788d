import ArgumentParser
import PlanActions
import PlanModel
import PlanTerminal
import PlanView

/// The option of commands that show plans: which members of the plans are shown.
struct FieldsOption: ParsableArguments {
  @Option(
    parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "Only these fields of each plan, such as id,title,state: columns, or keys with --json.",
      valueName: "names"),
    completion: .words(of: .members))
  var fields: [String] = []

  func validate() throws { try GlobalOptions.requireValues(fields) }

  /// Returns the chosen members; nil without the option. Throws a problem for an unknown name.
  func members() throws -> PlanMembers? {
    fields.isEmpty ? nil : try PlanMembers(typed: fields)
  }
}

extension Session {
  /// Prints chosen members of plans, one plan per line.
  ///
  /// - Parameter totals: The list whose sums come after the plans; nil for none.
  func show(
    _ plans: [Plan], _ members: PlanMembers, on shown: ShownBoard, nothing: String,
    totals list: ListModel? = nil
  ) async throws {
    let table = MemberTable(plans, members, board: shown.board, viewpoint: try shown.viewpoint())
    try await show(MemberTableText(table, nothing: nothing, totals: list))
  }
}
